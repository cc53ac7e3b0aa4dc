package invoice

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/paper/document"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
)

// paper is the invoice as it is printed, with the hotel's picture of its day.
func paper(tx *db.Tx, sc scope.Scope, i Invoice) (document.Paper, error) {
	p := document.Paper{Kind: document.Kind(i.Document), Number: i.Number, Date: i.Date, DueDate: i.DueDate,
		Currency: sc.Currency, Seller: i.Seller, Buyer: i.Buyer,
		PlaceOfSupply: i.PlaceOfSupply, Rounding: i.Rounding, Total: i.Total, RoundingRule: i.RoundingRule, Paid: i.Paid,
		Credited: i.Credited, Due: i.Due(),
		Notes: i.Notes, Created: time.UnixMilli(i.CreatedAt).In(sc.Zone)}
	if i.IssuedAt != nil {
		p.Created = time.UnixMilli(*i.IssuedAt).In(sc.Zone)
	}
	p.Stamp = map[string]string{Draft: "DRAFT", Void: "VOID"}[i.Status]
	if i.BookingCode != "" {
		p.Facts = append(p.Facts, document.Fact{Name: "Booking", Value: i.BookingCode})
	}
	if i.GuestName != i.Buyer.Name {
		p.Facts = append(p.Facts, document.Fact{Name: "Guest", Value: i.GuestName})
	}
	if i.PricesIncludeTax && i.Tax() != 0 {
		p.Facts = append(p.Facts, document.Fact{Name: "Unit prices", Value: "include tax"})
	}
	for _, l := range i.Lines {
		p.Lines = append(p.Lines, PaperLine(l.Charge))
	}
	var err error
	p.Logo, err = document.LogoOf(tx, sc, i.Seller)
	return p, err
}

// PaperLine is a charge as it is printed.
func PaperLine(c folio.Charge) document.Line {
	detail := ""
	if c.Kind == folio.Service && c.Day != "" { // a night says it itself
		detail = c.Day.Text()
	}
	quantity, _ := c.Quantity.MarshalJSON()
	return document.Line{Description: c.Description, Detail: detail, SAC: c.SAC, Quantity: string(quantity),
		UnitPrice: c.UnitPrice,
		Discount:  c.Discount, Applied: c.Applied}
}

// pdf draws the invoice outside of the transaction that reads it.
func (s *Service) pdf(ctx context.Context, sc scope.Scope, invoiceID string) (*web.File, error) {
	var p document.Paper
	err := s.db.Read(ctx, func(tx *db.Tx) error {
		i, err := Read(tx, sc, invoiceID)
		if err != nil {
			return err
		}
		p, err = paper(tx, sc, i)
		return err
	})
	if err != nil {
		return nil, err
	}
	content, err := p.PDF()
	return &web.File{Name: p.FileName(), Type: "application/pdf", Content: content}, err
}

// send mails an issued invoice with its PDF, and says to whom.
func (s *Service) send(ctx context.Context, sc scope.Scope, invoiceID, email string) (i Invoice, to string, err error) {
	if email != "" && !contact.Email(email) {
		return i, "", errs.InvalidField("email", "must be an e-mail address such as accounts@rao.example")
	}
	var p document.Paper
	err = s.db.Read(ctx, func(tx *db.Tx) (err error) {
		if i, err = Read(tx, sc, invoiceID); err != nil {
			return err
		}
		if err := i.requireIssued(); err != nil {
			return err
		}
		if to, err = s.Address(tx, sc, email, i.Buyer.Email, i.GuestID); err != nil {
			return err
		}
		p, err = paper(tx, sc, i)
		return err
	})
	if err != nil {
		return i, "", err
	}
	content, err := p.PDF()
	if err != nil {
		return i, "", err
	}
	i, err = s.change(ctx, sc, invoiceID, func(tx *db.Tx, _ ledger.Locked, i *Invoice) error {
		if err := i.requireIssued(); err != nil { // it may have been voided meanwhile
			return err
		}
		m, err := s.letter(tx, sc, *i)
		if err != nil {
			return err
		}
		m.To, m.Attachment = to, &mail.Attachment{Name: p.FileName(), Type: "application/pdf", Content: content}
		if err := emailtemplate.Post(tx, sc.Org, m); err != nil {
			return err
		}
		now := tx.Now.UnixMilli()
		i.SentAt = &now
		if err := save(tx, sc, i, i.Status); err != nil {
			return err
		}
		return s.published(tx, sc, "invoice.updated", i, map[string]any{"change": "sent", "to": to})
	})
	return i, to, err
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

// Address finds the address that a document is sent to: the given one, the buyer's, or that of the guest's record.
func (s *Service) Address(tx *db.Tx, sc scope.Scope, given, buyer, guestID string) (string, error) {
	to := cmp.Or(given, buyer)
	if to == "" && guestID != "" {
		g, err := s.guests.Get(tx, sc, guestID)
		if err != nil && !errs.Is(err, errs.KindNotFound) {
			return "", err
		}
		to = g.Email
	}
	if !contact.Email(to) {
		return "", errs.InvalidField("email", "must be given: neither the buyer nor the guest has an e-mail address")
	}
	return to, nil
}

// letter is the invoice's mail by the organization's template, or a plain one.
func (s *Service) letter(tx *db.Tx, sc scope.Scope, i Invoice) (m mail.Message, err error) {
	values, err := MailValues(tx, sc, i)
	if err != nil {
		return m, err
	}
	var found bool
	m.Subject, m.HTML, m.Text, found, err = emailtemplate.Render(tx, sc.Org, emailtemplate.Invoice, values)
	if err == nil && !found {
		m.Subject = "Invoice " + i.Number + " from " + i.Seller.Name
		m.Text = "Dear " + i.GuestName + ",\n\nhere is invoice " + i.Number + " over " + values["total_amount"] + ".\n\n" +
			i.Seller.Name + "\n"
	}
	return m, err
}

// MailValues are what the invoice says to the keys of an invoice's mail. i was read with its lines.
func MailValues(tx *db.Tx, sc scope.Scope, i Invoice) (map[string]string, error) {
	amount := func(a money.Amount) string { return a.Text(sc.Currency) }
	day := func(d date.Date) string {
		if d == "" {
			return ""
		}
		return d.Text()
	}
	values := map[string]string{"invoice_number": i.Number, "invoice_date": day(i.Date), "due_date": day(i.DueDate),
		"guest_name":  cmp.Or(i.GuestName, i.Buyer.Name),
		"guest_email": i.Buyer.Email, "guest_phone": i.Buyer.Phone, "booking_number": i.BookingCode,
		"room_number": strings.Join(i.rooms(), ", "),
		"subtotal":    amount(i.Taxable), "tax_amount": amount(i.Tax()), "total_amount": amount(i.Total),
		"amount_paid": amount(i.Paid), "balance_due": amount(i.Due())}
	if i.BookingID == "" {
		return values, nil
	}
	b, err := booking.Find(tx, sc, i.BookingID)
	if errs.Is(err, errs.KindNotFound) {
		return values, nil
	}
	if err != nil {
		return nil, err
	}
	values["guest_email"] = cmp.Or(b.GuestEmail, i.Buyer.Email)
	values["check_in_date"], values["check_out_date"] = b.CheckIn.Text(), b.CheckOut.Text()
	return values, nil
}

// rooms are the numbers of the rooms that the invoice bills.
func (i Invoice) rooms() []string {
	var rooms []string
	for _, l := range i.Lines {
		if l.RoomNumber != "" && !slices.Contains(rooms, l.RoomNumber) {
			rooms = append(rooms, l.RoomNumber)
		}
	}
	return rooms
}
