package invoice

import (
	"context"
	"iter"
	"slices"

	"sarai/internal/billing/invoice/events"
	"sarai/internal/books/ledger"
	"sarai/internal/books/mapping"
	"sarai/internal/books/tax"
	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/series"
	"sarai/internal/record/wordindex"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
)

// advances are those that issuing the draft uses: those of its booking or, where a bill is split, none
// unless it is wanted. What the guest has paid isn't for somebody else's part.
func (i *Invoice) advances(books ledger.Locked, sc scope.Scope, wanted *bool) db.Later[[]ledger.Part] {
	if wanted != nil && !*wanted || wanted == nil && i.Split {
		return db.Known[[]ledger.Part](nil, nil)
	}
	return ledger.Advances(books, sc, i.Account())
}

// issue makes the draft, which this transaction has read or made, an invoice of today with the next number, and applies
// the advances to it.
func issue(books ledger.Locked, sc scope.Scope, i *Invoice, advances db.Later[[]ledger.Part]) error {
	tx := books.Tx()
	if err := i.checkIssue(packs.Of(sc.Country), sc.Today(tx.Now)); err != nil {
		return err
	}
	b, err := i.lockRounded(tx, sc)
	if err != nil {
		return err
	}
	number := series.Next(tx, sc, series.Invoice)
	parts, err := advances.Get()
	if err != nil {
		return err
	}
	i.becomeIssued(tx.Now.UnixMilli(), sc.Today(tx.Now), books.DueDays, parts)
	return saveIssued(books, sc, i, number, b, parts)
}

// checkIssue refuses to issue the draft today.
func (i *Invoice) checkIssue(c *country.Country, today date.Date) error {
	fields := i.obstacles(c)
	if i.DueDate != "" && i.DueDate < today {
		fields.Add("dueDate", "must not be before today (%s): change the draft first", today.Short())
	}
	return fields.Err()
}

// becomeIssued makes the draft an invoice of today that these advances pay as far as they reach. now is in UTC
// milliseconds.
func (i *Invoice) becomeIssued(now int64, today date.Date, dueDays int, advances []ledger.Part) {
	i.Date, i.IssuedAt = today, &now
	if i.DueDate == "" {
		i.DueDate = today.AddDays(dueDays)
	}
	var paid money.Amount
	for _, p := range advances {
		paid += p.Amount
	}
	i.Paid = min(paid, i.Total)
	i.Status = statusAfter(i.Total, i.Paid, 0)
}

// saveIssued stores what the draft has become, on its booking, in the taxes that are declared, and in the books. Its
// number comes with the answer about the advances.
func saveIssued(books ledger.Locked, sc scope.Scope, i *Invoice, number db.Later[string], b *booking.Booking,
	advances []ledger.Part) error {
	tx := books.Tx()
	if err := i.chargeRounding(tx, sc, b, i.Rounding); err != nil {
		return err
	}
	_, err := ledger.Apply(books, sc, advances, i.ID, i.Paid)
	if err != nil {
		return err
	}
	if i.Number, err = number.Get(); err != nil {
		return err
	}
	if err := save(books, sc, i); err != nil {
		return err
	}
	if err := wordindex.Add(tx, sc, wordindex.Invoice, i.ID, i.Words()); err != nil { // the number is new
		return err
	}
	if err := tax.Declare(tx, sc, tax.OfInvoice, i.ID, i.Date, i.taxed()); err != nil {
		return err
	}
	return i.posting("", 1).Post(books, sc)
}

// taxed are the lines' prices with the codes of what they charge.
func (i *Invoice) taxed() iter.Seq2[string, tax.Applied] {
	return func(yield func(string, tax.Applied) bool) {
		for _, l := range i.Lines {
			if !yield(l.SAC, l.Applied) {
				return
			}
		}
	}
}

// posting is the invoice in the books: guests owe its total, sales and taxes receive it. A sign of -1 takes it back.
func (i *Invoice) posting(note string, sign money.Amount) mapping.Posting {
	p := mapping.Posting{Posting: ledger.Posting{Document: "invoice", DocumentID: i.ID, Number: i.Number, Day: i.Date,
		Note: note, Entries: slices.Concat([]ledger.Entry{{Account: ledger.Guests, Amount: sign * i.Total}},
			i.Parts.Entries(-sign), []ledger.Entry{{Account: ledger.Rounding, Amount: -sign * i.Rounding}})}}
	for _, l := range i.Lines {
		p.Sell(l.Position, l.Lodging, l.SAC, -sign*l.Taxable)
	}
	return p
}

// lockRounded locks the booking that the rounding of the invoice's total is charged to; nil if there is none.
func (i *Invoice) lockRounded(tx *db.Tx, sc scope.Scope) (*booking.Booking, error) {
	if i.Account() == "" || i.Rounding == 0 {
		return nil, nil
	}
	return booking.Lock(tx, sc, i.RoundedOn()).Get()
}

// chargeRounding charges the rounding of the invoice's total to its locked booking, if that isn't nil, so that whoever
// pays the invoice owes nothing more.
func (i *Invoice) chargeRounding(tx *db.Tx, sc scope.Scope, b *booking.Booking, rounding money.Amount) error {
	if b == nil {
		return nil
	}
	lines, err := folio.AddRounding(tx, sc, b.ID, sc.Today(tx.Now), rounding, i.ID, i.GroupID)
	if err != nil {
		return err
	}
	return booking.AddToExtras(tx, sc, b, lines)
}

// issueDraft issues a draft as it is, and applies the booking's advances to it as wanted; nil: unless the bill is
// split.
func (s *Service) issueDraft(ctx context.Context, sc scope.Scope, invoiceID string, wanted *bool) (Invoice, error) {
	return s.changeKnowing(ctx, sc, invoiceID, func(books ledger.Locked, i *Invoice, lookedUp string) error {
		if i.Status != Draft {
			return errs.Conflict("Invoice %s is %s already.", i.Number, statusText[i.Status])
		}
		advances := i.advances(books, sc, wanted)
		if i.BookingID != "" { // more people may have been named since it was drafted
			b, err := booking.Find(books.Tx(), sc, i.BookingID).Get()
			if err != nil {
				return err
			}
			i.Sharers = b.Others()
		}
		if err := s.complete(books, sc, i, lookedUp); err != nil {
			return err
		}
		if err := issue(books, sc, i, advances); err != nil {
			return err
		}
		return s.publish(books.Tx(), sc, *i, events.Issued.Of(i.ID,
			events.IssuedDetails{About: i.about(sc), AmountPaid: new(i.Paid.Number(sc.Currency))}))
	})
}

// void takes back an invoice of this month on which nothing is paid or credited, and opens its lines again.
func (s *Service) void(ctx context.Context, sc scope.Scope, invoiceID, reason string) (Invoice, error) {
	return s.change(ctx, sc, invoiceID, func(books ledger.Locked, i *Invoice) error {
		tx := books.Tx()
		today, now, before := sc.Today(tx.Now), tx.Now.UnixMilli(), i.Status
		switch {
		case i.Status == Draft:
			return errs.Conflict("This invoice is a draft: delete it instead.")
		case i.Status == Void:
			return errs.Conflict("Invoice %s is void already.", i.Number)
		case i.Paid != 0 || i.Credited != 0 || slices.ContainsFunc(i.Lines, Line.credited):
			return errs.Conflict("Something is paid or credited of invoice %s already: make a credit note instead.", i.Number)
		case i.Date[:7] != today[:7]:
			return errs.Conflict("Invoice %s is of another month, whose return may be filed: make a credit note instead.",
				i.Number)
		}
		if err := books.Days.RequireUnlocked("Invoice "+i.Number, i.Date); err != nil {
			return err
		}
		if _, err := i.Lock(tx, sc); err != nil {
			return err
		}
		i.Status, i.VoidReason, i.VoidedAt = Void, reason, &now
		if err := save(books, sc, i); err != nil {
			return err
		}
		if err := reopen(books, sc, i); err != nil {
			return err
		}
		if err := tax.Withdraw(tx, sc, tax.OfInvoice, i.ID, i.Date); err != nil {
			return err
		}
		posting := i.posting("void: "+reason, -1)
		posting.Day = today
		if err := posting.PostBack(books, sc, i.ID); err != nil {
			return err
		}
		return s.publish(tx, sc, *i, events.Voided.Of(i.ID,
			events.VoidedDetails{About: i.about(sc), Old: statusText[before], Reason: reason}))
	})
}

// reopen returns a void invoice's lines to the folios. Its rounding stays on its folio and is taken back there.
func reopen(books ledger.Locked, sc scope.Scope, i *Invoice) error {
	tx := books.Tx()
	b, err := i.lockRounded(tx, sc)
	if err != nil {
		return err
	}
	if err := i.chargeRounding(tx, sc, b, -i.Rounding); err != nil {
		return err
	}
	rounding := map[string][]string{}
	for _, id := range i.folios() {
		lines, err := folio.Lines(tx, sc, id).Get()
		if err != nil {
			return err
		}
		for _, l := range lines {
			if l.InvoiceID == i.ID && l.Rounding {
				rounding[id] = append(rounding[id], l.ID)
			}
		}
	}
	if err := folio.Unbill(tx, sc, i.ID); err != nil {
		return err
	}
	for id, lineIDs := range rounding {
		if err := folio.Bill(tx, sc, id, lineIDs, i.ID); err != nil {
			return err
		}
	}
	return reopenStay(books, sc, *i)
}

// reopenStay takes back those of the lines that the invoice has returned which the stays no longer have.
func reopenStay(books ledger.Locked, sc scope.Scope, i Invoice) error {
	list, err := i.Lock(books.Tx(), sc)
	for _, b := range list {
		if err == nil {
			err = account.Reopened(books, sc, b)
		}
	}
	return err
}

// Credit takes a credit note off the invoice, which was read with its lines in the same transaction: amounts off its
// lines, by their positions, and total, the note's share of the rounding included, off what is owed on it. What was
// paid beyond what is then owed is an advance again.
func Credit(books ledger.Locked, sc scope.Scope, i Invoice, amounts map[int]money.Amount,
	total money.Amount) (Invoice, error) {
	overpaid := max(total-i.Due(), 0)
	credited, err := addPaidAndCredited(books, sc, i.ID, -overpaid, total).Get()
	if err != nil {
		return i, err
	}
	if overpaid > 0 {
		if err := ledger.Unapply(books, sc, i.ID, overpaid); err != nil {
			return i, err
		}
	}
	credited.Lines = slices.Clone(i.Lines)
	for n := range credited.Lines {
		l := &credited.Lines[n]
		l.Credited += amounts[l.Position]
	}
	return credited, creditLines(books.Tx(), sc, i.ID, amounts)
}
