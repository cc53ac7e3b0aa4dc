package booking

import (
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/folio"
)

// account is a booking's folio while something changes in it.
type account struct {
	b     *Booking
	lines []folio.Line
	rules *tax.Rules // nil until they are needed
}

// openAccount reads the folio of a booking that is locked.
func openAccount(tx *db.Tx, sc scope.Scope, b *Booking) (*account, error) {
	lines, err := folio.Lines(tx, sc, b.ID)
	return &account{b: b, lines: lines}, err
}

func (a *account) taxes(tx *db.Tx, sc scope.Scope) (err error) {
	if a.rules == nil {
		a.rules, err = tax.Load(tx, sc)
	}
	return err
}

// Why lines are taken back.
const (
	stayChanged   = "the stay has changed"
	priceChanged  = "the price has changed"
	chargeChanged = "the charge has changed"
	calledOff     = "the booking is cancelled"
	reinstated    = "the booking is reinstated"
)

// post writes the posting, and the booking's sums.
func (a *account) post(tx *db.Tx, sc scope.Scope, p posting, why string) error {
	if len(p.reverse) > 0 {
		reversed, err := folio.ReverseAll(tx, sc, p.reverse, why)
		if err != nil {
			return err
		}
		a.reversed(p.reverse, reversed)
	}
	if len(p.nights) > 0 || p.amount != 0 {
		if err := a.taxes(tx, sc); err != nil {
			return err
		}
		added, err := folio.Add(tx, sc, a.b.ID, p.charges(a.rules, a.b.PricesIncludeTax, today(tx, sc)))
		if err != nil {
			return err
		}
		a.lines = append(a.lines, added...)
	}
	if err := a.keepSums(tx, sc); err != nil {
		return err
	}
	return a.coverAllowances()
}

// coverAllowances refuses what would leave the allowances on the folio more than what it charges beside them on no invoice.
func (a *account) coverAllowances() error {
	left, given := max(a.b.unposted(a.lines), 0), false
	for _, line := range a.lines {
		if line.Open() {
			left, given = left+line.Total, given || allowance(line)
		}
	}
	if given && left < 0 {
		return errs.Conflict("The allowances of booking %s would be more than what is charged: reverse an allowance on its folio first.", a.b.Code)
	}
	return nil
}

// reversed notes in the lines at hand what folio.ReverseAll has written.
func (a *account) reversed(taken, by []folio.Line) {
	mark := map[string]string{}
	for i, line := range taken {
		mark[line.ID] = by[i].ID
	}
	for i := range a.lines {
		if id, ok := mark[a.lines[i].ID]; ok {
			a.lines[i].ReversedBy = id
		}
	}
	a.lines = append(a.lines, by...)
}

// keepSums writes what the folio makes of the booking's extras and, where its prices are before tax, of the tax on its
// rooms: that of the lines, and that of the nights still to be posted.
func (a *account) keepSums(tx *db.Tx, sc scope.Scope) error {
	var extras, roomTax money.Amount
	for _, line := range a.lines {
		if !line.Lodging {
			extras += line.Total
		} else if !a.b.PricesIncludeTax {
			roomTax += line.Tax()
		}
	}
	if !a.b.PricesIncludeTax && !a.b.closed() {
		if err := a.taxes(tx, sc); err != nil {
			return err
		}
		roomTax += comingTax(a.rules, a.b.survey(a.b.Rooms, a.lines).shares)
	}
	if extras == a.b.Extras && roomTax == a.b.RoomTax {
		return nil
	}
	a.b.Extras, a.b.RoomTax = extras, roomTax
	_, err := tx.Exec(`UPDATE bookings SET extras = $3, room_tax = $4 WHERE org_id = $1 AND booking_id = $2`, sc.Org, a.b.ID, int64(extras), int64(roomTax))
	return err
}

// comingTax is the tax, on top of their prices, of the nights that are not posted yet.
func comingTax(rules *tax.Rules, shares []share) (sum money.Amount) {
	for _, s := range shares {
		if s.line == nil {
			applied := rules.Night(s.day, s.price, false)
			sum += applied.Tax()
		}
	}
	return sum
}

// postUntil posts the nights of an open booking until day, that one included; "" posts none, but puts right what a change
// of the stay has left behind.
func (s *Service) postUntil(tx *db.Tx, sc scope.Scope, b *Booking, day date.Date) error {
	a, err := openAccount(tx, sc, b)
	if err != nil {
		return err
	}
	return a.post(tx, sc, b.survey(b.Rooms, a.lines).upTo(day), stayChanged)
}

// closeStay posts what is left to be posted when a stay or a part of its rooms ends; before are the rooms with all their
// nights, agreed was the total.
func (s *Service) closeStay(tx *db.Tx, sc scope.Scope, b *Booking, agreed money.Amount, before []Room) error {
	a, err := openAccount(tx, sc, b)
	if err != nil {
		return err
	}
	if b.Status == CheckedOut {
		return a.post(tx, sc, b.ending(agreed, before, b.Rooms, a.lines), priceChanged)
	}
	return a.post(tx, sc, b.leaving(before, b.Rooms, a.lines), stayChanged)
}

// callOff takes back what is posted of a stay that is cancelled, and charges what cancelling costs.
func (s *Service) callOff(tx *db.Tx, sc scope.Scope, b *Booking) error {
	a, err := openAccount(tx, sc, b)
	if err != nil {
		return err
	}
	if err := a.post(tx, sc, b.calledOff(a.lines), calledOff); err != nil {
		return err
	}
	return a.absorb(tx, sc)
}

// absorb lets what credit notes took off the rooms before the booking was cancelled stand for what cancelling takes off
// them: without it the guest would be given the same money twice. A credit is moved by two lines that add up to nothing,
// one that takes it out of the extras and one that is lodging.
func (a *account) absorb(tx *db.Tx, sc scope.Scope) error {
	surplus := a.b.survey(a.b.Rooms, a.lines).surplus
	for _, credit := range a.credited() {
		price := -a.b.priceOf(credit)
		if surplus == 0 || price <= 0 {
			continue
		}
		lodging := credit.Charge
		lodging.Lodging = true
		if price > surplus {
			lodging, _ = a.b.cut(credit.Charge, surplus, price)
			price = surplus
		}
		out := lodging
		out.Lodging, out.UnitPrice, out.Applied = false, -lodging.UnitPrice, lodging.Minus()
		added, err := folio.Add(tx, sc, a.b.ID, []folio.Charge{out, lodging})
		if err != nil {
			return err
		}
		if err := folio.Bill(tx, sc, a.b.ID, []string{added[0].ID, added[1].ID}, credit.InvoiceID); err != nil {
			return err
		}
		for _, line := range added {
			line.InvoiceID = credit.InvoiceID
			a.lines = append(a.lines, line)
		}
		surplus -= price
	}
	return a.keepSums(tx, sc)
}

// credited is what credit notes have taken off the rooms as extras, in one line for each invoice and tax.
func (a *account) credited() []folio.Line {
	var list []folio.Line
	for _, line := range a.lines {
		if line.Lodging || line.Kind != folio.Adjustment || line.InvoiceID == "" || line.SAC != tax.LodgingSAC {
			continue
		}
		at := slices.IndexFunc(list, func(l folio.Line) bool {
			return l.InvoiceID == line.InvoiceID && l.Name == line.Name && l.Applied.Kind == line.Applied.Kind && l.Rate == line.Rate
		})
		if at < 0 {
			line.Description, line.Quantity, line.Discount, line.RoomID, line.RoomNumber = "Credited before the booking was cancelled", folio.One, 0, "", ""
			list = append(list, line)
		} else {
			list[at].Applied = list[at].Plus(line.Applied)
		}
	}
	for i := range list {
		list[i].UnitPrice = a.b.priceOf(list[i])
	}
	return list
}

// comeBack takes back what cancelling cost, and posts the nights of a guest in house again.
func (s *Service) comeBack(tx *db.Tx, sc scope.Scope, b *Booking) error {
	a, err := openAccount(tx, sc, b)
	if err != nil {
		return err
	}
	if err := a.post(tx, sc, posting{reverse: b.survey(b.Rooms, a.lines).other}, reinstated); err != nil {
		return err
	}
	return s.followStay(tx, sc, b)
}

// followStay brings the folio in line with rooms, dates or prices that have changed: of a guest in house, tonight's
// nights are posted.
func (s *Service) followStay(tx *db.Tx, sc scope.Scope, b *Booking) error {
	if b.Status == CheckedIn {
		return s.postUntil(tx, sc, b, today(tx, sc))
	}
	return s.postUntil(tx, sc, b, "")
}

// PostStay posts what is left to be posted of the price of the rooms: of an open booking every night of the stay, as a bill
// in advance has them. The caller has locked the booking.
func (s *Service) PostStay(books ledger.Locked, sc scope.Scope, b *Booking) error {
	tx := books.Tx()
	a, err := openAccount(tx, sc, b)
	if err != nil {
		return err
	}
	if b.Status == Cancelled {
		return a.post(tx, sc, b.calledOff(a.lines), chargeChanged)
	}
	return a.post(tx, sc, b.ending(b.Total, b.Rooms, b.Rooms, a.lines), priceChanged)
}

// Reopened takes back what of the lines that an invoice has given back to the folio is no part of the price of the rooms any
// more. The caller has locked the booking.
func (s *Service) Reopened(books ledger.Locked, sc scope.Scope, b *Booking) error {
	if b.closed() {
		return s.PostStay(books, sc, b)
	}
	return s.followStay(books.Tx(), sc, b)
}

// Charge adds charges that are no lodging to the booking's folio.
func (s *Service) Charge(tx *db.Tx, sc scope.Scope, bookingID string, charges []folio.Charge) error {
	b, err := Lock(tx, sc, bookingID)
	if err != nil {
		return err
	}
	_, err = charge(tx, sc, b, charges)
	return err
}

// charge adds charges that are no lodging to the folio of a locked booking.
func charge(tx *db.Tx, sc scope.Scope, b *Booking, charges []folio.Charge) ([]folio.Line, error) {
	var sum money.Amount
	for i := range charges {
		charges[i].Lodging = false
		sum += charges[i].Total
	}
	lines, err := folio.Add(tx, sc, b.ID, charges)
	if err != nil {
		return nil, err
	}
	return lines, addExtras(tx, sc, b, sum)
}

func addExtras(tx *db.Tx, sc scope.Scope, b *Booking, sum money.Amount) error {
	b.Extras += sum
	_, err := tx.Exec(`UPDATE bookings SET extras = extras + $3 WHERE org_id = $1 AND booking_id = $2`, sc.Org, b.ID, int64(sum))
	return err
}

// Credit writes what a credit note takes back, below zero, on the booking's folio, as lines that the credited invoice has.
// It lowers the extras; but where the folio charges more for the rooms than the booking owes for them, since they were
// billed before they became cheaper, it first takes that back.
func Credit(books ledger.Locked, sc scope.Scope, bookingID string, charges []folio.Charge, invoiceID string) error {
	tx := books.Tx()
	b, err := Lock(tx, sc, bookingID)
	if err != nil {
		return err
	}
	a, err := openAccount(tx, sc, b)
	if err != nil {
		return err
	}
	added, err := folio.Add(tx, sc, b.ID, b.credits(charges, b.survey(b.Rooms, a.lines).surplus))
	if err != nil {
		return err
	}
	ids := make([]string, 0, len(added))
	for _, line := range added {
		ids = append(ids, line.ID)
	}
	if err := folio.Bill(tx, sc, bookingID, ids, invoiceID); err != nil {
		return err
	}
	for i := range added {
		added[i].InvoiceID = invoiceID
	}
	a.lines = append(a.lines, added...)
	return a.keepSums(tx, sc)
}

// credits are the charges of a credit note, of which up to surplus takes lodging back and the rest lowers the extras.
func (b *Booking) credits(charges []folio.Charge, surplus money.Amount) []folio.Charge {
	var list []folio.Charge
	for _, c := range charges {
		c.Kind, c.Lodging = folio.Adjustment, false
		price := -b.priceOf(folio.Line{Charge: c})
		switch {
		case price <= 0 || surplus == 0:
			list = append(list, c)
		case price <= surplus:
			c.Lodging = true
			list, surplus = append(list, c), surplus-price
		default:
			lodging, rest := b.cut(c, surplus, price)
			list, surplus = append(list, lodging, rest), 0
		}
	}
	return list
}

// cut divides a credit of this price into a part that takes lodging back, of exactly the surplus, and the rest.
func (b *Booking) cut(c folio.Charge, surplus, price money.Amount) (lodging, rest folio.Charge) {
	lodging, rest = c, c
	of := func(a money.Amount) money.Amount { return a.Times(int64(surplus), int64(price)) }
	lodging.Lodging = true
	lodging.CGST, lodging.SGST, lodging.Other = of(c.CGST), of(c.SGST), of(c.Other)
	if b.PricesIncludeTax {
		lodging.Total = -surplus
		lodging.Taxable = lodging.Total - lodging.Tax()
	} else {
		lodging.Taxable = -surplus
		lodging.Total = lodging.Taxable + lodging.Tax()
	}
	rest.Taxable, rest.CGST, rest.SGST = c.Taxable-lodging.Taxable, c.CGST-lodging.CGST, c.SGST-lodging.SGST
	rest.Other, rest.Total = c.Other-lodging.Other, c.Total-lodging.Total
	for _, half := range []*folio.Charge{&lodging, &rest} {
		half.Quantity, half.UnitPrice, half.Discount = folio.One, b.priceOf(folio.Line{Charge: *half}), 0
	}
	return lodging, rest
}
