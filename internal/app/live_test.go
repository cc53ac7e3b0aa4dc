package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/kit/admit"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/kittest/socketclient"
)

// ways are the transports that a client may use.
var ways = map[string]func() socketclient.Options{
	"polling": socketclient.Polling, "websocket": socketclient.WebSocket, "upgrading": socketclient.Upgrading}

// listen connects the official client with the caller's token.
func listen(c *apptest.Caller, node *socketclient.Process, options socketclient.Options) *socketclient.Client {
	c.Server.T.Helper()
	socket := node.Open(fmt.Sprint("socket ", apptest.Serial()), c.Server.URL, object{"token": c.Token}, options)
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
func note(c *apptest.Caller, title string) string {
	c.Server.T.Helper()
	return c.Post("/api/notifications/{org}", object{"type": "info", "title": title, "message": "m"}).Want(201).
		Text("data", "_id")
}

func TestTheFourEventsComeInOrderWithTheirPayloads(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner, other, node := s.Hotel(), s.Hotel(), socketclient.Start(t)
		for name, options := range ways {
			socket, wall := listen(owner, node, options()), listen(other, node, options())
			created := owner.Post("/api/notifications/{org}", object{"type": "info", "title": name, "message": "₹ 500"}).
				Want(201)
			id := created.Text("data", "_id")
			owner.Post("/api/notifications/{org}/trigger", object{"type": "booking_created", "title": "t", "message": "m",
				"referenceId": "r1", "referenceType": "booking"}).Want(201)
			owner.Do("PATCH", "/api/notifications/{org}/"+id+"/read", nil).Want(200)
			owner.Do("PATCH", "/api/notifications/{org}/read-all", nil).Want(200)
			owner.Delete("/api/notifications/{org}/" + id).Want(200)

			first := hears(t, socket, "notification:created")
			shown, _ := json.Marshal(first["notification"])
			answered, _ := json.Marshal(created.At("data"))
			if first["orgId"] != owner.Org || string(shown) != string(answered) {
				t.Errorf("created says %v, the answer was %s", first, answered)
			}
			if second := hears(t, socket,
				"notification:created")["notification"].(map[string]any); second["referenceId"] != "r1" {
				t.Errorf("triggered: %v", second)
			}
			for _, want := range []struct {
				event   string
				payload object
			}{
				{"notification:read", object{"notificationId": id, "userId": owner.UserID, "orgId": owner.Org}},
				{"notification:read_all", object{"userId": owner.UserID, "orgId": owner.Org}},
				{"notification:deleted", object{"notificationId": id, "orgId": owner.Org}},
			} {
				if got := hears(t, socket, want.event); fmt.Sprint(got) != fmt.Sprint(map[string]any(want.payload)) {
					t.Errorf("%s: %v, want %v", want.event, got, want.payload)
				}
			}
			mine := note(other, "other hotel")
			if got := hears(t, wall, "notification:created"); got["orgId"] != other.Org ||
				got["notification"].(map[string]any)["_id"] != mine {
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
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rooms := owner.CreateRooms(1)
		socket := listen(owner, socketclient.Start(t), socketclient.WebSocket())
		owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", rooms...).
			Merged(object{"guestName": ""})).Want(400)
		id := owner.Book("2026-04-20", "2026-04-22", rooms...)
		owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", rooms...)).Want(400)
		note(owner, "last")
		if n := hears(t, socket, "notification:created")["notification"].(map[string]any); n["type"] != "booking_created" ||
			n["referenceId"] != id {
			t.Errorf("heard %v", n)
		}
		if n := hears(t, socket, "notification:created")["notification"].(map[string]any); n["title"] != "last" {
			t.Errorf("then heard %v", n)
		}
	})
}

func TestWhoMayNotConnect(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner, node := s.Hotel(), socketclient.Start(t)
		signedOut := s.Login(owner.Org, owner.Email)
		signedOut.Post("/api/auth/logout", nil).Want(200)
		expired := s.Login(owner.Org, owner.Email)
		s.Clock.Advance(15 * time.Minute)
		for name, options := range ways {
			for _, try := range []struct {
				auth any
				says string
			}{
				{nil, "Sign in first: connect with auth: {token: <ACCESS_TOKEN>}."},
				{object{"token": ""}, "Sign in first: connect with auth: {token: <ACCESS_TOKEN>}."},
				{object{"token": "nonsense"}, "Your access token is not valid. Sign in again."},
				{object{"token": expired.Token[:len(expired.Token)-30] + "AAAAAAAAAA" + expired.Token[len(expired.Token)-20:]},
					"Your access token is not valid. Sign in again."},
				{object{"token": expired.Token},
					"Your access token has expired. Get a new one from POST /api/auth/refresh-token, or sign in again."},
			} {
				socket := node.Open(fmt.Sprint("socket ", apptest.Serial()), s.URL, try.auth, options())
				if r := socket.Next("connect_error"); r.Message != try.says {
					t.Errorf("%s with %v: %s", name, try.auth, r.Message)
				}
			}
		}
	})
}

func TestASignedOutSessionCanNotConnect(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner, node := s.Hotel(), socketclient.Start(t)
		listen(owner, node, socketclient.WebSocket())
		owner.Post("/api/auth/logout", nil).Want(200)
		socket := node.Open("again", s.URL, object{"token": owner.Token}, socketclient.WebSocket())
		if r := socket.Next("connect_error"); r.Message != "Your session has ended. Sign in again." {
			t.Error(r.Message)
		}
	})
}

func TestWhoIsPutOutHearsNothingMore(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner, node := s.Hotel(), socketclient.Start(t)
		for name, options := range ways {
			for way, end := range map[string]func(c *apptest.Caller){
				"deleted": func(c *apptest.Caller) { owner.Delete("/api/users/{org}/" + c.UserID + "/delete").Want(200) },
				"deactivated": func(c *apptest.Caller) {
					owner.Put("/api/users/{org}/"+c.UserID+"/update", object{"isActive": false}).Want(200)
				},
				"signed out": func(c *apptest.Caller) { c.Post("/api/auth/logout", nil).Want(200) },
				"session ended": func(c *apptest.Caller) {
					elsewhere := s.Login(c.Org, c.Email)
					for _, session := range elsewhere.Get("/api/auth/sessions").Want(200).List("data") {
						if session := session.(map[string]any); session["current"] != true {
							elsewhere.Delete("/api/auth/sessions/" + session["_id"].(string)).Want(200)
						}
					}
				},
			} {
				guest := owner.Member("Guest", object{})
				socket := listen(guest, node, options())
				end(guest)
				note(owner, "secret")
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
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		first, second, node := s.Hotel(), s.Hotel(), socketclient.Start(t)
		both := first.Member("Both", object{})
		socket := listen(both, node, socketclient.Upgrading())

		role := second.Post("/api/roles/{org}/create", object{"name": "Visitor", "permissions": object{}}).Want(201).
			Text("data", "_id")
		second.Post("/api/users/{org}/create", object{"name": "Both", "email": both.Email, "role": role}).Want(201)
		note(second, "not yet")
		invite := s.Link(s.Letter(both.Email), "invite")
		s.Anyone().Get("/api/invitations/respond?action=accept&token=" + invite.Get("token") + "&email=" + both.Email).
			Want(200)
		note(second, "joined")
		if n := hears(t, socket, "notification:created"); n["orgId"] != second.Org ||
			n["notification"].(map[string]any)["title"] != "joined" {
			t.Errorf("heard %v", n)
		}
		first.Delete("/api/users/{org}/" + both.UserID + "/delete").Want(200)
		note(first, "secret")
		note(second, "still")
		if n := hears(t, socket, "notification:created"); n["orgId"] != second.Org {
			t.Errorf("heard %v", n)
		}
		second.Delete("/api/organization/{org}/delete").Want(200)
		if r := socket.Next("disconnect"); r.Message != "io server disconnect" {
			t.Error(r.Message)
		}
		silent(t, socket)
	})
}

func TestTheEndOfATokenEndsTheConnectionAndARefreshBringsItBack(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner, node := s.Hotel(), socketclient.Start(t)
		for name, options := range ways {
			socket := listen(owner, node, options())
			s.Clock.Advance(14 * time.Minute)
			owner.Token = owner.Post("/api/auth/refresh-token", nil).Want(200).Text("data", "token")
			socket.SetAuth(object{"token": owner.Token})
			s.Clock.Advance(time.Minute)
			if r := socket.Next("disconnect"); r.Message != "transport close" {
				t.Errorf("%s: %s", name, r.Message)
			}
			socket.Next("connect")
			note(owner, "back")
			hears(t, socket, "notification:created")
			socket.Do("close")
		}
	})
}

// The API's limit of requests counts what opens a connection, and the API's list of origins holds for the channel.
func TestTheChannelFollowsTheAPIsSettings(t *testing.T) {
	s := apptest.New(t, kittest.Engines()[0], func(c *app.Config) {
		c.CORSOrigins, c.Limit = []string{"https://desk.example"}, admit.Rate{Requests: 60, Window: time.Minute}
	})
	a := poll(s, t, "https://desk.example")
	if a.StatusCode != 200 || a.Header.Get("Access-Control-Allow-Origin") != "https://desk.example" ||
		a.Header.Get("X-RateLimit-Limit") != "60" || a.Header.Get("X-RateLimit-Remaining") != "59" {
		t.Fatalf("%d %v", a.StatusCode, a.Header)
	}
	if a := poll(s, t, "https://evil.example"); a.StatusCode != 403 || a.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("%d %v", a.StatusCode, a.Header)
	}
	if a := poll(s, t, "http://sarai.test"); a.StatusCode != 200 {
		t.Errorf("the server's own pages get %d", a.StatusCode)
	}
}

// poll opens a polling connection as a page of that origin does.
func poll(s *apptest.Server, t *testing.T, origin string) *http.Response {
	t.Helper()
	request, err := http.NewRequest("GET", s.URL+"/socket.io/?EIO=4&transport=polling", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Origin", origin)
	response, err := apptest.Client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	if err := response.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return response
}

// An address that leaves connections half open, or opens too many, holds nobody up for long: the official client gets
// in beside the first, and by itself after the second.
func TestOpenedConnectionsHoldNobodyUp(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			limit := admit.Rate{Requests: 400, Window: 4 * time.Second}
			s := apptest.New(t, engine, func(c *app.Config) { c.Limit = limit })
			owner, node := s.Hotel(), socketclient.Start(t)
			open := func() int {
				answer, _ := apptest.Bare(t, "GET", s.URL+"/socket.io/?EIO=4&transport=polling", nil)
				return answer.StatusCode
			}
			for range 150 {
				if status := open(); status != 200 {
					t.Fatalf("a connection is opened with %d", status)
				}
			}
			var sockets []*socketclient.Client
			for _, options := range ways {
				sockets = append(sockets, listen(owner, node, options()))
			}
			last := 0
			for opened := 0; opened < 4_000 && last != 429; opened++ {
				last = open()
			}
			if last != 429 {
				t.Fatalf("the last of thousands of connections is opened with %d", last)
			}
			known := socketclient.Polling() // a token in the header counts for its session
			known.Headers = map[string]string{"Authorization": "Bearer " + owner.Token}
			socket := node.Open("known", s.URL, nil, known)
			socket.Next("connect")
			late := node.Open("late", s.URL, object{"token": owner.Token}, socketclient.WebSocket())
			late.Next("connect") // when its address may open connections again
			note(owner, "after all")
			for _, socket := range append(sockets, socket, late) {
				hears(t, socket, "notification:created")
			}
		})
	}
}
