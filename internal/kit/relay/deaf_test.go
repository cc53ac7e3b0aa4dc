package relay_test

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// muffle is a proxy in front of PostgreSQL that loses notifications while it is told to, as a pooler in transaction
// mode does, which sends a LISTEN to another connection.
type muffle struct {
	address string
	silent  atomic.Bool
}

func startMuffle(t *testing.T, server string) *muffle {
	t.Helper()
	target, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	listener, err := net.Listen("unix", filepath.Join(folder, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	m := &muffle{}
	socket := filepath.Join(target.Query().Get("host"), ".s.PGSQL.5432")
	query := target.Query()
	query.Set("host", folder)
	target.RawQuery = query.Encode()
	m.address = target.String()
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go m.serve(client, socket)
		}
	}()
	return m
}

func (m *muffle) serve(client net.Conn, socket string) {
	defer client.Close()
	server, err := net.Dial("unix", socket)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(server, client)
		_ = server.Close()
	}()
	_ = m.forward(client, server)
}

// forward passes the server's messages on: a letter, the length of the rest, the rest. NotificationResponse is "A".
func (m *muffle) forward(client io.Writer, server io.Reader) error {
	for {
		head := make([]byte, 5)
		if _, err := io.ReadFull(server, head); err != nil {
			return err
		}
		message := make([]byte, binary.BigEndian.Uint32(head[1:])+1)
		copy(message, head)
		if _, err := io.ReadFull(server, message[5:]); err != nil {
			return err
		}
		if head[0] == 'A' && m.silent.Load() {
			continue
		}
		if _, err := client.Write(message); err != nil {
			return errors.Join(err, io.ErrClosedPipe)
		}
	}
}

// A node that doesn't hear its own heartbeat says so, has its clients refetch, and recovers once it hears again.
func TestADeafNodeKnowsIt(t *testing.T) {
	kittest.NeedPostgreSQL(t)
	t.Parallel()
	server := kittest.URL(t, kittest.PostgreSQL)
	proxy := startMuffle(t, server)
	open := func(config db.Config) *db.DB {
		config.Clock = clock.System{}
		d, err := db.Open(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		return d
	}
	d := open(db.Config{URL: proxy.address})
	deaf, other := start(t, d), start(t, open(db.Config{URL: server}))
	direct := start(t, open(db.Config{URL: proxy.address, DirectURL: server}))
	other.send(t, `1`)
	deaf.until(t, func() bool { return len(deaf.heard) == 1 })

	proxy.silent.Store(true)
	other.send(t, `2`)
	direct.until(t, func() bool { return len(direct.heard) == 2 })
	lost := deaf.timesLost()
	deaf.until(t, func() bool { return deaf.lost > lost })
	if !deaf.Deaf() || other.Deaf() || direct.Deaf() {
		t.Errorf("deaf are %t, %t, %t, want the first alone", deaf.Deaf(), other.Deaf(), direct.Deaf())
	}
	proxy.silent.Store(false)
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for end := time.Now().Add(20 * time.Second); deaf.Deaf(); <-again.C {
		if time.Now().After(end) {
			t.Fatal("the node stays deaf")
		}
	}
	other.send(t, `3`)
	deaf.until(t, func() bool { return slices.Contains(deaf.heard, "3") })
}

func (n *node) timesLost() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.lost
}
