package room

import (
	"cmp"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// The states of housekeeping.
const (
	Clean     = "clean"
	Dirty     = "dirty"
	Inspected = "inspected"
)

// available is the status of a room of which the calendar knows nothing else.
const available = "available"

// Room is a room as other packages see it.
type Room struct {
	ID           string
	Number       string
	CategoryID   string
	Category     string // the category's name
	Floor        string
	Rate         money.Amount // a night's: the room's own, else its category's
	OwnRate      bool
	Housekeeping string
	Active       bool
	Notes        string
	CreatedAt    int64 // UTC milliseconds
	UpdatedAt    int64
}

var errNoRoom = errs.NotFound("There is no such room.")

// ByIDs reads rooms, active or not. Ids that are no room of the organization are missing from the map.
func ByIDs(tx *db.Tx, sc scope.Scope, ids []string) (map[string]Room, error) {
	rooms := make(map[string]Room, len(ids))
	if len(ids) == 0 {
		return rooms, nil
	}
	args := []any{sc.Org}
	for _, id := range ids {
		args = append(args, id)
	}
	list, err := db.All(tx, scanRoom, selectRooms+` AND r.room_id IN (`+db.Placeholders(2, len(ids))+`)`, args...)
	for _, room := range list {
		rooms[room.ID] = room
	}
	return rooms, err
}

// All lists every room, active or not, in the natural order of their numbers: 2 before 10.
func All(tx *db.Tx, sc scope.Scope) ([]Room, error) {
	rooms, err := db.All(tx, scanRoom, selectRooms, sc.Org)
	sortByNumber(rooms)
	return rooms, err
}

// MarkDirty notes that the rooms need cleaning. The operation that calls it publishes the event.
func MarkDirty(tx *db.Tx, sc scope.Scope, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	args := []any{sc.Org, Dirty, tx.Now.UnixMilli()}
	for _, id := range ids {
		args = append(args, id)
	}
	_, err := tx.Exec(`UPDATE rooms SET housekeeping = $2, updated_at = $3
		WHERE org_id = $1 AND room_id IN (`+db.Placeholders(4, len(ids))+`)`, args...)
	return err
}

// naturally compares room numbers as people order them: runs of digits by their value, the rest without case.
func naturally(a, b string) int {
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

// changes says for an event which of the described values differ.
func changes(before, after map[string]any) map[string]any {
	changed := map[string]any{}
	for name, value := range after {
		if before[name] != value {
			changed[name] = map[string]any{"from": before[name], "to": value}
		}
	}
	return changed
}
