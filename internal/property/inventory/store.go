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

// take holds those of the nights that are free, or an option's whose time is over, and returns how many there were. The
// conflicting row is taken over in the same statement, so no other holder can come between.
func take(tx *db.Tx, sc scope.Scope, kind, holderID string, expiresAt *int64, nights []Night) (taken int64, err error) {
	for chunk := range slices.Chunk(nights, rowsPerInsert) {
		args := make([]any, 0, 6*len(chunk)+1)
		for _, night := range chunk {
			args = append(args, sc.Org, night.RoomID, string(night.Night), kind, holderID, expiresAt)
		}
		rows, err := tx.Exec(`INSERT INTO room_nights (org_id, room_id, night, holder_kind, holder_id, expires_at) VALUES `+
			db.Rows(6, len(chunk))+` ON CONFLICT (org_id, room_id, night) DO UPDATE SET holder_kind = excluded.holder_kind,
				holder_id = excluded.holder_id, expires_at = excluded.expires_at
			WHERE room_nights.expires_at <= `+db.Placeholders(6*len(chunk)+1, 1), append(args, tx.Now.UnixMilli())...)
		if err != nil {
			return taken, err
		}
		taken += rows
	}
	return taken, nil
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

// ReleaseBetween frees the holder's nights [from, to) in all rooms.
func ReleaseBetween(tx *db.Tx, sc scope.Scope, holderID string, from, to date.Date) error {
	if from >= to {
		return nil
	}
	_, err := tx.Exec(`DELETE FROM room_nights WHERE org_id = $1 AND holder_id = $2 AND night >= $3 AND night < $4`,
		sc.Org, holderID, string(from), string(to))
	return err
}

// ReleaseAll frees every night of the holder, past ones too.
func ReleaseAll(tx *db.Tx, sc scope.Scope, holderID string) error {
	_, err := tx.Exec(`DELETE FROM room_nights WHERE org_id = $1 AND holder_id = $2`, sc.Org, holderID)
	return err
}

// unexpired is the condition on room_nights n that the night isn't an option's whose time, compared with the parameter,
// is over.
const unexpired = `(n.expires_at IS NULL OR n.expires_at > `

// FirstHeld finds the first night on or after from that a holder of this kind has in the room, unless its time is over.
// ok is false if there is none.
func FirstHeld(tx *db.Tx, sc scope.Scope, kind, roomID string, from date.Date) (night date.Date, ok bool, err error) {
	err = tx.QueryRow(`SELECT n.night FROM room_nights n
		WHERE n.org_id = $1 AND n.room_id = $2 AND n.night >= $3 AND n.holder_kind = $4 AND `+unexpired+`$5)
		ORDER BY n.night LIMIT 1`, sc.Org, roomID, string(from), kind, tx.Now.UnixMilli()).Scan((*string)(&night))
	if errors.Is(err, db.ErrNoRows) {
		return "", false, nil
	}
	return night, err == nil, err
}

// Free is the set of rooms, inactive ones too, whose nights [from, to) nobody holds.
func Free(tx *db.Tx, sc scope.Scope, from, to date.Date) (map[string]bool, error) {
	ids, err := db.All(tx, scanID, `SELECT r.room_id FROM rooms r WHERE r.org_id = $1 AND NOT EXISTS (
			SELECT 1 FROM room_nights n WHERE n.org_id = $1 AND n.room_id = r.room_id AND n.night >= $2 AND n.night < $3
				AND `+unexpired+`$4))`, sc.Org, string(from), string(to), tx.Now.UnixMilli())
	if err != nil {
		return nil, err
	}
	free := make(map[string]bool, len(ids))
	for _, id := range ids {
		free[id] = true
	}
	return free, nil
}

// Count is how many nights of a category's rooms in use are held.
type Count struct {
	CategoryID string
	Night      date.Date
	Blocks     int
	Others     int // bookings and options
}

// HeldInCategories counts the nights [from, to) of active rooms that are held, by category and night.
func HeldInCategories(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]Count, error) {
	return db.All(tx, func(row db.Scanner) (c Count, err error) {
		err = row.Scan(&c.CategoryID, (*string)(&c.Night), &c.Blocks, &c.Others)
		return c, err
	}, `SELECT r.category_id, n.night, SUM(CASE WHEN n.holder_kind = 'block' THEN 1 ELSE 0 END),
			SUM(CASE WHEN n.holder_kind = 'block' THEN 0 ELSE 1 END)
		FROM room_nights n JOIN rooms r ON r.org_id = n.org_id AND r.room_id = n.room_id
		WHERE n.org_id = $1 AND n.night >= $2 AND n.night < $3 AND r.is_active AND `+unexpired+`$4)
		GROUP BY r.category_id, n.night`, sc.Org, string(from), string(to), tx.Now.UnixMilli())
}

func scanID(row db.Scanner) (id string, err error) {
	err = row.Scan(&id)
	return id, err
}
