package document

import (
	"slices"
	"strconv"
	"strings"

	"sarai/internal/books/tax"
	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/pdf"
)

// cell is what one column shows of one line: a value, and something smaller below it.
type cell struct{ value, below string }

// column is a column of the table of lines.
type column struct {
	title string
	cells []cell
	sum   string // in the row of totals
	width pdf.Length
	texts bool // aligned left, and wraps; numbers are aligned right
}

// padding is the space at the sides of a cell, rowPadding the one above and below it.
const (
	padding    = 4 * pdf.Point
	rowPadding = 3 * pdf.Point
)

// captionHeight is that of the words above the lines that are outside GST.
const captionHeight = 14 * pdf.Point

// sums are what the lines come to.
type sums struct {
	discount, taxable, total money.Amount
	taxes                    tax.Parts
	outside                  money.Amount // what is outside the general tax, with its own tax
}

func (p Paper) sum() (all sums) {
	for _, l := range p.Lines {
		all.discount += l.Discount
		all.total += l.Total
		if l.Kind == tax.NonGST {
			all.outside += l.Total
			continue
		}
		all.taxable += l.Taxable
		all.taxes = all.taxes.Plus(l.Parts)
	}
	return all
}

// named are the parts of the sum that have a title, which the country gives them.
func (all sums) named() (parts []country.Part) {
	for _, part := range all.taxes {
		if known := packs.Part(part.Code); known.Title != "" {
			parts = append(parts, known)
		}
	}
	return parts
}

// bears reports whether any line bears a tax of these kinds, even one of nothing.
func (p Paper) bears(such func(country.Kind) bool) bool {
	return slices.ContainsFunc(p.Lines, func(l Line) bool { return such(packs.Kind(l.Kind)) })
}

// taxed are the kinds that a value before tax is shown for.
func taxed(k country.Kind) bool { return len(k.Parts) > 0 && k.Code != tax.NonGST }

func general(k country.Kind) bool  { return k.Registered }
func ofHotel(k country.Kind) bool  { return k.Code == tax.Other }
func ownParts(k country.Kind) bool { return k.Code == tax.Other || k.Code == tax.NonGST }
func outside(k country.Kind) bool  { return k.Code == tax.NonGST }

// otherTax is what a tax of the hotel's own is called where there is no room for its name.
func (p Paper) otherTax() string {
	if p.bears(general) {
		return p.say("Other tax")
	}
	return p.say("Tax")
}

// percent writes a rate: 1800 is 18%.
func percent(rate tax.Rate) string { return string(rate.Number()) + "%" }

// columns are those that the lines have something for.
func (p Paper) columns() []column {
	all := p.sum()
	columns := []column{p.textColumn("#", func(i int, _ Line) cell { return cell{value: strconv.Itoa(i + 1)} }),
		p.descriptions()}
	sac := p.textColumn(p.terms().ServiceCode, func(_ int, l Line) cell { return cell{value: l.SAC} })
	if !sac.empty() {
		columns = append(columns, sac)
	}
	if quantity := p.textColumn("Qty", func(_ int, l Line) cell { return cell{value: l.Quantity} }); !quantity.empty() {
		price := p.amountColumn("Unit price", 0, func(l Line) money.Amount { return l.UnitPrice }, noRate)
		price.sum = ""
		columns = append(columns, quantity, price)
	}
	if all.discount != 0 {
		columns = append(columns,
			p.amountColumn("Discount", all.discount, func(l Line) money.Amount { return l.Discount }, noRate))
	}
	if p.bears(taxed) {
		columns = append(columns,
			p.amountColumn("Taxable value", all.taxable, taxableOf, noRate))
	}
	for _, part := range all.named() {
		columns = append(columns, p.partColumn(part.Title, part.Code, all))
	}
	if p.bears(ofHotel) {
		columns = append(columns, p.partColumn(p.otherTax(), country.OwnPart.Code, all))
	}
	return append(columns, p.amountColumn("Amount", all.total, func(l Line) money.Amount { return l.Total }, noRate))
}

// textColumn is a column without a sum.
func (p Paper) textColumn(title string, value func(i int, l Line) cell) column {
	c := column{title: p.say(title)}
	for i, l := range p.Lines {
		c.cells = append(c.cells, value(i, l))
	}
	return c
}

func (p Paper) descriptions() column {
	c := p.textColumn("Description", func(_ int, l Line) cell { return cell{oneLine(l.Description), oneLine(l.Detail)} })
	c.texts, c.sum = true, p.say("Total")
	return c
}

// amountColumn is a column of amounts with their sum, each with the rate of its tax below it. A dash stands for an
// amount of zero without a rate, except in the last column.
func (p Paper) amountColumn(title string, sum money.Amount, amount func(l Line) money.Amount,
	rate func(l Line) string) column {
	c := column{title: p.say(title), sum: sum.Grouped(p.Currency)}
	for _, l := range p.Lines {
		value := amount(l).Grouped(p.Currency)
		if amount(l) == 0 && rate(l) == "" && title != "Amount" {
			value = "–"
		}
		c.cells = append(c.cells, cell{value, rate(l)})
	}
	return c
}

// empty reports whether no line has a value in the column.
func (c column) empty() bool {
	return !slices.ContainsFunc(c.cells, func(one cell) bool { return one.value != "" })
}

// taxableOf is the line's value; none of one that is outside GST.
func taxableOf(l Line) money.Amount {
	if l.Kind == tax.NonGST {
		return 0
	}
	return l.Taxable
}

func noRate(Line) string { return "" }

// partColumn is the column of a part of the taxes, with its rate on each line that bears it. What is outside the
// general tax has its own tax in its price.
func (p Paper) partColumn(title, code string, all sums) column {
	part := func(l Line) (tax.Part, bool) {
		i := slices.IndexFunc(l.Parts, func(part tax.Part) bool { return part.Code == code })
		if i < 0 || l.Kind == tax.NonGST {
			return tax.Part{}, false
		}
		return l.Parts[i], true
	}
	amount := func(l Line) money.Amount {
		one, _ := part(l)
		return one.Amount
	}
	return p.amountColumn(title, all.taxes.Of(code), amount, func(l Line) string {
		one, has := part(l)
		if !has || packs.Kind(l.Kind).Levy {
			return ""
		}
		return string(one.Rate.Number()) + "%"
	})
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// look is how the texts of a table are written.
type look struct{ value, below, head pdf.Style }

func lookOf(size pdf.Length) look {
	return look{value: pdf.Style{Size: size, Color: ink}, below: pdf.Style{Size: size - pdf.Point, Color: gray},
		head: pdf.Style{Size: size - pdf.Point/2, Bold: true, Color: accent}}
}

// fit gives every column of numbers the width that it needs and the description the rest, in the largest letters that
// leave it enough.
func (s *sheet) fit(columns []column) look {
	var l look
	for _, size := range []pdf.Length{8 * pdf.Point, 15 * pdf.Point / 2, 7 * pdf.Point, 13 * pdf.Point / 2, 6 * pdf.Point,
		5 * pdf.Point, 4 * pdf.Point} {
		l = lookOf(size)
		rest := right - left
		for i := range columns {
			c := &columns[i]
			if c.texts {
				continue
			}
			c.width = max(s.d.Width(c.title, l.head), s.d.Width(c.sum, pdf.Style{Size: size, Bold: true}))
			for _, one := range c.cells {
				c.width = max(c.width, s.d.Width(one.value, l.value), s.d.Width(one.below, l.below))
			}
			c.width += 2 * padding
			rest -= c.width
		}
		for i := range columns {
			if columns[i].texts {
				columns[i].width = max(rest, 60*pdf.Point)
			}
		}
		if rest >= 110*pdf.Point {
			return l
		}
	}
	return l
}

// drawTable draws the lines, with the columns' heads on every page that has any.
func (s *sheet) drawTable() {
	if len(s.Lines) == 0 {
		return
	}
	columns := s.columns()
	l := s.fit(columns)
	s.need(60 * pdf.Point)
	s.drawColumnHeads(columns, l)
	for i := range s.Lines {
		height := s.rowHeight(columns, i, l)
		outside := s.Lines[i].Kind == tax.NonGST && (i == 0 || s.Lines[i-1].Kind != tax.NonGST)
		if outside {
			height += captionHeight
		}
		if s.need(height) {
			s.drawColumnHeads(columns, l)
		}
		if outside {
			s.d.Text(left+padding, s.y+10*pdf.Point, s.say("Outside GST"), l.head)
			s.y += captionHeight
			height -= captionHeight
		}
		s.drawRow(columns, i, l)
		s.y += height
		s.d.Rule(left, s.y, right, s.y, pdf.Point/4, pale)
	}
	s.drawSums(columns, l)
}

func (s *sheet) drawColumnHeads(columns []column, l look) {
	height := 18 * pdf.Point
	s.d.Fill(left, s.y, right-left, height, wash)
	x := left
	for _, c := range columns {
		if c.texts {
			s.d.Text(x+padding, s.y+12*pdf.Point, c.title, l.head)
		} else {
			s.d.Right(x+c.width-padding, s.y+12*pdf.Point, c.title, l.head)
		}
		x += c.width
	}
	s.y += height
}

// parts are the lines of text in a cell.
func (s *sheet) parts(c column, one cell, l look) (values, below []string) {
	if !c.texts {
		return []string{one.value}, strings.Fields(one.below)
	}
	return s.d.Wrap(one.value, c.width-2*padding, l.value), s.d.Wrap(one.below, c.width-2*padding, l.below)
}

func (s *sheet) rowHeight(columns []column, row int, l look) (height pdf.Length) {
	for _, c := range columns {
		values, below := s.parts(c, c.cells[row], l)
		height = max(height, pdf.Length(len(values))*lineHeight(l.value)+pdf.Length(len(below))*lineHeight(l.below))
	}
	return height + 2*rowPadding
}

func (s *sheet) drawRow(columns []column, row int, l look) {
	x := left
	for _, c := range columns {
		y := s.y + rowPadding
		draw := func(lines []string, style pdf.Style) {
			for _, line := range lines {
				if c.texts {
					s.d.Text(x+padding, y+style.Size, line, style)
				} else {
					s.d.Right(x+c.width-padding, y+style.Size, line, style)
				}
				y += lineHeight(style)
			}
		}
		values, below := s.parts(c, c.cells[row], l)
		draw(values, l.value)
		draw(below, l.below)
		x += c.width
	}
}

func (s *sheet) drawSums(columns []column, l look) {
	height := 18 * pdf.Point
	if s.need(height) {
		s.drawColumnHeads(columns, l)
	}
	s.d.Rule(left, s.y, right, s.y, pdf.Point, accent)
	style := pdf.Style{Size: l.value.Size, Bold: true, Color: ink}
	x := left
	for _, c := range columns {
		if c.texts {
			s.d.Text(x+padding, s.y+12*pdf.Point, c.sum, style)
		} else {
			s.d.Right(x+c.width-padding, s.y+12*pdf.Point, c.sum, style)
		}
		x += c.width
	}
	s.y += height + 8*pdf.Point
}
