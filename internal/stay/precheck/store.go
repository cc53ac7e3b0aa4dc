package precheck

import (
	"errors"
	"slices"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
)

var (
	recordTable   = table.Of[Record]("online_checkins", "org_id")
	selectRecords = `SELECT ` + recordTable.Columns("") + ` FROM online_checkins WHERE org_id = $1`
	settingsTable = table.Of[Settings]("online_checkin_settings", "org_id")
)

// find reads what is kept of a booking; an empty record if nothing is.
func find(tx *db.Tx, sc scope.Scope, bookingID string) (Record, error) {
	r, err := db.One(tx, recordTable.Scan, selectRecords+` AND booking_id = $2`, sc.Org, bookingID)
	if errors.Is(err, db.ErrNoRows) {
		return Record{BookingID: bookingID, Version: 1}, nil
	}
	return r, err
}

// Of are the online check-ins of bookings, by their ids; without those of which nothing is kept.
func Of(tx *db.Tx, sc scope.Scope, bookingIDs []string) db.Later[map[string]Record] {
	if len(bookingIDs) == 0 {
		return db.Known(map[string]Record{}, nil)
	}
	args := []any{sc.Org}
	for _, id := range bookingIDs {
		args = append(args, id)
	}
	list := db.AskAll(tx, recordTable.Scan, selectRecords+` AND booking_id IN (`+
		db.Placeholders(2, len(bookingIDs))+`)`, args...)
	return db.Then(list, func(list []Record) (map[string]Record, error) {
		records := map[string]Record{}
		for _, r := range list {
			records[r.BookingID] = r
		}
		return records, nil
	})
}

// save stores a record. Callers have locked the booking.
func save(tx *db.Tx, sc scope.Scope, r *Record) error {
	r.UpdatedAt = tx.Now.UnixMilli()
	r.Done = slices.Clip(append([]string{}, r.Done...)) // an empty list, not null
	if r.CreatedAt > 0 {
		return recordTable.Update(tx, []any{sc.Org}, r)
	}
	r.CreatedAt, r.Version = r.UpdatedAt, r.Version+1
	return recordTable.Insert(tx, []any{sc.Org}, *r)
}

// setTries notes wrong digits, which are no change of the record.
func setTries(tx *db.Tx, sc scope.Scope, r Record) error {
	return tx.Do(`UPDATE online_checkins SET tries = $3, locked_until = $4 WHERE org_id = $1 AND booking_id = $2`, sc.Org,
		r.BookingID, r.Tries, r.LockedUntil)
}

func isLink(tx *db.Tx, sc scope.Scope, bookingID, hash string) (is bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM online_checkin_links
		WHERE org_id = $1 AND booking_id = $2 AND hash = $3)`, sc.Org, bookingID, hash).Scan(&is)
	return is, err
}

func countLinks(tx *db.Tx, sc scope.Scope, bookingID string) (int, error) {
	return db.One(tx, db.Value[int], `SELECT COUNT(*) FROM online_checkin_links
		WHERE org_id = $1 AND booking_id = $2`, sc.Org, bookingID)
}

// addLink keeps a link, and ends the oldest where there are too many.
func addLink(tx *db.Tx, sc scope.Scope, bookingID, hash string) error {
	if err := tx.Do(`DELETE FROM online_checkin_links WHERE org_id = $1 AND booking_id = $2 AND hash NOT IN (
			SELECT hash FROM online_checkin_links WHERE org_id = $1 AND booking_id = $2
			ORDER BY made_at DESC, hash LIMIT $3)`, sc.Org, bookingID, maxLinks-1); err != nil {
		return err
	}
	return tx.Do(`INSERT INTO online_checkin_links (org_id, booking_id, hash, made_at) VALUES ($1, $2, $3, $4)`, sc.Org,
		bookingID, hash, tx.Now.UnixMilli())
}

// endLinks ends all links of a booking, and tells how many there were.
func endLinks(tx *db.Tx, sc scope.Scope, bookingID string) (int64, error) {
	return tx.Exec(`DELETE FROM online_checkin_links WHERE org_id = $1 AND booking_id = $2`, sc.Org, bookingID)
}

// forget deletes all that is kept of a booking.
func forget(tx *db.Tx, sc scope.Scope, bookingID string) error {
	if _, err := endLinks(tx, sc, bookingID); err != nil {
		return err
	}
	return tx.Do(`DELETE FROM online_checkins WHERE org_id = $1 AND booking_id = $2`, sc.Org, bookingID)
}

func settings(tx *db.Tx, sc scope.Scope) (Settings, error) {
	s, err := db.One(tx, settingsTable.Scan, `SELECT `+settingsTable.Columns("")+` FROM online_checkin_settings
		WHERE org_id = $1`, sc.Org)
	if errors.Is(err, db.ErrNoRows) {
		return defaults, nil
	}
	return s, err
}

// lockSettings reads the hotel's settings and keeps others from changing them until the transaction ends.
func lockSettings(tx *db.Tx, sc scope.Scope) (Settings, error) {
	if err := tx.Do(`INSERT INTO online_checkin_settings (org_id, enabled, days_before, updated_at, version)
		VALUES ($1, $2, $3, $4, 1)
		ON CONFLICT (org_id) DO UPDATE SET updated_at = online_checkin_settings.updated_at`, sc.Org,
		defaults.Enabled, defaults.DaysBefore, tx.Now.UnixMilli()); err != nil {
		return Settings{}, err
	}
	return settings(tx, sc)
}

func saveSettings(tx *db.Tx, sc scope.Scope, s *Settings) error {
	s.Version++
	return tx.Do(`UPDATE online_checkin_settings SET enabled = $2, days_before = $3, updated_at = $4, version = $5
		WHERE org_id = $1`, sc.Org, s.Enabled, s.DaysBefore, tx.Now.UnixMilli(), s.Version)
}
