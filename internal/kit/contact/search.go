package contact

import (
	"cmp"
	"strings"

	"sarai/internal/kit/db"
)

// SearchText is the column that Search looks into: the phone number as it is written and as its digits alone, and the
// other texts, in lower case.
func SearchText(phone string, others ...string) string {
	return strings.ToLower(strings.Join(append(others, phone, Digits(phone)), "\n"))
}

// Search narrows a list to rows whose column, made by SearchText, contains the text, whatever its case, or the digits
// of a phone number, however it is written. An empty text doesn't narrow the list.
func Search(where *db.Conditions, column, text string) {
	if text == "" {
		return
	}
	lower := strings.ToLower(text)
	digits := cmp.Or(phoneDigits(text), lower)
	where.And("("+column+` LIKE ? ESCAPE '\' OR `+column+` LIKE ? ESCAPE '\')`,
		"%"+db.EscapeLike(lower)+"%", "%"+db.EscapeLike(digits)+"%")
}

// phoneDigits returns the digits of a text that may be a phone number; "" for any other text.
func phoneDigits(text string) string {
	if strings.Trim(text, "0123456789+-(). ") != "" {
		return ""
	}
	return Digits(text)
}
