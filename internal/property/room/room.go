package room

import (
	"cmp"
	"strings"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// The states of housekeeping.
const (
	Clean     = "clean"
	Dirty     = "dirty"
	Inspected = "inspected"
)

// available is the status of a room of which the calendar knows nothing else.
const available = "available"

// Room is a room, with the name of its category, and the category's rate unless it has its own.
type Room struct {
	ID           string `db:"room_id,key"`
	Number       string `db:"room_number"`
	CategoryID   string `db:"category_id"`
	Floor        string `db:"floor"`
	Housekeeping string `db:"housekeeping"` // Clean, Dirty or Inspected
	// HousekeepingAt is when the room became so, or was last seen to be so, in UTC milliseconds.
	HousekeepingAt int64  `db:"housekeeping_at"`
	Active         bool   `db:"is_active"`
	Notes          string `db:"notes"`
	CreatedAt      int64  `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt      int64  `db:"updated_at"`       // UTC milliseconds
	Version        int64  `db:"version,version"`  // every change raises it

	Category string       // the category's name
	Rate     money.Amount // for a night
	OwnRate  bool         // the rate is the room's own
}

var errNoRoom = errs.NotFound("There is no such room.")

// Naturally compares room numbers, or floors, as people order them: runs of digits by their value, the rest without
// case.
func Naturally(a, b string) int {
	restA, restB := strings.ToLower(a), strings.ToLower(b)
	for restA != "" && restB != "" {
		var partA, partB string
		partA, restA = leadingPart(restA)
		partB, restB = leadingPart(restB)
		if isDigit(partA[0]) && isDigit(partB[0]) {
			partA, partB = strings.TrimLeft(partA, "0"), strings.TrimLeft(partB, "0")
			if order := cmp.Compare(len(partA), len(partB)); order != 0 {
				return order
			}
		}
		if order := strings.Compare(partA, partB); order != 0 {
			return order
		}
	}
	return cmp.Or(cmp.Compare(len(restA), len(restB)), strings.Compare(a, b))
}

// leadingPart splits off the run of digits, or of anything else, that s begins with.
func leadingPart(s string) (part, rest string) {
	end := 1
	for end < len(s) && isDigit(s[end]) == isDigit(s[0]) {
		end++
	}
	return s[:end], s[end:]
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
