package nightaudit

import (
	"encoding/json"
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

func insert(tx *db.Tx, sc scope.Scope, r Report) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO night_audits (org_id, day, report, closed_by, closed_at) VALUES ($1, $2, $3, $4, $5)`,
		sc.Org, string(r.Date), string(text), sc.User, tx.Now.UnixMilli())
	return err
}

// find reads the report of a closed day; NotFound when the day was never closed.
func find(tx *db.Tx, sc scope.Scope, day date.Date) (r Report, err error) {
	var text string
	err = tx.QueryRow(`SELECT report FROM night_audits WHERE org_id = $1 AND day = $2`, sc.Org, string(day)).Scan(&text)
	if errors.Is(err, db.ErrNoRows) {
		return r, errs.NotFound("The day " + string(day) + " was not closed.")
	}
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal([]byte(text), &r)
}

func list(tx *db.Tx, sc scope.Scope, limit, offset int) (p page, err error) {
	err = tx.QueryRow(`SELECT COUNT(*) FROM night_audits WHERE org_id = $1`, sc.Org).Scan(&p.total)
	if err != nil {
		return p, err
	}
	p.heads, err = db.All(tx, func(row db.Scanner) (h Head, err error) {
		var text string
		if err = row.Scan(&text); err == nil {
			err = json.Unmarshal([]byte(text), &h)
		}
		return h, err
	}, `SELECT report FROM night_audits WHERE org_id = $1 ORDER BY day DESC`+db.Limit(2), sc.Org, limit, offset)
	return p, err
}

// unposted names the bookings of guests in house who hold a room on the night of day that is not charged yet, by id.
func unposted(tx *db.Tx, sc scope.Scope, day date.Date) ([]string, error) {
	return bookingIDs(tx, sc, day, `SELECT DISTINCT n.holder_id
		FROM room_nights n JOIN bookings b ON b.org_id = n.org_id AND b.booking_id = n.holder_id
		WHERE n.org_id = $1 AND n.night = $2 AND n.holder_kind = 'booking' AND b.status = 'checked-in'
			AND NOT EXISTS (SELECT 1 FROM folio_lines l
				WHERE l.org_id = n.org_id AND l.booking_id = n.holder_id AND l.room_id = n.room_id AND l.day = n.night
					AND l.kind = 'room-night' AND l.reverses = '' AND l.reversed_by = '')
		ORDER BY n.holder_id`)
}

// overdueArrivals names the bookings whose guests were expected by day and have not come, by id.
func overdueArrivals(tx *db.Tx, sc scope.Scope, day date.Date) ([]string, error) {
	return bookingIDs(tx, sc, day, `SELECT booking_id FROM bookings
		WHERE org_id = $1 AND status = 'confirmed' AND check_in <= $2 ORDER BY booking_id`)
}

// overdueDepartures names the bookings whose guests should have left by day and are in house, by id.
func overdueDepartures(tx *db.Tx, sc scope.Scope, day date.Date) ([]string, error) {
	return bookingIDs(tx, sc, day, `SELECT booking_id FROM bookings
		WHERE org_id = $1 AND status = 'checked-in' AND check_out <= $2 ORDER BY booking_id`)
}

func bookingIDs(tx *db.Tx, sc scope.Scope, day date.Date, query string) ([]string, error) {
	scan := func(row db.Scanner) (id string, err error) { return id, row.Scan(&id) }
	return db.All(tx, scan, query, sc.Org, string(day))
}

// selectRooms counts the rooms sold and the complimentary ones. It looks at the rooms of a booking in the sums, so that
// SQLite finds them by the booking, not by all stays of the room.
const selectRooms = `SELECT CAST(COALESCE(SUM(CASE WHEN here AND NOT free THEN 1 ELSE 0 END), 0) AS BIGINT),
		CAST(COALESCE(SUM(CASE WHEN here AND free THEN 1 ELSE 0 END), 0) AS BIGINT)
	FROM (SELECT r.room_id = n.room_id AND r.from_date <= n.night AND r.to_date > n.night AS here,
			b.total <= 0 OR r.rate = 0 AS free
		FROM room_nights n CROSS JOIN bookings b CROSS JOIN booking_rooms r
		WHERE n.org_id = $1 AND n.night = $2 AND n.holder_kind = 'booking'
			AND b.org_id = n.org_id AND b.booking_id = n.holder_id AND b.status <> 'confirmed'
			AND r.org_id = n.org_id AND r.booking_id = n.holder_id) nights`

const selectNights = `SELECT COUNT(*), CAST(COALESCE(SUM(total), 0) AS BIGINT),
		CAST(COALESCE(SUM(total - taxable), 0) AS BIGINT)
	FROM folio_lines WHERE org_id = $1 AND day = $2 AND kind = 'room-night' AND reverses = '' AND reversed_by = ''`

const selectOtherCharges = `SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT)
	FROM folio_lines WHERE org_id = $1 AND day = $2 AND kind <> 'room-night'`

const selectArrivals = `SELECT COUNT(*),
		CAST(COALESCE(SUM(CASE WHEN status = 'confirmed' THEN 0 ELSE 1 END), 0) AS BIGINT)
	FROM bookings WHERE org_id = $1 AND check_in = $2 AND status <> 'cancelled'`

const selectDepartures = `SELECT COUNT(*),
		CAST(COALESCE(SUM(CASE WHEN status = 'checked-out' THEN 1 ELSE 0 END), 0) AS BIGINT)
	FROM bookings WHERE org_id = $1 AND check_out = $2 AND status <> 'cancelled'`

// count counts the day's rooms, arrivals and departures, and what folios charge on it.
func count(tx *db.Tx, sc scope.Scope, r *Report) error {
	var nights, tax, other money.Amount
	for _, c := range []struct {
		query string
		into  []any
	}{
		{selectRooms, []any{&r.RoomsSold, &r.Complimentary}},
		{selectNights, []any{&r.RoomNightsPosted, &nights, &tax}},
		{selectOtherCharges, []any{&other}},
		{selectArrivals, []any{&r.Arrivals.Expected, &r.Arrivals.Done}},
		{selectDepartures, []any{&r.Departures.Expected, &r.Departures.Done}},
	} {
		if err := tx.QueryRow(c.query, sc.Org, string(r.Date)).Scan(c.into...); err != nil {
			return err
		}
	}
	r.RoomNightsAmount, r.RoomNightsTax = nights.Number(sc.Currency), tax.Number(sc.Currency)
	r.OtherCharges = other.Number(sc.Currency)
	return nil
}
