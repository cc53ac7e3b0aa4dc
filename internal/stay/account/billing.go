package account

import (
	"maps"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/lodging"
)

// What invoices, credit notes, refunds and the night audit do to an account. All of them need the booking locked.

// PostNights posts the nights until day, that one included, if the guest is in house.
func PostNights(tx *db.Tx, sc scope.Scope, b *booking.Booking, day date.Date) error {
	if b.Status != booking.CheckedIn {
		return nil
	}
	a, err := Of(tx, sc, b).Get()
	if err != nil {
		return err
	}
	return a.postUntil(day)
}

// PostStay posts what is left to be posted of the price of the rooms: of an open booking every night of the stay, as a
// bill in advance has them.
func PostStay(books ledger.Locked, sc scope.Scope, b *booking.Booking) error {
	a, err := Of(books.Tx(), sc, b).Get()
	if err != nil {
		return err
	}
	if b.Status == booking.Cancelled {
		return a.post(b.Terms().CallOff(a.lines), chargeChanged)
	}
	return a.End(nil)
}

// Reopened reverses the lines given back to the folio by an invoice that are no part of the price of the rooms any
// more.
func Reopened(books ledger.Locked, sc scope.Scope, b *booking.Booking) error {
	if b.Closed() {
		return PostStay(books, sc, b)
	}
	a, err := Of(books.Tx(), sc, b).Get()
	if err != nil {
		return err
	}
	return a.Follow()
}

// Refunded lowers what the hotel keeps of a cancelled booking's payments to what is left of them.
func Refunded(books ledger.Locked, sc scope.Scope, b *booking.Booking) error {
	if b.Retained == 0 {
		return nil
	}
	a, err := Of(books.Tx(), sc, b).Get()
	if err != nil {
		return err
	}
	if err := a.Retain(b.Retained, -money.Max); err != nil {
		return err
	}
	return booking.Save(books.Tx(), sc, b, b.Status)
}

// Overbilled is what invoices charge for the rooms beyond what the booking owes for them, as it quotes prices, and
// whether it owes anything for cancelling.
func Overbilled(tx *db.Tx, sc scope.Scope, b *booking.Booking) (surplus money.Amount, charged bool, err error) {
	a, err := Of(tx, sc, b).Get()
	if err != nil {
		return 0, false, err
	}
	return a.reconciliation().Surplus, b.Status == booking.Cancelled && b.Owed() > 0, nil
}

// Credit writes what a credit note takes back, below zero, on the booking's folio, as lines that the credited invoice
// has. It lowers the extras; but where the folio charges more for the rooms than the booking owes for them, since they
// were billed before they became cheaper, it first takes that back.
// The credit of a night to come is of that night's day. named says that the note names the lines. kept says that now
// another amount is retained, with the rounding that the note takes back: the booking's invoices have to follow.
func Credit(books ledger.Locked, sc scope.Scope, bookingID string, credits []folio.Credit, named bool,
	invoiceID string) (kept bool, err error) {
	tx := books.Tx()
	b, err := booking.Lock(tx, sc, bookingID).Get()
	if err != nil {
		return false, err
	}
	a, err := Of(tx, sc, b).Get()
	if err != nil {
		return false, err
	}
	if was := b.Retained; was != 0 {
		if err := a.keep(max(was+lodging.Released(a.guests(), credits, invoiceID, *b.CancelledAt), 0)); err != nil {
			return false, err
		}
		kept = b.Retained != was
	}
	postedOn := map[string]date.Date{}
	for _, line := range a.lines {
		postedOn[line.ID] = line.PostedOn
	}
	for i := range credits {
		credits[i].Day = max(credits[i].Day, postedOn[credits[i].LineID])
	}
	if err := a.addCredits(a.reconciliation().Credits(credits, named), invoiceID); err != nil {
		return kept, err
	}
	if err := a.saveSums(); err != nil || !kept {
		return kept, err
	}
	return kept, booking.Save(tx, sc, b, b.Status)
}

// BillAgain opens lines that credit notes took back as a whole, so that another invoice can have them: what was
// credited of them is owed again. Those that are no part of the price of the rooms any more are reversed.
func BillAgain(books ledger.Locked, sc scope.Scope, b *booking.Booking, lineIDs []string) error {
	tx := books.Tx()
	lines, err := folio.Lines(tx, sc, b.ID).Get()
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

// Route makes the open lines of the folio those of the payer that payer says, and sums up the booking anew. It returns
// the lines that got another payer, as they were. Conflict where the allowances of one payer would be more than what is
// charged to it.
func Route(tx *db.Tx, sc scope.Scope, b *booking.Booking, payer func(folio.Line) string) ([]folio.Line, error) {
	a, err := Of(tx, sc, b).Get()
	if err != nil {
		return nil, err
	}
	var moved []folio.Line
	to := map[string][]folio.Line{}
	for i := range a.lines {
		l := &a.lines[i]
		if now := payer(*l); l.Open() && now != l.Payer {
			moved, to[now] = append(moved, *l), append(to[now], *l)
			l.Payer = now
		}
	}
	for _, now := range slices.Sorted(maps.Keys(to)) {
		if err := folio.Give(tx, sc, to[now], now); err != nil {
			return nil, err
		}
	}
	if err := a.saveSums(); err != nil {
		return nil, err
	}
	return moved, a.coverAllowances()
}
