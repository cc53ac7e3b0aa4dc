package nightaudit

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Sold are nights that were sold, and those that were given for nothing.
type Sold struct{ Rooms, Complimentary int }

// Plus adds up both.
func (s Sold) Plus(other Sold) Sold {
	return Sold{s.Rooms + other.Rooms, s.Complimentary + other.Complimentary}
}

// NightsSold are the nights that the reports of the closed days [from, to] count.
func NightsSold(tx *db.Tx, sc scope.Scope, from, to date.Date) (s Sold, err error) {
	err = tx.QueryRow(`SELECT
			CAST(COALESCE(SUM(CASE WHEN total = 0 THEN 0 WHEN reverses = '' THEN 1 ELSE -1 END), 0) AS BIGINT),
			CAST(COALESCE(SUM(CASE WHEN total <> 0 THEN 0 WHEN reverses = '' THEN 1 ELSE -1 END), 0) AS BIGINT)
		FROM folio_lines WHERE org_id = $1 AND sold_on >= $2 AND sold_on <= $3 AND sold_on <> ''`,
		sc.Org, string(from), string(to)).Scan(&s.Rooms, &s.Complimentary)
	return s, err
}

// DayUses are the day uses of rooms that folios charge, less those taken back, by the business days [from, to] on which
// they were posted.
func DayUses(tx *db.Tx, sc scope.Scope, from, to date.Date) (number int, err error) {
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(CASE WHEN reverses = '' THEN 1 ELSE -1 END), 0) AS BIGINT)
		FROM folio_lines WHERE org_id = $1 AND posted_on >= $2 AND posted_on <= $3 AND kind = 'day-use'`,
		sc.Org, string(from), string(to)).Scan(&number)
	return number, err
}

// posted is a room-night on a folio that nothing has taken back.
type posted struct {
	bookingID, lineID, roomID string
	day                       date.Date
	counted                   bool
}

// uncounted lists the nights from first to last, posted by the last day, on folios of guests who came, if one of the
// same booking and day isn't counted yet.
func uncounted(tx *db.Tx, sc scope.Scope, first, last date.Date) ([]posted, error) {
	return db.All(tx, func(row db.Scanner) (p posted, err error) {
		err = row.Scan(&p.bookingID, &p.lineID, &p.roomID, &p.day, &p.counted)
		return p, err
	}, `SELECT l.booking_id, l.line_id, l.room_id, l.day, l.sold_on <> ''
		FROM (SELECT DISTINCT booking_id, day FROM folio_lines
			WHERE org_id = $1 AND day >= $2 AND day <= $3 AND kind = 'room-night' AND sold_on = '' AND reverses = ''
				AND reversed_by = '' AND posted_on <= $3) u
		CROSS JOIN bookings b CROSS JOIN folio_lines l
		WHERE b.org_id = $1 AND b.booking_id = u.booking_id AND b.status IN ('checked-in', 'checked-out')
			AND l.org_id = $1 AND l.booking_id = u.booking_id AND l.day = u.day AND l.kind = 'room-night'
			AND l.reverses = '' AND l.reversed_by = '' AND l.posted_on <= $3
		ORDER BY l.booking_id, l.day, l.position`, sc.Org, string(first), string(last))
}

// roomsHeld are the rooms in which the booking holds a night.
func roomsHeld(tx *db.Tx, sc scope.Scope, bookingID string, night date.Date) ([]string, error) {
	return db.All(tx, db.Value[string],
		`SELECT room_id FROM room_nights WHERE org_id = $1 AND night = $2 AND holder_kind = 'booking' AND holder_id = $3`,
		sc.Org, string(night), bookingID)
}

// Revenue is what folios charge for rooms and for all else, without tax, less what credit notes take back of it, by
// the business days [from, to] on which it was posted. What no-shows and cancelled stays leave is among that of rooms
// (STR).
func Revenue(tx *db.Tx, sc scope.Scope, from, to date.Date) (rooms, other money.Amount, err error) {
	err = tx.QueryRow(`SELECT
			CAST(COALESCE(SUM(rooms), 0) AS BIGINT), CAST(COALESCE(SUM(charged - rooms), 0) AS BIGINT)
		FROM (
			SELECT SUM(CASE WHEN credits = '' AND lodging THEN taxable ELSE 0 END) AS rooms, SUM(taxable) AS charged
				FROM folio_lines WHERE org_id = $1 AND posted_on >= $2 AND posted_on <= $3
			UNION ALL SELECT SUM(f.taxable), 0 FROM folio_lines f CROSS JOIN folio_lines c
				WHERE f.org_id = $1 AND f.posted_on >= $2 AND f.posted_on <= $3 AND f.credits <> ''
					AND c.org_id = $1 AND c.booking_id = f.booking_id AND c.line_id = f.credits AND c.lodging) AS parts`,
		sc.Org, string(from), string(to)).Scan(&rooms, &other)
	return rooms, other, err
}

// ClosedDays are the first and the last day that was closed, and with them all days between; both are "" before the
// first.
func ClosedDays(tx *db.Tx, sc scope.Scope) (first, last date.Date, err error) {
	err = tx.QueryRow(`SELECT COALESCE((SELECT MIN(day) FROM night_audits WHERE org_id = $1), ''),
		COALESCE((SELECT MAX(day) FROM night_audits WHERE org_id = $1), '')`, sc.Org).
		Scan((*string)(&first), (*string)(&last))
	return first, last, err
}
