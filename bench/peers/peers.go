package peers

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"sarai/bench/drive"
	"sarai/bench/fill"
)

// grown is the history of a hotel beside peers: more than half of its bookings are still to come.
var grown = fill.History{Rooms: 100, Bookings: 10_000, Ahead: 300}

// opener starts a peer with the installation's history.
type opener func(ctx context.Context, s drive.Settings, in *fill.Installation) (*peer, error)

// Measure compares Sarai with other servers that do the work of README.md.
func Measure(ctx context.Context, s drive.Settings, r *drive.Report) error {
	if s.Profile != "" {
		return nil
	}
	var openers []opener
	onNode := fetched("Fastify", fetchFastify(ctx, s))
	if onNode {
		openers = append(openers, fastifySQLite)
	}
	if fetched("PocketBase", fetchPocketBase(ctx, s)) {
		openers = append(openers, pocketBase)
	}
	if len(openers) > 0 {
		in, err := fill.SQLite(ctx, s.Folder, "peers", 1, grown)
		if err == nil {
			err = beside(ctx, s, r, in, openers, append(readingWork,
				work{what: "create", status: http.StatusCreated, requests: createsIn(1),
					counts: drive.Connections, of: "Fastify", least: map[int]float64{1: 1, 16: 1.4, 64: 1.4}, most: 0.6}))
		}
		if err != nil {
			return err
		}
	}
	if onNode {
		return besidePostgreSQL(ctx, s, r)
	}
	return nil
}

// fetched says why a peer is missing.
func fetched(name string, err error) bool {
	if err != nil {
		fmt.Printf("  NOTICE: %s can't be fetched, and is left out: %.1000s\n", name, err)
	}
	return err == nil
}

// besidePostgreSQL is the same on a private PostgreSQL that syncs to disk. The reads are of its first hotel.
func besidePostgreSQL(ctx context.Context, s drive.Settings, r *drive.Report) error {
	return fill.OnPostgreSQL(ctx, s.Folder, "peers", fill.TownHotels, grown, func(in *fill.Installation) error {
		return beside(ctx, s, r, in, []opener{fastifyPostgreSQL}, append(readingWork,
			work{what: "create, one hotel", status: http.StatusCreated, requests: createsIn(1),
				counts: drive.Connections, least: map[int]float64{16: 1.5}},
			work{what: fmt.Sprintf("create, %d hotels", fill.TownHotels), status: http.StatusCreated,
				requests: createsIn(fill.TownHotels), counts: []int{16}, least: map[int]float64{16: 2.5}}))
	})
}

// beside starts Sarai and the peers, holds their answers against each other, and compares how they do the work.
func beside(ctx context.Context, s drive.Settings, r *drive.Report, in *fill.Installation, openers []opener,
	works []work) (err error) {
	server, err := drive.StartServer(ctx, s, in.DataDir, in.DatabaseURL)
	if err != nil {
		return err
	}
	peers := []*peer{newPeer("Sarai", server, in)}
	defer func() {
		for _, p := range peers {
			err = errors.Join(err, p.Stop())
		}
	}()
	for _, open := range openers {
		p, err := open(ctx, s, in)
		if err != nil {
			return err
		}
		peers = append(peers, p)
	}
	for _, p := range peers {
		if err := p.check(peers[0]); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	for _, w := range works {
		if err := w.compare(s, r, peers[0], peers[1:]); err != nil {
			return err
		}
	}
	for _, p := range peers[1:] {
		if err := p.sameRows(ctx); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// work is one kind of request to all peers.
type work struct {
	what     string
	status   int
	requests func(p *peer, connection int) func(buffer []byte) []byte
	counts   []int           // of connections
	least    map[int]float64 // of Sarai's rate by the peer's
	of       string          // the only peer that this is a limit for; empty: all
	most     float64         // milliseconds of Sarai's processor time each; 0: any
}

var readingWork = []work{
	{what: "read a booking", status: http.StatusOK, requests: (*peer).reads, counts: drive.Connections,
		least: map[int]float64{1: 1, 16: 1, 64: 1}},
	{what: "list page of 20", status: http.StatusOK, requests: (*peer).lists, counts: drive.Connections,
		least: map[int]float64{1: 1, 16: 1, 64: 1}},
}

func (p *peer) reads(connection int) func(buffer []byte) []byte {
	return fill.Scattered(p.before, p.after, connection, p.in.History.Bookings)
}

func (p *peer) lists(int) func(buffer []byte) []byte {
	return func(buffer []byte) []byte { return append(buffer, p.list...) }
}

func createsIn(hotels int) func(p *peer, connection int) func(buffer []byte) []byte {
	return func(p *peer, connection int) func(buffer []byte) []byte {
		return p.in.Book(p.desk, hotels, `,"advanceAmount":2000,"paymentMethod":"cash"`)(connection)
	}
}

func (w work) compare(s drive.Settings, r *drive.Report, sarai *peer, others []*peer) error {
	for _, n := range w.counts {
		meters := map[string]*meter{}
		var contestants []drive.Contestant
		for _, p := range append([]*peer{sarai}, others...) {
			m := &meter{server: p.Process}
			meters[p.name] = m
			contestants = append(contestants, m.on(drive.OverHTTP(p.name, p.Address, w.status,
				func(connection int) func([]byte) []byte { return w.requests(p, connection) })))
		}
		rates, err := drive.Race(s, n, contestants...)
		if err != nil {
			return err
		}
		for _, p := range others {
			var least drive.Limit
			if w.of == "" || w.of == p.name {
				least = drive.AtLeast(w.least[n])
			}
			r.Add(fmt.Sprintf("%s, %d connections, beside %s", w.what, n, p.name), rates.Ratio(sarai.name, p.name), least,
				fmt.Sprintf("%s, %.2f beside %.2f ms of processor", rates.Beside(sarai.name, p.name),
					meters[sarai.name].each(), meters[p.name].each()))
		}
		if w.most > 0 {
			r.Add(fmt.Sprintf("processor time of Sarai's, %d connections", n), meters[sarai.name].each(),
				drive.AtMost(w.most, " ms"), "")
		}
	}
	return nil
}

// meter measures the processor time that a server takes for a request, warming up included.
type meter struct {
	server   *drive.Process
	used     time.Duration
	requests atomic.Int64
}

func (m *meter) each() float64 {
	return float64(m.used.Microseconds()) / 1000 / float64(m.requests.Load())
}

// on is the contestant, metered.
func (m *meter) on(c drive.Contestant) drive.Contestant {
	return drive.Contestant{Name: c.Name, Prepare: func(n int) ([]func() error, func(), error) {
		workers, done, err := c.Prepare(n)
		if err != nil {
			return nil, nil, err
		}
		before, err := m.server.ProcessorTime()
		for i, work := range workers {
			workers[i] = func() error {
				m.requests.Add(1)
				return work()
			}
		}
		return workers, func() {
			after, err := m.server.ProcessorTime()
			if err == nil { // else the server has ended, which its requests have noticed
				m.used += after - before
			}
			done()
		}, err
	}}
}

var (
	totals = regexp.MustCompile(`"total(?:Items)?":(\d+)`)
	codes  = regexp.MustCompile(`"code":"(BK-\d+)"`)
)

// check proves that the peer does the work: a booking can be read again and its rooms can't be booked again, and the
// list is Sarai's. A peer that does less is none.
func (p *peer) check(sarai *peer) error {
	request := createsIn(1)(p, 0)(nil)
	first, err := p.AnswerOf(request)
	if err != nil {
		return err
	}
	var created struct {
		Data struct{ BookingID, Code, CheckIn string }
	}
	if err := json.Unmarshal(first.Body, &created); err != nil || first.Status != http.StatusCreated {
		return fmt.Errorf("a booking is answered %d: %s", first.Status, first.Body)
	}
	again, err := p.AnswerOf(request)
	taken := http.StatusConflict
	if p == sarai {
		taken = http.StatusBadRequest // as its contract says
	}
	if err != nil || again.Status != taken {
		return errors.Join(err, fmt.Errorf("the same booking again is answered %d: %s", again.Status, again.Body))
	}
	one, err := p.AnswerOf([]byte(p.before + created.Data.BookingID + p.after))
	if err != nil {
		return err
	}
	for _, part := range []string{`"code":"` + created.Data.Code + `"`, `"guestName":"Asha Rao"`,
		`"checkIn":"` + created.Data.CheckIn + `"`, `"roomNumber":"` + fill.RoomNumber(0) + `"`, `"advanceAmount":2000`} {
		if created.Data.Code == "" || !strings.Contains(string(one.Body), part) {
			return fmt.Errorf("the booking that was made has no %s: %s", part, one.Body)
		}
	}
	stranger, err := p.AnswerOf([]byte(strings.Replace(p.list, "Bearer ", "Bearer no", 1)))
	if err != nil || stranger.Status == http.StatusOK && len(codes.FindAll(stranger.Body, -1)) > 0 {
		return errors.Join(err, fmt.Errorf("a stranger's list is answered %d: %s", stranger.Status, stranger.Body))
	}
	return p.sameList(sarai)
}

func (p *peer) sameList(sarai *peer) error {
	want, err := sarai.AnswerOf([]byte(sarai.list))
	if err != nil {
		return err
	}
	got, err := p.AnswerOf([]byte(p.list))
	if err != nil {
		return err
	}
	for _, pattern := range []*regexp.Regexp{totals, codes} {
		if a, b := pattern.FindAllSubmatch(want.Body, -1), pattern.FindAllSubmatch(got.Body, -1); len(a) == 0 ||
			!slices.EqualFunc(a, b, func(a, b [][]byte) bool { return string(a[1]) == string(b[1]) }) {
			return fmt.Errorf("the list differs from Sarai's:\n%s\n%s", want.Body, got.Body)
		}
	}
	return nil
}

// sameRows checks that every acknowledged booking is there with its rows.
func (p *peer) sameRows(ctx context.Context) error {
	made, h := p.desk.Made(), p.in.History
	nights := 0
	for i := range h.Bookings {
		nights += len(h.Nights(i))
	}
	pool, err := sql.Open(p.driver, p.source)
	if err != nil {
		return err
	}
	defer pool.Close()
	for table, rows := range map[string]struct{ before, each int }{"bookings": {h.Bookings, 1},
		"booking_rooms": {h.Bookings, 1}, "room_nights": {nights, fill.NightsPerStay}, "payments": {0, 1},
		"ledger_entries": {0, 2}, "audit_entries": {0, 1}} {
		want, found := int64(rows.before*len(p.in.Hotels))+made*int64(rows.each), int64(0)
		if err := pool.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+table).Scan(&found); err != nil {
			return err
		}
		if found != want {
			return fmt.Errorf("%s has %d rows instead of %d", table, found, want)
		}
	}
	return nil
}
