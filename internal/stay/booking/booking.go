package booking

import (
	"cmp"
	"reflect"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/web"
	"sarai/internal/record/wordindex"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/offer"
)

// The statuses of a booking.
const (
	Confirmed  = "confirmed"
	CheckedIn  = "checked-in"
	CheckedOut = "checked-out"
	Cancelled  = "cancelled"
)

// Booking is one reservation as it is stored. Amounts are minor units, instants UTC milliseconds. Its fixed columns are
// the identity, and the sums that statements of their own change (Receive, updateSums): a payment changes them while
// others hold the booking as they read it.
type Booking struct {
	ID         string `db:"booking_id,key"`
	Code       string `db:"code,fixed"`
	Status     string `db:"status"`
	GuestID    string `db:"guest_id"`
	GuestName  string `db:"guest_name"`
	GuestEmail string `db:"guest_email"`
	GuestPhone string `db:"guest_phone"`

	CheckIn  date.Date `db:"check_in"`
	CheckOut date.Date `db:"check_out"`
	Details

	CompanyID        *string      `db:"company_id,fixed"`   // the company that it is for; nil: none
	PricesIncludeTax bool         `db:"prices_include_tax"` // how the price was agreed
	Total            money.Amount `db:"total"`
	RoomTax          money.Amount `db:"room_tax,fixed"` // inside the total where prices include tax, else on top of it
	Extras           money.Amount `db:"extras,fixed"`
	Advance          money.Amount `db:"advance"`
	Paid             money.Amount `db:"paid,fixed"`
	Refunded         money.Amount `db:"refunded,fixed"`

	ExpectedArrival  string `db:"expected_arrival"` // HH:mm
	TransportMode    string `db:"transport_mode"`
	TransportDetails string `db:"transport_details"`
	ArrivedAt        *int64 `db:"arrived_at"`
	ArrivalRemarks   string `db:"arrival_remarks"`

	CheckedOutAt     *int64        `db:"checked_out_at"`
	FinalAmount      *money.Amount `db:"final_amount"`
	SettlementMethod string        `db:"settlement_method"`
	CheckoutRemarks  string        `db:"checkout_remarks"`

	CancelledAt        *int64       `db:"cancelled_at"`
	CancellationReason string       `db:"cancellation_reason"`
	CancellationCharge money.Amount `db:"cancellation_charge"`
	Retained           money.Amount `db:"retained"` // of payments, tax inside: kept without a charge that was agreed
	NoShow             bool         `db:"no_show"`
	StatusBeforeCancel string       `db:"status_before_cancel"`

	CreatedBy  string `db:"created_by,fixed"`
	CreatedAt  int64  `db:"created_at,fixed"`
	UpdatedAt  int64  `db:"updated_at"`
	Version    int64  `db:"version,version"` // every change raises it
	SearchText string `db:"search_text"`     // what the list's search looks into, in lower case

	HasServices bool `db:"has_services"` // that were sold to it; package extras knows them

	Overbooked bool `db:"overbooked"` // no room of its category is free on a night of a room that isn't assigned

	Rooms    lodging.Rooms
	Today    date.Date     // the hotel's, when the booking was read
	Warnings []web.Warning // what the rates said against it when it was made
	dirtied  []string      // ids of rooms that a change leaves to be cleaned
}

// Details are what a booking says besides guest, rooms, dates and money: texts that change nothing else.
type Details struct {
	Source          string `db:"source,fixed"` // how the booking came, such as "phone"
	MealPlan        string `db:"meal_plan"`    // EP, CP, MAP or AP
	Notes           string `db:"notes"`
	SpecialRequests string `db:"special_requests"`
	Channel         string `db:"channel,fixed"`            // the system that the booking came by; "" for none
	ExternalRef     string `db:"external_reference,fixed"` // the booking's reference there, unique in the channel
}

// completed are the details with defaults for what a request leaves out.
func (d Details) completed() Details {
	d.Source, d.MealPlan = cmp.Or(d.Source, "walk-in"), cmp.Or(d.MealPlan, "EP")
	return d
}

// Request is what is asked for when rooms are booked.
type Request struct {
	GuestID    string // "": a guest record is made
	GuestName  string
	GuestEmail string // may be empty
	GuestPhone string

	CheckIn, CheckOut date.Date
	DayUse            bool // the daytime of CheckIn, which is CheckOut then
	Rooms             []RoomRequest
	Details           // with Source or MealPlan "": the default

	Total         *money.Amount // spread over the nights; nil: what they cost together
	Advance       money.Amount  // taken now; recorded as a payment
	PaymentMethod string        // of the advance; "" is cash
	// PricesIncludeTax is how the price was agreed; nil: as the books say of new bookings.
	PricesIncludeTax *bool
	CompanyID        string // "": none
	HoldID           string // whose nights it takes, and without Rooms its rooms; "": none
	Services         []offer.Added
	Overbook         bool // although no room of the category is free; it needs bookings.manage
}

// RoomRequest is a room that is to be part of a booking.
type RoomRequest struct {
	OfferToken       string         // says category, prices and party
	RoomID           string         // "": any of the category
	CategoryID       string         // "": just the room
	Rate             *money.Amount  // a night; nil: the room's own
	Rates            []lodging.Rate // of each night; nil: all cost Rate
	Adults, Children int
	Sold             *lodging.Sold // what an offer promised; nil: there is none
	Field            string        // its place in the request, for messages: "" or such as "rooms[2]."
	services         []offer.Added // that its offer has promised
}

// Arrival says when the guest arrived; nil is now, or keeps what a correction leaves out.
type Arrival struct {
	At      *int64 // UTC milliseconds
	Remarks *string
	Force   bool // also against warnings that the hotel's settings refuse
}

// Departure says how the stay ended; nil is now or no final amount, or keeps what a correction leaves out.
type Departure struct {
	At               *int64        // UTC milliseconds
	FinalAmount      *money.Amount // the whole bill, with extras and tax: the rest becomes the price of the rooms
	SettlementMethod *string
	Remarks          *string
	Force            bool // as in Arrival
}

// Cancellation says why a booking is cancelled, and what becomes of its money. Nil keeps what a correction leaves out.
type Cancellation struct {
	Reason       string
	Charge       *money.Amount // what the guest owes for cancelling
	Refund       *money.Amount // given back in all
	RefundMethod string        // "" is cash
	NoShow       bool          // the guest never came
	// DefaultReason is the reason of a booking that has none yet and is given none.
	DefaultReason string
}

// ArrivalPlan says when and how the guest means to arrive. Nil keeps what the booking has.
type ArrivalPlan struct{ Time, TransportMode, TransportDetails *string }

// GuestDetails are what is to change of the guest's details. Nil keeps what there is.
type GuestDetails struct{ Name, Email, Phone, IDType, IDNumber *string }

// NewGuest is to whom a booking is given: an existing guest, or with GuestID "" a new one.
type NewGuest struct{ GuestID, Name, Phone, Email string }

// BalanceDue is what the guest still owes; below zero, what the hotel owes the guest.
func (b *Booking) BalanceDue() money.Amount { return b.Gross() - b.Paid + b.Refunded }

// Gross is all that the guest owes before payments: the price of the rooms with its tax, and the extras.
func (b *Booking) Gross() money.Amount { return b.owed() + b.taxOnTop() + b.Extras }

// taxOnTop is the tax that the price of the rooms doesn't include.
func (b *Booking) taxOnTop() money.Amount {
	if b.PricesIncludeTax {
		return 0
	}
	return b.RoomTax
}

// owed is the price of the rooms: of a cancelled booking, what cancelling costs, or what is kept of its payments.
func (b *Booking) owed() money.Amount {
	if b.Status == Cancelled {
		return b.CancellationCharge + b.Retained
	}
	return b.Total
}

// Unposted is what of the price of the rooms, with its tax, is still to be posted on the folio, which has these lines;
// below zero, what was billed beyond it.
func (b *Booking) Unposted(lines []folio.Line) money.Amount {
	return b.owed() + b.taxOnTop() - folio.Lodging(lines)
}

// terms are what the booking owes for its rooms.
func (b *Booking) terms() lodging.Terms {
	return lodging.Terms{Rooms: b.Rooms, Owed: b.owed(), PricesIncludeTax: b.PricesIncludeTax,
		Cancelled: b.Status == Cancelled, NoShow: b.NoShow}
}

// Shown are the rooms that a reader expects: those of the stay, and those from which a move is still to come.
func (b *Booking) Shown() []*lodging.Room { return b.Rooms.Shown(b.Today) }

// DayUse tells whether the booking has its rooms in the daytime of one date.
func (b *Booking) DayUse() bool { return b.CheckIn == b.CheckOut }

func (b *Booking) closed() bool { return b.Status == CheckedOut || b.Status == Cancelled }

// requireOpen refuses what can only be done while the booking is confirmed or checked-in.
func (b *Booking) requireOpen(what string) error {
	if b.closed() {
		return errs.Conflict("Booking %s is %s: %s.", b.Code, b.Status, what)
	}
	return nil
}

// Words are what the booking is searched by: whose it is, its numbers, and the rooms that a reader expects.
func (b *Booking) Words() (words wordindex.Words) {
	words.Text(b.GuestName)
	words.Phone(b.GuestPhone)
	words.Number(b.Code)
	words.Number(b.ExternalRef)
	for _, number := range lodging.Numbers(b.Shown()) {
		words.Number(number)
	}
	return words
}

func (b *Booking) searchText() string { return contact.SearchText(b.GuestPhone, b.Code, b.GuestName) }

// copy is the booking as it is now, to be compared with what becomes of it.
func (b *Booking) copy() Booking {
	was := *b
	was.Rooms = b.Rooms.Clone()
	return was
}

// is tells whether nothing of the booking differs from what it was.
func (b *Booking) is(was Booking) bool { return reflect.DeepEqual(*b, was) }

// check adds to fields what is wrong with the request's own values.
func (r Request) check(fields *errs.Fields) {
	lodging.CheckStay(fields, r.CheckIn, r.CheckOut, r.DayUse, len(r.Rooms))
	contact.CheckEmail(fields, "guestEmail", r.GuestEmail)
	contact.CheckPhone(fields, "guestPhone", r.GuestPhone)
}

// mayCancel refuses to cancel what can't be cancelled any more.
func (b *Booking) mayCancel(noShow bool) error {
	switch {
	case b.Status == CheckedOut:
		return errs.Conflict("Booking %s is checked out: it can't be cancelled any more.", b.Code)
	case noShow && b.Status == CheckedIn:
		return errs.Conflict("The guest of booking %s has arrived: it can't be a no-show.", b.Code)
	case noShow && b.Status == Cancelled && !b.NoShow:
		return errs.Conflict("Booking %s is cancelled already.", b.Code)
	}
	return nil
}

// checkNewDates refuses dates that the stay can't have any more.
func (b *Booking) checkNewDates(checkIn, checkOut, today date.Date) error {
	if err := b.requireOpen("its dates can't change any more"); err != nil {
		return err
	}
	var fields errs.Fields
	lodging.CheckStay(&fields, checkIn, checkOut, b.DayUse(), 1)
	early := today <= checkIn && checkIn < b.CheckIn
	if b.Status == CheckedIn && checkIn != b.CheckIn && !early {
		fields.Add("checkIn", "can't change after the guest has arrived, but to an earlier day from today (%s) on", today)
	}
	if b.Status == CheckedIn && checkOut != b.CheckOut && checkOut < today {
		fields.Add("checkOut", "must not be before today (%s) while the guest is in house", today)
	}
	return fields.Err()
}

// roomNumbers lists the current rooms for a sentence.
func (b *Booking) roomNumbers() string { return strings.Join(lodging.Numbers(b.Rooms.Current()), ", ") }
