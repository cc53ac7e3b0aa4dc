package frontdesk_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

func TestCategories(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: categoryPermissions},
		{Name: "what is free by category and night", Run: categoryNights},
		{Name: "an overstay", Run: categoryOverstay},
		{Name: "free each night, in no room throughout", Run: onlyByMoving},
	})
}

const availabilityPath = "/api/availability/{org}/categories?from=2026-04-20&to=2026-04-22"

func categoryPermissions(_ *testing.T, owner *apptest.Caller) {
	owner.Member("Keeper", object{"rooms": object{"manage": true}}).Get(availabilityPath).Refused(403, "bookings.view")
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	stranger.Get(availabilityPath).Refused(403, "not a member")
	owner.CreateRooms(1)
	owner.AnotherHotel().Get(availabilityPath).Want(200).Is([]any{}, "data")
	for _, query := range []string{"to=2026-04-22", "from=2026-04-22&to=2026-04-22", "from=2026-04-22&to=2027-04-24",
		"from=2026-04-22&to=x"} {
		owner.Get("/api/availability/{org}/categories?"+query).Refused(400, "")
	}
}

func categoryNights(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(5)
	deluxe := owner.Get("/api/room-categories/{org}/list").Want(200).Text("data", 0, "_id")
	owner.Post("/api/room-categories/{org}/create", object{"name": "Attic", "baseRate": 1}).Want(201)
	owner.Book("2026-04-20", "2026-04-22", rooms[0])
	owner.Book("2026-04-21", "2026-04-23", rooms[1])
	owner.Post("/api/rooms/{org}/"+rooms[2]+"/blocks", object{"from": "2026-04-20", "to": "2026-04-21"}).Want(201)
	owner.Put("/api/rooms/{org}/"+rooms[4]+"/update", object{"isActive": false}).Want(200)
	owner.Put("/api/rates/{org}/bulk", object{"categories": []any{object{"categoryIds": []any{deluxe},
		"from": "2026-04-21", "to": "2026-04-21", "sellLimit": 3, "overbooking": 2}}}).Want(200)
	night := func(date string, held, free, sellable int, fields object) object {
		return object{"date": date, "rooms": 4, "held": held, "free": free, "sellLimit": nil, "overbooking": 0,
			"closed": false, "sellable": sellable}.Merged(fields)
	}
	found := owner.Get(availabilityPath).Want(200)
	found.Is("Attic", "data", 0, "name").Is(0, "data", 0, "nights", 0, "free").
		Is([]any{night("2026-04-20", 2, 2, 2, nil),
			night("2026-04-21", 2, 2, 1, object{"sellLimit": 3, "overbooking": 2})}, "data", 1, "nights")
	owner.Put("/api/rates/{org}/calendar", object{"categories": []any{object{"categoryId": deluxe, "date": "2026-04-21",
		"closed": true, "sellLimit": nil, "overbooking": nil}}}).Want(200)
	owner.Get(availabilityPath).Want(200).
		Is(night("2026-04-21", 2, 2, 0, object{"closed": true}), "data", 1, "nights", 1)
}

// Tonight the room of a guest who should have left is not free, although nobody holds the night.
func categoryOverstay(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	owner.Arrive(owner.Book("2026-04-12", "2026-04-13", rooms[0]))
	owner.Get("/api/availability/{org}/categories?from=2026-04-14&to=2026-04-16").Want(200).
		Is(1, "data", 0, "nights", 0, "free").Is(0, "data", 0, "nights", 0, "held").Is(2, "data", 0, "nights", 1, "free")
}

// Two rooms are taken on one night each: one is free every night, but who wants both must move.
func onlyByMoving(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	owner.Book("2026-04-20", "2026-04-21", rooms[0])
	owner.Book("2026-04-21", "2026-04-22", rooms[1])
	asked := object{"checkIn": "2026-04-20", "checkOut": "2026-04-22"}
	available := func() apptest.Answer {
		return owner.Post("/api/bookings/{org}/check-availability", asked).Want(200)
	}
	free := available().Is(true, "data", "available")
	free.Fields(free.At("data"), "available", "rooms")
	owner.Book("2026-04-20", "2026-04-22", rooms[2])
	available().Is(false, "data", "available").Is([]any{"Deluxe"}, "data", "roomTypesByMoving")
	asked["roomType"] = "deluxe"
	available().Is([]any{"Deluxe"}, "data", "roomTypesByMoving")
	asked["roomType"] = "Suite"
	elsewhere := available()
	elsewhere.Fields(elsewhere.At("data"), "available", "rooms")
	delete(asked, "roomType")
	owner.Post("/api/rooms/{org}/"+rooms[0]+"/blocks", object{"from": "2026-04-21", "to": "2026-04-22"}).Want(201)
	full := available()
	full.Fields(full.At("data"), "available", "rooms") // now a night is sold out
}
