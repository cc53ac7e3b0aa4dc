package emailtemplate

import (
	"regexp"
	"slices"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// policy says which elements and attributes a body may have. It lets every style pass: balancer cleans those.
var policy = newPolicy()

func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("a", "abbr", "b", "blockquote", "br", "caption", "center", "code", "col", "colgroup", "dd", "del",
		"div", "dl", "dt", "em", "font", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "li", "ol", "p", "pre",
		"s", "small", "span", "strong", "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul")
	p.AllowNoAttrs().OnElements("a", "font", "span")
	p.SkipElementsContent("title", "textarea", "select", "svg", "math", "template", "audio", "video", "canvas", "applet",
		"embed")

	size, number := regexp.MustCompile(`^[0-9]{1,4}%?$`), regexp.MustCompile(`^[0-9]{1,4}$`)
	colour := regexp.MustCompile(`^(#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,20})$`)
	p.AllowAttrs("style").Globally()
	p.AllowAttrs("title", "alt").Matching(regexp.MustCompile(`^[^<>]*$`)).Globally()
	p.AllowAttrs("dir").Matching(regexp.MustCompile(`^(?i:ltr|rtl|auto)$`)).Globally()
	p.AllowAttrs("lang").Matching(regexp.MustCompile(`^[a-zA-Z-]{2,20}$`)).Globally()
	p.AllowAttrs("align", "valign").Matching(regexp.MustCompile(`^[a-zA-Z]{3,12}$`)).Globally()
	p.AllowAttrs("role").Matching(regexp.MustCompile(`^(presentation|none)$`)).OnElements("table")
	p.AllowAttrs("width", "height").Matching(size).OnElements("table", "td", "th", "tr", "col", "colgroup", "img", "hr")
	p.AllowAttrs("border", "cellpadding", "cellspacing").Matching(number).OnElements("table", "img")
	p.AllowAttrs("colspan", "rowspan", "span").Matching(number).OnElements("td", "th", "col", "colgroup")
	p.AllowAttrs("start", "value").Matching(number).OnElements("ol", "li")
	p.AllowAttrs("bgcolor", "color").Matching(colour).OnElements("table", "td", "th", "tr", "font", "hr")
	p.AllowAttrs("face").Matching(regexp.MustCompile(`^[a-zA-Z0-9 ,'-]{1,100}$`)).OnElements("font")
	p.AllowAttrs("size").Matching(regexp.MustCompile(`^[+-]?[0-9]$`)).OnElements("font", "hr")

	p.RequireParseableURLs(true)
	p.AllowRelativeURLs(false)
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src").Matching(regexp.MustCompile(`^(?i:https?://)[^\s]+$`)).OnElements("img")
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return p
}

// clean makes the HTML of a mail's body from any text. The package's comment says what always holds of it.
func clean(body string) string { return balance(policy.Sanitize(body)) }

// maxDepth is how deep elements may be nested; deeper tags are dropped, but their text stays.
const maxDepth = 100

// parents are the elements that may stand only in certain others. A browser that meets one elsewhere in a table cell
// closes that cell, and so a body could end the cell that it is in.
var parents = map[atom.Atom][]atom.Atom{
	atom.Td: {atom.Tr}, atom.Th: {atom.Tr}, atom.Tr: {atom.Table, atom.Tbody, atom.Thead, atom.Tfoot},
	atom.Tbody: {atom.Table}, atom.Thead: {atom.Table}, atom.Tfoot: {atom.Table}, atom.Caption: {atom.Table},
	atom.Colgroup: {atom.Table}, atom.Col: {atom.Table, atom.Colgroup},
}

// tablePart are the elements that may have only children from parents.
var tablePart = map[atom.Atom]bool{atom.Table: true, atom.Tbody: true, atom.Thead: true, atom.Tfoot: true,
	atom.Tr: true, atom.Colgroup: true}

var void = []atom.Atom{atom.Br, atom.Col, atom.Hr, atom.Img}

// balancer writes what the policy lets pass: each element closed, in its place, and with a clean style.
type balancer struct {
	out  strings.Builder
	open []atom.Atom
}

func balance(sanitized string) string {
	var b balancer
	tokens := html.NewTokenizer(strings.NewReader(sanitized))
	for {
		switch tokens.Next() {
		case html.ErrorToken: // the end: a text has no other error
			for len(b.open) > 0 {
				b.pop()
			}
			return b.out.String()
		case html.TextToken:
			b.out.Write(tokens.Raw()) // the policy has escaped it
		case html.StartTagToken, html.SelfClosingTagToken:
			b.start(tokens.Token())
		case html.EndTagToken:
			name, _ := tokens.TagName()
			b.end(atom.Lookup(name))
		}
	}
}

func (b *balancer) start(t html.Token) {
	isVoid := slices.Contains(void, t.DataAtom)
	if len(b.open) == maxDepth && !isVoid {
		return
	}
	if !b.makePlaceFor(t.DataAtom) {
		return
	}
	t.Attr = slices.DeleteFunc(t.Attr, func(a html.Attribute) bool { return a.Key == "style" && cleanStyle(a.Val) == "" })
	for i, a := range t.Attr {
		if a.Key == "style" {
			t.Attr[i].Val = cleanStyle(a.Val)
		}
	}
	t.Type = html.StartTagToken
	b.out.WriteString(t.String())
	if !isVoid {
		b.open = append(b.open, t.DataAtom)
	}
}

// makePlaceFor opens and closes the rows and cells that the author left out before the element, then reports whether
// the element may stand here.
func (b *balancer) makePlaceFor(name atom.Atom) bool {
	allowed, bound := parents[name]
	if !bound {
		// Directly inside a table, a browser would move it out, and take a table in it for the end of this one.
		return !tablePart[b.last()]
	}
	if name == atom.Td || name == atom.Th {
		if b.closeUpTo(atom.Tr); b.last() != atom.Tr && b.makePlaceFor(atom.Tr) {
			b.out.WriteString("<tr>")
			b.open = append(b.open, atom.Tr)
		}
	}
	b.closeUpTo(allowed...)
	return slices.Contains(allowed, b.last())
}

// last is the innermost open element; 0 if there is none.
func (b *balancer) last() atom.Atom {
	if len(b.open) == 0 {
		return 0
	}
	return b.open[len(b.open)-1]
}

// closeUpTo closes what is open inside the innermost of these elements, if there is one in the same table.
func (b *balancer) closeUpTo(names ...atom.Atom) {
	for i := len(b.open) - 1; i >= 0; i-- {
		if slices.Contains(names, b.open[i]) {
			for len(b.open) > i+1 {
				b.pop()
			}
			return
		}
		if b.open[i] == atom.Table {
			return
		}
	}
}

// end closes the element and all that is open inside it. It ignores the end of an element that isn't open, and inside a
// cell the end of anything around the cell's table.
func (b *balancer) end(name atom.Atom) {
	for i := len(b.open) - 1; i >= 0; i-- {
		if b.open[i] == name {
			for len(b.open) > i {
				b.pop()
			}
			return
		}
		if b.open[i] == atom.Td || b.open[i] == atom.Th || b.open[i] == atom.Caption {
			if parents[name] == nil && name != atom.Table {
				return
			}
		}
	}
}

func (b *balancer) pop() {
	last := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	b.out.WriteString("</" + last.String() + ">")
}
