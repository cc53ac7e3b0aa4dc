package creditnote

import (
	"context"
	"time"

	"sarai/internal/billing/invoice"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/paper/document"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/record/event"
	"sarai/internal/record/series"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
)

// Service does what can be done with credit notes.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	invoices *invoice.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, invoices *invoice.Service) *Service {
	return &Service{db: d, bus: bus, invoices: invoices}
}

// Create takes back an issued invoice or a part of it.
func (s *Service) Create(ctx context.Context, sc scope.Scope, in CreateBody) (View, error) {
	if err := in.check(); err != nil {
		return View{}, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (View, error) {
		n, err := s.credit(tx, sc, in)
		if err != nil {
			return View{}, err
		}
		return n.view(sc.Currency), nil
	})
}

// credit writes the note that the request asks for, and lets invoice, payments, folio and books follow.
func (s *Service) credit(tx *db.Tx, sc scope.Scope, in CreateBody) (*Note, error) {
	books, err := ledger.Lock(tx, sc)
	if err != nil {
		return nil, err
	}
	i, err := creditable(tx, sc, in.InvoiceID)
	if err != nil {
		return nil, err
	}
	n, err := begin(tx, sc, i, in)
	if err != nil {
		return nil, err
	}
	credited, err := invoice.Credit(books, sc, i, n.taken(), n.Total)
	if err != nil {
		return nil, err
	}
	if n.Number, err = series.Next(tx, sc, series.CreditNote); err != nil {
		return nil, err
	}
	if i.BookingID != "" {
		if err := booking.Credit(books, sc, i.BookingID, n.charges(i), i.ID); err != nil {
			return nil, err
		}
	}
	if err := insert(tx, sc, *n); err != nil {
		return nil, err
	}
	if err := ledger.Post(books, sc, n.posting(i)); err != nil {
		return nil, err
	}
	amounts := func(i invoice.Invoice) map[string]any {
		return map[string]any{"status": i.Status, "amountPaid": i.Paid.Number(sc.Currency),
			"amountCredited": i.Credited.Number(sc.Currency), "balanceDue": i.Due().Number(sc.Currency)}
	}
	return n, s.published(tx, sc, "created", *n, map[string]any{"invoice": map[string]any{"old": amounts(i),
		"new": amounts(credited)}})
}

// creditable reads the invoice with its lines, and makes its booking this transaction's own.
func creditable(tx *db.Tx, sc scope.Scope, invoiceID string) (invoice.Invoice, error) {
	i, err := invoice.Read(tx, sc, invoiceID)
	switch {
	case errs.Is(err, errs.KindNotFound):
		return i, errs.InvalidField("invoiceId", "must be the id of one of the hotel's invoices")
	case err != nil:
		return i, err
	case i.Status == invoice.Draft:
		return i, errs.Conflict("This invoice is a draft: change or delete it instead.")
	case i.Status == invoice.Void:
		return i, errs.Conflict("Invoice %s is void: there is nothing to credit.", i.Number)
	case left(i) == 0:
		return i, errs.Conflict("Nothing is left of invoice %s to credit.", i.Number)
	}
	if i.BookingID != "" {
		_, err = booking.Lock(tx, sc, i.BookingID)
	}
	return i, err
}

// begin is the note without a number.
func begin(tx *db.Tx, sc scope.Scope, i invoice.Invoice, in CreateBody) (*Note, error) {
	n := &Note{ID: id.New(), InvoiceID: i.ID, InvoiceNumber: i.Number, InvoiceDate: i.Date, BookingID: i.BookingID,
		BookingCode: i.BookingCode, GuestID: i.GuestID,
		GuestName: i.GuestName, Buyer: i.Buyer, PlaceOfSupply: i.PlaceOfSupply, Date: sc.Today(tx.Now), Reason: in.Reason,
		CreatedBy: sc.User, CreatedAt: tx.Now.UnixMilli()}
	var err error
	if n.Seller, err = document.Seller(tx, sc); err != nil {
		return nil, err
	}
	amount, field := left(i), "amount"
	shares := everything(i)
	switch {
	case len(in.Lines) > 0:
		field = "lines"
		shares, amount, err = named(i, in.Lines, sc.Currency)
	case in.Amount != nil:
		if amount, err = in.Amount.NotNegative(sc.Currency); err != nil {
			return nil, errs.InvalidField("amount", "%s", err)
		}
		shares = spread(i, amount)
	}
	switch {
	case err != nil:
		return nil, err
	case amount <= 0:
		return nil, errs.InvalidField(field, "must come to more than 0")
	case amount > left(i):
		return nil, errs.InvalidField(field, "must not come to more than what is left of invoice %s (%s)", i.Number,
			left(i).Number(sc.Currency))
	}
	n.write(i, shares, amount)
	return n, nil
}

func (s *Service) get(ctx context.Context, sc scope.Scope, noteID string) (Note, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Note, error) { return Read(tx, sc, noteID) })
}

// listed is one page of a list, without lines, and what all that the filter finds comes to.
type listed struct {
	notes []Note
	sums  sums
}

func (s *Service) list(ctx context.Context, sc scope.Scope, f filter, limit, offset int) (listed, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (l listed, err error) {
		if l.sums, err = sum(tx, sc, f); err != nil {
			return l, err
		}
		l.notes, err = list(tx, sc, f, limit, offset)
		return l, err
	})
}

func paper(tx *db.Tx, sc scope.Scope, n Note) (document.Paper, error) {
	p := document.Paper{Kind: document.CreditNote, Number: n.Number, Date: n.Date, Currency: sc.Currency, Seller: n.Seller,
		Buyer: n.Buyer, PlaceOfSupply: n.PlaceOfSupply,
		OriginalNumber: n.InvoiceNumber, OriginalDate: n.InvoiceDate, Reason: n.Reason, Rounding: n.Rounding, Total: n.Total,
		Created: time.UnixMilli(n.CreatedAt).In(sc.Zone)}
	if n.BookingCode != "" {
		p.Facts = append(p.Facts, document.Fact{Name: "Booking", Value: n.BookingCode})
	}
	for _, l := range n.Lines {
		p.Lines = append(p.Lines, invoice.PaperLine(folio.Charge{Description: l.Description, SAC: l.SAC, Quantity: folio.One,
			UnitPrice: l.Taxable, Applied: l.Applied}))
	}
	var err error
	p.Logo, err = document.LogoOf(tx, sc, n.Seller)
	return p, err
}

// pdf draws the note outside of the transaction that reads it.
func (s *Service) pdf(ctx context.Context, sc scope.Scope, noteID string) (*web.File, error) {
	p, err := db.Read(ctx, s.db, func(tx *db.Tx) (document.Paper, error) {
		n, err := Read(tx, sc, noteID)
		if err != nil {
			return document.Paper{}, err
		}
		return paper(tx, sc, n)
	})
	if err != nil {
		return nil, err
	}
	content, err := p.PDF()
	return &web.File{Name: p.FileName(), Type: "application/pdf", Content: content}, err
}

// send mails the note with its PDF, and says to whom.
func (s *Service) send(ctx context.Context, sc scope.Scope, noteID, email string) (n Note, to string, err error) {
	if email != "" && !contact.Email(email) {
		return n, "", errs.InvalidField("email", "must be an e-mail address such as accounts@rao.example")
	}
	var p document.Paper
	err = s.db.Read(ctx, func(tx *db.Tx) (err error) {
		if n, err = Read(tx, sc, noteID); err != nil {
			return err
		}
		if to, err = s.invoices.Address(tx, sc, email, n.Buyer.Email, n.GuestID); err != nil {
			return err
		}
		p, err = paper(tx, sc, n)
		return err
	})
	if err != nil {
		return n, "", err
	}
	content, err := p.PDF()
	if err != nil {
		return n, "", err
	}
	return n, to, s.db.Write(ctx, func(tx *db.Tx) error {
		m := letter(n, sc.Currency)
		m.To, m.Attachment = to, &mail.Attachment{Name: p.FileName(), Type: "application/pdf", Content: content}
		if err := emailtemplate.Post(tx, sc.Org, m); err != nil {
			return err
		}
		now := tx.Now.UnixMilli()
		n.SentAt = &now
		if err := sent(tx, sc, n.ID); err != nil {
			return err
		}
		return s.published(tx, sc, "sent", n, map[string]any{"to": to})
	})
}

// letter is the note's mail: templates have no type for it.
func letter(n Note, currency string) mail.Message {
	return mail.Message{Subject: "Credit note " + n.Number + " from " + n.Seller.Name,
		Text: "Dear " + n.GuestName + ",\n\nhere is credit note " + n.Number + " over " + n.Total.Text(currency) +
			" on invoice " + n.InvoiceNumber + " of " + n.InvoiceDate.Text() + ".\n" +
			"Reason: " + n.Reason + "\n\nWith kind regards,\n" + n.Seller.Name + "\n"}
}

func (s *Service) published(tx *db.Tx, sc scope.Scope, verb string, n Note, more map[string]any) error {
	details := map[string]any{"number": n.Number, "invoiceId": n.InvoiceID, "invoiceNumber": n.InvoiceNumber,
		"bookingId": n.BookingID, "reason": n.Reason,
		"totalAmount": n.Total.Number(sc.Currency)}
	for key, value := range more {
		details[key] = value
	}
	return s.bus.Publish(tx, sc, event.Event{Action: "credit_note." + verb, ResourceType: "credit_note", ResourceID: n.ID,
		Details: details})
}
