package web

import (
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"pgregory.net/rapid"

	"sarai/internal/kit/admit"
	"sarai/internal/kit/clock"
)

// What costs something, and no more, is under the limit: what opens a live connection too, but not what it carries.
func TestWhatIsLimited(t *testing.T) {
	for path, limited := range map[string]bool{"/api/nothing": true, "/openapi.json": true, "/docs": true,
		"/docs/swagger-ui.css": true, "/socket.io/?EIO=4&transport=polling": true,
		"/socket.io/?EIO=4&transport=websocket&sid=": true, "/socket.io/?EIO=4&transport=polling&sid=x": false,
		"/healthz": false, "/": false, "/documents": false} {
		handler, _ := New(Config{Clock: clock.System{}, Metrics: prometheus.NewRegistry(),
			Log: slog.New(slog.DiscardHandler), Limit: admit.Rate{Requests: 1, Window: time.Hour},
			Session: func(string) (string, bool) { return "", false }})
		handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
		second := httptest.NewRecorder()
		handler.ServeHTTP(second, httptest.NewRequest("GET", path, nil))
		if (second.Code == 429) != limited {
			t.Errorf("the second request for %s answers %d", path, second.Code)
		}
	}
}

// However requests of several addresses, sessions and strangers follow each other, each is counted where it belongs,
// and no address gets more than its share for all of its sessions.
func TestAnyoneIsLimited(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const limit = 2
		handler, _ := New(Config{Clock: clock.System{}, Metrics: prometheus.NewRegistry(),
			Log: slog.New(slog.DiscardHandler), Limit: admit.Rate{Requests: limit, Window: time.Hour},
			Session: func(token string) (string, bool) { return strings.CutPrefix(token, "genuine ") }})
		buckets, addresses := map[string]int{}, map[string]int{}
		sessions := rapid.IntRange(1, 40).Draw(t, "sessions")
		for range rapid.IntRange(1, 150).Draw(t, "requests") {
			address := rapid.SampledFrom([]string{"203.0.113.7", "203.0.113.8"}).Draw(t, "address")
			session := rapid.IntRange(0, sessions).Draw(t, "session")
			request := httptest.NewRequest("GET", "/api/nothing", nil)
			request.RemoteAddr = address + ":1234"
			bucket := address
			switch {
			case session > 1:
				request.Header.Set("Authorization", fmt.Sprintf("bearer genuine %d", session))
				bucket = fmt.Sprint(address, " ", session)
			case session == 1:
				token := fmt.Sprint("invented ", rapid.Int().Draw(t, "token"))
				request.Header.Set("Authorization", "Bearer "+token)
			}
			recorder := httptest.NewRecorder()
			handler.ServeHTTP(recorder, request)

			ownIsFull, status, most, left := buckets[bucket] == limit, 404, limit, 0
			switch {
			case ownIsFull:
				status = 429
			case addresses[address] == limitsOfAddress*limit:
				status, most = 429, limitsOfAddress*limit
				buckets[bucket]++
			default:
				buckets[bucket]++
				addresses[address]++
				left = limit - buckets[bucket]
			}
			header := recorder.Header()
			if recorder.Code != status || header.Get("X-RateLimit-Limit") != fmt.Sprint(most) ||
				header.Get("X-RateLimit-Remaining") != fmt.Sprint(left) || header.Get("X-RateLimit-Reset") == "" ||
				(status == 429) != (header.Get("Retry-After") != "") {
				t.Fatalf("%s answers %d, want %d, with %d of %d left: %v", bucket, recorder.Code, status, left, most, header)
			}
		}
	})
}
