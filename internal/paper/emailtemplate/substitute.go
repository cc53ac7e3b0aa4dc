package emailtemplate

import (
	"html"
	"strings"
	"unicode"
)

// maxRendered is the length in bytes after which a rendered text is cut off: ten times what mail programs show of a
// mail.
const maxRendered = 1 << 20

// substitute replaces each {{key}} by the escaped value; spaces around the key don't count, and a key without a value
// becomes nothing. A {{key}} inside a value stays. The result is cut off once it is longer than maxRendered.
func substitute(text string, values map[string]string, escape func(string) string) string {
	var out strings.Builder
	for {
		before, key, after, found := nextPlaceholder(text)
		out.WriteString(before)
		if !found || out.Len() > maxRendered {
			return out.String()
		}
		if value := values[key]; value != "" {
			out.WriteString(escape(value))
		}
		text = after
	}
}

// nextPlaceholder splits text around its first {{key}}. A key has no braces, so in {{{key}}} the inner pairs count.
func nextPlaceholder(text string) (before, key, after string, found bool) {
	for from := 0; ; {
		open := strings.Index(text[from:], "{{")
		if open < 0 {
			return text, "", "", false
		}
		open += from
		length := strings.IndexAny(text[open+2:], "{}")
		if length < 0 {
			return text, "", "", false
		}
		end := open + 2 + length
		if strings.HasPrefix(text[end:], "}}") {
			return text[:open], strings.TrimSpace(text[open+2 : end]), text[end+2:], true
		}
		from = max(open+1, end-1) // a brace at end may begin the next pair
	}
}

// inHTML escapes a value for text and for attributes in quotes.
func inHTML(value string) string { return html.EscapeString(value) }

// asIs is for plain text.
func asIs(value string) string { return value }

// oneLine replaces line breaks and other control characters by spaces, because a subject is a header of one line.
func oneLine(value string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(value, "\uFFFD")))
}
