package booking

import (
	"fmt"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/property/inventory"
)

// The statuses of a booking.
const (
	Confirmed  = "confirmed"
	CheckedIn  = "checked-in"
	CheckedOut = "checked-out"
	Cancelled  = "cancelled"
)

// Why a room of a booking holds no more nights ahead.
const (
	moved = "moved"
	left  = "checked-out"
)

// maxNights is the longest stay that can be booked.
const maxNights = 365

// Booking is one reservation as it is stored. Amounts are minor units, instants UTC milliseconds.
type Booking struct {
	Today                                             date.Date // the hotel's, when the booking was read
	ID, Code, Status                                  string
	GuestID, GuestName, GuestEmail, GuestPhone        string
	CheckIn, CheckOut                                 date.Date
	Source, MealPlan, Notes, SpecialRequests          string
	Total, Extras, Advance, Paid, Refunded            money.Amount
	ExpectedArrival, TransportMode, TransportDetails  string
	ArrivedAt, CheckedOutAt, CancelledAt              *int64
	ArrivalRemarks, SettlementMethod, CheckoutRemarks string
	FinalAmount                                       *int64
	CancellationReason                                string
	CancellationCharge                                money.Amount
	NoShow                                            bool
	StatusBeforeCancel                                string
	CreatedBy                                         string
	CreatedAt, UpdatedAt                              int64
	PricesIncludeTax                                  bool         // the rule under which the price was agreed
	RoomTax                                           money.Amount // on top of the total; 0 where prices include tax
	Rooms                                             []Room
}

// Room is one room of a booking for the nights [From, To).
type Room struct {
	Position         int
	RoomID           string
	Number           string
	Type             string // the category's name
	Rate             money.Amount
	Adults, Children int
	From, To         date.Date
	Released         string // "" while it is part of the stay, moved or left
	CheckedOutAt     *int64
}

func (r Room) stay() inventory.Stay {
	return inventory.Stay{RoomID: r.RoomID, RoomNumber: r.Number, From: r.From, To: r.To}
}

func (r Room) price() money.Amount { return r.Rate * money.Amount(r.From.DaysUntil(r.To)) }

// BalanceDue is what the guest still owes; below zero, what the hotel owes the guest.
func (b *Booking) BalanceDue() money.Amount {
	owed := b.Total
	if b.Status == Cancelled {
		owed = b.CancellationCharge
	}
	return owed + b.RoomTax + b.Extras - b.Paid + b.Refunded
}

// current are the rooms that are part of the stay now: neither moved away from nor left.
func (b *Booking) current() []*Room {
	var rooms []*Room
	for i := range b.Rooms {
		if b.Rooms[i].Released == "" {
			rooms = append(rooms, &b.Rooms[i])
		}
	}
	return rooms
}

// Shown are the rooms that a reader expects: those of the stay, and those from which a move is still to come.
func (b *Booking) Shown() []*Room {
	var rooms []*Room
	for i := range b.Rooms {
		if r := &b.Rooms[i]; r.Released != moved || r.To > b.Today {
			rooms = append(rooms, r)
		}
	}
	return rooms
}

func (b *Booking) currentRoom(roomID string) *Room {
	for _, room := range b.current() {
		if room.RoomID == roomID {
			return room
		}
	}
	return nil
}

func (b *Booking) closed() bool { return b.Status == CheckedOut || b.Status == Cancelled }

// price is the sum over all rooms of rate × nights.
func price(rooms []Room) money.Amount {
	var sum money.Amount
	for _, room := range rooms {
		sum += room.price()
	}
	return sum
}

// dear tells whether the rooms cost more together than an amount can be.
func dear(rooms []Room) bool {
	var sum money.Amount
	for _, room := range rooms {
		if sum += room.price(); sum > money.Max {
			return true
		}
	}
	return false
}

// requireOpen refuses what can only be done while the booking is confirmed or checked-in.
func (b *Booking) requireOpen(what string) error {
	if b.closed() {
		return errs.Conflict("Booking %s is %s: %s.", b.Code, b.Status, what)
	}
	return nil
}

// checkStay says what is wrong with a stay's dates, in the terms of the request's fields.
func checkStay(fields *errs.Fields, checkIn, checkOut date.Date) {
	_, badIn := date.Parse(string(checkIn))
	_, badOut := date.Parse(string(checkOut))
	if badIn != nil {
		fields.Add("checkIn", "%s", badIn)
	}
	if badOut != nil {
		fields.Add("checkOut", "%s", badOut)
	}
	if badIn != nil || badOut != nil {
		return
	}
	if checkIn >= checkOut {
		fields.Add("checkOut", "must be after checkIn")
	} else if nights := checkIn.DaysUntil(checkOut); nights > maxNights {
		fields.Add("checkOut", "must be at most %d nights after checkIn (this stay has %d)", maxNights, nights)
	}
}

// restay gives the rooms of an open booking their nights under new dates. Rooms that began with the stay
// move with its beginning, rooms that are part of it now move with its end.
func (b *Booking) restay(checkIn, checkOut date.Date) ([]Room, error) {
	rooms := append([]Room(nil), b.Rooms...)
	for i := range rooms {
		room := &rooms[i]
		if room.From == b.CheckIn && room.Released != left {
			room.From = checkIn
		}
		if room.Released == "" {
			room.To = checkOut
		}
		if room.Released != left && room.From >= room.To {
			return nil, errs.Conflict("Room %s is part of this stay from %s to %s only: the new dates leave it no night.", room.Number, b.Rooms[i].From, b.Rooms[i].To)
		}
	}
	return rooms, nil
}

// checkApart refuses rooms that would hold a night twice for the same booking.
func checkApart(rooms []Room) error {
	for i, room := range rooms {
		for _, other := range rooms[:i] {
			if room.RoomID == other.RoomID && max(room.From, other.From) < min(room.To, other.To) {
				return errs.Conflict("Room %s is part of this booking already from %s to %s.", other.Number, other.From, other.To)
			}
		}
	}
	return nil
}

// cutAt ends the room's nights at today, for a guest who leaves before the booked end.
func (r *Room) cutAt(today date.Date) {
	if today < r.To {
		r.To = max(r.From, today)
	}
}

func numbers(rooms []*Room) []string {
	list := make([]string, 0, len(rooms))
	for _, room := range rooms {
		list = append(list, room.Number)
	}
	return list
}

// searchText is what the list's search looks into: guest name, code and phone, in lower case.
func searchText(code, name, phone string) string {
	return strings.ToLower(fmt.Sprintf("%s\n%s\n%s\n%s", code, name, phone, contact.Digits(phone)))
}
