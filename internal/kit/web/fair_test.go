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

	"sarai/internal/kit/clock"
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

func newDepot() *depot {
	d := &depot{now: clock.NewFake(time.Date(2026, 4, 14, 10, 0, 0, 0, time.UTC)), started: make(chan string, 1000),
		release: make(chan struct{})}
	take := func(_ context.Context, sc scope.Scope, _ *parcel) (*web.Message, error) {
		d.started <- sc.Org
		<-d.release
		return web.Done("Taken."), nil
	}
	d.Handler, _ = web.New(web.Config{Clock: d.now, Metrics: prometheus.NewRegistry(),
		Log: slog.New(slog.DiscardHandler),
		Authenticate: func(_ context.Context, _, org string, sc scope.Scope) (scope.Scope, error) {
			sc.Org = org
			return sc, nil
		},
		Routes: []web.Route{
			web.Post("/api/parcels/{orgId}", web.Need{Access: web.AccessMember}, take, "Take"),
			web.Post("/api/letters/{orgId}", web.Need{Access: web.AccessMember}, take, "Wait").OutOfTurn(),
		}})
	return d
}

const (
	busyHotel  = "665f1c2ab7e4d90000000001"
	otherHotel = "665f1c2ab7e4d90000000002"
)

// send asks the path's group for an organization, and returns the status.
func (d *depot) send(group, org string, size int) int {
	body := `{"content":"` + strings.Repeat("x", size) + `"}`
	request := httptest.NewRequest("POST", "/api/"+group+"/"+org, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer token")
	answer := httptest.NewRecorder()
	d.ServeHTTP(answer, request)
	return answer.Code
}

// While another hotel is there, large requests of one wait for each other. While it is alone, they don't.
func TestLargeRequestsOfAnOrganizationWaitForEachOther(t *testing.T) {
	const large, alone, inLine, tooMany = 8 << 10, 5, 64, 3
	together := max(1, runtime.GOMAXPROCS(0)/2)
	d := newDepot()
	var waiting sync.WaitGroup
	answers := make(chan int, 1000)
	ask := func(number int) {
		for range number {
			waiting.Go(func() { answers <- d.send("parcels", busyHotel, large) })
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

	waiting.Go(func() { answers <- d.send("parcels", otherHotel, 10) })
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
	waiting.Go(func() { answers <- d.send("letters", busyHotel, large) })
	waiting.Go(func() { answers <- d.send("parcels", otherHotel, 10) })
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
	d := newDepot()
	var waiting sync.WaitGroup
	waiting.Go(func() { d.send("parcels", otherHotel, 10) })
	<-d.started
	for range max(1, runtime.GOMAXPROCS(0)/2) {
		waiting.Go(func() { d.send("parcels", busyHotel, large) })
		<-d.started
	}
	request := httptest.NewRequest("POST", "/api/parcels/"+busyHotel, strings.NewReader(`{"content":"x"}`))
	gone, leave := context.WithCancel(t.Context())
	leave()
	answer := httptest.NewRecorder()
	request.Header.Set("Authorization", "Bearer token")
	d.ServeHTTP(answer, request.WithContext(gone))
	if answer.Code != 429 || answer.Header().Get("Retry-After") == "" {
		t.Errorf("who has gone is answered %d, Retry-After %q", answer.Code, answer.Header().Get("Retry-After"))
	}
	close(d.release)
	waiting.Wait()
	if status := d.send("parcels", busyHotel, large); status != 200 {
		t.Errorf("the next one is answered %d", status)
	}
}
