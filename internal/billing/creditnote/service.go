package creditnote

import (
	"context"
	"maps"
	"slices"

	"sarai/internal/billing/invoice"
	"sarai/internal/billing/receivable"
	"sarai/internal/books/ledger"
	"sarai/internal/country/packs"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/money"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/property/guest"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/record/series"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
)

// Service does what can be done with credit notes.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	guests   *guest.Service
	invoices *invoice.Service
	outbox   *mail.Outbox
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, guests *guest.Service, invoices *invoice.Service, outbox *mail.Outbox) *Service {
	return &Service{db: d, bus: bus, guests: guests, invoices: invoices, outbox: outbox}
}

// Create credits an issued invoice or a part of it. Once for each Idempotency-Key.
func (s *Service) Create(ctx context.Context, sc scope.Scope, r Request) (Made, error) {
	if r.Amount != nil && len(r.Lines) > 0 {
		return Made{}, errs.InvalidField("amount", "must be left out with lines")
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Made, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return Made{}, err
		}
		n, err := s.credit(books, sc, r)
		if err != nil {
			return Made{}, err
		}
		return Made{Note: n.view(sc), Warnings: n.warnings(packs.Of(sc.Country))}, nil
	})
}

// credit writes the note that is asked for, and lets invoice, payments, folio and books follow.
func (s *Service) credit(books ledger.Locked, sc scope.Scope, r Request) (Note, error) {
	tx := books.Tx()
	i, billed, err := lockCreditable(tx, sc, r.InvoiceID)
	if err != nil {
		return Note{}, err
	}
	n, err := newNote(books, sc, i, billed, r)
	if err != nil {
		return n, err
	}
	if n.Number, err = series.Next(tx, sc, series.CreditNote).Get(); err != nil {
		return n, err
	}
	by := receivable.Cause{Document: receivable.CreditNote, ID: n.ID, Number: n.Number, Day: n.PostedOn}
	if i, err = backToCompany(books, sc, by, i, n.Total); err != nil {
		return n, err
	}
	credited, err := invoice.Credit(books, sc, i, n.taken(), n.Total)
	if err != nil {
		return n, err
	}
	if err := receivable.Follow(books, sc, by,
		ledger.Part{InvoiceID: i.ID, Amount: i.Due() - credited.Due()}); err != nil {
		return n, err
	}
	kept, err := n.onFolios(books, sc, i, len(r.Lines) > 0)
	if err != nil {
		return n, err
	}
	if err := insert(books, sc, n); err != nil {
		return n, err
	}
	if err := n.posting(i).PostBack(books, sc, i.ID); err != nil {
		return n, err
	}
	err = s.publish(tx, sc, n, created.Of(n.ID, createdDetails{n.about(sc.Currency),
		InvoiceChange{stateOf(i, sc.Currency), stateOf(credited, sc.Currency)}}))
	for _, bookingID := range kept {
		if err != nil {
			break
		}
		var b *booking.Booking
		if b, err = booking.Lock(tx, sc, bookingID).Get(); err == nil {
			err = s.invoices.Follow(books, sc, b)
		}
	}
	return n, err
}

// backToCompany makes room for a credit that is more than an invoice on a company's account owes: as much of what the
// company has paid on it is unapplied on its account again.
func backToCompany(books ledger.Locked, sc scope.Scope, by receivable.Cause, i invoice.Invoice, credit money.Amount) (
	invoice.Invoice, error) {
	over := credit - i.Due()
	if over <= 0 {
		return i, nil
	}
	item, err := receivable.ItemOf(books.Tx(), sc, i.ID)
	if err != nil || item == nil {
		return i, err
	}
	if err := ledger.UnapplyTo(books, sc, i.ID, item.CompanyID, over); err != nil {
		return i, err
	}
	if i.BookingID != "" {
		if err := booking.Receive(books, sc, i.BookingID, -over, 0); err != nil {
			return i, err
		}
	}
	after, err := invoice.AddPaid(books, sc, i.ID, -over).Get()
	if err != nil {
		return i, err
	}
	after.Lines = i.Lines
	return after, receivable.Follow(books, sc, by, ledger.Part{InvoiceID: i.ID, Amount: -over},
		ledger.Part{BookingID: item.CompanyID, Amount: over})
}

// onFolios writes what the note takes back on the folios that the invoice bills. It returns the bookings of which now
// another amount is retained: their invoices have to follow.
func (n Note) onFolios(books ledger.Locked, sc scope.Scope, i invoice.Invoice, named bool) (kept []string, err error) {
	of, billedOn := map[string][]folio.Credit{}, map[int]string{}
	for _, l := range i.Lines {
		billedOn[l.Position] = l.BookingID
	}
	for at, c := range n.credits(i) {
		on := i.BookingID
		if i.GroupID != "" && at < len(n.Lines) {
			on = billedOn[n.Lines[at].Position]
		} else if i.GroupID != "" {
			on = i.RoundedOn()
		}
		of[on] = append(of[on], c)
	}
	for _, id := range slices.Sorted(maps.Keys(of)) {
		if id == "" {
			continue
		}
		other, err := account.Credit(books, sc, id, of[id], named, i.ID)
		if err != nil {
			return kept, err
		}
		if other {
			kept = append(kept, id)
		}
	}
	return kept, nil
}

// lockCreditable reads an invoice of which something is left to credit, with its lines, and locks its booking.
func lockCreditable(tx *db.Tx, sc scope.Scope, invoiceID string) (i invoice.Invoice, billed rooms, err error) {
	i, err = invoice.Read(tx, sc, invoiceID)
	switch {
	case errs.Is(err, errs.KindNotFound):
		return i, billed, errs.InvalidField("invoiceId", "must be the id of one of the hotel's invoices")
	case err != nil:
		return i, billed, err
	case i.Status == invoice.Draft:
		return i, billed, errs.Conflict("This invoice is a draft: change or delete it instead.")
	case i.Status == invoice.Void:
		return i, billed, errs.Conflict("Invoice %s is void: there is nothing to credit.", i.Number)
	case i.Creditable() == 0 && linesLeft(i) == 0:
		return i, billed, errs.Conflict("Nothing is left of invoice %s to credit.", i.Number)
	case i.Account() == "":
		return i, billed, nil
	}
	billed = rooms{of: map[string]string{}, now: map[string]string{}}
	list, err := i.Lock(tx, sc)
	if err != nil {
		return i, billed, err
	}
	for _, b := range list {
		lines, err := folio.Lines(tx, sc, b.ID).Get()
		if err != nil {
			return i, billed, err
		}
		billed.add(b, lines)
	}
	return i, billed, nil
}

// newNote is the note that is asked for, still without a number.
func newNote(books ledger.Locked, sc scope.Scope, i invoice.Invoice, billed rooms, r Request) (Note, error) {
	tx, days := books.Tx(), books.Days
	n := Note{ID: id.New(), InvoiceID: i.ID, InvoiceNumber: i.Number, InvoiceDate: i.Date, BookingID: i.BookingID,
		BookingCode: i.BookingCode, GuestID: i.GuestID, GuestName: i.GuestName, Buyer: i.Buyer,
		PlaceOfSupply: i.PlaceOfSupply, Date: days.Today, PostedOn: days.Business(), Reason: r.Reason, CreatedBy: sc.User,
		CreatedAt: tx.Now.UnixMilli()}
	shares, amount, err := r.shares(i, billed, sc.Currency)
	if err != nil {
		return n, err
	}
	if n.Seller, err = document.Seller(tx, sc); err != nil {
		return n, err
	}
	n.write(i, shares, amount)
	for at, l := range n.Lines {
		n.Lines[at].RoomID = billed.of[l.FolioLineID]
	}
	return n, nil
}

// shares are what the request takes off the lines of the invoice, by their positions, and off the invoice in all. What
// takes all that is left of the lines, or of the rounded total, is the last credit: it takes the rest of both, so that
// no invoice keeps a rounding alone. An amount may come to either of them, lines only to what is left of the lines.
func (r Request) shares(i invoice.Invoice, billed rooms, currency string) (map[int]money.Amount, money.Amount, error) {
	rounded, ofLines, fields := i.Creditable(), linesLeft(i), r.Faults
	var shares map[int]money.Amount
	var amount, most money.Amount
	field, left := "amount", rounded
	switch {
	case len(r.Lines) > 0:
		field, left, most = "lines", min(ofLines, rounded), ofLines
		shares, amount = sharesOf(i, positionsOf(i, billed, r.Lines, &fields), currency, &fields)
	case r.Amount == nil:
		return everything(i), rounded, fields.Err()
	case *r.Amount <= 0:
		fields.Add(field, "must come to more than 0")
	default:
		amount, most = *r.Amount, max(ofLines, rounded)
	}
	switch {
	case len(fields) > 0:
		return nil, 0, fields.Err()
	case amount > most:
		return nil, 0, errs.InvalidField(field, "must not come to more than what is left of invoice %s (%s)", i.Number,
			left.Number(currency))
	case amount >= min(ofLines, rounded):
		return everything(i), rounded, nil
	case shares == nil:
		shares = spread(i, amount)
	}
	return shares, amount, nil
}

func (s *Service) get(ctx context.Context, sc scope.Scope, noteID string) (Note, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Note, error) { return Read(tx, sc, noteID) })
}

// list is one page of a list, without lines.
func (s *Service) list(ctx context.Context, sc scope.Scope, q ListQuery, p paging.Query) (listing.Page[Note], error) {
	return list.Read(ctx, s.db, sc, q, p)
}

// publish publishes what happened to the note, which touches its booking and invoice.
func (s *Service) publish(tx *db.Tx, sc scope.Scope, n Note, e event.Event) error {
	e.Touched = ledger.Touched([]ledger.Part{{BookingID: n.BookingID, InvoiceID: n.InvoiceID}})
	return s.bus.Publish(tx, sc, e)
}
