package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/kittest/socketclient"
	"sarai/internal/kit/web"
)

// ways are the transports that a client may use.
var ways = map[string]func() socketclient.Options{
	"polling": socketclient.Polling, "websocket": socketclient.WebSocket, "upgrading": socketclient.Upgrading}

// listen connects the official client with the caller's token.
func (c *caller) listen(node *socketclient.Process, options socketclient.Options) *socketclient.Client {
	c.s.t.Helper()
	socket := node.Open(fmt.Sprint("socket ", hotels.Add(1)), c.s.url, object{"token": c.token}, options)
	socket.Next("connect")
	return socket
}

// hears takes the next event, which must be as given, and returns its payload.
func hears(t *testing.T, socket *socketclient.Client, event string) (payload map[string]any) {
	t.Helper()
	r := socket.Next("event")
	if err := json.Unmarshal(r.Payload, &payload); err != nil || r.Event != event {
		t.Fatalf("%s heard %s %s, want %s", socket.Name, r.Event, r.Payload, event)
	}
	return payload
}

// silent fails if the socket has heard anything that the test has not taken.
func silent(t *testing.T, socket *socketclient.Client) {
	t.Helper()
	for _, r := range socket.Waiting() {
		if r.What == "event" {
			t.Errorf("%s heard %s %s", socket.Name, r.Event, r.Payload)
		}
	}
}

// note makes a notification and returns its id.
func (c *caller) note(title string) string {
	c.s.t.Helper()
	return c.post("/api/notifications/{org}", object{"type": "info", "title": title, "message": "m"}).want(201).text("data", "_id")
}

func TestTheFourEventsComeInOrderWithTheirPayloads(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner, other, node := s.hotel(), s.hotel(), socketclient.Start(t)
		for name, options := range ways {
			socket, wall := owner.listen(node, options()), other.listen(node, options())
			created := owner.post("/api/notifications/{org}", object{"type": "info", "title": name, "message": "₹ 500"}).want(201)
			id := created.text("data", "_id")
			owner.post("/api/notifications/{org}/trigger", object{"type": "booking_created", "title": "t", "message": "m", "referenceId": "r1", "referenceType": "booking"}).want(201)
			owner.do("PATCH", "/api/notifications/{org}/"+id+"/read", nil).want(200)
			owner.do("PATCH", "/api/notifications/{org}/read-all", nil).want(200)
			owner.delete("/api/notifications/{org}/" + id).want(200)

			first := hears(t, socket, "notification:created")
			shown, _ := json.Marshal(first["notification"])
			answered, _ := json.Marshal(created.at("data"))
			if first["orgId"] != owner.org || string(shown) != string(answered) {
				t.Errorf("created says %v, the answer was %s", first, answered)
			}
			if second := hears(t, socket, "notification:created")["notification"].(map[string]any); second["referenceId"] != "r1" {
				t.Errorf("triggered: %v", second)
			}
			for _, want := range []struct {
				event   string
				payload object
			}{
				{"notification:read", object{"notificationId": id, "userId": owner.userID, "orgId": owner.org}},
				{"notification:read_all", object{"userId": owner.userID, "orgId": owner.org}},
				{"notification:deleted", object{"notificationId": id, "orgId": owner.org}},
			} {
				if got := hears(t, socket, want.event); fmt.Sprint(got) != fmt.Sprint(map[string]any(want.payload)) {
					t.Errorf("%s: %v, want %v", want.event, got, want.payload)
				}
			}
			mine := other.note("other hotel")
			if got := hears(t, wall, "notification:created"); got["orgId"] != other.org || got["notification"].(map[string]any)["_id"] != mine {
				t.Errorf("through the wall came %v", got)
			}
			silent(t, socket)
			silent(t, wall)
			socket.Do("close")
			wall.Do("close")
		}
	})
}

func TestABookingIsHeardAndAFailedOneIsNot(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		rooms := owner.rooms(1)
		socket := owner.listen(socketclient.Start(t), socketclient.WebSocket())
		owner.post("/api/bookings/{org}/create", stay("2026-04-20", "2026-04-22", rooms...).merged(object{"guestName": ""})).want(400)
		id := owner.book("2026-04-20", "2026-04-22", rooms...)
		owner.post("/api/bookings/{org}/create", stay("2026-04-20", "2026-04-22", rooms...)).want(400)
		owner.note("last")
		if n := hears(t, socket, "notification:created")["notification"].(map[string]any); n["type"] != "booking_created" || n["referenceId"] != id {
			t.Errorf("heard %v", n)
		}
		if n := hears(t, socket, "notification:created")["notification"].(map[string]any); n["title"] != "last" {
			t.Errorf("then heard %v", n)
		}
	})
}

func TestWhoMayNotConnect(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner, node := s.hotel(), socketclient.Start(t)
		signedOut := s.login(owner.org, owner.email)
		signedOut.post("/api/auth/logout", nil).want(200)
		expired := s.login(owner.org, owner.email)
		s.clock.Advance(15 * time.Minute)
		for name, options := range ways {
			for _, try := range []struct {
				auth any
				says string
			}{
				{nil, "Sign in first: connect with auth: {token: <ACCESS_TOKEN>}."},
				{object{"token": ""}, "Sign in first: connect with auth: {token: <ACCESS_TOKEN>}."},
				{object{"token": "nonsense"}, "Your access token is not valid. Sign in again."},
				{object{"token": expired.token[:len(expired.token)-30] + "AAAAAAAAAA" + expired.token[len(expired.token)-20:]}, "Your access token is not valid. Sign in again."},
				{object{"token": expired.token}, "Your access token has expired. Get a new one from POST /api/auth/refresh-token, or sign in again."},
			} {
				socket := node.Open(fmt.Sprint("socket ", hotels.Add(1)), s.url, try.auth, options())
				if r := socket.Next("connect_error"); r.Message != try.says {
					t.Errorf("%s with %v: %s", name, try.auth, r.Message)
				}
			}
		}
	})
}

func TestASignedOutSessionCanNotConnect(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner, node := s.hotel(), socketclient.Start(t)
		owner.listen(node, socketclient.WebSocket())
		owner.post("/api/auth/logout", nil).want(200)
		socket := node.Open("again", s.url, object{"token": owner.token}, socketclient.WebSocket())
		if r := socket.Next("connect_error"); r.Message != "Your session has ended. Sign in again." {
			t.Error(r.Message)
		}
	})
}

func TestWhoIsPutOutHearsNothingMore(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner, node := s.hotel(), socketclient.Start(t)
		for name, options := range ways {
			for way, end := range map[string]func(c *caller){
				"deleted": func(c *caller) { owner.delete("/api/users/{org}/" + c.userID + "/delete").want(200) },
				"deactivated": func(c *caller) {
					owner.put("/api/users/{org}/"+c.userID+"/update", object{"isActive": false}).want(200)
				},
				"signed out": func(c *caller) { c.post("/api/auth/logout", nil).want(200) },
				"session ended": func(c *caller) {
					elsewhere := s.login(c.org, c.email)
					for _, session := range elsewhere.get("/api/auth/sessions").want(200).list("data") {
						if session := session.(map[string]any); session["current"] != true {
							elsewhere.delete("/api/auth/sessions/" + session["_id"].(string)).want(200)
						}
					}
				},
			} {
				guest := owner.member("Guest", object{})
				socket := guest.listen(node, options())
				end(guest)
				owner.note("secret")
				if r := socket.Next("disconnect"); r.Message != "io server disconnect" {
					t.Errorf("%s, %s: %s", name, way, r.Message)
				}
				silent(t, socket)
			}
		}
	})
}

// Somebody of two hotels loses one, and keeps the other; and hears a hotel as soon as having joined it.
func TestRoomsFollowMemberships(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		first, second, node := s.hotel(), s.hotel(), socketclient.Start(t)
		both := first.member("Both", object{})
		socket := both.listen(node, socketclient.Upgrading())

		role := second.post("/api/roles/{org}/create", object{"name": "Visitor", "permissions": object{}}).want(201).text("data", "_id")
		second.post("/api/users/{org}/create", object{"name": "Both", "email": both.email, "role": role}).want(201)
		second.note("not yet")
		invite := s.link(s.letter(both.email), "invite")
		s.anyone().get("/api/invitations/respond?action=accept&token=" + invite.Get("token") + "&email=" + both.email).want(200)
		second.note("joined")
		if n := hears(t, socket, "notification:created"); n["orgId"] != second.org || n["notification"].(map[string]any)["title"] != "joined" {
			t.Errorf("heard %v", n)
		}
		first.delete("/api/users/{org}/" + both.userID + "/delete").want(200)
		first.note("secret")
		second.note("still")
		if n := hears(t, socket, "notification:created"); n["orgId"] != second.org {
			t.Errorf("heard %v", n)
		}
		second.delete("/api/organization/{org}/delete").want(200)
		if r := socket.Next("disconnect"); r.Message != "io server disconnect" {
			t.Error(r.Message)
		}
		silent(t, socket)
	})
}

func TestTheEndOfATokenEndsTheConnectionAndARefreshBringsItBack(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner, node := s.hotel(), socketclient.Start(t)
		for name, options := range ways {
			socket := owner.listen(node, options())
			s.clock.Advance(14 * time.Minute)
			owner.token = owner.post("/api/auth/refresh-token", nil).want(200).text("data", "token")
			socket.SetAuth(object{"token": owner.token})
			s.clock.Advance(time.Minute)
			if r := socket.Next("disconnect"); r.Message != "transport close" {
				t.Errorf("%s: %s", name, r.Message)
			}
			socket.Next("connect")
			owner.note("back")
			hears(t, socket, "notification:created")
			socket.Do("close")
		}
	})
}

// The API's limit of requests doesn't count polls, and the API's list of origins holds for the channel.
func TestTheChannelFollowsTheAPIsSettings(t *testing.T) {
	s := newServer(t, kittest.Engines()[0], func(c *app.Config) {
		c.CORSOrigins, c.Limit = []string{"https://desk.example"}, web.RateLimit{Requests: 60, Window: time.Minute}
	})
	for range 100 {
		a := s.poll(t, "https://desk.example")
		if a.StatusCode != 200 || a.Header.Get("Access-Control-Allow-Origin") != "https://desk.example" || a.Header.Get("X-RateLimit-Limit") != "" {
			t.Fatalf("%d %v", a.StatusCode, a.Header)
		}
	}
	if a := s.poll(t, "https://evil.example"); a.StatusCode != 403 || a.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("%d %v", a.StatusCode, a.Header)
	}
	if a := s.poll(t, "http://sarai.test"); a.StatusCode != 200 {
		t.Errorf("the server's own pages get %d", a.StatusCode)
	}
}

// poll opens a polling connection as a page of that origin does.
func (s *server) poll(t *testing.T, origin string) *http.Response {
	t.Helper()
	request, err := http.NewRequest("GET", s.url+"/socket.io/?EIO=4&transport=polling", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Origin", origin)
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	if err := response.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return response
}
