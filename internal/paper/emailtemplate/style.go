package emailtemplate

import "strings"

// properties are the CSS properties that a body may set: none that loads anything, none that takes an element out of
// its place.
var properties = asSet(`
	background background-color border border-bottom border-bottom-color border-bottom-style border-bottom-width
	border-collapse border-color border-left border-left-color border-left-style border-left-width border-radius
	border-right border-right-color border-right-style border-right-width border-spacing border-style border-top
	border-top-color border-top-style border-top-width border-width box-sizing clear color direction display float
	font font-family font-size font-style font-variant font-weight height letter-spacing line-height list-style
	list-style-type margin margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width
	overflow overflow-wrap padding padding-bottom padding-left padding-right padding-top table-layout text-align
	text-decoration text-indent text-transform vertical-align white-space width word-break word-spacing word-wrap`)

func asSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// cleanStyle keeps the declarations of a style attribute whose property is known and whose value is harmless.
func cleanStyle(style string) string {
	var kept []string
	for declaration := range strings.SplitSeq(style, ";") {
		property, value, _ := strings.Cut(declaration, ":")
		property, value = strings.ToLower(strings.TrimSpace(property)), strings.TrimSpace(value)
		if properties[property] && harmless(value) {
			kept = append(kept, property+":"+value)
		}
	}
	return strings.Join(kept, ";")
}

// harmless reports whether a CSS value consists of words, colours and numbers alone, so that every mail program
// understands it as this package does: it has no escape, comment, address or function except a colour's, and no number
// that is negative or has more than four digits.
func harmless(value string) bool {
	quotes := [2]int{}
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case isLetter(c) || c == ' ' || c == ',' || c == '.' || c == '%' || c == '/':
		case c == '\'':
			quotes[0]++
		case c == '"':
			quotes[1]++
		case c == '-':
			if i+1 == len(value) || !isLetter(value[i+1]) {
				return false // a minus
			}
		case c == '#':
			i += hexDigits(value[i+1:])
		case isDigit(c):
			length := numberLength(value[i:])
			if length == 0 {
				return false
			}
			i += length - 1
		case c == '(':
			length := colourArguments(value[:i], value[i:])
			if length == 0 {
				return false
			}
			i += length - 1
		default:
			return false
		}
	}
	return value != "" && quotes[0]%2 == 0 && quotes[1]%2 == 0 && (quotes[0] == 0 || quotes[1] == 0)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

func hexDigits(s string) int {
	n := 0
	for n < len(s) && n < 8 && (isDigit(s[n]) || s[n]|0x20 >= 'a' && s[n]|0x20 <= 'f') {
		n++
	}
	return n
}

// numberLength is the length of the number that s begins with; 0 if it has an exponent, or more than four digits before
// the point.
func numberLength(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	if n > 4 || n+1 < len(s) && s[n]|0x20 == 'e' && (isDigit(s[n+1]) || s[n+1] == '-' || s[n+1] == '+') {
		return 0
	}
	if n < len(s) && s[n] == '.' {
		n++
		for n < len(s) && isDigit(s[n]) {
			n++
		}
		if n+1 < len(s) && s[n]|0x20 == 'e' && (isDigit(s[n+1]) || s[n+1] == '-' || s[n+1] == '+') {
			return 0
		}
	}
	return n
}

// colourArguments is the length of the parentheses that s begins with; 0 unless before ends in a colour's function.
func colourArguments(before, s string) int {
	start := len(before)
	for start > 0 && isLetter(before[start-1]) {
		start--
	}
	switch strings.ToLower(before[start:]) {
	case "rgb", "rgba", "hsl", "hsla":
	default:
		return 0
	}
	for n := 1; n < len(s) && n < 40; n++ {
		switch c := s[n]; {
		case c == ')':
			return n + 1
		case !isDigit(c) && !strings.ContainsRune(" ,.%", rune(c)):
			return 0
		}
	}
	return 0
}
