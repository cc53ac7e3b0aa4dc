package invoice

import (
	"context"

	"sarai/internal/billing/invoice/events"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/record/event"
	"sarai/internal/record/gst"
	"sarai/internal/record/listing"
	"sarai/internal/stay/booking"
)

// Service does what can be done with invoices.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	guests *guest.Service
	outbox *mail.Outbox
	gst    *gst.Service
	letter Letter
}

// Letter words the mail of an issued invoice, which was read with its lines.
type Letter func(tx *db.Tx, sc scope.Scope, i Invoice) (mail.Message, error)

// New makes the service.
func New(d *db.DB, bus *event.Bus, guests *guest.Service, outbox *mail.Outbox, records *gst.Service,
	letter Letter) *Service {
	return &Service{db: d, bus: bus, guests: guests, outbox: outbox, gst: records, letter: letter}
}

// Create drafts an invoice, and issues it if the request says so. Once for each Idempotency-Key.
func (s *Service) Create(ctx context.Context, sc scope.Scope, r Request) (View, error) {
	if err := r.check(); err != nil {
		return View{}, err
	}
	return s.create(ctx, sc, func(books ledger.Locked, lookedUp string) (Invoice, error) {
		return s.draft(books, sc, r, lookedUp)
	})
}

// create stores what draft makes under the lock on the books. Once for each Idempotency-Key.
func (s *Service) create(ctx context.Context, sc scope.Scope,
	draft func(books ledger.Locked, lookedUp string) (Invoice, error)) (View, error) {
	return knowingBuyer(ctx, s, func(lookedUp string) (View, error) {
		return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (View, error) {
			books, err := ledger.Lock(tx, sc).Get()
			if err != nil {
				return View{}, err
			}
			i, err := draft(books, lookedUp)
			if err != nil {
				return View{}, err
			}
			return i.view(sc), s.publish(tx, sc, i, events.Created.Of(i.ID, i.about(sc)))
		})
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, invoiceID string) (Invoice, error) {
	i, err := db.Read(ctx, s.db, func(tx *db.Tx) (Invoice, error) { return Read(tx, sc, invoiceID) })
	i.unknownBuyer = i.AtCheckOut && i.Status == Draft && s.unknown(i)
	return i, err
}

// list is one page of a list, without lines.
func (s *Service) list(ctx context.Context, sc scope.Scope, q ListQuery, p paging.Query) (
	listing.Page[Invoice], error) {
	return list.Read(ctx, s.db, sc, q, p)
}

// change runs an operation on an invoice with its lines, under the lock on the books. An operation that puts lines on a
// folio or takes them off locks the booking too.
func (s *Service) change(ctx context.Context, sc scope.Scope, invoiceID string,
	operation func(books ledger.Locked, i *Invoice) error) (Invoice, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Invoice, error) {
		lock := ledger.Lock(tx, sc)
		i, err := Read(tx, sc, invoiceID)
		if err == nil {
			err = sc.CheckVersion(i.Version)
		}
		if err != nil {
			return i, err
		}
		books, err := lock.Get()
		if err != nil {
			return i, err
		}
		err = operation(books, &i)
		return i, err
	})
}

// changeKnowing is change for an operation that has to know the buyer (knowingBuyer).
func (s *Service) changeKnowing(ctx context.Context, sc scope.Scope, invoiceID string,
	operation func(books ledger.Locked, i *Invoice, lookedUp string) error) (Invoice, error) {
	return knowingBuyer(ctx, s, func(lookedUp string) (Invoice, error) {
		return s.change(ctx, sc, invoiceID, func(books ledger.Locked, i *Invoice) error {
			return operation(books, i, lookedUp)
		})
	})
}

// Lock locks the bookings whose folios the invoice bills.
func (i *Invoice) Lock(tx *db.Tx, sc scope.Scope) ([]*booking.Booking, error) {
	var list []*booking.Booking
	for _, id := range i.folios() {
		b, err := booking.Lock(tx, sc, id).Get()
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, nil
}

// requireDraft refuses an issued or void invoice; instead says what can't be done, and what can.
func (i *Invoice) requireDraft(instead string) error {
	if i.Status != Draft {
		return errs.Conflict("Invoice %s is %s: %s.", i.Number, statusText[i.Status], instead)
	}
	return nil
}

// statusText is how sentences name a status.
var statusText = map[string]string{Draft: "a draft", Issued: "issued", PartiallyPaid: "issued and partly paid",
	Paid: "issued and settled", Void: "void"}

// update edits a draft. An edit that changes nothing leaves no trace.
func (s *Service) update(ctx context.Context, sc scope.Scope, invoiceID string, edit draftEdit) (Invoice, error) {
	return s.changeKnowing(ctx, sc, invoiceID, func(books ledger.Locked, i *Invoice, lookedUp string) error {
		tx := books.Tx()
		if err := i.requireDraft("only a draft can be changed. Make a credit note"); err != nil {
			return err
		}
		if _, err := i.Lock(tx, sc); err != nil {
			return err
		}
		before := *i
		if err := i.edit(tx, sc, edit); err != nil {
			return err
		}
		if err := s.complete(books, sc, i, lookedUp); err != nil {
			return err
		}
		changed := changes(before, *i, sc.Currency)
		if changed.None() {
			return nil
		}
		if err := rewrite(books, sc, i); err != nil {
			return err
		}
		return s.publish(tx, sc, *i, events.Changed.Of(i.ID, events.ChangedDetails{About: i.about(sc), Changed: changed}))
	})
}

// delete removes a draft and opens its lines again.
func (s *Service) delete(ctx context.Context, sc scope.Scope, invoiceID string) error {
	_, err := s.change(ctx, sc, invoiceID, func(books ledger.Locked, i *Invoice) error {
		if err := i.requireDraft("it can't be deleted. Void it, or make a credit note"); err != nil {
			return err
		}
		if _, err := i.Lock(books.Tx(), sc); err != nil {
			return err
		}
		if err := s.drop(books, sc, *i); err != nil {
			return err
		}
		return reopenStay(books, sc, *i)
	})
	return err
}

// publish tells what happened to the invoice: the audit log, and everybody when it was issued.
func (s *Service) publish(tx *db.Tx, sc scope.Scope, i Invoice, e event.Event) error {
	if events.Issued.Is(e) || events.Created.Is(e) && i.Number != "" {
		e.Notice = &event.Notice{Type: event.InvoiceGenerated, Title: "Invoice issued",
			Message: i.Number + " for " + i.GuestName + "."} // everybody reads it, so it doesn't say how much
	}
	return s.bus.Publish(tx, sc, e)
}

// about is what the details of the invoice's events begin with.
func (i Invoice) about(sc scope.Scope) events.About {
	return events.About{Number: i.Number, Status: i.Status, BookingID: i.BookingID, BookingCode: i.BookingCode,
		Buyer: i.Buyer.Name, TotalAmount: i.Total.Number(sc.Currency), Lines: len(i.Lines)}.With(i.given, sc.Currency)
}
