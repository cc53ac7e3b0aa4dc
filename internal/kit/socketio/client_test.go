package socketio_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/kittest/socketclient"
	"sarai/internal/kit/socketio"
)

// world is a server whose tokens are "user" or "user/room,room".
type world struct {
	*socketio.Server
	url   string
	clock *clock.Fake
}

func start(t *testing.T, change ...func(*socketio.Config)) *world {
	t.Helper()
	w := &world{clock: clock.NewFake(time.Date(2026, 4, 14, 6, 30, 0, 0, time.UTC))}
	config := socketio.Config{Clock: w.clock, PingInterval: 200 * time.Millisecond, PingTimeout: 2 * time.Second,
		Connect: func(_ context.Context, token string) (socketio.Session, error) {
			user, rooms, _ := strings.Cut(token, "/")
			if user == "" || user == "bad" {
				return socketio.Session{}, errors.New("Your access token is not valid.")
			}
			return socketio.Session{User: user, SessionID: "session of " + user, Rooms: strings.Split("all,"+rooms, ","),
				Expires: w.clock.Now().Add(15 * time.Minute)}, nil
		}}
	for _, c := range change {
		c(&config)
	}
	w.Server = socketio.New(config)
	listening := httptest.NewServer(w.Server)
	w.url = listening.URL
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		w.Close(ctx)
		listening.Close()
	})
	return w
}

func auth(token string) map[string]string { return map[string]string{"token": token} }

var transports = map[string]func() socketclient.Options{
	"polling": socketclient.Polling, "websocket": socketclient.WebSocket, "upgrading": socketclient.Upgrading}

func (w *world) emit(room string, n int) {
	w.Emit(room, "notification:created", json.RawMessage(fmt.Sprintf(`{"n":%d}`, n)))
}

func TestTheOfficialClientHearsItsRoomsInOrder(t *testing.T) {
	w, node := start(t), socketclient.Start(t)
	for name, options := range transports {
		c := node.Open(name, w.url, auth("asha/org:1"), options())
		if name == "upgrading" {
			if r := c.Next("upgrade"); r.Transport != "websocket" {
				t.Fatalf("upgraded to %s", r.Transport)
			}
		}
		c.Next("connect")
		w.Emit("org:2", "other", json.RawMessage(`{}`))
		for n := range 20 {
			w.Emit("org:1", fmt.Sprint("event ", n), json.RawMessage(`{"note":"₹ \u001e\"quoted\"","n":`+fmt.Sprint(n)+`}`))
		}
		for n := range 20 {
			r := c.Next("event")
			if r.Event != fmt.Sprint("event ", n) || string(r.Payload) != fmt.Sprintf(`{"note":"₹ \u001e\"quoted\"","n":%d}`, n) {
				t.Fatalf("%s heard %s %s as event %d", name, r.Event, r.Payload, n)
			}
		}
	}
}

func TestTheOfficialClientIsRefused(t *testing.T) {
	w, node := start(t), socketclient.Start(t)
	for name, options := range transports {
		for which, auth := range map[string]any{"bad": auth("bad"), "missing": nil, "no text": map[string]any{"token": 7}} {
			c := node.Open(name+which, w.url, auth, options())
			if r := c.Next("connect_error"); r.Message != "Your access token is not valid." {
				t.Errorf("%s %s: %s", name, which, r.Message)
			}
			if which == "bad" {
				c.SetAuth(map[string]string{"token": "asha"})
				c.Do("connect")
				c.Next("connect")
			}
		}
		c := node.OpenSpace(name+"/admin", w.url, "/admin", auth("asha"), options())
		if r := c.Next("connect_error"); !strings.Contains(r.Message, "no such namespace") {
			t.Errorf("%s: %s", name, r.Message)
		}
	}
}
