package app_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// logged is a log that is read while others write to it.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// line waits for the line that has these words.
func (l *logged) line(t *testing.T, words string) string {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); runtime.Gosched() {
		l.mu.Lock()
		text := l.text.String()
		l.mu.Unlock()
		for line := range strings.Lines(text) {
			if strings.Contains(line, words) {
				return line
			}
		}
	}
	t.Fatalf("no line has %q", words)
	return ""
}

// A client that goes away before its answer is no failure of the server's: the log says so, and no alarm rings.
func TestAClientThatGoesAwayIsNoError(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			var log logged
			s := apptest.New(t, engine, func(c *app.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
			owner := s.Hotel()
			room := owner.CreateRooms(1)[0]
			busy, release := make(chan struct{}), make(chan struct{})
			var writing sync.WaitGroup
			writing.Go(func() { // holds what the request needs
				_ = s.DB.Write(context.WithoutCancel(t.Context()), func(tx *db.Tx) error {
					_, err := tx.Exec(`UPDATE rooms SET room_number = room_number WHERE org_id = $1`, owner.Org)
					close(busy)
					<-release
					return err
				})
			})
			<-busy
			ctx, leave := context.WithCancel(t.Context())
			request, err := http.NewRequestWithContext(ctx, "PUT", s.URL+"/api/rooms/"+owner.Org+"/"+room+"/update",
				strings.NewReader(`{"notes":"x"}`))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Authorization", "Bearer "+owner.Token)
			request.Header.Set("Content-Type", "application/json")
			time.AfterFunc(300*time.Millisecond, leave) // it waits by then, or leaves earlier
			if _, err := http.DefaultClient.Do(request); err == nil {
				t.Error("the request was answered")
			}
			line := log.line(t, "route=/api/rooms/{orgId}/{roomId}/update")
			close(release)
			writing.Wait()
			if !strings.Contains(line, "level=INFO") || !strings.Contains(line, "status=499") {
				t.Error(line)
			}
		})
	}
}
