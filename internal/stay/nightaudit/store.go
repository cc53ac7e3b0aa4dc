package nightaudit

import (
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

// closedDay is the row of a closed day.
type closedDay struct {
	Day      date.Date `db:"day,key"`
	Report   Report    `db:"report,json"`
	ClosedBy string    `db:"closed_by,fixed"`
	ClosedAt int64     `db:"closed_at,fixed"` // UTC milliseconds
}

var (
	closedDays       = table.Of[closedDay]("night_audits", "org_id")
	selectClosedDays = `SELECT ` + closedDays.Columns("") + ` FROM night_audits WHERE org_id = $1`

	list = listing.New[listInput](closedDays.Scan, listing.Spec{Table: "night_audits", Key: "day",
		Columns: closedDays.Columns(""), Order: "day DESC"})
)

func insert(tx *db.Tx, sc scope.Scope, r Report) error {
	return closedDays.Insert(tx, []any{sc.Org},
		closedDay{Day: r.Date, Report: r, ClosedBy: sc.User, ClosedAt: tx.Now.UnixMilli()})
}

// find reads the report of a closed day; NotFound when the day was never closed.
func find(tx *db.Tx, sc scope.Scope, day date.Date) (Report, error) {
	found, err := db.One(tx, closedDays.Scan, selectClosedDays+` AND day = $2`, sc.Org, string(day))
	if errors.Is(err, db.ErrNoRows) {
		return found.Report, errs.NotFound("The day " + day.Short() + " was not closed.")
	}
	return found.Report, err
}

// unposted names the bookings of guests in house who hold a room on the night of day that is not charged yet, by id.
func unposted(tx *db.Tx, sc scope.Scope, day date.Date) ([]string, error) {
	return bookingIDs(tx, sc, day, `SELECT DISTINCT n.holder_id
		FROM room_nights n JOIN bookings b ON b.org_id = n.org_id AND b.booking_id = n.holder_id
		WHERE n.org_id = $1 AND n.night = $2 AND n.holder_kind = 'booking' AND b.status = 'checked-in'
			AND NOT EXISTS (SELECT 1 FROM folio_lines l
				WHERE l.org_id = $1 AND l.booking_id = n.holder_id AND l.room_id = n.room_id AND l.day = n.night
					AND l.kind = 'room-night' AND l.reverses = '' AND l.reversed_by = '')
		UNION SELECT d.holder_id FROM room_days d JOIN bookings b ON b.org_id = d.org_id AND b.booking_id = d.holder_id
		WHERE d.org_id = $1 AND d.day = $2 AND b.status = 'checked-in'
			AND NOT EXISTS (SELECT 1 FROM folio_lines l
				WHERE l.org_id = $1 AND l.booking_id = d.holder_id AND l.room_id = d.room_id AND l.day = d.day
					AND l.kind = 'day-use' AND l.reverses = '' AND l.reversed_by = '')
		ORDER BY holder_id`)
}

// overdueArrivals names the bookings whose guests were expected by day and have not come, by id. db.Beside keeps
// SQLite from looking at all days before, here and below.
func overdueArrivals(tx *db.Tx, sc scope.Scope, day date.Date) ([]string, error) {
	return bookingIDs(tx, sc, day, `SELECT booking_id FROM bookings
		WHERE org_id = $1 AND status = 'confirmed' AND `+db.Beside("check_in <= $2")+` ORDER BY booking_id`)
}

// overdueDepartures names the bookings whose guests should have left by day and are in house, by id.
func overdueDepartures(tx *db.Tx, sc scope.Scope, day date.Date) ([]string, error) {
	return bookingIDs(tx, sc, day, `SELECT booking_id FROM bookings
		WHERE org_id = $1 AND status = 'checked-in' AND `+db.Beside("check_out <= $2")+` ORDER BY booking_id`)
}

func bookingIDs(tx *db.Tx, sc scope.Scope, day date.Date, query string) ([]string, error) {
	return db.All(tx, db.Value[string], query, sc.Org, string(day))
}

const selectNights = `SELECT CAST(COALESCE(SUM(CASE WHEN reverses = '' THEN 1 ELSE -1 END), 0) AS BIGINT),
		CAST(COALESCE(SUM(total), 0) AS BIGINT), CAST(COALESCE(SUM(total - taxable), 0) AS BIGINT)
	FROM folio_lines WHERE org_id = $1 AND posted_on = $2 AND kind = 'room-night'`

const selectOtherCharges = `SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT)
	FROM folio_lines WHERE org_id = $1 AND posted_on = $2 AND kind <> 'room-night'`

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
	sold, err := NightsSold(tx, sc, r.Date, r.Date)
	if err != nil {
		return err
	}
	r.RoomsSold, r.Complimentary = sold.Rooms, sold.Complimentary
	if r.DayUses, err = DayUses(tx, sc, r.Date, r.Date); err != nil {
		return err
	}
	revenue, _, err := Revenue(tx, sc, r.Date, r.Date)
	r.RoomsRevenue = revenue.Number(sc.Currency)
	return err
}

// latePostings lists what was posted on the day although it is of a day that was closed before.
func latePostings(tx *db.Tx, sc scope.Scope, day date.Date) ([]LatePosting, error) {
	list, err := db.All(tx, func(row db.Scanner) (p LatePosting, err error) {
		var total money.Amount
		err = row.Scan(&p.BookingID, &p.Code, &p.GuestName, &p.LineID, &p.Type, &p.RoomNumber, &p.Description, &p.Date,
			&total)
		p.TotalAmount = total.Number(sc.Currency)
		return p, err
	}, `SELECT b.booking_id, b.code, b.guest_name, l.line_id, l.kind, l.room_number, l.description, l.day, l.total
		FROM folio_lines l JOIN bookings b ON b.org_id = l.org_id AND b.booking_id = l.booking_id
		WHERE l.org_id = $1 AND l.posted_on = $2 AND l.day < l.posted_on
		ORDER BY l.day, l.booking_id, l.position`, sc.Org, string(day))
	if list == nil {
		list = []LatePosting{}
	}
	return list, err
}

// Erase deletes the reports of an organization that nobody has come into.
func Erase(tx *db.Tx, org string) error { return db.Erase(tx, org, "night_audits") }
