package inside

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"sync/atomic"
	"time"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/internal/app"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
)

// house is an installation opened in this process.
type house struct {
	*fill.Installation
	db  *db.DB
	app *app.App
}

func openHouse(ctx context.Context, s drive.Settings, name string, hotels int, h fill.History) (*house, error) {
	began := time.Now()
	in, err := fill.SQLite(ctx, s.Folder, name, hotels, h)
	if err != nil {
		return nil, err
	}
	file, err := os.Stat(in.Path())
	if err != nil {
		return nil, err
	}
	fmt.Printf("  %d × %d bookings: filled in %s, %d MB\n", hotels, h.Bookings,
		time.Since(began).Round(100*time.Millisecond), file.Size()>>20)
	return open(ctx, in)
}

// open opens the installation in this process.
func open(ctx context.Context, in *fill.Installation) (*house, error) {
	d, err := db.Open(ctx, db.Config{URL: in.URL(), Clock: clock.System{}})
	if err != nil {
		return nil, err
	}
	a, err := app.New(app.Config{DB: d, Clock: clock.System{}, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Keys: in.Keys, SignUp: organization.SignUpClosed, PublicURL: "http://bench",
		Mail: mail.Files(filepath.Join(in.DataDir, "mail")), MailFrom: "Sarai <no-reply@localhost>", Version: "bench"})
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return &house{Installation: in, db: d, app: a}, nil
}

func (h *house) close() error { return h.db.Close() }

// question is a read of one organization.
type question struct {
	name string
	ask  func(h *house, sc scope.Scope) error
}

var askedBefore atomic.Int64

// unkept makes an address that was never asked before of another, so that the answer isn't a kept one.
func unkept(address string) string {
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	return fmt.Sprintf("%s%s_=%d", address, separator, askedBefore.Add(1))
}

// compare asks the questions in the small and in the large house, each time of a random organization, and reports how
// many times longer the large one takes.
func compare(s drive.Settings, r *drive.Report, small, large *house, questions []question, sizes string,
	most float64) error {
	for _, q := range questions {
		rates, err := drive.Race(s, 1, small.contestant("small", q), large.contestant("large", q))
		if err != nil {
			return err
		}
		l := drive.AtMost(most, " ×")
		r.Add(q.name+", "+sizes, rates.Ratio("small", "large"), l, rates.Times("large", "small"))
	}
	return nil
}

// profileQuestions writes a CPU profile of this process for each question in either house.
func profileQuestions(s drive.Settings, small, large *house, questions ...question) error {
	for _, q := range questions {
		for name, h := range map[string]*house{"small": small, "large": large} {
			path := filepath.Join(s.Profile, strings.ReplaceAll(q.name, " ", "-")+"-"+name+".pprof")
			file, err := os.Create(path)
			if err != nil {
				return err
			}
			if err := pprof.StartCPUProfile(file); err != nil {
				return errors.Join(err, file.Close())
			}
			rate, err := drive.Throughput(h.contestant(name, q), 1, s.Length)
			pprof.StopCPUProfile()
			if err := errors.Join(err, file.Close()); err != nil {
				return err
			}
			fmt.Printf("  %s is written (%.0f/s)\n", path, rate)
		}
	}
	return nil
}

func (h *house) contestant(name string, q question) drive.Contestant {
	return drive.Contestant{Name: name, Prepare: func(int) ([]func() error, func(), error) {
		return []func() error{func() error { return q.ask(h, h.anyScope()) }}, func() {}, nil
	}}
}

// anyScope is the person in one of the organizations.
func (h *house) anyScope() scope.Scope {
	return scope.Scope{Org: h.Hotels[rand.IntN(len(h.Hotels))], User: fill.Login, UserName: "Asha Rao", Currency: "INR",
		Zone: time.FixedZone("IST", 5*3600+1800)}
}

// get asks the whole handler, without a network.
func (h *house) get(path string) error { return h.send(http.MethodGet, path, nil) }

func (h *house) send(method, path string, body io.Reader) error {
	request, err := http.NewRequest(method, path, body)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+h.Token)
	w := &discard{header: http.Header{}}
	h.app.Handler.ServeHTTP(w, request)
	if w.status != http.StatusOK {
		return fmt.Errorf("%s answered %d", path, w.status)
	}
	return nil
}

// discard is a response of which only the status is kept.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header { return d.header }

func (d *discard) Write(b []byte) (int, error) {
	if d.status == 0 {
		d.status = http.StatusOK
	}
	return len(b), nil
}

func (d *discard) WriteHeader(status int) { d.status = status }
