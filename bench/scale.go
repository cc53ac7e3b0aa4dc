package main

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

	"sarai/internal/app"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/frontdesk"
)

// The sizes that the limits are for; flags make them smaller.
const (
	fullHotels, fullBookings, fullLargest = 1000, 1000, 100_000
	fewHotels                             = 10
)

// measureScale compares the same questions in installations and organizations of different size.
func measureScale(ctx context.Context, s settings, r *report) error {
	if s.hotels != fullHotels || s.bookings != fullBookings || s.largest != fullLargest {
		fmt.Printf("  NOTICE: scaled down to %d × %d and one of %d bookings; the figures are meant for %d × %d and %d\n",
			s.hotels, s.bookings, s.largest, fullHotels, fullBookings, fullLargest)
	}
	inn := history{rooms: 20, bookings: s.bookings}
	few, err := openHouse(ctx, s, "few", fewHotels, inn)
	if err != nil {
		return err
	}
	many, err := openHouse(ctx, s, "many", s.hotels, inn)
	if err != nil {
		return errors.Join(err, few.close())
	}
	if s.profile != "" {
		return errors.Join(profileQuestions(s, few, many, calendar, availability, list, byCode), few.close(), many.close())
	}
	sizes := fmt.Sprintf("%d × %d against %d × %d", s.hotels, s.bookings, fewHotels, s.bookings)
	err = errors.Join(compare(s, r, few, many, []question{calendar}, sizes, 1.4),
		compare(s, r, few, many, []question{availability, list, byCode}, sizes, 1.5), many.countPages(r))
	if err := errors.Join(err, few.close(), many.close(), os.RemoveAll(many.dataDir)); err != nil {
		return err
	}
	return measureLargest(ctx, s, r)
}

// measureLargest compares an organization that has a long history with one that has a short one and as many rooms.
func measureLargest(ctx context.Context, s settings, r *report) error {
	short, err := openHouse(ctx, s, "short", 1, history{rooms: 100, bookings: s.bookings})
	if err != nil {
		return err
	}
	long, err := openHouse(ctx, s, "long", 1, history{rooms: 100, bookings: s.largest})
	if err != nil {
		return errors.Join(err, short.close())
	}
	sizes := fmt.Sprintf("%d bookings against %d", s.largest, s.bookings)
	return errors.Join(compare(s, r, short, long, []question{list, availability}, sizes, 2),
		compare(s, r, short, long, []question{calendar, byCode}, sizes, 0), short.close(), long.close())
}

// house is an installation opened in this process.
type house struct {
	*installation
	db  *db.DB
	app *app.App
}

func openHouse(ctx context.Context, s settings, name string, hotels int, h history) (*house, error) {
	began := time.Now()
	in, err := sqliteInstallation(ctx, s, name, hotels, h)
	if err != nil {
		return nil, err
	}
	file, err := os.Stat(in.path())
	if err != nil {
		return nil, err
	}
	fmt.Printf("  %d × %d bookings: filled in %s, %d MB\n", hotels, h.bookings,
		time.Since(began).Round(100*time.Millisecond), file.Size()>>20)
	return in.open(ctx)
}

// open opens the installation in this process.
func (in *installation) open(ctx context.Context) (*house, error) {
	d, err := db.Open(ctx, db.Config{URL: in.url(), Clock: clock.System{}})
	if err != nil {
		return nil, err
	}
	a, err := app.New(app.Config{DB: d, Clock: clock.System{}, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Keys:   in.keys,
		SignUp: organization.SignUpClosed, PublicURL: "http://bench", Mail: mail.Files(filepath.Join(in.dataDir, "mail")),
		MailFrom: "Sarai <no-reply@localhost>", Version: "bench"})
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return &house{installation: in, db: d, app: a}, nil
}

func (h *house) close() error { return h.db.Close() }

// question is a read of one organization.
type question struct {
	name string
	ask  func(h *house, sc scope.Scope) error
}

var (
	calendar = question{"14-day calendar", func(h *house, sc scope.Scope) error {
		return h.db.Read(context.Background(), func(tx *db.Tx) error {
			cells, err := frontdesk.Cells(tx, sc, today(), today().AddDays(14))
			if err == nil && len(cells) == 0 {
				err = errors.New("the calendar is empty")
			}
			return err
		})
	}}
	availability = question{"availability", func(h *house, sc scope.Scope) error {
		a, err := h.app.FrontDesk.Available(context.Background(), sc,
			frontdesk.Wanted{CheckIn: today(), CheckOut: today().AddDays(2)})
		if err == nil && len(a.Rooms) == 0 {
			err = errors.New("no room is free")
		}
		return err
	}}
	list = question{"list page of 20", func(h *house, sc scope.Scope) error {
		return h.get(unkept("/api/bookings/" + sc.Org + "/list"))
	}}
	byCode = question{"by-code", func(h *house, sc scope.Scope) error {
		_, err := h.app.Bookings.GetByCode(context.Background(), sc, bookingCode(rand.IntN(h.history.bookings)))
		return err
	}}
)

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
func compare(s settings, r *report, small, large *house, questions []question, sizes string, most float64) error {
	for _, q := range questions {
		rates, err := race(s, 1, small.contestant("small", q), large.contestant("large", q))
		if err != nil {
			return err
		}
		l := atMost(most, " ×")
		r.add(q.name+", "+sizes, rates.ratio("small", "large"), l, rates.times("large", "small"))
	}
	return nil
}

// profileQuestions writes a CPU profile of this process for each question in either house.
func profileQuestions(s settings, small, large *house, questions ...question) error {
	for _, q := range questions {
		for name, h := range map[string]*house{"small": small, "large": large} {
			path := filepath.Join(s.profile, strings.ReplaceAll(q.name, " ", "-")+"-"+name+".pprof")
			file, err := os.Create(path)
			if err != nil {
				return err
			}
			if err := pprof.StartCPUProfile(file); err != nil {
				return errors.Join(err, file.Close())
			}
			rate, err := throughput(h.contestant(name, q), 1, s.length)
			pprof.StopCPUProfile()
			if err := errors.Join(err, file.Close()); err != nil {
				return err
			}
			fmt.Printf("  %s is written (%.0f/s)\n", path, rate)
		}
	}
	return nil
}

func (h *house) contestant(name string, q question) contestant {
	return contestant{name: name, prepare: func(int) ([]func() error, func(), error) {
		return []func() error{func() error { return q.ask(h, h.anyScope()) }}, func() {}, nil
	}}
}

// anyScope is the person in one of the organizations.
func (h *house) anyScope() scope.Scope {
	return scope.Scope{Org: h.hotels[rand.IntN(len(h.hotels))], User: login, UserName: "Asha Rao", Currency: "INR",
		Zone: time.FixedZone("IST", 5*3600+1800)}
}

// get asks the whole handler, without a network.
func (h *house) get(path string) error {
	request, err := http.NewRequest(http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+h.token)
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
