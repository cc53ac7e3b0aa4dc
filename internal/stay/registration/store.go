package registration

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
)

var (
	cardTable   = table.Of[Card]("registration_cards", "org_id")
	selectCards = `SELECT ` + cardTable.Columns("") + ` FROM registration_cards WHERE org_id = $1`

	settingsTable = table.Of[Settings]("registration_settings", "org_id")
)

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

// find reads what is kept of a card; an empty one if nothing is.
func find(tx *db.Tx, sc scope.Scope, bookingID, personID string) (Card, error) {
	c, err := db.One(tx, cardTable.Scan, selectCards+` AND booking_id = $2 AND stay_guest_id = $3`, sc.Org, bookingID,
		personID)
	if errors.Is(err, db.ErrNoRows) {
		return noCard(bookingID, personID), nil
	}
	return c, err
}

// ofBookings are the cards of bookings, by whose they are.
func ofBookings(tx *db.Tx, sc scope.Scope, bookings []*booking.Booking) (map[string]Card, error) {
	cards := map[string]Card{}
	if len(bookings) == 0 {
		return cards, nil
	}
	args := []any{sc.Org}
	for _, b := range bookings {
		args = append(args, b.ID)
	}
	list, err := db.All(tx, cardTable.Scan, selectCards+` AND booking_id IN (`+db.Placeholders(2, len(bookings))+`)`,
		args...)
	for _, c := range list {
		cards[c.StayGuestID] = c
	}
	return cards, err
}

// save stores a card. Callers have locked the booking.
func save(tx *db.Tx, sc scope.Scope, c *Card) error {
	c.UpdatedAt = tx.Now.UnixMilli()
	if c.CreatedAt > 0 {
		return cardTable.Update(tx, []any{sc.Org}, c)
	}
	c.CreatedAt, c.Version = c.UpdatedAt, c.Version+1
	return cardTable.Insert(tx, []any{sc.Org}, *c)
}

// expire deletes what guests have signed and answered before an instant, in UTC milliseconds.
func expire(tx *db.Tx, sc scope.Scope, before int64) error {
	return tx.Do(`DELETE FROM registration_cards WHERE org_id = $1 AND created_at < $2`, sc.Org, before)
}

func remove(tx *db.Tx, sc scope.Scope, c Card) error {
	return tx.Do(`DELETE FROM registration_cards WHERE org_id = $1 AND booking_id = $2 AND stay_guest_id = $3`, sc.Org,
		c.BookingID, c.StayGuestID)
}

// anyBefore tells whether a card is older.
func anyBefore(tx *db.Tx, sc scope.Scope, before int64) (any bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM registration_cards WHERE org_id = $1 AND created_at < $2)`, sc.Org,
		before).Scan(&any)
	return any, err
}

func settings(tx *db.Tx, sc scope.Scope) (Settings, error) {
	s, err := db.One(tx, settingsTable.Scan, `SELECT `+settingsTable.Columns("")+` FROM registration_settings
		WHERE org_id = $1`, sc.Org)
	if errors.Is(err, db.ErrNoRows) {
		return defaults, nil
	}
	return s, err
}

// lockSettings reads the hotel's settings and keeps others from changing them until the transaction ends.
func lockSettings(tx *db.Tx, sc scope.Scope) (Settings, error) {
	if err := tx.Do(`INSERT INTO registration_settings (org_id, cards, kept_days, updated_at, version)
		VALUES ($1, $2, $3, $4, 1) ON CONFLICT (org_id) DO UPDATE SET updated_at = registration_settings.updated_at`, sc.Org,
		defaults.Cards, defaults.KeptDays, tx.Now.UnixMilli()); err != nil {
		return Settings{}, err
	}
	return settings(tx, sc)
}

func saveSettings(tx *db.Tx, sc scope.Scope, s *Settings) error {
	s.Version++
	return tx.Do(`UPDATE registration_settings SET cards = $2, kept_days = $3, updated_at = $4, version = $5
		WHERE org_id = $1`, sc.Org, s.Cards, s.KeptDays, tx.Now.UnixMilli(), s.Version)
}
