package bookinglist

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/wordindex"
)

// filter is what a list is narrowed by; empty members don't narrow.
type filter struct {
	Status, Search, GuestID      string
	Source, Channel, ExternalRef string
	RoomID, CreatedBy, CompanyID string
	From, To                     date.Date // of the check-in
	CheckOutFrom, CheckOutTo     date.Date
	StayFrom, StayTo             date.Date // a night from the one to the other, both included
	UpdatedSince                 int64     // UTC milliseconds
	InHouse, BalanceOwed         bool
	Overbooked                   bool
	hits                         *wordindex.Hits
	Sort                         string // a key of orders; "": the newest first
}

// orders are how lists may be sorted, each with the id last, so that pages don't overlap.
var orders = map[string]string{
	"":          "created_at DESC, booking_id DESC",
	"newest":    "created_at DESC, booking_id DESC",
	"oldest":    "created_at, booking_id",
	"updated":   "updated_at, booking_id",
	"checkIn":   "check_in, created_at, booking_id",
	"-checkIn":  "check_in DESC, created_at DESC, booking_id DESC",
	"checkOut":  "check_out, created_at, booking_id",
	"-checkOut": "check_out DESC, created_at DESC, booking_id DESC",
}

// owes is BalanceDue above zero.
const owes = `CASE status WHEN 'cancelled' THEN cancellation_charge + retained ELSE total END
	+ CASE WHEN prices_include_tax THEN 0 ELSE room_tax END + extras - paid + refunded > 0`

// searched is what the list's search looks into.
var searched = wordindex.List{Kind: wordindex.Booking, Table: "bookings", As: "bookings", Key: "booking_id"}

// where returns the conditions that follow the one on the organization, and all arguments.
func (f filter) where(sc scope.Scope, walk bool) (string, []any) {
	where := db.Where(sc.Org)
	where.Given("status = ?", f.Status)
	where.Given("guest_id = ?", f.GuestID)
	where.Given("check_in >= ?", f.From)
	where.Given("check_in <= ?", f.To)
	where.Given("check_out >= ?", f.CheckOutFrom)
	where.Given("check_out <= ?", f.CheckOutTo)
	if f.StayFrom != "" {
		where.And("(check_out > ? OR check_in = check_out AND check_out >= ?)", f.StayFrom)
	}
	where.Given("check_in <= ?", f.StayTo)
	where.Given("source = ?", f.Source)
	where.Given("channel = ?", f.Channel)
	where.Given("external_reference <> '' AND external_reference = ?", f.ExternalRef)
	where.Given("created_by = ?", f.CreatedBy)
	where.Given("company_id = ?", f.CompanyID)
	where.Given("updated_at >= ?", f.UpdatedSince)
	where.Given(`EXISTS (SELECT 1 FROM booking_rooms r WHERE r.org_id = $1
		AND r.booking_id = bookings.booking_id AND r.room_id = ?)`, f.RoomID)
	if f.InHouse {
		where.And("status = 'checked-in'")
	}
	if f.Overbooked {
		where.And("overbooked AND status = 'confirmed'")
	}
	if f.BalanceOwed {
		where.And(owes)
	}
	f.hits.Narrow(where, walk)
	return where.SQL()
}

// total is how many bookings the filter finds. Without one it adds up booking_counts.
func total(tx *db.Tx, sc scope.Scope, f filter) (int, error) {
	if f.hits.Only() && f == (filter{Search: f.Search, Sort: f.Sort, hits: f.hits}) {
		return f.hits.Count(tx, sc)
	}
	where, args := f.where(sc, false)
	query := `SELECT COUNT(*) FROM bookings WHERE org_id = $1` + where
	if f == (filter{Status: f.Status, Sort: f.Sort}) {
		query = `SELECT CAST(COALESCE(SUM(number), 0) AS BIGINT) FROM booking_counts
			WHERE org_id = $1` + where
	}
	var n int
	err := tx.QueryRow(query, args...).Scan(&n)
	return n, err
}

// listed is a booking as the list shows it.
type listed struct {
	ID, Code, GuestName, Status string
	CheckIn, CheckOut           date.Date
	Total                       money.Amount
	Rooms                       []string // numbers
	Version                     int64
}

func pageOf(tx *db.Tx, sc scope.Scope, f filter, limit, offset int) ([]*listed, error) {
	where, args := f.where(sc, true)
	bookings, err := db.All(tx, func(row db.Scanner) (*listed, error) {
		b := &listed{Rooms: []string{}}
		err := row.Scan(&b.ID, &b.Code, &b.GuestName, &b.CheckIn, &b.CheckOut, &b.Status, &b.Total, &b.Version)
		return b, err
	}, `SELECT booking_id, code, guest_name, check_in, check_out, status, total, version FROM bookings
		WHERE org_id = $1`+where+` ORDER BY `+f.hits.Order(orders[f.Sort])+db.Limit(len(args)+1),
		append(args, limit, offset)...)
	if err != nil || len(bookings) == 0 {
		return bookings, err
	}
	return bookings, addRoomNumbers(tx, sc, bookings)
}

func addRoomNumbers(tx *db.Tx, sc scope.Scope, page []*listed) error {
	byID, args := map[string]*listed{}, []any{sc.Org, string(sc.Today(tx.Now))}
	for _, b := range page {
		byID[b.ID] = b
		args = append(args, b.ID)
	}
	rows, err := tx.Query(`SELECT booking_id, room_number FROM booking_rooms
		WHERE org_id = $1 AND room_number <> '' AND (released <> 'moved' OR to_date > $2)
			AND booking_id IN (`+db.Placeholders(3, len(page))+`) ORDER BY booking_id, position`, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var bookingID, number string
		if err := rows.Scan(&bookingID, &number); err != nil {
			return err
		}
		byID[bookingID].Rooms = append(byID[bookingID].Rooms, number)
	}
	return rows.Err()
}
