package payout

import (
	"cmp"
	"context"
	"fmt"

	"sarai/internal/billing/invoice"
	"sarai/internal/billing/receivable"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/property/company"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/stay/booking"
)

// Service keeps payouts.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{d, bus} }

// whole is a payout with its lines. Package idempotency keeps it, hence its fields are exported.
type whole struct {
	Payout
	Company string // its name
	Lines   []Line
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[listed], error) {
	return list.Read(ctx, s.db, sc, *in, in.Paging)
}

func (s *Service) get(ctx context.Context, sc scope.Scope, payoutID string) (whole, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (whole, error) { return read(tx, sc, payoutID) })
}

func read(tx *db.Tx, sc scope.Scope, payoutID string) (w whole, err error) {
	if w.Payout, err = find(tx, sc, payoutID); err != nil {
		return w, err
	}
	c, err := company.Find(tx, sc, w.CompanyID)
	if err != nil {
		return w, err
	}
	w.Company = c.Name
	w.Lines, err = linesOf(tx, sc, payoutID)
	return w, err
}

// post posts a settlement. Its day is today if it has none.
func (s *Service) post(ctx context.Context, sc scope.Scope, p Payout, lines []Line) (whole, error) {
	if err := p.check(sc, lines); err != nil {
		return whole{}, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (whole, error) {
		w := whole{Payout: p, Lines: append([]Line(nil), lines...)} // the transaction may run again
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return w, err
		}
		w.Date = cmp.Or(w.Date, books.Days.Today)
		if err := books.Days.Check("date", w.Date); err != nil {
			return w, err
		}
		w.Date = books.Days.Posting(w.Date)
		c, err := company.Find(tx, sc, p.CompanyID)
		if errs.Is(err, errs.KindNotFound) {
			err = errs.InvalidField("companyId", "must be the id of one of the hotel's companies")
		}
		if err != nil {
			return w, err
		}
		account, err := ledger.AccountFor(tx, sc, p.AccountID, ledger.BankTransfer).Get()
		if err != nil {
			return w, err
		}
		w.ID, w.Status, w.AccountID, w.Company = id.New(), posted, account.ID, c.Name
		w.CreatedBy, w.CreatedByName, w.CreatedAt = sc.User, sc.UserName, tx.Now.UnixMilli()
		if err := receivable.Open(books, sc, c.ID); err != nil {
			return w, err
		}
		if err := w.assign(books, sc, c); err != nil {
			return w, err
		}
		if err := insert(tx, sc, w.Payout, w.Lines); err != nil {
			return w, err
		}
		if err := move(books, sc, w, false); err != nil {
			return w, err
		}
		e := postedEvent.Of(w.ID, w.facts(sc, c, len(w.Lines)))
		e.Touched = touched(w.Lines)
		return w, s.bus.Publish(tx, sc, e)
	})
}

// assign says what each line settles. An invoice may be on several lines.
func (w *whole) assign(books ledger.Locked, sc scope.Scope, c company.Company) error {
	for n := range w.Lines {
		l := &w.Lines[n]
		l.PayoutID, l.Position, l.CompanyID = w.ID, n+1, w.CompanyID
		if l.InvoiceID == "" {
			l.Unapplied = l.Gross
			continue
		}
		i, err := payable(books.Tx(), sc, w.CompanyID, l.InvoiceID, fmt.Sprintf("lines[%d].", n))
		if err != nil {
			return err
		}
		if l.Gross < 0 {
			settled, err := settledOf(books.Tx(), sc, i.ID)
			if err != nil {
				return err
			}
			if -l.Gross > settled {
				return errs.InvalidField(fmt.Sprintf("lines[%d].grossAmount", n), "must not take back more than settlements "+
					"have paid of invoice %s, %s", i.Number, settled.Text(sc.Currency))
			}
		}
		l.InvoiceNumber, l.BookingID, l.Settled = i.Number, i.BookingID, l.Gross
		if err := l.date(books, sc, c, i); err != nil {
			return err
		}
	}
	return nil
}

// date notes when the line gets its invoice, and whether that moves the invoice into table 14 of a locked month: under
// the company's number, if it wasn't under that before.
func (l *Line) date(books ledger.Locked, sc scope.Scope, c company.Company, i invoice.Invoice) error {
	l.AppliedOn = books.Days.Business()
	if c.TCSGSTIN == "" || i.Date > books.Days.Locked {
		return nil
	}
	bookedFor := ""
	if i.BookingID != "" {
		b, err := booking.Find(books.Tx(), sc, i.BookingID).Get()
		if err != nil {
			return err
		}
		if b.CompanyID != nil {
			bookedFor = *b.CompanyID
		}
	}
	before, err := Operators(books.Tx(), sc, map[string]string{i.ID: bookedFor})
	if before[i.ID].GSTIN != c.TCSGSTIN {
		l.Amends = string(i.Date[:len("2026-01")])
	}
	return err
}

// payable finds an invoice that the company may pay: issued, and on no other company's account.
func payable(tx *db.Tx, sc scope.Scope, companyID, invoiceID, at string) (invoice.Invoice, error) {
	i, err := invoice.Find(tx, sc, invoiceID).Get()
	switch {
	case errs.Is(err, errs.KindNotFound):
		return i, errs.InvalidField(at+"invoiceId", "must be the id of one of the hotel's invoices")
	case err != nil:
		return i, err
	case i.Status == invoice.Draft || i.Status == invoice.Void:
		return i, errs.InvalidField(at+"invoiceId", "must be an invoice that is issued, and not void")
	}
	item, err := receivable.ItemOf(tx, sc, invoiceID)
	if err == nil && item != nil && item.CompanyID != companyID {
		err = errs.InvalidField(at+"invoiceId", "must not be on another company's account, as invoice %s is", i.Number)
	}
	return i, err
}

// move posts the payout and settles its invoices, or takes both back.
func move(books ledger.Locked, sc scope.Scope, w whole, back bool) error {
	if err := ledger.Post(books, sc, w.posting(back)); err != nil {
		return err
	}
	c := receivable.Cause{Document: document, ID: w.ID, Number: w.Number, Day: w.Date}
	if back {
		c.Day, c.Note = w.ReversedOn, w.ReversalReason
	}
	return settle(books, sc, c, parts(w.Lines, back), w.Lines)
}

// settle adds the parts to what is paid of their invoices and bookings, and lets the companies' accounts follow.
func settle(books ledger.Locked, sc scope.Scope, c receivable.Cause, list []ledger.Part, lines []Line) error {
	at := map[string]int{}
	for n, l := range lines {
		at[l.InvoiceID] = n
	}
	for _, p := range list {
		if p.InvoiceID == "" {
			continue
		}
		i, err := invoice.Find(books.Tx(), sc, p.InvoiceID).Get()
		if err != nil {
			return err
		}
		if p.Amount > i.Due() {
			return errs.InvalidField(fmt.Sprintf("lines[%d].grossAmount", at[p.InvoiceID]), "must not come to more than "+
				"invoice %s owes, %s: what is more belongs on a line of its own without invoiceId", i.Number,
				i.Due().Text(sc.Currency))
		}
		if _, err := invoice.AddPaid(books, sc, p.InvoiceID, p.Amount).Get(); err != nil {
			return err
		}
		if p.BookingID == "" {
			continue
		}
		if err := booking.Receive(books, sc, p.BookingID, p.Amount, 0); err != nil {
			return err
		}
	}
	return receivable.Follow(books, sc, c, list...)
}

// reverse takes a settlement back, on the business day.
func (s *Service) reverse(ctx context.Context, sc scope.Scope, payoutID, reason string) (whole, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (w whole, err error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return w, err
		}
		if w, err = read(tx, sc, payoutID); err != nil {
			return w, err
		}
		if w.Status == reversed {
			return w, errs.Conflict("Settlement %s is reversed already.", w.Number)
		}
		w.Status, w.ReversedOn, w.ReversalReason, w.ReversedBy = reversed, books.Days.Business(), reason, sc.User
		if err := move(books, sc, w, true); err != nil {
			return w, err
		}
		if err := reverse(tx, sc, w.Payout); err != nil {
			return w, err
		}
		e := reversedEvent.Of(w.ID, w.facts(sc, company.Company{ID: w.CompanyID, Name: w.Company}, len(w.Lines)))
		e.Touched = touched(w.Lines)
		if err := s.bus.Publish(tx, sc, e); err != nil {
			return w, err
		}
		return read(tx, sc, payoutID)
	})
}

// apply gives a line that is for no invoice to one.
func (s *Service) apply(ctx context.Context, sc scope.Scope, payoutID string, position int, invoiceID string) (whole,
	error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (w whole, err error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return w, err
		}
		if w, err = read(tx, sc, payoutID); err != nil {
			return w, err
		}
		if position > len(w.Lines) || w.Lines[position-1].Unapplied == 0 {
			return w, errs.InvalidField("line", "must be the number of a line of this settlement that is unapplied")
		}
		l := &w.Lines[position-1]
		i, err := payable(tx, sc, w.CompanyID, invoiceID, "")
		if err != nil {
			return w, err
		}
		if l.Unapplied > i.Due() {
			return w, errs.InvalidField("invoiceId", "must be an invoice that owes at least what the line is, %s: %s owes %s",
				l.Unapplied.Text(sc.Currency), i.Number, i.Due().Text(sc.Currency))
		}
		taken := ledger.Part{BookingID: w.CompanyID, Amount: -l.Unapplied}
		l.InvoiceID, l.InvoiceNumber, l.BookingID, l.Settled, l.Unapplied = i.ID, i.Number, i.BookingID, l.Unapplied, 0
		c := receivable.Cause{Document: receivable.Applied, ID: w.ID, Number: w.Number, Day: books.Days.Business()}
		operator, err := company.Find(tx, sc, w.CompanyID)
		if err != nil {
			return w, err
		}
		if err := l.date(books, sc, operator, i); err != nil {
			return w, err
		}
		given := ledger.Part{BookingID: l.BookingID, InvoiceID: l.InvoiceID, Amount: l.Settled}
		if err := settle(books, sc, c, []ledger.Part{taken, given}, w.Lines); err != nil {
			return w, err
		}
		if err := give(tx, sc, *l); err != nil {
			return w, err
		}
		e := appliedEvent.Of(w.ID, appliedDetails{w.Number, position, i.ID, i.Number, l.Settled.Number(sc.Currency)})
		e.Touched = touched([]Line{*l})
		return w, s.bus.Publish(tx, sc, e)
	})
}
