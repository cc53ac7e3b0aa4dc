package booking

import (
	"cmp"
	"reflect"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/record/wordindex"
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

	GroupID  string `db:"group_id,null"`   // the group that it belongs to; "": none
	GroupRef string `db:"group_reference"` // what the group's rooming list calls it; "": nothing

	CompanyID        *string      `db:"company_id,fixed"`   // the company that it is for; nil: none
	PricesIncludeTax bool         `db:"prices_include_tax"` // how the price was agreed
	Total            money.Amount `db:"total"`
	RoomTax          money.Amount `db:"room_tax,fixed"` // inside the total where prices include tax, else on top of it
	Extras           money.Amount `db:"extras,fixed"`
	Advance          money.Amount `db:"advance"`
	Paid             money.Amount `db:"paid,fixed"`
	Refunded         money.Amount `db:"refunded,fixed"`
	Routed           money.Amount `db:"routed,fixed"` // what the group's master account pays, nights to come too

	Routing    folio.Routing `db:"routing"`     // where its charges go
	RoutingOwn bool          `db:"routing_own"` // the rules were set for this booking: they don't follow the group's

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

	RoomsExpected int `db:"rooms_expected"` // of a party that has come in part: those that are still to come

	Overbooked bool `db:"overbooked"` // no room of its category is free on a night of a room that isn't assigned

	Rooms    lodging.Rooms
	Today    date.Date      // the hotel's, when the booking was read
	Warnings []errs.Warning // what the rates said against it when it was made
	dirtied  []string       // ids of rooms that a change leaves to be cleaned
	pickedUp bool           // its rooms were taken from its group's block before it
	try      string         // a room that seems free for its room of a category; "": none is known
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

// Completed are the details with defaults for what a request leaves out.
func (d Details) Completed() Details {
	d.Source, d.MealPlan = cmp.Or(d.Source, "walk-in"), cmp.Or(d.MealPlan, "EP")
	return d
}

// BalanceDue is what the guest still owes; below zero, what the hotel owes the guest. What the master account of the
// booking's group pays is no part of it.
func (b *Booking) BalanceDue() money.Amount { return b.Gross() - b.Routed - b.Paid + b.Refunded }

// Gross is all that the guest owes before payments: the price of the rooms with its tax, and the extras.
func (b *Booking) Gross() money.Amount { return b.Owed() + b.taxOnTop() + b.Extras }

// taxOnTop is the tax that the price of the rooms doesn't include.
func (b *Booking) taxOnTop() money.Amount {
	if b.PricesIncludeTax {
		return 0
	}
	return b.RoomTax
}

// Owed is the price of the rooms: of a cancelled booking, what cancelling costs, or what is kept of its payments.
func (b *Booking) Owed() money.Amount {
	if b.Status == Cancelled {
		return b.CancellationCharge + b.Retained
	}
	return b.Total
}

// Unposted is what of the price of the rooms, with its tax, is still to be posted on the folio, which has these lines;
// below zero, what was billed beyond it.
func (b *Booking) Unposted(lines []folio.Line) money.Amount {
	return b.Owed() + b.taxOnTop() - folio.Lodging(lines)
}

// Terms are what the booking owes for its rooms.
func (b *Booking) Terms() lodging.Terms {
	return lodging.Terms{Rooms: b.Rooms, Owed: b.Owed(), PricesIncludeTax: b.PricesIncludeTax,
		Cancelled: b.Status == Cancelled, NoShow: b.NoShow}
}

// Shown are the rooms that a reader expects: those of the stay, and those from which a move is still to come.
func (b *Booking) Shown() []*lodging.Room { return b.Rooms.Shown(b.Today) }

// Others names who is in the booking's rooms beside its own guest, for a list.
func (b *Booking) Others() string { return lodging.Others(b.Shown()) }

// DayUse tells whether the booking has its rooms in the daytime of one date.
func (b *Booking) DayUse() bool { return b.CheckIn == b.CheckOut }

// InHouse tells whether the party of the booking's room is in house: each room of a party is checked in by itself.
func (b *Booking) InHouse(r *lodging.Room) bool { return b.Status == CheckedIn && r.Arrived() }

// RoomStatus is the status of a room r of booking b, for statements: while its party is still expected, confirmed.
const RoomStatus = `CASE WHEN b.status = 'checked-in' AND r.arrived_at IS NULL THEN 'confirmed' ELSE b.status END`

// RoomGuest is the first guest of a room r of booking b, likewise.
const RoomGuest = `CASE r.guest_name WHEN '' THEN b.guest_name ELSE r.guest_name END`

// Expected are the current rooms, and those from which a move is still to come, whose parties haven't come yet.
func (b *Booking) Expected() (list []*lodging.Room) {
	for _, r := range b.Rooms.Ahead(b.Today) {
		if !r.Arrived() {
			list = append(list, r)
		}
	}
	return list
}

func (b *Booking) Closed() bool { return b.Status == CheckedOut || b.Status == Cancelled }

// RequireOpen refuses what can only be done while the booking is confirmed or checked-in.
func (b *Booking) RequireOpen(what string) error {
	if b.Closed() {
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
	for _, r := range b.Shown() {
		words.Number(r.Number)
		words.Text(r.GuestName)
		words.Text(r.Sharers)
	}
	return words
}

// countExpected counts the rooms that are still to come, once the first of a party has.
func (b *Booking) countExpected() (rooms int) {
	for _, r := range b.Rooms.Current() {
		if b.Status == CheckedIn && !r.Arrived() {
			rooms++
		}
	}
	return rooms
}

func (b *Booking) searchText() string { return contact.SearchText(b.GuestPhone, b.Code, b.GuestName) }

// Copy is the booking as it is now, to be compared with what becomes of it.
func (b *Booking) Copy() Booking {
	was := *b
	was.Rooms = b.Rooms.Clone()
	return was
}

// Is tells whether nothing of the booking differs from what it was.
func (b *Booking) Is(was Booking) bool { return reflect.DeepEqual(*b, was) }

// RoomNumbers lists the current rooms for a sentence.
func (b *Booking) RoomNumbers() string { return strings.Join(lodging.Numbers(b.Rooms.Current()), ", ") }
