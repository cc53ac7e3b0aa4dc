package emailtemplate

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// gaps are how many line breaks at least stand before and after an element's text.
var gaps = map[atom.Atom]int{
	atom.P: 2, atom.H1: 2, atom.H2: 2, atom.H3: 2, atom.H4: 2, atom.H5: 2, atom.H6: 2, atom.Table: 2, atom.Ul: 2,
	atom.Ol: 2, atom.Dl: 2, atom.Blockquote: 2, atom.Pre: 2, atom.Hr: 2,
	atom.Div: 1, atom.Center: 1, atom.Tr: 1, atom.Li: 1, atom.Dt: 1, atom.Dd: 1, atom.Caption: 1,
}

// plainText is a cleaned body as text: an empty line between paragraphs, the cells of a row on one line, and a link's
// address after its text.
func plainText(body string) string {
	var w textWriter
	tokens := html.NewTokenizer(strings.NewReader(body))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return w.out.String()
		case html.TextToken:
			w.write(tokens.Token().Data)
		case html.StartTagToken:
			w.start(tokens.Token())
		case html.EndTagToken:
			w.end(tokens.Token().DataAtom)
		}
	}
}

type textWriter struct {
	out   strings.Builder
	gap   int  // line breaks before the next text
	space bool // a space before the next text
	cells int  // of the row so far
	link  string
	shown int // where the link's text begins in out
}

func (w *textWriter) start(t html.Token) {
	w.gap = max(w.gap, gaps[t.DataAtom])
	switch t.DataAtom {
	case atom.Br:
		w.gap = min(w.gap+1, 2)
	case atom.Hr:
		w.write("---")
		w.gap = 2
	case atom.Li:
		w.write("-")
		w.space = true
	case atom.Tr:
		w.cells = 0
	case atom.Td, atom.Th:
		w.cell()
	case atom.Img:
		w.write(attribute(t, "alt"))
	case atom.A:
		w.link, w.shown = attribute(t, "href"), w.out.Len()
	}
}

// cell separates a cell from the one before it: "Check-in: Tue, 14 Apr 2026".
func (w *textWriter) cell() {
	w.cells++
	if w.cells == 2 && w.gap == 0 && !strings.ContainsAny(lastByte(&w.out), ":.!?,\n") {
		w.out.WriteString(":")
	}
	w.space = true
}

func lastByte(b *strings.Builder) string {
	text := b.String()
	return text[max(0, len(text)-1):]
}

func (w *textWriter) end(name atom.Atom) {
	w.gap = max(w.gap, gaps[name])
	if name == atom.A && w.link != "" {
		address := w.link
		w.link = ""
		shown := strings.TrimSpace(w.out.String()[w.shown:])
		if strings.HasPrefix(address, "http") && shown != address {
			w.write(" " + address)
		}
	}
}

// write adds text with single spaces for its white space, as browsers show it.
func (w *textWriter) write(text string) {
	words := strings.Fields(text) // no-break spaces are spaces too
	if len(words) == 0 {
		w.space = w.space || text != ""
		return
	}
	switch begun := w.out.Len() > 0; {
	case begun && w.gap > 0:
		w.out.WriteString("\n\n"[:w.gap])
	case begun && (w.space || !strings.HasPrefix(text, words[0])):
		w.out.WriteString(" ")
	}
	w.out.WriteString(strings.Join(words, " "))
	w.gap, w.space = 0, !strings.HasSuffix(text, words[len(words)-1])
}

func attribute(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
