package inventory

import (
	"errors"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

var (
	roomNights   = db.TableOf[Night]("room_nights", "org_id")
	selectNights = `SELECT ` + roomNights.Columns("") + ` FROM room_nights WHERE org_id = $1`
)

// rowsPerInsert keeps a statement's parameters within what both engines take.
const rowsPerInsert = 1000

// insert takes the nights that are free and tells how many those were.
func insert(tx *db.Tx, sc scope.Scope, kind, holderID string, nights []Night) (inserted int64, err error) {
	for chunk := range slices.Chunk(nights, rowsPerInsert) {
		args := make([]any, 0, 5*len(chunk))
		for _, night := range chunk {
			args = append(args, sc.Org, night.RoomID, string(night.Night), kind, holderID)
		}
		rows, err := tx.Exec(`INSERT INTO room_nights (org_id, room_id, night, holder_kind, holder_id) VALUES `+
			db.Rows(5, len(chunk))+` ON CONFLICT (org_id, room_id, night) DO NOTHING`, args...)
		if err != nil {
			return inserted, err
		}
		inserted += rows
	}
	return inserted, nil
}

// heldByOthers lists the nights of the stays' rooms between the first and the last night of all stays that
// another holder has.
func heldByOthers(tx *db.Tx, sc scope.Scope, holderID string, stays []Stay) ([]Night, error) {
	from, to := stays[0].From, stays[0].To
	args := []any{sc.Org, holderID, "", ""}
	for _, stay := range stays {
		from, to = min(from, stay.From), max(to, stay.To)
		args = append(args, stay.RoomID)
	}
	args[2], args[3] = string(from), string(to)
	return db.All(tx, roomNights.Scan, selectNights+` AND holder_id <> $2 AND night >= $3 AND night < $4 AND room_id IN (`+
		db.Placeholders(5, len(stays))+`) ORDER BY room_id, night`, args...)
}

// Release gives back the holder's nights [from, to) of the room. Nights that it doesn't hold are left alone.
func Release(tx *db.Tx, sc scope.Scope, holderID, roomID string, from, to date.Date) error {
	_, err := tx.Exec(`DELETE FROM room_nights
		WHERE org_id = $1 AND holder_id = $2 AND room_id = $3 AND night >= $4 AND night < $5`,
		sc.Org, holderID, roomID, string(from), string(to))
	return err
}

// ReleaseFrom gives back all nights from that date on that the holder has, in every room.
func ReleaseFrom(tx *db.Tx, sc scope.Scope, holderID string, from date.Date) error {
	_, err := tx.Exec(`DELETE FROM room_nights WHERE org_id = $1 AND holder_id = $2 AND night >= $3`,
		sc.Org, holderID, string(from))
	return err
}

// ReleaseAll gives back every night that the holder has, past ones included.
func ReleaseAll(tx *db.Tx, sc scope.Scope, holderID string) error {
	_, err := tx.Exec(`DELETE FROM room_nights WHERE org_id = $1 AND holder_id = $2`, sc.Org, holderID)
	return err
}

// Held lists the held nights of [from, to) of all rooms, ordered by night and room.
func Held(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]Night, error) {
	return db.All(tx, roomNights.Scan, selectNights+` AND night >= $2 AND night < $3 ORDER BY night, room_id`,
		sc.Org, string(from), string(to))
}

// FirstHeld is the first night from that date on that a holder of this kind has in the room; ok is false when
// there is none.
func FirstHeld(tx *db.Tx, sc scope.Scope, kind, roomID string, from date.Date) (night date.Date, ok bool, err error) {
	err = tx.QueryRow(`SELECT night FROM room_nights
		WHERE org_id = $1 AND room_id = $2 AND night >= $3 AND holder_kind = $4 ORDER BY night LIMIT 1`,
		sc.Org, roomID, string(from), kind).Scan((*string)(&night))
	if errors.Is(err, db.ErrNoRows) {
		return "", false, nil
	}
	return night, err == nil, err
}

// Free is the set of rooms of which nobody holds a night of [from, to), inactive rooms included.
func Free(tx *db.Tx, sc scope.Scope, from, to date.Date) (map[string]bool, error) {
	ids, err := db.All(tx, scanID, `SELECT r.room_id FROM rooms r WHERE r.org_id = $1 AND NOT EXISTS (
			SELECT 1 FROM room_nights n WHERE n.org_id = $1 AND n.room_id = r.room_id AND n.night >= $2 AND n.night < $3)`,
		sc.Org, string(from), string(to))
	if err != nil {
		return nil, err
	}
	free := make(map[string]bool, len(ids))
	for _, id := range ids {
		free[id] = true
	}
	return free, nil
}

func scanID(row db.Scanner) (id string, err error) {
	err = row.Scan(&id)
	return id, err
}
