package extras

import (
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/lodging"
)

var (
	sales       = table.Of[Sale]("booking_services", "org_id", "booking_id")
	selectSales = `SELECT ` + sales.Columns("") + ` FROM booking_services WHERE org_id = $1 AND booking_id = $2`

	nights       = table.Of[night]("service_nights", "org_id", "booking_id")
	nightColumns = nights.Columns("n") + `, CASE WHEN EXISTS (SELECT 1 FROM folio_lines l WHERE l.org_id = $1
		AND l.booking_id = n.booking_id AND l.line_id = n.line_id AND l.reversed_by <> '') THEN 1 ELSE 0 END`
	selectNights = `SELECT ` + nightColumns + ` FROM service_nights n WHERE n.org_id = $1 AND n.booking_id = $2`
)

// scanNight reads nightColumns, and further columns into the pointers.
func scanNight(row db.Scanner, more ...any) (n night, err error) {
	reversed := 0
	err = row.Scan(append(append(nights.Pointers(&n), &reversed), more...)...)
	n.Reversed = reversed != 0
	return n, err
}

// salesOf are the booking's sales in the order in which they were made.
func salesOf(tx *db.Tx, sc scope.Scope, bookingID string) ([]Sale, []night, error) {
	asked := db.AskAll(tx, func(row db.Scanner) (night, error) { return scanNight(row) }, selectNights, sc.Org, bookingID)
	list, err := db.All(tx, sales.Scan, selectSales+` ORDER BY created_at, sale_id`, sc.Org, bookingID)
	if err != nil {
		return nil, nil, err
	}
	known, err := asked.Get()
	return list, known, err
}

func findSale(tx *db.Tx, sc scope.Scope, bookingID, saleID string) (Sale, error) {
	sale, err := db.One(tx, sales.Scan, selectSales+` AND sale_id = $3`, sc.Org, bookingID, saleID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("The booking has no such service.")
	}
	return sale, err
}

func insertSales(tx *db.Tx, sc scope.Scope, bookingID string, list []Sale) error {
	gone := func(err error) error {
		if db.IsForeignKey(err) {
			return errs.Conflict("A service was deleted at this moment. Read the services again.")
		}
		return err
	}
	return sales.InsertOr(tx, gone, []any{sc.Org, bookingID}, list...)
}

func saveSale(tx *db.Tx, sc scope.Scope, bookingID string, sale *Sale) error {
	sale.UpdatedAt = tx.Now.UnixMilli()
	return sales.Update(tx, []any{sc.Org, bookingID}, sale)
}

// saveNight writes what was posted and consumed of a portion.
func saveNight(tx *db.Tx, sc scope.Scope, bookingID string, n night) error {
	return tx.Do(`INSERT INTO service_nights (org_id, booking_id, sale_id, night, posted, line_id, consumed)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (org_id, booking_id, sale_id, night)
		DO UPDATE SET posted = excluded.posted, line_id = excluded.line_id, consumed = excluded.consumed`,
		sc.Org, bookingID, n.SaleID, string(n.Night), n.Posted, n.LineID, n.Consumed)
}

// Unposted names the bookings of guests in house who have a service that the close of the day is still to post, by id.
func Unposted(tx *db.Tx, sc scope.Scope, day date.Date) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT DISTINCT s.booking_id
		FROM booking_services s JOIN bookings b ON b.org_id = s.org_id AND b.booking_id = s.booking_id
		WHERE s.org_id = $1 AND b.status = 'checked-in' AND b.has_services AND s.cancelled_at IS NULL
			AND NOT s.included AND s.post_on <> 'departure' AND s.posted_until < $2
		ORDER BY s.booking_id`, sc.Org, string(day))
}

// visit is a booking as the list of what is due names it.
type visit struct {
	BookingID, Code, GuestName, Notes string
	stay
}

// visitsOn are the stays with services around a day: of guests in house, expected, or gone that day, by code.
func visitsOn(tx *db.Tx, sc scope.Scope, day date.Date) ([]visit, error) {
	rooms := table.Of[lodging.Room]("booking_rooms", "org_id", "booking_id")
	rows, err := tx.Query(`SELECT b.booking_id, b.code, b.guest_name, b.notes, b.check_in, b.check_out, b.status, `+
		rooms.Columns("r")+`
		FROM bookings b JOIN booking_rooms r ON r.org_id = b.org_id AND r.booking_id = b.booking_id
		WHERE b.org_id = $1 AND b.has_services AND b.check_out >= $2 AND b.check_in <= $2
			AND b.status IN ('confirmed', 'checked-in', 'checked-out')
		ORDER BY b.code, b.booking_id, r.position`, sc.Org, string(day))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []visit
	for rows.Next() {
		v, r := visit{}, lodging.Room{}
		into := append([]any{&v.BookingID, &v.Code, &v.GuestName, &v.Notes, &v.CheckIn, &v.CheckOut, &v.Status},
			rooms.Pointers(&r)...)
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		if n := len(list); n == 0 || list[n-1].BookingID != v.BookingID {
			list = append(list, v)
		}
		last := &list[len(list)-1]
		last.Rooms = append(last.Rooms, r)
	}
	return list, rows.Err()
}

// onDay is the sales, and what is known of their portions, of the stays around a day, by booking.
type onDay struct {
	sales  map[string][]Sale
	nights map[string][]night
}

func salesOn(tx *db.Tx, sc scope.Scope, day date.Date) (onDay, error) {
	found := onDay{map[string][]Sale{}, map[string][]night{}}
	var bookingID string
	_, err := db.All(tx, func(row db.Scanner) (sale Sale, err error) {
		if err = row.Scan(append(sales.Pointers(&sale), &bookingID)...); err == nil {
			found.sales[bookingID] = append(found.sales[bookingID], sale)
		}
		return sale, err
	}, `SELECT `+sales.Columns("")+`, booking_id FROM booking_services
		WHERE org_id = $1 AND booking_id IN (SELECT booking_id FROM bookings
			WHERE org_id = $1 AND has_services AND check_out >= $2 AND check_in <= $2)
		ORDER BY created_at, sale_id`, sc.Org, string(day))
	if err != nil {
		return found, err
	}
	_, err = db.All(tx, func(row db.Scanner) (n night, err error) {
		if n, err = scanNight(row, &bookingID); err == nil {
			found.nights[bookingID] = append(found.nights[bookingID], n)
		}
		return n, err
	}, `SELECT `+nightColumns+`, booking_id FROM service_nights n
		WHERE n.org_id = $1 AND n.booking_id IN (SELECT booking_id FROM bookings
			WHERE org_id = $1 AND has_services AND check_out >= $2 AND check_in <= $2)`, sc.Org, string(day))
	return found, err
}
