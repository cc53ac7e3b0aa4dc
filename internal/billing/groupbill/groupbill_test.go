package groupbill_test

import (
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest/pdftext"
)

type object = apptest.Object

const groups = "/api/groups/{org}"

func TestMasterAccounts(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": apptest.HotelGSTIN}, []apptest.Scenario{
		{Name: "the rooms on the master", Run: rooms},
		{Name: "who may not", Run: permissions},
		{Name: "rules, at once and later", Run: rules},
		{Name: "moves there and back", Run: moves},
		{Name: "a shorter stay, credited by line", Run: shorter},
		{Name: "cancelled members", Run: cancelled},
		{Name: "like nights are a line on paper", Run: onPaper},
		{Name: "deposits", Run: deposits},
		{Name: "wrong input", Run: wrong},
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
	owner.Get(path+"/folio").Want(200).Is(38000, "data", "toBePosted").Is(38000, "data", "balanceDue").
		Is(third, "data", "members", 2, "bookingId").Is(18000, "data", "members", 2, "toBePosted").
		Is(0, "data", "members", 2, "balanceDue").Is(true, "data", "members", 2, "followsGroup")
	for _, b := range []string{first, second, third} {
		owner.Arrive(b)
	}
	owner.AddCharge(first, "Laundry", 350)
	owner.Get(apptest.BookingPath(first, "/folio")).Want(200).Is(350, "data", "totals", "balanceDue").
		Is(10000, "data", "totals", "routedAmount").Is("master", "data", "lines", 0, "payer").
		Is("room-night", "data", "lines", 0, "type")
	owner.Get(path+"/folio").Want(200).Is(19000, "data", "chargedAmount").Is(19000, "data", "toBePosted").
		Is(5000, "data", "members", 0, "chargedAmount").Is(350, "data", "members", 0, "balanceDue")
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

func permissions(_ *testing.T, owner *apptest.Caller) {
	path, id := party(owner, object{"masterPays": "rooms"})
	booked := member(owner, id, owner.CreateRooms(1)[0], 5000)
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger, elsewhere := owner.Server.Hotel(), owner.AnotherHotel()
	stranger.Org = owner.Org
	for _, r := range []struct {
		method, path, need string
		body               object
	}{
		{"GET", path + "/routing", "bookings.view", nil},
		{"PUT", path + "/routing", "bookings.update", object{"rooms": "own"}},
		{"PUT", apptest.BookingPath(booked, "/routing"), "bookings.update", object{"rooms": "own"}},
		{"GET", path + "/folio", "bookings.view", nil},
		{"POST", path + "/charges", "bookings.update", object{"description": "Hall", "unitPrice": 5}},
		{"POST", path + "/charges/move", "bookings.update", object{"bookingId": booked, "lineIds": []any{booked},
			"to": "own"}},
		{"POST", path + "/payments", "payments.create", object{"amount": 5, "method": "cash"}},
		{"POST", path + "/payments/move", "payments.update", object{"paymentId": id, "bookingId": booked, "to": "own"}},
		{"GET", path + "/deposits", "payments.view", nil},
		{"GET", path + "/invoices", "invoices.view", nil},
		{"POST", path + "/invoices", "invoices.create", object{}},
	} {
		none.Do(r.method, r.path, r.body).Refused(403, r.need)
		stranger.Do(r.method, r.path, r.body).Refused(403, "not a member")
		if a := elsewhere.Do(r.method, r.path, r.body); a.Status != 404 && a.Status != 400 {
			owner.Server.T.Errorf("%s %s of another hotel: %s", r.method, r.path, a.Raw)
		}
	}
	clerk := owner.Member("Clerk", object{"invoices": object{"create": true}})
	clerk.Post(path+"/invoices", object{"issue": true}).Refused(403, "invoices.update")
}

func rules(_ *testing.T, owner *apptest.Caller) {
	path, id := party(owner, nil)
	numbers := owner.CreateRooms(2)
	first, second := member(owner, id, numbers[0], 5000), member(owner, id, numbers[1], 5000)
	owner.Arrive(first)
	owner.Arrive(second)
	owner.AddCharge(first, "Laundry", 350)
	owner.Put(apptest.BookingPath(second, "/routing"), object{"rooms": "own"}).Want(200)
	asked := object{"rooms": "master", "apply": true, "dryRun": true}
	owner.Put(path+"/routing", asked).Want(200).Is(5000, "data", "movedAmount").Is(1, "data", "bookings")
	owner.Get(path+"/routing").Want(200).Is("own", "data", "rooms")
	owner.Put(path+"/routing", object{"rooms": "master"}).Want(200).Is(0, "data", "movedAmount")
	owner.CheckedFolio(first).Is(5000, "data", "totals", "routedAmount").Is(5350, "data", "totals", "balanceDue")
	owner.Put(path+"/routing", object{"rooms": "master", "apply": true}).Want(200).Is(5000, "data", "movedAmount")
	owner.Put(path+"/routing", object{"rooms": "master", "apply": true}).Want(200).Is(0, "data", "movedAmount")
	owner.CheckedFolio(first).Is(10000, "data", "totals", "routedAmount").Is(350, "data", "totals", "balanceDue")
	owner.CheckedFolio(second).Is(0, "data", "totals", "routedAmount")
	owner.Get(path).Want(200).Is("rooms", "data", "masterPays")
	owner.Get(apptest.BookingPath(second, "/routing")).Want(200).Is(false, "data", "followsGroup")
	owner.Put(apptest.BookingPath(second, "/routing"), object{"followGroup": true, "apply": true}).Want(200).
		Is("master", "data", "rooms").Is(5000, "data", "movedAmount")
	owner.Put(path+"/update", object{"masterPays": "all"}).Want(200)
	owner.AddCharge(first, "Tea", 80)
	owner.Get(path+"/folio").Want(200).Is(10080, "data", "chargedAmount").Is(10000, "data", "toBePosted")
	owner.Put(apptest.BookingPath(first, "/checkout"), object{"finalAmount": 100}).Bad("finalAmount")
}

func moves(_ *testing.T, owner *apptest.Caller) {
	path, id := party(owner, nil)
	booked := member(owner, id, owner.CreateRooms(1)[0], 5000)
	line := owner.AddCharge(booked, "Laundry", 350)
	body := object{"bookingId": booked, "lineIds": []any{line}, "to": "master", "reason": "Agreed"}
	owner.Post(path+"/charges/move", body).Want(200).Is(350, "data", "chargedAmount").
		Is("Agreed", "data", "moves", 0, "reason")
	if again := owner.Post(path+"/charges/move", body).Want(200); len(again.List("data", "moves")) != 1 {
		owner.Server.T.Errorf("the same move again: %s", again.Raw)
	}
	owner.Get(apptest.BookingPath(booked, "/routing")).Want(200).Is("charge", "data", "moves", 0, "kind").
		Is("own", "data", "moves", 0, "from").Is("master", "data", "moves", 0, "to")
	owner.CheckedFolio(booked).Is(10000, "data", "totals", "balanceDue")
	owner.Post("/api/invoices/{org}/create", object{"bookingId": booked, "lineIds": []any{line}}).Bad("lineIds[0]")
	owner.Post(path+"/charges/move", body.Merged(object{"to": "own"})).Want(200).Is(0, "data", "chargedAmount")
	owner.Post("/api/invoices/{org}/create", object{"bookingId": booked, "lineIds": []any{line}}).Want(201)
	owner.Post(path+"/charges/move", body).Refused(400, "on an invoice")

	paid := owner.Post("/api/payments/{org}/create", object{"bookingId": booked, "amount": 900, "method": "cash"}).
		Want(201).Text("data", "_id")
	move := object{"paymentId": paid, "bookingId": booked, "to": "master", "amount": 600}
	owner.Post(path+"/payments/move", move.Merged(object{"amount": 901})).Bad("amount")
	owner.Post(path+"/payments/move", move).Want(200).Is(900, "data", "advanceAmount")
	owner.Get(path+"/folio").Want(200).Is(600, "data", "paidAmount")
	owner.Get("/api/bookings/{org}/"+booked).Want(200).Is(300, "data", "paidAmount")
	owner.Post(path+"/payments/move", object{"paymentId": paid, "bookingId": booked, "to": "own"}).Want(200)
	owner.Get("/api/bookings/{org}/"+booked).Want(200).Is(900, "data", "paidAmount")
	owner.Post(path+"/payments/move", object{"paymentId": paid, "bookingId": booked, "to": "own"}).Refused(400, "advance")
}

func shorter(_ *testing.T, owner *apptest.Caller) {
	owner.SetBilling(object{"roundToWhole": true})
	path, id := party(owner, object{"masterPays": "rooms"})
	numbers := owner.CreateRooms(2)
	first, second := member(owner, id, numbers[0], 5000.4), member(owner, id, numbers[1], 9000)
	owner.Arrive(first)
	bill := owner.Post(path+"/invoices", object{"issue": true, "wholeStays": true}).Want(201).
		Is(28001, "data", "totalAmount").Is(0.2, "data", "rounding")
	owner.CheckedFolio(first).Is(0, "data", "totals", "balanceDue")
	owner.Put(apptest.BookingPath(first, "/stay"), object{"checkOut": "2026-04-15"}).Want(200)
	owner.CheckedFolio(first).Is(0, "data", "totals", "balanceDue")
	owner.Get(path+"/folio").Want(200).Is(-5000.4, "data", "toBePosted")
	owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": bill.Text("data", "_id"), "reason": "A night less",
		"lines": []object{{"lineId": lastLine(bill, first)}}}).Want(201).Is(5000.4, "data", "totalAmount")
	owner.CheckedFolio(first).Is(0, "data", "totals", "balanceDue")
	owner.CheckedFolio(second).Is(0, "data", "totals", "balanceDue")
	owner.Get(path+"/folio").Want(200).Is(0, "data", "toBePosted").Is(23000.6, "data", "balanceDue")
	owner.Post("/api/credit-notes/{org}/create",
		object{"invoiceId": bill.Text("data", "_id"), "reason": "Wrong"}).Want(201)
	owner.Get(path+"/folio").Want(200).Is(0, "data", "chargedAmount")
}

func onPaper(t *testing.T, owner *apptest.Caller) {
	path, id := party(owner, object{"masterPays": "rooms"})
	for _, number := range owner.CreateRooms(3) {
		member(owner, id, number, 5000)
	}
	bill := owner.Post(path+"/invoices", object{"issue": true, "wholeStays": true}).Want(201).Text("data", "_id")
	note := owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": bill, "reason": "Rain"}).Want(201).
		Text("data", "_id")
	for _, paper := range []string{apptest.Invoices + "/" + bill, "/api/credit-notes/{org}/" + note} {
		text := strings.Join(strings.Fields(pdftext.Text(t, owner.Download(paper+"/pdf", "application/pdf").Raw)), " ")
		if strings.Count(text, "14 Apr 2026 to") != 1 || !strings.Contains(text, "101, 102, 103") {
			t.Errorf("%s says %s", paper, text)
		}
	}
}

// lastLine is the folio's id of the last line that an invoice has of the booking.
func lastLine(bill apptest.Answer, bookingID string) (id string) {
	for _, l := range bill.List("data", "lines") {
		if l := l.(map[string]any); l["bookingId"] == bookingID {
			id = l["lineId"].(string)
		}
	}
	return id
}

func cancelled(_ *testing.T, owner *apptest.Caller) {
	path, id := party(owner, object{"masterPays": "rooms"})
	numbers := owner.CreateRooms(2)
	first, second := member(owner, id, numbers[0], 5000), member(owner, id, numbers[1], 5000)
	owner.Put(apptest.BookingPath(first, "/cancel"), object{"reason": "x", "cancellationCharge": 1000}).Want(200)
	owner.CheckedFolio(first).Is(0, "data", "totals", "balanceDue").Is(1000, "data", "totals", "routedAmount")
	owner.Post("/api/payments/{org}/create", object{"bookingId": second, "amount": 700, "method": "cash"}).Want(201)
	owner.Put(apptest.BookingPath(second, "/cancel"), object{"reason": "x", "refundAmount": 0}).Want(200)
	owner.CheckedFolio(second).Is(0, "data", "totals", "balanceDue").Is(0, "data", "totals", "routedAmount")
	owner.Get(path+"/folio").Want(200).Is(1000, "data", "balanceDue")
	owner.Post(path+"/invoices", object{"issue": true}).Want(201).Is(1000, "data", "totalAmount")
}

func deposits(_ *testing.T, owner *apptest.Caller) {
	path, id := party(owner, object{"masterPays": "rooms", "deposits": []object{{"due": "2026-04-10", "amount": 4000},
		{"due": "2026-04-14", "amount": 3000}}})
	member(owner, id, owner.CreateRooms(1)[0], 5000)
	owner.Get(path+"/deposits").Want(200).Is("overdue", "data", "deposits", 0, "status").
		Is("due", "data", "deposits", 1, "status").Is(4000, "data", "overdueAmount")
	paid := owner.Post(path+"/payments", object{"amount": 5000, "method": "upi"}).Want(201).Text("data", "_id")
	owner.Get(path+"/deposits").Want(200).Is("paid", "data", "deposits", 0, "status").
		Is(1000, "data", "deposits", 1, "paidAmount").Is(2000, "data", "deposits", 1, "openAmount")
	owner.Post("/api/payments/{org}/"+paid+"/refund", object{"amount": 1500, "reason": "x"}).Want(201)
	owner.Get(path+"/deposits").Want(200).Is(500, "data", "overdueAmount")
	owner.Post(path+"/invoices", object{"issue": true, "wholeStays": true}).Want(201).Is(3500, "data", "amountPaid").
		Is(6500, "data", "balanceDue")
}

func wrong(_ *testing.T, owner *apptest.Caller) {
	path, id := party(owner, nil)
	_, other := party(owner, object{"name": "Another"})
	numbers := owner.CreateRooms(3)
	stranger, foreign := owner.Book("2026-04-14", "2026-04-16", numbers[0]), member(owner, other, numbers[1], 5000)
	owner.Put(apptest.BookingPath(stranger, "/routing"), object{"food": "master"}).Bad("food")
	owner.Put(path+"/routing", object{"rooms": "nobody"}).Bad("rooms")
	owner.Post(path+"/charges", object{"description": "Hall", "unitPrice": 5}).Refused(400, "no booking")
	booked := member(owner, id, numbers[2], 5000)
	owner.Post(path+"/charges", object{"bookingId": foreign, "description": "Hall", "unitPrice": 5}).Bad("bookingId")
	owner.Post(path+"/charges/move", object{"bookingId": foreign, "lineIds": []any{id}, "to": "master"}).Bad("bookingId")
	owner.Post(path+"/charges/move", object{"bookingId": booked, "lineIds": []any{id}, "to": "master"}).
		Bad("lineIds[0]")
	owner.Post(path+"/invoices", object{"bookingIds": []any{foreign}}).Bad("bookingIds[0]")
	owner.Post(path+"/invoices", object{"lineIds": []any{id}}).Bad("lineIds[0]")
	owner.Post(path+"/payments", object{"amount": 0, "method": "cash"}).Bad("amount")
	owner.Post(path+"/payments/move", object{"paymentId": id, "bookingId": booked, "to": "master"}).Bad("paymentId")
	hall := owner.Post(path+"/charges", object{"description": "Hall", "unitPrice": 25000}).Want(201).
		Is("master", "data", "payer")
	draft := owner.Post(path+"/invoices", nil).Want(201).Is(25000, "data", "totalAmount").Text("data", "_id")
	owner.Put("/api/invoices/{org}/"+draft+"/update", object{"lineIds": []any{hall.Text("data", "lineId")}}).
		Bad("lineIds")
	owner.Put("/api/invoices/{org}/"+draft+"/update", object{"notes": "Thank you"}).Want(200)
	owner.Delete("/api/invoices/{org}/" + draft + "/delete").Want(200)
	owner.Post(path+"/invoices", nil).Want(201)
	owner.CheckedFolio(booked).Is(10000, "data", "totals", "balanceDue")
}
