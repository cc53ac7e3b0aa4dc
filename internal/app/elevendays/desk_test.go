package elevendays_test

import (
	"fmt"
	"slices"

	"sarai/internal/app/apptest"
)

// request is what somebody asks the desk for.
type request struct {
	in, out   string
	rooms     []string // ids
	category  int      // of rooms that are assigned later
	unnamed   int      // how many of those
	price     func(room int, day string) paise
	flat      bool // one rate for all nights
	free      map[string]bool
	exclusive bool  // prices before tax
	agreed    paise // the total, where it isn't the sum
	source    string
	channel   string
	company   *buyer
	method    string
	advance   paise
}

// book makes a booking and writes it down.
func (h *hotel) book(r request) *booking {
	h.t.Helper()
	b := &booking{status: "confirmed", in: r.in, out: r.out, booked: h.today, inclusive: !r.exclusive, source: r.source,
		meal: pick(h, "EP", "CP", "MAP"), wants: r.company, method: r.method, guest: h.guestName()}
	body := object{"guestName": b.guest, "guestPhone": "+91 98450 12345", "checkIn": r.in, "checkOut": r.out,
		"source": b.source, "mealPlan": b.meal, "pricesIncludeTax": b.inclusive, "rooms": h.entriesOf(b, r)}
	if r.agreed != 0 {
		body["totalAmount"] = rupees(r.agreed)
	}
	if r.channel != "" {
		body["channel"], body["externalReference"] = r.channel, fmt.Sprint("OTA-", len(h.bookings))
	}
	if r.company != nil {
		body["companyId"] = h.company[r.company.gstin]
	}
	if r.advance > 0 {
		body["advanceAmount"], body["paymentMethod"] = rupees(r.advance), r.method
	}
	h.enterBooking(b, r, h.desk.Post("/api/bookings/{org}/create", body).Want(201))
	return b
}

func (h *hotel) guestName() string {
	return fmt.Sprint(pick(h, "Asha", "Ravi", "Meera", "Kabir", "Leela"), " ", pick(h, "Rao", "Das", "Nair", "Shah"))
}

// entriesOf are the rooms of a request's body; their nights go into the booking.
func (h *hotel) entriesOf(b *booking, r request) (list []object) {
	for n := range len(r.rooms) + r.unnamed {
		b.rate = r.price(n, r.in)
		entry := object{"adults": 1 + h.rng.IntN(2), "ratePerNight": rupees(r.price(n, r.in))}
		if n < len(r.rooms) {
			entry["roomId"], entry["roomNumber"], entry["roomType"] = r.rooms[n], "x", "x"
		} else {
			entry["categoryId"] = h.category[r.category]
		}
		plan, rates := "BAR", []object{}
		if r.company != nil {
			plan = "CORP"
		}
		for _, day := range days(r.in, r.out) {
			price := r.price(n, day)
			if r.free[day] {
				price = 0
				rates = append(rates, object{"date": day, "complimentary": true, "plan": plan})
			} else {
				rates = append(rates, object{"date": day, "amount": rupees(price), "plan": plan})
			}
			b.nights = append(b.nights, &night{day: day, room: fmt.Sprint(n), price: price, held: true})
		}
		if !r.flat {
			entry["rates"] = rates
		}
		list = append(list, entry)
	}
	return list
}

// enterBooking writes a new booking down. Rooms that aren't assigned yet have the id of their entry.
func (h *hotel) enterBooking(b *booking, r request, a apptest.Answer) {
	h.t.Helper()
	b.id, b.code = a.Text("data", "bookingId"), fmt.Sprint("BK-", len(h.bookings)+1)
	if r.agreed != 0 {
		h.spread(b, b.nights, r.agreed-b.total())
	}
	ids := slices.Clone(r.rooms)
	for i := range a.List("data", "nights") {
		entry := a.Text("data", "nights", i, "entryId")
		if entry != "" && !slices.Contains(ids, entry) {
			ids = append(ids, entry)
		}
	}
	for n, id := range ids {
		b.places = append(b.places, &place{room: id, from: b.in, to: b.out})
		for _, night := range b.nights {
			if night.room == fmt.Sprint(n) {
				night.room = id
			}
		}
	}
	b.category, b.stale = r.category, true
	h.bookings = append(h.bookings, b)
	if r.advance > 0 {
		list := h.desk.Get(apptest.Payments + "/list?bookingId=" + b.id).Want(200)
		h.pay(list.Text("data", 0, "_id"), r.method, part{booking: b, amount: r.advance})
	}
	h.same(b.code+" as it is made", a.At("data", "code"), b.code)
	h.money("its total", a.At("data", "totalAmount"), b.total())
	h.money("its tax", a.At("data", "taxAmount"), b.roomTax())
	h.money("its balance", a.At("data", "balanceDue"), b.due())
}

// assign gives the first room that isn't assigned yet a room of the hotel.
func (h *hotel) assign(b *booking, id string) {
	for _, p := range b.places {
		if h.roomOf(p.room).id != "" {
			continue
		}
		h.desk.Post(apptest.BookingPath(b.id, "/assign-room"), object{"roomId": id, "entryId": p.room}).Want(200)
		for _, n := range b.nights {
			if n.room == p.room {
				n.room = id
			}
		}
		p.room, b.stale = id, true
		return
	}
	h.t.Fatal("the script assigns more rooms than were booked")
}

// arrive checks guests in, as one party.
func (h *hotel) arrive(list ...*booking) {
	h.t.Helper()
	var ids []string
	for _, b := range list {
		ids = append(ids, b.id)
	}
	if len(list) == 0 {
		return
	}
	h.desk.Post("/api/bookings/{org}/bulk-arrival", object{"bookingIds": ids}).Want(200)
	for _, b := range list {
		b.status = "checked-in"
		h.follow(b)
	}
}

// change makes a change of a stay, first as a dry run, and compares what both answer with what the ledger makes of it.
func (h *hotel) change(b *booking, method, path string, body object, write func()) {
	h.t.Helper()
	tried := h.desk.Do(method, apptest.BookingPath(b.id, path)+"?dryRun=true", body).Want(200)
	done := h.desk.Do(method, apptest.BookingPath(b.id, path), body)
	if done.Status != 201 {
		done.Want(200)
	}
	write()
	h.follow(b)
	for _, a := range []apptest.Answer{tried, done} {
		what := fmt.Sprint(b.code, " after ", path, ", dry run: ", a.At("data", "dryRun"))
		h.money(what+", total", a.At("data", "totalAmount"), b.total())
		if surplus, _ := b.surplus(); surplus == 0 { // the service has its tax in taxAmount until it is credited
			h.money(what+", tax", a.At("data", "taxAmount"), b.roomTax())
		}
		h.money(what+", balance", a.At("data", "balanceDue"), b.due())
	}
}

// extend moves the departure, to a later or an earlier day. New nights cost the price, or with 0 the booking's rate.
func (h *hotel) extend(b *booking, until string, price paise) {
	h.t.Helper()
	body, keep := object{"checkOut": until}, b.rate
	if price != 0 {
		body["price"], body["rates"], keep = "rates", h.ratesOf(b, until, price), price
	}
	h.change(b, "PUT", "/stay", body, func() {
		h.cut(b, until)
		for _, p := range b.places {
			if p.left {
				continue
			}
			for _, day := range days(p.to, until) {
				b.nights = append(b.nights, &night{day: day, room: p.room, price: keep, held: true})
			}
			p.to = until
		}
		b.out = until
	})
}

// ratesOf names a price for every night that isn't posted yet: the old ones keep theirs.
func (h *hotel) ratesOf(b *booking, until string, price paise) (rates []object) {
	for _, n := range b.nights {
		if n.line == nil && n.held && n.day < until {
			rates = append(rates, object{"roomId": n.room, "date": n.day, "amount": rupees(n.price)})
		}
	}
	for _, p := range b.places {
		for _, day := range days(p.to, until) {
			rates = append(rates, object{"roomId": p.room, "date": day, "amount": rupees(price)})
		}
	}
	return rates
}

// setNight changes the price of a night by date.
func (h *hotel) setNight(b *booking, n *night, price paise) {
	h.t.Helper()
	rates := []object{{"roomId": n.room, "date": n.day, "amount": rupees(price)}}
	h.change(b, "PUT", "/nights", object{"rates": rates, "reason": "The air conditioning failed"},
		func() { h.reprice(b, n, price) })
}

// move takes the party of the first room to another one from today on. list says that it then costs what the room does.
func (h *hotel) move(b *booking, to string, list bool) {
	h.t.Helper()
	from := b.places[0]
	body := object{"fromRoomId": from.room, "toRoomId": to, "price": "keep"}
	if list {
		body["price"] = "list"
	}
	h.change(b, "POST", "/move-room", body, func() {
		start := max(h.today, b.in)
		if b.status == "confirmed" {
			start = b.in
		}
		for _, n := range b.nights {
			if n.room == from.room && n.day >= start {
				if n.room = to; list && n.line == nil {
					n.price = categories[h.roomOf(to).category].rate
				}
			}
		}
		b.places = append(b.places, &place{room: to, from: start, to: from.to})
		if from.to, from.left = start, true; start == b.in {
			b.places = b.places[1:]
		}
	})
}

// addRoom takes another room into the booking, at one rate.
func (h *hotel) addRoom(b *booking, id string, price paise) {
	h.t.Helper()
	body := object{"roomId": id, "roomNumber": "x", "roomType": "x", "ratePerNight": rupees(price), "adults": 2}
	h.change(b, "POST", "/add-room", body, func() {
		from := b.in
		if b.status == "checked-in" {
			from = max(from, h.today)
		}
		b.places = append(b.places, &place{room: id, from: from, to: b.out})
		for _, day := range days(from, b.out) {
			b.nights = append(b.nights, &night{day: day, room: id, price: price, held: true})
		}
	})
}

// leaveRoom checks one room of a party out; before the arrival it takes it off the booking.
func (h *hotel) leaveRoom(b *booking, id string) {
	h.t.Helper()
	h.change(b, "POST", "/checkout-rooms", object{"roomIds": []string{id}}, func() {
		if b.status == "checked-in" {
			h.giveBack(b, id)
			h.chargeUnstayed(b)
			return
		}
		b.nights = slices.DeleteFunc(b.nights, func(n *night) bool { return n.room == id })
		b.places = slices.DeleteFunc(b.places, func(p *place) bool { return p.room == id })
	})
}

// service is something that guests are charged beside the room.
type service struct {
	name, tax, kind string
	rate            int64
	sac             string
}

var (
	dinner   = service{"Dinner", "Food and beverages", "gst", 5, "996332"}
	laundry  = service{"Laundry", "Laundry", "gst", 18, "999712"}
	car      = service{"Airport car", "Transport", "gst", 5, "996412"}
	whisky   = service{"Whisky", "Liquor", "non-gst", 20, ""}
	lamp     = service{"A broken lamp", "Damages", "non-gst", 0, ""}
	book     = service{"A guide to the forts", "Old books", "exempt", 0, "4901"}
	services = []service{dinner, laundry, car, whisky, lamp, book}
)

// serve charges a service to the folio.
func (h *hotel) serve(b *booking, s service, price paise) *line {
	h.t.Helper()
	a := h.desk.Post(apptest.BookingPath(b.id, "/charges"), object{"description": s.name, "unitPrice": rupees(price),
		"taxId": h.taxes[s.tax]}).Want(201)
	x := h.post(b, &line{taxed: charged(price, b.inclusive, s.kind, s.rate), kind: "service", sac: s.sac, of: h.today,
		id: a.Text("data", "lineId")})
	h.money(b.code+" "+s.name, a.At("data", "totalAmount"), x.total())
	return x
}

// allow takes an amount off the folio beside the rooms.
func (h *hotel) allow(b *booking, amount paise) {
	h.desk.Post(apptest.BookingPath(b.id, "/charges"), object{"description": "Sorry", "type": "adjustment",
		"unitPrice": rupees(-amount)}).Want(201)
	h.post(b, &line{taxed: charged(-amount, b.inclusive, "", 0), kind: "adjustment", of: h.today})
}

// takeBack reverses a charge.
func (h *hotel) takeBack(b *booking, x *line) {
	h.desk.Post(apptest.BookingPath(b.id, "/charges/"+x.id+"/reverse"), object{"reason": "Another room's"}).Want(200)
	h.reverse(b, x)
}

// lodge adds an amount to the price of the room: that of one night, or with nil spread over all.
func (h *hotel) lodge(b *booking, n *night, what string, amount paise) {
	h.t.Helper()
	body := object{"description": what, "lodging": true, "unitPrice": rupees(amount)}
	if amount < 0 {
		body["type"] = "adjustment"
	}
	if n != nil {
		body["date"], body["roomId"] = n.day, n.room
	}
	h.desk.Post(apptest.BookingPath(b.id, "/charges"), body).Want(201)
	if n != nil {
		h.reprice(b, n, n.price+amount)
	} else {
		h.spread(b, b.nights, amount)
	}
	h.follow(b)
}

// checkOut ends a stay, and drafts the invoice of what isn't billed. final is the whole bill, or 0 for what was agreed.
func (h *hotel) checkOut(b *booking, final paise) *invoice {
	h.t.Helper()
	body := object{}
	if final != 0 {
		body["finalAmount"] = rupees(final)
	}
	a := h.desk.Put(apptest.BookingPath(b.id, "/checkout"), body).Want(200)
	h.giveBack(b, "")
	if final != 0 {
		h.settle(b, final)
	}
	h.postNights(b, b.out)
	h.chargeUnstayed(b)
	b.status, b.stale = "checked-out", true
	h.money(b.code+" leaves, balance", a.At("data", "balanceDue"), b.due())
	h.money(b.code+" leaves, total", a.At("data", "totalAmount"), b.total())
	return h.drafted(b, a.List("data", "invoiceIds"))
}

// drafted notes the invoice that the service has drafted of the open lines by itself, if there are any.
func (h *hotel) drafted(b *booking, ids []any) *invoice {
	h.t.Helper()
	lines := b.openLines()
	known := 0
	for _, i := range h.invoices {
		if i.booking == b && i.status != "void" {
			known++
		}
	}
	if len(lines) > 0 {
		known++
	}
	h.same(b.code+" has so many invoices", len(ids), known)
	for _, id := range ids {
		if len(lines) > 0 && h.invoice(id.(string)) == nil {
			return h.draft(b, id.(string), buyer{name: b.guest}, lines)
		}
	}
	return nil
}

func (h *hotel) invoice(id string) *invoice {
	for _, i := range h.invoices {
		if i.id == id {
			return i
		}
	}
	return nil
}
