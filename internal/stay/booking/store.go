package booking

import (
	"maps"
	"slices"

	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/lockorder"
	"sarai/internal/record/wordindex"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/lodging"
)

var (
	bookings     = table.Of[Booking]("bookings", "org_id")
	bookingRooms = table.Of[lodging.Room]("booking_rooms", "org_id", "booking_id")
)

var errNoBooking = errs.NotFound("There is no such booking.")

// selectBookings reads bookings with their rooms, of which every booking has one at least.
var selectBookings = `SELECT ` + bookings.Columns("b") + `, ` + bookingRooms.Columns("r") + `
	FROM bookings b JOIN booking_rooms r ON r.org_id = b.org_id AND r.booking_id = b.booking_id
	WHERE b.org_id = $1 AND `

var (
	selectByID   = selectBookings + `b.booking_id = $2 ORDER BY r.position`
	selectByCode = selectBookings + `b.code = $2 ORDER BY r.position`
)

// Find reads a booking; NotFound when there is none such.
func Find(tx *db.Tx, sc scope.Scope, bookingID string) db.Later[*Booking] {
	return find(tx, sc, selectByID, bookingID)
}

func find(tx *db.Tx, sc scope.Scope, query, value string) db.Later[*Booking] {
	b, room := &Booking{Today: sc.Today(tx.Now)}, lodging.Room{}
	into := append(bookings.Pointers(b), bookingRooms.Pointers(&room)...)
	return db.Then(db.AskAll(tx, func(row db.Scanner) (lodging.Room, error) {
		err := row.Scan(into...)
		return room, err
	}, query, sc.Org, value), func(rooms []lodging.Room) (*Booking, error) {
		if len(rooms) == 0 {
			return nil, errNoBooking
		}
		b.Rooms = rooms
		return b, nil
	})
}

// FindAll reads the bookings with these ids, in their order.
func FindAll(tx *db.Tx, sc scope.Scope, ids []string) db.Later[[]*Booking] {
	if len(ids) == 0 {
		return db.Known[[]*Booking](nil, nil)
	}
	args, byID := []any{sc.Org}, map[string]*Booking{}
	for _, id := range ids {
		args = append(args, id)
	}
	var b Booking
	var room lodging.Room
	into := append(bookings.Pointers(&b), bookingRooms.Pointers(&room)...)
	rooms := db.AskAll(tx, func(row db.Scanner) (lodging.Room, error) {
		b, room = Booking{Today: sc.Today(tx.Now)}, lodging.Room{}
		err := row.Scan(into...)
		if byID[b.ID] == nil {
			found := b
			byID[b.ID] = &found
		}
		byID[b.ID].Rooms = append(byID[b.ID].Rooms, room)
		return room, err
	}, selectBookings+`b.booking_id IN (`+db.Placeholders(2, len(ids))+`) ORDER BY r.booking_id, r.position`, args...)
	return db.Then(rooms, func([]lodging.Room) ([]*Booking, error) {
		found := make([]*Booking, len(ids))
		for i, id := range ids {
			if found[i] = byID[id]; found[i] == nil {
				return nil, errNoBooking
			}
		}
		return found, nil
	})
}

// OfGroup reads the bookings of a group, cancelled ones too, by the order of their ids.
func OfGroup(tx *db.Tx, sc scope.Scope, groupID string) db.Later[[]*Booking] {
	ids, err := db.All(tx, db.Value[string], `SELECT booking_id FROM bookings WHERE org_id = $1 AND group_id = $2
		ORDER BY booking_id`, sc.Org, groupID)
	if err != nil {
		return db.Known[[]*Booking](nil, err)
	}
	return FindAll(tx, sc, ids)
}

// Lock makes the booking's row this transaction's own until it ends, then reads it. Transactions that move money lock
// the books first. No business day is closed meanwhile.
func Lock(tx *db.Tx, sc scope.Scope, bookingID string) db.Later[*Booking] {
	businessday.Hold(tx, sc) // before the booking, as the night audit does it; the booking tells of every failure
	tx.Locks(lockorder.Bookings, bookingID)
	_ = tx.Do(`SELECT 1 FROM bookings WHERE org_id = $1 AND booking_id = $2`+tx.LockExclusive(), sc.Org, bookingID)
	return Find(tx, sc, bookingID)
}

func insert(tx *db.Tx, sc scope.Scope, b *Booking) error {
	b.SearchText = b.searchText()
	known := func(err error) error {
		if db.IsUnique(err) && b.ExternalRef != "" {
			return errs.InvalidField("externalReference", "belongs to another booking of this channel")
		}
		return err
	}
	if err := bookings.InsertOr(tx, known, []any{sc.Org}, *b); err != nil {
		return err
	}
	if err := insertRooms(tx, sc, b); err != nil {
		return err
	}
	return wordindex.Add(tx, sc, wordindex.Booking, b.ID, b.Words())
}

func insertRooms(tx *db.Tx, sc scope.Scope, b *Booking) error {
	for i := range b.Rooms {
		b.Rooms[i].FreeNights = b.Rooms[i].Complimentary()
	}
	return bookingRooms.InsertOr(tx, roomGone, []any{sc.Org, b.ID}, b.Rooms...)
}

func roomGone(err error) error {
	if db.IsForeignKey(err) {
		return errs.Conflict("One of the rooms was deleted at this moment. Read the rooms again.")
	}
	return err
}

// Receive adds to what was paid for a booking that is there, and to what was refunded; below zero takes off.
func Receive(books ledger.Locked, sc scope.Scope, bookingID string, paid, refunded money.Amount) error {
	return books.Tx().Do(`UPDATE bookings SET paid = paid + $3, refunded = refunded + $4,
			version = version + 1, updated_at = $5
		WHERE org_id = $1 AND booking_id = $2`, sc.Org, bookingID, int64(paid), int64(refunded),
		books.Tx().Now.UnixMilli())
}

// SaveSums writes the sums that the folio makes of a locked booking.
func SaveSums(tx *db.Tx, sc scope.Scope, b *Booking) error {
	b.UpdatedAt, b.Version = tx.Now.UnixMilli(), b.Version+1
	return tx.Do(`UPDATE bookings SET extras = $3, room_tax = $4, routed = $5, updated_at = $6, version = version + 1
		WHERE org_id = $1 AND booking_id = $2`, sc.Org, b.ID, int64(b.Extras), int64(b.RoomTax), int64(b.Routed),
		b.UpdatedAt)
}

// AddToExtras adds lines that were charged beside the rooms to the sums of a locked booking.
func AddToExtras(tx *db.Tx, sc scope.Scope, b *Booking, lines []folio.Line) error {
	for i := range lines {
		b.Extras += lines[i].Total
		if p := lines[i].Payer; p != "" && p == b.GroupID {
			b.Routed += lines[i].Total
		}
	}
	return SaveSums(tx, sc, b)
}

// Save writes back everything but the rooms and the sums. was is the status before.
func Save(tx *db.Tx, sc scope.Scope, b *Booking, was string) error {
	b.UpdatedAt, b.SearchText, b.RoomsExpected = tx.Now.UnixMilli(), b.searchText(), b.countExpected()
	err := bookings.Update(tx, []any{sc.Org}, b)
	if err != nil || was == b.Status {
		return err
	}
	return count(tx, sc, b, map[string]int{was: -1, b.Status: 1})
}

// SaveRooms replaces the booking's room rows.
func SaveRooms(tx *db.Tx, sc scope.Scope, b *Booking) error {
	err := tx.Do(`DELETE FROM booking_rooms WHERE org_id = $1 AND booking_id = $2`, sc.Org, b.ID)
	if err != nil {
		return err
	}
	return insertRooms(tx, sc, b)
}

// SaveRoom writes one of the booking's room rows back.
func SaveRoom(tx *db.Tx, sc scope.Scope, b *Booking, r *lodging.Room) error {
	return bookingRooms.Update(tx, []any{sc.Org, b.ID}, r)
}

// Erase deletes the booking's rows. It comes last, as count does.
func Erase(tx *db.Tx, sc scope.Scope, b *Booking) error {
	err := tx.Do(`DELETE FROM booking_rooms WHERE org_id = $1 AND booking_id = $2`, sc.Org, b.ID)
	if err != nil {
		return err
	}
	if err := tx.Do(`DELETE FROM bookings WHERE org_id = $1 AND booking_id = $2`, sc.Org, b.ID); err != nil {
		return err
	}
	if err := wordindex.Forget(tx, sc, wordindex.Booking, b.ID); err != nil {
		return err
	}
	if err := mail.Forget(tx, sc.Org, b.ID); err != nil {
		return err
	}
	return count(tx, sc, b, map[string]int{b.Status: -1})
}

// Guest is a guest in house, in one of the rooms.
type Guest struct{ RoomID, BookingID, Code, Name string }

// RoomsInHouse are the rooms that somebody is in now, by id: also guests who came early, and those who leave today or
// should have left. It leaves out the guests of one booking; "" of none.
func RoomsInHouse(tx *db.Tx, sc scope.Scope, but string) db.Later[map[string]Guest] {
	guests := db.AskAll(tx, func(row db.Scanner) (g Guest, err error) {
		err = row.Scan(&g.RoomID, &g.BookingID, &g.Code, &g.Name)
		return g, err
	}, `SELECT r.room_id, b.booking_id, b.code, `+RoomGuest+`
		FROM bookings b CROSS JOIN booking_rooms r
		WHERE b.org_id = $1 AND b.status = 'checked-in' AND r.org_id = b.org_id AND r.booking_id = b.booking_id
			AND b.booking_id <> $3 AND r.room_id IS NOT NULL AND r.arrived_at IS NOT NULL
			AND (r.from_date <= $2 OR r.from_date = b.check_in)
			AND (r.released = '' OR r.released = 'moved' AND r.to_date > $2)`, sc.Org, string(sc.Today(tx.Now)), but)
	return db.Then(guests, func(list []Guest) (map[string]Guest, error) {
		rooms := map[string]Guest{}
		for _, g := range list {
			rooms[g.RoomID] = g
		}
		return rooms, nil
	})
}

// PartlyArrived are the ids of the bookings from a day or before of which rooms wait for their parties, while others
// have come.
func PartlyArrived(tx *db.Tx, sc scope.Scope, day date.Date) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT booking_id FROM bookings
		WHERE org_id = $1 AND rooms_expected > 0 AND check_in <= $2 ORDER BY check_in, booking_id`, sc.Org, string(day))
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

// InHouseOf are the ids of the bookings of the guest whose guests are in house.
func InHouseOf(tx *db.Tx, sc scope.Scope, guestID string) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT booking_id FROM bookings WHERE org_id = $1 AND guest_id = $2
		AND status = 'checked-in' ORDER BY booking_id`, sc.Org, guestID)
}

// ArrivedBetween are the ids of the bookings of which a room's party came at an instant from from on, before until; UTC
// milliseconds.
func ArrivedBetween(tx *db.Tx, sc scope.Scope, from, until int64) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT DISTINCT booking_id FROM booking_rooms WHERE org_id = $1
		AND arrived_at >= $2 AND arrived_at < $3 ORDER BY booking_id`, sc.Org, from, until)
}

// CompanyInUse tells whether any booking is for the company.
func CompanyInUse(tx *db.Tx, sc scope.Scope, companyID string) (bool, error) {
	return exists(tx, `SELECT 1 FROM bookings WHERE org_id = $1 AND company_id = $2`, sc.Org, companyID)
}

// Any tells whether the organization has any booking at all.
func Any(tx *db.Tx, org string) (bool, error) {
	return exists(tx, `SELECT 1 FROM bookings WHERE org_id = $1`, org)
}

func exists(tx *db.Tx, query string, args ...any) (bool, error) {
	return db.One(tx, db.Value[bool], `SELECT EXISTS (`+query+`)`, args...)
}

// OrganizationOf finds which of the organizations has the booking; db.ErrNoRows when none. It costs a probe of the
// primary key for each of them.
func OrganizationOf(tx *db.Tx, orgs []string, bookingID string) (string, error) {
	args := []any{bookingID}
	for _, one := range orgs {
		args = append(args, one)
	}
	return db.One(tx, db.Value[string], `SELECT org_id FROM bookings WHERE booking_id = $1 AND org_id IN (`+
		db.Placeholders(2, len(orgs))+`)`, args...)
}

// count keeps booking_counts, from which lists take their totals: the booking's kind, by status. It comes last in a
// transaction and goes by the statuses' order, since on PostgreSQL all bookings of a kind share these rows.
func count(tx *db.Tx, sc scope.Scope, b *Booking, changes map[string]int) error {
	for _, status := range slices.Sorted(maps.Keys(changes)) {
		err := tx.Do(`INSERT INTO booking_counts (org_id, status, source, channel, created_by, number)
			VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (org_id, status, source, channel, created_by)
			DO UPDATE SET number = booking_counts.number + excluded.number`,
			sc.Org, status, b.Source, b.Channel, b.CreatedBy, changes[status])
		if err != nil {
			return err
		}
	}
	return nil
}
