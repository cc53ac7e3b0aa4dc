package booking_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// A party of several bookings is checked in at once, or not at all.
func TestPartiesArrive(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{{Name: "a party", Run: partyArrives},
		{Name: "a party that is too large", Run: partyIsTooLarge}}, apptest.FoliosAddUp)
}

// One booking has at most 2,000 nights of all its rooms together, however it comes by them.
func partyIsTooLarge(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(21)
	list := []object{}
	for _, room := range rooms {
		list = append(list, object{"roomId": room, "roomNumber": "1", "roomType": "Deluxe", "ratePerNight": 100,
			"adults": 1})
	}
	body := func(rooms []object, checkOut string) object {
		return object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": "2026-05-01",
			"checkOut": checkOut, "rooms": rooms}
	}
	const days100, days101 = "2026-08-09", "2026-08-10"
	owner.Post("/api/bookings/{org}/create", body(list, days100)).Bad("rooms").Refused(400, "2000 nights")
	owner.Post("/api/bookings/{org}/create", body(list[:20], days101)).Bad("rooms")
	party := owner.Post("/api/bookings/{org}/create", body(list[:20], days100)).Want(201).Text("data", "bookingId")
	owner.Put(apptest.BookingPath(party, "/stay"), object{"checkOut": days101}).Bad("rooms")
	owner.Put(apptest.BookingPath(party, "/stay"), object{"checkOut": "2026-08-08"}).Want(200)
	owner.Put(apptest.BookingPath(party, "/cancel"), object{"reason": "Plans changed"}).Want(200)
	category := owner.Get("/api/room-categories/{org}/list").Text("data", 0, "_id")
	owner.Post("/api/quotes/{org}/create", object{"guestName": "Asha Rao", "checkIn": "2026-05-01", "checkOut": days101,
		"validUntil": "2026-04-30",
		"rooms":      []object{{"categoryId": category, "count": 20, "ratePerNight": 100, "adults": 1}}}).Bad("rooms")
	owner.Post("/api/holds/{org}", object{"categoryId": category, "rooms": 20, "checkIn": "2026-05-01",
		"checkOut": days101}).Bad("rooms")
}

func partyArrives(_ *testing.T, owner *apptest.Caller) {
	const path = "/api/bookings/{org}/bulk-arrival"
	rooms := owner.CreateRooms(4)
	party := []string{owner.Book("2026-04-14", "2026-04-16", rooms[0], rooms[1]),
		owner.Book("2026-04-14", "2026-04-15", rooms[2])}
	cancelled := owner.Book("2026-04-14", "2026-04-15", rooms[3])
	owner.Put(apptest.BookingPath(cancelled, "/cancel"), object{"reason": "x"}).Want(200)
	owner.Member("Porter", object{"rooms": object{"manage": true}}).Post(path, object{"bookingIds": party}).
		Refused(403, "bookings.update")
	owner.Post(path, object{"bookingIds": append(party[:2:2], cancelled)}).Bad("bookingIds[2]").Refused(400, "cancelled")
	owner.Post(path, object{"bookingIds": append(party[:2:2], apptest.Nobody)}).Bad("bookingIds[2]").
		Refused(400, "no such booking")
	owner.Post(path, object{"bookingIds": []string{party[0], party[0]}}).Bad("bookingIds[1]")
	owner.Post(path, object{"bookingIds": []string{}}).Bad("bookingIds")
	elsewhere := owner.AnotherHotel()
	elsewhere.Post(path, object{"bookingIds": party[:1]}).Bad("bookingIds[0]")
	owner.Get("/api/bookings/{org}/list?inHouse=true").Want(200).Is(0, "pagination", "total")
	arrived := owner.Post(path, object{"bookingIds": party, "remarks": "By coach"}).Want(200)
	for i, id := range party {
		read := owner.Get(apptest.BookingPath(id, "")).Want(200).Is("checked-in", "data", "status").
			Is("By coach", "data", "arrivalRemarks")
		arrived.Is(id, "data", i, "bookingId").Is(read.At("data", "version"), "data", i, "version")
	}
	if lines, _ := owner.FolioLines(party[0]); len(lines) != 2 {
		owner.Server.T.Errorf("the folio of two rooms has %d lines on the day of arrival", len(lines))
	}
}
