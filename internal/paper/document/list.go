package document

import (
	"cmp"
	"strings"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/file"
	"sarai/internal/kit/pdf"
)

// ListColumn is a column of a List.
type ListColumn struct {
	Title  string
	Share  int  // of the page's width, as part of all shares
	Number bool // aligned right, on one line
	Tick   bool // an empty box to be ticked, whatever the cell says
}

// ListGroup are the rows below a heading, each with a text for every column; what follows the first line of a text is
// smaller.
type ListGroup struct {
	Name string // "": no heading
	Rows [][]string
}

// List is a table on as many A4 pages as it takes, for the staff or for who is named in To.
type List struct {
	Kind    Kind
	Number  string // "": it has none
	Date    date.Date
	Seller  Party
	To      *Party // nil: it is for the staff
	Summary string // what it comes to: "12 bookings, 27 guests"
	Columns []ListColumn
	Groups  []ListGroup
	Notes   string // below the table
	Printed string // when it was read, in the hotel's time; "": it is kept as it was
	Created time.Time
}

// tickSide is the side of a box that is to be ticked.
const tickSide = 11 * pdf.Point

// File draws the list. It costs a few milliseconds of CPU a page: draw outside of transactions.
func (l List) File() (*file.File, error) { return Bind(l.Kind, l) }

// Bind draws the lists one after another, each on pages of its own, as a file that is called by kind and the first
// list's date. It costs a few milliseconds of CPU a page: draw outside of transactions.
func Bind(kind Kind, lists ...List) (*file.File, error) {
	first := lists[0]
	paper := Paper{Kind: kind, Number: cmp.Or(first.Number, string(first.Date)), Seller: first.Seller}
	s := &sheet{Paper: paper, d: pdf.New(pdf.Info{Title: strings.TrimSuffix(paper.FileName(), ".pdf"),
		Author: first.Seller.Name, Created: first.Created})}
	for _, l := range lists {
		s.d.AddPage()
		s.drawListHead(l)
		s.drawList(l)
		if l.Notes != "" {
			s.y += 10 * pdf.Point
			s.flow(l.Notes, text)
		}
	}
	s.drawEdges()
	return &file.File{Name: paper.FileName(), Type: "application/pdf", Content: s.d.Bytes()}, nil
}

func (s *sheet) drawListHead(l List) {
	title := pdf.Style{Size: 16 * pdf.Point, Bold: true, Color: accent}
	name := strings.TrimSpace(s.say(titles[l.Kind]) + " " + l.Number)
	s.d.Text(left, top+title.Size, name+", "+s.Seller.Language.Weekday(l.Date), title)
	s.y = top + 24*pdf.Point
	s.d.Text(left, s.y+text.Size, s.cut(l.Seller.Name, right-middle, strong), strong)
	if l.Printed != "" {
		s.d.Right(right, s.y+text.Size, s.say("Printed %s", l.Printed), small)
	}
	s.y += 14 * pdf.Point
	if l.To != nil {
		s.drawLetterHead(l)
	}
	s.d.Text(left, s.y+text.Size, l.Summary, text)
	s.y += 20 * pdf.Point
}

// drawLetterHead draws the addresses of who writes, on the left, and of who is written to.
func (s *sheet) drawLetterHead(l List) {
	own, theirs := s.y, s.y
	width := middle - left - 20*pdf.Point
	for _, line := range l.Seller.lines() {
		own = s.write(left, own, width, line, small)
	}
	theirs = s.write(middle, theirs-14*pdf.Point, right-middle, l.To.Name, strong)
	for _, line := range l.To.lines() {
		theirs = s.write(middle, theirs, right-middle, line, small)
	}
	for _, p := range []struct {
		x     pdf.Length
		y     *pdf.Length
		party Party
	}{{left, &own, l.Seller}, {middle, &theirs, *l.To}} {
		if p.party.GSTIN != "" {
			*p.y = s.write(p.x, *p.y, width, "GSTIN "+p.party.GSTIN, small)
		}
	}
	s.y = max(own, theirs) + 10*pdf.Point
}

// drawList draws the groups, with the columns' heads on every page.
func (s *sheet) drawList(l List) {
	columns, look := l.columns(), lookOf(8*pdf.Point)
	s.drawColumnHeads(columns, look)
	row := 0
	for _, g := range l.Groups {
		if g.Name != "" {
			if s.need(44 * pdf.Point) { // with a row below it
				s.drawColumnHeads(columns, look)
			}
			s.d.Text(left+padding, s.y+13*pdf.Point, s.cut(g.Name, right-left, strong), strong)
			s.y += 18 * pdf.Point
		}
		for range g.Rows {
			height := max(s.rowHeight(columns, row, look), tickSide+2*rowPadding)
			if s.need(height) {
				s.drawColumnHeads(columns, look)
			}
			s.drawRow(columns, row, look)
			s.drawTicks(l.Columns, columns)
			s.y += height
			s.d.Rule(left, s.y, right, s.y, pdf.Point/4, pale)
			row++
		}
	}
}

// columns are the list's columns as tables have them, with the cells of all groups.
func (l List) columns() []column {
	shares := 0
	for _, c := range l.Columns {
		shares += c.Share
	}
	columns := make([]column, len(l.Columns))
	for i, c := range l.Columns {
		columns[i] = column{title: l.Seller.Language.Say(c.Title), texts: !c.Number,
			width: (right - left) * pdf.Length(c.Share) / pdf.Length(shares)}
		for _, g := range l.Groups {
			for _, row := range g.Rows {
				value, below, _ := strings.Cut(row[i], "\n")
				if c.Tick {
					value, below = "", ""
				}
				columns[i].cells = append(columns[i].cells, cell{value, below})
			}
		}
	}
	return columns
}

// drawTicks draws the boxes of the row that begins at y.
func (s *sheet) drawTicks(list []ListColumn, columns []column) {
	x := left
	for i, c := range columns {
		if list[i].Tick {
			s.drawBox(x+padding, s.y+rowPadding, tickSide, tickSide)
		}
		x += c.width
	}
}

// drawBox draws an empty rectangle.
func (s *sheet) drawBox(x, y, width, height pdf.Length) {
	s.d.Rule(x, y, x+width, y, pdf.Point/2, gray)
	s.d.Rule(x, y+height, x+width, y+height, pdf.Point/2, gray)
	s.d.Rule(x, y, x, y+height, pdf.Point/2, gray)
	s.d.Rule(x+width, y, x+width, y+height, pdf.Point/2, gray)
}
