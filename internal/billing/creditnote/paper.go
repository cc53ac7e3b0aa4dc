package creditnote

import (
	"context"
	"time"

	"sarai/internal/billing/buyer"
	"sarai/internal/billing/paperline"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/stay/folio"
)

// paper is the note as it is printed, with the hotel's picture of its day.
func paper(tx *db.Tx, sc scope.Scope, n Note) (document.Paper, error) {
	p := document.Paper{Kind: document.CreditNote, Number: n.Number, Date: n.Date, Country: sc.Country,
		Currency: sc.Currency, Seller: n.Seller, Buyer: n.Buyer, PlaceOfSupply: n.PlaceOfSupply,
		OriginalNumber: n.InvoiceNumber, OriginalDate: n.InvoiceDate, Reason: n.Reason, Rounding: n.Rounding, Total: n.Total,
		Created: time.UnixMilli(n.CreatedAt).In(sc.Zone)}
	if n.BookingCode != "" {
		p.Facts = append(p.Facts, document.Fact{Name: "Booking", Value: n.BookingCode})
	}
	charges := make([]folio.Charge, len(n.Lines))
	for i, l := range n.Lines {
		charges[i] = folio.Charge{Description: l.Description, SAC: l.SAC, Quantity: folio.One, UnitPrice: l.Taxable,
			Applied: l.Applied}
		if n.BookingID == "" && l.Kind == folio.RoomNight { // of a group's invoice
			charges[i].Kind, charges[i].Day, charges[i].RoomNumber = l.Kind, l.Day, l.RoomNumber
		}
	}
	p.Lines = paperline.Together(charges, n.Seller.Language)
	var err error
	p.Logo, err = document.LogoOf(tx, sc, n.Seller)
	return p, err
}

// paper is what a note says on paper.
func (s *Service) paper(ctx context.Context, sc scope.Scope, noteID string) (document.Paper, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (document.Paper, error) {
		n, err := Read(tx, sc, noteID)
		if err != nil {
			return document.Paper{}, err
		}
		return paper(tx, sc, n)
	})
}

// printed is a note, what is printed of it, and the address that it is mailed to.
type printed struct {
	note  Note
	paper document.Paper
	to    string
}

// send mails a note with its PDF to the address, or else to the buyer's or the guest's, and returns which one it was.
func (s *Service) send(ctx context.Context, sc scope.Scope, noteID, email string) (n Note, to string, err error) {
	var bad errs.Fields
	if contact.CheckEmail(&bad, "email", email); len(bad) > 0 {
		return n, "", bad.Err()
	}
	p, err := db.Read(ctx, s.db, func(tx *db.Tx) (p printed, err error) {
		if p.note, err = Read(tx, sc, noteID); err != nil {
			return p, err
		}
		if p.to, err = buyer.MailAddress(tx, sc, s.guests, email, p.note.Buyer.Email, p.note.GuestID); err != nil {
			return p, err
		}
		p.paper, err = paper(tx, sc, p.note)
		return p, err
	})
	if err != nil {
		return n, "", err
	}
	m := letter(p.note, sc.Currency)
	m.To, m.By, m.About, m.Kind = p.to, sc.User, p.note.BookingID, "credit_note"
	if m.Attachment, err = p.paper.Attachment(); err != nil { // drawn outside of transactions
		return n, "", err
	}
	n, err = db.Write(ctx, s.db, func(tx *db.Tx) (Note, error) {
		n, now := p.note, tx.Now.UnixMilli()
		n.SentAt = &now
		if err := emailtemplate.Post(tx, s.outbox, sc.Org, m); err != nil {
			return n, err
		}
		if err := markSent(tx, sc, n); err != nil {
			return n, err
		}
		return n, s.publish(tx, sc, n, sent.Of(n.ID, sentDetails{n.about(sc.Currency), p.to}))
	})
	return n, p.to, err
}

// letter is the note's mail: there are no templates for notes.
func letter(n Note, currency string) mail.Message {
	return mail.Message{Subject: "Credit note " + n.Number + " from " + n.Seller.Name,
		Text: "Dear " + n.GuestName + ",\n\nhere is credit note " + n.Number + " over " + n.Total.Text(currency) +
			" on invoice " + n.InvoiceNumber + " of " + n.InvoiceDate.Text() + ".\n" +
			"Reason: " + n.Reason + "\n\nWith kind regards,\n" + n.Seller.Name + "\n"}
}
