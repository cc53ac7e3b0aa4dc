package elevendays_test

// What every day of the hotel brings, by chance.

// priced are the public prices of a category, a little different for each room, with paise.
func (h *hotel) priced(category int) func(room int, day string) paise {
	more := [8]paise{}
	for i := range more {
		more[i] = h.odd(0)
	}
	return func(room int, day string) paise { return rate(category, day) + more[room%len(more)] }
}

// fixed is one price for every night.
func fixed(price paise) func(room int, day string) paise {
	return func(int, string) paise { return price }
}

// sell makes bookings of people who ask for a room, as far as there are rooms: from today on, for up to four nights.
func (h *hotel) sell(number int, latest string) {
	h.t.Helper()
	for range number {
		category, in := h.rng.IntN(len(categories)), plus(h.today, h.rng.IntN(4))
		in = min(in, latest)
		out := plus(in, 1+h.rng.IntN(4))
		rooms := h.free(category, 6, in, out) // the script needs some rooms itself
		if rooms == nil {
			continue
		}
		r := request{in: in, out: out, rooms: rooms[:1], price: h.priced(category), method: pick(h, "cash", "card", "upi",
			"bank_transfer"), source: pick(h, "phone", "online"), exclusive: h.rng.IntN(4) == 0}
		if in == h.today {
			r.source = "walk-in"
		}
		switch h.rng.IntN(6) {
		case 0:
			r.source, r.channel, r.method, r.exclusive = "ota", pick(h, "booking.com", "goibibo"), "ota", false
		case 1:
			r.company, r.exclusive, r.flat = h.firm(), true, true
			r.price = fixed(pick[paise](h, 5_400_00, 7_499_99, 7_600_50))
		case 2:
			r.advance = 100_00 * (1 + h.rng.Int64N(30))
		}
		h.book(r)
	}
}

// firm is one of the companies, as a buyer.
func (h *hotel) firm() *buyer {
	return pick(h, &buyer{"Rao Chemicals", raoGSTIN}, &buyer{"Udaipur Linen", ulGSTIN})
}

// arrivals checks in who is expected today, but for those who won't come.
func (h *hotel) arrivals() {
	h.t.Helper()
	for _, b := range h.bookings {
		if b.status != "confirmed" || b.in > h.today || h.absent[b] {
			continue
		}
		for _, p := range b.places {
			if h.roomOf(p.room).id == "" {
				h.assign(b, h.spare(b)) // keeps its own night meanwhile
			}
		}
		h.arrive(b)
	}
}

// spare is a room of the booking's category that nobody has while it stays.
func (h *hotel) spare(b *booking) string {
	h.t.Helper()
	for _, r := range h.rooms {
		isFree := r.category == b.category && !r.idle
		for _, day := range days(b.in, b.out) {
			isFree = isFree && !h.taken(r.id, day) && !h.promised[r.id+day]
		}
		if isFree {
			return r.id
		}
	}
	h.t.Fatal("no room is left for a booking of a category")
	return ""
}

// departures lets those go who leave today: most of them pay, in one or two parts, and get their invoice.
func (h *hotel) departures() {
	h.t.Helper()
	for _, b := range h.bookings {
		if b.status != "checked-in" || b.out > h.today || h.overstays[b] {
			continue
		}
		if b.wants == nil || h.rng.IntN(3) > 0 {
			h.payAll(b)
		}
		i := h.checkOut(b, 0)
		if h.rng.IntN(8) > 0 {
			h.send(i)
		}
	}
}

// payAll pays what a booking owes.
func (h *hotel) payAll(b *booking) {
	h.t.Helper()
	due := b.due()
	if due > 1_000_00 && h.rng.IntN(3) == 0 {
		h.take(b, pick(h, "cash", "upi", "card", "other"), due/3)
		due -= due / 3
	}
	if due > 0 {
		h.take(b, b.method, due)
	}
}

// consume charges services to guests in house.
func (h *hotel) consume(number int) {
	h.t.Helper()
	for range number {
		b := h.someoneInHouse()
		s := pick(h, services...)
		h.serve(b, s, h.odd(250_00))
	}
}

func (h *hotel) someoneInHouse() *booking {
	h.t.Helper()
	var list []*booking
	for _, b := range h.bookings {
		if b.status == "checked-in" {
			list = append(list, b)
		}
	}
	if len(list) == 0 {
		h.t.Fatal("nobody is in the house")
	}
	return pick(h, list...)
}

// walkIn books a guest at the desk from a day on, and checks them in.
func (h *hotel) walkIn(category int, in, out string) *booking {
	h.t.Helper()
	b := h.book(request{in: in, out: out, rooms: h.need(category, 1, in, out), price: h.priced(category),
		source: "walk-in", method: "cash"})
	h.arrive(b)
	return b
}

// drafts issues what is still a draft.
func (h *hotel) issueDrafts() {
	h.t.Helper()
	for _, i := range h.invoices {
		if i.status == "draft" {
			h.send(i)
		}
	}
}

// suppliers sends the bills of a day: some with tax, some without.
func (h *hotel) suppliers(number int) {
	for range number {
		amount, tax := h.odd(900_00), paise(0)
		if h.rng.IntN(2) == 0 {
			tax = divided(amount*18, 100)
		}
		h.buy(pick(h, "Linen", "Vegetables", "Repairs"), plus(h.today, -h.rng.IntN(3)), pick(h, "cash", "bank_transfer",
			"upi"), amount, tax)
	}
}
