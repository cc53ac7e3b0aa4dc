// Package apptest runs a whole Sarai for tests: every service, route and background job behind a real HTTP server, on a
// database of its own, with a clock that the test moves.
//
// A scenario gets a [Server], signs up a hotel and sends requests as one of its people:
//
//	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
//		owner := s.Hotel()
//		rooms := owner.CreateRooms(1)
//		id := owner.Book("2026-04-14", "2026-04-16", rooms[0])
//		owner.Get(apptest.BookingPath(id, "")).Want(200).Is("confirmed", "data", "status")
//	})
//
// Every answer is held against the OpenAPI document. No production code imports this package.
package apptest

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/password"
	"sarai/internal/kit/admit"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/token"
	"sarai/internal/outward/backup"
	"sarai/internal/record/gst"
	"sarai/internal/record/gst/simulator"
)

// Noon is a Tuesday at 12:00 in Asia/Kolkata. Every server starts there.
var Noon = time.Date(2026, 4, 14, 6, 30, 0, 0, time.UTC)

// ServerSheetKey is the server-wide key of spreadsheets.
const ServerSheetKey = "the key of the whole test server"

// Server is a running Sarai on one engine.
type Server struct {
	T        *testing.T // the running test; Run changes it
	App      *app.App
	DB       *db.DB
	Clock    *clock.Fake
	URL      string
	Document *Document

	mails string // the folder of sent mails
}

// EachEngine runs a scenario against a fresh server on every engine, on all of them at the same time.
func EachEngine(t *testing.T, scenario func(t *testing.T, s *Server)) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			scenario(t, New(t, engine))
		})
	}
}

// Scenario is a part of a test that has a hotel of its own.
type Scenario struct {
	Name string
	Run  func(t *testing.T, owner *Caller)
}

// EachScenario runs the scenarios on every engine: one after the other on one server, each from Noon on and in a new
// hotel with these fields. After each, the checks must hold of its hotel.
func EachScenario(t *testing.T, hotel Object, scenarios []Scenario, checks ...func(t Reporter, owner *Caller)) {
	EachEngine(t, func(t *testing.T, s *Server) {
		person := s.Hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.Name, func(t *testing.T) {
				s.T = t
				s.Clock.Set(Noon)
				owner := s.Login(person.Org, person.Email).AnotherHotel(hotel)
				scenario.Run(t, owner)
				for _, check := range checks {
					check(t, owner.Again()) // the scenario may have moved the clock
				}
			})
		}
	})
}

// New starts a server that ends with the test. The changes are made to its configuration before it starts.
func New(t *testing.T, engine string, change ...func(*app.Config)) *Server {
	t.Helper()
	now := clock.NewFake(Noon)
	d := kittest.New(t, engine, now)
	dir := t.TempDir()
	keys, err := token.LoadOrCreate(dir)
	if err != nil {
		t.Fatal(err)
	}
	records := httptest.NewServer(simulator.New(now, simulator.Faults{}))
	t.Cleanup(records.Close)
	upstream, err := gst.ParseUpstream(records.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	mails := filepath.Join(dir, "mail")
	config := app.Config{
		DB: d, Clock: now, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Keys: keys, SheetKey: ServerSheetKey,
		SignUp: organization.SignUpOpen, PublicURL: "http://sarai.test",
		Mail: mail.Files(mails), MailFrom: "Sarai <no-reply@sarai.test>",
		Limit: admit.Rate{}, GST: upstream, Version: "test",
		Backups:      backup.Config{Folder: filepath.Join(dir, "backups"), Keep: backup.Keep{Days: 7}},
		PasswordCost: password.Cost{MemoryKiB: 8, Passes: 1},
	}
	for _, c := range change {
		c(&config)
	}
	a, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	listening := httptest.NewServer(a.Handler)
	t.Cleanup(listening.Close)
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	worked := make(chan struct{})
	go func() { defer close(worked); a.Run(ctx) }()
	t.Cleanup(func() { stop(); <-worked })
	document := usualDocument(a)
	if len(change) > 0 {
		document = readDocument(a.Document())
	}
	return &Server{T: t, App: a, DB: d, Clock: now, URL: listening.URL, Document: document, mails: mails}
}

// Run is t.Run for a part of a test that shares its server.
func (s *Server) Run(name string, part func()) {
	whole := s.T
	defer func() { s.T = whole }()
	whole.Run(name, func(t *testing.T) {
		s.T = t
		part()
	})
}

// Together runs n clients that start at the same moment, and waits for all of them.
func Together(n int, client func(i int)) {
	var done sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		done.Go(func() {
			<-start
			client(i)
		})
	}
	close(start)
	done.Wait()
}

// AtOnce does the same n times together and fails the test with what fails.
func (s *Server) AtOnce(n int, do func(i int) error) {
	s.T.Helper()
	Together(n, func(i int) {
		if err := do(i); err != nil {
			s.T.Error(err)
		}
	})
}

var serial atomic.Int64

// Serial is a new number each time, for names that must not be used twice.
func Serial() int64 { return serial.Add(1) }
