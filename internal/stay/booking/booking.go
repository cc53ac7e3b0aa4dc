package booking

import (
	"fmt"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/lodging"
)

// The statuses of a booking.
const (
	Confirmed  = "confirmed"
	CheckedIn  = "checked-in"
	CheckedOut = "checked-out"
	Cancelled  = "cancelled"
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
	Rooms                                             lodging.Rooms
}

// BalanceDue is what the guest still owes; below zero, what the hotel owes the guest.
func (b *Booking) BalanceDue() money.Amount {
	return b.owed() + b.RoomTax + b.Extras - b.Paid + b.Refunded
}

// owed is the price of the rooms: of a cancelled booking, what cancelling costs.
func (b *Booking) owed() money.Amount {
	if b.Status == Cancelled {
		return b.CancellationCharge
	}
	return b.Total
}

// Unposted is what of the price of the rooms, with its tax, is still to be posted on the folio, which has these lines;
// below zero, what was billed beyond it.
func (b *Booking) Unposted(lines []folio.Line) money.Amount {
	return b.owed() + b.RoomTax - folio.Lodging(lines)
}

// terms are what the booking owes for its rooms.
func (b *Booking) terms() lodging.Terms {
	return lodging.Terms{Rooms: b.Rooms, CheckOut: b.CheckOut, Agreed: b.Total, Owed: b.owed(),
		PricesIncludeTax: b.PricesIncludeTax, NoShow: b.NoShow}
}

// Shown are the rooms that a reader expects: those of the stay, and those from which a move is still to come.
func (b *Booking) Shown() []*lodging.Room { return b.Rooms.Shown(b.Today) }

func (b *Booking) closed() bool { return b.Status == CheckedOut || b.Status == Cancelled }

// requireOpen refuses what can only be done while the booking is confirmed or checked-in.
func (b *Booking) requireOpen(what string) error {
	if b.closed() {
		return errs.Conflict("Booking %s is %s: %s.", b.Code, b.Status, what)
	}
	return nil
}

// CheckStay adds to fields what is wrong with a stay's dates, as checkIn and checkOut.
func CheckStay(fields *errs.Fields, checkIn, checkOut date.Date) {
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

// RoomNumbers lists the numbers of the rooms.
func RoomNumbers(rooms []*lodging.Room) []string {
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
