package document

import (
	"fmt"
	"strings"
	"time"

	"sarai/internal/kit/file"
	"sarai/internal/kit/pdf"
)

// CardField is a named value of a card, over a line on which it can be written by hand where it is empty.
type CardField struct {
	Name, Value string
	Sixths      int // of the page's width
}

// CardSection is a heading with fields, which fill rows of six sixths each.
type CardSection struct {
	Name   string
	Fields []CardField
}

// Card is a registration card: one page for a guest to fill in and sign. What is too long for its place is cut.
type Card struct {
	Number    string // the booking's code
	Serial    string // the card's own number; "" for one that has none
	Seller    Party
	Logo      *Logo
	Printed   string // when it was drawn up, in the hotel's time
	Sections  []CardSection
	Terms     string
	Signature []byte // a PNG as kit/picture makes it; nil: to be signed by hand
	SignedOn  string // "" for a card that isn't signed
	Created   time.Time
}

// mostLines of a field's value are drawn.
const mostLines = 2

// File draws the card. It costs a few milliseconds of CPU: draw outside of transactions.
func (c Card) File() (*file.File, error) {
	paper := Paper{Kind: RegistrationCard, Number: c.Number, Seller: c.Seller, Logo: c.Logo}
	s := &sheet{Paper: paper, d: pdf.New(pdf.Info{Title: strings.TrimSuffix(paper.FileName(), ".pdf"),
		Author: c.Seller.Name, Created: c.Created})}
	s.d.AddPage()
	if err := s.drawCardHead(c); err != nil {
		return nil, err
	}
	for _, section := range c.Sections {
		s.drawSection(section)
	}
	if err := s.drawCardEnd(c); err != nil {
		return nil, err
	}
	s.drawEdges()
	return &file.File{Name: paper.FileName(), Type: "application/pdf", Content: s.d.Bytes()}, nil
}

// drawCardHead draws the hotel on the left and the booking on the right.
func (s *sheet) drawCardHead(c Card) error {
	s.y = top
	if s.Logo != nil {
		height, err := s.drawLogo(left, s.y)
		if err != nil {
			return err
		}
		s.y += height + 6*pdf.Point
	}
	name := pdf.Style{Size: 14 * pdf.Point, Bold: true, Color: ink}
	s.d.Text(left, s.y+name.Size, s.cut(c.Seller.Name, middle-left, name), name)
	s.y += lineHeight(name)
	s.y = s.most(left, s.y, middle-left, strings.Join(c.Seller.lines(), " · "), small, 2)
	s.drawTitle(18*pdf.Point, right-middle)
	s.d.Right(right, top+36*pdf.Point, s.say("Booking %s", c.Number), strong)
	s.d.Right(right, top+48*pdf.Point, s.say("Printed %s", c.Printed), small)
	end := top + 52*pdf.Point
	if c.Serial != "" {
		s.d.Right(right, top+60*pdf.Point, s.say("Card %s", c.Serial), small)
		end += 12 * pdf.Point
	}
	s.y = max(s.y, end) + 8*pdf.Point
	return nil
}

// most is write for at most so many lines; what is cut off ends in an ellipsis.
func (s *sheet) most(x, y, width pdf.Length, content string, style pdf.Style, lines int) pdf.Length {
	for i, line := range s.d.Wrap(content, width, style) {
		if i == lines {
			s.d.Text(x+width, y-lineHeight(style)+style.Size, "…", style)
			break
		}
		s.d.Text(x, y+style.Size, line, style)
		y += lineHeight(style)
	}
	return y
}

// drawSection draws the heading and the rows of fields.
func (s *sheet) drawSection(section CardSection) {
	s.d.Fill(left, s.y, right-left, 15*pdf.Point, wash)
	s.d.Text(left+padding, s.y+11*pdf.Point, s.say(section.Name), label)
	s.y += 19 * pdf.Point
	sixths, start := 0, 0
	for i, f := range section.Fields {
		if sixths+f.Sixths > 6 {
			s.drawFields(section.Fields[start:i])
			sixths, start = 0, i
		}
		sixths += f.Sixths
	}
	s.drawFields(section.Fields[start:])
	s.y += 5 * pdf.Point
}

// drawFields draws one row of fields, each over its line.
func (s *sheet) drawFields(fields []CardField) {
	const gap = 8 * pdf.Point
	unit := (right - left + gap) / 6
	x, end := left, s.y+24*pdf.Point
	for _, f := range fields {
		width := unit*pdf.Length(f.Sixths) - gap
		s.d.Text(x, s.y+7*pdf.Point, s.say(f.Name), pdf.Style{Size: 7 * pdf.Point, Color: gray})
		end = max(end, s.most(x, s.y+9*pdf.Point, width-8*pdf.Point, f.Value, text, mostLines)+2*pdf.Point)
		x += unit * pdf.Length(f.Sixths)
	}
	x = left
	for _, f := range fields {
		s.d.Rule(x, end, x+unit*pdf.Length(f.Sixths)-gap, end, pdf.Point/2, pale)
		x += unit * pdf.Length(f.Sixths)
	}
	s.y = end + 4*pdf.Point
}

// drawCardEnd draws the terms, and the places for the signatures at the foot of the page.
func (s *sheet) drawCardEnd(c Card) error {
	s.y = s.most(left, s.y, right-left, c.Terms, small, 6)
	const y = bottom - 12*pdf.Point
	for _, place := range []struct {
		from, to pdf.Length
		name     string
	}{{left, left + 220*pdf.Point, "Signature of the guest"}, {left + 240*pdf.Point, left + 320*pdf.Point, "Date"},
		{left + 340*pdf.Point, right, "For the hotel"}} {
		s.d.Rule(place.from, y, place.to, y, pdf.Point/2, gray)
		s.d.Text(place.from, y+10*pdf.Point, s.say(place.name), small)
	}
	s.d.Text(left+240*pdf.Point, y-4*pdf.Point, c.SignedOn, text)
	if c.Signature == nil {
		return nil
	}
	width, height, err := fitted(c.Signature, 200*pdf.Point, 48*pdf.Point)
	if err != nil {
		return fmt.Errorf("the signature: %w", err)
	}
	return s.d.Picture(left, y-height, width, height, c.Signature)
}
