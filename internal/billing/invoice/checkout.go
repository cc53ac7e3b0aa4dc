package invoice

import (
	"slices"

	"sarai/internal/billing/invoice/events"
	"sarai/internal/books/ledger"
	"sarai/internal/country/packs"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
)

// AtCheckOut drafts an invoice of what the folio of a booking that is checked out charges on no invoice yet. When the
// check-out is corrected, the draft follows the folio. If the books say so and nothing is missing, the draft is issued.
// It asks for the ids of all invoices of the booking that are not void.
func (s *Service) AtCheckOut(books ledger.Locked, sc scope.Scope, b *booking.Booking) (db.Later[[]string], error) {
	if err := s.billStay(books, sc, b); err != nil {
		return db.Later[[]string]{}, err
	}
	return idsOf(books.Tx(), sc, b.ID), nil
}

// Follow lets the invoices follow a booking that was cancelled or reinstated, or of which less is kept: what a
// cancelled one is charged is drafted as a check-out does it. One that is to come again has no such draft.
func (s *Service) Follow(books ledger.Locked, sc scope.Scope, b *booking.Booking) error {
	if b.Status == booking.Cancelled || b.Status == booking.CheckedOut {
		return s.billStay(books, sc, b)
	}
	drafts, err := draftsAtCheckOut(books.Tx(), sc, b.ID)
	if err != nil || len(drafts) == 0 {
		return err
	}
	for _, i := range drafts {
		if err := s.drop(books, sc, i); err != nil {
			return err
		}
	}
	return account.Reopened(books, sc, b)
}

// billStay drafts what of the stay is on no invoice, or changes the drafts of the check-out before: one of what is the
// guest's own, and one of what the company pays by the rules.
func (s *Service) billStay(books ledger.Locked, sc scope.Scope, b *booking.Booking) error {
	tx := books.Tx()
	asked := folio.Lines(tx, sc, b.ID)
	drafts, err := draftsAtCheckOut(tx, sc, b.ID)
	if err != nil {
		return err
	}
	if len(drafts) > 0 {
		// Off the drafts, their lines can be priced anew.
		for _, i := range drafts {
			if err := folio.Unbill(tx, sc, i.ID); err != nil {
				return err
			}
		}
		if err := account.PostStay(books, sc, b); err != nil {
			return err
		}
		asked = folio.Lines(tx, sc, b.ID)
	}
	lines, err := asked.Get()
	if err != nil {
		return err
	}
	before := map[string]*Invoice{}
	for n := range drafts {
		payer := payerOf(drafts[n], lines)
		if before[payer] == nil {
			before[payer] = &drafts[n]
		} else if err := s.drop(books, sc, drafts[n]); err != nil {
			return err
		}
	}
	for _, payer := range []string{"", folio.OfCompany} {
		if err := s.billPart(books, sc, b, before[payer], lines, payer); err != nil {
			return err
		}
	}
	return nil
}

// payerOf is whose lines of the folio the draft bills.
func payerOf(i Invoice, lines []folio.Line) string {
	at := slices.IndexFunc(lines, func(l folio.Line) bool { return l.ID == i.Lines[0].FolioLineID })
	return lines[max(at, 0)].Payer
}

// billPart drafts what of the lines is the payer's, or changes the draft before, which is off the folio.
func (s *Service) billPart(books ledger.Locked, sc scope.Scope, b *booking.Booking, before *Invoice,
	lines []folio.Line, payer string) error {
	open := folio.OpenOf(lines, payer)
	if b.Status == booking.Cancelled && folio.Gross(open) == 0 {
		open = nil
	}
	switch {
	case before != nil && len(open) == 0:
		return s.drop(books, sc, *before)
	case before != nil:
		before.Sharers = b.Others()
		return s.redraft(books, sc, *before, open)
	case len(open) > 0:
		return s.draftStay(books, sc, b, open, payer == "" && b.Routing.Divides(lines))
	}
	return nil
}

// drop deletes a draft, whose lines are open again.
func (s *Service) drop(books ledger.Locked, sc scope.Scope, i Invoice) error {
	if err := folio.Unbill(books.Tx(), sc, i.ID); err != nil {
		return err
	}
	if err := remove(books, sc, i); err != nil {
		return err
	}
	return s.publish(books.Tx(), sc, i, events.Deleted.Of(i.ID, i.about(sc)))
}

// draftStay drafts the check-out's invoice of the lines.
func (s *Service) draftStay(books ledger.Locked, sc scope.Scope, b *booking.Booking, lines []folio.Line,
	guestPays bool) error {
	tx, i := books.Tx(), newDraft(books, sc)
	i.setBooking(b)
	i.AtCheckOut, i.Split, i.guestPays = true, lines[0].Payer == folio.OfCompany, guestPays
	if err := s.setBuyer(tx, sc, &i, b, Request{}); err != nil {
		return err
	}
	if err := i.bill(tx, sc, lines); err != nil {
		return err
	}
	if err := complete(books, sc, &i); err != nil {
		return err
	}
	s.placeInZone(&i)
	if err := insert(books, sc, i); err != nil {
		return err
	}
	if _, err := s.issueAtCheckOut(books, sc, &i); err != nil {
		return err
	}
	return s.publish(tx, sc, i, events.Created.Of(i.ID, i.about(sc)))
}

// redraft makes the lines those of the check-out's draft, which is off the folio.
func (s *Service) redraft(books ledger.Locked, sc scope.Scope, i Invoice, lines []folio.Line) error {
	tx, before := books.Tx(), i
	i.Lines = nil
	if err := i.bill(tx, sc, lines); err != nil {
		return err
	}
	same := func(a, b Line) bool { return a.FolioLineID == b.FolioLineID }
	if slices.EqualFunc(before.Lines, i.Lines, same) {
		return nil
	}
	if err := complete(books, sc, &i); err != nil {
		return err
	}
	s.placeInZone(&i)
	if err := rewrite(books, sc, &i); err != nil {
		return err
	}
	changed := changes(before, i, sc.Currency)
	issued, err := s.issueAtCheckOut(books, sc, &i)
	if err != nil {
		return err
	}
	if issued {
		return s.publish(tx, sc, i, events.Issued.Of(i.ID, events.IssuedDetails{About: i.about(sc), Changed: &changed}))
	}
	return s.publish(tx, sc, i, events.Changed.Of(i.ID, events.ChangedDetails{About: i.about(sc), Changed: changed}))
}

// issueAtCheckOut issues the draft if the books say so, nothing keeps it from being issued and its buyer is known.
func (s *Service) issueAtCheckOut(books ledger.Locked, sc scope.Scope, i *Invoice) (bool, error) {
	if !books.IssueAtCheckout || len(i.obstacles(packs.Of(sc.Country))) > 0 || s.unknown(*i) {
		return false, nil
	}
	return true, issue(books, sc, i, i.advances(books, sc, nil))
}
