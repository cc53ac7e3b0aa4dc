package booking

import (
	"maps"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/lodging"
)

var (
	bookings     = db.TableOf[Booking]("bookings", "org_id")
	bookingRooms = db.TableOf[lodging.Room]("booking_rooms", "org_id", "booking_id")
)

var errNoBooking = errs.NotFound("There is no such booking.")

// selectWhere reads a booking with its rooms, of which every booking has one at least, by one column.
func selectWhere(column string) string {
	return `SELECT ` + bookings.Columns("b") + `, ` + bookingRooms.Columns("r") + `
		FROM bookings b JOIN booking_rooms r ON r.org_id = b.org_id AND r.booking_id = b.booking_id
		WHERE b.org_id = $1 AND b.` + column + ` = $2 ORDER BY r.position`
}

var selectByID, selectByCode = selectWhere("booking_id"), selectWhere("code")

// Find reads a booking; NotFound when there is none such.
func Find(tx *db.Tx, sc scope.Scope, bookingID string) (*Booking, error) {
	return find(tx, sc, selectByID, bookingID)
}

func find(tx *db.Tx, sc scope.Scope, query, value string) (*Booking, error) {
	b, room := &Booking{Today: sc.Today(tx.Now)}, lodging.Room{}
	into := append(bookings.Pointers(b), bookingRooms.Pointers(&room)...)
	rooms, err := db.All(tx, func(row db.Scanner) (lodging.Room, error) {
		err := row.Scan(into...)
		return room, err
	}, query, sc.Org, value)
	if err != nil {
		return nil, err
	}
	if len(rooms) == 0 {
		return nil, errNoBooking
	}
	b.Rooms = rooms
	return b, nil
}

// Lock makes the booking's row this transaction's own until it ends, raises its version for all that the transaction
// does to it, then reads it. Transactions that move money lock the books first. No business day is closed meanwhile.
func Lock(tx *db.Tx, sc scope.Scope, bookingID string) (*Booking, error) {
	if _, err := ledger.HoldDays(tx, sc); err != nil { // before the booking, as the night audit does it
		return nil, err
	}
	found, err := tx.Exec(`UPDATE bookings SET updated_at = $3, version = version + 1
		WHERE org_id = $1 AND booking_id = $2`, sc.Org, bookingID, tx.Now.UnixMilli())
	if err != nil {
		return nil, err
	}
	if found == 0 {
		return nil, errNoBooking
	}
	return Find(tx, sc, bookingID)
}

func insert(tx *db.Tx, sc scope.Scope, b *Booking) error {
	b.SearchText = b.searchText()
	err := bookings.Insert(tx, []any{sc.Org}, *b)
	if db.IsUnique(err) && b.ExternalRef != "" {
		return errs.InvalidField("externalReference", "belongs to another booking of this channel")
	}
	if err != nil {
		return err
	}
	return insertRooms(tx, sc, b)
}

func insertRooms(tx *db.Tx, sc scope.Scope, b *Booking) error {
	for i := range b.Rooms {
		b.Rooms[i].FreeNights = b.Rooms[i].Complimentary()
	}
	err := bookingRooms.Insert(tx, []any{sc.Org, b.ID}, b.Rooms...)
	if db.IsForeignKey(err) {
		return errs.Conflict("One of the rooms was deleted at this moment. Read the rooms again.")
	}
	return err
}

// Receive adds to what was paid for the booking and to what was refunded; below zero takes off.
func Receive(books ledger.Locked, sc scope.Scope, bookingID string, paid, refunded money.Amount) error {
	found, err := books.Tx().Exec(`UPDATE bookings SET paid = paid + $3, refunded = refunded + $4,
			version = version + 1, updated_at = $5
		WHERE org_id = $1 AND booking_id = $2`, sc.Org, bookingID, int64(paid), int64(refunded),
		books.Tx().Now.UnixMilli())
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

// AddToExtras adds what was charged beside the rooms to the sums of a locked booking.
func AddToExtras(tx *db.Tx, sc scope.Scope, b *Booking, sum money.Amount) error {
	b.Extras += sum
	_, err := tx.Exec(`UPDATE bookings SET extras = extras + $3 WHERE org_id = $1 AND booking_id = $2`,
		sc.Org, b.ID, int64(sum))
	return err
}

// save writes back everything but the rooms and the sums. was is the status before.
func save(tx *db.Tx, sc scope.Scope, b *Booking, was string) error {
	b.UpdatedAt, b.SearchText = tx.Now.UnixMilli(), b.searchText()
	if _, err := bookings.Update(tx, []any{sc.Org}, b); err != nil {
		return err
	}
	if was == b.Status {
		return nil
	}
	return count(tx, sc, map[string]int{was: -1, b.Status: 1})
}

// saveRooms replaces the booking's room rows.
func saveRooms(tx *db.Tx, sc scope.Scope, b *Booking) error {
	_, err := tx.Exec(`DELETE FROM booking_rooms WHERE org_id = $1 AND booking_id = $2`, sc.Org, b.ID)
	if err != nil {
		return err
	}
	return insertRooms(tx, sc, b)
}

// saveRoom writes one of the booking's room rows back.
func saveRoom(tx *db.Tx, sc scope.Scope, b *Booking, r *lodging.Room) error {
	_, err := bookingRooms.Update(tx, []any{sc.Org, b.ID}, r)
	return err
}

// erase deletes the booking's rows. It comes last, as count does.
func erase(tx *db.Tx, sc scope.Scope, b *Booking) error {
	_, err := tx.Exec(`DELETE FROM booking_rooms WHERE org_id = $1 AND booking_id = $2`, sc.Org, b.ID)
	if err != nil {
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
		OR EXISTS (SELECT 1 FROM payments WHERE org_id = $1 AND booking_id = $2)
		OR EXISTS (SELECT 1 FROM payment_parts WHERE org_id = $1 AND booking_id = $2)
		OR EXISTS (SELECT 1 FROM invoices WHERE org_id = $1 AND booking_id = $2)
		OR EXISTS (SELECT 1 FROM quotes WHERE org_id = $1 AND booking_id = $2)`, sc.Org, bookingID).Scan(&has)
	return has, err
}

// isLatest tells whether the guest has no booking that was made after this one.
func isLatest(tx *db.Tx, sc scope.Scope, b *Booking) (bool, error) {
	later, err := exists(tx, `SELECT 1 FROM bookings WHERE org_id = $1 AND guest_id = $2
		AND (created_at > $3 OR created_at = $3 AND booking_id > $4)`, sc.Org, b.GuestID, b.CreatedAt, b.ID)
	return !later, err
}

// GuestInUse tells whether any booking is the guest's.
func GuestInUse(tx *db.Tx, sc scope.Scope, guestID string) (bool, error) {
	return exists(tx, `SELECT 1 FROM bookings WHERE org_id = $1 AND guest_id = $2`, sc.Org, guestID)
}

// Any tells whether the organization has any booking at all.
func Any(tx *db.Tx, org string) (bool, error) {
	return exists(tx, `SELECT 1 FROM bookings WHERE org_id = $1`, org)
}

func exists(tx *db.Tx, query string, args ...any) (found bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (`+query+`)`, args...).Scan(&found)
	return found, err
}

// OrganizationOf finds which of the organizations has the booking; db.ErrNoRows when none. It costs a probe of the
// primary key for each of them.
func OrganizationOf(tx *db.Tx, orgs []string, bookingID string) (org string, err error) {
	args := []any{bookingID}
	for _, one := range orgs {
		args = append(args, one)
	}
	err = tx.QueryRow(`SELECT org_id FROM bookings WHERE booking_id = $1 AND org_id IN (`+
		db.Placeholders(2, len(orgs))+`)`, args...).Scan(&org)
	return org, err
}

// count keeps booking_counts, from which lists take their totals. It comes last in a transaction and goes by the
// statuses' order, since on PostgreSQL all bookings of the organization share these rows.
func count(tx *db.Tx, sc scope.Scope, changes map[string]int) error {
	for _, status := range slices.Sorted(maps.Keys(changes)) {
		_, err := tx.Exec(`INSERT INTO booking_counts (org_id, status, number) VALUES ($1, $2, $3)
			ON CONFLICT (org_id, status) DO UPDATE SET number = booking_counts.number + excluded.number`,
			sc.Org, status, changes[status])
		if err != nil {
			return err
		}
	}
	return nil
}

// Filter is what a list is narrowed by; empty members don't narrow.
type Filter struct {
	Status, Search, GuestID      string
	Source, Channel, ExternalRef string
	RoomID, CreatedBy            string
	From, To                     date.Date // of the check-in
	CheckOutFrom, CheckOutTo     date.Date
	StayFrom, StayTo             date.Date // a night from the one to the other, both included
	UpdatedSince                 int64     // UTC milliseconds
	InHouse, BalanceOwed         bool
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

// where returns the conditions that follow the one on the organization, and all arguments.
func (f Filter) where(sc scope.Scope) (string, []any) {
	where := db.Where(sc.Org)
	where.Given("status = ?", f.Status)
	where.Given("guest_id = ?", f.GuestID)
	where.Given("check_in >= ?", f.From)
	where.Given("check_in <= ?", f.To)
	where.Given("check_out >= ?", f.CheckOutFrom)
	where.Given("check_out <= ?", f.CheckOutTo)
	where.Given("check_out > ?", f.StayFrom)
	where.Given("check_in <= ?", f.StayTo)
	where.Given("source = ?", f.Source)
	where.Given("channel = ?", f.Channel)
	where.Given("external_reference <> '' AND external_reference = ?", f.ExternalRef)
	where.Given("created_by = ?", f.CreatedBy)
	where.Given("updated_at >= ?", f.UpdatedSince)
	where.Given(`EXISTS (SELECT 1 FROM booking_rooms r WHERE r.org_id = bookings.org_id
		AND r.booking_id = bookings.booking_id AND r.room_id = ?)`, f.RoomID)
	if f.InHouse {
		where.And("status = 'checked-in'")
	}
	if f.BalanceOwed {
		where.And(owes)
	}
	contact.Search(where, "search_text", f.Search)
	return where.SQL()
}

// total is how many bookings the filter finds. Without one it adds up booking_counts.
func total(tx *db.Tx, sc scope.Scope, f Filter) (int, error) {
	where, args := f.where(sc)
	query := `SELECT COUNT(*) FROM bookings WHERE org_id = $1` + where
	if f == (Filter{Status: f.Status, Sort: f.Sort}) {
		query = `SELECT CAST(COALESCE(SUM(number), 0) AS BIGINT) FROM booking_counts
			WHERE org_id = $1` + where
	}
	var n int
	err := tx.QueryRow(query, args...).Scan(&n)
	return n, err
}

// Listed is a booking as lists show it.
type Listed struct {
	ID, Code, GuestName, Status string
	CheckIn, CheckOut           date.Date
	Total                       money.Amount
	Rooms                       []string // numbers
	Version                     int64
}

func list(tx *db.Tx, sc scope.Scope, f Filter, limit, offset int) ([]*Listed, error) {
	where, args := f.where(sc)
	page, err := db.All(tx, func(row db.Scanner) (*Listed, error) {
		b := &Listed{Rooms: []string{}}
		err := row.Scan(&b.ID, &b.Code, &b.GuestName, &b.CheckIn, &b.CheckOut, &b.Status, &b.Total, &b.Version)
		return b, err
	}, `SELECT booking_id, code, guest_name, check_in, check_out, status, total, version FROM bookings
		WHERE org_id = $1`+where+` ORDER BY `+orders[f.Sort]+db.Limit(len(args)+1),
		append(args, limit, offset)...)
	if err != nil || len(page) == 0 {
		return page, err
	}
	return page, addRoomNumbers(tx, sc, page)
}

func addRoomNumbers(tx *db.Tx, sc scope.Scope, page []*Listed) error {
	byID, args := map[string]*Listed{}, []any{sc.Org, string(sc.Today(tx.Now))}
	for _, b := range page {
		byID[b.ID] = b
		args = append(args, b.ID)
	}
	rows, err := tx.Query(`SELECT booking_id, room_number FROM booking_rooms
		WHERE org_id = $1 AND (released <> 'moved' OR to_date > $2)
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
