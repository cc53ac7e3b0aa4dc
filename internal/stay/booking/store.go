package booking

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/lodging"
)

const columns = `booking_id, code, status, guest_id, guest_name, guest_email, guest_phone, check_in, check_out,
	source, meal_plan, notes, special_requests, total, extras, advance, paid, refunded,
	expected_arrival, transport_mode, transport_details, arrived_at, arrival_remarks,
	checked_out_at, final_amount, settlement_method, checkout_remarks,
	cancelled_at, cancellation_reason, cancellation_charge, no_show, status_before_cancel, created_by, created_at, updated_at,
	prices_include_tax, room_tax`

// sums are the columns that are changed by statements of their own (Receive, keepSums), never by save: a payment changes
// them while others hold the booking as they read it.
var sums = []string{"paid", "refunded", "extras", "room_tax"}

var errNoBooking = errs.NotFound("There is no such booking.")

func (b *Booking) pointers() []any {
	return []any{&b.ID, &b.Code, &b.Status, &b.GuestID, &b.GuestName, &b.GuestEmail, &b.GuestPhone, &b.CheckIn, &b.CheckOut,
		&b.Source, &b.MealPlan, &b.Notes, &b.SpecialRequests, &b.Total, &b.Extras, &b.Advance, &b.Paid, &b.Refunded,
		&b.ExpectedArrival, &b.TransportMode, &b.TransportDetails, &b.ArrivedAt, &b.ArrivalRemarks,
		&b.CheckedOutAt, &b.FinalAmount, &b.SettlementMethod, &b.CheckoutRemarks,
		&b.CancelledAt, &b.CancellationReason, &b.CancellationCharge, &b.NoShow, &b.StatusBeforeCancel, &b.CreatedBy, &b.CreatedAt, &b.UpdatedAt,
		&b.PricesIncludeTax, &b.RoomTax}
}

func (b *Booking) values() []any {
	return []any{b.ID, b.Code, b.Status, b.GuestID, b.GuestName, b.GuestEmail, b.GuestPhone, string(b.CheckIn), string(b.CheckOut),
		b.Source, b.MealPlan, b.Notes, b.SpecialRequests, int64(b.Total), int64(b.Extras), int64(b.Advance), int64(b.Paid), int64(b.Refunded),
		b.ExpectedArrival, b.TransportMode, b.TransportDetails, b.ArrivedAt, b.ArrivalRemarks,
		b.CheckedOutAt, b.FinalAmount, b.SettlementMethod, b.CheckoutRemarks,
		b.CancelledAt, b.CancellationReason, int64(b.CancellationCharge), b.NoShow, b.StatusBeforeCancel, b.CreatedBy, b.CreatedAt, b.UpdatedAt,
		b.PricesIncludeTax, int64(b.RoomTax)}
}

// Find reads a booking; NotFound when there is none such.
func Find(tx *db.Tx, sc scope.Scope, bookingID string) (*Booking, error) {
	return find(tx, sc, "booking_id", bookingID)
}

func find(tx *db.Tx, sc scope.Scope, column, value string) (*Booking, error) {
	b := &Booking{Today: today(tx, sc)}
	rooms, err := db.All(tx, func(row db.Scanner) (r lodging.Room, err error) {
		err = row.Scan(append(b.pointers(), roomPointers(&r)...)...)
		return r, err
	}, `SELECT `+joinedColumns+` FROM bookings b JOIN booking_rooms r ON r.org_id = b.org_id AND r.booking_id = b.booking_id
		WHERE b.org_id = $1 AND b.`+column+` = $2 ORDER BY r.position`, sc.Org, value)
	if err != nil {
		return nil, err
	}
	if len(rooms) == 0 {
		return nil, errNoBooking
	}
	b.Rooms = rooms
	return b, nil
}

// Lock makes the booking's row this transaction's own until it ends, then reads it. What moves money has locked the books
// before.
func Lock(tx *db.Tx, sc scope.Scope, bookingID string) (*Booking, error) {
	found, err := tx.Exec(`UPDATE bookings SET updated_at = $3 WHERE org_id = $1 AND booking_id = $2`, sc.Org, bookingID, tx.Now.UnixMilli())
	if err != nil {
		return nil, err
	}
	if found == 0 {
		return nil, errNoBooking
	}
	return find(tx, sc, "booking_id", bookingID)
}

func roomPointers(r *lodging.Room) []any {
	return []any{&r.Position, &r.RoomID, &r.Number, &r.Type, &r.Rate, &r.Adults, &r.Children, &r.From, &r.To, &r.Released, &r.CheckedOutAt}
}

// joinedColumns are a booking's and one of its rooms': every booking has one at least.
var joinedColumns = "b." + strings.Join(strings.Fields(strings.ReplaceAll(columns, ",", " ")), ", b.") + `,
	r.position, r.room_id, r.room_number, r.room_type, r.rate, r.adults, r.children, r.from_date, r.to_date, r.released, r.checked_out_at`

func insert(tx *db.Tx, sc scope.Scope, b *Booking) error {
	args := append([]any{sc.Org}, b.values()...)
	args = append(args, searchText(b.Code, b.GuestName, b.GuestPhone))
	if _, err := tx.Exec(insertSQL, args...); err != nil {
		return err
	}
	return insertRooms(tx, sc, b.ID, b.Rooms)
}

var insertSQL = `INSERT INTO bookings (org_id, ` + columns + `, search_text) VALUES (` + db.Placeholders(1, strings.Count(columns, ",")+3) + `)`

func insertRooms(tx *db.Tx, sc scope.Scope, bookingID string, rooms lodging.Rooms) error {
	args := make([]any, 0, 13*len(rooms))
	for _, r := range rooms {
		args = append(args, sc.Org, bookingID, r.Position, r.RoomID, r.Number, r.Type, int64(r.Rate), r.Adults, r.Children,
			string(r.From), string(r.To), r.Released, r.CheckedOutAt)
	}
	_, err := tx.Exec(`INSERT INTO booking_rooms (org_id, booking_id, position, room_id, room_number, room_type, rate, adults, children,
		from_date, to_date, released, checked_out_at) VALUES `+db.Rows(13, len(rooms)), args...)
	if db.IsForeignKey(err) {
		return errs.Conflict("One of the rooms was deleted at this moment. Read the rooms again.")
	}
	return err
}

// Receive adds to what was paid for the booking and to what was given back of it; below zero takes off.
func Receive(books ledger.Locked, sc scope.Scope, bookingID string, paid, refunded money.Amount) error {
	found, err := books.Tx().Exec(`UPDATE bookings SET paid = paid + $3, refunded = refunded + $4 WHERE org_id = $1 AND booking_id = $2`,
		sc.Org, bookingID, int64(paid), int64(refunded))
	if err == nil && found == 0 {
		err = errNoBooking
	}
	return err
}

// updateSums writes the sums that the folio makes.
func updateSums(tx *db.Tx, sc scope.Scope, b *Booking) error {
	_, err := tx.Exec(`UPDATE bookings SET extras = $3, room_tax = $4 WHERE org_id = $1 AND booking_id = $2`,
		sc.Org, b.ID, int64(b.Extras), int64(b.RoomTax))
	return err
}

func addToExtras(tx *db.Tx, sc scope.Scope, b *Booking, sum money.Amount) error {
	b.Extras += sum
	_, err := tx.Exec(`UPDATE bookings SET extras = extras + $3 WHERE org_id = $1 AND booking_id = $2`,
		sc.Org, b.ID, int64(sum))
	return err
}

// save writes back everything but the rooms and the sums.
func save(tx *db.Tx, sc scope.Scope, b *Booking, was string) error {
	b.UpdatedAt = tx.Now.UnixMilli()
	args := []any{sc.Org, b.ID}
	for i, value := range b.values() {
		if kept[i] {
			args = append(args, value)
		}
	}
	args = append(args, searchText(b.Code, b.GuestName, b.GuestPhone))
	if _, err := tx.Exec(updateSQL, args...); err != nil {
		return err
	}
	if was == b.Status {
		return nil
	}
	return count(tx, sc, map[string]int{was: -1, b.Status: 1})
}

// kept tells of each column whether save writes it.
var kept = func() []bool {
	var list []bool
	for column := range strings.SplitSeq(columns, ",") {
		column = strings.TrimSpace(column)
		list = append(list, column != "booking_id" && !slices.Contains(sums, column))
	}
	return list
}()

var updateSQL = func() string {
	var sets []string
	set := func(column string) {
		sets = append(sets, strings.TrimSpace(column)+" = "+db.Placeholders(len(sets)+3, 1))
	}
	for i, column := range strings.Split(columns, ",") {
		if kept[i] {
			set(column)
		}
	}
	set("search_text")
	return `UPDATE bookings SET ` + strings.Join(sets, ", ") + ` WHERE org_id = $1 AND booking_id = $2`
}()

// saveRooms replaces the booking's room rows.
func saveRooms(tx *db.Tx, sc scope.Scope, b *Booking) error {
	if _, err := tx.Exec(`DELETE FROM booking_rooms WHERE org_id = $1 AND booking_id = $2`, sc.Org, b.ID); err != nil {
		return err
	}
	return insertRooms(tx, sc, b.ID, b.Rooms)
}

// erase deletes the booking's rows. It comes last, as count does.
func erase(tx *db.Tx, sc scope.Scope, b *Booking) error {
	if _, err := tx.Exec(`DELETE FROM booking_rooms WHERE org_id = $1 AND booking_id = $2`, sc.Org, b.ID); err != nil {
		return err
	}
	if _, err := tx.Exec(`DELETE FROM bookings WHERE org_id = $1 AND booking_id = $2`, sc.Org, b.ID); err != nil {
		return err
	}
	return count(tx, sc, map[string]int{b.Status: -1})
}

// hasMoney tells whether anything was ever charged, paid, billed or quoted for the booking: it must stay readable then.
func hasMoney(tx *db.Tx, sc scope.Scope, bookingID string) (bool, error) {
	var has bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM folio_lines WHERE org_id = $1 AND booking_id = $2)
		OR EXISTS (SELECT 1 FROM payments WHERE org_id = $1 AND booking_id = $2) OR EXISTS (SELECT 1 FROM payment_parts WHERE org_id = $1 AND booking_id = $2)
		OR EXISTS (SELECT 1 FROM invoices WHERE org_id = $1 AND booking_id = $2) OR EXISTS (SELECT 1 FROM quotes WHERE org_id = $1 AND booking_id = $2)`,
		sc.Org, bookingID).Scan(&has)
	return has, err
}

// OrganizationOf finds which of the organizations has the booking; db.ErrNoRows when none. It costs a probe of the
// primary key for each of them.
func OrganizationOf(tx *db.Tx, orgs []string, bookingID string) (org string, err error) {
	args := []any{bookingID}
	for _, one := range orgs {
		args = append(args, one)
	}
	err = tx.QueryRow(`SELECT org_id FROM bookings WHERE booking_id = $1 AND org_id IN (`+db.Placeholders(2, len(orgs))+`)`, args...).Scan(&org)
	return org, err
}

// count keeps booking_counts, from which lists take their totals. It comes last in a transaction and goes by the
// statuses' order, since on PostgreSQL all bookings of the organization share these rows.
func count(tx *db.Tx, sc scope.Scope, changes map[string]int) error {
	for _, status := range slices.Sorted(maps.Keys(changes)) {
		if _, err := tx.Exec(`INSERT INTO booking_counts (org_id, status, number) VALUES ($1, $2, $3)
			ON CONFLICT (org_id, status) DO UPDATE SET number = booking_counts.number + excluded.number`, sc.Org, status, changes[status]); err != nil {
			return err
		}
	}
	return nil
}

// filter is what a list is narrowed by; empty members don't narrow.
type filter struct {
	status, search, guestID string
	from, to                date.Date
}

func (f filter) where(sc scope.Scope) (string, []any) {
	conditions, args := []string{"org_id = $1"}, []any{sc.Org}
	add := func(condition string, value any) {
		args = append(args, value)
		conditions = append(conditions, condition+" "+db.Placeholders(len(args), 1))
	}
	if f.status != "" {
		add("status =", f.status)
	}
	if f.guestID != "" {
		add("guest_id =", f.guestID)
	}
	if f.from != "" {
		add("check_in >=", string(f.from))
	}
	if f.to != "" {
		add("check_in <=", string(f.to))
	}
	if f.search != "" {
		written := strings.ToLower(f.search)
		args = append(args, "%"+db.EscapeLike(written)+"%", "%"+db.EscapeLike(cmp.Or(contact.PhoneDigits(f.search), written))+"%")
		conditions = append(conditions, fmt.Sprintf(`(search_text LIKE $%d ESCAPE '\' OR search_text LIKE $%d ESCAPE '\')`, len(args)-1, len(args)))
	}
	return strings.Join(conditions, " AND "), args
}

func total(tx *db.Tx, sc scope.Scope, f filter) (int, error) {
	var n int
	if f == (filter{status: f.status}) {
		where, args := filter{status: f.status}.where(sc)
		err := tx.QueryRow(`SELECT CAST(COALESCE(SUM(number), 0) AS BIGINT) FROM booking_counts WHERE `+where, args...).Scan(&n)
		return n, err
	}
	where, args := f.where(sc)
	err := tx.QueryRow(`SELECT COUNT(*) FROM bookings WHERE `+where, args...).Scan(&n)
	return n, err
}

// listed is a booking as lists show it.
type listed struct {
	id, code, guestName, status string
	checkIn, checkOut           date.Date
	total                       money.Amount
	rooms                       []string
}

func list(tx *db.Tx, sc scope.Scope, f filter, limit, offset int) ([]*listed, error) {
	where, args := f.where(sc)
	args = append(args, limit, offset)
	bookings, err := db.All(tx, func(row db.Scanner) (*listed, error) {
		b := &listed{rooms: []string{}}
		err := row.Scan(&b.id, &b.code, &b.guestName, &b.checkIn, &b.checkOut, &b.status, &b.total)
		return b, err
	}, `SELECT booking_id, code, guest_name, check_in, check_out, status, total FROM bookings WHERE `+where+
		` ORDER BY created_at DESC, booking_id DESC`+db.Limit(len(args)-1), args...)
	if err != nil || len(bookings) == 0 {
		return bookings, err
	}
	return bookings, addRoomNumbers(tx, sc, bookings)
}

func addRoomNumbers(tx *db.Tx, sc scope.Scope, bookings []*listed) error {
	byID, args := map[string]*listed{}, []any{sc.Org, string(today(tx, sc))}
	for _, b := range bookings {
		byID[b.id] = b
		args = append(args, b.id)
	}
	rows, err := tx.Query(`SELECT booking_id, room_number FROM booking_rooms WHERE org_id = $1 AND (released <> 'moved' OR to_date > $2) AND booking_id IN (`+
		db.Placeholders(3, len(bookings))+`) ORDER BY booking_id, position`, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var bookingID, number string
		if err := rows.Scan(&bookingID, &number); err != nil {
			return err
		}
		byID[bookingID].rooms = append(byID[bookingID].rooms, number)
	}
	return rows.Err()
}

// newBooking is an empty booking with its identity.
func newBooking(tx *db.Tx, sc scope.Scope) *Booking {
	now := tx.Now.UnixMilli()
	return &Booking{ID: id.New(), Status: Confirmed, CreatedBy: sc.User, CreatedAt: now, UpdatedAt: now, Today: today(tx, sc)}
}
