package listing

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"sarai/internal/kit/errs"
)

// start is the cursor of the first page.
const start = "start"

// cursor is where a page begins: after a place in the order, whatever is inserted meanwhile. What the first page found
// in all goes with it, so that no other page has to count.
type cursor struct {
	Page int     `json:"p"`
	Sums []int64 `json:"s"` // the number of all, and the totals
	Last []any   `json:"l"` // what the last record of the page before has in the order's columns: string or int64
}

// checkBytes is how long the check of a cursor is. It keeps damaged cursors and those of other queries out, not people
// who want to begin elsewhere in their own list: they may.
const checkBytes = 12

func check(content []byte, fingerprint string) []byte {
	sum := sha256.Sum256(append([]byte(fingerprint+"\n"), content...))
	return sum[:checkBytes]
}

// text is the cursor as clients see it.
func (c cursor) text(fingerprint string) string {
	content, err := json.Marshal(c)
	if err != nil {
		panic(err) // texts and numbers can be written
	}
	return base64.RawURLEncoding.EncodeToString(append(check(content, fingerprint), content...))
}

// readCursor reads what text wrote for the same query, by an order with values like these, and with so many sums.
func readCursor(text, fingerprint string, like []any, sums int) (*cursor, error) {
	if text == start {
		return &cursor{Page: 1}, nil
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) < checkBytes || !bytes.Equal(check(raw[checkBytes:], fingerprint), raw[:checkBytes]) {
		return nil, errBadCursor
	}
	var c cursor
	content := json.NewDecoder(bytes.NewReader(raw[checkBytes:]))
	content.UseNumber()
	if err := content.Decode(&c); err != nil || len(c.Last) != len(like) || len(c.Sums) != sums {
		return nil, errBadCursor // of another version
	}
	for i := range like {
		if c.Last[i] = as(like[i], c.Last[i]); c.Last[i] == nil {
			return nil, errBadCursor
		}
	}
	return &c, nil
}

// as is a value that was read, of the type of another one; nil if it isn't such a value. Whoever makes a cursor by hand
// gets no further than here with what no column holds.
func as(like, value any) any {
	switch value := value.(type) {
	case string:
		if _, isText := like.(string); isText && !strings.ContainsFunc(value, unicode.IsControl) {
			return value
		}
	case json.Number:
		number, err := value.Int64()
		if _, isNumber := like.(int64); isNumber && err == nil {
			return number
		}
	}
	return nil
}

var errBadCursor = errs.InvalidField("cursor", "must be start, or the nextCursor that was answered to you for the "+
	"same list with the same filters and order")

// fingerprint tells a query from others: cursors belong to one.
func (r *request) fingerprint() string {
	text := fmt.Sprintf("%q %q %q %q %q", r.Table, r.sc.Org, r.sc.User, r.sort, r.text)
	for _, g := range r.given {
		text += fmt.Sprintf(" %s=%q", g.Name, fmt.Sprint(g.value))
	}
	return text
}
