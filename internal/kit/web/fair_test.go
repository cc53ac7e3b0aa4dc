package web_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/admit"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

type parcel struct {
	Org  string `path:"orgId"`
	Body struct {
		Content string `json:"content"`
	}
}

// depot takes parcels of organizations. Each waits in its handler until it is released.
type depot struct {
	http.Handler
	now     *clock.Fake
	started chan string // the organizations whose parcels are being handled
	release chan struct{}
}

func newDepot(t *testing.T) *depot {
	t.Helper()
	d := &depot{now: clock.NewFake(time.Date(2026, 4, 14, 10, 0, 0, 0, time.UTC)), started: make(chan string, 1000),
		release: make(chan struct{})}
	database := kittest.New(t, kittest.SQLite, d.now)
	report := func(ctx context.Context, _ scope.Scope, in *parcel) (*web.Message, error) {
		rows, pages, _ := strings.Cut(in.Body.Content, " ")
		err := database.Read(ctx, func(tx *db.Tx) error {
			_, err := db.All(tx, db.Value[int], `WITH RECURSIVE
				counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < `+rows+`) SELECT n FROM counted`)
			return err
		})
		return web.Done(strings.Repeat("page ", len(pages)*1000)), err
	}
	take := func(_ context.Context, sc scope.Scope, _ *parcel) (*web.Message, error) {
		d.started <- sc.Org
		<-d.release
		return web.Done("Taken."), nil
	}
	d.Handler, _ = web.New(web.Config{Clock: d.now, Metrics: prometheus.NewRegistry(),
		Log: slog.New(slog.DiscardHandler), Limit: admit.Rate{Requests: 10_000, Window: time.Hour},
		Session: func(string) (string, bool) { return "", false },
		Authenticate: func(_ context.Context, _, org string, sc scope.Scope) (scope.Scope, error) {
			sc.Org = org
			return sc, nil
		},
		Routes: []web.Route{
			web.Post("/api/parcels/{orgId}", scope.Need{Access: scope.AccessMember}, take, "Take"),
			web.Post("/api/reports/{orgId}", scope.Need{Access: scope.AccessMember}, report, "Report"),
			web.Post("/api/letters/{orgId}", scope.Need{Access: scope.AccessMember}, take, "Wait").OutOfTurn(),
		}})
	return d
}

const (
	busyHotel  = "665f1c2ab7e4d90000000001"
	otherHotel = "665f1c2ab7e4d90000000002"
)

// send sends so many bytes to an address of the organization, and returns the status.
func (d *depot) send(t *testing.T, group, org string, size int) int {
	t.Helper()
	return d.ask(t.Context(), group, org, strings.Repeat("x", size)).Code
}

func (d *depot) ask(ctx context.Context, group, org, content string) *httptest.ResponseRecorder {
	request := httptest.NewRequestWithContext(ctx, "POST", "/api/"+group+"/"+org,
		strings.NewReader(`{"content":"`+content+`"}`))
	request.Header.Set("Authorization", "Bearer token")
	answer := httptest.NewRecorder()
	d.ServeHTTP(answer, request)
	return answer
}

// While another hotel is there, large requests of one wait for each other. While it is alone, they don't.
func TestLargeRequestsOfAnOrganizationWaitForEachOther(t *testing.T) {
	const large, alone, inLine, tooMany = 8 << 10, 5, 64, 3
	together := max(1, runtime.GOMAXPROCS(0)/2)
	d := newDepot(t)
	var waiting sync.WaitGroup
	answers := make(chan int, 1000)
	ask := func(number int) {
		for range number {
			waiting.Go(func() { answers <- d.send(t, "parcels", busyHotel, large) })
		}
	}
	ask(alone)
	for range alone {
		<-d.started
	}
	for range alone {
		d.release <- struct{}{}
	}
	waiting.Wait()

	waiting.Go(func() { answers <- d.send(t, "parcels", otherHotel, 10) })
	if org := <-d.started; org != otherHotel {
		t.Fatalf("%s is handled", org)
	}
	ask(together + inLine + tooMany)
	counts := map[int]int{}
	for counts[429] < tooMany { // then all others are handled or wait
		counts[<-answers]++
	}
	for range together {
		<-d.started
	}
	if len(d.started) > 0 {
		t.Errorf("%d more large requests are handled at a time than %d", len(d.started), together)
	}
	waiting.Go(func() { answers <- d.send(t, "letters", busyHotel, large) })
	waiting.Go(func() { answers <- d.send(t, "parcels", otherHotel, 10) })
	if first, second := <-d.started, <-d.started; first == second {
		t.Error("who waits for something else, or is of another hotel, is held up")
	}
	close(d.release)
	waiting.Wait()
	close(answers)
	for status := range answers {
		counts[status]++
	}
	if want := alone + together + inLine + 3; counts[200] != want || len(counts) != 2 {
		t.Errorf("the answers are %v, want %d of 200", counts, want)
	}
}

// Who gives up waiting leaves the line.
func TestWhoLeavesTheLineTakesNoTurn(t *testing.T) {
	const large = 8 << 10
	d := newDepot(t)
	var waiting sync.WaitGroup
	waiting.Go(func() { d.send(t, "parcels", otherHotel, 10) })
	<-d.started
	for range max(1, runtime.GOMAXPROCS(0)/2) {
		waiting.Go(func() { d.send(t, "parcels", busyHotel, large) })
		<-d.started
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	answer := d.ask(gone, "parcels", busyHotel, "x")
	if answer.Code != 503 || answer.Header().Get("Retry-After") == "" {
		t.Errorf("who has gone is answered %d, Retry-After %q", answer.Code, answer.Header().Get("Retry-After"))
	}
	close(d.release)
	waiting.Wait()
	if status := d.send(t, "parcels", busyHotel, large); status != 200 {
		t.Errorf("the next one is answered %d", status)
	}
}

// A request is large by the rows that it reads and writes, or by its answer, and the next ones count as large too.
func TestWhatARequestDoesMakesTheNextOnesLarge(t *testing.T) {
	for content, large := range map[string]bool{"400 p": false, "600 p": true, "20 " + strings.Repeat("p", 60): true} {
		t.Run(content, func(t *testing.T) {
			d := newDepot(t)
			var waiting sync.WaitGroup
			if a := d.ask(t.Context(), "reports", busyHotel, content); a.Code != 200 {
				t.Fatalf("the report answers %d %s", a.Code, a.Body)
			}
			waiting.Go(func() { d.send(t, "parcels", otherHotel, 10) })
			<-d.started
			for range max(1, runtime.GOMAXPROCS(0)/2) {
				waiting.Go(func() { d.send(t, "parcels", busyHotel, 10) })
				<-d.started
			}
			// Who has gone either leaves the line, or there was none and it is handled.
			gone, leave := context.WithCancel(t.Context())
			leave()
			left := make(chan struct{})
			waiting.Go(func() {
				if d.ask(gone, "parcels", busyHotel, "x").Code == 503 {
					close(left)
				}
			})
			select {
			case <-left:
				if !large {
					t.Error("it counts as large")
				}
			case <-d.started:
				if large {
					t.Error("it doesn't count as large")
				}
			}
			close(d.release)
			waiting.Wait()
		})
	}
}

// slowReader is a client that takes nothing of its answer until it is let.
type slowReader struct {
	*httptest.ResponseRecorder
	reached chan struct{}
	read    chan struct{}
}

func (r *slowReader) Write(b []byte) (int, error) {
	close(r.reached)
	<-r.read
	return r.ResponseRecorder.Write(b)
}

// Who reads a large answer slowly keeps nobody waiting.
func TestASlowReaderKeepsNoTurn(t *testing.T) {
	d := newDepot(t)
	var waiting sync.WaitGroup
	waiting.Go(func() { d.send(t, "parcels", otherHotel, 10) })
	<-d.started
	var readers []*slowReader
	for range max(1, runtime.GOMAXPROCS(0)/2) {
		reader := &slowReader{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
		readers = append(readers, reader)
		request := httptest.NewRequest("POST", "/api/reports/"+busyHotel,
			strings.NewReader(`{"content":"600 `+strings.Repeat("p", 5000)+`"}`))
		request.Header.Set("Authorization", "Bearer token")
		waiting.Go(func() { d.ServeHTTP(reader, request) })
		<-reader.reached
	}
	waiting.Go(func() { d.send(t, "parcels", busyHotel, 8<<10) })
	select {
	case <-d.started:
	case <-time.After(10 * time.Second):
		t.Error("the next large request waits until the answer is read")
	}
	for _, reader := range readers {
		close(reader.read)
	}
	close(d.release)
	waiting.Wait()
}
