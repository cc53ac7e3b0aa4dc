package hold

import (
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/property/inventory"
	"sarai/internal/stay/offer"
)

// The statuses of a hold.
const (
	Active   = "active"
	Released = "released"
	Expired  = "expired"
	Booked   = "booked"
)

// Hold is rooms that are kept for somebody.
type Hold struct {
	ID        string       `db:"hold_id,key"`
	Status    string       `db:"status,fixed"` // as it is stored: see statusAt
	CheckIn   date.Date    `db:"check_in"`
	CheckOut  date.Date    `db:"check_out"`
	Rooms     []Room       `db:"rooms,json"`
	Offer     *offer.Offer `db:"offer,json"` // whose prices are kept too; nil: none
	Notes     string       `db:"notes"`
	ExpiresAt int64        `db:"expires_at"` // UTC milliseconds
	EndedAt   *int64       `db:"ended_at"`   // UTC milliseconds

	GuestName  string `db:"guest_name"`  // for whom; "": nobody said
	GuestPhone string `db:"guest_phone"` // ""
	RemindedAt *int64 `db:"reminded_at"` // when the desk was told that it ends soon, in UTC milliseconds

	CreatedBy string `db:"created_by,fixed"`
	CreatedAt int64  `db:"created_at,fixed"` // UTC milliseconds
	Version   int64  `db:"version,version"`  // every change raises it
}

// Room is one room of a hold.
type Room struct {
	ID         string `json:"id"`
	Number     string `json:"number"`
	CategoryID string `json:"categoryId"`
	Category   string `json:"category"`
}

var errNoHold = errs.NotFound("There is no such hold.")

// statusAt is what the hold is at that time: one whose time is over is expired.
func (h Hold) statusAt(now time.Time) string {
	if h.Status == Active && h.ExpiresAt <= now.UnixMilli() {
		return Expired
	}
	return h.Status
}

// requireActive refuses what can't be done with a hold that has ended.
func (h Hold) requireActive(now time.Time) error {
	switch h.statusAt(now) {
	case Released:
		return errs.Conflict("The hold is released already.")
	case Expired:
		return errs.Conflict("The hold has expired. Make a new one.")
	case Booked:
		return errs.Conflict("The hold has become a booking already.")
	}
	return nil
}

// checkEnd refuses a time that is over, or later than the day of arrival.
func (h Hold) checkEnd(now time.Time, zone *time.Location) error {
	last := h.CheckIn.AddDays(1).Start(zone).UnixMilli()
	switch {
	case h.ExpiresAt <= now.UnixMilli():
		return errs.InvalidField("expiresAt", "must be later than now")
	case h.ExpiresAt > last:
		return errs.InvalidField("expiresAt", "must be on the day of arrival at the latest")
	}
	return nil
}

// nights is how many room-nights it holds.
func (h Hold) nights() int64 { return int64(len(h.Rooms) * h.CheckIn.DaysUntil(h.CheckOut)) }

// stays are the nights that it holds.
func (h Hold) stays() []inventory.Stay {
	var list []inventory.Stay
	for _, r := range h.Rooms {
		list = append(list, inventory.Stay{RoomID: r.ID, RoomNumber: r.Number, From: h.CheckIn, To: h.CheckOut})
	}
	return list
}
