package booking_test

import (
	"fmt"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

// actionsOn lists what the audit log has of a record, the oldest entry first, as its actions.
func actionsOn(c *apptest.Caller, kind, id string) (actions []string) {
	c.Server.T.Helper()
	for _, entry := range c.Get("/api/audit/{org}/by-resource/" + kind + "/" + id).Want(200).List("data") {
		actions = append([]string{entry.(map[string]any)["action"].(string)}, actions...)
	}
	return actions
}

// details are those of the newest entry about a booking.
func details(c *apptest.Caller, bookingID string) map[string]any {
	c.Server.T.Helper()
	list := c.Get("/api/audit/{org}/by-resource/booking/" + bookingID).Want(200).List("data")
	return list[0].(map[string]any)["details"].(map[string]any)
}

// An update that changes nothing is answered as any other, but neither the audit log nor a notification tells of it.
func TestAnUpdateThatChangesNothingLeavesNoTrace(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rooms := owner.CreateRooms(2)
		id := owner.Book("2026-04-14", "2026-04-16", rooms...)
		guestID := owner.Get(apptest.BookingPath(id, "")).Text("data", "guestId")
		told := func() [3]int {
			return [3]int{len(actionsOn(owner, "booking", id)), len(actionsOn(owner, "guest", guestID)),
				s.CountRows("notifications", "org_id", owner.Org)}
		}
		twice := func(method, path string, body apptest.Object) {
			t.Helper()
			owner.Do(method, apptest.BookingPath(id, path), body).Want(200)
			before := told()
			owner.Do(method, apptest.BookingPath(id, path), body).Want(200)
			if after := told(); after != before {
				t.Errorf("%s %s %v again: entries of booking and guest, and notifications, went from %v to %v",
					method, path, body, before, after)
			}
		}
		before := told()
		owner.Put(apptest.BookingPath(id, "/stay"), apptest.Object{"checkIn": "2026-04-14", "mealPlan": "EP"}).Want(200)
		owner.Put(apptest.BookingPath(id, "/update-guest"), apptest.Object{"guestName": "Asha Rao"}).Want(200)
		if after := told(); after != before {
			t.Errorf("what the booking has already: %v became %v", before, after)
		}
		twice("PUT", "/stay", apptest.Object{"checkOut": "2026-04-17", "mealPlan": "CP", "notes": "Late"})
		twice("PUT", "/arrival", apptest.Object{"expectedArrivalTime": "14:00", "transportMode": "train"})
		twice("PUT", "/update-guest", apptest.Object{"guestName": "Asha S. Rao", "idType": "passport",
			"idNumber": "Z1234567"})
		twice("PUT", "/change-guest", apptest.Object{"newGuestId": guestID, "newGuestName": "Asha Rao",
			"newGuestPhone": "+91 98450 12345"})
	})
}

// Rooms that the party has left are no part of what is told of the booking afterwards.
func TestRoomsThatWereLeftAreNotTold(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rooms := owner.CreateRooms(3)
		id := owner.Book("2026-04-14", "2026-04-16", rooms...)
		owner.Post(apptest.BookingPath(id, "/checkout-rooms"), apptest.Object{"roomIds": rooms[:1]}).Want(200)
		s.Clock.Advance(time.Second)
		owner.Arrive(id)
		told := fmt.Sprint(details(owner, id)["rooms"])
		var remaining []any
		for _, room := range owner.Get(apptest.BookingPath(id, "")).List("data", "rooms") {
			if room := room.(map[string]any); room["checkedOut"] == false {
				remaining = append(remaining, room["roomNumber"])
			}
		}
		if told != fmt.Sprint(remaining) || len(remaining) != 2 {
			t.Errorf("the audit log tells of the rooms %s at the arrival, want %v", told, remaining)
		}
		if n := s.CountRows("notifications", "message", "BK-1: Asha Rao has arrived in 2 rooms."); n != 1 {
			t.Errorf("%d notifications tell that the guest has arrived in 2 rooms, want 1", n)
		}
	})
}

// A guest's record follows the guest's latest booking, and the audit log tells of it.
func TestTheGuestsRecordFollowsTheLatestBooking(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rooms := owner.CreateRooms(2)
		first := owner.Book("2026-04-14", "2026-04-16", rooms[0])
		guestID := owner.Get(apptest.BookingPath(first, "")).Text("data", "guestId")
		if got := fmt.Sprint(actionsOn(owner, "guest", guestID)); got != "[guest.created]" {
			t.Errorf("a booking that makes a guest leaves %s", got)
		}
		change := func(id string, body apptest.Object) apptest.Answer {
			t.Helper()
			s.Clock.Advance(time.Second)
			return owner.Put(apptest.BookingPath(id, "/update-guest"), body).Want(200)
		}
		change(first, apptest.Object{"guestName": "Asha S. Rao", "guestEmail": "asha@example.com"}).
			Is("The guest's details are updated, in the guest's record too.", "message")
		owner.Get("/api/guests/{org}/"+guestID).Want(200).Is("Asha S. Rao", "data", "name").
			Is("asha@example.com", "data", "email")

		s.Clock.Advance(time.Second)
		second := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-05-14", "2026-05-16", rooms[1]).
			Merged(apptest.Object{"guestId": guestID})).Want(201).Text("data", "bookingId")
		change(first, apptest.Object{"guestName": "Miss Asha"}).Is("The guest's details are updated.", "message")
		owner.Get(apptest.BookingPath(first, "")).Want(200).Is("Miss Asha", "data", "guestName")
		owner.Get("/api/guests/{org}/"+guestID).Want(200).Is("Asha S. Rao", "data", "name")
		change(second, apptest.Object{"guestPhone": "+91 98450 54321"}).
			Is("The guest's details are updated, in the guest's record too.", "message")
		owner.Get("/api/guests/{org}/"+guestID).Want(200).Is("+91 98450 54321", "data", "phone")
		if got := fmt.Sprint(actionsOn(owner, "guest", guestID)); got != "[guest.created guest.updated guest.updated]" {
			t.Errorf("the guest's trail is %s", got)
		}
		given := owner.Put(apptest.BookingPath(second, "/change-guest"), apptest.Object{"newGuestName": "Ravi Das",
			"newGuestPhone": "+91 98450 00000"})
		given.Want(200)
		ravi := owner.Get(apptest.BookingPath(second, "")).Text("data", "guestId")
		if got := fmt.Sprint(actionsOn(owner, "guest", ravi)); got != "[guest.created]" {
			t.Errorf("a booking given to a new guest leaves %s", got)
		}
	})
}

// A null is refused where a field can't be empty.
func TestNullIsRefusedWhereAFieldCannotBeEmpty(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		id := owner.BookFromToday()
		for _, bad := range []struct{ method, path, field string }{
			{"PUT", "/stay", "checkIn"}, {"PUT", "/stay", "checkOut"}, {"PUT", "/update-guest", "guestName"},
			{"PUT", "/update-guest", "guestPhone"}, {"PUT", "/cancel", "reason"},
		} {
			owner.Do(bad.method, apptest.BookingPath(id, bad.path), apptest.Object{bad.field: nil}).Want(400).Bad(bad.field)
		}
		booked := apptest.Stay("2026-05-01", "2026-05-03", "x")
		for _, field := range []string{"checkIn", "checkOut", "guestName", "rooms"} {
			owner.Post("/api/bookings/{org}/create", booked.Merged(apptest.Object{field: nil})).Want(400).Bad(field)
		}
		sheet := s.Anyone().With("X-Sheet-Key", owner.SheetKey())
		for _, field := range []string{"checkIn", "checkOut"} {
			sheet.Put("/api/sheets/update/"+id, apptest.Object{field: nil}).Want(400).Bad(field)
		}
	})
}
