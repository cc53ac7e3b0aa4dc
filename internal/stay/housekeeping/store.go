package housekeeping

import (
	"encoding/base64"
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
)

// stays reads the rooms of the guests in house, and of those who come, stay or leave on the day, as far as they have
// rooms of their own. It begins with the index bookings_live, as the front desk's calendar does.
func stays(tx *db.Tx, sc scope.Scope, day date.Date) ([]stay, error) {
	return db.All(tx, func(row db.Scanner) (s stay, err error) {
		err = row.Scan(&s.roomID, &s.from, &s.to, &s.released, &s.Persons, &s.status, &s.checkIn, &s.BookingID, &s.Code,
			&s.GuestName, &s.Time, &s.arrived)
		return s, err
	}, `SELECT r.room_id, r.from_date, r.to_date, r.released, r.adults + r.children, `+booking.RoomStatus+`,
			b.check_in, b.booking_id, b.code, `+booking.RoomGuest+`, b.expected_arrival, COALESCE(r.arrived_at, 0)
		FROM bookings b CROSS JOIN booking_rooms r
		WHERE b.org_id = $1 AND b.status IN ('confirmed', 'checked-in')
			AND (b.status = 'checked-in' OR b.check_in <= $2 AND b.check_out >= $2)
			AND r.org_id = b.org_id AND r.booking_id = b.booking_id
			AND r.room_id IS NOT NULL AND r.released <> 'checked-out'
		ORDER BY b.check_in, b.booking_id, r.position`, sc.Org, string(day))
}

// blocked are the rooms that are out of order on the day.
func blocked(tx *db.Tx, sc scope.Scope, day date.Date) (map[string]bool, error) {
	return roomSet(tx, `SELECT room_id FROM room_blocks
		WHERE org_id = $1 AND from_date <= $2 AND to_date > $2`, sc.Org, string(day))
}

// roomSet are the ids of the rooms that the query finds.
func roomSet(tx *db.Tx, query string, args ...any) (map[string]bool, error) {
	ids, err := db.All(tx, db.Value[string], query, args...)
	rooms := map[string]bool{}
	for _, id := range ids {
		rooms[id] = true
	}
	return rooms, err
}

// assigned are the active members who clean the rooms on the day, by the rooms' ids.
func assigned(tx *db.Tx, sc scope.Scope, day date.Date) (map[string]Assignee, error) {
	rows, err := tx.Query(`SELECT a.room_id, m.login_id, m.name
		FROM housekeeping_assignments a JOIN memberships m ON m.org_id = a.org_id AND m.login_id = a.login_id
		WHERE a.org_id = $1 AND a.day = $2 AND m.is_active`, sc.Org, string(day))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	rooms := map[string]Assignee{}
	for rows.Next() {
		var roomID string
		var a Assignee
		if err := rows.Scan(&roomID, &a.ID, &a.Name); err != nil {
			return nil, err
		}
		rooms[roomID] = a
	}
	return rooms, rows.Err()
}

// activeMembers are the names of those of the members who can get in, by their ids.
func activeMembers(tx *db.Tx, sc scope.Scope, ids []string) (map[string]string, error) {
	names, args := map[string]string{}, []any{sc.Org}
	if len(ids) == 0 {
		return names, nil
	}
	for _, id := range ids {
		args = append(args, id)
	}
	rows, err := tx.Query(`SELECT login_id, name FROM memberships WHERE org_id = $1 AND is_active
		AND joined_at IS NOT NULL AND login_id IN (`+db.Placeholders(2, len(ids))+`)`, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id, name string
		if err := rows.Scan(&id, &name); err != nil {
			return nil, err
		}
		names[id] = name
	}
	return names, rows.Err()
}

func assign(tx *db.Tx, sc scope.Scope, day date.Date, roomID, login string) error {
	return tx.Do(`INSERT INTO housekeeping_assignments (org_id, day, room_id, login_id) VALUES ($1, $2, $3, $4)
		ON CONFLICT (org_id, day, room_id) DO UPDATE SET login_id = excluded.login_id`,
		sc.Org, string(day), roomID, login)
}

func unassign(tx *db.Tx, sc scope.Scope, day date.Date, roomID string) error {
	return tx.Do(`DELETE FROM housekeeping_assignments WHERE org_id = $1 AND day = $2 AND room_id = $3`,
		sc.Org, string(day), roomID)
}

// note is what is noted about a room, and when it was written.
type note struct {
	RoomID string `db:"room_id,key"`
	Text   string `db:"note"`
	At     int64  `db:"noted_at"` // UTC milliseconds
}

var (
	noteTable   = table.Of[note]("housekeeping_notes", "org_id")
	selectNotes = `SELECT ` + noteTable.Columns("") + ` FROM housekeeping_notes WHERE org_id = $1`
)

func notes(tx *db.Tx, sc scope.Scope) (map[string]note, error) {
	list, err := db.All(tx, noteTable.Scan, selectNotes, sc.Org)
	rooms := map[string]note{}
	for _, n := range list {
		rooms[n.RoomID] = n
	}
	return rooms, err
}

// noteOf is the note about a room, the zero value if there never was one.
func noteOf(tx *db.Tx, sc scope.Scope, roomID string) (note, error) {
	n, err := db.One(tx, noteTable.Scan, selectNotes+` AND room_id = $2`, sc.Org, roomID)
	if errors.Is(err, db.ErrNoRows) {
		return note{RoomID: roomID}, nil
	}
	return n, err
}

func saveNote(tx *db.Tx, sc scope.Scope, n note) error {
	return tx.Do(`INSERT INTO housekeeping_notes (org_id, room_id, note, noted_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (org_id, room_id) DO UPDATE SET note = excluded.note, noted_at = excluded.noted_at`,
		sc.Org, n.RoomID, n.Text, n.At)
}

// photographed are the rooms that have a photo.
func photographed(tx *db.Tx, sc scope.Scope) (map[string]bool, error) {
	return roomSet(tx, `SELECT room_id FROM housekeeping_photos WHERE org_id = $1`, sc.Org)
}

func savePhoto(tx *db.Tx, sc scope.Scope, roomID string, content []byte) error {
	return tx.Do(`INSERT INTO housekeeping_photos (org_id, room_id, content, added_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (org_id, room_id) DO UPDATE SET content = excluded.content, added_at = excluded.added_at`,
		sc.Org, roomID, base64.StdEncoding.EncodeToString(content), tx.Now.UnixMilli())
}

// photo reads a room's photo; db.ErrNoRows if there is none.
func photo(tx *db.Tx, sc scope.Scope, roomID string) ([]byte, error) {
	return db.One(tx, func(row db.Scanner) ([]byte, error) {
		var encoded string
		if err := row.Scan(&encoded); err != nil {
			return nil, err
		}
		return base64.StdEncoding.DecodeString(encoded)
	}, `SELECT content FROM housekeeping_photos WHERE org_id = $1 AND room_id = $2`, sc.Org, roomID)
}

func removePhoto(tx *db.Tx, sc scope.Scope, roomID string) (removed int64, err error) {
	return tx.Exec(`DELETE FROM housekeeping_photos WHERE org_id = $1 AND room_id = $2`, sc.Org, roomID)
}
