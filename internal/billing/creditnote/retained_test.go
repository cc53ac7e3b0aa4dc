package creditnote_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

func TestRetainedCharges(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "what is kept is drafted, taxed as the room", Run: keptDrafted},
		{Name: "a refund lowers the draft, then deletes it", Run: keptRefunded},
		{Name: "what was issued is credited", Run: keptCredited},
		{Name: "a reinstated booking is charged its nights alone", Run: keptReinstated},
		{Name: "a cancellation that says nothing of money", Run: keptOpen},
		{Name: "a charge that was given is all that is retained", Run: keptByCharge},
		{Name: "prices before tax", Run: keptExclusive},
		{Name: "what is billed is kept once", Run: keptBilled},
		{Name: "what is credited of a charge is given up with it, once", Run: keptCreditedAndReinstated},
		{Name: "a reinstated night has its tax before it is charged again", Run: reinstatedTax},
		{Name: "the night audit's no-shows", Run: keptByAudit},
		{Name: "what is kept is without a rounding that was paid", Run: keptRounded},
	}, apptest.BooksBalance, apptest.FoliosAddUp)
}

// keptRounded cancels what is billed and paid, rounded up and down. Once the invoice is credited, all is as if it had
// never been rounded.
func keptRounded(_ *testing.T, owner *apptest.Caller) {
	owner.SetBilling(object{"roundToWhole": true})
	for _, price := range []float64{999.6, 1000.4} {
		id := owner.BookNewRoom("2026-04-14", "2026-04-15", object{"totalAmount": price})
		i := owner.CreateInvoice(object{"bookingId": id, "issue": true}).Is(1000, "data", "totalAmount").Text("data", "_id")
		owner.Pay(object{"bookingId": id, "amount": 1000}).Want(201)
		owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "refundAmount": 0}).Want(200).
			Is(price, "data", "retainedAmount")
		due(owner, id, 0)
		credited(owner, i).Is(1000, "data", "totalAmount")
		back := min(price, 1000) // the rest was no price of the room any more
		owner.Get(apptest.BookingPath(id, "")).Want(200).Is(1000, "data", "retainedAmount").Is(-back, "data", "extrasAmount")
		due(owner, id, -back)
	}
}

// drafts are the booking's invoices that are not void, the newest first.
func drafts(c *apptest.Caller, booking string) []any {
	return c.Get(apptest.Invoices + "/list?bookingId=" + booking).Want(200).List("data")
}

func only(t *testing.T, c *apptest.Caller, booking string) string {
	t.Helper()
	found := drafts(c, booking)
	if len(found) != 1 {
		t.Fatalf("the booking has %d invoices: %v", len(found), found)
	}
	return found[0].(map[string]any)["_id"].(string)
}

func noShow(c *apptest.Caller, booking string, fields object) apptest.Answer {
	c.Server.T.Helper()
	return c.Post(apptest.BookingPath(booking, "/no-show"), object{}.Merged(fields)).Want(200)
}

func keptDrafted(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := owner.BookAt(5000, object{"advanceAmount": 4000}, "2026-04-14", "2026-04-16", rooms[0])
	noShow(owner, id, nil).Is(4000, "data", "retainedAmount").Is(0, "data", "cancellationCharge")
	due(owner, id, 0)
	i := owner.Get(apptest.Invoices + "/" + only(t, owner, id)).Want(200)
	i.Amounts(object{"status": "draft", "totalAmount": 4000, "subtotal": 3809.52, "cgst": 95.24})
	i.Is("retained", "data", "lines", 0, "type").Is("996311", "data", "lines", 0, "sac").
		Is(5, "data", "lines", 0, "taxRate")
	owner.Get("/api/analytics/{org}/kpis?from=2026-04-14&to=2026-04-14").Want(200).Is(3809.52, "data", "roomsRevenue").
		Is(0, "data", "otherRevenue").Is(0, "data", "roomsSold")
	owner.Post(apptest.Invoices+"/"+i.Text("data", "_id")+"/issue", nil).Want(200).
		Amounts(object{"status": "paid", "amountPaid": 4000})
	owner.Get("/api/accounts/{org}/profit-and-loss?from=2026-04-14&to=2026-04-14").Want(200).
		Is(3809.52, "data", "roomRevenue").Is(0, "data", "otherRevenue")
	owner.Get("/api/invoices/{org}/gstr1?period=2026-04").Want(200).Is(3809.52, "data", "b2cs", 0, "txval").
		Is("996311", "data", "hsn", "hsn_b2c", 0, "hsn_sc")
	dear := owner.BookAt(10000, object{"advanceAmount": 4000}, "2026-04-14", "2026-04-16", rooms[1])
	owner.Put(apptest.BookingPath(dear, "/cancel"), object{"reason": "x", "refundAmount": 1000}).Want(200).
		Is(3000, "data", "retainedAmount")
	owner.Get(apptest.Invoices+"/"+only(t, owner, dear)).Want(200).Is(18, "data", "lines", 0, "taxRate").
		Is(3000, "data", "totalAmount")
	due(owner, dear, 0)
}

func keptRefunded(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday(object{"advanceAmount": 4000})
	noShow(owner, id, nil)
	payment := owner.Get("/api/payments/{org}/list").Want(200).Text("data", 0, "_id")
	refund := func(amount float64) {
		owner.Post("/api/payments/{org}/"+payment+"/refund", object{"amount": amount, "reason": "Goodwill"}).Want(201)
	}
	refund(1500)
	due(owner, id, 0)
	owner.Get(apptest.Invoices+"/"+only(t, owner, id)).Want(200).Is(2500, "data", "totalAmount")
	owner.Get(apptest.BookingPath(id, "")).Want(200).Is(2500, "data", "retainedAmount")
	owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "refundAmount": 2000}).Want(200)
	owner.Get(apptest.Invoices+"/"+only(t, owner, id)).Want(200).Is(2000, "data", "totalAmount")
	refund(2000)
	due(owner, id, 0)
	if left := drafts(owner, id); len(left) != 0 {
		t.Errorf("nothing is kept, but there is %v", left)
	}
}

func keptCredited(t *testing.T, owner *apptest.Caller) {
	owner.SetBilling(object{"issueAtCheckout": true})
	id := owner.BookFromToday(object{"advanceAmount": 4000})
	noShow(owner, id, nil)
	invoice := only(t, owner, id)
	owner.Get(apptest.Invoices + "/" + invoice).Want(200).Amounts(object{"status": "paid", "amountPaid": 4000})
	payment := owner.Get("/api/payments/{org}/list").Want(200).Text("data", 0, "_id")
	owner.Post("/api/payments/{org}/"+payment+"/refund", object{"amount": 1500, "reason": "Goodwill"}).Want(201)
	owner.Get(apptest.Invoices + "/" + invoice).Want(200).
		Amounts(object{"status": "paid", "amountPaid": 2500, "amountCredited": 1500})
	owner.Get(ofNotes+"/list?bookingId="+id).Want(200).Is(1500, "totals", "totalAmount").Is(1, "pagination", "total")
	due(owner, id, 0)
	// What the hotel credits by hand, it owes until it is refunded.
	credited(owner, invoice, object{"amount": 500})
	due(owner, id, -500)
	owner.Post("/api/payments/{org}/"+payment+"/refund", object{"amount": 500, "reason": "Goodwill"}).Want(201)
	due(owner, id, 0)
	owner.Get(ofNotes+"/list?bookingId="+id).Want(200).Is(2000, "totals", "totalAmount")
	owner.Post("/api/payments/{org}/"+payment+"/refund", object{"amount": 2000, "reason": "Goodwill"}).Want(201)
	due(owner, id, 0)
	owner.Get(apptest.Invoices + "/" + invoice).Want(200).Amounts(object{"amountPaid": 0, "amountCredited": 4000})
}

func keptReinstated(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	for i, issue := range []bool{false, true} {
		owner.SetBilling(object{"issueAtCheckout": issue})
		id := owner.BookAt(5000, object{"advanceAmount": 4000}, "2026-04-14", "2026-04-16", rooms[i])
		noShow(owner, id, nil)
		owner.Post(apptest.BookingPath(id, "/reinstate"), nil).Want(200)
		due(owner, id, 6000)
		owner.Get(apptest.BookingPath(id, "/folio")).Want(200).Is(10000, "data", "totals", "toBePosted")
		if found := drafts(owner, id); !issue && len(found) != 0 {
			t.Errorf("the reinstated booking has %v", found)
		}
		owner.Arrive(id)
		owner.Leave(id, object{})
		due(owner, id, 6000)
	}
}

// keptCreditedAndReinstated credits a part of what cancelling costs, or all of it, before the stay is reinstated: that
// costs what it did then.
func keptCreditedAndReinstated(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(4)
	for i, credit := range []float64{300, 1000} {
		for j, total := range []float64{3150, 3000} {
			owner.SetBilling(object{"issueAtCheckout": true, "pricesIncludeTax": j == 1})
			id := owner.BookAt(1500, nil, "2026-04-14", "2026-04-16", rooms[2*i+j])
			owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 1000}).Want(200)
			charged := only(t, owner, id)
			credited(owner, charged, object{"amount": credit})
			owner.Post(apptest.BookingPath(id, "/reinstate"), nil).Want(200)
			due(owner, id, total)
			owner.Get(apptest.BookingPath(id, "/folio")).Want(200).Is(total, "data", "totals", "toBePosted")
			owner.Get(apptest.Invoices+"/"+charged).Want(200).Is(0, "data", "balanceDue")
			owner.CreateInvoice(object{"bookingId": id, "issue": true}).Is(total, "data", "totalAmount")
			due(owner, id, total)
		}
	}
}

// reinstatedTax credits a half of a night that is billed, and gives it up. What the guest is told after it is back is
// what the check-out leaves.
func reinstatedTax(_ *testing.T, owner *apptest.Caller) {
	for _, inclusive := range []bool{false, true} {
		owner.SetBilling(object{"pricesIncludeTax": inclusive})
		id := owner.BookNewRoom("2026-04-14", "2026-04-15", object{"totalAmount": 8000})
		i := owner.CreateInvoice(object{"bookingId": id, "issue": true})
		credited(owner, i.Text("data", "_id"), object{"amount": 4000})
		owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 0}).Want(200)
		owner.Post(apptest.BookingPath(id, "/reinstate"), nil).Want(200)
		total, tax := 9440.02, 1440.02 // each half of the tax is rounded by itself, twice
		if inclusive {
			total, tax = 8000, 1220.32
		}
		owner.Get(apptest.BookingPath(id, "")).Want(200).Is(tax, "data", "taxAmount").Is(total, "data", "balanceDue")
		owner.Arrive(id)
		owner.Leave(id, nil)
		owner.Get(apptest.BookingPath(id, "")).Want(200).Is(tax, "data", "taxAmount").Is(total, "data", "balanceDue")
	}
}

// Whoever only cancels has not said yet what becomes of the money: it is the guest's until then.
func keptOpen(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday(object{"advanceAmount": 4000})
	cancel := func(fields object) apptest.Answer {
		return owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}.Merged(fields)).Want(200)
	}
	cancel(nil).Is(0, "data", "retainedAmount")
	due(owner, id, -4000)
	if found := drafts(owner, id); len(found) != 0 {
		t.Errorf("nothing is kept, but there is %v", found)
	}
	cancel(object{"refundAmount": 1000}).Is(3000, "data", "retainedAmount")
	due(owner, id, 0)
	owner.Get(apptest.Invoices+"/"+only(t, owner, id)).Want(200).Is(3000, "data", "totalAmount")
}

func keptByCharge(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	id := owner.BookAt(5000, object{"advanceAmount": 4000}, "2026-04-14", "2026-04-16", rooms[0])
	owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 1050}).Want(200).
		Is(0, "data", "retainedAmount")
	due(owner, id, -2950)
	owner.Get(apptest.Invoices+"/"+only(t, owner, id)).Want(200).Is(1050, "data", "totalAmount").
		Is("retained", "data", "lines", 0, "type")
	owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 2100}).Want(200)
	owner.Get(apptest.Invoices+"/"+only(t, owner, id)).Want(200).Is(2100, "data", "totalAmount")
	owner.Post(apptest.Invoices+"/"+only(t, owner, id)+"/issue", nil).Want(200)
	owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 1000}).Want(200)
	due(owner, id, -3000)
	owner.Get(ofNotes+"/list?bookingId="+id).Want(200).Is(1100, "totals", "totalAmount")
	free := owner.BookAt(5000, object{"advanceAmount": 4000}, "2026-04-14", "2026-04-16", rooms[1])
	noShow(owner, free, object{"cancellationCharge": 0})
	due(owner, free, -4000)
	unpaid := owner.BookAt(5000, nil, "2026-04-14", "2026-04-16", rooms[2])
	noShow(owner, unpaid, object{"cancellationCharge": 5000})
	due(owner, unpaid, 5000)
	owner.Get(apptest.Invoices+"/"+only(t, owner, unpaid)).Want(200).Is(5000, "data", "totalAmount")
	if found := drafts(owner, free); len(found) != 0 {
		t.Errorf("nothing is kept, but there is %v", found)
	}
}

func keptExclusive(t *testing.T, owner *apptest.Caller) {
	owner.SetBilling(object{"pricesIncludeTax": false})
	rooms := owner.CreateRooms(2)
	id := owner.BookAt(5000, object{"advanceAmount": 4000.01}, "2026-04-14", "2026-04-16", rooms[0])
	noShow(owner, id, nil).Is(4000.01, "data", "retainedAmount")
	due(owner, id, 0)
	owner.Get(apptest.Invoices+"/"+only(t, owner, id)).Want(200).Is(4000.01, "data", "totalAmount")
	owner.Post(apptest.BookingPath(id, "/reinstate"), nil).Want(200)
	owner.Get(apptest.BookingPath(id, "")).Want(200).Is(true, "data", "pricesIncludeTax").Is(10500, "data", "totalAmount").
		Is(6499.99, "data", "balanceDue")
	charged := owner.BookAt(5000, object{"advanceAmount": 4000}, "2026-04-14", "2026-04-16", rooms[1])
	noShow(owner, charged, object{"cancellationCharge": 1000})
	due(owner, charged, -2950)
	owner.Post(apptest.Invoices+"/"+only(t, owner, charged)+"/issue", nil).Want(200).Is(1050, "data", "totalAmount")
	owner.Post(apptest.BookingPath(charged, "/reinstate"), nil).Want(200)
	due(owner, charged, 6500)
}

func keptBilled(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday(object{"advanceAmount": 9000})
	invoice := issued(owner, object{"bookingId": id}).Text("data", "_id")
	owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "refundAmount": 0}).Want(200).
		Is(9000, "data", "retainedAmount")
	due(owner, id, 0)
	only(t, owner, id) // the nights are on it: nothing is retained besides
	owner.Get(apptest.BookingPath(id, "/folio")).Want(200).Is(-1000, "data", "totals", "toBePosted")
	credited(owner, invoice, object{"amount": 1000})
	due(owner, id, 0)
	owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "refundAmount": 9000}).Want(200)
	due(owner, id, 0)
	credited(owner, invoice)
	due(owner, id, 0)
	owner.Get(apptest.BookingPath(id, "/folio")).Want(200).Is(0, "data", "totals", "toBePosted")
}

func keptByAudit(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday(object{"advanceAmount": 4000})
	report := owner.Post("/api/bookings/{org}/night-audit", object{"markNoShows": true}).Want(200)
	report.Is(4000, "data", "otherCharges").Is(3809.52, "data", "roomsRevenue").Is(0, "data", "roomsSold")
	owner.Get(apptest.Invoices+"/"+only(t, owner, id)).Want(200).Is(4000, "data", "totalAmount")
	due(owner, id, 0)
}
