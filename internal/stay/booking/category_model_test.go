package booking_test

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

// Random bookings by category and by room, assignments, blocks and rooms out of use, against a model that only counts:
// what it says is possible is done, all else is refused, and availability is what it counts.
func TestCategoriesAgainstCounts(t *testing.T) {
	apptest.RapidDefault(t, "checks", "10")
	apptest.RapidDefault(t, "steps", "40")
	apptest.RapidDefault(t, "nofailfile", "true")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			owner := apptest.New(t, engine).Hotel()
			rapid.Check(t, func(rt *rapid.T) {
				h := &counted{desk: owner.AnotherHotel(), inactive: map[int]bool{}}
				h.rooms = h.desk.CreateRooms(4)
				h.category = category(h.desk)
				rt.Repeat(map[string]func(*rapid.T){
					"":            h.compare,
					"by category": h.byCategory,
					"and another": h.byCategory,
					"by room":     h.byRoom,
					"other dates": h.otherDates,
					"assign":      h.assign,
					"unassign":    h.unassign,
					"cancel":      h.cancel,
					"block":       h.block,
					"in use":      h.inUse,
				})
			})
		})
	}
}

// span is nights [from, to) in a room; room is -1 for any of the category.
type span struct{ room, from, to int }

type countedBooking struct {
	id string
	span
}

type counted struct {
	desk     *apptest.Caller
	category string
	rooms    []string
	bookings []countedBooking
	blocks   []span
	inactive map[int]bool
}

const countedNights = 8

// possible tells whether the bookings and blocks fit into the rooms in use.
func (h *counted) possible(bookings []countedBooking, blocks []span, inactive map[int]bool) bool {
	all := slices.Clone(blocks)
	for _, b := range bookings {
		all = append(all, b.span)
	}
	for night := range countedNights {
		taken, wanted := map[int]bool{}, 0
		for _, s := range all {
			switch {
			case night < s.from || night >= s.to:
			case s.room < 0:
				wanted++
			case taken[s.room] || inactive[s.room]:
				return false
			default:
				taken[s.room] = true
			}
		}
		if wanted > len(h.rooms)-len(inactive)-len(taken) {
			return false
		}
	}
	return true
}

// ask sends a request that must be done if that is possible, and else be refused.
func (h *counted) ask(rt *rapid.T, possible bool, method, path string, body any) apptest.Answer {
	rt.Helper()
	a, err := h.desk.Try(method, path, body)
	if err != nil {
		rt.Fatal(err)
	}
	rt.Logf("%s %s %v: %d %s", method, path, body, a.Status, a.Raw)
	if done := a.Status == 200 || a.Status == 201; done != possible || !done && a.Status != 400 {
		rt.Fatalf("%s %s %v: the model says that it is possible: %v, got %d: %s", method, path, body, possible, a.Status,
			a.Raw)
	}
	return a
}

func (h *counted) drawSpan(rt *rapid.T, room int) span {
	from := rapid.IntRange(0, countedNights-2).Draw(rt, "from")
	return span{room, from, rapid.IntRange(from+1, countedNights-1).Draw(rt, "to")}
}

func (h *counted) book(rt *rapid.T, s span, body object) {
	more := append(slices.Clone(h.bookings), countedBooking{"", s})
	possible := h.possible(more, h.blocks, h.inactive)
	if a := h.ask(rt, possible, "POST", create, body); possible {
		more[len(more)-1].id = a.Text("data", "bookingId")
		h.bookings = more
	}
}

func (h *counted) byCategory(rt *rapid.T) {
	s := h.drawSpan(rt, -1)
	h.book(rt, s, ofCategory(h.category, apptest.Date(s.from), apptest.Date(s.to)))
}

func (h *counted) byRoom(rt *rapid.T) {
	s := h.drawSpan(rt, rapid.IntRange(0, len(h.rooms)-1).Draw(rt, "room"))
	h.book(rt, s, apptest.Stay(apptest.Date(s.from), apptest.Date(s.to), h.rooms[s.room]))
}

func (h *counted) pick(rt *rapid.T) int {
	if len(h.bookings) == 0 {
		rt.Skip("no booking yet")
	}
	return rapid.IntRange(0, len(h.bookings)-1).Draw(rt, "booking")
}

// change asks for one booking to have another span.
func (h *counted) change(rt *rapid.T, i int, to span, method, path string, body any) {
	after := slices.Clone(h.bookings)
	after[i].span = to
	possible := h.possible(after, h.blocks, h.inactive)
	h.ask(rt, possible, method, apptest.BookingPath(after[i].id, path), body)
	if possible {
		h.bookings = after
	}
}

func (h *counted) otherDates(rt *rapid.T) {
	i := h.pick(rt)
	s := h.drawSpan(rt, h.bookings[i].room)
	h.change(rt, i, s, "PUT", "/stay", object{"checkIn": apptest.Date(s.from), "checkOut": apptest.Date(s.to)})
}

func (h *counted) assign(rt *rapid.T) {
	i, room := h.pick(rt), rapid.IntRange(0, len(h.rooms)-1).Draw(rt, "room")
	to := h.bookings[i].span
	if to.room >= 0 {
		rt.Skip("assigned already")
	}
	to.room = room
	h.change(rt, i, to, "POST", "/assign-room", object{"roomId": h.rooms[room]})
}

func (h *counted) unassign(rt *rapid.T) {
	i := h.pick(rt)
	to := h.bookings[i].span
	if to.room < 0 {
		rt.Skip("not assigned")
	}
	to.room = -1
	h.change(rt, i, to, "POST", "/unassign", object{"roomId": h.rooms[h.bookings[i].room]})
}

func (h *counted) cancel(rt *rapid.T) {
	i := h.pick(rt)
	h.ask(rt, true, "PUT", apptest.BookingPath(h.bookings[i].id, "/cancel"), object{"reason": "x"})
	h.bookings = slices.Delete(slices.Clone(h.bookings), i, i+1)
}

func (h *counted) block(rt *rapid.T) {
	s := h.drawSpan(rt, rapid.IntRange(0, len(h.rooms)-1).Draw(rt, "room"))
	more := append(slices.Clone(h.blocks), s)
	possible := h.possible(h.bookings, more, h.inactive)
	h.ask(rt, possible, "POST", "/api/rooms/{org}/"+h.rooms[s.room]+"/blocks",
		object{"from": apptest.Date(s.from), "to": apptest.Date(s.to), "reason": "x"})
	if possible {
		h.blocks = more
	}
}

func (h *counted) inUse(rt *rapid.T) {
	room := rapid.IntRange(0, len(h.rooms)-1).Draw(rt, "room")
	after := maps.Clone(h.inactive)
	if after[room] {
		delete(after, room)
	} else {
		after[room] = true
	}
	possible := h.possible(h.bookings, h.blocks, after)
	h.ask(rt, possible, "PUT", "/api/rooms/{org}/"+h.rooms[room]+"/update", object{"isActive": !after[room]})
	if possible {
		h.inactive = after
	}
}

func (h *counted) compare(rt *rapid.T) {
	a, err := h.desk.Try("GET", "/api/availability/{org}/categories?from="+apptest.Date(0)+"&to="+
		apptest.Date(countedNights), nil)
	if err != nil || a.Status != 200 {
		rt.Fatal(err, a.Status)
	}
	for night := range countedNights {
		free, kept := len(h.rooms)-len(h.inactive), 0
		for _, s := range h.blocks {
			if s.from <= night && night < s.to {
				free--
			}
		}
		for _, b := range h.bookings {
			if b.from <= night && night < b.to {
				free--
				if b.room < 0 {
					kept++
				}
			}
		}
		if got := a.At("data", 0, "nights", night, "free"); fmt.Sprint(got) != fmt.Sprint(free) {
			rt.Fatalf("on day %d %v rooms are free, want %d: %s", night, got, free, a.Raw)
		}
		if got := h.kept(rt, night); got != kept {
			rt.Fatalf("on day %d %d rooms are kept, want %d", night, got, kept)
		}
	}
}

// kept counts the rooms in use that are kept for bookings of the category on a night.
func (h *counted) kept(rt *rapid.T, night int) (n int) {
	err := h.desk.Server.DB.Read(rt.Context(), func(tx *db.Tx) error {
		return tx.QueryRow(`SELECT COUNT(*) FROM room_nights n JOIN rooms r ON r.org_id = n.org_id AND r.room_id = n.room_id
			WHERE n.org_id = $1 AND n.night = $2 AND n.holder_kind = 'unassigned' AND r.is_active`,
			h.desk.Org, apptest.Date(night)).Scan(&n)
	})
	if err != nil {
		rt.Fatal(err)
	}
	return n
}
