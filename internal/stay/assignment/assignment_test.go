package assignment_test

import (
	"fmt"
	"slices"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestAutoAssign(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may, and what is wrong", Run: refused},
		{Name: "rooms for a day's arrivals", Run: assigns},
		{Name: "others move where it helps", Run: moves},
		{Name: "locked rooms stay", Run: keepsLocked},
	}, apptest.FoliosAddUp)
}

const autoAssign = "/api/bookings/{org}/auto-assign"

func deluxe(owner *apptest.Caller) string {
	return owner.Get("/api/room-categories/{org}/list").Want(200).Text("data", 0, "_id")
}

// book books one room of the category.
func book(owner *apptest.Caller, category, from, to string) (bookingID string) {
	return owner.Post("/api/bookings/{org}/create", object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345",
		"checkIn": from, "checkOut": to, "rooms": []any{object{"categoryId": category, "ratePerNight": 2000, "adults": 2}}}).
		Want(201).Text("data", "bookingId")
}

func roomOf(owner *apptest.Caller, bookingID string) string {
	return owner.Get(apptest.BookingPath(bookingID, "")).Want(200).Text("data", "rooms", 0, "roomNumber")
}

func refused(_ *testing.T, owner *apptest.Caller) {
	owner.Member("Viewer", object{"bookings": object{"view": true}}).Post(autoAssign, nil).Refused(403, "bookings.update")
	for _, body := range []object{{"from": "2026-04-20", "to": "2026-04-19"}, {"from": "x"},
		{"from": "2026-04-20", "to": "2026-06-19"}} {
		owner.Post(autoAssign, body).Refused(400, "")
	}
	none := owner.Post(autoAssign, nil).Want(200)
	none.Is([]any{}, "data", "assigned").Is([]any{}, "data", "unassigned")
}

func assigns(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(3)
	category := deluxe(owner)
	one, two := book(owner, category, "2026-04-14", "2026-04-16"), book(owner, category, "2026-04-14", "2026-04-15")
	tomorrow := book(owner, category, "2026-04-15", "2026-04-17")
	tried := owner.Post(autoAssign+"?dryRun=true", nil).Want(200).Is(true, "data", "dryRun")
	if n := len(tried.List("data", "assigned")); n != 2 || roomOf(owner, one) != "" {
		t.Errorf("the dry run names %d rooms: %s", n, tried.Raw)
	}
	done := owner.Post(autoAssign, nil).Want(200).Is(false, "data", "dryRun").Is([]any{}, "data", "unassigned")
	if fmt.Sprint(done.At("data", "assigned")) != fmt.Sprint(tried.At("data", "assigned")) {
		t.Errorf("the dry run told %s, and it made %s", tried.Raw, done.Raw)
	}
	rooms := []string{roomOf(owner, one), roomOf(owner, two)}
	if rooms[0] == rooms[1] || slices.Contains(rooms, "") || roomOf(owner, tomorrow) != "" {
		t.Errorf("they have the rooms %q", rooms)
	}
	owner.Get(apptest.BookingPath(one, "")).Is(false, "data", "rooms", 0, "locked")
	owner.Post(apptest.BookingPath(one, "/arrival"), nil).Want(200)
	again := owner.Post(autoAssign, object{"from": "2026-04-14", "to": "2026-04-20"}).Want(200)
	if n := len(again.List("data", "assigned")); n != 1 || roomOf(owner, tomorrow) == "" {
		t.Errorf("the second time it assigns %d rooms: %s", n, again.Raw)
	}
}

// Two rooms, with a night taken in each: a stay over both nights finds a room only when another one moves.
func moves(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(2)
	category := deluxe(owner)
	first, second := book(owner, category, "2026-04-20", "2026-04-21"), book(owner, category, "2026-04-21", "2026-04-22")
	owner.Post(autoAssign, object{"from": "2026-04-20"}).Want(200)
	other := map[string]string{"101": "102", "102": "101"}[roomOf(owner, first)]
	for _, r := range owner.Get("/api/rooms/{org}/list").Want(200).List("data") {
		if r := r.(map[string]any); r["roomNumber"] == other {
			owner.Post(apptest.BookingPath(second, "/assign-room"), object{"roomId": r["_id"], "locked": false}).Want(200)
		}
	}
	long := book(owner, category, "2026-04-20", "2026-04-22")
	done := owner.Post(autoAssign, object{"from": "2026-04-20", "to": "2026-04-21"}).Want(200)
	done.Is([]any{}, "data", "unassigned")
	if a, b, c := roomOf(owner, first), roomOf(owner, second), roomOf(owner, long); a != b || a == c || c == "" {
		t.Errorf("the short stays are in %q and %q, the long one in %q: %s", a, b, c, done.Raw)
	}
}

func keepsLocked(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	category := deluxe(owner)
	first, second := book(owner, category, "2026-04-20", "2026-04-21"), book(owner, category, "2026-04-21", "2026-04-22")
	owner.Post(apptest.BookingPath(first, "/assign-room"), object{"roomId": rooms[0]}).Want(200)
	owner.Post(apptest.BookingPath(second, "/assign-room"), object{"roomId": rooms[1]}).Want(200)
	long := book(owner, category, "2026-04-20", "2026-04-22")
	left := owner.Post(autoAssign, object{"from": "2026-04-20", "to": "2026-04-21"}).Want(200)
	left.Is([]any{}, "data", "assigned").Is(long, "data", "unassigned", 0, "bookingId")
	if roomOf(owner, first) != "101" || roomOf(owner, second) != "102" || roomOf(owner, long) != "" {
		t.Errorf("locked rooms have moved: %s", left.Raw)
	}
}
