package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/file"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/pdf"
)

// The edges of what is printed.
const (
	left   = 40 * pdf.Point
	right  = pdf.Width - left
	top    = 40 * pdf.Point
	bottom = pdf.Height - 54*pdf.Point
	middle = 330 * pdf.Point // where the right half of a page begins
)

var (
	ink    = pdf.Color{R: 31, G: 41, B: 51}
	gray   = pdf.Color{R: 97, G: 110, B: 124}
	pale   = pdf.Color{R: 203, G: 210, B: 217}
	accent = pdf.Color{R: 29, G: 78, B: 95}
	wash   = pdf.Color{R: 237, G: 243, B: 245}
	red    = pdf.Color{R: 190, G: 30, B: 30}

	text   = pdf.Style{Size: 9 * pdf.Point, Color: ink}
	strong = pdf.Style{Size: 9 * pdf.Point, Bold: true, Color: ink}
	small  = pdf.Style{Size: 8 * pdf.Point, Color: gray}
	label  = pdf.Style{Size: 7 * pdf.Point, Bold: true, Color: accent}
)

// sheet is a paper that is being drawn: y is where on the page the next thing goes.
type sheet struct {
	Paper
	d *pdf.Document
	y pdf.Length
}

// PDF draws the paper on as many A4 pages as it takes. It costs a few milliseconds of CPU: draw outside of
// transactions.
func (p Paper) PDF() ([]byte, error) {
	p.Lines = apart(p.Lines)
	s := &sheet{Paper: p, d: pdf.New(pdf.Info{Title: strings.TrimSuffix(p.FileName(), ".pdf"), Author: p.Seller.Name,
		Created: p.Created})}
	s.d.AddPage()
	if err := s.drawHead(); err != nil {
		return nil, err
	}
	s.drawParties()
	s.drawReason()
	s.drawTable()
	s.drawEnd()
	s.drawEdges()
	return s.d.Bytes(), nil
}

// apart are the lines with those that are outside GST behind the others.
func apart(lines []Line) []Line {
	inside := func(l Line) bool { return l.Kind != tax.NonGST }
	return slices.Concat(filtered(lines, inside), filtered(lines, func(l Line) bool { return !inside(l) }))
}

func filtered(lines []Line, keep func(Line) bool) []Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l Line) bool { return !keep(l) })
}

// File draws the paper to be downloaded.
func (p Paper) File() (*file.File, error) {
	content, err := p.PDF()
	return &file.File{Name: p.FileName(), Type: "application/pdf", Content: content}, err
}

// Attachment draws the paper to be mailed.
func (p Paper) Attachment() (*mail.Attachment, error) {
	content, err := p.PDF()
	return &mail.Attachment{Name: p.FileName(), Type: "application/pdf", Content: content}, err
}

// lineHeight is the distance from one line of text to the next.
func lineHeight(s pdf.Style) pdf.Length { return s.Size * 138 / 100 }

// write draws text in lines of at most this width from y on, and returns where the next line would be. It doesn't turn
// the page.
func (s *sheet) write(x, y, width pdf.Length, content string, style pdf.Style) pdf.Length {
	for _, line := range s.d.Wrap(content, width, style) {
		s.d.Text(x, y+style.Size, line, style)
		y += lineHeight(style)
	}
	return y
}

// cut is as much of the text as fits on one line of this width.
func (s *sheet) cut(content string, width pdf.Length, style pdf.Style) string {
	for _, line := range s.d.Wrap(content, width, style) {
		return line
	}
	return ""
}

// flow is write over the full width, going on with the next page where this one ends.
func (s *sheet) flow(content string, style pdf.Style) {
	for _, line := range s.d.Wrap(content, right-left, style) {
		s.need(lineHeight(style))
		s.d.Text(left, s.y+style.Size, line, style)
		s.y += lineHeight(style)
	}
}

// need begins a new page, and reports so, unless the page has this much room left.
func (s *sheet) need(height pdf.Length) bool {
	if s.y+height <= bottom {
		return false
	}
	s.d.AddPage()
	s.y = top
	s.d.Text(left, s.y+small.Size, s.say("%s, continued", strings.TrimSpace(s.say(s.Title())+" "+s.Number)), small)
	s.d.Right(right, s.y+small.Size, s.cut(s.Seller.Name, right-middle, small), small)
	s.y += 20 * pdf.Point
	return true
}

// drawHead draws who the seller is on the left and what the paper is on the right.
func (s *sheet) drawHead() error {
	y := top
	if s.Logo != nil {
		height, err := s.drawLogo(left, y)
		if err != nil {
			return err
		}
		y += height + 8*pdf.Point
	}
	width := middle - left - 20*pdf.Point
	y = s.write(left, y, width, s.Seller.Name, pdf.Style{Size: 14 * pdf.Point, Bold: true, Color: ink})
	for _, line := range s.Seller.lines() {
		y = s.write(left, y, width, line, small)
	}
	for _, f := range s.taxFacts(s.Seller) {
		if f.Value != "" {
			y = s.write(left, y+pdf.Point, width, s.say(f.Name)+" "+f.Value,
				pdf.Style{Size: small.Size, Bold: true, Color: ink})
		}
	}

	s.drawTitle(20*pdf.Point, right-left-width)
	s.y = max(y, s.drawFacts(top+32*pdf.Point)) + 10*pdf.Point
	return nil
}

// drawTitle draws what the paper is called at the right of the top, in letters of at most this size that fit the width.
func (s *sheet) drawTitle(size, width pdf.Length) {
	title, style := s.say(s.Title()), pdf.Style{Size: size, Bold: true, Color: accent}
	for s.d.Width(title, style) > width && style.Size > text.Size {
		style.Size -= pdf.Point
	}
	s.d.Right(right, top+size, title, style)
}

// drawLogo draws the logo within 140 by 60 points and returns its height.
func (s *sheet) drawLogo(x, y pdf.Length) (pdf.Length, error) {
	width, height, err := fitted(s.Logo.Content, 140*pdf.Point, 60*pdf.Point)
	if err != nil {
		return 0, fmt.Errorf("the logo: %w", err)
	}
	return height, s.d.Picture(x, y, width, height, s.Logo.Content)
}

// fitted is the size of the picture that fills one of the lengths and exceeds none.
func fitted(picture []byte, mostWidth, mostHeight pdf.Length) (width, height pdf.Length, err error) {
	across, down, err := pdf.Size(picture)
	if err != nil {
		return 0, 0, err
	}
	width, height = mostWidth, mostWidth*pdf.Length(down)/pdf.Length(across)
	if height > mostHeight {
		width, height = mostHeight*pdf.Length(across)/pdf.Length(down), mostHeight
	}
	return width, height, nil
}

// numberNames are the names of a paper's number.
var numberNames = map[Kind]string{TaxInvoice: "Invoice no.", BillOfSupply: "Bill no.", CreditNote: "Credit note no.",
	ReceiptVoucher: "Voucher no.", RefundVoucher: "Voucher no.", Receipt: "Receipt no.", Quotation: "Quotation no."}

// drawFacts draws the named values below the title, and returns where they end.
func (s *sheet) drawFacts(y pdf.Length) pdf.Length {
	const names = middle + 18*pdf.Point
	const values = names + 82*pdf.Point
	for _, f := range s.facts() {
		s.d.Text(names, y+small.Size, s.cut(s.say(f.Name), values-names, small), small)
		style := pdf.Style{Size: 8 * pdf.Point, Bold: true, Color: ink}
		y = s.write(values, y, right-values, f.Value, style)
		y += pdf.Point
	}
	return y
}

// facts are the values that a paper of its kind must show, and the issuer's own.
func (s *sheet) facts() []Fact {
	all := []Fact{{numberNames[s.Kind], cmp.Or(s.Number, s.say("(draft)"))}, {"Date", s.day(s.Date)}}
	due := "Due date"
	if s.Kind == Quotation {
		due = "Valid until"
	}
	all = append(all, Fact{due, s.day(s.DueDate)})
	if s.OriginalNumber != "" {
		original := map[Kind]string{RefundVoucher: "Receipt voucher"}[s.Kind]
		all = append(all, Fact{cmp.Or(original, "Original invoice"), s.original()})
	}
	if name := s.terms().PlaceOf; s.PlaceOfSupply != "" && name != "" {
		all = append(all, Fact{name, strings.TrimSpace(s.say(s.country().States.Name(s.PlaceOfSupply)) + " (" +
			s.PlaceOfSupply + ")")})
	}
	if s.Kind != Quotation && s.Kind != Receipt && s.Seller.GSTIN != "" && s.terms().Reverse {
		all = append(all, Fact{"Reverse charge", s.say("No")})
	}
	all = append(all, s.Facts...)
	shown := all[:0]
	for _, f := range all {
		if f.Value != "" {
			shown = append(shown, f)
		}
	}
	return shown
}

// original names the document that this one is about.
func (s *sheet) original() string {
	if s.OriginalDate == "" {
		return s.OriginalNumber
	}
	return s.say("%s of %s", s.OriginalNumber, s.day(s.OriginalDate))
}

func (s *sheet) day(d date.Date) string { return s.Seller.Language.Day(d) }

// lines are a party's address, phone and e-mail.
func (p Party) lines() []string {
	a := p.Address
	place := strings.TrimSpace(strings.Trim(a.City+", "+a.State, ", ") + " " + a.Pincode)
	var lines []string
	for _, line := range []string{a.Line1, a.Line2, place, a.Country, strings.Trim(p.Phone+"  ·  "+p.Email, " ·")} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// drawParties draws who buys, pays, or gets money back.
func (s *sheet) drawParties() {
	s.d.Rule(left, s.y, right, s.y, pdf.Point/2, pale)
	s.y += 8 * pdf.Point
	name := map[Kind]string{ReceiptVoucher: "RECEIVED FROM", Receipt: "RECEIVED FROM", RefundVoucher: "REFUNDED TO",
		Quotation: "QUOTED TO", CreditNote: "CREDITED TO"}[s.Kind]
	s.d.Text(left, s.y+label.Size, s.say(cmp.Or(name, "BILLED TO")), label)
	s.y += 11 * pdf.Point

	width := middle - left - 20*pdf.Point
	y := s.write(left, s.y, width, s.Buyer.Name, pdf.Style{Size: 10 * pdf.Point, Bold: true, Color: ink})
	for _, line := range s.Buyer.lines() {
		y = s.write(left, y, width, line, small)
	}
	tax := s.y
	const column = middle + 18*pdf.Point
	for _, f := range s.taxFacts(s.Buyer) {
		if f.Value != "" && s.Kind != Quotation {
			s.d.Text(column, tax+small.Size, s.say(f.Name), small)
			tax = s.write(column+82*pdf.Point, tax, right-column-82*pdf.Point, f.Value,
				pdf.Style{Size: small.Size, Bold: true, Color: ink}) + pdf.Point
		}
	}
	s.y = max(y, tax) + 10*pdf.Point
}

// taxFacts are the party's numbers and its state.
func (p Paper) taxFacts(of Party) []Fact {
	return []Fact{{p.country().TaxNumber.Title, of.GSTIN}, {"PAN", of.PAN}, {"State", p.stateText(of)}}
}

// stateText is the party's state with its code; "" without a code.
func (p Paper) stateText(of Party) string {
	if of.StateCode == "" {
		return ""
	}
	return strings.TrimSpace(cmp.Or(p.say(p.country().States.Name(of.StateCode)), of.State) + " (" + of.StateCode + ")")
}

func (s *sheet) drawReason() {
	if s.Reason == "" {
		return
	}
	s.flow(s.say("Reason: %s", s.Reason), text)
	s.y += 6 * pdf.Point
}

// drawEdges draws the foot of every page, which counts the pages, and the stamp.
func (s *sheet) drawEdges() {
	owner := s.Seller.Name
	if s.Seller.GSTIN != "" {
		owner += "  ·  " + s.country().TaxNumber.Title + " " + s.Seller.GSTIN
	}
	style := pdf.Style{Size: 7 * pdf.Point, Color: gray}
	const y = pdf.Height - 34*pdf.Point
	for i := range s.d.Pages() {
		s.d.Turn(i)
		s.d.Rule(left, y-12*pdf.Point, right, y-12*pdf.Point, pdf.Point/2, pale)
		s.d.Text(left, y, s.cut(owner, right-left-80*pdf.Point, style), style)
		s.d.Right(right, y, s.say("Page %d of %d", i+1, s.d.Pages()), style)
		if s.Stamp != "" {
			s.d.Stamp(s.say(s.Stamp), pdf.Style{Size: 110 * pdf.Point, Bold: true, Color: red})
		}
	}
}
