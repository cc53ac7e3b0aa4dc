package group_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// Random groups with their blocks beside random bookings, of groups and of none, by category and by room, their changes
// and cancellations, holds, rooms out of order and out of use, against a model that only counts: what it says is
// possible is done, all else is refused, no category is sold twice, and each block keeps what was not picked up.
func TestBlocksAgainstCounts(t *testing.T) {
	apptest.RapidDefault(t, "checks", "10")
	apptest.RapidDefault(t, "steps", "50")
	apptest.RapidDefault(t, "nofailfile", "true")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			owner := apptest.New(t, engine).Hotel()
			rapid.Check(t, func(rt *rapid.T) {
				h := &counted{desk: owner.AnotherHotel()}
				h.rooms = h.desk.CreateRooms(5)
				h.category = category(h.desk)
				for i := range h.groups {
					h.groups[i] = newCountedGroup(h.desk, i)
				}
				rt.Repeat(map[string]func(*rapid.T){
					"":                     h.compare,
					"book by category":     h.byCategory,
					"book for a group":     h.byCategory,
					"book a room":          h.byRoom,
					"other dates":          h.otherDates,
					"assign":               h.assign,
					"unassign":             h.unassign,
					"cancel":               h.cancel,
					"reinstate":            h.reinstate,
					"block for a group":    h.setBlock,
					"block more":           h.setBlock,
					"wash":                 h.wash,
					"release":              h.release,
					"definite or not":      h.turn,
					"hold":                 h.hold,
					"out of order":         h.outOfOrder,
					"out of use and again": h.inUse,
				})
			})
		})
	}
}

const countedNights = 6

// span is nights [from, to) in a room; room is -1 for any of the category.
type span struct{ room, from, to int }

type countedBooking struct {
	id    string
	group int // -1: none
	span
}

type countedNight struct {
	blocked         int
	holds, released bool
	known           bool
}

type countedGroup struct {
	id       string
	definite bool
	nights   [countedNights]countedNight
}

// state is what the model knows.
type state struct {
	bookings, cancelled []countedBooking
	groups              [2]countedGroup
	fixed               []span // rooms out of order, and holds
	inactive            map[int]bool
}

type counted struct {
	desk     *apptest.Caller
	category string
	rooms    []string
	state
}

func (s state) clone() state {
	s.bookings, s.cancelled, s.fixed = slices.Clone(s.bookings), slices.Clone(s.cancelled), slices.Clone(s.fixed)
	s.inactive = maps.Clone(s.inactive)
	if s.inactive == nil {
		s.inactive = map[int]bool{}
	}
	return s
}

func newCountedGroup(desk *apptest.Caller, i int) countedGroup {
	made := desk.Post("/api/groups/{org}/create", object{"name": fmt.Sprint("Group ", i), "checkIn": apptest.Date(0),
		"checkOut": apptest.Date(countedNights), "status": "definite"}).Want(201)
	return countedGroup{id: made.Text("data", "_id"), definite: true}
}

func (s span) on(night int) bool { return s.from <= night && night < s.to }

func (s state) picked(group, night int) (n int) {
	for _, b := range s.bookings {
		if b.group == group && b.on(night) {
			n++
		}
	}
	return n
}

func (s state) held(group, night int) int {
	n := s.groups[group].nights[night]
	if !n.holds {
		return 0
	}
	return max(0, n.blocked-s.picked(group, night))
}

// possible tells whether all of it fits into the rooms in use.
func (s state) possible(rooms int) bool {
	all := slices.Clone(s.fixed)
	for _, b := range s.bookings {
		all = append(all, b.span)
	}
	for night := range countedNights {
		taken, wanted := map[int]bool{}, s.held(0, night)+s.held(1, night)
		for _, s := range all {
			switch {
			case !s.on(night):
			case s.room < 0:
				wanted++
			case taken[s.room]:
				return false
			default:
				taken[s.room] = true
			}
		}
		for room := range s.inactive {
			if taken[room] {
				return false
			}
		}
		if wanted > rooms-len(s.inactive)-len(taken) {
			return false
		}
	}
	return true
}

// ask sends a request that must be done if the state after it is possible, and else be refused.
func (h *counted) ask(rt *rapid.T, after state, method, path string, body any) (a apptest.Answer, done bool) {
	rt.Helper()
	possible := after.possible(len(h.rooms))
	a, err := h.desk.Try(method, path, body)
	if err != nil {
		rt.Fatal(err)
	}
	rt.Logf("%s %s %v: %d %s", method, path, body, a.Status, a.Raw)
	if done = a.Status == 200 || a.Status == 201; done != possible || !done && a.Status != 400 {
		rt.Fatalf("%s %s %v: the model says that it is possible: %v, got %d: %s", method, path, body, possible, a.Status,
			a.Raw)
	}
	if done {
		h.state = after
	}
	return a, done
}

func (h *counted) drawSpan(rt *rapid.T, room int) span {
	from := rapid.IntRange(0, countedNights-1).Draw(rt, "from")
	return span{room, from, rapid.IntRange(from+1, countedNights).Draw(rt, "to")}
}

func (h *counted) drawGroup(rt *rapid.T) int {
	return rapid.IntRange(0, len(h.groups)-1).Draw(rt, "group")
}

func (h *counted) book(rt *rapid.T, s span, body object) {
	group := rapid.IntRange(-1, len(h.groups)-1).Draw(rt, "of group")
	if group >= 0 {
		body["groupId"] = h.groups[group].id
	}
	after := h.clone()
	after.bookings = append(after.bookings, countedBooking{"", group, s})
	if a, done := h.ask(rt, after, "POST", "/api/bookings/{org}/create", body); done {
		h.bookings[len(h.bookings)-1].id = a.Text("data", "bookingId")
	}
}

func (h *counted) byCategory(rt *rapid.T) {
	s := h.drawSpan(rt, -1)
	h.book(rt, s, ofCategory(h.category, apptest.Date(s.from), apptest.Date(s.to)))
}

func (h *counted) drawRoom(rt *rapid.T) int {
	return rapid.IntRange(0, len(h.rooms)-1).Draw(rt, "room")
}

func (h *counted) byRoom(rt *rapid.T) {
	s := h.drawSpan(rt, h.drawRoom(rt))
	if h.inactive[s.room] {
		rt.Skip("not in use")
	}
	h.book(rt, s, apptest.Stay(apptest.Date(s.from), apptest.Date(s.to), h.rooms[s.room]))
}

func pick(rt *rapid.T, from []countedBooking) int {
	if len(from) == 0 {
		rt.Skip("no booking yet")
	}
	return rapid.IntRange(0, len(from)-1).Draw(rt, "booking")
}

// change asks for one booking to have another span.
func (h *counted) change(rt *rapid.T, i int, to span, method, path string, body any) {
	after := h.clone()
	after.bookings[i].span = to
	h.ask(rt, after, method, apptest.BookingPath(after.bookings[i].id, path), body)
}

func (h *counted) otherDates(rt *rapid.T) {
	i := pick(rt, h.bookings)
	s := h.drawSpan(rt, h.bookings[i].room)
	h.change(rt, i, s, "PUT", "/stay", object{"checkIn": apptest.Date(s.from), "checkOut": apptest.Date(s.to)})
}

func (h *counted) assign(rt *rapid.T) {
	i, room := pick(rt, h.bookings), h.drawRoom(rt)
	to := h.bookings[i].span
	if to.room >= 0 || h.inactive[room] {
		rt.Skip("assigned already, or not in use")
	}
	to.room = room
	h.change(rt, i, to, "POST", "/assign-room", object{"roomId": h.rooms[room]})
}

func (h *counted) unassign(rt *rapid.T) {
	i := pick(rt, h.bookings)
	to := h.bookings[i].span
	if to.room < 0 {
		rt.Skip("not assigned")
	}
	to.room = -1
	h.change(rt, i, to, "POST", "/unassign", object{"roomId": h.rooms[h.bookings[i].room]})
}

func (h *counted) cancel(rt *rapid.T) {
	i := pick(rt, h.bookings)
	after := h.clone()
	after.cancelled = append(after.cancelled, after.bookings[i])
	after.bookings = slices.Delete(after.bookings, i, i+1)
	h.ask(rt, after, "PUT", apptest.BookingPath(h.bookings[i].id, "/cancel"), object{"reason": "x"})
}

func (h *counted) reinstate(rt *rapid.T) {
	i := pick(rt, h.cancelled)
	if h.inactive[h.cancelled[i].room] {
		rt.Skip("not in use")
	}
	after := h.clone()
	after.bookings = append(after.bookings, after.cancelled[i])
	after.cancelled = slices.Delete(after.cancelled, i, i+1)
	h.ask(rt, after, "POST", apptest.BookingPath(h.cancelled[i].id, "/reinstate"), nil)
}

func (h *counted) setBlock(rt *rapid.T) {
	g, s, rooms := h.drawGroup(rt), h.drawSpan(rt, -1), rapid.IntRange(0, len(h.rooms)).Draw(rt, "rooms")
	after := h.clone()
	for night := s.from; night < s.to; night++ {
		n := &after.groups[g].nights[night]
		n.blocked, n.holds, n.known = rooms, after.groups[g].definite, true
	}
	h.ask(rt, after, "PUT", "/api/groups/{org}/"+h.groups[g].id+"/block", object{"nights": []any{object{
		"categoryId": h.category, "from": apptest.Date(s.from), "to": apptest.Date(s.to), "rooms": rooms}}})
}

func (h *counted) wash(rt *rapid.T) {
	g, percent := h.drawGroup(rt), rapid.IntRange(1, 100).Draw(rt, "percent")
	after := h.clone()
	for night := range countedNights {
		n := &after.groups[g].nights[night]
		if unsold := n.blocked - h.picked(g, night); unsold > 0 {
			n.blocked -= (unsold*percent + 50) / 100
		}
	}
	h.ask(rt, after, "POST", "/api/groups/{org}/"+h.groups[g].id+"/wash", object{"percent": percent})
}

func (h *counted) release(rt *rapid.T) {
	g := h.drawGroup(rt)
	after := h.clone()
	for night := range countedNights {
		n := &after.groups[g].nights[night]
		if !n.released && (n.known || h.picked(g, night) > 0 || h.everPicked(g, night)) {
			n.released, n.holds = true, false
		}
	}
	h.ask(rt, after, "POST", "/api/groups/{org}/"+h.groups[g].id+"/release", nil)
}

// everPicked tells whether the server knows the night of the group, though nothing is blocked on it.
func (h *counted) everPicked(group, night int) bool {
	known := false
	for _, n := range h.blockOf(group).List("data", "nights") {
		known = known || n.(map[string]any)["date"] == apptest.Date(night)
	}
	return known
}

func (h *counted) blockOf(group int) apptest.Answer {
	return h.desk.Get("/api/groups/{org}/" + h.groups[group].id + "/block").Want(200)
}

func (h *counted) turn(rt *rapid.T) {
	g := h.drawGroup(rt)
	after := h.clone()
	group := &after.groups[g]
	group.definite = !group.definite
	status := "tentative"
	if group.definite {
		status = "definite"
	}
	for night := range countedNights {
		n := &group.nights[night]
		n.holds = group.definite && !n.released && n.known
	}
	h.ask(rt, after, "PUT", "/api/groups/{org}/"+group.id+"/update", object{"status": status})
}

// hold asks for any room that is free throughout; there may be none although each night has one.
func (h *counted) hold(rt *rapid.T) {
	s := h.drawSpan(rt, -1)
	a, err := h.desk.Try("POST", "/api/holds/{org}", object{"categoryId": h.category, "checkIn": apptest.Date(s.from),
		"checkOut": apptest.Date(s.to)})
	if err != nil {
		rt.Fatal(err)
	}
	if a.Status != 201 {
		return
	}
	s.room = slices.Index(h.rooms, a.Text("data", "rooms", 0, "roomId"))
	h.state = h.clone()
	if h.fixed = append(h.fixed, s); !h.possible(len(h.rooms)) {
		rt.Fatalf("a hold was made of a room that isn't free: %s", a.Raw)
	}
}

func (h *counted) outOfOrder(rt *rapid.T) {
	s := h.drawSpan(rt, h.drawRoom(rt))
	if h.inactive[s.room] {
		rt.Skip("not in use")
	}
	after := h.clone()
	after.fixed = append(after.fixed, s)
	h.ask(rt, after, "POST", "/api/rooms/{org}/"+h.rooms[s.room]+"/blocks",
		object{"from": apptest.Date(s.from), "to": apptest.Date(s.to), "reason": "x"})
}

func (h *counted) inUse(rt *rapid.T) {
	room := h.drawRoom(rt)
	after := h.clone()
	if after.inactive[room] {
		delete(after.inactive, room)
	} else {
		after.inactive[room] = true
	}
	h.ask(rt, after, "PUT", "/api/rooms/{org}/"+h.rooms[room]+"/update", object{"isActive": !after.inactive[room]})
}

// compare asks how many rooms are free, and counts those that are held for each group.
func (h *counted) compare(rt *rapid.T) {
	a, err := h.desk.Try("GET", "/api/availability/{org}/categories?from="+apptest.Date(0)+"&to="+
		apptest.Date(countedNights), nil)
	if err != nil || a.Status != 200 {
		rt.Fatal(err, a.Status)
	}
	chart, err := h.desk.Try("GET", "/api/bookings/{org}/stays?from="+apptest.Date(0)+"&to="+
		apptest.Date(countedNights), nil)
	if err != nil || chart.Status != 200 {
		rt.Fatal(err, chart.Status, string(chart.Raw))
	}
	kept := h.kept(rt)
	for night := range countedNights {
		free := len(h.rooms) - len(h.inactive)
		for _, s := range h.fixed {
			if s.on(night) {
				free--
			}
		}
		for _, b := range h.bookings {
			if b.on(night) {
				free--
			}
		}
		for g := range h.groups {
			free -= h.held(g, night)
			if got := kept[h.groups[g].id+apptest.Date(night)]; got != h.held(g, night) {
				rt.Fatalf("on day %d %d rooms are held for group %d, want %d: %s", night, got, g, h.held(g, night),
					h.blockOf(g).Raw)
			}
		}
		if got := chart.At("data", "categories", 0, "free", night); fmt.Sprint(got) != fmt.Sprint(free) {
			rt.Fatalf("on day %d the chart says that %v rooms are free, want %d: %s", night, got, free, chart.Raw)
		}
		if got := a.At("data", 0, "nights", night, "free"); fmt.Sprint(got) != fmt.Sprint(free) {
			rt.Fatalf("on day %d %v rooms are free, want %d: %s", night, got, free, a.Raw)
		}
	}
}

// kept counts the room-nights that are held for groups, by group and night.
func (h *counted) kept(rt *rapid.T) map[string]int {
	counts := map[string]int{}
	err := h.desk.Server.DB.Read(rt.Context(), func(tx *db.Tx) error {
		found, err := db.All(tx, db.Value[string], `SELECT n.holder_id || n.night FROM room_nights n
			WHERE n.org_id = $1 AND n.holder_kind = 'allotment'`, h.desk.Org)
		for _, key := range found {
			counts[key]++
		}
		return err
	})
	if err != nil {
		rt.Fatal(err)
	}
	return counts
}
