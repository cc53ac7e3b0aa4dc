package guest_test

import (
	"net/url"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestGuestsAtTheDesk(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "identity is corrected", Run: identityCorrected},
		{Name: "a guest is found by phone", Run: guestByPhone},
		{Name: "a guest of a booking", Run: bookedGuest},
	})
}

func identityCorrected(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(1)
	id := desk.Book("2026-04-14", "2026-04-16", rooms[0])
	guest := "/api/guests/{org}/" + desk.Get(apptest.BookingPath(id, "")).Text("data", "guestId")
	correct := func(body object) {
		desk.Server.Clock.Advance(time.Second) // so that the trail has an order
		desk.Put(apptest.BookingPath(id, "/update-guest"), body).Want(200)
	}
	correct(object{"idType": "passport", "idNumber": "Z1234567"})
	correct(object{"guestName": "Asha R. Rao"})
	desk.Get(guest).Is("passport", "data", "idType").Is("XXXXXXXX4567", "data", "idNumber")
	correct(object{"idNumber": nil})
	desk.Get(guest).Is("passport", "data", "idType").Is("", "data", "idNumber")
	correct(object{"idType": nil})
	desk.Get(guest).Is("", "data", "idType")

	// The trail says what was touched, never a document's number.
	trail := desk.Get("/api/audit/{org}/by-resource/booking/" + id)
	trail.Is([]any{"idType"}, "data", 0, "details", "changed")
	trail.Is([]any{"guestName"}, "data", 2, "details", "changed")
	trail.Is([]any{"idType", "idNumber"}, "data", 3, "details", "changed")
}

func guestByPhone(t *testing.T, desk *apptest.Caller) {
	desk.Post("/api/guests/{org}/create", object{"name": "Asha Rao", "phone": "+91 98450 12345",
		"email": "asha@example.com"}).Want(201)
	for search, number := range map[string]int{"98450 12345": 1, "98450-12345": 1, "9845012345": 1, "+919845": 1,
		"(98450)": 1, "98450 99999": 0, "-": 0, "example": 1} {
		desk.Get("/api/guests/{org}/list?search="+url.QueryEscape(search)).Want(200).Is(number, "pagination", "total")
	}
}

// Booking for a known guest doesn't look like a change of the guest's record.
func bookedGuest(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(1)
	guest := desk.Post("/api/guests/{org}/create", object{"name": "Asha Rao"}).Want(201)
	id := guest.Text("data", "_id")
	desk = desk.Later(apptest.Day)
	booked := desk.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-15", "2026-04-16", rooms[0]).
		Merged(object{"guestId": id})).Want(201)
	desk.Get("/api/guests/{org}/"+id).Is(guest.Text("data", "updatedAt"), "data", "updatedAt")
	desk.Delete("/api/guests/{org}/"+id+"/delete").Refused(400, "has bookings")
	created := desk.Get("/api/audit/{org}/by-resource/booking/" + booked.Text("data", "bookingId"))
	created.Is(id, "data", 0, "details", "guestId")
}
