package booking

import (
	"cmp"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/offer"
)

// RoomView is a room of a booking.
type RoomView struct {
	RoomShort
	RatePerNight money.Number    `json:"ratePerNight"`
	Adults       int             `json:"adults" example:"2"`
	Children     int             `json:"children" example:"0"`
	From         date.Date       `json:"from" doc:"First night in this room"`
	To           date.Date       `json:"to" doc:"The day the room is left" example:"2026-04-03"`
	GuestName    string          `json:"guestName" doc:"The first guest in it" example:"Asha Rao"`
	Sharers      string          `json:"sharers" doc:"Names of the others in it, with commas" example:"Ravi Rao"`
	ArrivalTime  *date.Time      `json:"arrivalTime" nullable:"true" doc:"When its party came; null: it is expected"`
	CheckedOut   bool            `json:"checkedOut" doc:"The room has been left already" example:"false"`
	Locked       bool            `json:"locked" doc:"auto-assign gives the party no other room" example:"true"`
	Sold         *offer.SoldView `json:"sold,omitempty" doc:"What an offer promised; left out: it was booked by none"`
}

// View is a booking as reads show it.
type View struct {
	BookingID           string        `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Code                string        `json:"code" example:"BK-17"`
	Status              string        `json:"status" enum:"confirmed,checked-in,checked-out,cancelled" example:"confirmed"`
	CompanyID           string        `json:"companyId" doc:"Empty: for none" example:""`
	GroupID             string        `json:"groupId" doc:"Empty: of no group" example:""`
	GroupRef            string        `json:"groupReference" doc:"What the group's rooming list calls it" example:"R-12"`
	GuestID             string        `json:"guestId" example:"665f1c2ab7e4d90012ab34cd"`
	GuestName           string        `json:"guestName" example:"Asha Rao"`
	GuestEmail          string        `json:"guestEmail" example:"asha@example.com"`
	GuestPhone          string        `json:"guestPhone" example:"+91 98450 12345"`
	CheckIn             date.Date     `json:"checkIn"`
	CheckOut            date.Date     `json:"checkOut" example:"2026-04-03"`
	DayUse              bool          `json:"dayUse" doc:"The daytime of checkIn, without a night" example:"false"`
	Rooms               []RoomView    `json:"rooms"`
	Nights              []NightView   `json:"nights" doc:"What each night costs; they add up to the total"`
	Source              string        `json:"source" enum:"walk-in,phone,online,ota" example:"phone"`
	MealPlan            string        `json:"mealPlan" enum:"EP,CP,MAP,AP" example:"CP"`
	Notes               string        `json:"notes" example:"Regular guest"`
	SpecialRequests     string        `json:"specialRequests" example:"A quiet room"`
	Channel             string        `json:"channel" doc:"The system that it came by" example:"booking.com"`
	ExternalRef         string        `json:"externalReference" doc:"The booking's reference there" example:"4711-0815"`
	TotalAmount         money.Number  `json:"totalAmount" doc:"The price of the rooms as agreed" example:"10001"`
	PricesIncludeTax    bool          `json:"pricesIncludeTax" doc:"taxAmount is inside totalAmount, else on top of it"`
	TaxAmount           money.Number  `json:"taxAmount" doc:"Of the rooms" example:"500"`
	ExtrasAmount        money.Number  `json:"extrasAmount" doc:"What the folio charges beside the rooms, with tax"`
	AdvanceAmount       money.Number  `json:"advanceAmount" example:"2000"`
	PaidAmount          money.Number  `json:"paidAmount" example:"2000"`
	RefundAmount        money.Number  `json:"refundAmount" example:"0"`
	BalanceDue          money.Number  `json:"balanceDue" doc:"Below zero, what the hotel owes" example:"8001"`
	ExpectedArrivalTime string        `json:"expectedArrivalTime" example:"14:00"`
	TransportMode       string        `json:"transportMode" example:"flight"`
	TransportDetails    string        `json:"transportDetails" example:"AI 471 from Delhi, lands 12:40"`
	ArrivalTime         *date.Time    `json:"arrivalTime" nullable:"true"`
	ArrivalRemarks      string        `json:"arrivalRemarks" example:"One key"`
	CheckoutTime        *date.Time    `json:"checkoutTime" nullable:"true"`
	FinalAmount         *money.Number `json:"finalAmount" nullable:"true" doc:"The whole bill as agreed at check-out"`
	SettlementMethod    string        `json:"settlementMethod" example:"card"`
	CheckoutRemarks     string        `json:"checkoutRemarks" example:"Left a scarf"`
	CancelledAt         *date.Time    `json:"cancelledAt" nullable:"true"`
	CancellationReason  string        `json:"cancellationReason"`
	CancellationCharge  money.Number  `json:"cancellationCharge" example:"0"`
	RetainedAmount      money.Number  `json:"retainedAmount" doc:"Kept of payments without a charge" example:"0"`
	NoShow              bool          `json:"noShow" example:"false"`
	CreatedAt           date.Time     `json:"createdAt"`
	UpdatedAt           date.Time     `json:"updatedAt"`
	Overbooked          bool          `json:"overbooked" doc:"A category of it is sold out on a night" example:"false"`
	Version             int64         `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

// ViewOf is the booking as a read shows it.
func ViewOf(b *Booking, sc scope.Scope) View {
	currency := sc.Currency
	amount := func(a money.Amount) money.Number { return a.Number(currency) }
	companyID := ""
	if b.CompanyID != nil {
		companyID = *b.CompanyID
	}
	return View{BookingID: b.ID, CompanyID: companyID, GroupID: b.GroupID, GroupRef: b.GroupRef, Code: b.Code,
		Status: b.Status, GuestID: b.GuestID, GuestName: b.GuestName, GuestEmail: b.GuestEmail,
		GuestPhone: b.GuestPhone, CheckIn: b.CheckIn, CheckOut: b.CheckOut, DayUse: b.DayUse(),
		Rooms: roomViews(b, sc), Nights: nightViews(b, currency), Source: b.Source,
		MealPlan: b.MealPlan, Notes: b.Notes, SpecialRequests: b.SpecialRequests, Channel: b.Channel,
		ExternalRef: b.ExternalRef, TotalAmount: amount(b.Total), TaxAmount: amount(b.RoomTax),
		PricesIncludeTax: b.PricesIncludeTax, FinalAmount: Optional(b.FinalAmount, currency),
		ExtrasAmount: amount(b.Extras), AdvanceAmount: amount(b.Advance), PaidAmount: amount(b.Paid),
		RefundAmount: amount(b.Refunded), BalanceDue: amount(b.BalanceDue()), ExpectedArrivalTime: b.ExpectedArrival,
		TransportMode: b.TransportMode, TransportDetails: b.TransportDetails, ArrivalTime: TimeOf(b.ArrivedAt),
		ArrivalRemarks: b.ArrivalRemarks, CheckoutTime: TimeOf(b.CheckedOutAt), SettlementMethod: b.SettlementMethod,
		CheckoutRemarks: b.CheckoutRemarks, CancelledAt: TimeOf(b.CancelledAt), CancellationReason: b.CancellationReason,
		CancellationCharge: amount(b.CancellationCharge), RetainedAmount: amount(b.Retained), NoShow: b.NoShow,
		CreatedAt: date.Time(b.CreatedAt), UpdatedAt: date.Time(b.UpdatedAt), Overbooked: b.Overbooked, Version: b.Version}
}

// roomViews shows the rooms of the stay; rooms that the party has moved away from are history, told by the audit log.
func roomViews(b *Booking, sc scope.Scope) []RoomView {
	views := []RoomView{}
	for _, r := range b.Shown() {
		views = append(views, RoomView{RoomShort: Short(*r), RatePerNight: r.Rate.Number(sc.Currency), Adults: r.Adults,
			Children: r.Children, From: r.From, To: r.To, CheckedOut: r.Released == lodging.Left, Locked: r.Locked,
			Sold: offer.SoldViewOf(r.Sold, sc), GuestName: cmp.Or(r.GuestName, b.GuestName), Sharers: r.Sharers,
			ArrivalTime: TimeOf(r.ArrivedAt)})
	}
	return views
}

func Optional(a *money.Amount, currency string) *money.Number {
	if a == nil {
		return nil
	}
	return new(a.Number(currency))
}

func TimeOf(ms *int64) *date.Time { return (*date.Time)(ms) }

// RoomShort names a room of a booking.
type RoomShort struct {
	RoomID     string `json:"roomId" doc:"Empty until a room is assigned" example:"665f1c2ab7e4d90012ab34cd"`
	RoomNumber string `json:"roomNumber" example:"101"`
	RoomType   string `json:"roomType" example:"Deluxe"`
	CategoryID string `json:"categoryId" doc:"What was booked; empty: just this room" example:""`
	EntryID    string `json:"entryId" doc:"Stands for the roomId until a room is assigned; then empty" example:""`
}

func Short(r lodging.Room) RoomShort {
	v := RoomShort{RoomNumber: r.Number, RoomType: r.Type, CategoryID: r.CategoryID}
	v.RoomID, v.EntryID = Named(r.Name(), r.Number)
	return v
}

// Named is the room's id, or the id that stands for it while it has no number.
func Named(id, number string) (roomID, entryID string) {
	if number == "" {
		return "", id
	}
	return id, ""
}

// NightView is one room on one night of the stay.
type NightView struct {
	Date          date.Date    `json:"date"`
	RoomID        string       `json:"roomId" example:"665f1c2ab7e4d90012ab34cd"`
	RoomNumber    string       `json:"roomNumber" example:"101"`
	EntryID       string       `json:"entryId" doc:"Stands for the roomId until a room is assigned" example:""`
	Amount        money.Number `json:"amount" doc:"As the booking quotes prices: with the tax inside or before it"`
	Allowance     money.Number `json:"allowance" doc:"What the amount is less already" example:"0"`
	Plan          string       `json:"plan" doc:"The rate plan's code" example:"BAR"`
	Note          string       `json:"note" example:"Festival rate"`
	Complimentary bool         `json:"complimentary" doc:"The night costs nothing" example:"false"`
	Posted        bool         `json:"posted" doc:"It is on the folio" example:"false"`
	Stayed        bool         `json:"stayed" doc:"false of a night that was given back, but is charged" example:"true"`
}

func nightViews(b *Booking, currency string) []NightView {
	views := []NightView{}
	for _, n := range b.Rooms.Nights() {
		roomID, entryID := Named(n.RoomID, n.RoomNumber)
		views = append(views, NightView{Date: n.Day, RoomID: roomID, RoomNumber: n.RoomNumber, EntryID: entryID,
			Amount: n.Price.Number(currency), Allowance: n.Discount.Number(currency), Plan: n.Plan, Note: n.Note,
			Complimentary: n.Price == 0, Posted: n.Posted, Stayed: n.Held})
	}
	return views
}

// PriceView is what a change makes of the booking's price, or would make of it.
type PriceView struct {
	Nights      []NightView  `json:"nights"`
	TotalAmount money.Number `json:"totalAmount" example:"10001"`
	TaxAmount   money.Number `json:"taxAmount" doc:"Of the rooms, inside the total or on top of it" example:"500"`
	BalanceDue  money.Number `json:"balanceDue" doc:"Below zero, what the hotel owes" example:"8001"`
	DryRun      bool         `json:"dryRun" doc:"Nothing was changed" example:"false"`
	Conflicts   []string     `json:"conflicts" doc:"Of a dry run: why it would be refused. The rest is then as it is"`
	Version     int64        `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

// Changed turns what became of a change into the view that its endpoint shows.
func Changed[T any](sc scope.Scope, show func(*Booking, PriceView) T) func(Trial, DryRun, error) (*web.Warned[T],
	error) {
	return func(t Trial, dry DryRun, err error) (*web.Warned[T], error) {
		if err != nil {
			return nil, err
		}
		amount := func(a money.Amount) money.Number { return a.Number(sc.Currency) }
		price := PriceView{Nights: nightViews(t.Booking, sc.Currency), TotalAmount: amount(t.Booking.Total),
			TaxAmount: amount(t.Booking.RoomTax), BalanceDue: amount(t.Booking.BalanceDue()), DryRun: dry.DryRun,
			Conflicts: append([]string{}, t.Conflicts...), Version: t.Booking.Version}
		return web.Warn(show(t.Booking, price), t.Booking.Warnings), nil
	}
}

// Answer turns an operation's booking into the view that its endpoint shows.
func Answer[T any](sc scope.Scope, show func(*Booking, scope.Scope) T) func(*Booking, error) (*web.Data[T], error) {
	return func(b *Booking, err error) (*web.Data[T], error) {
		if err != nil {
			return nil, err
		}
		return web.OK(show(b, sc)), nil
	}
}
