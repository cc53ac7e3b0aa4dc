package groupbill_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const groups = "/api/groups/{org}"

func TestMasterAccounts(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": apptest.HotelGSTIN}, []apptest.Scenario{
		{Name: "the rooms on the master", Run: rooms},
	}, func(t apptest.Reporter, owner *apptest.Caller) {
		apptest.BooksBalance(t, owner)
		apptest.FoliosAddUp(t, owner)
	})
}

// party adds a group with these fields.
func party(owner *apptest.Caller, fields object) (path, id string) {
	owner.Server.T.Helper()
	id = owner.Post(groups+"/create", object{"name": "Rao wedding", "checkIn": "2026-04-14", "checkOut": "2026-04-17",
		"status": "definite", "contactName": "Vikram Rao"}.Merged(fields)).Want(201).Text("data", "_id")
	return groups + "/" + id, id
}

// member books a room of the group, from the 14th to the 16th.
func member(owner *apptest.Caller, groupID, room string, rate any) string {
	return owner.BookAt(rate, object{"groupId": groupID}, "2026-04-14", "2026-04-16", room)
}

func rooms(_ *testing.T, owner *apptest.Caller) {
	path, id := party(owner, object{"masterPays": "rooms"})
	numbers := owner.CreateRooms(3)
	first, second := member(owner, id, numbers[0], 5000), member(owner, id, numbers[1], 5000)
	third := member(owner, id, numbers[2], 9000)
	owner.Get("/api/bookings/{org}/"+first).Want(200).Is(0, "data", "balanceDue")
	owner.Get(path+"/folio").Want(200).Is(38000, "data", "toBePosted").Is(38000, "data", "balanceDue")
	for _, b := range []string{first, second, third} {
		owner.Arrive(b)
	}
	owner.AddCharge(first, "Laundry", 350)
	owner.Get(apptest.BookingPath(first, "/folio")).Want(200).Is(350, "data", "totals", "balanceDue").
		Is(10000, "data", "totals", "routedAmount").Is("master", "data", "lines", 0, "payer").
		Is("room-night", "data", "lines", 0, "type")
	owner.Get(path+"/folio").Want(200).Is(19000, "data", "chargedAmount").Is(19000, "data", "toBePosted")
	owner.Post(path+"/payments", object{"amount": 20000, "method": "upi"}).Want(201).Is(20000, "data", "advanceAmount").
		Is(id, "data", "allocations", 0, "groupId").Is("", "data", "allocations", 0, "bookingId")
	day := owner.OnDay("2026-04-16")
	for _, b := range []string{first, second, third} {
		day.Leave(b, object{})
	}
	day.Get("/api/bookings/{org}/"+first).Want(200).Is(350, "data", "balanceDue")
	day.Get("/api/bookings/{org}/"+second).Want(200).Is(0, "data", "balanceDue")
	bill := day.Post(path+"/invoices", object{"issue": true}).Want(201).Is(38000, "data", "totalAmount").
		Is(20000, "data", "amountPaid").Is(18000, "data", "balanceDue").Is("Vikram Rao", "data", "buyer", "name").
		Is(id, "data", "groupId").Is(first, "data", "lines", 0, "bookingId")
	apptest.BooksHold(owner.Server.T, day)
	day.Post(path+"/payments", object{"amount": 18000, "method": "cash"}).Want(201).Is(0, "data", "advanceAmount")
	day.Get("/api/invoices/{org}/"+bill.Text("data", "_id")).Want(200).Is("paid", "data", "status")
	day.Get(path+"/folio").Want(200).Is(0, "data", "balanceDue").Is(38000, "data", "billedAmount").
		Is(38000, "data", "paidAmount")
	day.Get(path+"/invoices").Want(200).Is(38000, "data", 0, "totalAmount")
	day.Post(path+"/invoices", nil).Refused(400, "nothing")
}
