package account

import (
	"slices"

	"sarai/internal/books/tax"
	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/lodging"
)

// Account is the account of a locked booking while a transaction changes something in it: the lines of its folio, seen
// beside what the booking owes for its rooms.
type Account struct {
	tx    *db.Tx
	sc    scope.Scope
	b     *booking.Booking
	lines []folio.Line
	rules db.Later[*tax.Rules]
}

// Of reads the account of a locked booking, which may change until the account is needed.
func Of(tx *db.Tx, sc scope.Scope, b *booking.Booking) db.Later[*Account] {
	lines, rules := folio.Lines(tx, sc, b.ID), tax.Load(tx, sc)
	return db.Then(lines, func(lines []folio.Line) (*Account, error) {
		return &Account{tx, sc, b, lines, rules}, nil
	})
}

// Why lines are reversed. The others than StayChanged are said here alone.
const (
	StayChanged   = "the stay has changed"
	priceChanged  = "the price has changed"
	chargeChanged = "the charge has changed"
	cancelled     = "the booking is cancelled"
	reinstated    = "the booking is reinstated"
	billedAgain   = "billed again"
	keptLess      = "what is kept has changed"
)

func (a *Account) reconciliation() lodging.Reconciliation { return a.b.Terms().Reconcile(a.lines) }

// post writes the posting, and the booking's sums.
func (a *Account) post(p lodging.Posting, why string) error {
	if len(p.Reverse) > 0 {
		reversals, err := folio.ReverseAll(a.tx, a.sc, p.Reverse, why)
		if err != nil {
			return err
		}
		a.lines = folio.WithReversals(a.lines, p.Reverse, reversals)
	}
	if p.Charges() {
		if err := a.charge(p); err != nil {
			return err
		}
	}
	marked := a.b.Terms().MarkPosted(p, a.lines)
	var err error
	if len(marked) == 1 {
		err = booking.SaveRoom(a.tx, a.sc, a.b, marked[0])
	} else if len(marked) > 1 {
		err = booking.SaveRooms(a.tx, a.sc, a.b)
	}
	if err != nil {
		return err
	}
	changed, err := a.sumUp()
	if err == nil && (changed || len(marked) > 0) {
		err = booking.SaveSums(a.tx, a.sc, a.b)
	}
	if err != nil {
		return err
	}
	return a.coverAllowances()
}

// charge adds the lines of the posting.
func (a *Account) charge(p lodging.Posting) error {
	rules, err := a.rules.Get()
	if err != nil {
		return err
	}
	added, err := folio.Add(a.tx, a.sc, a.b.ID, p.Lines(rules, a.b.PricesIncludeTax, a.b.Today,
		words.Of(a.sc)), a.payer(p))
	a.lines = append(a.lines, added...)
	return err
}

// payer says whose the lines of the posting are: a night that is posted anew is whose it was, all else goes by the
// booking's rules.
func (a *Account) payer(p lodging.Posting) func(folio.Charge) string {
	type night struct {
		day  date.Date
		room string
	}
	was := map[night]string{}
	for _, l := range p.Reverse {
		if folio.IsNight(l.Kind) {
			was[night{l.Day, l.RoomID}] = l.Payer
		}
	}
	return func(c folio.Charge) string {
		if payer, moved := was[night{c.Day, c.RoomID}]; moved && folio.IsNight(c.Kind) {
			return payer
		}
		return a.b.Payer(c)
	}
}

// coverAllowances refuses what would leave the allowances on the folio uncovered, or those of one payer.
func (a *Account) coverAllowances() error {
	covered := true
	for payer, lines := range byPayer(a.lines) {
		covered = covered && lodging.Covered(lines, coming(a.b, a.lines, payer))
	}
	if covered {
		return nil
	}
	return errs.Conflict("The allowances of booking %s would be more than what is charged: "+
		"reverse an allowance on its folio first.", a.b.Code)
}

// byPayer are the lines of each payer.
func byPayer(lines []folio.Line) map[string][]folio.Line {
	of := map[string][]folio.Line{}
	for i := range lines {
		of[lines[i].Payer] = append(of[lines[i].Payer], lines[i])
	}
	return of
}

// coming is what of the price of the rooms is still to be posted for the payer.
func coming(b *booking.Booking, lines []folio.Line, payer string) money.Amount {
	if b.RoomsPayer() != payer {
		return 0
	}
	return b.Unposted(lines)
}

// saveSums writes the sums of sumUp.
func (a *Account) saveSums() error {
	changed, err := a.sumUp()
	if err != nil || !changed {
		return err
	}
	return booking.SaveSums(a.tx, a.sc, a.b)
}

// sumUp finds what the folio makes of the booking's extras, and of the tax on its rooms: that of the lines, less what
// is billed too much, and that of the nights still to be posted.
func (a *Account) sumUp() (changed bool, err error) {
	extras, roomTax := folio.Gross(a.lines)-folio.Lodging(a.lines), folio.LodgingTax(a.lines)
	reconciled := a.reconciliation()
	roomTax -= reconciled.SurplusTax(a.lines)
	if !a.b.Closed() {
		rules, err := a.rules.Get()
		if err != nil {
			return false, err
		}
		roomTax += reconciled.ComingTax(rules, a.b.Today)
	}
	was := a.b.Routed
	changed = extras != a.b.Extras || roomTax != a.b.RoomTax
	a.b.Extras, a.b.RoomTax = extras, roomTax
	a.b.Routed = a.b.RoutedOf(a.lines)
	return changed || a.b.Routed != was, nil
}

// Follow brings the folio in line with rooms, dates or prices that have changed: of a guest in house, tonight's nights
// are posted.
func (a *Account) Follow() error { return a.postUntil(a.postedUntil()) }

// postedUntil is the last day whose nights belong on the folio now: of a guest in house today, else none.
func (a *Account) postedUntil() date.Date {
	if a.b.Status == booking.CheckedIn {
		return a.b.Today
	}
	return ""
}

// postUntil posts the nights of an open booking until day, that one included; "" posts none, but puts right what a
// change of the stay has left behind.
func (a *Account) postUntil(day date.Date) error {
	return a.post(a.reconciliation().UpTo(day), StayChanged)
}

// Leave charges the nights that the party doesn't stay in the rooms that it has left. before are the rooms until then.
func (a *Account) Leave(before lodging.Rooms) error {
	return a.post(a.b.Terms().Leave(before, a.lines), StayChanged)
}

// End posts what is left to be posted when the stay ends; final is the whole bill, or nil for what was agreed. Invalid,
// naming finalAmount, if the extras are more.
func (a *Account) End(final *money.Amount) error {
	if final != nil {
		if err := a.settle(*final); err != nil {
			return err
		}
	}
	return a.post(a.reconciliation().End(), priceChanged)
}

// settle makes the whole bill, with extras, tax and what invoices were rounded by, the final amount: from then on the
// prices of the booking include tax.
func (a *Account) settle(final money.Amount) error {
	if a.b.Routed != 0 || a.b.RoomsPayer() != "" {
		return errs.InvalidField("finalAmount", "must be left out: a part of this stay is on another folio")
	}
	if err := a.includeTax(); err != nil {
		return err
	}
	if final < a.b.Extras {
		return errs.InvalidField("finalAmount", "must not be less than the extras on the folio (%s); take some of them "+
			"back first", a.b.Extras.Number(a.sc.Currency))
	}
	a.b.Total = final - a.b.Extras
	a.reconciliation().Settle(a.b.Total)
	return booking.SaveRooms(a.tx, a.sc, a.b)
}

// includeTax turns the booking's prices into such as include tax. Callers must save the rooms.
func (a *Account) includeTax() error {
	if a.b.PricesIncludeTax {
		return nil
	}
	rules, err := a.rules.Get()
	if err != nil {
		return err
	}
	a.reconciliation().IncludeTax(rules)
	a.b.PricesIncludeTax, a.b.Total = true, a.b.Rooms.Price()
	return nil
}

// Reprice gives a booking that is not cancelled other rooms, nights or prices, and the total that they make, and brings
// the folio in line. Conflict where an invoice has a night at another price.
func (a *Account) Reprice(rooms lodging.Rooms, why string) error {
	before := a.b.Rooms
	a.b.Rooms = rooms
	if err := a.b.Terms().FollowBilled(before, a.lines); err != nil {
		return err
	}
	if rooms.TooDear() {
		return errs.Conflict("This would make the booking cost more than an amount can be.")
	}
	a.b.Total = rooms.Price()
	if err := booking.SaveRooms(a.tx, a.sc, a.b); err != nil {
		return err
	}
	if err := a.post(a.reconciliation().UpTo(a.postedUntil()), why); err != nil {
		return err
	}
	return a.transfer(a.b.Terms().AbsorbChange(before, a.lines))
}

// CallOff reverses what is posted of a stay that is cancelled, and charges what cancelling costs.
func (a *Account) CallOff() error {
	if err := a.post(a.b.Terms().CallOff(a.lines), cancelled); err != nil {
		return err
	}
	return a.transfer(a.b.Terms().Absorb(a.lines))
}

// Retain lets a cancelled booking owe, up to most, what the hotel keeps of its payments (lodging.Kept), with the tax
// inside: from then on its prices include tax. leastExtras is what the extras are taken for at least.
func (a *Account) Retain(most, leastExtras money.Amount) error {
	return a.keep(min(most, lodging.Kept(a.b.Paid-a.b.Refunded, a.guests(), leastExtras, *a.b.CancelledAt)))
}

// guests are the lines that the group's master account doesn't pay.
func (a *Account) guests() []folio.Line {
	return slices.DeleteFunc(slices.Clone(a.lines), func(l folio.Line) bool {
		return l.Payer != "" && l.Payer == a.b.GroupID
	})
}

// keep is Retain of just this amount.
func (a *Account) keep(kept money.Amount) error {
	if kept == a.b.Retained {
		return nil
	}
	if err := a.includeTax(); err != nil {
		return err
	}
	if err := booking.SaveRooms(a.tx, a.sc, a.b); err != nil {
		return err
	}
	a.b.Retained = kept
	return a.post(a.b.Terms().CallOff(a.lines), keptLess)
}

// Reinstate reverses what cancelling cost, and posts the nights of a guest in house again. It refuses, as a Conflict,
// nights that an invoice bars (lodging.Reconciliation.Named).
func (a *Account) Reinstate() error {
	reconciled := a.reconciliation()
	if err := reconciled.Named(); err != nil {
		return err
	}
	if err := a.post(reconciled.Reinstate(), reinstated); err != nil {
		return err
	}
	if err := a.transfer(a.b.Terms().AbsorbCharge(a.lines)); err != nil {
		return err
	}
	return a.Follow()
}

// transfer moves credits from the extras to the price of the rooms.
func (a *Account) transfer(transfers []lodging.Transfer) error {
	language := words.Of(a.sc)
	for _, t := range transfers {
		t.Out.Description, t.Lodged.Description = language.Say(t.Out.Description), language.Say(t.Lodged.Description)
		if err := a.addCredits([]folio.Credit{t.Out, t.Lodged}, t.InvoiceID); err != nil {
			return err
		}
	}
	return a.saveSums()
}

// addCredits adds what credit notes take back, as lines that their invoice has from the start, and whose the credited
// ones are. Callers must save the sums.
func (a *Account) addCredits(credits []folio.Credit, invoiceID string) error {
	payers, ofInvoice := map[string]string{}, ""
	for i := range a.lines {
		if payers[a.lines[i].ID] = a.lines[i].Payer; a.lines[i].InvoiceID == invoiceID {
			ofInvoice = a.lines[i].Payer
		}
	}
	for i := range credits {
		if credits[i].Payer = ofInvoice; credits[i].LineID != "" {
			credits[i].Payer = payers[credits[i].LineID]
		}
	}
	added, err := folio.AddCredits(a.tx, a.sc, a.b.ID, credits, invoiceID)
	a.lines = append(a.lines, added...)
	return err
}
