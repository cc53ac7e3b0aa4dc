package server

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"sarai/bench/drive"
	"sarai/bench/fill"
)

// A chart of the stay view, as the console asks for it.
const (
	chartRooms    = 300
	chartDays     = 60
	chartBookings = 4000
)

// Console reads a chart from the real server, and opens the console in a real browser (web/bench).
func Console(ctx context.Context, s drive.Settings, r *drive.Report) error {
	if err := measureChart(ctx, s, r); err != nil || s.Profile != "" {
		return err
	}
	if _, err := exec.LookPath("npx"); err != nil {
		fmt.Println("  NOTICE: no Node, so what the browser needs is NOT measured")
		return nil
	}
	return measureBrowser(ctx, s, r)
}

// measureChart books the hotel through the API, so that the ids and numbers are those of real bookings.
func measureChart(ctx context.Context, s drive.Settings, r *drive.Report) (err error) {
	in, err := fill.SQLite(ctx, s.Folder, "chart", 1, fill.History{Rooms: chartRooms})
	if err != nil {
		return err
	}
	server, err := drive.StartServer(ctx, s, in.DataDir, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	if err := bookChart(in, server.Address); err != nil {
		return err
	}
	if s.Profile != "" {
		return drive.ProfileLoad(s, server, drive.OverHTTP("stays", server.Address, http.StatusOK, chart(in)), "stays")
	}
	var times []float64
	var size int
	for range max(20*s.Rounds, 10) {
		asked := time.Now()
		if size, err = readChart(ctx, in, server.Address); err != nil {
			return err
		}
		times = append(times, time.Since(asked).Seconds()*1000)
	}
	name := fmt.Sprintf("stays of %d rooms × %d days, %d bookings", chartRooms, chartDays, chartBookings)
	r.Add(name+", gzipped", float64(size)/1000, drive.AtMost(80, " KB"), "")
	r.Add(name+", median", drive.Median(times), drive.AtMost(25, " ms"), "the whole exchange over loopback")
	return nil
}

// bookChart has sixteen connections book stays of three and four nights, which leave a free night here and there.
func bookChart(in *fill.Installation, address string) error {
	first := []string{"Asha", "Ravi", "Meera", "Arjun", "Priya", "Vikram", "Neha", "Imran", "Lakshmi", "John", "Gita"}
	last := []string{"Rao", "Sharma", "Iyer", "Patel", "Khan", "Das", "Nair", "Singh", "Bose", "Fernandes", "Reddy",
		"Joshi", "Kulkarni"}
	var taken atomic.Int64
	booking := drive.OverHTTP("booking", address, http.StatusCreated, func(int) func(buffer []byte) []byte {
		return func(buffer []byte) []byte {
			i := int(taken.Add(1)) - 1
			room, turn := i%chartRooms, i/chartRooms
			from := fill.Today().AddDays(turn*4 + room%3)
			body := fmt.Sprintf(`{"guestName":"%s %s","guestPhone":"+91 98%08d","checkIn":"%s","checkOut":"%s",`+
				`"advanceAmount":%d,"rooms":[{"roomId":"%s","roomNumber":"%s","roomType":"Deluxe","ratePerNight":5000,`+
				`"adults":2}]}`,
				first[i%len(first)], last[i*7%len(last)], i*104_729%100_000_000, from, from.AddDays(3+(room+turn)%2), i*37%9000,
				fill.RoomID(room), fill.RoomNumber(room))
			buffer = fmt.Appendf(buffer, "POST /api/bookings/%s/create%sContent-Type: application/json\r\nContent-Length: %d",
				in.Hotels[0], in.Headers(), len(body))
			return append(append(buffer, "\r\n\r\n"...), body...)
		}
	})
	const connections = 16
	work, hangUp, err := booking.Prepare(connections)
	if err != nil {
		return err
	}
	defer hangUp()
	failures := make([]error, connections)
	var working sync.WaitGroup
	for i := range connections {
		working.Go(func() {
			for range chartBookings / connections {
				if failures[i] = work[i](); failures[i] != nil {
					return
				}
			}
		})
	}
	working.Wait()
	return errors.Join(failures...)
}

func chartPath(in *fill.Installation) string {
	return fmt.Sprintf("/api/bookings/%s/stays?from=%s&to=%s", in.Hotels[0], fill.Today(), fill.Today().AddDays(chartDays))
}

func chart(in *fill.Installation) func(connection int) func(buffer []byte) []byte {
	request := "GET " + chartPath(in) + in.Headers() + "Accept-Encoding: gzip\r\n\r\n"
	return func(int) func(buffer []byte) []byte {
		return func(buffer []byte) []byte { return append(buffer, request...) }
	}
}

// readChart returns the size of the answer as it was sent.
func readChart(ctx context.Context, in *fill.Installation, address string) (int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+chartPath(in), nil)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+in.Token)
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	body, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		return 0, err
	}
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Encoding") != "gzip" {
		return 0, fmt.Errorf("the chart answered %s, encoded as %q", response.Status, response.Header.Get("Content-Encoding"))
	}
	return len(body), nil
}

// figure is a line that web/bench writes.
type figure struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Limit  float64 `json:"limit"`
	Unit   string  `json:"unit"`
	Detail string  `json:"detail"`
}

// measureBrowser runs web/bench, which writes its figures into a file.
func measureBrowser(ctx context.Context, s drive.Settings, r *drive.Report) error {
	root, err := drive.ProjectRoot(ctx)
	if err != nil {
		return err
	}
	web, figures := filepath.Join(root, "web"), filepath.Join(s.Folder, "figures")
	browser := exec.CommandContext(ctx, "npx", "playwright", "test", "--config", "bench/playwright.config.ts")
	browser.Dir, browser.Env = web, append(os.Environ(), "SARAI_TEST_PROGRAM="+s.Binary, "SARAI_TEST_FIGURES="+figures)
	if output, err := browser.CombinedOutput(); err != nil {
		return fmt.Errorf("web/bench: %w\n%s", err, output)
	}
	written, err := os.Open(figures)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(written)
	for lines.Scan() {
		var f figure
		if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
			return errors.Join(err, written.Close())
		}
		r.Add(f.Name, f.Value, drive.AtMost(f.Limit, " "+f.Unit), f.Detail)
	}
	return errors.Join(lines.Err(), written.Close())
}
