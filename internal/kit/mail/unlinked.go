package mail

import (
	"strings"
	"unicode"
)

// Unlinked is a text that somebody else has chosen, such as a hotel's name, as it may stand in a mail to a stranger:
// what a reader's program would make a link of is taken apart by spaces, "example.com/win" into "example. com/win".
func Unlinked(text string) string {
	var out strings.Builder
	var before rune
	for _, r := range oneLine(text) {
		if isDot(before) && !unicode.IsSpace(r) && !isDot(r) || before == ':' && (r == '/' || r == '\\') {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
		before = r
	}
	return out.String()
}

// isDot tells whether browsers read the character as a dot between the parts of a host's name.
func isDot(r rune) bool { return r == '.' || r == '。' || r == '．' || r == '｡' }
