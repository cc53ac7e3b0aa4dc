package invoice_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// breakfast is what a charge of it says.
func breakfast(price any) object {
	return object{"description": "Breakfast", "unitPrice": price, "sac": "996331"}
}

// companys makes a company, and is a booking for it, of a room from the 14th to the 16th, by these rules.
func companys(owner *apptest.Caller, routing object) string {
	owner.Server.T.Helper()
	company := owner.Post("/api/companies/{org}/create", object{"name": "Rao Textiles", "email": "pay@rao.example"}).
		Want(201).Text("data", "_id")
	return owner.BookAt(5000, object{"companyId": company, "routing": routing}, "2026-04-14", "2026-04-16",
		owner.CreateRooms(1)[0])
}

func TestACompanyPaysAPartOfAStay(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": apptest.HotelGSTIN}, []apptest.Scenario{
		{Name: "breakfast, at check-out", Run: breakfastOfTheCompany},
		{Name: "a corrected check-out", Run: correctedCheckOut},
		{Name: "billed by hand, and moved", Run: billedByHand},
		{Name: "folios that there aren't", Run: foliosThatThereArent},
	}, func(t apptest.Reporter, owner *apptest.Caller) {
		apptest.BooksBalance(t, owner)
		apptest.FoliosAddUp(t, owner)
	})
}

func breakfastOfTheCompany(_ *testing.T, owner *apptest.Caller) {
	booked := companys(owner, object{"food": "company"})
	owner.Get(apptest.BookingPath(booked, "/routing")).Want(200).Is("company", "data", "food").Is("own", "data", "rooms").
		Is(false, "data", "followsGroup")
	owner.Post("/api/payments/{org}/create", object{"bookingId": booked, "amount": 4000, "method": "cash"}).Want(201)
	owner.Arrive(booked)
	owner.Post(apptest.BookingPath(booked, "/charges"), breakfast(700)).Want(201).Is("company", "data", "payer")
	owner.AddCharge(booked, "Laundry", 300)
	day := owner.OnDay("2026-04-16")
	day.Get("/api/bookings/{org}/"+booked).Want(200).Is(7000, "data", "balanceDue")
	day.Leave(booked, object{})
	list := day.InvoicesOf(booked).Is(2, "pagination", "total")
	own, of := list.Text("data", 1, "_id"), list.Text("data", 0, "_id")
	if list.Text("data", 0, "buyerName") != "Rao Textiles" {
		own, of = of, own
	}
	day.Get(apptest.Invoices+"/"+own).Want(200).Is(10300, "data", "totalAmount").Is("Asha Rao", "data", "buyerName").
		Is(false, "data", "split")
	day.Get(apptest.Invoices+"/"+of).Want(200).Is(700, "data", "totalAmount").
		Is("Rao Textiles", "data", "buyerName").Is(true, "data", "split")
	// What the guest has paid isn't for the company's bill.
	day.Post(apptest.Invoices+"/"+of+"/issue", nil).Want(200).Is(0, "data", "amountPaid")
	day.Post(apptest.Invoices+"/"+own+"/issue", nil).Want(200).Is(4000, "data", "amountPaid")
	day.Post("/api/payments/{org}/create", object{"invoiceId": of, "amount": 700, "method": "bank_transfer"}).Want(201)
	day.Get("/api/bookings/{org}/"+booked).Want(200).Is(6300, "data", "balanceDue")
}

func correctedCheckOut(_ *testing.T, owner *apptest.Caller) {
	booked := companys(owner, object{"food": "company"})
	owner.Arrive(booked)
	owner.Post(apptest.BookingPath(booked, "/charges"), breakfast(700)).Want(201)
	owner.AddCharge(booked, "Laundry", 300)
	day := owner.OnDay("2026-04-16")
	// The final amount is that of the whole stay: what the company pays stays as it is.
	for final, guests := range map[float64]float64{11000: 10300, 10000: 9300, 12000: 11300} {
		day.Leave(booked, object{"finalAmount": final})
		list := day.InvoicesOf(booked).Is(2, "pagination", "total")
		for n := range list.List("data") {
			want := guests
			if list.Text("data", n, "buyerName") == "Rao Textiles" {
				want = 700
			}
			list.Is(want, "data", n, "totalAmount")
		}
	}
}

func billedByHand(_ *testing.T, owner *apptest.Caller) {
	booked := companys(owner, nil)
	owner.Arrive(booked)
	line := owner.Post(apptest.BookingPath(booked, "/charges"), breakfast(700)).Want(201).Is("own", "data", "payer").
		Text("data", "lineId")
	move := apptest.BookingPath(booked, "/routing/move")
	owner.Post(move, object{"lineIds": []any{line}, "to": "company", "reason": "As agreed"}).Want(200).
		Is("charge", "data", "moves", 0, "kind").Is("company", "data", "moves", 0, "to").
		Is("As agreed", "data", "moves", 0, "reason")
	owner.Post(move, object{"lineIds": []any{line}, "to": "company"}).Want(200).Is("charge", "data", "moves", 0, "kind")
	create := apptest.Invoices + "/create"
	bill := owner.Post(create, object{"bookingId": booked, "folio": "company"}).Want(201).
		Is(700, "data", "totalAmount").Is("Rao Textiles", "data", "buyerName").Text("data", "_id")
	owner.Post(move, object{"lineIds": []any{line}, "to": "own"}).Refused(400, "on an invoice")
	owner.Post(create, object{"bookingId": booked, "folio": "company"}).Refused(400, "nothing")
	owner.Post(create, object{"bookingId": booked}).Want(201).Is(10000, "data", "totalAmount").
		Is("Asha Rao", "data", "buyerName")
	owner.Delete(apptest.Invoices + "/" + bill + "/delete").Want(200)
	owner.Post(create, object{"bookingId": booked}).Want(201).Is(700, "data", "totalAmount").
		Is("Rao Textiles", "data", "buyerName")
}

func foliosThatThereArent(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	body := apptest.Stay("2026-04-14", "2026-04-16", room)
	owner.Post("/api/bookings/{org}/create", body.Merged(object{"routing": object{"food": "company"}})).
		Bad("routing.food")
	owner.Post("/api/bookings/{org}/create", body.Merged(object{"routing": object{"rooms": "master"}})).
		Bad("routing.rooms")
	group := owner.Post("/api/groups/{org}/create", object{"name": "Rao wedding", "checkIn": "2026-04-14",
		"checkOut": "2026-04-17", "masterPays": "rooms"}).Want(201).Text("data", "_id")
	owner.Put("/api/groups/{org}/"+group+"/routing", object{"food": "company"}).Bad("food")
	booked := owner.Post("/api/bookings/{org}/create", body.Merged(object{"groupId": group})).Want(201).
		Text("data", "bookingId")
	owner.Arrive(booked)
	laundry := owner.AddCharge(booked, "Laundry", 300)
	owner.Post(apptest.BookingPath(booked, "/routing/move"), object{"lineIds": []any{laundry}, "to": "company"}).
		Bad("to")
	draft := owner.Post(apptest.Invoices+"/create", object{"bookingId": booked, "lineIds": []any{laundry}}).Want(201)
	night := owner.Get(apptest.BookingPath(booked, "/folio")).Want(200).Is("master", "data", "lines", 0, "payer").
		Text("data", "lines", 0, "lineId")
	owner.Put(apptest.Invoices+"/"+draft.Text("data", "_id")+"/update", object{"lineIds": []any{laundry, night}}).
		Bad("lineIds[1]")
}
