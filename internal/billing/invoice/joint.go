package invoice

import (
	"context"

	"sarai/internal/billing/buyer"
	"sarai/internal/books/ledger"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/stay/folio"
)

// Joint is an invoice over many stays that a group's master account pays.
type Joint struct {
	GroupID, GroupName string
	Lines              []folio.Line // open ones, booking by booking
	PricesIncludeTax   bool         // those of the lines do
	Party              document.Party
	Buyer              buyer.Edit // what differs from the party
	DueDate            date.Date
	Notes              string
	Issue              bool
	Advances           *bool // whether issuing applies the group's advances; nil: it does
}

// CreateJoint drafts the invoice that gather finds under the lock on the books, with all its bookings locked, and
// issues it if that says so. Once for each Idempotency-Key.
func (s *Service) CreateJoint(ctx context.Context, sc scope.Scope,
	gather func(books ledger.Locked) (Joint, error)) (View, error) {
	return s.create(ctx, sc, func(books ledger.Locked, lookedUp string) (Invoice, error) {
		tx, i := books.Tx(), newDraft(books, sc)
		j, err := gather(books)
		if err != nil {
			return i, err
		}
		i.GroupID, i.GuestName, i.PricesIncludeTax = j.GroupID, j.GroupName, j.PricesIncludeTax
		i.DueDate, i.Notes = j.DueDate, j.Notes
		var fields errs.Fields
		i.Buyer = j.Buyer.Apply(packs.Of(sc.Country), j.Party, &fields)
		if i.Buyer.Name == "" {
			fields.Add("buyer.name", "must not be empty")
		}
		checkDue(i.DueDate, sc.Today(tx.Now), &fields)
		if err := fields.Err(); err != nil {
			return i, err
		}
		if err := i.bill(tx, sc, j.Lines); err != nil {
			return i, err
		}
		return i, s.keep(books, sc, &i, lookedUp, j.Issue, j.Advances)
	})
}
