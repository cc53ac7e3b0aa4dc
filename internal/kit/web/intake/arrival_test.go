package intake_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/admit"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

// notesServer takes notes from anyone, up to 2 MiB, and counts what arrives.
func notesServer(held func(bytes int64)) http.Handler {
	handler, _ := web.New(web.Config{Clock: clock.System{}, Metrics: prometheus.NewRegistry(),
		Log: slog.New(slog.DiscardHandler), Limit: admit.Rate{Requests: 10_000, Window: time.Hour},
		Session: func(string) (string, bool) { return "", false }, Held: held,
		Routes: []web.Route{web.Post("/api/notes", scope.Need{Access: scope.AccessAnyone}, done[sheet], "Note").
			Takes(2 << 20)}})
	return handler
}

// slowBody is a body of which nothing more comes until it is let go.
type slowBody struct {
	awaited chan struct{} // closed when the server waits for it
	wait    sync.Once
	rest    chan struct{}
}

func newSlowBody() *slowBody {
	return &slowBody{awaited: make(chan struct{}), rest: make(chan struct{})}
}

func (b *slowBody) Read([]byte) (int, error) {
	b.wait.Do(func() { close(b.awaited) })
	<-b.rest
	return 0, io.EOF
}

func sendFrom(handler http.Handler, address string, body io.Reader, length int64) *httptest.ResponseRecorder {
	request := httptest.NewRequest("POST", "/api/notes", body)
	request.RemoteAddr, request.ContentLength = address, length
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	return answer
}

// An address can't have more than so many requests, and so many bytes, half sent; others aren't held up by it.
func TestHalfSentBodiesAreLimitedByAddress(t *testing.T) {
	for name, c := range map[string]struct {
		many   int
		length int64
	}{"bodies": {64, 10}, "bytes": {24, 2 << 20}, "unknown lengths": {24, -1}} {
		t.Run(name, func(t *testing.T) {
			var told atomic.Int64
			handler := notesServer(told.Store)
			var bodies []*slowBody
			var answered sync.WaitGroup
			for i := range c.many {
				body := newSlowBody()
				bodies = append(bodies, body)
				answered.Go(func() {
					if a := sendFrom(handler, "[2001:db8::1]:1", body, c.length); a.Code != 200 {
						t.Errorf("request %d answers %d %s", i, a.Code, a.Body)
					}
				})
				<-body.awaited
			}
			if sent := int64(c.many) * c.length; c.length > 1<<20 && told.Load() < sent {
				t.Errorf("%d bytes lie in memory, and %d are told of", sent, told.Load())
			}
			// the same network as IPv6 customers are given it
			one := sendFrom(handler, "[2001:db8::2]:1", strings.NewReader(`{}`), c.length)
			if one.Code != 429 || one.Header().Get("Retry-After") == "" {
				t.Errorf("one more answers %d %s", one.Code, one.Body)
			}
			if a := sendFrom(handler, "203.0.113.7:1", strings.NewReader(`{}`), 2); a.Code != 200 {
				t.Errorf("another address is answered %d %s", a.Code, a.Body)
			}
			for _, body := range bodies {
				close(body.rest)
			}
			answered.Wait()
			if a := sendFrom(handler, "[2001:db8::1]:1", strings.NewReader(`{}`), 2); a.Code != 200 {
				t.Errorf("afterwards it is answered %d %s", a.Code, a.Body)
			}
			if told.Load() > 16<<20 {
				t.Errorf("of what is no longer there, %d bytes are told of", told.Load())
			}
		})
	}
}

// deadlines is a connection that notes until when it may be read.
type deadlines struct {
	*httptest.ResponseRecorder
	set []time.Time
}

func (d *deadlines) SetReadDeadline(until time.Time) error {
	d.set = append(d.set, until)
	return nil
}

func TestABodyHasADeadlineByItsSize(t *testing.T) {
	for _, c := range []struct {
		length int64
		within time.Duration
	}{{2, 15 * time.Second}, {500 << 10, 25 * time.Second}, {2 << 20, 30 * time.Second}, {-1, 30 * time.Second}} {
		request := httptest.NewRequest("POST", "/api/notes", strings.NewReader(`{}`))
		request.ContentLength = c.length
		connection := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		before := time.Now()
		notesServer(nil).ServeHTTP(connection, request)
		if connection.Code != 200 || len(connection.set) < 2 || !connection.set[len(connection.set)-1].IsZero() {
			t.Fatalf("%d bytes answer %d, with the deadlines %v", c.length, connection.Code, connection.set)
		}
		if given := connection.set[0].Sub(before); given < c.within || given > c.within+5*time.Second {
			t.Errorf("%d bytes may take %v, want %v", c.length, given, c.within)
		}
	}
	late := sendFrom(notesServer(nil), "203.0.113.7:1", lateBody{}, 100)
	if late.Code != 400 || !strings.Contains(late.Body.String(), "took too long to arrive") {
		t.Errorf("a late body answers %d %s", late.Code, late.Body)
	}
}

type lateBody struct{}

func (lateBody) Read([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }
