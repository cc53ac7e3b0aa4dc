package bookinglist

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
	"sarai/internal/record/wordindex"
)

// filter is what a list is narrowed by; empty members don't narrow.
type filter struct {
	Status       string    `list:"status"`
	InHouse      bool      `list:"inHouse"`
	Source       string    `list:"source"`
	Channel      string    `list:"channel"`
	CreatedBy    string    `list:"createdBy"`
	From         date.Date `list:"from"` // of the check-in
	To           date.Date `list:"to"`
	StayFrom     date.Date `list:"stayFrom"` // a night from the one to the other, both included
	StayTo       date.Date `list:"stayTo"`
	CheckOutFrom date.Date `list:"checkOutFrom"`
	CheckOutTo   date.Date `list:"checkOutTo"`
	UpdatedSince int64     `list:"updatedSince"` // UTC milliseconds
	RoomID       string    `list:"roomId"`
	GuestID      string    `list:"guestId"`
	CompanyID    string    `list:"companyId"`
	GroupID      string    `list:"groupId"`
	ExternalRef  string    `list:"externalReference"`
	Overbooked   bool      `list:"overbooked"`
	BalanceOwed  bool      `list:"balanceOwed"`
	InPart       bool      `list:"inPart"`
	Search       string    `list:"search"`
	Sort         string    `list:"sort"` // "": the newest first
}

const newest = "created_at DESC, booking_id DESC"

var (
	// counts are those of bookings by what they never change, and by their status. Package booking keeps them.
	counts = listing.Sums{Table: "booking_counts", Documents: "bookings", Adds: []listing.Sum{{Column: "number", Of: "1"}},
		Kinds: []string{"status", "source", "channel", "created_by"}, Along: "check_in"}

	list = listing.New[filter](scan, listing.Spec{
		Table: "bookings", Key: "booking_id",
		Columns: "booking_id, code, guest_name, check_in, check_out, status, total, version",
		Covered: "created_at", Order: newest,
		Sorts: map[string]string{"newest": newest, "oldest": "created_at, booking_id", "updated": "updated_at, booking_id",
			"checkIn": "check_in, created_at, booking_id", "-checkIn": "check_in DESC, created_at DESC, booking_id DESC",
			"checkOut": "check_out, created_at, booking_id", "-checkOut": "check_out DESC, created_at DESC, booking_id DESC"},
		Filters: []listing.Filter{
			listing.By("status", listing.Beside, "status = ?").Sum("status = ?"),
			listing.By("inHouse", listing.Beside, "status = 'checked-in'").Sum("status = 'checked-in'"),
			listing.By("source", listing.Beside, "source = ?").Sum("source = ?"),
			listing.By("channel", listing.Beside, "channel = ?").Sum("channel = ?"),
			listing.By("createdBy", listing.Beside, "created_by = ?").Sum("created_by = ?"),
			listing.From("from", "check_in"), listing.To("to", "check_in"), listing.To("stayTo", "check_in"),
			listing.From("checkOutFrom", "check_out"),
			// the first night, which is before the check-out unless that is of day use
			listing.From("stayFrom", "check_out").And("(check_out > ? OR check_in = check_out)").
				Beyond("check_out < ?", "check_out = ? AND check_in < check_out"),
			listing.To("checkOutTo", "check_out"), listing.From("updatedSince", "updated_at"),
			listing.Few("roomId",
				`SELECT DISTINCT booking_id || '' AS own_id FROM booking_rooms WHERE org_id = $1 AND room_id = ?`),
			listing.By("guestId", listing.Own, "guest_id = ?").GoesBy("check_in"),
			listing.By("companyId", listing.Own, "company_id = ?"),
			listing.By("groupId", listing.Own, "group_id = ?").GoesBy("check_in"),
			listing.By("externalReference", listing.Own, `external_reference <> '' AND external_reference = ?
				AND channel IN (SELECT channel FROM booking_counts WHERE org_id = $1)`),
			// that there is a day makes SQLite take the index of such bookings alone
			listing.By("overbooked", listing.Own, "overbooked AND check_in > '' AND (status = 'confirmed') IS TRUE").
				GoesBy("check_in"),
			listing.By("inPart", listing.Own, "rooms_expected > 0 AND check_in > ''").GoesBy("check_in"),
			listing.By("balanceOwed", listing.Own, "check_in > '' AND "+owes).GoesBy("check_in"),
		},
		Words: &listing.Words{Kind: wordindex.Booking}, Sums: &counts,
	})
)

// owes is BalanceDue above zero.
const owes = `CASE status WHEN 'cancelled' THEN cancellation_charge + retained ELSE total END
	+ CASE WHEN prices_include_tax THEN 0 ELSE room_tax END + extras - routed - paid + refunded > 0`

// listed is a booking as the list shows it.
type listed struct {
	ID, Code, GuestName, Status string
	CheckIn, CheckOut           date.Date
	Total                       money.Amount
	Rooms                       []string // numbers, of withRooms
	Version                     int64
}

func scan(row db.Scanner) (*listed, error) {
	b := &listed{Rooms: []string{}}
	err := row.Scan(&b.ID, &b.Code, &b.GuestName, &b.CheckIn, &b.CheckOut, &b.Status, &b.Total, &b.Version)
	return b, err
}

// inRoom is a booking in a room.
type inRoom struct{ bookingID, number string }

// withRooms are the bookings with the numbers of their rooms.
func withRooms(tx *db.Tx, sc scope.Scope, page []*listed) db.Later[[]*listed] {
	if len(page) == 0 {
		return db.Known(page, nil)
	}
	args := []any{sc.Org, string(sc.Today(tx.Now))}
	byID := make(map[string]*listed, len(page))
	for _, b := range page {
		args, byID[b.ID] = append(args, b.ID), b
	}
	rooms := db.AskAll(tx, func(row db.Scanner) (r inRoom, err error) {
		err = row.Scan(&r.bookingID, &r.number)
		return r, err
	}, `SELECT booking_id, room_number FROM booking_rooms
		WHERE org_id = $1 AND room_number <> '' AND (released <> 'moved' OR to_date > $2)
			AND booking_id IN (`+db.Placeholders(3, len(page))+`) ORDER BY booking_id, position`, args...)
	return db.Then(rooms, func(rooms []inRoom) ([]*listed, error) {
		for _, r := range rooms {
			byID[r.bookingID].Rooms = append(byID[r.bookingID].Rooms, r.number)
		}
		return page, nil
	})
}
