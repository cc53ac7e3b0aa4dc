package socketio_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest/socketclient"
	"sarai/internal/kit/socketio"
)

// world is a server whose tokens are "user" or "user/room,room".
type world struct {
	*socketio.Server
	config    socketio.Config
	listening *httptest.Server
	hold      func(*http.Request) // waits before a request is served
	url       string
	clock     *clock.Fake
}

func start(t *testing.T, change ...func(*socketio.Config)) *world {
	t.Helper()
	w := &world{clock: clock.NewFake(time.Date(2026, 4, 14, 6, 30, 0, 0, time.UTC))}
	config := socketio.Config{Genuine: func(token string) bool { return token == "genuine" },
		Address: func(r *http.Request) string { return cmp.Or(r.Header.Get("From"), "here") },
		Clock:   w.clock, PingInterval: 200 * time.Millisecond, PingTimeout: 10 * time.Second,
		Connect: func(_ context.Context, given socketio.Handshake) (socketio.Session, error) {
			user, rooms, _ := strings.Cut(given.Token, "/")
			if user == "" || user == "bad" {
				return socketio.Session{}, errs.Unauthorized("Your access token is not valid.")
			}
			return socketio.Session{User: user, SessionID: "session of " + user, Rooms: strings.Split("all,"+rooms, ","),
				Expires: w.clock.Now().Add(15 * time.Minute), Changes: given.Changes}, nil
		}}
	for _, c := range change {
		c(&config)
	}
	w.config = config
	w.Server = socketio.New(config)
	w.listening = httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, r *http.Request) {
		if w.hold != nil {
			w.hold(r)
		}
		w.ServeHTTP(writer, r)
	}))
	w.url = w.listening.URL
	t.Cleanup(w.stop)
	return w
}

func (w *world) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	w.Close(ctx)
	w.listening.Close()
}

// restart ends the server and begins another one at the same address.
func (w *world) restart(t *testing.T) {
	t.Helper()
	address := w.listening.Listener.Addr().String()
	w.stop()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	w.Server = socketio.New(w.config)
	w.listening = &httptest.Server{Listener: listener, Config: &http.Server{Handler: w.Server}}
	w.listening.Start()
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
			if r.Event != fmt.Sprint("event ", n) || string(r.Payload) != fmt.Sprintf(`{"note":"₹ \u001e\"quoted\"","n":%d}`,
				n) {
				t.Fatalf("%s heard %s %s as event %d", name, r.Event, r.Payload, n)
			}
		}
	}
}

// Who asks for changes in the handshake, with nothing but true, can be spoken to apart from the others of a room.
func TestChangesAreForWhoAsksForThem(t *testing.T) {
	w, node := start(t), socketclient.Start(t)
	asked := func(s socketio.Session) bool { return s.Changes }
	for name, options := range transports {
		var others []*socketclient.Client
		for i, changes := range []any{nil, false, "true", 1} {
			c := node.Open(fmt.Sprint(name, i), w.url, map[string]any{"token": "asha/org:1", "changes": changes}, options())
			c.Next("connect")
			others = append(others, c)
		}
		if w.HasAny("org:1", asked) {
			t.Error("nobody asked for changes")
		}
		c := node.Open(name, w.url, map[string]any{"token": "asha/org:1", "changes": true}, options())
		c.Next("connect")
		if !w.HasAny("org:1", asked) || w.HasAny("org:2", asked) {
			t.Error("who asked for changes isn't in its room")
		}
		w.EmitTo("org:1", asked, "changed", json.RawMessage(`{}`))
		w.Emit("org:1", "all", json.RawMessage(`{}`))
		if r := c.Next("event"); r.Event != "changed" {
			t.Errorf("%s heard %s", name, r.Event)
		}
		for _, c := range others {
			if r := c.Next("event"); r.Event != "all" {
				t.Errorf("%s heard %s", c.Name, r.Event)
			}
		}
		w.EndUser("asha")
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

func TestWhoIsPutOutIsGoneAtOnce(t *testing.T) {
	w, node := start(t), socketclient.Start(t)
	ways := map[string]func(user string){
		"user":      w.EndUser,
		"session":   func(user string) { w.EndSession("session of " + user) },
		"last room": func(user string) { w.Leave(user, "org:1"); w.Leave(user, "all"); w.Leave(user, "") },
		"room ends": func(string) { w.Empty("org:1"); w.Empty("all"); w.Empty("") },
	}
	for name, options := range transports {
		for way, putOut := range ways {
			user := strings.ReplaceAll(name+way, " ", "")
			c := node.Open(user, w.url, auth(user+"/org:1"), options())
			c.Next("connect")
			putOut(user)
			w.Emit("org:1", "secret", json.RawMessage(`{}`))
			if r := c.Next("disconnect"); r.Message != "io server disconnect" {
				t.Errorf("%s, %s: %s", name, way, r.Message)
			}
			for _, r := range c.Waiting() {
				if r.What == "event" {
					t.Errorf("%s, %s: heard %s", name, way, r.Event)
				}
			}
		}
	}
}

func TestWhoLeavesARoomStaysInTheOthers(t *testing.T) {
	w, node := start(t), socketclient.Start(t)
	c := node.Open("asha", w.url, auth("asha/org:1"), socketclient.WebSocket())
	c.Next("connect")
	w.Leave("asha", "org:1")
	w.Join("asha", "org:2")
	for _, room := range []string{"org:1", "org:2", "all"} {
		w.Emit(room, room, json.RawMessage(`{}`))
	}
	if first, second := c.Next("event").Event, c.Next("event").Event; first != "org:2" || second != "all" {
		t.Errorf("heard %s and %s", first, second)
	}
}

func TestATokensEndEndsTheConnectionAndTheNextTokenBeginsOne(t *testing.T) {
	w, node := start(t), socketclient.Start(t)
	for name, options := range transports {
		c := node.Open(name, w.url, auth("asha/org:1"), options())
		c.Next("connect")
		c.SetAuth(auth("ravi/org:2"))
		w.clock.Advance(15 * time.Minute)
		if r := c.Next("disconnect"); r.Message != "transport close" {
			t.Errorf("%s: %s", name, r.Message)
		}
		c.Next("connect")
		w.Emit("org:2", "hello", json.RawMessage(`{}`))
		c.Next("event")
	}
}

func TestHeartbeatsKeepConnectionsAlive(t *testing.T) {
	w, node := start(t, func(c *socketio.Config) { c.PingInterval, c.PingTimeout = 20*time.Millisecond, 5*time.Second }),
		socketclient.Start(t)
	pinged := time.NewTimer(2 * time.Second) // a hundred heartbeats
	var all []*socketclient.Client
	for name, options := range transports {
		all = append(all, node.Open(name, w.url, auth("asha/org:1"), options()))
	}
	for _, c := range all {
		c.Next("connect")
	}
	<-pinged.C
	w.Emit("org:1", "hello", json.RawMessage(`{}`))
	for _, c := range all {
		c.Next("event")
		for _, r := range c.Waiting() {
			if r.What == "disconnect" {
				t.Errorf("%s: %s", c.Name, r.Message)
			}
		}
	}
}

func TestWhatClientsEmitIsDropped(t *testing.T) {
	w, node := start(t), socketclient.Start(t)
	for name, options := range transports {
		c := node.Open(name, w.url, auth("asha/org:1"), options())
		c.Next("connect")
		c.Do("emit")
		w.Emit("org:1", "hello", json.RawMessage(`{}`))
		c.Next("event")
		c.Do("binary")
		c.Next("disconnect")
		c.Next("connect") // by itself, as a new connection
	}
}

func TestTheAuthorizationHeaderCountsWithoutAnAuth(t *testing.T) {
	w, node := start(t), socketclient.Start(t)
	for name, options := range transports {
		o := options()
		o.Headers = map[string]string{"Authorization": "Bearer asha/org:1"}
		node.Open(name, w.url, nil, o).Next("connect")
	}
}

func TestAUserHasSoManyConnections(t *testing.T) {
	w, node := start(t, func(c *socketio.Config) { c.MaxPerUser = 2 }), socketclient.Start(t)
	node.Open("1", w.url, auth("asha"), socketclient.Polling()).Next("connect")
	node.Open("2", w.url, auth("asha"), socketclient.WebSocket()).Next("connect")
	third := node.Open("3", w.url, auth("asha"), socketclient.WebSocket())
	if r := third.Next("connect_error"); !strings.Contains(r.Message, "too many connections") {
		t.Error(r.Message)
	}
	node.Open("4", w.url, auth("ravi"), socketclient.WebSocket()).Next("connect")
	w.EndUser("asha") // frees both places before it returns
	node.Open("5", w.url, auth("asha"), socketclient.WebSocket()).Next("connect")
}

func TestClientsComeBackAfterARestart(t *testing.T) {
	w, node := start(t), socketclient.Start(t)
	var all []*socketclient.Client
	for name, options := range transports {
		c := node.Open(name, w.url, auth("asha/org:1"), options())
		c.Next("connect")
		all = append(all, c)
	}
	w.restart(t)
	for _, c := range all {
		c.Next("disconnect")
		c.Next("connect")
	}
	w.Emit("org:1", "hello", json.RawMessage(`{}`))
	for _, c := range all {
		c.Next("event")
	}
}
