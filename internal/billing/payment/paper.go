package payment

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"sarai/internal/billing/invoice"
	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/country/words"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/stay/booking"
)

// printed is a movement's paper, with what the mail about it says.
type printed struct {
	movement ledger.Movement
	paper    document.Paper
	values   map[string]string // of the mail's template
}

// paper makes the paper from what is known now of the hotel, and of what the money is for.
func (s *Service) paper(ctx context.Context, sc scope.Scope, paymentID string) (printed, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (printed, error) {
		m, err := ledger.Get(tx, sc, paymentID)
		if err != nil {
			return printed{}, err
		}
		p := printed{movement: m}
		return p, p.read(tx, sc)
	})
}

func (p *printed) read(tx *db.Tx, sc scope.Scope) error {
	m := p.movement
	rules, err := tax.Load(tx, sc).Get()
	if err != nil {
		return err
	}
	seller, err := document.Seller(tx, sc)
	if err != nil {
		return err
	}
	p.paper = document.Paper{Kind: kindOf(m, rules), Number: m.Number, Date: businessday.Of(sc, m.ReceivedAt),
		Country: sc.Country, Currency: sc.Currency, Seller: seller, Buyer: document.Party{Name: m.Payer, Email: m.PayerEmail},
		Total: m.Amount, Notes: m.Notes, Created: time.UnixMilli(m.CreatedAt).In(sc.Zone)}
	if m.Status == ledger.Void {
		p.paper.Stamp = "VOID"
	}
	if p.paper.Logo, err = document.LogoOf(tx, sc, seller); err != nil {
		return err
	}
	if m.Kind == ledger.Refund {
		if err := p.cite(tx, sc); err != nil {
			return err
		}
	}
	by, err := partsOf(tx, sc, []ledger.Movement{m})
	if err != nil {
		return err
	}
	return p.explain(tx, sc, rules, by[m.ID])
}

// kindOf is what the paper is: a GST voucher for a refund, and for an advance if the hotel is registered; otherwise a
// receipt.
func kindOf(m ledger.Movement, rules *tax.Rules) document.Kind {
	switch {
	case m.Kind == ledger.Refund:
		return document.RefundVoucher
	case m.Advance > 0 && rules.Registered():
		return document.ReceiptVoucher
	}
	return document.Receipt
}

// cite names the receipt of the payment that was refunded.
func (p *printed) cite(tx *db.Tx, sc scope.Scope) error {
	original, err := ledger.Get(tx, sc, p.movement.RefundOf)
	if err != nil {
		return err
	}
	p.paper.OriginalNumber, p.paper.OriginalDate = original.Number, businessday.Of(sc, original.ReceivedAt)
	p.paper.Reason, p.paper.Notes = p.movement.Notes, ""
	return nil
}

// explain says what the money is for: an advance with its value and tax (rules 50 and 51), the rest by its invoices.
func (p *printed) explain(tx *db.Tx, sc scope.Scope, rules *tax.Rules, parts []Part) error {
	m, language := p.movement, p.paper.Seller.Language
	p.values = map[string]string{"payment_number": m.Number, "payment_date": p.paper.Date.Text(),
		"payment_method": m.Method.Text(), "amount": m.Amount.Text(sc.Currency),
		"guest_name": m.Payer, "guest_email": m.PayerEmail}
	p.paper.Facts = append(p.paper.Facts, document.Fact{Name: "Method", Value: language.Say(m.Method.Text())})
	if m.Reference != "" {
		p.paper.Facts = append(p.paper.Facts, document.Fact{Name: "Reference", Value: m.Reference})
	}
	b, err := p.bookingOf(tx, sc, parts)
	if err != nil {
		return err
	}
	if b != nil {
		p.paper.Facts = append(p.paper.Facts, document.Fact{Name: "Booking", Value: b.Code},
			document.Fact{Name: "Stay", Value: language.Weekday(b.CheckIn) + " – " +
				language.Weekday(b.CheckOut)})
		p.values["booking_number"], p.values["total_amount"] = b.Code, b.Gross().Text(sc.Currency)
		p.values["balance_due"] = b.BalanceDue().Text(sc.Currency)
	}
	if err := p.invoiceValues(tx, sc, parts); err != nil {
		return err
	}
	if m.Advance > 0 {
		p.paper.Lines = advanceLines(rules, b, m, language)
		if rules.Registered() {
			p.paper.PlaceOfSupply = rules.State()
		}
	}
	if rest := m.Amount - m.Advance; rest > 0 {
		p.paper.Lines = append(p.paper.Lines, document.Line{Description: invoices(parts, language),
			Applied: tax.Applied{Taxable: rest, Total: rest}})
	}
	return nil
}

// bookingOf is the booking that the movement was recorded for, or else the first that a part is for; nil without any.
func (p *printed) bookingOf(tx *db.Tx, sc scope.Scope, parts []Part) (*booking.Booking, error) {
	bookingID := p.movement.BookingID
	for _, part := range parts {
		bookingID = cmp.Or(bookingID, part.BookingID)
	}
	if bookingID == "" {
		return nil, nil
	}
	b, err := booking.Find(tx, sc, bookingID).Get()
	if errs.Is(err, errs.KindNotFound) { // a void payment doesn't keep its booking from being deleted
		return nil, nil
	}
	return b, err
}

// invoiceValues gives the mail the sums of the first invoice if there is no booking whose sums it could tell.
func (p *printed) invoiceValues(tx *db.Tx, sc scope.Scope, parts []Part) error {
	if p.values["booking_number"] != "" {
		return nil
	}
	for _, part := range parts {
		if part.InvoiceID == "" {
			continue
		}
		i, err := invoice.Find(tx, sc, part.InvoiceID).Get()
		p.values["total_amount"], p.values["balance_due"] = i.Total.Text(sc.Currency), i.Due().Text(sc.Currency)
		return err
	}
	return nil
}

// invoices says which invoices the parts are for.
func invoices(parts []Part, language words.Language) string {
	var names []string
	for _, part := range parts {
		if part.InvoiceNumber != "" {
			names = append(names, part.InvoiceNumber)
		}
	}
	switch len(names) {
	case 0:
		return language.Say("For invoices")
	case 1:
		return language.Say("For invoice %s", names[0])
	}
	return language.Say("For invoices %s", strings.Join(names, ", "))
}

// advanceLines has one line for each rate of tax. The advance is shared among the nights by their prices, and each
// share includes the tax of its night.
func advanceLines(rules *tax.Rules, b *booking.Booking, m ledger.Movement, language words.Language) []document.Line {
	if b == nil {
		return []document.Line{{Description: language.Say("Paid in advance"),
			Applied: tax.Applied{Taxable: m.Advance, Total: m.Advance}}}
	}
	lineOf := func(applied tax.Applied) document.Line {
		return document.Line{Description: language.Say("Advance for lodging, booking %s", b.Code),
			SAC: rules.LodgingCode(), Applied: applied}
	}
	nights := b.Rooms.Nights()
	weights := make([]int64, len(nights))
	for i, n := range nights {
		weights[i] = int64(n.Price)
	}
	var lines []document.Line
	for i, share := range m.Advance.Apportion(weights) {
		priced := rules.Night(nights[i].Day, nights[i].Price, b.PricesIncludeTax)
		applied := tax.Inclusive(priced.Kind, priced.Rate, share)
		applied.Name = priced.Name
		i := slices.IndexFunc(lines, func(l document.Line) bool { return l.Rate == applied.Rate })
		if i < 0 {
			lines = append(lines, lineOf(applied))
		} else {
			lines[i].Applied = lines[i].Plus(applied)
		}
	}
	if lines == nil {
		lines = append(lines, lineOf(rules.Lodging(m.Date, m.Advance, m.Advance, true)))
	}
	return lines
}
