package elevendays_test

import (
	"slices"

	"sarai/internal/app/apptest"
)

// Scenes that take more than a line of the script.

func (h *hotel) paymentOf(b *booking) *payment {
	h.t.Helper()
	for _, p := range slices.Backward(h.payments) {
		for _, each := range p.parts {
			if each.booking == b && !p.void && p.refundOf == nil {
				return p
			}
		}
	}
	h.t.Fatal(b.code, " has no payment")
	return nil
}

func (h *hotel) nightOf(b *booking, day string) *night {
	for _, n := range b.nights {
		if n.day == day && n.held {
			return n
		}
	}
	h.t.Fatal(b.code, " has no night of ", day)
	return nil
}

// bookOffer books what the search for a category offers: its prices are those of the plan.
func (h *hotel) bookOffer(category int, in, out string) *booking {
	h.t.Helper()
	a := h.desk.Post("/api/offers/{org}/search", object{"checkIn": in, "checkOut": out, "adults": 2}).Want(200)
	token := ""
	for i := range a.List("data", "offers") {
		if a.At("data", "offers", i, "categoryId") == h.category[category] &&
			a.At("data", "offers", i, "planCode") == "BAR" {
			token = a.Text("data", "offers", i, "offerToken")
		}
	}
	b := &booking{status: "confirmed", in: in, out: out, booked: h.today, inclusive: true, source: "online", meal: "EP",
		guest: h.guestName(), method: "card"}
	for _, day := range days(in, out) {
		b.nights = append(b.nights, &night{day: day, room: "0", price: rate(category, day), held: true})
	}
	made := h.desk.Post("/api/bookings/{org}/create", object{"guestName": b.guest, "guestPhone": "+91 98450 12345",
		"checkIn": in, "checkOut": out, "source": "online", "mealPlan": "EP", "rooms": []object{{"offerToken": token}}}).
		Want(201)
	h.enterBooking(b, request{in: in, out: out, category: category}, made)
	return b
}

// newRoom adds a room to the house: it is in use from the business day on, but nobody sleeps there yet.
func (h *hotel) newRoom(number string) {
	id := h.desk.Post("/api/rooms/{org}/create", object{"roomNumber": number, "categoryId": h.category[2]}).Want(201).
		Text("data", "_id")
	h.rooms = append(h.rooms, room{id: id, number: number, category: 2, idle: true})
	h.since[id] = h.business()
}

// autoAssign lets the service choose the rooms of those who arrive today.
func (h *hotel) autoAssign() {
	h.t.Helper()
	a := h.desk.Post("/api/bookings/{org}/auto-assign", object{"from": h.today}).Want(200)
	h.same("rooms that nobody could be given", len(a.List("data", "unassigned")), 0)
	for i := range a.List("data", "assigned") {
		for _, b := range h.bookings {
			if b.id != a.Text("data", "assigned", i, "bookingId") {
				continue
			}
			for _, p := range b.places {
				if h.roomOf(p.room).id != "" {
					continue
				}
				id := a.Text("data", "assigned", i, "roomId")
				for _, n := range b.nights {
					if n.room == p.room {
						n.room = id
					}
				}
				p.room, b.stale = id, true
				break
			}
		}
	}
}

// reissue voids an invoice of today on which nothing is paid, and bills its lines to two buyers instead.
func (h *hotel) reissue() {
	h.t.Helper()
	guest := h.walkIn(2, h.today, plus(h.today, 2))
	h.serve(guest, dinner, 1_111_11)
	h.serve(guest, whisky, 2_400_00)
	i := h.billAhead(guest, buyer{name: "Wrong"})
	h.annul(i)
	h.compareFolio(guest)
	lines := guest.openLines()
	h.billLines(guest, buyer{"Rao Chemicals", raoGSTIN}, lines[:2])
	rest := h.billLines(guest, buyer{name: guest.guest}, lines[2:])
	h.take(guest, "cash", rest.total())
}

// correctBuyer credits nights of an invoice as a whole, and bills them again to the company's other GSTIN; of another
// invoice, with two nights alike, it credits an amount.
func (h *hotel) correctBuyer() {
	h.t.Helper()
	b := h.book(request{in: h.today, out: plus(h.today, 2), rooms: h.need(0, 1, h.today, plus(h.today, 2)),
		price: fixed(4_111_11), source: "phone", method: "card"})
	h.arrive(b)
	i := h.billAhead(b, buyer{"Rao Chemicals", raoGSTIN})
	h.take(b, "card", 3_000_00)
	h.compareFolio(b)
	h.creditNights(i, b.nights[0], b.nights[1])
	h.compareFolio(b)
	again := []*line{b.nights[0].line, b.nights[1].line}
	h.billAgain(b, again)
	second := h.billLines(b, buyer{"Udaipur Linen", ulGSTIN}, again)
	h.creditAmount(second, 1_000_00)
	h.creditAmount(second, 333_34)
}

// finalAmounts lets guests leave with a bill that is agreed as a whole: one leaves early and pays the nights stayed,
// one pays less for each of two nights alike, one whose prices were before tax pays a round sum.
func (h *hotel) finalAmounts() {
	h.t.Helper()
	for _, each := range []struct {
		price     paise
		exclusive bool
		from, to  int // from today
		final     func(b *booking) paise
	}{
		{4_400_00, false, -1, 2, func(b *booking) paise { return b.nights[0].price + b.extras() }},
		{5_000_00, false, -2, 0, func(b *booking) paise { return 2*4_600_00 + b.extras() }},
		{7_000_00, true, -2, 0, func(b *booking) paise { return 2*7_200_00 + b.extras() }},
	} {
		in, out := plus(h.today, each.from), plus(h.today, each.to)
		b := h.book(request{in: in, out: out, rooms: h.need(0, 1, in, out), price: fixed(each.price),
			exclusive: each.exclusive, source: "walk-in", method: "cash"})
		h.arrive(b)
		h.serve(b, dinner, 500_00)
		final := each.final(b)
		h.take(b, "cash", final)
		h.send(h.checkOut(b, final))
	}
}

// edges are guests whose nights cost just what decides the rate of tax, or what no value comes to.
func (h *hotel) edges() {
	h.t.Helper()
	inclusive, before := []paise{7_875_00, 7_875_01, 8_849_99, 8_850_00, 7}, []paise{7_499_99, 7_500_00, 7_500_01, 10,
		33_333_33}
	for n, prices := range [][]paise{inclusive, before} {
		out := plus(h.today, len(prices))
		h.arrive(h.book(request{in: h.today, out: out, rooms: h.need(0, 1, h.today, out), exclusive: n == 1,
			source: "walk-in", method: "upi", price: func(_ int, day string) paise { return prices[between(h.today, day)] }}))
	}
}

// staysOn is a guest who doesn't leave when the stay is over.
func (h *hotel) staysOn() *booking {
	h.t.Helper()
	room := h.need(0, 1, h.today, plus(h.today, 3))
	b := h.book(request{in: h.today, out: plus(h.today, 1), rooms: room, price: fixed(3_777_77), flat: true,
		source: "walk-in", method: "card"})
	h.arrive(b)
	h.overstays[b] = true
	h.promise(room[0], b.out, plus(b.out, 2))
	return b
}

// comesLate reinstates a no-show for which money was kept, whose guest arrives after all: the draft of what was kept
// goes, and the first night is late.
func (h *hotel) comesLate(b *booking) {
	h.t.Helper()
	for n, i := range h.invoices {
		if i.booking == b {
			i.lines[0].of.invoice = nil
			h.invoices = slices.Delete(h.invoices, n, n+1)
			break
		}
	}
	for _, x := range b.openLines() {
		h.reverse(b, x)
	}
	b.retained = 0
	h.reinstate(b)
	delete(h.absent, b)
	h.arrive(b)
}

// billedAhead are three companies' guests whose stays are billed as a whole when they come.
func (h *hotel) billedAhead() (short, twice, leaver *booking) {
	h.t.Helper()
	for _, b := range []struct {
		booking **booking
		nights  int
		price   paise
	}{{&short, 4, 5_250_00}, {&twice, 3, 8_400_00}, {&leaver, 5, 3_141_59}} {
		category := 0
		if b.price > lowLimit {
			category = 2
		}
		out := plus(h.today, b.nights)
		*b.booking = h.book(request{in: h.today, out: out, rooms: h.need(category, 1, h.today, out),
			price: fixed(b.price), exclusive: b.nights == 4, source: "phone", method: "bank_transfer"})
		h.arrive(*b.booking)
		h.billAhead(*b.booking, *h.firm())
		h.compareFolio(*b.booking)
	}
	return short, twice, leaver
}

// billOf is the issued invoice of a booking.
func (h *hotel) billOf(b *booking) *invoice {
	h.t.Helper()
	for _, i := range h.invoices {
		if i.booking == b && i.status == "issued" {
			return i
		}
	}
	h.t.Fatal(b.code, " has no invoice")
	return nil
}

// inHouseCancelled is a guest who goes on the second morning, after a quarrel, and pays a charge.
func (h *hotel) inHouseCancelled(b *booking) {
	h.t.Helper()
	h.serve(b, dinner, 845_00)
	h.serve(b, lamp, 1_500_00)
	h.allow(b, 300_00)
	h.cancel(b, cancellation{charge: said(2_222_22)})
	h.payAll(b)
}

// correctCheckOut checks a guest out, and once more with a lower bill: the draft follows.
func (h *hotel) correctCheckOut() {
	h.t.Helper()
	in := plus(h.today, -2)
	b := h.book(request{in: in, out: h.today, rooms: h.need(0, 1, in, h.today), price: fixed(3_900_00), source: "walk-in",
		method: "upi"})
	h.arrive(b)
	h.serve(b, car, 1_250_00)
	i := h.checkOut(b, 0)
	final := b.charged() - 800_00
	h.desk.Put(apptest.BookingPath(b.id, "/checkout"), object{"finalAmount": rupees(final)}).Want(200)
	for _, x := range i.lines {
		x.of.invoice = nil
	}
	h.settle(b, final)
	i.lines = nil
	i.bill(b.openLines())
	h.take(b, "upi", b.due())
	h.send(i)
}

// retire takes a room out of use from the business day on.
func (h *hotel) retire(number string) {
	h.t.Helper()
	for i, r := range h.rooms {
		if r.number == number {
			h.desk.Put("/api/rooms/{org}/"+r.id+"/update", object{"isActive": false}).Want(200)
			h.rooms[i].category = -1
			h.until[r.id] = h.business()
		}
	}
}

// lockMay locks the books of May: nothing can be dated into it any more.
func (h *hotel) lockMay(unpaid *invoice) {
	h.t.Helper()
	h.desk.Put("/api/accounts/{org}/lock", object{"until": "2026-05-31", "reason": "May is filed"}).Want(200)
	h.desk.Post("/api/expenses/{org}/create", object{"category": "Linen", "date": "2026-05-30", "amount": 100}).Bad("date")
	h.desk.Pay(object{"bookingId": unpaid.booking.id, "method": "cash", "amount": 100,
		"receivedAt": "2026-05-31T12:00:00+05:30"}).Bad("receivedAt")
	h.desk.Post(apptest.Invoices+"/"+unpaid.id+"/void", object{"reason": "Wrong"}).Refused(400, "another month")
}
