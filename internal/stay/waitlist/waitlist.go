package waitlist

import (
	"fmt"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/property/tariff"
	"sarai/internal/stay/lodging"
)

// The statuses of an entry.
const (
	Waiting   = "waiting"
	Open      = "open"
	Booked    = "booked"
	Cancelled = "cancelled"
	Past      = "past"
)

// mostLive is how many entries of a hotel may wait or be open.
const mostLive = 500

// Entry is a guest who would like rooms. Texts are empty where nothing is known.
type Entry struct {
	ID         string    `db:"waitlist_id,key"`
	Status     string    `db:"status"`
	GuestID    string    `db:"guest_id"`
	GuestName  string    `db:"guest_name"`
	GuestPhone string    `db:"guest_phone"`
	GuestEmail string    `db:"guest_email"`
	CheckIn    date.Date `db:"check_in"`
	CheckOut   date.Date `db:"check_out"`
	CategoryID string    `db:"category_id"` // "": any
	Category   string    `db:"category"`    // its name; "": any
	Rooms      int       `db:"rooms"`
	Adults     int       `db:"adults"`
	Children   int       `db:"children"`
	Notes      string    `db:"notes"`
	OpenedAt   *int64    `db:"opened_at"` // UTC milliseconds; nil unless it is open
	BookingID  string    `db:"booking_id"`
	CreatedBy  string    `db:"created_by,fixed"`
	CreatedAt  int64     `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt  int64     `db:"updated_at"`       // UTC milliseconds
	Version    int64     `db:"version,version"`  // every change raises it
}

var errNoEntry = errs.NotFound("There is no such entry of the waitlist.")

// check refuses values that no entry can have, and dates that are over.
func (e Entry) check(today date.Date) error {
	var fields errs.Fields
	lodging.CheckStay(&fields, e.CheckIn, e.CheckOut, false, e.Rooms)
	if len(fields) == 0 && e.CheckIn < today {
		fields.Add("checkIn", "must not be before today (%s)", today.Short())
	}
	if e.GuestPhone == "" && e.GuestEmail == "" {
		fields.Add("guestPhone", "must be given, or guestEmail: somebody has to be told")
	}
	contact.CheckPhone(&fields, "guestPhone", e.GuestPhone)
	contact.CheckEmail(&fields, "guestEmail", e.GuestEmail)
	return fields.Err()
}

// requireLive refuses what can't be done with an entry that has ended.
func (e Entry) requireLive() error {
	switch e.Status {
	case Booked:
		return errs.Conflict("The entry of the waitlist has become a booking already.")
	case Cancelled:
		return errs.Conflict("The entry was taken off the waitlist. Make a new one.")
	case Past:
		return errs.Conflict("The day of arrival is over. Make a new entry.")
	}
	return nil
}

func (e Entry) stay() lodging.Dates { return lodging.Dates{CheckIn: e.CheckIn, CheckOut: e.CheckOut} }

// asksLike tells whether both ask for the same rooms.
func (e Entry) asksLike(f Entry) bool {
	return e.CheckIn == f.CheckIn && e.CheckOut == f.CheckOut && e.CategoryID == f.CategoryID && e.Rooms == f.Rooms &&
		e.Adults == f.Adults
}

// waitsFor says whose rooms they are that the entry is about: "Asha Rao waits for 2 rooms (Courtyard Room) from Sat, 28
// Nov 2026 to Mon, 30 Nov 2026".
func (e Entry) waitsFor() string {
	rooms := "a room"
	if e.Rooms > 1 {
		rooms = fmt.Sprintf("%d rooms", e.Rooms)
	}
	if e.Category != "" {
		rooms += " (" + e.Category + ")"
	}
	return fmt.Sprintf("%s waits for %s from %s to %s", e.GuestName, rooms, e.CheckIn.Text(), e.CheckOut.Text())
}

// offered counts by category and night the rooms that entries were opened for.
type offered map[string]map[date.Date]int

// open tells whether the entry's rooms are to be had beside those that were offered before, and then offers them.
func (o offered) open(e Entry, categories []tariff.Category) bool {
	need, from := e.Rooms, map[string]int{}
	for _, c := range categories {
		if e.takes(c) && need > 0 {
			from[c.ID] = min(need, o.left(c))
			need -= from[c.ID]
		}
	}
	if need > 0 {
		return false
	}
	for id, rooms := range from {
		if o[id] == nil {
			o[id] = map[date.Date]int{}
		}
		for _, night := range date.Days(e.CheckIn, e.CheckOut) {
			o[id][night] += rooms
		}
	}
	return true
}

// takes tells whether a room of the category would do.
func (e Entry) takes(c tariff.Category) bool {
	if e.CategoryID != "" {
		return e.CategoryID == c.ID
	}
	return (e.Adults+e.Rooms-1)/e.Rooms <= c.MaxAdults
}

// left is how many rooms of the category can still be sold for the stay.
func (o offered) left(c tariff.Category) int {
	left := c.Throughout
	for _, night := range c.Nights {
		if night.Closed {
			return 0
		}
		left = min(left, min(c.Throughout, night.Sellable())-o[c.ID][night.Date])
	}
	return max(0, left)
}
