package app_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/kittest/socketclient"
	"sarai/internal/kit/scope"
)

// heardChange is an event changed.
type heardChange struct {
	Org      string   `json:"orgId"`
	Revision int64    `json:"revision"`
	Kind     string   `json:"kind"`
	IDs      []string `json:"ids"`
}

// follow connects the official client, which asks for changes.
func follow(c *apptest.Caller, node *socketclient.Process, options socketclient.Options) *socketclient.Client {
	c.Server.T.Helper()
	socket := node.Open(fmt.Sprint("socket ", apptest.Serial()), c.Server.URL,
		object{"token": c.Token, "changes": true}, options)
	socket.Next("connect")
	return socket
}

// nextChange takes the next change that a socket hears; it may hear the contract's events in between.
func nextChange(t *testing.T, socket *socketclient.Client) (c heardChange) {
	t.Helper()
	for {
		r := socket.Next("event")
		if r.Event != "changed" {
			continue
		}
		if err := json.Unmarshal(r.Payload, &c); err != nil {
			t.Fatal(err)
		}
		return c
	}
}

// until takes the changes that a socket hears up to a revision or, if the last isn't for its person, one that is.
func until(t *testing.T, socket *socketclient.Client, revision int64) (all []heardChange) {
	t.Helper()
	for len(all) == 0 || all[len(all)-1].Revision < revision {
		all = append(all, nextChange(t, socket))
	}
	return all
}

// kindsOf are the kinds of the changes, each once, sorted.
func kindsOf(all []heardChange) string {
	var kinds []string
	for _, c := range all {
		kinds = append(kinds, c.Kind)
	}
	slices.Sort(kinds)
	return strings.Join(slices.Compact(kinds), " ")
}

// revision is the organization's last.
func revision(c *apptest.Caller) int64 {
	c.Server.T.Helper()
	return int64(c.Get("/api/changes/{org}?since=0").Want(200).Number("data", "revision"))
}

// Each socket that asked for changes hears all kinds, in order; others hear what they always did.
func TestWhoAsksForChangesHearsThem(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner, other, node := s.Hotel(), s.Hotel(), socketclient.Start(t)
		var booking string
		steps := []struct {
			name, kinds string
			do          func()
		}{
			{"a booking", "bookings guests rates rooms", func() {
				booking = owner.BookNewRoom("2026-04-14", "2026-04-16")
			}},
			{"an arrival", "bookings", func() { owner.Arrive(booking) }},
			{"a charge", "bookings folios", func() { owner.AddCharge(booking, "Laundry", 300) }},
			{"a payment", "bookings payments", func() { owner.Pay(object{"bookingId": booking, "amount": 100}).Want(201) }},
			{"a departure", "bookings housekeeping invoices", func() { owner.Leave(booking, nil) }},
			{"cleaning", "housekeeping rooms", func() {
				room := owner.Get(apptest.BookingPath(booking, "")).Want(200).Text("data", "rooms", 0, "roomId")
				owner.Put("/api/rooms/{org}/"+room+"/housekeeping", object{"housekeeping": "clean"}).Want(200)
			}},
		}
		for name, options := range ways {
			socket, plain, wall := follow(owner, node, options()), listen(owner, node, options()), follow(other, node, options())
			for _, step := range steps {
				before := revision(owner)
				step.do()
				heard := until(t, socket, revision(owner))
				if kindsOf(heard) != step.kinds || heard[0].Org != owner.Org || heard[0].Revision <= before {
					t.Errorf("%s, %s: heard %+v, want %s", name, step.name, heard, step.kinds)
				}
			}
			for _, r := range plain.Waiting() {
				if r.What == "event" && r.Event == "changed" {
					t.Errorf("%s: without asking for it, %s was heard", name, r.Payload)
				}
			}
			silent(t, wall)
			for _, c := range []*socketclient.Client{socket, plain, wall} {
				c.Do("close")
			}
		}
	})
}

// What is undone, or changes nothing, is no change.
func TestWhatIsUndoneIsNoChange(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rooms := owner.CreateRooms(1)
		owner.Book("2026-04-20", "2026-04-22", rooms...)
		socket := follow(owner, socketclient.Start(t), socketclient.WebSocket())
		before := revision(owner)
		owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", rooms...)).Want(400)
		owner.Put("/api/rooms/{org}/"+rooms[0]+"/housekeeping", object{"housekeeping": "clean"}).Want(200)
		if now := revision(owner); now != before {
			t.Errorf("the revision went from %d to %d", before, now)
		}
		owner.Put("/api/rooms/{org}/"+rooms[0]+"/housekeeping", object{"housekeeping": "dirty"}).Want(200)
		if c := nextChange(t, socket); c.Revision != before+1 || c.Kind != "housekeeping" || !slices.Equal(c.IDs, rooms) {
			t.Errorf("heard %+v", c)
		}
	})
}

// People hear of what they may view, from the moment on in which they may.
func TestChangesFollowPermissions(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner, node := s.Hotel(), socketclient.Start(t)
		rooms := owner.CreateRooms(1)
		role := owner.Post("/api/roles/{org}/create", object{"name": "Keeper",
			"permissions": object{"rooms": object{"view": true}}}).Want(201).Text("data", "_id")
		keeper := owner.MemberOf("Keeper", role)
		socket := follow(keeper, node, socketclient.WebSocket())
		clean := func(state string) {
			owner.Put("/api/rooms/{org}/"+rooms[0]+"/housekeeping", object{"housekeeping": state}).Want(200)
		}
		owner.Book("2026-04-20", "2026-04-22", rooms...)
		clean("dirty")
		if heard := until(t, socket, revision(owner)); kindsOf(heard) != "housekeeping rooms" {
			t.Errorf("with rooms.view was heard %+v", heard)
		}
		owner.Put("/api/roles/{org}/"+role+"/update", object{"permissions": object{"rooms": object{"view": false},
			"bookings": object{"view": true}}}).Want(200)
		clean("clean")
		owner.Book("2026-04-22", "2026-04-23", rooms...)
		clean("dirty")
		if c := nextChange(t, socket); c.Kind != "bookings" {
			t.Errorf("with bookings.view was heard %+v", c)
		}
		missed := keeper.Get("/api/changes/{org}?since=0").Want(200)
		for i := range missed.List("data", "changes") {
			if kind := missed.Text("data", "changes", i, "kind"); kind != "bookings" && kind != "folios" && kind != "holds" {
				t.Errorf("with bookings.view was missed %s", kind)
			}
		}
		owner.Delete("/api/users/{org}/" + keeper.UserID + "/delete").Want(200)
		owner.Book("2026-04-24", "2026-04-25", rooms...)
		if r := socket.Next("disconnect"); r.Message != "io server disconnect" {
			t.Error(r.Message)
		}
		for _, r := range socket.Waiting() {
			if r.What == "event" && r.Event == "changed" {
				t.Errorf("after the end was heard %s", r.Payload)
			}
		}
	})
}

// A client that was away asks for what it missed, and is told to read all again when it is too much or too old.
func TestMissedChanges(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "merged by kind", Run: missedByKind},
		{Name: "too many", Run: tooManyMissed},
		{Name: "too old", Run: missedTooLongAgo},
	})
}

func missedByKind(t *testing.T, owner *apptest.Caller) {
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	stranger.Get("/api/changes/{org}?since=0").Refused(403, "not a member")
	owner.Get("/api/changes/{org}").Bad("since")
	owner.Get("/api/changes/{org}?since=-1").Bad("since")
	owner.Get("/api/changes/{org}?since=x").Bad("since")
	rooms := owner.CreateRooms(2)
	before := revision(owner)
	first := owner.Book("2026-04-20", "2026-04-22", rooms[0])
	second := owner.Book("2026-04-20", "2026-04-22", rooms[1])
	owner.AddCharge(first, "Laundry", 300)
	missed := owner.Get(fmt.Sprint("/api/changes/{org}?since=", before)).Want(200).Is(false, "data", "reload")
	ids := map[string][]any{}
	for i, c := range missed.List("data", "changes") {
		ids[missed.Text("data", "changes", i, "kind")] = c.(map[string]any)["ids"].([]any)
	}
	both := []any{min(first, second), max(first, second)}
	if len(ids) != 3 || len(ids["guests"]) == 0 || fmt.Sprint(ids["bookings"]) != fmt.Sprint(both) ||
		fmt.Sprint(ids["folios"]) != fmt.Sprint([]any{first}) {
		t.Errorf("missed %s", missed.Raw)
	}
	now := revision(owner)
	owner.Get(fmt.Sprint("/api/changes/{org}?since=", now)).Want(200).Is(now, "data", "revision").
		Is([]any{}, "data", "changes").Is(false, "data", "reload")
	ahead := owner.Get(fmt.Sprint("/api/changes/{org}?since=", now+1)).Want(200)
	ahead.Is(true, "data", "reload").Is([]any{}, "data", "changes")
}

func tooManyMissed(t *testing.T, owner *apptest.Caller) {
	list := []object{}
	category := owner.Post("/api/room-categories/{org}/create", object{"name": "Deluxe", "baseRate": 1}).Want(201).
		Text("data", "_id")
	for i := range 201 {
		list = append(list, object{"roomNumber": fmt.Sprint(i), "categoryId": category})
	}
	before := revision(owner)
	ask := func(since int64) apptest.Answer {
		return owner.Get(fmt.Sprint("/api/changes/{org}?since=", since)).Want(200)
	}
	// a change of many rooms names them, and one of more than 200 none
	owner.Post("/api/rooms/{org}/bulk-create", object{"rooms": list[:200]}).Want(201)
	if named := ask(before).List("data", "changes", 0, "ids"); len(named) != 200 {
		t.Errorf("%d rooms are named", len(named))
	}
	owner.Post("/api/rooms/{org}/create", list[200]).Want(201)
	ask(before).Is("rooms", "data", "changes", 0, "kind").Is([]any{}, "data", "changes", 0, "ids")
	room := owner.Get("/api/rooms/{org}/list").Want(200).Text("data", 0, "_id")
	for i := range 501 { // two changes each
		state := []string{"dirty", "clean"}[i%2]
		owner.Put("/api/rooms/{org}/"+room+"/housekeeping", object{"housekeeping": state}).Want(200)
	}
	ask(before).Is(true, "data", "reload").Is([]any{}, "data", "changes")
	ask(revision(owner)-1000).Is(false, "data", "reload")
}

func missedTooLongAgo(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(1)
	before := revision(owner)
	owner = owner.Later(25 * time.Hour)
	owner.BookNewRoom("2026-04-20", "2026-04-21")
	if err := owner.Server.App.Changes.Sweep(t.Context(), scope.Scope{Org: owner.Org}); err != nil {
		t.Fatal(err)
	}
	owner.Get(fmt.Sprint("/api/changes/{org}?since=", before-1)).Want(200).Is(true, "data", "reload")
	missed := owner.Get(fmt.Sprint("/api/changes/{org}?since=", before)).Want(200).Is(false, "data", "reload")
	if len(missed.List("data", "changes")) == 0 {
		t.Errorf("nothing is left: %s", missed.Raw)
	}
}

// twoNodes are two servers on one database, whose clock stands still.
func twoNodes(t *testing.T) (first, second *apptest.Server) {
	t.Helper()
	kittest.NeedPostgreSQL(t)
	var shared app.Config // either node may send a mail, so they have one folder
	first = apptest.New(t, kittest.PostgreSQL, func(c *app.Config) { shared = *c })
	second = apptest.New(t, kittest.PostgreSQL, func(c *app.Config) {
		c.DB, c.Clock, c.Keys, c.Mail = first.DB, first.Clock, shared.Keys, shared.Mail
	})
	return first, second
}

// What one node changes about a member, a role or an organization, the other knows as soon as a message takes: with a
// clock that stands still, nothing that it remembers expires by itself.
func TestTwoNodesKnowWhatChangedAboutAMember(t *testing.T) {
	first, second := twoNodes(t)
	owner := first.Hotel()
	role := owner.Post("/api/roles/{org}/create", object{"name": "Desk", "permissions": object{
		"rooms": object{"view": true}}}).Want(201).Text("data", "_id")
	clerk := owner.MemberOf("Clerk", role)
	elsewhere := second.Login(owner.Org, clerk.Email)
	soon := func(what string, holds func() bool) {
		for end := time.Now().Add(20 * time.Second); !holds(); {
			if time.Now().After(end) {
				t.Fatalf("the other node still doesn't know %s", what)
			}
		}
	}
	status := func() int {
		a, err := elsewhere.Try("GET", "/api/rooms/{org}/list", nil)
		if err != nil {
			t.Fatal(err)
		}
		return a.Status
	}
	elsewhere.Get("/api/rooms/{org}/list").Want(200)
	owner.Put("/api/roles/{org}/"+role+"/update", object{"permissions": object{"rooms": object{"view": false}}}).
		Want(200)
	soon("that the role has lost its permission", func() bool { return status() == 403 })
}

// Clients of two nodes on one database hear every change once, in the order of the commits, whichever node made it.
func TestTwoNodesTellChangesInOrder(t *testing.T) {
	first, second := twoNodes(t)
	owner, node := first.Hotel(), socketclient.Start(t)
	elsewhere := second.Login(owner.Org, owner.Email)
	const each = 40
	rooms := owner.CreateRooms(2 * each)
	before := revision(owner)
	sockets := []*socketclient.Client{follow(owner, node, socketclient.WebSocket()),
		follow(elsewhere, node, socketclient.Upgrading())}
	first.AtOnce(2*each, func(i int) error {
		desk := []*apptest.Caller{owner, elsewhere}[i%2]
		_, err := desk.Try("PUT", "/api/rooms/{org}/"+rooms[i]+"/housekeeping", object{"housekeeping": "dirty"})
		return err
	})
	last := revision(owner)
	if last != before+4*each {
		t.Errorf("the revision went from %d to %d by %d changes", before, last, 4*each)
	}
	for _, socket := range sockets {
		heard := map[string]int{}
		said := before
		for _, c := range until(t, socket, last) {
			if c.Revision <= said {
				t.Errorf("%s heard %d after %d", socket.Name, c.Revision, said)
			}
			said = c.Revision
			for _, id := range c.IDs {
				heard[c.Kind+" "+id]++
			}
		}
		for _, room := range rooms {
			if heard["rooms "+room] != 1 || heard["housekeeping "+room] != 1 {
				t.Errorf("%s heard %d and %d times of room %s", socket.Name, heard["rooms "+room],
					heard["housekeeping "+room], room)
			}
		}
	}
}
