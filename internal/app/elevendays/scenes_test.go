package elevendays_test

import "slices"

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

// newRoom adds a room to the house: it is in use from the business day on.
func (h *hotel) newRoom(number string) {
	id := h.desk.Post("/api/rooms/{org}/create", object{"roomNumber": number, "categoryId": h.category[2]}).Want(201).
		Text("data", "_id")
	h.rooms = append(h.rooms, room{id: id, number: number, category: 2})
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
	h.serve(guest, services[0], 1_111_11)
	h.serve(guest, services[3], 2_400_00)
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

// finalAmounts lets guests leave with a bill that is agreed as a whole: one leaves early and pays the nights stayed, one
// pays less for each of two nights alike, one whose prices were before tax pays a round sum.
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
		h.serve(b, services[0], 500_00)
		final := each.final(b)
		h.take(b, "cash", final)
		h.send(h.checkOut(b, final))
	}
}

// unpaidInvoice is an issued invoice on which nothing is paid.
func (h *hotel) unpaidInvoice() *invoice {
	h.t.Helper()
	for _, i := range h.invoices {
		if i.status == "issued" && i.paid == 0 && i.creditedTotal() == 0 && i.date < "2026-06-01" {
			return i
		}
	}
	h.t.Fatal("every invoice is paid")
	return nil
}
