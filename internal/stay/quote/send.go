package quote

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"time"

	"sarai/internal/country/packs"
	"sarai/internal/country/words"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/stay/folio"
)

// paper is the quote as it is printed.
func (q Quote) paper(tx *db.Tx, sc scope.Scope) (p document.Paper, err error) {
	p = document.Paper{Kind: document.Quotation, Number: q.Number, Date: q.Date, DueDate: q.ValidUntil,
		Country: sc.Country, Currency: sc.Currency,
		Buyer: document.Party{Name: q.GuestName, Email: q.GuestEmail, Phone: q.GuestPhone},
		Facts: q.facts(words.Of(sc)), Lines: q.paperLines(sc), Total: q.Sum.Total, Notes: q.Notes,
		Created: time.UnixMilli(q.UpdatedAt).In(sc.Zone)}
	if q.Status == Draft {
		p.Stamp = "DRAFT"
	}
	if p.Seller, err = document.Seller(tx, sc); err != nil {
		return p, err
	}
	p.Logo, err = document.LogoOf(tx, sc, p.Seller)
	if q.Sum.Parts.General(packs.Of(sc.Country)) {
		p.PlaceOfSupply = p.Seller.StateCode
	}
	return p, err
}

func (q Quote) facts(language words.Language) (facts []document.Fact) {
	if q.CheckIn != "" {
		facts = []document.Fact{{Name: "Check-in", Value: language.Weekday(q.CheckIn)},
			{Name: "Check-out", Value: language.Weekday(q.CheckOut)},
			{Name: "Nights", Value: fmt.Sprint(q.nights())}}
	}
	if q.MealPlan != "" {
		facts = append(facts, document.Fact{Name: "Meal plan", Value: q.MealPlan})
	}
	if q.PricesIncludeTax && q.Sum.Tax() != 0 {
		facts = append(facts, document.Fact{Name: "Unit prices", Value: language.Say("include tax")})
	}
	return facts
}

func (q Quote) paperLines(sc scope.Scope) (lines []document.Line) {
	language := words.Of(sc)
	for _, r := range q.Rooms {
		name := r.name()
		if r.RoomID != "" {
			name = language.Say("Room %s", name)
		}
		for _, part := range r.Parts {
			lines = append(lines, document.Line{Description: name, Detail: language.Say("Room-nights"),
				SAC: packs.Of(sc.Country).LodgingCode, Quantity: fmt.Sprint(part.Nights), UnitPrice: r.Rate,
				Applied: part.Applied})
		}
	}
	for _, l := range q.Lines {
		lines = append(lines, document.Line{Description: l.Description, SAC: l.SAC, Quantity: quantity(l.Quantity),
			UnitPrice: l.UnitPrice, Discount: l.Discount, Applied: l.Applied})
	}
	return lines
}

func quantity(q folio.Quantity) string {
	text, _ := q.MarshalJSON()
	return string(text)
}

func (s *Service) pdf(ctx context.Context, sc scope.Scope, quoteID string) (*file.File, error) {
	paper, err := db.Read(ctx, s.db, func(tx *db.Tx) (document.Paper, error) {
		q, err := find(tx, sc, quoteID)
		if err != nil {
			return document.Paper{}, err
		}
		return q.paper(tx, sc)
	})
	if err != nil {
		return nil, err
	}
	content, err := paper.PDF()
	return &file.File{Name: paper.FileName(), Type: "application/pdf", Content: content}, err
}

// outgoing is a quote that is about to be mailed.
type outgoing struct {
	quote Quote
	paper document.Paper // of the quote once it is sent
	to    string
}

// Send mails the quote with its PDF to the address, or with "" to the guest's, and returns the address. The PDF is
// drawn outside of the transaction that sends it.
func (s *Service) Send(ctx context.Context, sc scope.Scope, quoteID, email string) (view View, to string, err error) {
	out, err := db.Read(ctx, s.db, func(tx *db.Tx) (outgoing, error) { return prepare(tx, sc, quoteID, email) })
	if err != nil {
		return view, "", err
	}
	content, err := out.paper.PDF()
	if err != nil {
		return view, "", err
	}
	view, err = s.change(ctx, sc, quoteID, func(tx *db.Tx, q *Quote) error {
		q.UpdatedAt = out.quote.UpdatedAt
		if !reflect.DeepEqual(*q, out.quote) {
			return errs.Conflict("Quote %s was changed at this moment. Look at it and send it again.", q.Number)
		}
		letter, err := q.letter(tx, sc, out.paper.Seller.Name)
		if err != nil {
			return err
		}
		letter.To, letter.By = out.to, sc.User
		letter.Attachment = &mail.Attachment{Name: out.paper.FileName(), Type: "application/pdf", Content: content}
		if err := emailtemplate.Post(tx, s.outbox, sc.Org, letter); err != nil {
			return err
		}
		now := tx.Now.UnixMilli()
		q.Status, q.SentAt = Sent, &now
		return s.bus.Publish(tx, sc, sent.Of(q.ID, sentDetails{q.Number, out.to}))
	})
	return view, out.to, err
}

// prepare reads an open quote, and finds out what to print and whom to mail it to.
func prepare(tx *db.Tx, sc scope.Scope, quoteID, email string) (out outgoing, err error) {
	if out.quote, err = find(tx, sc, quoteID); err != nil {
		return out, err
	}
	if err := out.quote.requireOpen(today(tx, sc)); err != nil {
		return out, err
	}
	if out.to = cmp.Or(email, out.quote.GuestEmail); !contact.Email(out.to) {
		return out, errs.InvalidField("email", "must be an e-mail address such as asha@example.com: the quote has none")
	}
	sent := out.quote
	sent.Status = Sent
	out.paper, err = sent.paper(tx, sc)
	return out, err
}

// letter is the quote's mail by the organization's template, or a plain one.
func (q Quote) letter(tx *db.Tx, sc scope.Scope, hotel string) (m mail.Message, err error) {
	amount := func(a money.Amount) string { return a.Text(sc.Currency) }
	day := func(d date.Date) string {
		if d == "" {
			return ""
		}
		return d.Text()
	}
	nights := ""
	if q.CheckIn != "" {
		nights = fmt.Sprint(q.nights())
	}
	m, found, err := emailtemplate.Render(tx, sc.Org, emailtemplate.Quote, map[string]string{
		"quote_number": q.Number, "quote_date": day(q.Date), "valid_until": day(q.ValidUntil),
		"guest_name": q.GuestName, "guest_email": q.GuestEmail,
		"check_in_date": day(q.CheckIn), "check_out_date": day(q.CheckOut), "nights": nights, "rooms": q.roomNames(),
		"subtotal": amount(q.Sum.Taxable), "tax_amount": amount(q.Sum.Tax()), "total_amount": amount(q.Sum.Total)})
	if err == nil && !found {
		m.Subject = "Quote " + q.Number + " from " + hotel
		m.Text = "Dear " + q.GuestName + ",\n\nhere is our quote " + q.Number + " over " + amount(q.Sum.Total) +
			". It holds until " + day(q.ValidUntil) + ".\n\n" + hotel + "\n"
	}
	return m, err
}
