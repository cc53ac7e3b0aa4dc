package frontdesk_test

import (
	"reflect"
	"slices"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/lodging"
)

func TestCategories(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: categoryPermissions},
		{Name: "what is free by category and night", Run: categoryNights},
		{Name: "an overstay", Run: categoryOverstay},
		{Name: "free each night, in no room throughout", Run: onlyByMoving},
		{Name: "many stays at once", Run: manyStays},
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

// What is read once for many stays is what is read for each: with nights, days and blocks that are held, a room out of
// use, a second category and an overstay, across the end of a month.
func manyStays(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(6)
	suite := owner.Post("/api/room-categories/{org}/create", object{"name": "Suite", "baseRate": 9000}).Want(201).
		Text("data", "_id")
	owner.Post("/api/rooms/{org}/create", object{"roomNumber": "201", "categoryId": suite}).Want(201)
	owner.Arrive(owner.Book("2026-04-12", "2026-04-13", rooms[0]))
	owner.Book("2026-04-14", "2026-04-16", rooms[1])
	owner.Book("2026-04-29", "2026-05-02", rooms[1])
	owner.Book("2026-04-28", "2026-05-04", rooms[2])
	owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-30", "2026-04-30", rooms[3]).
		Merged(object{"dayUse": true})).Want(201)
	owner.Post("/api/rooms/{org}/"+rooms[4]+"/blocks", object{"from": "2026-04-15", "to": "2026-05-01"}).Want(201)
	owner.Put("/api/rooms/{org}/"+rooms[5]+"/update", object{"isActive": false}).Want(200)
	var stays []lodging.Dates
	for from := 0; from < 20; from++ {
		for to := from + 1; to <= 20; to++ {
			stays = append(stays, lodging.Dates{CheckIn: date.Date(apptest.Date(from)), CheckOut: date.Date(apptest.Date(to))})
		}
	}
	desk := owner.Server.App.FrontDesk
	err := owner.Server.DB.Read(t.Context(), func(tx *db.Tx) error {
		scopes, err := organization.Jobs(tx)
		if err != nil {
			return err
		}
		sc := scopes[slices.IndexFunc(scopes, func(sc scope.Scope) bool { return sc.Org == owner.Org })]
		together, err := desk.ForStays(tx, sc, append(stays, stays[0]))
		if err != nil {
			return err
		}
		for _, stay := range stays {
			one, err := desk.ForStay(tx, sc, stay.CheckIn, stay.CheckOut)
			if err != nil {
				return err
			}
			if !reflect.DeepEqual(together[stay], one) {
				t.Errorf("from %s to %s together %+v, alone %+v", stay.CheckIn, stay.CheckOut, together[stay], one)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
