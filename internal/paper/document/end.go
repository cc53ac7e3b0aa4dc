package document

import (
	"cmp"
	"slices"

	"sarai/internal/books/tax"
	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/pdf"
)

// amountLine is a line of what the paper comes to.
type amountLine struct {
	name   string
	amount money.Amount
	style  pdf.Style
}

// amounts lists how the total comes about, and what is still to be paid.
func (p Paper) amounts() []amountLine {
	all := p.sum()
	plain, total := text, pdf.Style{Size: 11 * pdf.Point, Bold: true, Color: accent}
	var list []amountLine
	add := func(name string, amount money.Amount, style pdf.Style, show bool) {
		if show {
			list = append(list, amountLine{p.say(name), amount, style})
		}
	}
	taxed := p.bears(taxed)
	add("Taxable value", all.taxable, plain, taxed)
	add("Subtotal", all.taxable+all.outside, plain, !taxed && p.Rounding != 0)
	for _, part := range all.named() {
		add(part.Title, all.taxes.Of(part.Code), plain, true)
	}
	add(p.otherTax(), all.taxes.Of(country.OwnPart.Code), plain, p.bears(ofHotel))
	add(p.terms().Outside, all.outside, plain, taxed && p.bears(outside))
	add("Rounding", p.Rounding, plain, p.Rounding != 0)
	name := map[Kind]string{CreditNote: "Total credit", ReceiptVoucher: "Amount received", Receipt: "Amount received",
		RefundVoucher: "Amount refunded"}[p.Kind]
	add(cmp.Or(name, "Total"), p.Total, total, true)
	if p.Kind == TaxInvoice || p.Kind == BillOfSupply {
		add("Paid", -p.Paid, plain, p.Paid != 0)
		add("Credited", -p.Credited, plain, p.Credited != 0)
		add("Balance due", p.Due, strong, p.Stamp == "")
	}
	return list
}

// drawEnd draws the amounts on the right beside the taxes by rate on the left, then the amount in words, the notes and
// the signature.
func (s *sheet) drawEnd() {
	list, rates := s.amounts(), s.rates()
	height := pdf.Length(len(list)) * 17 * pdf.Point
	s.need(max(height, pdf.Length(len(rates)+1)*13*pdf.Point) + 12*pdf.Point)
	end := s.drawRates(rates, s.y)
	s.y = max(end, s.drawAmounts(list, s.y)) + 8*pdf.Point

	s.need(30 * pdf.Point)
	s.d.Text(left, s.y+label.Size, s.say("AMOUNT IN WORDS"), label)
	s.y += 11 * pdf.Point
	s.flow(s.Seller.Language.Amount(s.Total, s.Currency), strong)
	s.y += 8 * pdf.Point
	if s.Notes != "" {
		s.need(30 * pdf.Point)
		s.d.Text(left, s.y+label.Size, s.say("NOTES"), label)
		s.y += 11 * pdf.Point
		s.flow(s.Notes, text)
		s.y += 8 * pdf.Point
	}
	s.drawSmallPrint()
	s.drawSignature()
}

func (s *sheet) drawAmounts(list []amountLine, y pdf.Length) pdf.Length {
	const names = middle + 18*pdf.Point
	for _, a := range list {
		if a.style.Size > text.Size { // the total
			s.d.Fill(names-8*pdf.Point, y, right-names+8*pdf.Point, 20*pdf.Point, wash)
			s.d.Text(names, y+14*pdf.Point, a.name, a.style)
			s.d.Right(right-padding, y+14*pdf.Point, a.amount.Text(s.Currency), a.style)
			y += 23 * pdf.Point
			continue
		}
		s.d.Text(names, y+11*pdf.Point, a.name, pdf.Style{Size: text.Size, Bold: a.style.Bold, Color: gray})
		s.d.Right(right-padding, y+11*pdf.Point, a.amount.Text(s.Currency), a.style)
		y += 15 * pdf.Point
	}
	return y
}

// rate is what the lines with one tax at one rate come to.
type rate struct {
	name    string
	taxable money.Amount
	taxes   tax.Parts
}

// rates are the taxes by rate, in the order of the lines.
func (p Paper) rates() []rate {
	var list []rate
	for _, l := range p.Lines {
		if l.Kind == tax.None || l.Kind == tax.NonGST && l.Rate == 0 {
			continue
		}
		name := p.say(cmp.Or(l.Name, "Tax"))
		if !packs.Kind(l.Kind).Levy {
			name += " " + percent(l.Rate)
		}
		at := slices.IndexFunc(list, func(r rate) bool { return r.name == name })
		if at < 0 {
			list = append(list, rate{name: name})
			at = len(list) - 1
		}
		list[at].taxable += l.Taxable
		list[at].taxes = list[at].taxes.Plus(l.Parts)
	}
	return list
}

// drawRates draws the taxes by rate and returns where they end.
func (s *sheet) drawRates(rates []rate, y pdf.Length) pdf.Length {
	if len(rates) == 0 {
		return y
	}
	columns, parts := []column{{title: s.say("Tax"), texts: true}, {title: s.say("Taxable value")}}, s.sum().named()
	if s.bears(ownParts) {
		parts = append(parts, country.Part{Code: country.OwnPart.Code, Title: s.otherTax()})
	}
	for _, part := range parts {
		columns = append(columns, column{title: part.Title})
	}
	for _, r := range rates {
		values := []string{r.name, r.taxable.Grouped(s.Currency)}
		for _, part := range parts {
			values = append(values, r.taxes.Of(part.Code).Grouped(s.Currency))
		}
		for i, value := range values {
			columns[i].cells = append(columns[i].cells, cell{value: value})
		}
	}
	return s.drawSmallTable(columns, len(rates), y, middle-left-10*pdf.Point)
}

// drawSmallTable draws a table whose lines don't wrap, and returns where it ends.
func (s *sheet) drawSmallTable(columns []column, rows int, y, width pdf.Length) pdf.Length {
	l := lookOf(7 * pdf.Point)
	rest := width
	for i := range columns[1:] {
		c := &columns[i+1]
		c.width = s.d.Width(c.title, l.head)
		for _, one := range c.cells {
			c.width = max(c.width, s.d.Width(one.value, l.value))
		}
		c.width += 2 * padding
		rest -= c.width
	}
	columns[0].width = rest
	for row := -1; row < rows; row++ {
		x := left
		for _, c := range columns {
			value, style := c.title, l.head
			if row >= 0 {
				value, style = c.cells[row].value, l.value
			}
			if c.texts {
				s.d.Text(x, y+9*pdf.Point, s.cut(value, c.width, style), style)
			} else {
				s.d.Right(x+c.width-padding, y+9*pdf.Point, value, style)
			}
			x += c.width
		}
		y += 13 * pdf.Point
		s.d.Rule(left, y, left+width, y, pdf.Point/4, pale)
	}
	return y
}

// drawSmallPrint draws what the law requires or the reader should know.
func (s *sheet) drawSmallPrint() {
	style := pdf.Style{Size: 7 * pdf.Point, Color: gray}
	if s.Kind == BillOfSupply && s.Seller.GSTIN == "" {
		s.flow(s.say(s.terms().Unregistered), style)
	}
	if s.RoundingRule != "" {
		s.flow(s.RoundingRule, style)
	}
	if s.Kind == Quotation {
		s.flow(s.say("This is an offer, not an invoice."), style)
	}
}

// drawSignature draws the place for the signature at the foot of the page.
func (s *sheet) drawSignature() {
	const height = 62 * pdf.Point
	s.need(height)
	y := bottom - height
	const from = middle + 40*pdf.Point
	s.d.Right(right, y+12*pdf.Point, s.cut(s.say("For %s", s.Seller.Name), right-left, strong), strong)
	s.d.Rule(from, y+46*pdf.Point, right, y+46*pdf.Point, pdf.Point/2, gray)
	s.d.Right(right, y+57*pdf.Point, s.say("Authorised signatory"), small)
}
