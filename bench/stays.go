package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"sarai/internal/kit/kittest/pgserver"
)

const (
	staysPerLine = 12
	longLine     = time.Millisecond // to PostgreSQL and back
	mostMessages = 6
	drafting     = "draft the invoice"
)

// measureStays counts how many messages the steps of a stay send to PostgreSQL, and shows how long they take when it is
// near and when it is at the end of a line.
func measureStays(ctx context.Context, s settings, r *report) (err error) {
	postgres, err := pgserver.Start(true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, postgres.Stop()) }()
	in := &installation{dataDir: filepath.Join(s.folder, "stays"), databaseURL: database(postgres.URL, "stays")}
	if err := in.foundPostgreSQL(ctx, postgres.URL, "stays", 1, town); err != nil {
		return err
	}
	// Mails would be written beside the next step.
	if err := onServer(ctx, in.databaseURL, "UPDATE notification_configs SET email_enabled = FALSE"); err != nil {
		return err
	}
	t, err := newTap(in.databaseURL)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.listener.Close()) }()
	server, err := startServer(ctx, s, in.dataDir, t.url(in.databaseURL))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	d := &stayDesk{in: in, base: "http://" + server.address + "/api/", client: keepingClient(), tap: t}
	if err := d.findRooms(ctx); err != nil {
		return err
	}
	near, err := d.stays(ctx, 0)
	if err != nil {
		return err
	}
	far, err := d.stays(ctx, longLine)
	if err != nil {
		return err
	}
	for _, step := range steps {
		most := atMost(mostMessages, " messages")
		if step.name == drafting {
			most = limit{unit: most.unit} // check-out mostly does it
		}
		here, away := near[step.name], far[step.name]
		r.add(step.name, float64(slices.Min(here.messages)), most, fmt.Sprintf(
			"%.1f ms; %.1f ms when a message and its answer take %v", here.median(), away.median(), longLine))
	}
	return nil
}

// steps are those of a stay in their order. %[1]s is the hotel, %[2]s the booking and %[3]s the invoice; a booking's
// body has to wait for its room.
var steps = []struct{ name, method, path, body, answers string }{
	{"book with an advance", "POST", "bookings/%[1]s/create", "", "bookingId"},
	{"check in", "POST", "bookings/%[1]s/%[2]s/arrival", `{}`, ""},
	{"take a payment", "POST", "payments/%[1]s/create", `{"bookingId":"%[2]s","amount":500,"method":"cash"}`, ""},
	{drafting, "POST", "invoices/%[1]s/create", `{"bookingId":"%[2]s"}`, "_id"},
	{"issue it", "POST", "invoices/%[1]s/%[3]s/issue", `{}`, ""},
	{"check out", "PUT", "bookings/%[1]s/%[2]s/checkout", `{}`, ""},
}

// stayDesk takes guests through their stays, one after the other.
type stayDesk struct {
	in     *installation
	base   string
	client *http.Client
	tap    *tap
	rooms  []string // that are free tonight
}

func (d *stayDesk) findRooms(ctx context.Context) error {
	answer, err := d.ask(ctx, http.MethodPost, "bookings/"+d.in.hotels[0]+"/check-availability",
		fmt.Sprintf(`{"checkIn":"%s","checkOut":"%s"}`, today(), today().AddDays(1)))
	for i := range d.in.history.rooms {
		if err == nil && bytes.Contains(answer, []byte(`"`+roomID(i)+`"`)) {
			d.rooms = append(d.rooms, fmt.Sprintf(`"roomId":"%s","roomNumber":"%s"`, roomID(i), roomNumber(i)))
		}
	}
	if err == nil && len(d.rooms) < 2*staysPerLine {
		err = fmt.Errorf("%d rooms are free, too few", len(d.rooms))
	}
	return err
}

// stays takes as many guests through their stays as a line has, and returns what each step took.
func (d *stayDesk) stays(ctx context.Context, line time.Duration) (map[string]*taken, error) {
	d.tap.delay.Store(int64(line / 2))
	all := map[string]*taken{}
	for range staysPerLine {
		ids := []any{d.in.hotels[0], "", ""}
		for _, step := range steps {
			body := step.body
			if body == "" {
				body, d.rooms = fmt.Sprintf(`{"guestName":"Asha Rao","guestPhone":"+91 98450 12345","checkIn":"%s",`+
					`"checkOut":"%s","rooms":[{%s,"roomType":"Deluxe","ratePerNight":5000,"adults":2}],`+
					`"advanceAmount":2000,"paymentMethod":"cash"}`, today(), today().AddDays(1), d.rooms[0]), d.rooms[1:]
			}
			if _, err := d.ask(ctx, http.MethodGet, fill("payments/%[1]s/list?limit=1", ids), ""); err != nil {
				return nil, err // who asks is known for a second from now on
			}
			d.tap.longest.Store(0)
			start := time.Now()
			answer, err := d.ask(ctx, step.method, fill(step.path, ids), fill(body, ids))
			if err != nil {
				return nil, err
			}
			if all[step.name] == nil {
				all[step.name] = &taken{}
			}
			t := all[step.name]
			t.times = append(t.times, time.Since(start))
			t.messages = append(t.messages, d.tap.longest.Load())
			switch step.answers {
			case "bookingId":
				ids[1] = textIn(answer, step.answers)
			case "_id":
				ids[2] = textIn(answer, step.answers)
			}
		}
	}
	return all, nil
}

// fill fills in the ids that the text names.
func fill(text string, ids []any) string {
	for i, id := range ids {
		text = strings.ReplaceAll(text, fmt.Sprintf("%%[%d]s", i+1), id.(string))
	}
	return text
}

func (d *stayDesk) ask(ctx context.Context, method, path, body string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, d.base+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+d.in.token)
	response, err := d.client.Do(request)
	if err != nil {
		return nil, err
	}
	answer, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		return nil, err
	}
	if response.StatusCode >= 300 {
		return nil, fmt.Errorf("%s %s answered %d: %s", method, path, response.StatusCode, answer)
	}
	return answer, nil
}

// taken is what a step took each time. The first time on a connection it prepares its statements, with more messages.
type taken struct {
	messages []int64
	times    []time.Duration
}

func (t *taken) median() (milliseconds float64) {
	times := make([]float64, len(t.times))
	for i, taken := range t.times {
		times[i] = taken.Seconds() * 1000
	}
	return median(times)
}

// tap stands between the server and PostgreSQL, delays what passes and counts the messages of each transaction: what is
// sent to PostgreSQL after an answer. What the server does beside a request, such as telling others of it, are
// transactions of a message or two.
type tap struct {
	listener net.Listener
	socket   string
	delay    atomic.Int64 // of each direction, in nanoseconds
	longest  atomic.Int64 // the messages of the longest transaction
}

// idle ends PostgreSQL's last answer in a transaction: ReadyForQuery, of five bytes, in no transaction.
var idle = []byte("Z\x00\x00\x00\x05I")

func newTap(databaseURL string) (*tap, error) {
	address, err := url.Parse(databaseURL)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	t := &tap{listener: listener, socket: filepath.Join(address.Query().Get("host"), ".s.PGSQL.5432")}
	go t.serve()
	return t, nil
}

// url leads to the same database through the tap.
func (t *tap) url(databaseURL string) string {
	address, err := url.Parse(databaseURL)
	if err != nil {
		panic(err) // newTap has parsed it
	}
	address.Host, address.RawQuery = t.listener.Addr().String(), "sslmode=disable"
	return address.String()
}

func (t *tap) serve() {
	for {
		client, err := t.listener.Accept()
		if err != nil {
			return // it is closed
		}
		server, err := net.Dial("unix", t.socket)
		if err != nil {
			_ = client.Close() // the server under test tells of it
			continue
		}
		var asking atomic.Bool
		var messages atomic.Int64
		go t.pass(client, server, func([]byte) {
			if !asking.Swap(true) {
				messages.Add(1)
			}
		})
		go t.pass(server, client, func(answer []byte) {
			if asking.Store(false); bytes.HasSuffix(answer, idle) {
				t.longest.Store(max(t.longest.Load(), messages.Swap(0)))
			}
		})
	}
}

// pass hands on what comes, and ends both when one ends.
func (t *tap) pass(from, to net.Conn, came func(part []byte)) {
	defer func() { _, _ = from.Close(), to.Close() }() // the other direction ends with them
	buffer := make([]byte, 1<<16)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		came(buffer[:n])
		pause(t.delay.Load())
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// pause sleeps in a thread of its own: Go's timers are late by as much as a millisecond.
func pause(nanoseconds int64) {
	if nanoseconds > 0 {
		length := syscall.NsecToTimespec(nanoseconds)
		_ = syscall.Nanosleep(&length, nil) // at worst it is shorter
	}
}
