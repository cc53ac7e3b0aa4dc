package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"time"
)

// measureFootprint measures the size of the binary, the start on an existing database, and the memory under load.
func measureFootprint(ctx context.Context, s settings, r *report) error {
	if s.profile != "" {
		return nil
	}
	file, err := os.Stat(s.binary)
	if err != nil {
		return err
	}
	r.add("stripped binary", float64(file.Size())/(1<<20), atMost(40, " MB"), "")
	in, err := sqliteInstallation(ctx, s, "footprint", townHotels, town)
	if err != nil {
		return err
	}
	var starts []float64
	for range s.rounds + 1 {
		began := time.Now()
		server, err := startServer(ctx, s, in.dataDir, "")
		if err != nil {
			return err
		}
		starts = append(starts, float64(time.Since(began).Microseconds())/1000)
		if err := server.stop(); err != nil {
			return err
		}
	}
	r.add("start on an existing database until /readyz answers", median(starts[1:]), atMost(150, " ms"),
		fmt.Sprintf("the very first %.0f ms", starts[0]))
	return measureMemory(ctx, s, r, in)
}

// measureMemory reports the server's peak memory after a mixed load at 64 connections.
func measureMemory(ctx context.Context, s settings, r *report, in *installation) (err error) {
	server, err := startServer(ctx, s, in.dataDir, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	idle, err := server.memory("VmRSS")
	if err != nil {
		return err
	}
	total := 0.0
	var times []time.Duration
	mix := noting(contestant{"mixed", in.mixed(server.address, newDesk(in))}, &times)
	for range s.rounds {
		rate, err := throughput(mix, 64, s.length)
		if err != nil {
			return err
		}
		total += rate
	}
	peak, err := server.memory("VmHWM")
	if err != nil {
		return err
	}
	r.add("memory at most, mixed load, 64 connections", peak, atMost(125, " MB"),
		fmt.Sprintf("%.0f MB before it, %.0f requests/s", idle, total/float64(s.rounds)))
	at64 := milliseconds(times, 0.99)
	times = nil
	if _, err := throughput(mix, 16, time.Duration(s.rounds)*s.length); err != nil {
		return err
	}
	r.add("the same, p99 of an answer", at64, atMost(12, " ms"),
		fmt.Sprintf("%.1f ms at 16 connections", milliseconds(times, 0.99)))
	return nil
}

// noting notes how long each piece of the contestant's work takes, warming up included.
func noting(c contestant, times *[]time.Duration) contestant {
	return contestant{name: c.name, prepare: func(n int) ([]func() error, func(), error) {
		workers, done, err := c.prepare(n)
		took := make([][]time.Duration, n)
		for i, work := range workers {
			workers[i] = func() error {
				began := time.Now()
				err := work()
				took[i] = append(took[i], time.Since(began))
				return err
			}
		}
		return workers, func() {
			*times = slices.Concat(append(took, *times)...)
			done()
		}, err
	}}
}

// mixed gives each connection one kind of work: of ten, six read bookings, two list them, one looks for free rooms, and
// one books.
func (in *installation) mixed(address string, d *desk) func(n int) ([]func() error, func(), error) {
	return func(n int) ([]func() error, func(), error) {
		var workers []func() error
		var hangUps []func()
		hangUp := func() {
			for _, f := range hangUps {
				f()
			}
		}
		for i := range n {
			status, requests := http.StatusOK, in.readOne
			switch i % 10 {
			case 6, 7:
				requests = in.listPage
			case 8:
				requests = in.checkAvailability
			case 9:
				status, requests = http.StatusCreated, in.create(d, townHotels)
			}
			single := overHTTP("", address, status, func(int) func([]byte) []byte { return requests(i) })
			made, done, err := single.prepare(1)
			if err != nil {
				hangUp()
				return nil, nil, err
			}
			workers, hangUps = append(workers, made...), append(hangUps, done)
		}
		return workers, hangUp, nil
	}
}
