package lodging

import (
	"cmp"
	"maps"
	"slices"

	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/stay/folio"
)

// charged is a night with the line that charges it, open or billed; nil while it is still to be posted.
type charged struct {
	NightOf
	line *folio.Line
}

func (c *charged) billed() bool { return c.line != nil && c.line.InvoiceID != "" }

// elsewhere tells whether the line names a room that the party has moved out of.
func (c *charged) elsewhere() bool { return c.line != nil && c.line.RoomID != c.RoomID }

// Reconciliation is what a folio charges for the rooms, seen beside the rooms' nights.
type Reconciliation struct {
	// Surplus is what is charged beyond what is owed, if nothing is done.
	Surplus money.Amount

	terms  Terms
	billed money.Amount            // on invoices, less what credit notes took back: it stays as it is
	nights []charged               // by day
	other  []folio.Line            // open lines that charge no night: cancellation charges, nights not stayed
	astray []folio.Line            // open lines for rooms that are no part of the stay any more
	prices map[string]money.Amount // of billed lines
	taken  map[string]money.Amount // what credit notes take off them, below zero
	lodged map[string]money.Amount // what of that takes lodging back
	coming map[roomNight]bool      // to be charged by a new line; nil if no line names another room than its night's
}

// Reconcile sets the folio's lines against the nights of the rooms.
func (t Terms) Reconcile(lines []folio.Line) Reconciliation {
	s := Reconciliation{terms: t, prices: map[string]money.Amount{}, taken: map[string]money.Amount{},
		lodged: map[string]money.Amount{}}
	posted := make(map[roomNight]*folio.Line, len(lines))
	for i := range lines {
		line := &lines[i]
		if line.Credits != "" && line.InvoiceID != "" {
			s.taken[line.Credits] += t.priceOf(line.Charge)
			if line.Lodging {
				s.lodged[line.Credits] += t.priceOf(line.Charge)
			}
		}
		if !line.Lodging || line.Reverses != "" || line.ReversedBy != "" {
			continue
		}
		if line.InvoiceID != "" {
			s.billed += t.priceOf(line.Charge)
			s.prices[line.ID] = t.priceOf(line.Charge)
		}
		switch {
		case folio.IsNight(line.Kind):
			posted[roomNight{line.RoomID, line.Day}] = line
		case line.Kind == folio.Retained && line.InvoiceID == "" && !t.Cancelled:
			s.astray = append(s.astray, *line)
		case line.InvoiceID == "":
			s.other = append(s.other, *line)
		}
	}
	s.match(posted)
	s.Surplus = max(s.billed+t.priceOfLines(s.other)+s.unbilled()-t.Owed, 0)
	return s
}

// unbilled is what the nights cost that the folio charges on no invoice, or will.
func (s *Reconciliation) unbilled() (sum money.Amount) {
	for i := range s.nights {
		if c := &s.nights[i]; !c.billed() && (c.line != nil || c.Held && !s.terms.Cancelled) {
			sum += c.Price
		}
	}
	return sum
}

// match finds the line of every night: that of the room which it was posted for, else of its own. A night that was
// given back has one only if it is billed.
func (s *Reconciliation) match(posted map[roomNight]*folio.Line) {
	nights := s.terms.Rooms.Nights()
	s.nights = make([]charged, len(nights))
	for i := range nights {
		s.nights[i].NightOf = nights[i]
	}
	take := func(c *charged, roomID string) {
		key := roomNight{roomID, c.Day}
		if line := posted[key]; c.line == nil && line != nil && (c.Held || line.InvoiceID != "") {
			c.line = line
			delete(posted, key)
		}
	}
	for i := range s.nights {
		take(&s.nights[i], s.nights[i].PostedAs)
	}
	for _, held := range []bool{true, false} { // a room that was left and joined again has nights twice
		for i := range s.nights {
			if c := &s.nights[i]; c.Held == held {
				take(c, c.RoomID)
			}
		}
	}
	s.expect()
	for _, line := range posted {
		if line.InvoiceID == "" {
			s.astray = append(s.astray, *line)
		}
	}
	slices.SortFunc(s.astray, func(a, b folio.Line) int { return cmp.Compare(a.Position, b.Position) })
}

// expect finds the coming nights, if anybody will ask for them. A night whose line is wanted gets a new one, and may
// want another's: a party that has moved from 101 to 102 and from 103 to 101 takes 103 again.
func (s *Reconciliation) expect() {
	if !slices.ContainsFunc(s.nights, func(c charged) bool { return c.elsewhere() }) {
		return
	}
	s.coming = map[roomNight]bool{}
	for grown := true; grown; {
		known := len(s.coming)
		for i := range s.nights {
			if c := &s.nights[i]; c.Held && c.line == nil || s.wanted(c) {
				s.coming[c.roomNight()] = true
			}
		}
		grown = len(s.coming) > known
	}
}

func (s Reconciliation) which(such func(c *charged) bool) []NightOf {
	var list []NightOf
	for i := range s.nights {
		if c := &s.nights[i]; such(c) {
			list = append(list, c.NightOf)
		}
	}
	return list
}

// ComingTax is the tax of what is not posted yet: of the nights, and of what the end of the stay charges besides.
func (s Reconciliation) ComingTax(rules *tax.Rules, today date.Date) (sum money.Amount) {
	for i := range s.nights {
		if c := &s.nights[i]; c.line == nil && c.Held {
			applied := rules.Night(c.Day, c.Price, s.terms.PricesIncludeTax)
			sum += applied.Tax()
		}
	}
	end := s.End()
	if end.amount == 0 {
		return sum
	}
	for _, charge := range end.retained(rules, s.terms.PricesIncludeTax, today) {
		sum += charge.Tax()
	}
	for _, line := range s.other { // whose place it takes
		sum -= line.Tax()
	}
	return sum
}

// wanted tells whether the line names a room that the party has moved out of, and that has the night to be charged now:
// a room is charged once for a night.
func (s Reconciliation) wanted(c *charged) bool {
	return c.elsewhere() && s.coming[roomNight{c.line.RoomID, c.Day}]
}

// again is the night of a line that is posted anew. It is named by its own room, unless the line of another night that
// stays as it is has that name.
func (s Reconciliation) again(c *charged) NightOf {
	own := c.NightOf
	own.PostedAs = ""
	if !c.elsewhere() || s.wanted(c) {
		return own
	}
	for i := range s.nights {
		other := &s.nights[i]
		if other.line != nil && other.line.RoomID == c.RoomID && other.Day == c.Day && !s.wanted(other) {
			own.RoomID, own.RoomNumber, own.PostedAs = c.line.RoomID, c.line.RoomNumber, c.line.RoomID
			break
		}
	}
	return own
}

// MarkPosted notes at each night of the rooms whether a line charges it, after the posting was written. It returns the
// rooms for which that is new.
func (t Terms) MarkPosted(p Posting, lines []folio.Line) []*Room {
	changed := map[int]bool{}
	for _, n := range p.nights {
		t.Rooms.stored(n).PostedAs = n.PostedAs
		changed[n.row] = true
	}
	reconciled := t.Reconcile(lines)
	for i := range reconciled.nights {
		c := &reconciled.nights[i]
		is := c.Night
		if is.Posted, is.PostedAs = c.line != nil, ""; is.Posted && c.line.RoomID != c.RoomID {
			is.PostedAs = c.line.RoomID
		}
		if is != c.Night {
			*t.Rooms.stored(c.NightOf) = is
			changed[c.row] = true
		}
	}
	var list []*Room
	for _, row := range slices.Sorted(maps.Keys(changed)) {
		list = append(list, &t.Rooms[row])
	}
	return list
}

// billedPrices is what the nights on invoices cost, by their lines.
func (s Reconciliation) billedPrices() map[string]money.Amount {
	prices := map[string]money.Amount{}
	for i := range s.nights {
		if c := &s.nights[i]; c.billed() {
			prices[c.line.ID] = c.Price
		}
	}
	return prices
}

// standing is what is left of a billed night's price after what credit notes have taken of lodging; a night of which
// nothing is left, but which is part of the stay again, costs what it did.
func (s Reconciliation) standing(line folio.Line) money.Amount {
	price := s.terms.priceOf(line.Charge)
	if rest := price + s.lodged[line.ID]; rest > 0 {
		return rest
	}
	return price
}

// Named refuses, as a Conflict, nights to be charged in a room that an invoice names for another night of that day.
func (s Reconciliation) Named() error {
	for i := range s.nights {
		if c := &s.nights[i]; c.billed() && s.coming[roomNight{c.line.RoomID, c.Day}] {
			return errs.Conflict("The night of %s is on an invoice as one in room %s: it can't be booked in that room again.",
				c.Day.Short(), c.line.RoomNumber)
		}
	}
	return nil
}

// FollowBilled gives nights that are new to the stay the price at which an invoice has them already. It refuses, as a
// Conflict, what Named refuses, and another price for a billed night than before, unless a credit note has taken as
// much off it. before are the rooms before the change.
func (t Terms) FollowBilled(before Rooms, lines []folio.Line) error {
	s := t.Reconcile(lines)
	if len(s.prices) == 0 { // as of most bookings
		return nil
	}
	if err := s.Named(); err != nil {
		return err
	}
	was := t
	was.Rooms = before
	old := was.Reconcile(lines).billedPrices()
	for i := range s.nights {
		c := &s.nights[i]
		if !c.billed() {
			continue
		}
		price, known := old[c.line.ID]
		credited := s.terms.priceOf(c.line.Charge) + s.taken[c.line.ID]
		if !known {
			s.terms.Rooms.stored(c.NightOf).Price = s.standing(*c.line)
		} else if c.Price > price || c.Price < min(price, credited) {
			return errs.Conflict("The night of %s in room %s is on an invoice: its price changes by a credit note only, "+
				"or take it off the draft.", c.Day.Short(), c.RoomNumber)
		}
	}
	return nil
}

// Adjustable are the nights, of one room or with "" of all and on one day or with "" on all, whose price can change
// still: they are held, and no invoice has them.
func (s Reconciliation) Adjustable(roomID string, day date.Date) []NightOf {
	return s.which(func(c *charged) bool {
		return c.Held && !c.billed() && (roomID == "" || c.RoomID == roomID) && (day == "" || c.Day == day)
	})
}

func priceOf(nights []NightOf) (sum money.Amount) {
	for _, n := range nights {
		sum += n.Price
	}
	return sum
}
