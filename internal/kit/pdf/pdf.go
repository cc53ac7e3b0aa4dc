package pdf

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
)

// Length is in hundredths of a point (1/72 inch). As whole numbers, lengths add up the same on every processor.
type Length int64

// Point is the unit of letter sizes. Width and Height are those of an A4 page.
const (
	Point  Length = 100
	Width  Length = 59528 // of an A4 page
	Height Length = 84189
)

// Color has red, green and blue of 0 to 255.
type Color struct{ R, G, B uint8 }

// Style is how text is drawn.
type Style struct {
	Size  Length
	Bold  bool
	Color Color
}

// Info is what the file says about itself.
type Info struct {
	Title, Author string
	Created       time.Time
}

// Document is a PDF that is being drawn. Coordinates start in a page's upper left corner; y is the baseline of text.
type Document struct {
	info    Info
	pages   []*page
	now     *page
	subsets map[*typeface]*subset
	fonts   []*subset // in the order of their first use
	images  []*image
	shaped  map[string][]run // by text and weight: lines are measured before they are drawn
}

type page struct {
	content bytes.Buffer
	color   Color // of what is drawn next
}

// New returns a document without pages.
func New(info Info) *Document {
	return &Document{info: info, subsets: map[*typeface]*subset{}, shaped: map[string][]run{}}
}

// AddPage adds a page and draws on it from now on.
func (d *Document) AddPage() {
	d.now = &page{}
	d.pages = append(d.pages, d.now)
}

// Pages returns the number of pages so far.
func (d *Document) Pages() int { return len(d.pages) }

// Turn continues drawing on page i, from 0, for what is known only when all pages exist.
func (d *Document) Turn(i int) { d.now = d.pages[i] }

func (d *Document) shape(text string, isBold bool) []run {
	key := text
	if isBold {
		key += "\x00"
	}
	runs, known := d.shaped[key]
	if !known {
		runs = shapeLine(text, isBold)
		d.shaped[key] = runs
	}
	return runs
}

// Width returns the width of one line of text.
func (d *Document) Width(text string, s Style) Length {
	var width Length
	for _, r := range d.shape(text, s.Bold) {
		width += Length(r.width) * s.Size / 1000
	}
	return width
}

// Text draws one line of text that starts at x.
func (d *Document) Text(x, y Length, text string, s Style) {
	if text == "" {
		return
	}
	d.fill(s.Color)
	d.now.content.WriteString("BT\n")
	for _, r := range d.shape(text, s.Bold) {
		d.drawRun(fmt.Sprintf("1 0 0 1 %s %s Tm", x, Height-y), r, s)
		x += Length(r.width) * s.Size / 1000
	}
	d.now.content.WriteString("ET\n")
}

// Right draws one line of text that ends at x.
func (d *Document) Right(x, y Length, text string, s Style) { d.Text(x-d.Width(text, s), y, text, s) }

// Stamp draws a large pale word across the page, from its lower left to its upper right.
func (d *Document) Stamp(word string, s Style) {
	half := d.Width(word, s) * 7071 / 20000 // half the width, rotated by 45 degrees
	fmt.Fprint(&d.now.content, "q /Pale gs\n")
	before := d.now.color
	d.fill(s.Color)
	x, y := Width/2-half, Height/2-half
	d.now.content.WriteString("BT\n")
	for _, r := range d.shape(word, s.Bold) {
		r.faux = false // a thicker outline isn't pale
		d.drawRun(fmt.Sprintf("0.7071 0.7071 -0.7071 0.7071 %s %s Tm", x, y), r, s)
		step := Length(r.width) * s.Size / 1000 * 7071 / 10000
		x, y = x+step, y+step
	}
	fmt.Fprint(&d.now.content, "ET\nQ\n")
	d.now.color = before
}

// drawRun writes the glyphs, each where shaping placed it, and the text that they stand for.
func (d *Document) drawRun(matrix string, r run, s Style) {
	out, font, plain := &d.now.content, d.subset(r.face), r.plain
	for _, g := range r.glyphs { // one sign can stand for several letters, and says only the first that it was used for
		plain = font.texts[font.number(g.id, g.text)] == g.text && plain
	}
	if !plain {
		fmt.Fprintf(out, "/Span <</ActualText %s>> BDC\n", textString(r.text))
	}
	fmt.Fprintf(out, "/%s %s Tf %s", font.name, s.Size, matrix)
	if r.faux {
		fmt.Fprintf(out, " 2 Tr %s w %s RG", s.Size/50, s.Color)
	}
	out.WriteString(" [")
	var pen, rise int64
	for _, g := range r.glyphs {
		if g.y != rise {
			rise = g.y
			fmt.Fprintf(out, "] TJ %s Ts [", Length(rise)*s.Size/1000)
		}
		if g.x != pen {
			fmt.Fprintf(out, "%d", pen-g.x)
			pen = g.x
		}
		fmt.Fprintf(out, "<%04X>", font.number(g.id, g.text))
		pen += g.advance
	}
	out.WriteString("] TJ")
	if rise != 0 {
		out.WriteString(" 0 Ts")
	}
	if r.faux {
		out.WriteString(" 0 Tr")
	}
	out.WriteString("\n")
	if !plain {
		out.WriteString("EMC\n")
	}
}

func (d *Document) subset(face *typeface) *subset {
	s := d.subsets[face]
	if s == nil {
		s = newSubset(face, fmt.Sprintf("F%d", len(d.fonts)+1))
		d.subsets[face] = s
		d.fonts = append(d.fonts, s)
	}
	return s
}

// Wrap breaks text into lines of at most this width: at its line breaks, between words, and inside words that are wider
// than a line. Text without letters has no lines.
func (d *Document) Wrap(text string, width Length, s Style) []string {
	var lines []string
	for _, paragraph := range strings.Split(text, "\n") {
		words := strings.Fields(paragraph)
		if whole := strings.Join(words, " "); whole != "" && d.Width(whole, s) <= width {
			lines = append(lines, whole)
			continue
		}
		line := ""
		for _, word := range words {
			if line != "" && d.Width(line+" "+word, s) <= width {
				line += " " + word
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			line = word
			for d.Width(line, s) > width {
				head, rest := d.split(line, width, s)
				if rest == "" {
					break
				}
				lines, line = append(lines, head), rest
			}
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// split cuts off as much of a word as fits, but at least one letter with its marks.
func (d *Document) split(word string, width Length, s Style) (head, rest string) {
	var cuts []int
	var before rune
	for i, r := range word {
		if i > 0 && !unicode.Is(unicode.M, r) && r != '\u200d' && r != '\u200c' && !joins(before) {
			cuts = append(cuts, i)
		}
		before = r
	}
	cut := len(word)
	for i, at := range cuts {
		if i > 0 && d.Width(word[:at], s) > width {
			break
		}
		cut = at
	}
	return word[:cut], word[cut:]
}

// joins reports whether the letter after r belongs to the same sign: after a virama or a joiner.
func joins(r rune) bool {
	switch r {
	case '\u200d', '्', '্', '੍', '્', '୍', '்', '్', '್', '്', '\uabed':
		return true
	}
	return false
}

// Rule draws a straight line.
func (d *Document) Rule(x1, y1, x2, y2, thickness Length, c Color) {
	fmt.Fprintf(&d.now.content, "%s w %s RG %s %s m %s %s l S\n", thickness, c, x1, Height-y1, x2, Height-y2)
}

// Fill draws a filled area.
func (d *Document) Fill(x, y, width, height Length, c Color) {
	d.fill(c)
	fmt.Fprintf(&d.now.content, "%s %s %s %s re f\n", x, Height-y-height, width, height)
}

func (d *Document) fill(c Color) {
	if d.now.color != c {
		fmt.Fprintf(&d.now.content, "%s rg\n", c)
		d.now.color = c
	}
}

// Picture draws a PNG of the kind that kit/picture makes: opaque, 8 bits a color.
func (d *Document) Picture(x, y, width, height Length, content []byte) error {
	i, err := readImage(content)
	if err != nil {
		return err
	}
	known := -1
	for at, other := range d.images {
		if bytes.Equal(other.data, i.data) {
			known = at
		}
	}
	if known < 0 {
		d.images = append(d.images, i)
		known = len(d.images) - 1
	}
	fmt.Fprintf(&d.now.content, "q %s 0 0 %s %s %s cm /I%d Do Q\n", width, height, x, Height-y-height, known+1)
	return nil
}

// String formats the length in points for PDF.
func (l Length) String() string {
	sign := ""
	if l < 0 {
		sign, l = "-", -l
	}
	if l%Point == 0 {
		return fmt.Sprintf("%s%d", sign, int64(l/Point))
	}
	return fmt.Sprintf("%s%d.%02d", sign, int64(l/Point), int64(l%Point))
}

// String formats the color for PDF, in thousandths.
func (c Color) String() string {
	part := func(v uint8) string { return fmt.Sprintf("0.%03d", int(v)*999/255) }
	return part(c.R) + " " + part(c.G) + " " + part(c.B)
}

// textString encodes text for PDF, in hexadecimal.
func textString(text string) string {
	var out strings.Builder
	out.WriteString("<FEFF")
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&out, "%04X", unit)
	}
	return out.String() + ">"
}
