package deskpaper

import (
	"encoding/base64"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// arriving are the ids of the bookings that begin on the day and are not cancelled or over: who said when they come
// first, by the time, then the others.
func arriving(tx *db.Tx, sc scope.Scope, day date.Date) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT booking_id FROM bookings
		WHERE org_id = $1 AND check_in = $2 AND status IN ('confirmed', 'checked-in')
		ORDER BY CASE expected_arrival WHEN '' THEN 1 ELSE 0 END, expected_arrival, guest_name, booking_id`,
		sc.Org, string(day))
}

// categories are the names of the room categories, by their ids.
func categories(tx *db.Tx, sc scope.Scope) (map[string]string, error) {
	rows, err := tx.Query(`SELECT category_id, name FROM room_categories WHERE org_id = $1`, sc.Org)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names := map[string]string{}
	for rows.Next() {
		var id, name string
		if err := rows.Scan(&id, &name); err != nil {
			return nil, err
		}
		names[id] = name
	}
	return names, rows.Err()
}

func saveSignature(tx *db.Tx, sc scope.Scope, bookingID string, s Signature) error {
	return tx.Do(`INSERT INTO booking_signatures (org_id, booking_id, content, signed_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (org_id, booking_id) DO UPDATE SET content = excluded.content, signed_at = excluded.signed_at`,
		sc.Org, bookingID, base64.StdEncoding.EncodeToString(s.Content), s.SignedAt)
}

// signature reads what was signed; db.ErrNoRows if nothing was.
func signature(tx *db.Tx, sc scope.Scope, bookingID string) (Signature, error) {
	return db.One(tx, func(row db.Scanner) (s Signature, err error) {
		var encoded string
		if err := row.Scan(&encoded, &s.SignedAt); err != nil {
			return s, err
		}
		s.Content, err = base64.StdEncoding.DecodeString(encoded)
		return s, err
	}, `SELECT content, signed_at FROM booking_signatures WHERE org_id = $1 AND booking_id = $2`, sc.Org, bookingID)
}

func removeSignature(tx *db.Tx, sc scope.Scope, bookingID string) (removed int64, err error) {
	return tx.Exec(`DELETE FROM booking_signatures WHERE org_id = $1 AND booking_id = $2`, sc.Org, bookingID)
}
