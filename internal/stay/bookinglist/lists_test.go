package bookinglist_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

// Each filter of the list finds what a plain look at every whole booking finds, alone and with the others.
func TestBookingsAreFiltered(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "every filter", Run: bookingFilters},
		{Name: "sorted", Run: bookingOrders},
		{Name: "whole", Run: bookingsWhole},
		{Name: "a channel's reference", Run: channelReference},
	})
}

const bookingList = "/api/bookings/{org}/list"

func bookingFilters(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(4)
	clerk := owner.Member("Clerk", object{"bookings": object{"manage": true}})
	book := func(c *apptest.Caller, from, to string, room int, fields object) string {
		owner.Server.Clock.Advance(time.Minute)
		return c.Post("/api/bookings/{org}/create", apptest.Stay(from, to, rooms[room]).Merged(fields)).Want(201).
			Text("data", "bookingId")
	}
	inHouse := book(owner, "2026-04-14", "2026-04-17", 0, object{"source": "phone"})
	owner.Arrive(inHouse)
	book(clerk, "2026-04-20", "2026-04-22", 1,
		object{"channel": "booking.com", "externalReference": "A-1", "source": "ota"})
	cancelled := book(owner, "2026-04-18", "2026-04-25", 2, object{"source": "ota", "channel": "agoda"})
	owner.Put(apptest.BookingPath(cancelled, "/cancel"), object{"reason": "x", "cancellationCharge": 0}).Want(200)
	paid := book(owner, "2026-05-01", "2026-05-03", 0, nil)
	owner.Server.Clock.Advance(time.Minute)
	due := owner.Get(apptest.BookingPath(paid, "")).Number("data", "balanceDue")
	owner.Post("/api/payments/{org}/create", object{"bookingId": paid, "amount": due, "method": "cash"}).Want(201)
	whole := owner.Get(bookingList + "?fields=full&limit=100").Want(200).List("data")
	if len(whole) != 4 {
		t.Fatalf("%d bookings are listed whole, want 4", len(whole))
	}
	later := owner.Get(apptest.BookingPath(paid, "")).Text("data", "updatedAt")
	text := func(b map[string]any, name string) string { return b[name].(string) }
	filters := map[string]func(b map[string]any) bool{
		"source=ota":                func(b map[string]any) bool { return text(b, "source") == "ota" },
		"channel=booking.com":       func(b map[string]any) bool { return text(b, "channel") == "booking.com" },
		"externalReference=A-1":     func(b map[string]any) bool { return text(b, "externalReference") == "A-1" },
		"checkOutFrom=2026-04-22":   func(b map[string]any) bool { return text(b, "checkOut") >= "2026-04-22" },
		"checkOutTo=2026-04-22":     func(b map[string]any) bool { return text(b, "checkOut") <= "2026-04-22" },
		"inHouse=true":              func(b map[string]any) bool { return text(b, "status") == "checked-in" },
		"balanceOwed=true":          func(b map[string]any) bool { return b["balanceDue"].(float64) > 0 },
		"updatedSince=" + later:     func(b map[string]any) bool { return text(b, "updatedAt") >= later },
		"createdBy=" + clerk.UserID: func(b map[string]any) bool { return text(b, "channel") == "booking.com" },
		"roomId=" + rooms[0]: func(b map[string]any) bool {
			return b["rooms"].([]any)[0].(map[string]any)["roomId"] == rooms[0]
		},
		"stayFrom=2026-04-17&stayTo=2026-04-20": func(b map[string]any) bool {
			return text(b, "checkIn") <= "2026-04-20" && text(b, "checkOut") > "2026-04-17"
		},
		"status=cancelled": func(b map[string]any) bool { return text(b, "status") == "cancelled" },
		"search=bk-2":      func(b map[string]any) bool { return strings.HasPrefix(text(b, "code"), "BK-2") },
	}
	for one, takesOne := range filters {
		for other, takesOther := range filters {
			var want []string
			for _, entry := range whole {
				if b := entry.(map[string]any); takesOne(b) && takesOther(b) {
					want = append(want, text(b, "code"))
				}
			}
			found := owner.Get(bookingList+"?"+one+"&"+other).Want(200).Is(len(want), "pagination", "total")
			if got := codes(found); !slices.Equal(got, want) {
				t.Errorf("%s and %s list %v, want %v", one, other, got, want)
			}
		}
	}
	for _, bad := range []string{"checkOutFrom=x", "stayTo=2026-02-30", "updatedSince=yesterday", "sort=random",
		"fields=all", "inHouse=maybe", "stayTo=2026-04-01&stayFrom=2026-04-02", "source=fax"} {
		name, _, _ := strings.Cut(bad, "=")
		owner.Get(bookingList + "?" + bad).Bad(name)
	}
}

func codes(list apptest.Answer) (codes []string) {
	for _, entry := range list.List("data") {
		codes = append(codes, entry.(map[string]any)["code"].(string))
	}
	return codes
}

func bookingOrders(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	var ids []string
	for i, stay := range [][2]string{{"2026-04-20", "2026-04-21"}, {"2026-04-14", "2026-04-30"},
		{"2026-04-16", "2026-04-18"}} {
		owner.Server.Clock.Advance(time.Minute)
		ids = append(ids, owner.Book(stay[0], stay[1], rooms[i]))
	}
	owner.Server.Clock.Advance(time.Minute)
	owner.Put(apptest.BookingPath(ids[0], "/stay"), object{"notes": "Late"}).Want(200)
	for order, want := range map[string]string{"newest": "3 2 1", "oldest": "1 2 3", "updated": "2 3 1",
		"checkIn": "2 3 1", "-checkIn": "1 3 2", "checkOut": "3 1 2", "-checkOut": "2 1 3"} {
		got := strings.ReplaceAll(strings.Join(codes(owner.Get(bookingList+"?sort="+order).Want(200)), " "), "BK-", "")
		if got != want {
			t.Errorf("sort=%s lists %s, want %s", order, got, want)
		}
	}
}

// fields=full shows each booking as its own read does.
func bookingsWhole(_ *testing.T, owner *apptest.Caller) {
	for i, room := range owner.CreateRooms(3) {
		owner.Book("2026-04-14", fmt.Sprintf("2026-04-%d", 16+i), room)
	}
	list := owner.Get(bookingList+"?fields=full&limit=2&page=1").Want(200).Is(3, "pagination", "total")
	for i := range list.List("data") {
		read := owner.Get(apptest.BookingPath(list.Text("data", i, "bookingId"), "")).Want(200)
		list.Is(read.At("data"), "data", i)
	}
}

// A channel gives each reference once; whose references don't name a channel share one space.
func channelReference(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(4)
	book := func(room int, fields object) apptest.Answer {
		return owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-15", rooms[room]).Merged(fields))
	}
	first := object{"channel": "agoda", "externalReference": "77"}
	id := book(0, first).Want(201).Text("data", "bookingId")
	owner.Get(apptest.BookingPath(id, "")).Want(200).Is("agoda", "data", "channel").Is("77", "data", "externalReference")
	book(1, first).Bad("externalReference")
	owner.Get(bookingList).Is(1, "pagination", "total")
	book(1, object{"channel": "expedia", "externalReference": "77"}).Want(201)
	book(2, object{"externalReference": "77"}).Want(201)
	book(3, object{"externalReference": "77"}).Bad("externalReference")
	book(3, object{"channel": "agoda"}).Want(201)
	book(3, object{"channel": strings.Repeat("x", 61)}).Bad("channel")
	book(3, object{"externalReference": "a\nb"}).Bad("externalReference")
	elsewhere := owner.AnotherHotel()
	elsewhere.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-15", elsewhere.CreateRooms(1)[0]).
		Merged(first)).Want(201)
}
