package invoice

import (
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
)

// AtCheckOut drafts an invoice of what is on the folio of a booking that is checked out, and not billed yet. When the
// check-out is corrected, the draft follows what the folio then charges. It issues the draft if the books say so and
// nothing is missing for it.
func (s *Service) AtCheckOut(books ledger.Locked, sc scope.Scope, b *booking.Booking) error {
	tx := books.Tx()
	i, drafted, err := draftAtCheckOut(tx, sc, b.ID)
	if err != nil {
		return err
	}
	if drafted {
		// Off the draft, its lines can be priced anew.
		if err := folio.Unbill(tx, sc, i.ID); err != nil {
			return err
		}
		if err := booking.PostStay(books, sc, b); err != nil {
			return err
		}
	}
	lines, err := folio.Lines(tx, sc, b.ID)
	if err != nil {
		return err
	}
	lines = slices.DeleteFunc(lines, func(l folio.Line) bool { return !l.Open() })
	switch {
	case drafted && len(lines) == 0:
		if err := remove(tx, sc, i); err != nil {
			return err
		}
		return s.published(tx, sc, "invoice.deleted", &i, nil)
	case len(lines) == 0:
		return nil
	case drafted && slices.EqualFunc(i.Lines, lines, func(mine Line,
		l folio.Line) bool {
		return mine.FolioLineID == l.ID
	}):
		i.Lines = nil
		return take(tx, sc, &i, lines)
	}
	return s.draftOpen(books, sc, &i, b, lines, drafted)
}

// draftOpen makes the open lines those of the check-out's draft, a new one or not, and issues it where that is the
// rule.
func (s *Service) draftOpen(books ledger.Locked, sc scope.Scope, i *Invoice, b *booking.Booking, lines []folio.Line,
	drafted bool) error {
	tx := books.Tx()
	if !drafted {
		*i = *begin(tx, sc, books.Books)
		i.AtCheckOut, i.BookingID, i.BookingCode, i.PricesIncludeTax = true, b.ID, b.Code, b.PricesIncludeTax
		if err := s.address(tx, sc, i, b, CreateBody{}); err != nil {
			return err
		}
	}
	before := *i
	i.Lines = nil
	if err := take(tx, sc, i, lines); err != nil {
		return err
	}
	if err := s.complete(tx, sc, i, books.Books); err != nil {
		return err
	}
	var err error
	action, more := "invoice.created", map[string]any(nil)
	if drafted {
		action, more = "invoice.updated", map[string]any{"change": "updated", "changed": changes(before, *i, sc.Currency)}
		err = rewrite(tx, sc, i)
	} else {
		err = insert(tx, sc, *i)
	}
	if err != nil {
		return err
	}
	if books.IssueAtCheckout && len(i.obstacles()) == 0 {
		if err := s.issue(books, sc, i); err != nil {
			return err
		}
		if drafted {
			more["change"] = "issued"
		}
	}
	return s.published(tx, sc, action, i, more)
}
