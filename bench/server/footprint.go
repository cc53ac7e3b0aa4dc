package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"time"

	"sarai/bench/drive"
	"sarai/bench/fill"
)

// Footprint measures the size of the binary, the start on an existing database, and the memory under load.
func Footprint(ctx context.Context, s drive.Settings, r *drive.Report) error {
	if s.Profile != "" {
		return nil
	}
	file, err := os.Stat(s.Binary)
	if err != nil {
		return err
	}
	r.Add("stripped binary", float64(file.Size())/(1<<20), drive.AtMost(40, " MB"), "")
	in, err := fill.SQLite(ctx, s.Folder, "footprint", fill.TownHotels, fill.Town)
	if err != nil {
		return err
	}
	var starts []float64
	for range s.Rounds + 1 {
		began := time.Now()
		server, err := drive.StartServer(ctx, s, in.DataDir, "")
		if err != nil {
			return err
		}
		starts = append(starts, float64(time.Since(began).Microseconds())/1000)
		if err := server.Stop(); err != nil {
			return err
		}
	}
	r.Add("start on an existing database until /readyz answers", drive.Median(starts[1:]), drive.AtMost(150, " ms"),
		fmt.Sprintf("the very first %.0f ms", starts[0]))
	return measureMemory(ctx, s, r, in)
}

// measureMemory reports the server's peak memory after a mixed load at 64 connections.
func measureMemory(ctx context.Context, s drive.Settings, r *drive.Report, in *fill.Installation) (err error) {
	server, err := drive.StartServer(ctx, s, in.DataDir, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	idle, err := server.Memory("VmRSS")
	if err != nil {
		return err
	}
	total := 0.0
	var times []time.Duration
	mix := noting(drive.Contestant{Name: "mixed", Prepare: mixed(in, server.Address, fill.NewDesk(in))}, &times)
	for range s.Rounds {
		rate, err := drive.Throughput(mix, 64, s.Length)
		if err != nil {
			return err
		}
		total += rate
	}
	peak, err := server.Memory("VmHWM")
	if err != nil {
		return err
	}
	r.Add("memory at most, mixed load, 64 connections", peak, drive.AtMost(125, " MB"),
		fmt.Sprintf("%.0f MB before it, %.0f requests/s", idle, total/float64(s.Rounds)))
	at64 := milliseconds(times, 0.99)
	times = nil
	if _, err := drive.Throughput(mix, 16, time.Duration(s.Rounds)*s.Length); err != nil {
		return err
	}
	r.Add("the same, p99 of an answer", at64, drive.AtMost(12, " ms"),
		fmt.Sprintf("%.1f ms at 16 connections", milliseconds(times, 0.99)))
	return nil
}

// noting notes how long each piece of the contestant's work takes, warming up included.
func noting(c drive.Contestant, times *[]time.Duration) drive.Contestant {
	return drive.Contestant{Name: c.Name, Prepare: func(n int) ([]func() error, func(), error) {
		workers, done, err := c.Prepare(n)
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
func mixed(in *fill.Installation, address string, d *fill.Desk) func(n int) ([]func() error, func(), error) {
	return func(n int) ([]func() error, func(), error) {
		var workers []func() error
		var hangUps []func()
		hangUp := func() {
			for _, f := range hangUps {
				f()
			}
		}
		for i := range n {
			status, requests := http.StatusOK, in.ReadOne
			switch i % 10 {
			case 6, 7:
				requests = in.ListPage
			case 8:
				requests = in.CheckAvailability
			case 9:
				status, requests = http.StatusCreated, in.Create(d, fill.TownHotels)
			}
			single := drive.OverHTTP("", address, status, func(int) func([]byte) []byte { return requests(i) })
			made, done, err := single.Prepare(1)
			if err != nil {
				hangUp()
				return nil, nil, err
			}
			workers, hangUps = append(workers, made...), append(hangUps, done)
		}
		return workers, hangUp, nil
	}
}
