package main

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/kittest"
)

func demoSettings(t *testing.T, engine string) *Settings {
	s := &Settings{Addr: "127.0.0.1:0", DataDir: t.TempDir(), RateLimit: "off", MailLimits: "off", Signup: "first",
		BookingLimit: "off", Log: "text", DatabaseDeadline: 15 * time.Second, BackupsKeep: "7/4"}
	if engine == kittest.PostgreSQL {
		s.DatabaseURL = kittest.URL(t, engine)
	}
	return s
}

func files(t *testing.T, s *Settings) string {
	t.Helper()
	entries, err := os.ReadDir(s.DataDir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return strings.Join(names, " ")
}

func TestDemoIsMadeOnce(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			s := demoSettings(t, engine)
			s.GSTURL = "http://127.0.0.1:1" // nobody answers there, and filling asks nobody
			if err := s.fill(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := s.fill(t.Context()); !errors.Is(err, errNotEmpty) {
				t.Errorf("the second time: %v", err)
			}
			if err := s.fillIfEmpty(t.Context()); err != nil {
				t.Errorf("serve --demo: %v", err)
			}
			if got := files(t, s); engine == kittest.SQLite && got != "sarai.db token-keys.json" {
				t.Errorf("the data directory has %s", got)
			}
			checkTour(t, s)
		})
	}
}

// checkTour runs what the tour says in a shell.
func checkTour(t *testing.T, s *Settings) {
	t.Helper()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Fatalf("the tour is made of curl commands, so this test needs curl: %v", err)
	}
	d, err := s.openDatabase(t.Context(), clock.System{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	a, err := s.build(d, clock.System{})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", s.Addr)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- s.serve(ctx, a, listener) }()
	_, commands, _ := strings.Cut(tour("http://"+listener.Addr().String()), "\nAPI=")
	said, err := exec.Command("sh", "-c", "API="+commands).CombinedOutput()
	stop()
	if err := errors.Join(err, <-served); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	for _, wanted := range []string{`"code":"BK-`, `"pagination":`, `"stayovers":`} {
		if !strings.Contains(string(said), wanted) {
			t.Errorf("the tour's commands don't say %s: %s", wanted, said)
		}
	}
}

func TestDemoLeavesADatabaseInUseAlone(t *testing.T) {
	s := demoSettings(t, kittest.SQLite)
	server, err := s.openDatabase(t.Context(), clock.System{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.fill(t.Context()); err == nil || !strings.Contains(err.Error(), "another process uses") {
		t.Errorf("filled under a server: %v", err)
	}
	if err := server.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.fill(t.Context()); err != nil {
		t.Errorf("after the server has stopped: %v", err)
	}
}

// Where there was a database, the demo hotel takes its place no more than an empty one would.
func TestTheDemoTakesNoLostDatabasesPlace(t *testing.T) {
	for left, content := range map[string]string{"token-keys.json": `{"keys":[{"kid":"a","seed":"` +
		strings.Repeat("ab", 32) + `"}]}`, "sarai.db-wal": strings.Repeat("w", 4096)} {
		for _, fill := range []func(*Settings) error{
			func(s *Settings) error { return s.fill(t.Context()) },
			func(s *Settings) error { return s.fillIfEmpty(t.Context()) },
		} {
			s := demoSettings(t, kittest.SQLite)
			if err := os.WriteFile(filepath.Join(s.DataDir, left), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := fill(s); err == nil || !strings.Contains(err.Error(), "is missing, but") {
				t.Errorf("with %s it is filled: %v", left, err)
			}
			if got := files(t, s); got != left {
				t.Errorf("the data directory has %s, and had %s", got, left)
			}
		}
	}
}

func TestInterruptedDemoLeavesNothing(t *testing.T) {
	s := demoSettings(t, kittest.SQLite)
	killed := filepath.Join(s.DataDir, draftPrefix+"killed")
	if err := os.Mkdir(killed, 0o700); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * draftLife)
	if err := os.Chtimes(killed, old, old); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond) // the whole takes a second
	defer cancel()
	if err := s.fill(ctx); err == nil {
		t.Fatal("it was not interrupted")
	}
	if got := files(t, s); strings.Contains(got, "sarai.db") || strings.Contains(got, draftPrefix) {
		t.Errorf("the data directory has %s", got)
	}
}
