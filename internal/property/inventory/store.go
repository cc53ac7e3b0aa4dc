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

// rowsPerInsert bounds a statement's parameters, of which engines take only so many.
const rowsPerInsert = 1000

// insert holds those of the nights that are free, and returns how many there were.
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

// heldByOthers lists the nights that others hold in the rooms of the stays, between their first and their last night.
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

// release frees the holder's nights of the stay. Nights that it doesn't hold stay as they are.
func release(tx *db.Tx, sc scope.Scope, holderID string, stay Stay) error {
	_, err := tx.Exec(`DELETE FROM room_nights
		WHERE org_id = $1 AND holder_id = $2 AND room_id = $3 AND night >= $4 AND night < $5`,
		sc.Org, holderID, stay.RoomID, string(stay.From), string(stay.To))
	return err
}

// ReleaseAll frees every night of the holder, past ones too.
func ReleaseAll(tx *db.Tx, sc scope.Scope, holderID string) error {
	_, err := tx.Exec(`DELETE FROM room_nights WHERE org_id = $1 AND holder_id = $2`, sc.Org, holderID)
	return err
}

// FirstHeld finds the first night on or after from that a holder of this kind has in the room. ok is false if there is
// none.
func FirstHeld(tx *db.Tx, sc scope.Scope, kind, roomID string, from date.Date) (night date.Date, ok bool, err error) {
	err = tx.QueryRow(`SELECT night FROM room_nights
		WHERE org_id = $1 AND room_id = $2 AND night >= $3 AND holder_kind = $4 ORDER BY night LIMIT 1`,
		sc.Org, roomID, string(from), kind).Scan((*string)(&night))
	if errors.Is(err, db.ErrNoRows) {
		return "", false, nil
	}
	return night, err == nil, err
}

// Free is the set of rooms, inactive ones too, whose nights [from, to) nobody holds.
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
