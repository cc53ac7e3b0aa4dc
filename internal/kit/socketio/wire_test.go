package socketio_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/socketio"
)

// ask sends one request below the protocol's path and returns status and body.
func (w *world) ask(t *testing.T, method, query, body string, header ...string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, w.url+"/socket.io/?"+query, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// poller is a polling client that says exactly what the test wants.
type poller struct {
	*world
	t     *testing.T
	query string
}

func (w *world) poller(t *testing.T) *poller {
	t.Helper()
	status, body := w.ask(t, "GET", "EIO=4&transport=polling", "")
	var opened struct {
		Sid          string
		Upgrades     []string
		PingInterval int
		PingTimeout  int
		MaxPayload   int
	}
	if status != 200 || body[0] != '0' || json.Unmarshal([]byte(body[1:]), &opened) != nil || len(opened.Sid) < 20 ||
		strings.Join(opened.Upgrades, "") != "websocket" || opened.PingInterval < 200 || opened.PingTimeout < 300 ||
		opened.MaxPayload != 100_000 {
		t.Fatalf("opened with %d %s", status, body)
	}
	return &poller{w, t, "EIO=4&transport=polling&sid=" + opened.Sid}
}

func (p *poller) get() (int, string) { p.t.Helper(); return p.ask(p.t, "GET", p.query, "") }
func (p *poller) post(body string) int {
	p.t.Helper()
	status, _ := p.ask(p.t, "POST", p.query, body)
	return status
}

// connected is a poller with a socket.
func (w *world) connected(t *testing.T, token string) *poller {
	t.Helper()
	p := w.poller(t)
	p.post(`40{"token":"` + token + `"}`)
	if _, body := p.get(); !strings.HasPrefix(body, `40{"sid":"`) {
		t.Fatalf("connected with %s", body)
	}
	return p
}

// dial opens a websocket and reads its first message.
func (w *world) dial(t *testing.T, query string) *websocket.Conn {
	t.Helper()
	socket, _, err := websocket.Dial(t.Context(), strings.Replace(w.url, "http", "ws", 1)+"/socket.io/?"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.CloseNow() })
	return socket
}

func say(t *testing.T, socket *websocket.Conn, text string) {
	t.Helper()
	if err := socket.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func expect(t *testing.T, socket *websocket.Conn, begin string) {
	t.Helper()
	_, text, err := socket.Read(t.Context())
	if err != nil || !strings.HasPrefix(string(text), begin) {
		t.Fatalf("read %s (%v), want %s", text, err, begin)
	}
}

func TestRequestsThatTheProtocolRefuses(t *testing.T) {
	w := start(t, func(c *socketio.Config) { c.Origins = []string{"https://desk.example", "https://*.hotel.example"} })
	for _, try := range []struct {
		method, query, origin string
		status                int
		body                  string
	}{
		{"GET", "EIO=3&transport=polling", "", 400, `{"code":5,"message":"Unsupported protocol version"}`},
		{"GET", "transport=polling", "", 400, `"code":5`},
		{"GET", "EIO=4&transport=carrier-pigeon", "", 400, `"code":0`},
		{"GET", "EIO=4", "", 400, `"code":0`},
		{"GET", "EIO=4&transport=polling&sid=unknown", "", 400, `"code":1`},
		{"GET", "EIO=4&transport=websocket&sid=unknown", "", 400, `"code":1`},
		{"POST", "EIO=4&transport=polling", "", 400, `"code":2`},
		{"POST", "EIO=4&transport=websocket", "", 400, `"code":2`},
		{"PUT", "EIO=4&transport=polling", "", 400, `"code":2`},
		{"GET", "EIO=4&transport=websocket", "", 426, "Upgrade"},
		{"GET", "EIO=4&transport=polling", "https://evil.example", 403, `"code":4`},
		{"GET", "EIO=4&transport=websocket", "https://evil.example", 403, `"code":4`},
		{"GET", "EIO=4&transport=polling", "https://desk.example.evil.example", 403, `"code":4`},
		{"GET", "EIO=4&transport=polling", "https://desk.example", 200, "0{"},
		{"GET", "EIO=4&transport=polling", "https://front.hotel.example", 200, "0{"},
		{"GET", "EIO=4&transport=polling", w.url, 200, "0{"},
	} {
		header := []string{}
		if try.origin != "" {
			header = append(header, "Origin", try.origin)
		}
		if status, body := w.ask(t, try.method, try.query, "", header...); status != try.status ||
			!strings.Contains(body, try.body) {
			t.Errorf("%s %s from %q: %d %s", try.method, try.query, try.origin, status, body)
		}
	}
}

// misbehaviour is what a client must not send once it is connected.
var misbehaviour = map[string]string{
	"nothing": "", "no such type": "9", "open": "0", "ping": "2", "upgrade": "5", "noop": "6", "letters": "hello",
	"empty message": "4", "no such packet": "49", "connect twice": "40{}", "connect error": `44{"message":"x"}`,
	"binary event": `451-["x",{"_placeholder":true,"num":0}]`, "binary ack": "461-1[]", "binary packet": "bAQID",
	"event without array": `42{"x":1}`, "empty event": "42[]", "event without payload": "42", "broken JSON": `42["x"`,
	"ack without id": "43[]", "ack without array": "431{}", "disconnect with payload": "41[1]", "no UTF-8": "42[\"\xff\"]",
	"long ack": "421234567890123456[\"x\"]", "long namespace": "42/" + strings.Repeat("n", 300) + ",[\"x\"]",
}

func TestMisbehaviourEndsAPollingConnection(t *testing.T) {
	w := start(t)
	for what, text := range misbehaviour {
		p := w.connected(t, "asha/org:1")
		p.post(text)
		if status, body := p.get(); status != 400 && body != "1" {
			t.Errorf("%s: the next poll answers %d %s", what, status, body)
		}
	}
	p := w.connected(t, "asha/org:1")
	if status := p.post("42[\"" + strings.Repeat("x", 100_000) + "\"]"); status != 413 {
		t.Errorf("a large payload is answered with %d", status)
	}
	p = w.connected(t, "asha/org:1")
	if p.post(strings.Repeat("3\x1e", 300)+"3") != 400 {
		t.Error("hundreds of packets in one payload are taken")
	}
	p = w.poller(t)
	p.post(`42["before the CONNECT"]`)
	if status, _ := p.get(); status != 400 {
		t.Errorf("an event before the CONNECT: the next poll answers %d", status)
	}
}

func TestMisbehaviourEndsAWebsocket(t *testing.T) {
	w := start(t)
	misbehaviour["too large"] = "42[\"" + strings.Repeat("x", 100_000) + "\"]"
	for what, text := range misbehaviour {
		socket := w.dial(t, "EIO=4&transport=websocket")
		expect(t, socket, "0{")
		say(t, socket, `40{"token":"asha"}`)
		expect(t, socket, "40{")
		kind := websocket.MessageText
		if what == "no UTF-8" {
			kind = websocket.MessageBinary
		}
		if err := socket.Write(t.Context(), kind, []byte(text)); err != nil {
			t.Fatal(err)
		}
		for {
			_, message, err := socket.Read(t.Context())
			if err != nil {
				break
			}
			if string(message) != "2" {
				t.Errorf("%s is answered with %s", what, message)
			}
		}
	}
}

func TestWhatIsAllowedGoesOn(t *testing.T) {
	w := start(t)
	p := w.connected(t, "asha/org:1")
	p.post("42[\"x\",{}]\x1e421[\"ask\"]\x1e431[]\x1e3\x1e40/admin,\x1e42/admin,[\"x\"]")
	if _, body := p.get(); !strings.HasPrefix(body, `44/admin,{"message":"There is no such namespace`) {
		t.Error(body)
	}
	w.Emit("org:1", "first", json.RawMessage(`1`))
	w.Emit("org:1", "second", json.RawMessage(`{"a":[]}`))
	if _, body := p.get(); body != "42[\"first\",1]\x1e42[\"second\",{\"a\":[]}]" {
		t.Error(body)
	}
}

func TestTwoPollsAtOnceEndTheConnection(t *testing.T) {
	w := start(t, func(c *socketio.Config) { c.PingInterval = time.Minute })
	_, opened := w.ask(t, "GET", "EIO=4&transport=polling", "")
	query := "EIO=4&transport=polling&sid=" + strings.Split(opened, `"`)[3]
	var both sync.WaitGroup
	var refused, closed atomic.Int32
	for range 2 {
		both.Go(func() {
			switch status, body := w.ask(t, "GET", query, ""); {
			case status == 400:
				refused.Add(1)
			case body == "1":
				closed.Add(1)
			}
		})
	}
	both.Wait()
	if refused.Load() != 1 || closed.Load() != 1 {
		t.Errorf("%d refused and %d closed", refused.Load(), closed.Load())
	}
}

func TestAnUpgradeThatFailsLeavesPollingAsItWas(t *testing.T) {
	w := start(t)
	p := w.connected(t, "asha/org:1")
	// The one that just leaves comes last: the server answers its goodbye a moment before it lets others try.
	for _, words := range [][]string{{"3probe"}, {"2probe", "4"}, {"2probe", "2probe"}, {"2probe"}} {
		socket := w.dial(t, strings.Replace(p.query, "polling", "websocket", 1))
		for _, word := range words {
			say(t, socket, word)
		}
		if words[0] == "2probe" {
			expect(t, socket, "3probe")
		}
		_ = socket.Close(websocket.StatusNormalClosure, "")
	}
	w.Emit("org:1", "still here", json.RawMessage(`{}`))
	for {
		_, body := p.get()
		if strings.Contains(body, "still here") {
			break
		}
		if body != "6" && body != "2" {
			t.Fatal(body)
		}
		p.post("3")
	}
}

func TestWhoDoesNotReadIsDroppedAndNobodyWaits(t *testing.T) {
	var registry *prometheus.Registry
	w := start(t, measured(&registry), func(c *socketio.Config) { c.Queue, c.PingInterval = 64, time.Minute })
	sleeper := w.dial(t, "EIO=4&transport=websocket")
	expect(t, sleeper, "0{")
	say(t, sleeper, `40{"token":"sleeper/org:1"}`)
	expect(t, sleeper, "40{")
	w.connected(t, "absent/org:1") // never polls again
	reader := w.dial(t, "EIO=4&transport=websocket")
	reader.SetReadLimit(1 << 20)
	expect(t, reader, "0{")
	say(t, reader, `40{"token":"reader/org:1"}`)
	expect(t, reader, "40{")
	large := json.RawMessage(`"` + strings.Repeat("x", 200_000) + `"`)
	for range 200 { // 40 MB: more than the kernel keeps for one connection
		began := time.Now()
		w.Emit("org:1", "large", large)
		if took := time.Since(began); took > 5*time.Second {
			t.Fatalf("an emit took %s", took)
		}
		expect(t, reader, `42["large"`)
	}
	until(t, func() bool { return metric(t, registry, "sarai_sockets_ended_total", "slow") == 2 },
		func() string { return "the sleepers are still there" })
	connections(t, registry, 1)
	if queued := metric(t, registry, "sarai_sockets_queued_total", ""); queued >= 600 ||
		metric(t, registry, "sarai_sockets_emitted_total", "") != 200 {
		t.Errorf("%v events queued", queued)
	}
}

func TestWhoIsSilentIsDropped(t *testing.T) {
	var registry *prometheus.Registry
	w := start(t, measured(&registry), func(c *socketio.Config) {
		c.PingInterval, c.PingTimeout, c.ConnectTimeout = 50*time.Millisecond, 300*time.Millisecond, time.Minute
	})
	socket := w.dial(t, "EIO=4&transport=websocket")
	expect(t, socket, "0{")
	say(t, socket, `40{"token":"asha"}`)
	expect(t, socket, "40{")
	expect(t, socket, "2")
	if _, text, err := socket.Read(t.Context()); err == nil {
		t.Errorf("after no pong came %s", text)
	}
	connections(t, registry, 0)
	if metric(t, registry, "sarai_sockets_ended_total", "silent") != 1 {
		t.Error("it was not for silence")
	}
}

func TestWhoDoesNotConnectIsDropped(t *testing.T) {
	var registry *prometheus.Registry
	w := start(t, measured(&registry), func(c *socketio.Config) {
		c.ConnectTimeout, c.PingInterval, c.PingTimeout, c.MaxTotal = 300*time.Millisecond, 200*time.Millisecond,
			2*time.Second, 8
	})
	p := w.poller(t)
	p.post(`40{"token":"bad"}`)
	if _, body := p.get(); body != `44{"message":"Your access token is not valid."}` {
		t.Error(body)
	}
	w.poller(t)
	if status, _ := w.ask(t, "GET", "EIO=4&transport=polling", ""); status != 503 {
		t.Errorf("a third connection without a session: %d, want 503 when a quarter of 8 waits", status)
	}
	connections(t, registry, 0)
	if metric(t, registry, "sarai_sockets_ended_total", "late") != 2 {
		t.Error("they did not end for being late")
	}
	w.connected(t, "asha")
}

// Connections that an address leaves half open give way to its next ones, and take nobody's place.
func TestHalfOpenConnectionsGiveWay(t *testing.T) {
	var registry *prometheus.Registry
	w := start(t, measured(&registry), func(c *socketio.Config) { c.MaxHalfOpen, c.MaxTotal = 3, 40 })
	const query = "EIO=4&transport=polling"
	known, elsewhere := w.connected(t, "asha"), []string{"From", "elsewhere"}
	oldest := w.poller(t)
	for range 5 { // by a token in the header, these aren't counted
		if status, body := w.ask(t, "GET", query, "", "Authorization", "Bearer genuine"); status != 200 {
			t.Fatalf("with a token: %d %s", status, body)
		}
	}
	if status, body := w.ask(t, "GET", query, "", elsewhere...); status != 200 {
		t.Fatalf("from elsewhere: %d %s", status, body)
	}
	second, third := w.poller(t), w.poller(t)
	connections(t, registry, 10)
	for range 20 {
		w.poller(t)
	}
	w.connected(t, "ravi") // amid them
	connections(t, registry, 10)
	if ended := metric(t, registry, "sarai_sockets_ended_total", "crowded"); ended != 21 {
		t.Errorf("%.0f gave way, want 21", ended)
	}
	for _, p := range []*poller{oldest, second, third} {
		if status, _ := p.get(); status != 400 {
			t.Errorf("an old half-open connection is still there: %d", status)
		}
	}
	w.Emit("all", "x", nil)
	if _, body := known.get(); !strings.HasPrefix(body, "42") && body != "2" {
		t.Errorf("who was connected hears %s", body)
	}
}

func TestThereAreSoManyConnections(t *testing.T) {
	w := start(t, func(c *socketio.Config) { c.MaxTotal = 4 })
	for range 4 {
		w.connected(t, "asha")
	}
	if status, body := w.ask(t, "GET", "EIO=4&transport=polling", ""); status != 503 {
		t.Errorf("%d %s", status, body)
	}
}

// A session that ends while its CONNECT is being looked into must not get in.
func TestWhoIsPutOutWhileConnectingDoesNotGetIn(t *testing.T) {
	looking, ended := make(chan struct{}), make(chan struct{})
	var looks atomic.Int32
	w := start(t, func(c *socketio.Config) {
		c.Connect = func(context.Context, socketio.Handshake) (socketio.Session, error) {
			if looks.Add(1) > 1 {
				return socketio.Session{}, errs.Unauthorized("Your session has ended.")
			}
			close(looking)
			<-ended
			return socketio.Session{User: "asha", SessionID: "s", Rooms: []string{"org:1"},
				Expires: c.Clock.Now().Add(time.Hour)}, nil
		}
	})
	p := w.poller(t)
	done := make(chan struct{})
	go func() { defer close(done); p.post(`40{"token":"asha"}`) }()
	<-looking
	w.EndSession("s")
	close(ended)
	<-done
	if _, body := p.get(); body != `44{"message":"Your session has ended."}` {
		t.Error(body)
	}
}

func TestCloseTellsEverybodyAndTakesNobody(t *testing.T) {
	w := start(t)
	p := w.connected(t, "asha")
	socket := w.dial(t, "EIO=4&transport=websocket")
	expect(t, socket, "0{")
	waiting := make(chan string, 1)
	go func() { _, body := p.get(); waiting <- body }()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		w.Close(t.Context())
	}()
	for {
		if _, _, err := socket.Read(t.Context()); err != nil {
			if websocket.CloseStatus(err) != websocket.StatusNormalClosure {
				t.Error(err)
			}
			break
		}
	}
	<-closed
	if body := <-waiting; body != "1" && body != "2" {
		t.Error(body)
	}
	if status, _ := w.ask(t, "GET", "EIO=4&transport=polling", ""); status != 503 {
		t.Errorf("after Close a connection is answered with %d", status)
	}
}

// What failed inside is for the log, not for the client.
func TestAFailureInsideIsNotTold(t *testing.T) {
	var log bytes.Buffer
	w := start(t, func(c *socketio.Config) {
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
		c.Connect = func(context.Context, socketio.Handshake) (socketio.Session, error) {
			return socketio.Session{}, errors.New("dial tcp 10.0.0.7: refused")
		}
	})
	p := w.poller(t)
	p.post(`40{"token":"asha"}`)
	if _, body := p.get(); body != `44{"message":"The server could not check your token. Try again in a moment."}` {
		t.Error(body)
	}
	if !strings.Contains(log.String(), "10.0.0.7") {
		t.Error(log.String())
	}
}

// What the metrics must not hold: names that clients choose.
func TestMetricsAreComplete(t *testing.T) {
	var registry *prometheus.Registry
	w := start(t, measured(&registry))
	w.connected(t, "asha")
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	for _, family := range families {
		text.WriteString(family.String())
	}
	if strings.Contains(text.String(), "asha") || metric(t, registry, "sarai_sockets_connections", "polling") != 1 {
		t.Error(text.String())
	}
}
