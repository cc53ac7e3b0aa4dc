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

// hasKind tells whether the filter has conditions on what booking_counts tells apart.
func (f filter) hasKind() bool {
	return f.InHouse || f.Status+f.Source+f.Channel+f.CreatedBy != ""
}

// narrowKind adds the conditions on a booking's kind, each put into the form.
func (f filter) narrowKind(where *db.Conditions, form func(condition string) string) {
	given := func(condition, value string) { where.Given(form(condition), value) }
	given("status = ?", f.Status)
	if f.InHouse {
		given("status = ?", "checked-in")
	}
	given("source = ?", f.Source)
	given("channel = ?", f.Channel)
	given("created_by = ?", f.CreatedBy)
}

// ofKinds narrows bookings to the kinds of the filter, and returns the tables for it: the kinds that there are say
// where in the index of kinds the bookings stand.
func (f filter) ofKinds(where *db.Conditions) (table string) {
	where.And(`k.org_id = $1 AND bookings.status = k.status AND bookings.source = k.source
		AND bookings.channel = k.channel AND bookings.created_by = k.created_by`)
	f.narrowKind(where, func(condition string) string { return "k." + condition })
	return "booking_counts k CROSS JOIN bookings"
}

// where returns the conditions that follow the one on the organization, and all arguments.
func (f filter) where(sc scope.Scope, w way) (string, []any) {
	where := f.hits.Where(sc.Org)
	switch {
	case f.RoomID != "" && f.hits.Few():
		where.And(`booking_id IN (SELECT booking_id FROM booking_rooms WHERE org_id = $1 AND room_id = ?)`, f.RoomID)
	case f.RoomID != "":
		where = db.Where(sc.Org, f.RoomID)
		where.And("booking_id = of_room")
	}
	f.narrowKind(where, db.Beside)
	narrowTo(where, append(f.bounds(), w.begins...), w.along)
	f.narrowOwn(where)
	f.hits.Narrow(where, w.walk)
	return where.SQL()
}

// narrowOwn adds the conditions that have an index of their own, which no walk asks about.
func (f filter) narrowOwn(where *db.Conditions) {
	where.Given("guest_id = ?", f.GuestID)
	where.Given("company_id = ?", f.CompanyID)
	if f.ExternalRef != "" {
		where.And(`external_reference <> '' AND external_reference = ?
			AND channel IN (SELECT channel FROM booking_counts WHERE org_id = $1)`, f.ExternalRef)
	}
	// That there is a day makes SQLite take the index of such bookings alone.
	if f.Overbooked {
		where.And("overbooked AND check_in > '' AND (status = 'confirmed') IS TRUE")
	}
	if f.BalanceOwed {
		where.And("check_in > '' AND " + owes)
	}
}

// idsInRoom are the ids of a room's bookings. They are put together anew, so that SQLite finds them by the room, and
// not along the key that has them once each.
const idsInRoom = `(SELECT DISTINCT booking_id || '' AS of_room FROM booking_rooms
	WHERE org_id = $1 AND room_id = $2) AS in_room`

// from is the table or, if a search has found few, these rows of it, beside the ids of a room's bookings if the list is
// narrowed to one.
func (f filter) from() string {
	if f.RoomID == "" || f.hits.Few() {
		return f.hits.Table("bookings")
	}
	return idsInRoom + " CROSS JOIN bookings"
}

// own tells whether a condition of narrowOwn applies, or a search that has found few.
func (f filter) own() bool {
	return f.hits.Few() || f.GuestID+f.CompanyID+f.ExternalRef+f.RoomID != "" || f.Overbooked || f.BalanceOwed
}

// listing is how the list reads a page in this order.
func listing(order string) db.Listing {
	return db.Listing{Columns: "booking_id, code, guest_name, check_in, check_out, status, total, version",
		Table: "bookings", Key: "booking_id", Order: order}
}

// keys selects the ids of the found bookings in the order.
func (f filter) keys(sc scope.Scope, w way, l db.Listing) (string, []any) {
	if w.byKind {
		where := db.Where(sc.Org)
		l.KeyTable = f.ofKinds(where)
		narrowTo(where, f.bounds(), w.along)
		conditions, args := where.SQL()
		return l.Keys(conditions), args
	}
	conditions, args := f.where(sc, w)
	l.KeyTable = f.from()
	return l.Keys(conditions), args
}

// listed is a booking as the list shows it.
type listed struct {
	ID, Code, GuestName, Status string
	CheckIn, CheckOut           date.Date
	Total                       money.Amount
	Rooms                       []string // numbers, of named
	Version                     int64
}

func pageOf(tx *db.Tx, sc scope.Scope, f filter, w way, limit, offset int) (page named, err error) {
	l := listing(orders[f.Sort])
	if !w.walk && !w.byKind { // the kinds come first anyway on SQLite, and PostgreSQL may know better
		l.KeyOrder = db.Gather(l.Order)
	}
	l.Covered = w.walk && f.ordersBy() == "created_at" // bookings_by_time has all that is listed
	l, limit, offset = l.Near(w.found, w.among, limit, offset)
	keys, args := f.keys(sc, w, l)
	page.bookings, err = db.All(tx, func(row db.Scanner) (*listed, error) {
		b := &listed{Rooms: []string{}}
		err := row.Scan(&b.ID, &b.Code, &b.GuestName, &b.CheckIn, &b.CheckOut, &b.Status, &b.Total, &b.Version)
		return b, err
	}, l.Among(keys+db.Limit(len(args)+1)), append(args, limit, offset)...)
	if err == nil && len(page.bookings) > 0 {
		page.rooms = roomsOf(tx, sc, page.bookings)
	}
	return page, err
}

// named is a page of bookings whose rooms were asked for.
type named struct {
	bookings []*listed
	rooms    db.Later[[]inRoom]
}

// inRoom is a booking in a room.
type inRoom struct{ bookingID, number string }

func roomsOf(tx *db.Tx, sc scope.Scope, page []*listed) db.Later[[]inRoom] {
	args := []any{sc.Org, string(sc.Today(tx.Now))}
	for _, b := range page {
		args = append(args, b.ID)
	}
	return db.AskAll(tx, func(row db.Scanner) (r inRoom, err error) {
		err = row.Scan(&r.bookingID, &r.number)
		return r, err
	}, `SELECT booking_id, room_number FROM booking_rooms
		WHERE org_id = $1 AND room_number <> '' AND (released <> 'moved' OR to_date > $2)
			AND booking_id IN (`+db.Placeholders(3, len(page))+`) ORDER BY booking_id, position`, args...)
}

// get returns the bookings with their rooms.
func (n named) get() ([]*listed, error) {
	rooms, err := n.rooms.Get()
	byID := make(map[string]*listed, len(n.bookings))
	for _, b := range n.bookings {
		byID[b.ID] = b
	}
	for _, r := range rooms {
		b := byID[r.bookingID]
		b.Rooms = append(b.Rooms, r.number)
	}
	return n.bookings, err
}
