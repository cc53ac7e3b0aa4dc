package elevendays_test

// day is the date of one of the eleven days, the first being 0.
func day(n int) string { return plus(firstDay, n) }

// play plays the eleven days.
func (h *hotel) play() {
	c := h.reserve()
	h.friday(c)
	h.saturday(c)
	h.sunday(c)
	h.monday(c)
	h.tuesday(c)
	h.wednesday(c)
	h.thursday(c)
	h.secondFriday(c)
	h.secondSaturday(c)
	h.secondSunday(c)
	h.firstOfJune(c)
}

// cast are the bookings that have a part in the script.
type cast struct {
	group, family, long, early, offered, prepaid *booking
	party                                        []*booking
	absent, byAudit, latecomer                   *booking // who don't come
	silent, charged, refunded, mistaken, quarrel *booking // who cancel, by what is said about money
	short, twice, leaver                         *booking // who are billed ahead
	stayer, debtor                               *booking // who stays on, and who doesn't pay
	ahead                                        *invoice
	over                                         *payment
	quieter                                      string // a room
}

// reserve takes the bookings that the story needs, on the first morning.
func (h *hotel) reserve() *cast {
	rao := &buyer{"Rao Chemicals", raoGSTIN}
	c := &cast{}
	c.group = h.book(request{in: day(0), out: day(3), rooms: h.need(1, 7, day(0), day(3)), price: h.priced(1),
		source: "phone", company: rao, method: "bank_transfer", advance: 40_000_00})
	for range 4 {
		c.party = append(c.party, h.book(request{in: day(0), out: day(2), rooms: h.need(0, 1, day(0), day(2)),
			price: fixed(5_400_00), flat: true, exclusive: true, source: "phone", company: rao, method: "bank_transfer"}))
	}
	c.family = h.book(request{in: day(1), out: day(5), rooms: h.need(2, 2, day(1), day(5)), price: h.priced(2),
		source: "online", method: "card"})
	c.early = h.book(request{in: day(3), out: day(5), rooms: h.need(1, 1, day(2), day(5)), price: fixed(6_150_75),
		source: "phone", method: "cash"})
	h.reserveInVain(c)
	h.reserveMore(c, rao)
	return c
}

// reserveInVain takes bookings of guests who won't come, and of those who cancel.
func (h *hotel) reserveInVain(c *cast) {
	c.absent = h.book(request{in: day(0), out: day(2), rooms: h.need(0, 1, day(0), day(2)), price: h.priced(0),
		source: "online", method: "upi", advance: 3_333_33})
	c.byAudit = h.book(request{in: day(1), out: day(3), rooms: h.need(2, 1, day(1), day(3)), price: fixed(8_200_00),
		exclusive: true, source: "phone", method: "card", advance: 5_000_01})
	unpaid := h.book(request{in: day(3), out: day(4), rooms: h.need(0, 1, day(3), day(4)), price: h.priced(0),
		source: "phone", method: "cash"})
	twoRates := h.book(request{in: day(6), out: day(9), rooms: h.need(1, 1, day(6), day(9)), price: h.priced(1),
		exclusive: true, source: "online", method: "upi", advance: 7_777_77})
	c.latecomer = h.book(request{in: day(3), out: day(6), rooms: h.need(0, 1, day(3), day(6)), price: h.priced(0),
		exclusive: true, source: "phone", method: "upi", advance: 2_500_00})
	for _, b := range []*booking{c.absent, c.byAudit, unpaid, twoRates, c.latecomer} {
		h.absent[b] = true
	}
	c.charged = h.book(request{in: day(5), out: day(7), rooms: h.need(2, 1, day(5), day(7)), price: fixed(8_899_99),
		exclusive: true, source: "phone", method: "card", advance: 9_000_00})
	c.refunded = h.book(request{in: day(5), out: day(6), rooms: h.need(1, 1, day(5), day(6)), price: fixed(6_300_00),
		source: "online", method: "upi", advance: 4_000_00})
	c.silent = h.book(request{in: day(6), out: day(7), rooms: h.need(0, 1, day(6), day(7)), price: h.priced(0),
		source: "online", method: "card", advance: 1_500_50})
	c.mistaken = h.book(request{in: day(6), out: day(8), rooms: h.need(0, 1, day(6), day(8)), price: h.priced(0),
		source: "phone", method: "cash"})
	h.promise(c.mistaken.places[0].room, day(8), day(9))
}

// reserveMore takes bookings of categories, free nights, agreed totals and an offer.
func (h *hotel) reserveMore(c *cast, rao *buyer) {
	h.book(request{in: day(2), out: day(5), category: 0, unnamed: 3, price: h.priced(0), source: "ota",
		channel: "booking.com", method: "ota"})
	h.book(request{in: day(4), out: day(6), category: 2, unnamed: 2, price: h.priced(2), exclusive: true, source: "phone",
		company: rao, method: "bank_transfer"})
	h.book(request{in: day(1), out: day(4), rooms: h.need(1, 1, day(1), day(4)), price: h.priced(1),
		free: map[string]bool{day(3): true}, source: "online", method: "upi"})
	h.book(request{in: day(1), out: day(3), rooms: h.need(0, 1, day(1), day(3)), price: func(_ int,
		d string) paise {
		if weekend(d) {
			return 9_000_00
		}
		return 6_000_00
	}, agreed: 12_500_00, exclusive: true, source: "phone", method: "card"})
	h.book(request{in: day(0), out: day(2), rooms: h.need(1, 1, day(0), day(2)), price: fixed(6_000_00),
		free: map[string]bool{day(0): true, day(1): true}, source: "phone", method: "cash"})
	quiet := h.need(0, 2, day(0), day(10)) // the second one is quieter
	c.quieter = quiet[1]
	h.promise(c.quieter, day(0), day(10))
	c.long = h.book(request{in: day(0), out: day(9), rooms: quiet[:1], price: fixed(3_100_10),
		flat: true, source: "phone", method: "upi", advance: 10_000_00})
	c.prepaid = h.book(request{in: day(4), out: day(9), rooms: h.need(2, 1, day(4), day(9)), price: fixed(7_500_00),
		exclusive: true, flat: true, source: "phone", method: "card"})
	c.offered = h.bookOffer(1, day(6), day(9))
	h.sell(30, day(3))
}

// friday: groups come, and the day is closed at three in the morning.
func (h *hotel) friday(c *cast) {
	h.at(day(0), "14:10")
	h.arrivals()
	h.consume(6)
	h.suppliers(3)
	h.takeForAll("bank_transfer", c.party)
	h.typedWrong(c.group, "cash", 7_000_00)
	h.lodge(c.long, c.long.nights[0], "Extra bed", 450_00)
	h.edges()
	h.at(day(1), "01:30")
	h.walkIn(0, day(0), day(1)) // their night is the one that isn't closed yet
	h.at(day(1), "03:00")
	h.closeDay(day(0), false)
}

// saturday: a walk-in after the audit is late, a no-show is marked by hand, another by the audit at half past eleven.
func (h *hotel) saturday(c *cast) {
	h.at(day(1), "03:40")
	h.walkIn(1, day(0), day(2))
	h.at(day(1), "10:30")
	h.departures()
	h.cancel(c.absent, cancellation{noShow: true})
	h.at(day(1), "14:00")
	h.sell(14, day(5))
	h.arrivals()
	h.consume(6)
	h.move(c.long, c.quieter, false)
	h.addRoom(c.family, h.need(2, 1, day(1), c.family.out)[0], 9_100_00)
	c.stayer = h.staysOn()
	h.suppliers(2)
	h.keepLess(c.absent, h.paymentOf(c.absent), 1_000_00)
	h.at(day(1), "23:30")
	h.closeDay(day(1), true)
	h.at(day(1), "23:45")
	h.serve(c.group, whisky, 1_800_00)
	h.take(c.group, "upi", 5_000_00)
	h.walkIn(0, day(1), day(2))
	h.buy("Repairs", day(1), "cash", 777_77, 0)
	h.send(c.absent.lines[len(c.absent.lines)-1].invoice)
	h.compareDay()
}

// sunday: prices of closed nights are corrected, somebody comes early, and a guest leaves before the stay is over.
func (h *hotel) sunday(c *cast) {
	h.at(day(2), "01:30")
	h.walkIn(2, day(1), day(3))
	h.at(day(2), "09:00")
	h.setNight(c.long, c.long.nights[1], 2_800_00)
	h.setNight(c.family, c.family.nights[0], 7_000_00)
	h.lodge(c.group, c.group.nights[0], "The shower was cold", -800_00)
	h.departures()
	h.at(day(2), "13:00")
	h.arrive(c.early)
	h.arrivals()
	h.consume(8)
	h.allow(c.group, 500_00)
	c.short, c.twice, c.leaver = h.billedAhead()
	leaving := h.walkIn(1, day(2), day(4))
	h.move(leaving, h.need(1, 1, day(2), day(4))[0], false) // after tonight was posted
	h.at(day(2), "22:00")
	h.payAll(leaving)
	h.send(h.checkOut(leaving, 0))
	h.at(day(3), "03:00")
	h.closeDay(day(2), false)
}

// monday: the group leaves with its bill on two invoices; one is credited after the audit.
func (h *hotel) monday(c *cast) {
	h.at(day(3), "08:30")
	h.extend(c.stayer, day(4), 0) // last night, which is closed, and the next
	delete(h.overstays, c.stayer)
	h.setNight(c.mistaken, c.mistaken.nights[0], 2_999_99)
	h.compareFolio(c.group)
	var first []*line
	for _, n := range c.group.nights[:9] {
		first = append(first, n.line)
	}
	split := h.billLines(c.group, buyer{name: "Rao Trust"}, first)
	h.departures()
	h.at(day(3), "15:00")
	h.sell(16, day(7))
	h.arrivals()
	h.consume(8)
	h.suppliers(2)
	c.ahead = h.billAhead(c.prepaid, *h.firm())
	h.at(day(3), "23:30")
	h.closeDay(day(3), true)
	h.at(day(3), "23:40")
	h.creditNights(split, c.group.nights[4], c.group.nights[7])
	h.creditNights(h.billOf(c.twice), c.twice.nights[2])
	h.compareDay()
}

// tuesday: cancellations of every kind, rooms that leave a party, and a room more in the house.
func (h *hotel) tuesday(c *cast) {
	h.at(day(4), "09:15")
	h.comesLate(c.latecomer)
	h.cancel(c.charged, cancellation{charge: said(4_450_55)})
	h.giveBackPart(h.paymentOf(c.charged), -c.charged.due())
	h.cancel(c.refunded, cancellation{refund: said(1_234_56)})
	h.cancel(c.silent, cancellation{})
	h.cancel(c.mistaken, cancellation{})
	h.reinstate(c.mistaken)
	h.extend(c.twice, day(4), 0) // what was credited of the night is lowered once
	h.extend(c.short, day(5), 0)
	h.creditLine(h.billOf(c.short), c.short.gone[0])
	h.departures()
	h.newRoom("311")
	h.at(day(4), "14:30")
	h.autoAssign()
	h.arrivals()
	c.quarrel = h.walkIn(1, day(4), day(7))
	h.leaveRoom(c.family, c.family.places[1].room)
	h.consume(7)
	h.sell(16, day(8))
	dropped := h.book(request{in: day(6), out: day(8), rooms: h.need(0, 3, day(6), day(8)), price: h.priced(0),
		source: "phone", method: "cash"})
	h.leaveRoom(dropped, dropped.places[2].room)
	h.move(dropped, h.need(0, 1, day(6), day(8))[0], false)
	h.at(day(5), "04:30")
	h.closeDay(day(4), true)
}

// wednesday: invoices are voided, credited and made again. Nobody closes the day.
func (h *hotel) wednesday(c *cast) {
	h.at(day(5), "10:00")
	h.inHouseCancelled(c.quarrel)
	h.departures()
	h.checkOut(c.leaver, 0)
	h.creditNights(h.billOf(c.leaver), c.leaver.nights[3], c.leaver.nights[4])
	h.issueDrafts()
	h.reissue()
	h.correctBuyer()
	h.at(day(5), "15:30")
	h.arrivals()
	h.sell(16, day(8))
	h.consume(6)
	h.suppliers(3)
	h.extend(c.long, day(10), 0)
}

// thursday: guests stay longer or shorter than they meant to.
func (h *hotel) thursday(c *cast) {
	h.at(day(6), "09:00")
	h.departures()
	h.takeLate(c.long, "cash", 1_000_00, day(5))
	h.at(day(6), "14:00")
	h.arrivals()
	h.extend(c.mistaken, day(9), 3_999_99)
	h.consume(6)
	h.lodge(c.offered, nil, "A better view", 222_00)
	wrong := h.serve(c.offered, laundry, 640_00)
	h.takeBack(c.offered, wrong)
	bill := h.buy("Linen", day(5), "bank_transfer", 8_000_00, 1_440_00)
	h.correct(bill, 7_500_00, 1_350_00)
	h.drop(h.buy("Vegetables", day(6), "cash", 450_00, 0))
}

// secondFriday: two days are closed at once, late after two.
func (h *hotel) secondFriday(c *cast) {
	h.at(day(7), "14:20")
	h.closeDay(day(6), true)
	h.departures()
	h.arrivals()
	h.move(c.mistaken, h.need(1, 1, day(7), day(9))[0], true)
	h.sell(16, day(9))
	h.consume(6)
	h.creditPart(c.ahead, 1, 1_000_00)
	h.setNight(c.long, h.nightOf(c.long, day(7)), 0)
	h.setNight(c.long, h.nightOf(c.long, day(5)), 0) // of a closed day
	h.setNight(c.long, h.nightOf(c.long, day(1)), 2_900_00)
	h.at(day(7), "23:59")
	h.closeDay(day(7), false)
}

// secondSaturday: somebody leaves early and pays what was agreed at the desk; the day is closed after midnight.
func (h *hotel) secondSaturday(c *cast) {
	h.at(day(8), "10:10")
	h.departures()
	h.finalAmounts()
	h.correctCheckOut()
	h.keepLess(c.byAudit, h.paymentOf(c.byAudit), 2_000_00)
	h.retire("311")
	h.at(day(8), "15:00")
	h.arrivals()
	h.sell(12, day(9))
	h.consume(5)
	h.suppliers(2)
	c.debtor = h.walkIn(2, day(8), day(9))
	h.at(day(9), "00:15")
	h.closeDay(day(8), true)
}

// secondSunday is the last day of May. It is closed at half past eleven; what follows is June's in the books.
func (h *hotel) secondSunday(c *cast) {
	h.at(day(9), "11:00")
	h.overstays[c.long] = true
	h.send(h.checkOut(c.debtor, 0))
	h.departures()
	h.arrivals()
	h.consume(5)
	h.issueDrafts()
	hall := h.billHall(buyer{name: "Wedding"}, 84_000_00)
	h.billHall(buyer{"Udaipur Linen", ulGSTIN}, 12_345_67)
	c.over = h.takeFor(hall, "bank_transfer", 90_000_00)
	late := h.walkIn(0, day(9), day(11))
	h.at(day(9), "23:30")
	h.closeDay(day(9), true)
	h.at(day(9), "23:50")
	h.send(h.checkOut(late, 0))
	h.take(late, "card", 1_000_00)
	h.giveBackPart(h.payments[len(h.payments)-1], 250_25)
	h.compareDay()
}

// firstOfJune: May's invoices can only be credited, the booking sites pay, and the last day is closed.
func (h *hotel) firstOfJune(c *cast) {
	h.at(day(10), "09:30")
	may := h.billOf(c.debtor)
	h.lockMay(may)
	h.creditPart(may, 0, 321_09)
	h.use(c.over, may, 600_00)
	h.creditAll(may)
	delete(h.overstays, c.long)
	h.departures()
	h.arrivals()
	h.consume(4)
	h.transfer("ota", "bank", h.inBooks("ota", "", day(10)))
	h.buy("Commission", day(10), "bank_transfer", 2_500_00, 450_00)
	h.issueDrafts()
	h.at(day(10), "22:00")
	h.closeDay(day(10), true)
}
