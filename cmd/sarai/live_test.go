package main_test

import (
	"encoding/json"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"

	"sarai/internal/kit/kittest/socketclient"
)

// title is that of the notification that the socket hears next.
func title(t *testing.T, socket *socketclient.Client) string {
	t.Helper()
	var payload struct{ Notification struct{ Title string } }
	r := socket.Next("event")
	if err := json.Unmarshal(r.Payload, &payload); err != nil || r.Event != "notification:created" {
		t.Fatalf("%s heard %s %s", socket.Name, r.Event, r.Payload)
	}
	return payload.Notification.Title
}

// tell writes notifications until one is queued for so many sockets. A client that connected to the server while it was
// stopping has said "connect" once more than its sessions last, so that word alone doesn't tell who is back.
func (c *caller) tell(s *program, title string, sockets int) {
	c.t.Helper()
	const emitted, queued = "sarai_sockets_emitted_total", "sarai_sockets_queued_total"
	for heard := 0.0; heard < float64(sockets); {
		before := s.metrics()
		c.at(s).note(title)
		after := s.metrics()
		for after[emitted] == before[emitted] {
			after = s.metrics()
		}
		heard = after[queued] - before[queued]
	}
}

func (c *caller) note(title string) {
	c.t.Helper()
	c.post("/api/notifications/{org}", object{"type": "info", "title": title, "message": "m"}).want(201)
}

// Two servers on one PostgreSQL: the sockets of both hear what either does, once, and those of either are put out
// by the other.
func TestSocketsHearWhatAnotherServerDoes(t *testing.T) {
	onPostgreSQL(t, func(t *testing.T, p *place) {
		p.watch()
		p.settings = append(p.settings, "SARAI_TOKEN_KEYS=k:"+strings.Repeat("7a", 32))
		other := *p
		other.dir = t.TempDir()
		other.settings = append(p.settings[:len(p.settings):len(p.settings)], "SARAI_DATA_DIR="+other.dir)
		one := p.serve()
		owner := one.hotel("Haveli", "owner@hotel.example")
		two := other.serve()
		node := socketclient.Start(t)
		// Sockets that come before their server listens to the other one have to come again.
		await(t, "both servers to listen", func() bool {
			return p.query("SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle' AND " +
				"query LIKE 'LISTEN %'")[0][0] == "2"
		})
		first := node.Open("first", one.url, object{"token": owner.token}, socketclient.Upgrading())
		second := node.Open("second", two.url, object{"token": owner.token}, socketclient.Polling())
		third := node.Open("third", two.url, object{"token": owner.token}, socketclient.WebSocket())
		sockets := []*socketclient.Client{first, second, third}
		for _, socket := range sockets {
			socket.Next("connect")
		}
		const each = 100
		var both sync.WaitGroup
		for i, at := range []*caller{owner.at(one), owner.at(two)} {
			both.Go(func() {
				for n := range each {
					at.note(fmt.Sprint(i, " ", n))
				}
			})
		}
		both.Wait()
		for _, socket := range sockets {
			next := [2]int{}
			for range 2 * each {
				var server, number int
				if _, err := fmt.Sscan(title(t, socket), &server, &number); err != nil || number != next[server] {
					t.Fatalf("%s heard %d of server %d (%v), want %d", socket.Name, number, server, err, next[server])
				}
				next[server]++
			}
		}

		owner.at(one).post("/api/auth/logout", nil).want(200)
		for _, socket := range sockets {
			if r := socket.Next("disconnect"); r.Message != "io server disconnect" {
				t.Errorf("%s: %s", socket.Name, r.Message)
			}
			socket.Do("connect") // its server knows at once that the session has ended, too
			if r := socket.Next("connect_error"); r.Message != "Your session has ended. Sign in again." {
				t.Errorf("%s: %s", socket.Name, r.Message)
			}
		}
		one.stop()
		two.stop()
	})
}

// A server that stops lets nobody wait, and its clients come back to the next one.
func TestSocketsComeBackAfterARestart(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		p.watch()
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		p.settings = append(p.settings, "SARAI_ADDR="+listener.Addr().String())
		if err := listener.Close(); err != nil {
			t.Fatal(err)
		}
		s := p.serve()
		owner, node := s.hotel("Haveli", "owner@hotel.example"), socketclient.Start(t)
		var sockets []*socketclient.Client
		for name, options := range map[string]socketclient.Options{"polling": socketclient.Polling(),
			"websocket": socketclient.WebSocket(), "upgrading": socketclient.Upgrading()} {
			socket := node.Open(name, s.url, object{"token": owner.token}, options)
			socket.Next("connect")
			sockets = append(sockets, socket)
		}
		for cycle, end := range []func(){s.stop, func() { s.kill() }} {
			end()
			for _, socket := range sockets {
				socket.Next("disconnect")
			}
			s = p.serve()
			for _, socket := range sockets {
				socket.Next("connect")
			}
			word := fmt.Sprint("back ", cycle)
			owner.tell(s, word, len(sockets))
			for _, socket := range sockets {
				for title(t, socket) != word { // what was told again in the cycle before
				}
			}
		}
		s.stop()
	})
}
