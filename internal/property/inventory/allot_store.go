package inventory

import (
	"maps"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// allottedNights lists what an allotment has from one night to another, both included.
func allottedNights(tx *db.Tx, sc scope.Scope, holderID string, from, to date.Date) ([]Night, error) {
	return db.All(tx, roomNights.Scan, selectNights+` AND holder_id = $2 AND holder_kind = 'allotment'
		AND night >= $3 AND night <= $4`, sc.Org, holderID, string(from), string(to))
}

// giveBack frees nights of an allotment, and tells whether one of them was in another room already.
func giveBack(tx *db.Tx, sc scope.Scope, nights []Night) (moved bool, err error) {
	byNight := map[date.Date][]any{}
	for _, n := range nights {
		byNight[n.Night] = append(byNight[n.Night], n.RoomID)
	}
	for _, night := range slices.Sorted(maps.Keys(byNight)) {
		rooms := byNight[night]
		args := append([]any{sc.Org, nights[0].HolderID, string(night)}, rooms...)
		gone, err := tx.Exec(`DELETE FROM room_nights WHERE org_id = $1 AND holder_id = $2 AND night = $3
			AND holder_kind = 'allotment' AND room_id IN (`+db.Placeholders(4, len(rooms))+`)`, args...)
		if err != nil {
			return false, err
		}
		moved = moved || gone < int64(len(rooms))
	}
	return moved, nil
}
