package elevendays_test

// Figures that follow from the ledger, for the days from one to another, both included.

// inside tells whether a line was posted on the days.
func (x *line) inside(from, to string) bool { return x.posted >= from && x.posted <= to }

// ofRooms tells whether a line counts as rooms revenue: a credit note does where the line that it takes back does.
func (x *line) ofRooms() bool {
	if x.credits != nil {
		return x.credits.lodging
	}
	return x.lodging
}

func (x *line) sign() int {
	if x.takes != nil {
		return -1
	}
	return 1
}

// eachLine calls the function with every line posted on the days.
func (l *ledger) eachLine(from, to string, do func(b *booking, x *line)) {
	for _, b := range l.bookings {
		for _, x := range b.lines {
			if x.inside(from, to) {
				do(b, x)
			}
		}
	}
}

// revenue is what folios charge without tax: for rooms, and for all else.
func (l *ledger) revenue(from, to string) (rooms, other paise) {
	l.eachLine(from, to, func(_ *booking, x *line) {
		if x.ofRooms() {
			rooms += x.value
		} else {
			other += x.value
		}
	})
	return rooms, other
}

// sold counts the nights that the reports of closed days have.
func (l *ledger) sold(from, to string) (sold, free int) {
	for _, b := range l.bookings {
		for _, x := range b.lines {
			if x.counted == "" || x.counted < from || x.counted > to {
				continue
			}
			if x.total() != 0 {
				sold += x.sign()
			} else {
				free += x.sign()
			}
		}
	}
	return sold, free
}

// heldOpen counts the nights of open days, until today, that guests who came hold.
func (l *ledger) heldOpen(from, to string) (sold, free int) {
	for _, b := range l.bookings {
		for _, n := range b.nights {
			if b.came() && n.held && n.day > l.closed && n.day >= from && n.day <= min(to, l.today) {
				if n.price != 0 {
					sold++
				} else {
					free++
				}
			}
		}
	}
	return sold, free
}

// count lets the nights that guests have slept count in the day's report.
func (l *ledger) count(day string) {
	for _, b := range l.bookings {
		for _, n := range b.nights {
			if x := n.line; b.came() && n.held && x != nil && x.counted == "" && !x.gone && n.day <= day && x.posted <= day {
				x.counted = day
			}
		}
	}
}

// takings is money on the days: payments and refunds without void ones, and how many there were.
type takings struct {
	payments, refunds  int
	received, refunded paise
}

func (l *ledger) takings(from, to, method string) (t takings) {
	for _, p := range l.payments {
		switch {
		case p.void || p.posted < from || p.posted > to || method != "" && p.method != method:
		case p.refundOf != nil:
			t.refunds, t.refunded = t.refunds+1, t.refunded+p.amount
		default:
			t.payments, t.received = t.payments+1, t.received+p.amount
		}
	}
	return t
}

// inBooks is what an account's entries come to on the days.
func (l *ledger) inBooks(account, from, to string) (sum paise) {
	for _, e := range l.entries {
		if e.account == account && e.day >= from && e.day <= to {
			sum += e.amount
		}
	}
	return sum
}

// occupied are the rooms with a guest in them now: those who came early and those who should have left among them.
func (l *ledger) occupied() int {
	rooms := map[string]bool{}
	for _, b := range l.bookings {
		for _, p := range b.places {
			if b.status == "checked-in" && !p.left && (p.from <= l.today || p.from == b.in) {
				rooms[p.room] = true
			}
		}
	}
	return len(rooms)
}

// slept counts the nights of a past day that guests who came have held.
func (l *ledger) slept(day string) (number int) {
	for _, b := range l.bookings {
		for _, n := range b.nights {
			if b.came() && n.held && n.day == day {
				number++
			}
		}
	}
	return number
}

// outstanding is what issued invoices owe, and guests in house beyond their own invoices.
func (l *ledger) outstanding() (invoices, inHouse paise) {
	owed := map[*booking]paise{}
	for _, i := range l.invoices {
		owed[i.booking] += i.owed()
		invoices += i.owed()
	}
	for _, b := range l.bookings {
		if b.status == "checked-in" {
			inHouse += max(0, b.due()-owed[b])
		}
	}
	return invoices, inHouse
}

// visits are the bookings by what became of them.
type visits struct {
	arrivals, cancelled, noShows, nights, lead int
	sources, meals                             map[string]int
}

func (l *ledger) visits(from, to string) visits {
	v := visits{sources: map[string]int{}, meals: map[string]int{}}
	for _, b := range l.bookings {
		switch {
		case b.in < from || b.in > to || b.status == "confirmed":
		case b.noShow:
			v.noShows++
		case b.status == "cancelled":
			v.cancelled++
		default:
			v.arrivals++
			v.sources[b.source]++
			v.meals[b.meal]++
			v.nights += between(b.in, b.lastLeft())
			v.lead += max(0, between(b.booked, b.in))
		}
	}
	return v
}

// lastLeft is the day on which the last room is, or is to be, left.
func (b *booking) lastLeft() (day string) {
	for _, p := range b.places {
		day = max(day, p.to)
	}
	return day
}
