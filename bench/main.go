// Command bench measures Sarai beside a floor on the same machine and prints each figure as a ratio with its limit.
// README.md says how each figure is measured, docs/performance.md has the results.
//
// Without flags it measures everything. That takes some ten minutes, and twelve more for the peers, 3 GB in the
// temporary directory, and an idle machine.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"sarai/bench/drive"
	"sarai/bench/floor"
	"sarai/bench/inside"
	"sarai/bench/peers"
	"sarai/bench/server"
)

// section is a group of figures that can be measured separately.
type section struct {
	name    string
	measure func(ctx context.Context, s drive.Settings, r *drive.Report) error
}

var sections = []section{
	{"reads", server.Reads},
	{"creates", server.Creates},
	{"postgres", server.PostgreSQL},
	{"stays", server.Stays},
	{"peers", peers.Measure},
	{"scale", inside.Scale},
	{"footprint", server.Footprint},
	{"notifications", inside.Notifications},
	{"sockets", server.Sockets},
	{"preview", server.Preview},
	{"gst", server.GST},
	{"dashboard", inside.Dashboard},
	{"calendar", inside.Calendar},
	{"groups", inside.Groups},
	{"rates", inside.Rates},
	{"invoices", server.Invoices},
	{"pdf", inside.PDF},
	{"reports", inside.Reports},
	{"search", inside.Search},
	{"lists", inside.Lists},
	{"neighbours", server.Neighbours},
	{"failover", server.Failover},
	{"console", server.Console},
}

func main() {
	if len(os.Args) == 4 && os.Args[1] == floor.BareFlag {
		exit(floor.ServeBare(os.Args[2], os.Args[3])) // a signal ends it
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	s, err := parse()
	if err == nil {
		err = run(ctx, s)
	}
	exit(err)
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func parse() (drive.Settings, error) {
	var names []string
	for _, known := range sections {
		names = append(names, known.name)
	}
	var s drive.Settings
	chosen := flag.String("sections", strings.Join(names, ","), "what to measure")
	flag.IntVar(&s.Rounds, "rounds", 5, "rounds of each measurement; the median counts")
	flag.DurationVar(&s.Length, "length", 2*time.Second, "of one measurement")
	flag.IntVar(&s.Hotels, "organizations", drive.FullHotels, "organizations of the large installation")
	flag.IntVar(&s.Bookings, "bookings", drive.FullBookings, "bookings of each of its organizations")
	flag.IntVar(&s.Largest, "largest", drive.FullLargest, "bookings of the one large organization")
	flag.StringVar(&s.Engine, "engine", "", "measure the lists on sqlite or postgres alone")
	s.Sizes = []int{1_000, 10_000, drive.FullLargest}
	flag.Func("sizes", "records in each list that is measured (default 1000,10000,100000)", func(text string) error {
		return json.Unmarshal([]byte("["+text+"]"), &s.Sizes)
	})
	flag.IntVar(&s.Show, "show", 5, "how many of the slowest lists to print")
	flag.StringVar(&s.Profile, "profile", "", "write CPU profiles under each load into this folder, and measure nothing")
	flag.StringVar(&s.Folder, "folder", os.TempDir(), "where databases may be written; it must be on a real disk")
	flag.Parse()
	s.Sections = strings.Split(*chosen, ",")
	for _, name := range s.Sections {
		if !slices.Contains(names, name) {
			return s, fmt.Errorf("there is no section %q; there are %s", name, strings.Join(names, ", "))
		}
	}
	if s.Rounds < 1 || flag.NArg() > 0 {
		return s, errors.New("rounds must be positive, and there are no arguments but flags")
	}
	return s, nil
}

func run(ctx context.Context, s drive.Settings) (err error) {
	if s.Folder, err = os.MkdirTemp(s.Folder, "sarai-bench-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(s.Folder)) }()
	s.Binary = filepath.Join(s.Folder, "sarai")
	if err := drive.Build(ctx, s); err != nil {
		return err
	}
	r := &drive.Report{}
	describe(s)
	for _, chosen := range sections {
		if !slices.Contains(s.Sections, chosen.name) {
			continue
		}
		fmt.Printf("\n%s\n", chosen.name)
		if err := chosen.measure(ctx, s, r); err != nil {
			return fmt.Errorf("%s: %w", chosen.name, err)
		}
	}
	r.Summarize()
	return nil
}

// describe prints what the figures depend on.
func describe(s drive.Settings) {
	load, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		load = []byte("unknown")
	}
	fmt.Printf("%s, %s/%s, %d processors, load %s", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(),
		load)
	fmt.Printf("%d rounds of %s in shuffled order; each figure is the median of the rounds' ratios\n", s.Rounds, s.Length)
	if s.Rounds < 5 || s.Length < time.Second {
		fmt.Println("NOTICE: fewer than five rounds, or rounds shorter than a second: too little to rely on")
	}
	if onMemory(s.Folder) {
		fmt.Println("NOTICE: the folder is in memory: commits cost nothing there, so the writing figures are not true")
	}
}

// onMemory reports whether the folder is on a file system in memory.
func onMemory(folder string) bool {
	const tmpfs = 0x01021994
	var status syscall.Statfs_t
	return syscall.Statfs(folder, &status) == nil && int64(status.Type) == tmpfs
}
