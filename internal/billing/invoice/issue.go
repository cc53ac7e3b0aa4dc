package invoice

import (
	"context"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/series"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/guestfolio"
)

// issue makes the draft, which has been read or made in this transaction, an invoice of today with the next number. The
// booking's advances are applied to it.
func (s *Service) issue(books ledger.Locked, sc scope.Scope, i *Invoice) error {
	tx := books.Tx()
	today := sc.Today(tx.Now)
	fields := i.obstacles()
	if i.DueDate != "" && i.DueDate < today {
		fields.Add("dueDate", "must not be before today (%s): change the draft first", today)
	}
	if err := fields.Err(); err != nil {
		return err
	}
	now := tx.Now.UnixMilli()
	i.Date, i.IssuedAt = today, &now
	if i.DueDate == "" {
		i.DueDate = today.AddDays(books.DueDays)
	}
	if err := s.roundOnFolio(tx, sc, i, i.Rounding); err != nil {
		return err
	}
	paid, err := ledger.Apply(books, sc, i.BookingID, i.ID, i.Total)
	if err != nil {
		return err
	}
	i.Paid, i.Status = paid, statusAfter(i.Total, paid, 0)
	// The number comes last: whoever is refused leaves no gap.
	if i.Number, err = series.Next(tx, sc, series.Invoice); err != nil {
		return err
	}
	if err := save(tx, sc, i, Draft); err != nil {
		return err
	}
	return ledger.Post(books, sc, i.posting("", 1))
}

// posting is the invoice in the books: guests owe it, sales and taxes have it. With sign -1 it is taken back.
func (i *Invoice) posting(note string, sign money.Amount) ledger.Posting {
	var lodging money.Amount
	for _, l := range i.Lines {
		if l.Lodging {
			lodging += l.Taxable
		}
	}
	return ledger.Posting{Document: "invoice", DocumentID: i.ID, Number: i.Number, Day: i.Date, Note: note,
		Entries: []ledger.Entry{
			{Account: ledger.Guests, Amount: sign * i.Total},
			{Account: ledger.RoomSales, Amount: -sign * lodging},
			{Account: ledger.OtherSales, Amount: -sign * (i.Taxable - lodging)},
			{Account: ledger.CGST, Amount: -sign * i.CGST},
			{Account: ledger.SGST, Amount: -sign * i.SGST},
			{Account: ledger.OtherTax, Amount: -sign * i.OtherTax},
			{Account: ledger.Rounding, Amount: -sign * i.Rounding},
		}}
}

// roundOnFolio charges the rounding of an invoice's total to its booking, so that who pays the invoice owes nothing.
func (s *Service) roundOnFolio(tx *db.Tx, sc scope.Scope, i *Invoice, rounding money.Amount) error {
	if i.BookingID == "" || rounding == 0 {
		return nil
	}
	charge := folio.Charge{Kind: folio.Adjustment, Day: sc.Today(tx.Now), Description: "Rounding of the invoice",
		Quantity: folio.One, UnitPrice: rounding,
		Applied: tax.Exclusive(tax.None, 0, rounding)}
	if err := guestfolio.Charge(tx, sc, i.BookingID, []folio.Charge{charge}); err != nil {
		return err
	}
	lines, err := folio.Lines(tx, sc, i.BookingID)
	if err != nil {
		return err
	}
	return folio.Bill(tx, sc, i.BookingID, []string{lines[len(lines)-1].ID}, i.ID)
}

// issueDraft issues a draft of which nothing else is changed.
func (s *Service) issueDraft(ctx context.Context, sc scope.Scope, invoiceID string) (Invoice, error) {
	return s.change(ctx, sc, invoiceID, func(tx *db.Tx, books ledger.Locked, i *Invoice) error {
		if i.Status != Draft {
			return errs.Conflict("Invoice %s is %s already.", i.Number, written[i.Status])
		}
		if err := s.complete(tx, sc, i, books.Books); err != nil {
			return err
		}
		if err := s.issue(books, sc, i); err != nil {
			return err
		}
		return s.published(tx, sc, "invoice.updated", i, map[string]any{"change": "issued",
			"amountPaid": i.Paid.Number(sc.Currency)})
	})
}

// void takes back an invoice of this month of which nothing is paid or credited. Its lines are open again.
func (s *Service) void(ctx context.Context, sc scope.Scope, invoiceID, reason string) (Invoice, error) {
	return s.change(ctx, sc, invoiceID, func(tx *db.Tx, books ledger.Locked, i *Invoice) error {
		today := sc.Today(tx.Now)
		switch {
		case i.Status == Draft:
			return errs.Conflict("This invoice is a draft: delete it instead.")
		case i.Status == Void:
			return errs.Conflict("Invoice %s is void already.", i.Number)
		case i.Paid != 0 || i.Credited != 0:
			return errs.Conflict("Something is paid or credited of invoice %s already: make a credit note instead.", i.Number)
		case i.Date[:7] != today[:7]:
			return errs.Conflict("Invoice %s is of another month, whose return may be filed: make a credit note instead.",
				i.Number)
		}
		if err := i.lockBooking(tx, sc); err != nil {
			return err
		}
		was, now := i.Status, tx.Now.UnixMilli()
		i.Status, i.VoidReason, i.VoidedAt = Void, reason, &now
		if err := save(tx, sc, i, was); err != nil {
			return err
		}
		if err := s.reopen(books, sc, i); err != nil {
			return err
		}
		posting := i.posting("void: "+reason, -1)
		posting.Day = today
		if err := ledger.Post(books, sc, posting); err != nil {
			return err
		}
		return s.published(tx, sc, "invoice.updated", i, map[string]any{"change": "voided", "old": written[was],
			"reason": reason})
	})
}

// reopen gives the invoice's lines back to the folio. The rounding stays with the void invoice, and is taken back
// there.
func (s *Service) reopen(books ledger.Locked, sc scope.Scope, i *Invoice) error {
	tx := books.Tx()
	if i.BookingID == "" {
		return nil
	}
	if err := s.roundOnFolio(tx, sc, i, -i.Rounding); err != nil {
		return err
	}
	lines, err := folio.Lines(tx, sc, i.BookingID)
	if err != nil {
		return err
	}
	var rounding []string
	for _, l := range lines {
		own := slices.ContainsFunc(i.Lines, func(mine Line) bool { return mine.FolioLineID == l.ID })
		if l.InvoiceID == i.ID && !own {
			rounding = append(rounding, l.ID)
		}
	}
	if err := folio.Unbill(tx, sc, i.ID); err != nil {
		return err
	}
	if err := folio.Bill(tx, sc, i.BookingID, rounding, i.ID); err != nil {
		return err
	}
	return s.followStay(books, sc, i)
}

// followStay takes back what of the lines that the invoice has given back is no part of the stay any more.
func (s *Service) followStay(books ledger.Locked, sc scope.Scope, i *Invoice) error {
	if i.BookingID == "" {
		return nil
	}
	b, err := booking.Lock(books.Tx(), sc, i.BookingID)
	if err != nil {
		return err
	}
	return booking.Reopened(books, sc, b)
}

// Credit takes a credit note off the invoice: off its lines, by their positions, and off what is owed of it or else
// paid. What of its payments becomes surplus by that is freed. i was read with its lines in the same transaction;
// amount is the whole note, its share of the rounding included.
func Credit(books ledger.Locked, sc scope.Scope, i Invoice, lines map[int]money.Amount, amount money.Amount) (Invoice,
	error) {
	tx := books.Tx()
	surplus := max(amount-i.Due(), 0)
	credited, err := addPaidAndCredited(books, sc, i.ID, -surplus, amount)
	if err != nil {
		return i, err
	}
	if surplus > 0 {
		if err := ledger.Free(books, sc, i.ID, surplus); err != nil {
			return i, err
		}
	}
	for n := range i.Lines {
		l := &i.Lines[n]
		taken, ok := lines[l.Position]
		if !ok {
			continue
		}
		if err := creditLine(tx, sc, i, *l, taken); err != nil {
			return i, err
		}
		l.Credited += taken
	}
	credited.Lines = i.Lines
	return credited, nil
}
