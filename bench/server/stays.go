package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"sarai/bench/drive"
	"sarai/bench/fill"
)

const (
	staysPerLine = 12
	longLine     = time.Millisecond // to PostgreSQL and back
	mostMessages = 6
	drafting     = "draft the invoice"
)

// Stays counts how many messages the steps of a stay send to PostgreSQL, and shows how long they take when it is
// near and when it is at the end of a line.
func Stays(ctx context.Context, s drive.Settings, r *drive.Report) error {
	return fill.OnPostgreSQL(ctx, s.Folder, "stays", 1, fill.Town, func(in *fill.Installation) error {
		return measureStays(ctx, s, r, in)
	})
}

func measureStays(ctx context.Context, s drive.Settings, r *drive.Report, in *fill.Installation) (err error) {
	// Mails would be written beside the next step.
	if err := fill.OnServer(ctx, in.DatabaseURL, "UPDATE notification_configs SET email_enabled = FALSE"); err != nil {
		return err
	}
	t, err := newTap(in.DatabaseURL)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.listener.Close()) }()
	server, err := drive.StartServer(ctx, s, in.DataDir, t.url(in.DatabaseURL))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	d := &stayDesk{in: in, base: "http://" + server.Address + "/api/", client: keepingClient(), tap: t}
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
		most := drive.AtMost(mostMessages, " messages")
		if step.name == drafting {
			most = drive.Limit{}.In(" messages") // check-out mostly does it
		}
		here, away := near[step.name], far[step.name]
		r.Add(step.name, float64(slices.Min(here.messages)), most, fmt.Sprintf(
			"%.1f ms; %.1f ms when a message and its answer take %v", milliseconds(here.times, 0.5),
			milliseconds(away.times, 0.5), longLine))
	}
	return nil
}

// steps are those of a stay in their order. A name behind $ is that of what is known: the hotel, a free room, the
// nights, and the fields that steps before have answered.
var steps = []struct{ name, method, path, body, answers string }{
	{"book with an advance", "POST", "bookings/$hotel/create", `{"guestName":"Asha Rao",` +
		`"guestPhone":"+91 98450 12345","checkIn":"$from","checkOut":"$to","rooms":[{$room,"roomType":"Deluxe",` +
		`"ratePerNight":5000,"adults":2}],"advanceAmount":2000,"paymentMethod":"cash"}`, "bookingId"},
	{"check in", "POST", "bookings/$hotel/$bookingId/arrival", `{"force":true}`, ""},
	{"take a payment", "POST", "payments/$hotel/create", `{"bookingId":"$bookingId","amount":500,"method":"cash"}`, ""},
	{drafting, "POST", "invoices/$hotel/create", `{"bookingId":"$bookingId"}`, "_id"},
	{"issue it", "POST", "invoices/$hotel/$_id/issue", `{}`, ""},
	{"check out", "PUT", "bookings/$hotel/$bookingId/checkout", `{}`, ""},
}

// stayDesk takes guests through their stays, one after the other.
type stayDesk struct {
	in     *fill.Installation
	base   string
	client *http.Client
	tap    *tap
	rooms  []string // that are free tonight
}

func (d *stayDesk) findRooms(ctx context.Context) error {
	answer, err := d.ask(ctx, http.MethodPost, "bookings/"+d.in.Hotels[0]+"/check-availability",
		fmt.Sprintf(`{"checkIn":"%s","checkOut":"%s"}`, fill.Today(), fill.Today().AddDays(1)))
	for i := range d.in.History.Rooms {
		if err == nil && bytes.Contains(answer, []byte(`"`+fill.RoomID(i)+`"`)) {
			d.rooms = append(d.rooms, fmt.Sprintf(`"roomId":"%s","roomNumber":"%s"`, fill.RoomID(i), fill.RoomNumber(i)))
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
		known := map[string]string{"hotel": d.in.Hotels[0], "room": d.rooms[0], "from": string(fill.Today()),
			"to": string(fill.Today().AddDays(1))}
		d.rooms = d.rooms[1:]
		put := func(text string) string { return os.Expand(text, func(name string) string { return known[name] }) }
		for _, step := range steps {
			if _, err := d.ask(ctx, http.MethodGet, put("payments/$hotel/list?limit=1"), ""); err != nil {
				return nil, err // who asks is known for a second from now on
			}
			d.tap.longest.Store(0)
			start := time.Now()
			answer, err := d.ask(ctx, step.method, put(step.path), put(step.body))
			if err != nil {
				return nil, err
			}
			if all[step.name] == nil {
				all[step.name] = &taken{}
			}
			t := all[step.name]
			t.times = append(t.times, time.Since(start))
			t.messages = append(t.messages, d.tap.longest.Load())
			if step.answers != "" {
				known[step.answers] = textIn(answer, step.answers)
			}
		}
	}
	return all, nil
}

func (d *stayDesk) ask(ctx context.Context, method, path, body string) ([]byte, error) {
	status, answer, err := send(ctx, d.in, d.client, method, d.base+path, []byte(body))
	if err == nil && status >= 300 {
		err = fmt.Errorf("%s %s answered %d: %s", method, path, status, answer)
	}
	return answer, err
}

// taken is what a step took each time. The first time on a connection it prepares its statements, with more messages.
type taken struct {
	messages []int64
	times    []time.Duration
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
