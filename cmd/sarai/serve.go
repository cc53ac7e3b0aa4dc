package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"sarai/internal/app"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/sqlite"
)

// drainTime is how long running requests may take to finish after SIGTERM.
const drainTime = 10 * time.Second

type serveCommand struct{ Demo bool }

func (c *serveCommand) flags(f *flag.FlagSet) {
	f.BoolVar(&c.Demo, "demo", false, "Fill an empty database with the demo hotel first.")
}

func (c serveCommand) Run(ctx context.Context, s *Settings) error {
	tuneMemory()
	if _, err := s.config(); err != nil {
		return err
	}
	release, err := s.claimDatabase()
	if errors.Is(err, sqlite.ErrClaimed) {
		return s.errServed()
	}
	if err != nil {
		return err
	}
	defer release()
	if c.Demo {
		if err := s.fillIfEmpty(ctx); err != nil {
			return err
		}
		s.demo = demoPeople()
	}
	d, err := s.openDatabase(ctx, clock.System{})
	if err != nil {
		return err
	}
	a, err := s.build(d, clock.System{})
	if err != nil {
		return closing(d, err)
	}
	stopMetrics, err := s.serveMetrics(a)
	if err != nil {
		return closing(d, err)
	}
	defer stopMetrics()
	listener, err := net.Listen("tcp", s.Addr)
	if err != nil {
		return closing(d, err)
	}
	if c.Demo {
		s.printTour(listener.Addr())
	}
	return closing(d, s.serve(ctx, a, listener))
}

// serve runs the server until ctx ends. It then refuses new connections and lets running requests and the mails that
// are being sent finish.
func (s *Settings) serve(ctx context.Context, a *app.App, listener net.Listener) error {
	log := s.logger()
	slog.SetDefault(log) // package db logs its warnings there
	server := &http.Server{
		Handler:           a.Handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	server.RegisterOnShutdown(a.HangUp)
	working, stopWork := context.WithCancel(context.Background())
	worked := make(chan struct{})
	go func() {
		defer close(worked)
		defer logLines.flush() // a panic here ends the program
		a.Run(working)
	}()
	served := make(chan error, 1)
	go func() {
		defer logLines.flush()
		served <- server.Serve(listener)
	}()
	log.Info("serving", "address", listener.Addr().String(), "version", version, "gst", cmp.Or(a.GST.Host(), "none"))

	var err error
	select {
	case err = <-served:
	case <-ctx.Done():
		log.Info("stopping: running requests may finish")
		drain, cancel := context.WithTimeout(context.Background(), drainTime)
		defer cancel()
		if err = server.Shutdown(drain); err != nil {
			err = errors.Join(fmt.Errorf("some requests did not finish within %s: %w", drainTime, err), server.Close())
		}
	}
	stopWork()
	<-worked
	return err
}

type migrateCommand struct{}

func (migrateCommand) Run(ctx context.Context, s *Settings) error {
	d, err := s.openDatabase(ctx, clock.System{})
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "The database has this version's schema.")
	return d.Close()
}

// withApp lets a command do something in the app that isn't served, and closes the database after it.
func (s *Settings) withApp(ctx context.Context, do func(a *app.App) error) error {
	d, err := s.openDatabase(ctx, clock.System{})
	if err != nil {
		return err
	}
	a, err := s.build(d, clock.System{})
	if err == nil {
		err = do(a)
	}
	return closing(d, err)
}

// closing closes the database after err and returns both errors.
func closing(d *db.DB, err error) error { return errors.Join(err, d.Close()) }
