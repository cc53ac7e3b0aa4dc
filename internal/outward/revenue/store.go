package revenue

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// divisions are what a line of a folio counts for, as SQL of the line f, the one o that it takes back or is itself, and
// its booking b.
var divisions = map[string]string{
	"department": `CASE WHEN o.lodging THEN 'rooms' ELSE COALESCE((SELECT 'department:' || MIN(s.department)
		FROM service_nights n CROSS JOIN booking_services s
		WHERE n.org_id = $1 AND n.line_id = o.line_id AND n.line_id <> '' AND s.org_id = $1
			AND s.booking_id = n.booking_id AND s.sale_id = n.sale_id AND s.department <> ''), 'other') END`,
	"tax": `f.tax_name || ':' || CAST(f.rate AS TEXT)`,
	"category": `COALESCE((SELECT MIN(r.room_type) FROM booking_rooms r WHERE r.org_id = $1
			AND r.booking_id = f.booking_id AND (r.room_id = o.room_id OR r.entry_id = o.room_id)),
		(SELECT MIN(r.room_type) FROM booking_rooms r WHERE r.org_id = $1 AND r.booking_id = f.booking_id), '')`,
	"plan": `COALESCE((SELECT MAX(r.sold) FROM booking_rooms r WHERE r.org_id = $1
			AND r.booking_id = f.booking_id AND (r.room_id = o.room_id OR r.entry_id = o.room_id)),
		(SELECT MAX(r.sold) FROM booking_rooms r WHERE r.org_id = $1 AND r.booking_id = f.booking_id), '')`,
	"source":  `b.source`,
	"company": `COALESCE(b.company_id, '')`,
	"nationality": `COALESCE((SELECT g.nationality FROM guests g
		WHERE g.org_id = $1 AND g.guest_id = b.guest_id), '')`,
	"day":   `f.posted_on`,
	"month": `substr(f.posted_on, 1, 7)`,
}

// lines are the lines of folios that were posted on the days [$2, $3], the line that each takes back or is itself, and
// its booking. CROSS JOIN makes SQLite begin with the days.
const lines = ` FROM folio_lines f CROSS JOIN folio_lines o CROSS JOIN bookings b
	WHERE f.org_id = $1 AND f.posted_on >= $2 AND f.posted_on <= $3
		AND o.org_id = $1 AND o.booking_id = f.booking_id
		AND o.line_id = CASE WHEN f.credits <> '' THEN f.credits WHEN f.reverses <> '' THEN f.reverses
			ELSE f.line_id END
		AND b.org_id = $1 AND b.booking_id = f.booking_id`

// onFolios is what folios have earned on the days [from, to], by a division.
func onFolios(tx *db.Tx, sc scope.Scope, by string, from, to date.Date) ([]amount, error) {
	return db.All(tx, func(row db.Scanner) (a amount, err error) {
		err = row.Scan(&a.key, &a.taxable, &a.total, &a.rooms, &a.nights)
		return a, err
	}, `SELECT division, CAST(SUM(taxable) AS BIGINT), CAST(SUM(total) AS BIGINT), CAST(SUM(rooms) AS BIGINT),
			CAST(SUM(nights) AS BIGINT) FROM (
		SELECT `+divisions[by]+` AS division, f.taxable, f.total,
			CASE WHEN o.lodging THEN f.taxable ELSE 0 END AS rooms,
			CASE WHEN f.kind <> 'room-night' OR f.credits <> '' OR f.total = 0 THEN 0 WHEN f.reverses = '' THEN 1
				ELSE -1 END AS nights`+lines+`) AS parts
		GROUP BY division`, sc.Org, string(from), string(to))
}

// mostLines is how many lines are looked at for the rows of a revenue.
const mostLines = 50_000

// linesOf are the lines of folios of the days, each with its division.
func linesOf(tx *db.Tx, sc scope.Scope, by string, from, to date.Date) ([]line, error) {
	return db.All(tx, func(row db.Scanner) (l line, err error) {
		err = row.Scan(&l.bookingID, &l.code, &l.guest, &l.lineID, &l.description, &l.day, &l.division, &l.taxable, &l.total)
		return l, err
	}, `SELECT f.booking_id, b.code, b.guest_name, f.line_id, f.description, f.posted_on, `+divisions[by]+`,
			f.taxable, f.total`+lines+` ORDER BY f.posted_on, f.booking_id, f.line_id LIMIT $4`,
		sc.Org, string(from), string(to), mostLines+1)
}

// companies are the names of all companies, by id.
func companies(tx *db.Tx, sc scope.Scope) (map[string]string, error) {
	names := map[string]string{}
	_, err := db.All(tx, func(row db.Scanner) (pair [2]string, err error) {
		err = row.Scan(&pair[0], &pair[1])
		names[pair[0]] = pair[1]
		return pair, err
	}, `SELECT company_id, name FROM companies WHERE org_id = $1`, sc.Org)
	return names, err
}

// expected are the bookings whose guests were expected on the days [from, to], counted by their source or company.
func expected(tx *db.Tx, sc scope.Scope, by string, from, to date.Date) ([]produced, error) {
	return db.All(tx, func(row db.Scanner) (p produced, err error) {
		err = row.Scan(&p.key, &p.bookings, &p.arrivals, &p.cancellations, &p.noShows)
		return p, err
	}, `SELECT `+divisions[by]+` AS division, COUNT(*),
			CAST(SUM(CASE WHEN b.status IN ('checked-in', 'checked-out') THEN 1 ELSE 0 END) AS BIGINT),
			CAST(SUM(CASE WHEN b.status = 'cancelled' AND NOT b.no_show THEN 1 ELSE 0 END) AS BIGINT),
			CAST(SUM(CASE WHEN b.status = 'cancelled' AND b.no_show THEN 1 ELSE 0 END) AS BIGINT)
		FROM bookings b WHERE b.org_id = $1 AND b.check_in >= $2 AND b.check_in <= $3 GROUP BY division`,
		sc.Org, string(from), string(to))
}

// stays are the rooms of the bookings whose guests came on the days [from, to], by check-in.
func stays(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]stay, error) {
	return db.All(tx, func(row db.Scanner) (s stay, err error) {
		err = row.Scan(&s.bookingID, &s.nationality, &s.persons, &s.from, &s.to, &s.moved)
		return s, err
	}, `SELECT b.booking_id, COALESCE((SELECT g.nationality FROM guests g WHERE g.org_id = $1 AND g.guest_id = b.guest_id), ''),
			r.adults + r.children, r.from_date, r.to_date, r.released = 'moved'
		FROM bookings b CROSS JOIN booking_rooms r
		WHERE b.org_id = $1 AND b.check_in >= $2 AND b.check_in <= $3 AND b.status IN ('checked-in', 'checked-out')
			AND r.org_id = $1 AND r.booking_id = b.booking_id`, sc.Org, string(from), string(to))
}
