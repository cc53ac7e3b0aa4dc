package invoice

import (
	"context"
	"time"

	"sarai/internal/billing/buyer"
	"sarai/internal/billing/invoice/events"
	"sarai/internal/billing/paperline"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/stay/folio"
)

// paper is the invoice as it is printed, with the hotel's picture of its day.
func paper(tx *db.Tx, sc scope.Scope, i Invoice) (document.Paper, error) {
	p := document.Paper{Kind: document.Kind(i.Document), Number: i.Number, Date: i.Date, DueDate: i.DueDate,
		Country: sc.Country, Currency: sc.Currency, Seller: i.Seller, Buyer: i.Buyer, PlaceOfSupply: i.PlaceOfSupply,
		Facts: i.facts(), Rounding: i.Rounding, Total: i.Total, RoundingRule: i.RoundingRule, Paid: i.Paid,
		Credited: i.Credited,
		Due:      i.Due(), Notes: i.Notes, Created: time.UnixMilli(i.CreatedAt).In(sc.Zone)}
	if i.IssuedAt != nil {
		p.Created = time.UnixMilli(*i.IssuedAt).In(sc.Zone)
	}
	p.Stamp = map[string]string{Draft: "DRAFT", Void: "VOID"}[i.Status]
	charges := make([]folio.Charge, len(i.Lines))
	for n, l := range i.Lines {
		charges[n] = l.charge()
		p.Lines = append(p.Lines, paperline.Of(charges[n], i.Seller.Language))
	}
	if i.GroupID != "" {
		p.Lines = paperline.Together(charges, i.Seller.Language)
	}
	var err error
	p.Logo, err = document.LogoOf(tx, sc, i.Seller)
	return p, err
}

func (i Invoice) facts() (facts []document.Fact) {
	if i.BookingCode != "" {
		facts = append(facts, document.Fact{Name: "Booking", Value: i.BookingCode})
	}
	if i.GuestName != i.Buyer.Name {
		facts = append(facts, document.Fact{Name: "Guest", Value: i.GuestName})
	}
	facts = append(facts, document.Fact{Name: "Shared with", Value: i.Sharers})
	if i.PricesIncludeTax && i.Tax() != 0 {
		facts = append(facts, document.Fact{Name: "Unit prices", Value: i.Seller.Language.Say("include tax")})
	}
	return facts
}

// Paper is what an invoice says on paper.
func (s *Service) Paper(ctx context.Context, sc scope.Scope, invoiceID string) (document.Paper, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (document.Paper, error) {
		i, err := Read(tx, sc, invoiceID)
		if err != nil {
			return document.Paper{}, err
		}
		return paper(tx, sc, i)
	})
}

// printed is an invoice, what is printed of it, and the address that it is mailed to.
type printed struct {
	invoice Invoice
	paper   document.Paper
	to      string
}

// send mails an issued invoice with its PDF to the address, or else to the buyer's or the guest's, and returns which
// one it was.
func (s *Service) send(ctx context.Context, sc scope.Scope, invoiceID, email string) (i Invoice, to string, err error) {
	var bad errs.Fields
	if contact.CheckEmail(&bad, "email", email); len(bad) > 0 {
		return i, "", bad.Err()
	}
	p, err := db.Read(ctx, s.db, func(tx *db.Tx) (p printed, err error) {
		if p.invoice, err = Read(tx, sc, invoiceID); err != nil {
			return p, err
		}
		if err := p.invoice.requireIssued(); err != nil {
			return p, err
		}
		if p.to, err = buyer.MailAddress(tx, sc, s.guests, email, p.invoice.Buyer.Email, p.invoice.GuestID); err != nil {
			return p, err
		}
		p.paper, err = paper(tx, sc, p.invoice)
		return p, err
	})
	if err != nil {
		return i, "", err
	}
	enclosed, err := p.paper.Attachment() // drawn outside of transactions
	if err != nil {
		return i, "", err
	}
	i, err = s.change(ctx, sc, invoiceID, func(books ledger.Locked, i *Invoice) error {
		tx := books.Tx()
		if err := i.requireIssued(); err != nil { // it may have been voided meanwhile
			return err
		}
		m, err := s.letter(tx, sc, *i)
		if err != nil {
			return err
		}
		m.To, m.By, m.Attachment = p.to, sc.User, enclosed
		m.About, m.Kind = i.BookingID, string(emailtemplate.Invoice)
		if err := emailtemplate.Post(tx, s.outbox, sc.Org, m); err != nil {
			return err
		}
		now := tx.Now.UnixMilli()
		i.SentAt = &now
		if err := save(books, sc, i); err != nil {
			return err
		}
		return s.publish(tx, sc, *i, events.Sent.Of(i.ID, events.SentDetails{About: i.about(sc), To: p.to}))
	})
	return i, p.to, err
}

func (i Invoice) requireIssued() error {
	switch i.Status {
	case Draft:
		return errs.Conflict("This invoice is a draft: issue it before you send it.")
	case Void:
		return errs.Conflict("Invoice %s is void.", i.Number)
	}
	return nil
}
