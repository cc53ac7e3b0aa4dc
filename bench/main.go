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
)

// settings are the flags.
type settings struct {
	sections []string
	rounds   int
	length   time.Duration // of one measurement
	hotels   int           // organizations of the large installation
	bookings int           // of each of its organizations
	largest  int           // bookings of the one large organization
	profile  string        // where to write profiles instead of measuring
	engine   string        // that lists are measured on; "": both
	sizes    []int         // of the organizations whose lists are measured
	show     int           // how many of the slowest lists are printed
	folder   string        // everything temporary
	binary   string        // the server, built for this run
}

// section is a group of figures that can be measured separately.
type section struct {
	name    string
	measure func(ctx context.Context, s settings, r *report) error
}

var sections = []section{
	{"reads", measureReads},
	{"creates", measureCreates},
	{"postgres", measurePostgreSQL},
	{"stays", measureStays},
	{"peers", measurePeers},
	{"scale", measureScale},
	{"footprint", measureFootprint},
	{"notifications", measureNotifications},
	{"sockets", measureSockets},
	{"preview", measurePreview},
	{"gst", measureGST},
	{"dashboard", measureDashboard},
	{"calendar", measureCalendar},
	{"rates", measureRates},
	{"invoices", measureInvoices},
	{"pdf", measurePDF},
	{"reports", measureReports},
	{"search", measureSearch},
	{"lists", measureLists},
	{"neighbours", measureNeighbours},
	{"failover", measureFailover},
	{"console", measureConsole},
}

const bareFlag = "serve-bare"

func main() {
	if len(os.Args) == 4 && os.Args[1] == bareFlag {
		exit(serveBare(os.Args[2], os.Args[3])) // a signal ends it
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

func parse() (settings, error) {
	var names []string
	for _, known := range sections {
		names = append(names, known.name)
	}
	var s settings
	chosen := flag.String("sections", strings.Join(names, ","), "what to measure")
	flag.IntVar(&s.rounds, "rounds", 5, "rounds of each measurement; the median counts")
	flag.DurationVar(&s.length, "length", 2*time.Second, "of one measurement")
	flag.IntVar(&s.hotels, "organizations", 1000, "organizations of the large installation")
	flag.IntVar(&s.bookings, "bookings", 1000, "bookings of each of its organizations")
	flag.IntVar(&s.largest, "largest", 100_000, "bookings of the one large organization")
	flag.StringVar(&s.engine, "engine", "", "measure the lists on sqlite or postgres alone")
	s.sizes = []int{1_000, 10_000, fullLargest}
	flag.Func("sizes", "records in each list that is measured (default 1000,10000,100000)", func(text string) error {
		return json.Unmarshal([]byte("["+text+"]"), &s.sizes)
	})
	flag.IntVar(&s.show, "show", 5, "how many of the slowest lists to print")
	flag.StringVar(&s.profile, "profile", "", "write CPU profiles under each load into this folder, and measure nothing")
	flag.StringVar(&s.folder, "folder", os.TempDir(), "where databases may be written; it must be on a real disk")
	flag.Parse()
	s.sections = strings.Split(*chosen, ",")
	for _, name := range s.sections {
		if !slices.Contains(names, name) {
			return s, fmt.Errorf("there is no section %q; there are %s", name, strings.Join(names, ", "))
		}
	}
	if s.rounds < 1 || flag.NArg() > 0 {
		return s, errors.New("rounds must be positive, and there are no arguments but flags")
	}
	return s, nil
}

func run(ctx context.Context, s settings) (err error) {
	if s.folder, err = os.MkdirTemp(s.folder, "sarai-bench-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(s.folder)) }()
	s.binary = filepath.Join(s.folder, "sarai")
	if err := buildServer(ctx, s); err != nil {
		return err
	}
	r := &report{}
	describe(s)
	for _, chosen := range sections {
		if !slices.Contains(s.sections, chosen.name) {
			continue
		}
		fmt.Printf("\n%s\n", chosen.name)
		if err := chosen.measure(ctx, s, r); err != nil {
			return fmt.Errorf("%s: %w", chosen.name, err)
		}
	}
	r.summarize()
	return nil
}

// describe prints what the figures depend on.
func describe(s settings) {
	load, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		load = []byte("unknown")
	}
	fmt.Printf("%s, %s/%s, %d processors, load %s", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(),
		load)
	fmt.Printf("%d rounds of %s in shuffled order; each figure is the median of the rounds' ratios\n", s.rounds, s.length)
	if s.rounds < 5 || s.length < time.Second {
		fmt.Println("NOTICE: fewer than five rounds, or rounds shorter than a second: too little to rely on")
	}
	if onMemory(s.folder) {
		fmt.Println("NOTICE: the folder is in memory: commits cost nothing there, so the writing figures are not true")
	}
}
