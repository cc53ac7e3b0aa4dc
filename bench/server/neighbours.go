package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/internal/kit/kittest/pgserver"
)

// Two hotels on one server: one does its worst, the other works as always.
const (
	worst  = 0
	others = 1

	worstClients  = 11
	otherClients  = 4
	worstRooms    = 100
	worstNights   = 20 // of each room: as many room-nights as a request may have
	betweenOthers = 20 * time.Millisecond
)

var neighbours = fill.History{Rooms: worstRooms, Bookings: 400}

// Neighbours measures how long one hotel's bookings take while another books, changes and cancels its whole
// house for weeks with many clients at once.
func Neighbours(ctx context.Context, s drive.Settings, r *drive.Report) error {
	in, err := fill.SQLite(ctx, s.Folder, "neighbours", 2, neighbours)
	if err != nil {
		return err
	}
	if err := besideTheWorst(ctx, s, r, in, "SQLite", 250); err != nil {
		return err
	}
	postgres, err := pgserver.Start(true)
	if err != nil {
		return err
	}
	in, err = fill.PostgreSQL(ctx, s.Folder, postgres.URL, "neighbours", 2, neighbours)
	if err == nil {
		err = besideTheWorst(ctx, s, r, in, "PostgreSQL", 100)
	}
	return errors.Join(err, postgres.Stop())
}

func besideTheWorst(ctx context.Context, s drive.Settings, r *drive.Report, in *fill.Installation, engine string,
	bound float64) error {
	server, err := drive.StartServer(ctx, s, in.DataDir, in.DatabaseURL)
	if err != nil {
		return err
	}
	n := &neighbourhood{in: in, base: "http://" + server.Address, desk: fill.NewDesk(in), client: keepingClient()}
	defer n.client.CloseIdleConnections()
	if s.Profile != "" {
		return errors.Join(drive.ProfileLoad(s, server, n.theWorst(ctx), "neighbours-"+engine), server.Stop())
	}
	quiet, err := n.measure(ctx, s.Length, 0)
	if err != nil {
		return errors.Join(err, server.Stop())
	}
	beside, err := n.measure(ctx, time.Duration(s.Rounds)*s.Length, worstClients)
	if err != nil {
		return errors.Join(err, server.Stop())
	}
	r.Add("another hotel's booking while one does its worst, p99, "+engine, milliseconds(beside, 0.99),
		drive.AtMost(bound, " ms"), fmt.Sprintf("alone %.1f ms; %d beside %d large bookings",
			milliseconds(quiet, 0.99), len(beside), n.large))
	return server.Stop()
}

type neighbourhood struct {
	in     *fill.Installation
	base   string
	desk   *fill.Desk
	client *http.Client

	mu    sync.Mutex
	large int
}

// measure returns how long the bookings of the other hotel took, while so many clients do the worst in the first.
func (n *neighbourhood) measure(ctx context.Context, length time.Duration, worstOnes int) ([]time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	var working sync.WaitGroup
	var mu sync.Mutex
	var failures []error
	var times []time.Duration
	note := func(took time.Duration, err error) {
		mu.Lock()
		defer mu.Unlock()
		if err == nil {
			times = append(times, took)
		} else if ctx.Err() == nil {
			failures = append(failures, err)
			cancel()
		}
	}
	for i := range worstOnes {
		working.Go(func() {
			for ctx.Err() == nil {
				if err := n.doTheWorst(ctx, i); err != nil {
					note(0, err)
				}
			}
		})
	}
	for range otherClients {
		working.Go(func() {
			for ctx.Err() == nil {
				begin := time.Now()
				_, err := n.book(ctx, others)
				note(time.Since(begin), err)
				time.Sleep(betweenOthers)
			}
		})
	}
	working.Wait()
	return times, errors.Join(failures...)
}

// book books a room for three nights, and returns the booking's id.
func (n *neighbourhood) book(ctx context.Context, hotel int) (string, error) {
	room, from, to := n.desk.Next(hotel)
	return n.ask(ctx, hotel, "POST", "/create", http.StatusCreated, map[string]any{"guestName": "Asha Rao",
		"guestPhone": "+91 98450 12345", "checkIn": from, "checkOut": to, "rooms": []any{bedroom(room)}})
}

func bedroom(room int) map[string]any {
	return map[string]any{"roomId": fill.RoomID(room), "roomNumber": fill.RoomNumber(room), "roomType": "Deluxe",
		"ratePerNight": 5000, "adults": 2}
}

// doTheWorst books the whole house, moves it by a day, and cancels it. Each client has weeks of its own.
func (n *neighbourhood) doTheWorst(ctx context.Context, turn int) error {
	from := fill.Today().AddDays(100 + turn*2*worstNights)
	var rooms []any
	for room := range worstRooms {
		rooms = append(rooms, bedroom(room))
	}
	made, err := n.ask(ctx, worst, "POST", "/create", http.StatusCreated, map[string]any{"guestName": "Ravi Iyer",
		"guestPhone": "+91 98450 54321", "checkIn": from, "checkOut": from.AddDays(worstNights), "rooms": rooms})
	if err != nil {
		return err
	}
	n.mu.Lock()
	n.large++
	n.mu.Unlock()
	if _, err := n.ask(ctx, worst, "PUT", "/"+made+"/stay", http.StatusOK, map[string]any{"checkIn": from.AddDays(1),
		"checkOut": from.AddDays(worstNights + 1)}); err != nil {
		return err
	}
	_, err = n.ask(ctx, worst, "PUT", "/"+made+"/cancel", http.StatusOK, map[string]any{"reason": "Plans changed"})
	return err
}

// theWorst is what the first hotel does, to be profiled.
func (n *neighbourhood) theWorst(ctx context.Context) drive.Contestant {
	return drive.Contestant{Name: "worst", Prepare: func(clients int) (workers []func() error, done func(), err error) {
		for i := range clients {
			workers = append(workers, func() error { return n.doTheWorst(ctx, i) })
		}
		return workers, func() {}, nil
	}}
}

// ask sends a request about bookings, and returns the booking's id.
func (n *neighbourhood) ask(ctx context.Context, hotel int, method, path string, status int, body any) (string, error) {
	encoded, err := json.Marshal(body)
	if err != nil {
		return "", err
	}
	answered, raw, err := send(ctx, n.in, n.client, method, n.base+"/api/bookings/"+n.in.Hotels[hotel]+path, encoded)
	if err != nil {
		return "", err
	}
	if answered != status {
		return "", &otherStatus{answered, fmt.Sprintf("%s %s answered %d: %s", method, path, answered,
			strings.TrimSpace(string(raw)))}
	}
	return textIn(raw, "bookingId"), nil
}

// send sends a request of the person who is Administrator, and returns its status and what was answered.
func send(ctx context.Context, in *fill.Installation, client *http.Client, method, address string,
	body []byte) (status int, answer []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+in.Token)
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	answer, err = io.ReadAll(response.Body)
	return response.StatusCode, answer, errors.Join(err, response.Body.Close())
}

// otherStatus is an answer that isn't the expected one.
type otherStatus struct {
	status int
	text   string
}

func (o *otherStatus) Error() string { return o.text }

// keepingClient keeps a connection for each of those who ask. Go's default client keeps two, so that most requests
// would begin with a new one.
func keepingClient() *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: worstClients + otherClients}}
}

// textIn is the first member of this name in a JSON answer. Decoding 400 kB of it would cost the server's processors
// several milliseconds.
func textIn(answer []byte, name string) string {
	_, rest, _ := bytes.Cut(answer, []byte(`"`+name+`":"`))
	text, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(text)
}
