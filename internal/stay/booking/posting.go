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
	"sarai/internal/stay/lodging"
)

// openedFolio is the folio of a locked booking while something changes in it.
type openedFolio struct {
	askedFolio
	lines []folio.Line
	rules *tax.Rules // nil until they are needed
}

// askedFolio is a folio that was asked for, by a caller who has more to ask before the answer is needed.
type askedFolio struct {
	b          *Booking
	askedLines *db.Answer[[]folio.Line]
	askedRules tax.Asked
}

func askFolio(tx *db.Tx, sc scope.Scope, b *Booking) askedFolio {
	return askedFolio{b, folio.AskLines(tx, sc, b.ID), tax.Ask(tx, sc)}
}

func (a askedFolio) open() (*openedFolio, error) {
	lines, err := a.askedLines.Get()
	return &openedFolio{askedFolio: a, lines: lines}, err
}

func (f *openedFolio) loadRules() (err error) {
	if f.rules == nil {
		f.rules, err = f.askedRules.Get()
	}
	return err
}

func (f *openedFolio) reconciliation() lodging.Reconciliation { return f.b.terms().Reconcile(f.lines) }

// Why lines are reversed.
const (
	stayChanged   = "the stay has changed"
	priceChanged  = "the price has changed"
	chargeChanged = "the charge has changed"
	cancelled     = "the booking is cancelled"
	reinstated    = "the booking is reinstated"
	billedAgain   = "billed again"
	keptLess      = "what is kept has changed"
)

// post writes the posting, and the booking's sums.
func (f *openedFolio) post(tx *db.Tx, sc scope.Scope, p lodging.Posting, why string) error {
	if len(p.Reverse) > 0 {
		reversals, err := folio.ReverseAll(tx, sc, p.Reverse, why)
		if err != nil {
			return err
		}
		f.lines = folio.WithReversals(f.lines, p.Reverse, reversals)
	}
	if p.Charges() {
		if err := f.loadRules(); err != nil {
			return err
		}
		added, err := folio.Add(tx, sc, f.b.ID, p.Lines(f.rules, f.b.PricesIncludeTax, sc.Today(tx.Now)))
		if err != nil {
			return err
		}
		f.lines = append(f.lines, added...)
	}
	marked := f.b.terms().MarkPosted(p, f.lines)
	var err error
	if len(marked) == 1 {
		err = saveRoom(tx, sc, f.b, marked[0])
	} else if len(marked) > 1 {
		err = saveRooms(tx, sc, f.b)
	}
	if err != nil {
		return err
	}
	changed, err := f.sumUp()
	if err == nil && (changed || len(marked) > 0) {
		err = updateSums(tx, sc, f.b)
	}
	if err != nil {
		return err
	}
	return f.coverAllowances()
}

// coverAllowances refuses what would leave the allowances on the folio uncovered.
func (f *openedFolio) coverAllowances() error {
	if lodging.Covered(f.lines, f.b.Unposted(f.lines)) {
		return nil
	}
	return errs.Conflict("The allowances of booking %s would be more than what is charged: "+
		"reverse an allowance on its folio first.", f.b.Code)
}

// saveSums writes the sums of sumUp.
func (f *openedFolio) saveSums(tx *db.Tx, sc scope.Scope) error {
	changed, err := f.sumUp()
	if err != nil || !changed {
		return err
	}
	return updateSums(tx, sc, f.b)
}

// sumUp finds what the folio makes of the booking's extras, and of the tax on its rooms: that of the lines, less what
// is billed too much, and that of the nights still to be posted.
func (f *openedFolio) sumUp() (changed bool, err error) {
	extras, roomTax := folio.Gross(f.lines)-folio.Lodging(f.lines), folio.LodgingTax(f.lines)
	reconciled := f.reconciliation()
	roomTax -= reconciled.SurplusTax(f.lines)
	if !f.b.closed() {
		if err := f.loadRules(); err != nil {
			return false, err
		}
		roomTax += reconciled.ComingTax(f.rules, f.b.Today)
	}
	changed = extras != f.b.Extras || roomTax != f.b.RoomTax
	f.b.Extras, f.b.RoomTax = extras, roomTax
	return changed, nil
}

// postPlanned writes the posting that plan makes of the folio.
func (a askedFolio) postPlanned(tx *db.Tx, sc scope.Scope, why string,
	plan func(t lodging.Terms, lines []folio.Line) lodging.Posting) error {
	f, err := a.open()
	if err != nil {
		return err
	}
	return f.post(tx, sc, plan(a.b.terms(), f.lines), why)
}

// postUntil posts the nights of an open booking until day, that one included; "" posts none, but puts right what a
// change of the stay has left behind.
func (a askedFolio) postUntil(tx *db.Tx, sc scope.Scope, day date.Date) error {
	return a.postPlanned(tx, sc, stayChanged, func(t lodging.Terms, lines []folio.Line) lodging.Posting {
		return t.Reconcile(lines).UpTo(day)
	})
}

// PostNights posts the nights until day, that one included, if the guest is in house. Callers must have locked the
// booking.
func PostNights(tx *db.Tx, sc scope.Scope, b *Booking, day date.Date) error {
	if b.Status != CheckedIn {
		return nil
	}
	return askFolio(tx, sc, b).postUntil(tx, sc, day)
}

// includeTax turns the booking's prices into such as include tax. Callers must save the rooms.
func (f *openedFolio) includeTax() error {
	if f.b.PricesIncludeTax {
		return nil
	}
	if err := f.loadRules(); err != nil {
		return err
	}
	f.reconciliation().IncludeTax(f.rules)
	f.b.PricesIncludeTax, f.b.Total = true, f.b.Rooms.Price()
	return nil
}

// settle makes the whole bill, with extras, tax and what invoices were rounded by, the final amount: from then on the
// prices of the booking include tax. Invalid if the extras are more.
func (f *openedFolio) settle(tx *db.Tx, sc scope.Scope, final money.Amount) error {
	if err := f.includeTax(); err != nil {
		return err
	}
	if final < f.b.Extras {
		return errs.InvalidField("finalAmount", "must not be less than the extras on the folio (%s); take some of them "+
			"back first", f.b.Extras.Number(sc.Currency))
	}
	f.b.Total = final - f.b.Extras
	f.reconciliation().Settle(f.b.Total)
	return saveRooms(tx, sc, f.b)
}

// postEnd posts what is left to be posted when the stay ends; final is the whole bill, or nil for what was agreed.
func (a askedFolio) postEnd(tx *db.Tx, sc scope.Scope, final *money.Amount) error {
	f, err := a.open()
	if err != nil {
		return err
	}
	if final != nil {
		if err := f.settle(tx, sc, *final); err != nil {
			return err
		}
	}
	return f.post(tx, sc, f.reconciliation().End(), priceChanged)
}

// postCancellation reverses what is posted of a stay that is cancelled, and charges what cancelling costs.
func postCancellation(tx *db.Tx, sc scope.Scope, b *Booking) error {
	f, err := askFolio(tx, sc, b).open()
	if err != nil {
		return err
	}
	if err := f.post(tx, sc, b.terms().CallOff(f.lines), cancelled); err != nil {
		return err
	}
	return f.transfer(tx, sc, b.terms().Absorb(f.lines))
}

// retain lets a cancelled booking owe, up to most, what the hotel keeps of its payments (lodging.Kept), with the tax
// inside: from then on its prices include tax.
func retain(tx *db.Tx, sc scope.Scope, b *Booking, most, leastExtras money.Amount) error {
	f, err := askFolio(tx, sc, b).open()
	if err != nil {
		return err
	}
	return f.keep(tx, sc, min(most, lodging.Kept(b.Paid-b.Refunded, f.lines, leastExtras, *b.CancelledAt)))
}

// keep is retain of just this amount.
func (f *openedFolio) keep(tx *db.Tx, sc scope.Scope, kept money.Amount) error {
	if kept == f.b.Retained {
		return nil
	}
	if err := f.includeTax(); err != nil {
		return err
	}
	if err := saveRooms(tx, sc, f.b); err != nil {
		return err
	}
	f.b.Retained = kept
	return f.post(tx, sc, f.b.terms().CallOff(f.lines), keptLess)
}

// Refunded lowers what the hotel keeps of a cancelled booking's payments to what is left of them. Callers must have
// locked the booking.
func Refunded(books ledger.Locked, sc scope.Scope, b *Booking) error {
	if b.Retained == 0 {
		return nil
	}
	if err := retain(books.Tx(), sc, b, b.Retained, -money.Max); err != nil {
		return err
	}
	return save(books.Tx(), sc, b, b.Status)
}

// Overbilled is what invoices charge for the rooms beyond what the booking owes for them, as it quotes prices, and
// whether it owes anything for cancelling.
func Overbilled(tx *db.Tx, sc scope.Scope, b *Booking) (surplus money.Amount, charged bool, err error) {
	f, err := askFolio(tx, sc, b).open()
	if err != nil {
		return 0, false, err
	}
	return f.reconciliation().Surplus, b.Status == Cancelled && b.owed() > 0, nil
}

// transfer moves credits from the extras to the price of the rooms.
func (f *openedFolio) transfer(tx *db.Tx, sc scope.Scope, transfers []lodging.Transfer) error {
	for _, t := range transfers {
		if err := f.addCredits(tx, sc, []folio.Credit{t.Out, t.Lodged}, t.InvoiceID); err != nil {
			return err
		}
	}
	return f.saveSums(tx, sc)
}

// addCredits adds what credit notes take back, as lines that their invoice has from the start. Callers must save the
// sums.
func (f *openedFolio) addCredits(tx *db.Tx, sc scope.Scope, credits []folio.Credit, invoiceID string) error {
	added, err := folio.AddCredits(tx, sc, f.b.ID, credits, invoiceID)
	f.lines = append(f.lines, added...)
	return err
}

// postReinstatement reverses what cancelling cost, and posts the nights of a guest in house again. It refuses, as a
// Conflict, nights that an invoice bars (lodging.Reconciliation.Named).
func postReinstatement(tx *db.Tx, sc scope.Scope, b *Booking) error {
	f, err := askFolio(tx, sc, b).open()
	if err != nil {
		return err
	}
	reconciled := f.reconciliation()
	if err := reconciled.Named(); err != nil {
		return err
	}
	if err := f.post(tx, sc, reconciled.Reinstate(), reinstated); err != nil {
		return err
	}
	if err := f.transfer(tx, sc, b.terms().AbsorbCharge(f.lines)); err != nil {
		return err
	}
	return followStay(tx, sc, b)
}

// followStay brings the folio in line with rooms, dates or prices that have changed: of a guest in house, tonight's
// nights are posted.
func followStay(tx *db.Tx, sc scope.Scope, b *Booking) error {
	return askFolio(tx, sc, b).follow(tx, sc)
}

// follow is followStay of the folio's booking.
func (a askedFolio) follow(tx *db.Tx, sc scope.Scope) error {
	return a.postUntil(tx, sc, a.b.postedUntil(tx, sc))
}

// postedUntil is the last day whose nights belong on the folio now: of a guest in house today, else none.
func (b *Booking) postedUntil(tx *db.Tx, sc scope.Scope) date.Date {
	if b.Status == CheckedIn {
		return sc.Today(tx.Now)
	}
	return ""
}

// PostStay posts what is left to be posted of the price of the rooms: of an open booking every night of the stay, as a
// bill in advance has them. Callers must have locked the booking.
func PostStay(books ledger.Locked, sc scope.Scope, b *Booking) error {
	asked := askFolio(books.Tx(), sc, b)
	if b.Status == Cancelled {
		return asked.postPlanned(books.Tx(), sc, chargeChanged, lodging.Terms.CallOff)
	}
	return asked.postEnd(books.Tx(), sc, nil)
}

// Reopened reverses the lines given back to the folio by an invoice that are no part of the price of the rooms any
// more. Callers must have locked the booking.
func Reopened(books ledger.Locked, sc scope.Scope, b *Booking) error {
	if b.closed() {
		return PostStay(books, sc, b)
	}
	return followStay(books.Tx(), sc, b)
}

// Credit writes what a credit note takes back, below zero, on the booking's folio, as lines that the credited invoice
// has. It lowers the extras; but where the folio charges more for the rooms than the booking owes for them, since they
// were billed before they became cheaper, it first takes that back.
// The credit of a night to come is of that night's day. named says that the note names the lines. kept says that now
// another amount is retained, with the rounding that the note takes back: the booking's invoices have to follow.
func Credit(books ledger.Locked, sc scope.Scope, bookingID string, credits []folio.Credit, named bool,
	invoiceID string) (kept bool, err error) {
	tx := books.Tx()
	b, err := Lock(tx, sc, bookingID)
	if err != nil {
		return false, err
	}
	f, err := askFolio(tx, sc, b).open()
	if err != nil {
		return false, err
	}
	if was := b.Retained; was != 0 {
		if err := f.keep(tx, sc, max(was+lodging.Released(f.lines, credits, invoiceID, *b.CancelledAt), 0)); err != nil {
			return false, err
		}
		kept = b.Retained != was
	}
	postedOn := map[string]date.Date{}
	for _, line := range f.lines {
		postedOn[line.ID] = line.PostedOn
	}
	for i := range credits {
		credits[i].Day = max(credits[i].Day, postedOn[credits[i].LineID])
	}
	if err := f.addCredits(tx, sc, f.reconciliation().Credits(credits, named), invoiceID); err != nil {
		return kept, err
	}
	if err := f.saveSums(tx, sc); err != nil || !kept {
		return kept, err
	}
	return kept, save(tx, sc, b, b.Status)
}

// BillAgain opens lines that credit notes took back as a whole, so that another invoice can have them: what was
// credited of them is owed again. Those that are no part of the price of the rooms any more are reversed. Callers must
// have locked the booking.
func BillAgain(books ledger.Locked, sc scope.Scope, b *Booking, lineIDs []string) error {
	tx := books.Tx()
	lines, err := folio.Lines(tx, sc, b.ID)
	if err != nil {
		return err
	}
	credits, ids := folio.CreditsIn(lines).OfNamed(lines, lineIDs), slices.Clone(lineIDs)
	for _, c := range credits {
		ids = append(ids, c.ID)
	}
	if err := folio.Return(tx, sc, b.ID, ids); err != nil {
		return err
	}
	if _, err := folio.ReverseAll(tx, sc, credits, billedAgain); err != nil {
		return err
	}
	return Reopened(books, sc, b)
}
