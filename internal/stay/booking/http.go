package booking

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/offer"
)

// api answers the bookings' endpoints. It turns bodies into what the service takes, and bookings into views.
type api struct{ bookings *Service }

const (
	stayNote = "Refused when a room is taken on one of the new nights. Nights that stay keep their prices. " + tryNote
	tryNote  = "With dryRun it changes nothing, and answers what it would make of the booking, and what is in its way."
	takeNote = "Refused when it is taken. warnings has occupied-room where a guest in house takes it at once and " +
		"somebody is still in it; the hotel's settings may refuse that, unless force is true. " + tryNote
	moveNote  = "From there on; price says what the nights in the new room cost. " + takeNote
	leaveNote = "Their nights from today on are free again. Before the arrival they are taken off the booking, and " +
		"nothing is charged for them. The last room is left by checkout. " + tryNote
	nightsNote = "Also of a guest in house: what is posted is reversed and posted anew on the open business day. " +
		"Nights on an invoice change by a credit note only. " + tryNote
	arrivalNote = "Again, it corrects the time or the remarks. warnings name what to look at: early-arrival, dirty-room " +
		"and occupied-room; the hotel's settings may refuse each of them, unless force is true. For a guest who comes up " +
		"to three nights early the free nights until the stay are held and not charged; change the stay to charge them."
	guestNote = "When the guest has no later booking, name, e-mail and phone are changed in the guest's record too; " +
		"the message says so."
	checkoutNote = "finalAmount is the whole bill, with extras and tax: nights not stayed, or else the nights, cost " +
		"what it leaves for them, and from then on the booking's prices include tax. settlementMethod is noted; " +
		"money that was taken is recorded as a payment of its own. warnings has balance-owed where money is owed; the " +
		"hotel's settings may refuse that, unless force is true."
	cancelNote = "From confirmed or checked-in; the nights are free again. " +
		"Again, it corrects the reason and the amounts. " + tryCancelNote
	tryCancelNote = "With dryRun it changes nothing, and answers the charge, its tax and what would be owed, and what " +
		"is in its way."
	reinstateNote = "Refused when one of the nights is taken by now. Money that was given back stays given back."
)

// Routes are the bookings' endpoints.
func (s *Service) Routes() []web.Route {
	const base, one = "/api/bookings/{orgId}", "/api/bookings/{orgId}/{bookingId}"
	hook.Require(s.hooks)
	a := api{s}
	return []web.Route{
		web.Create(base+"/create", may.Create(may.Bookings), a.httpCreate, "Book rooms").Costly(),
		web.Get(base+"/by-code/{code}", may.View(may.Bookings), a.httpGetByCode, "Read a booking by its number").Kept().
			With("A code that holds a slash is sent as %2F."),
		web.Get(one, may.View(may.Bookings), a.httpGet, "Read a booking").Kept(),
		web.Put(one+"/stay", may.Update(may.Bookings), a.httpStay, "Change dates, meal plan or notes").With(stayNote),
		web.Put(one+"/arrival", may.Update(may.Bookings), a.httpPlanArrival, "Note the expected arrival"),
		web.Post(base+"/bulk-arrival", may.Update(may.Bookings), a.httpArriveAll, "Check in a party").
			With("All of the bookings or none; errors name the entry, such as bookingIds[1]. " + arrivalNote),
		web.Post(one+"/arrival", may.Update(may.Bookings), a.httpArrive, "Check in").With(arrivalNote).IfMatch(),
		web.Post(one+"/add-room", may.Update(may.Bookings), a.httpAddRoom, "Add a room").
			With("From the check-in day, or from today for a guest in house. " + takeNote).IfMatch(),
		web.Post(one+"/move-room", may.Update(may.Bookings), a.httpMoveRoom, "Move to another room").
			With(moveNote).IfMatch(),
		web.Put(one+"/nights", may.Update(may.Bookings), a.httpNights, "Change what nights cost").With(nightsNote),
		web.Post(one+"/checkout-rooms", may.Update(may.Bookings), a.httpCheckoutRooms, "Check out some of the rooms").
			With(leaveNote).IfMatch(),
		web.Post(one+"/assign-room", may.Update(may.Bookings), a.httpAssign, "Assign a room").With(assignNote).IfMatch(),
		web.Post(one+"/unassign", may.Update(may.Bookings), a.httpUnassign, "Take an assigned room back").
			With("Before the arrival. The nights stay booked in the category. " + tryNote).IfMatch(),
		web.Post(one+"/lock", may.Update(may.Bookings), a.httpLock, "Lock a room to its party, or unlock it").
			With("auto-assign gives a locked party no other room. Rooms that people choose are locked.").IfMatch(),
		web.Put(one+"/update-guest", may.Update(may.Bookings), a.httpUpdateGuest, "Correct the guest's details").
			With(guestNote),
		web.Put(one+"/change-guest", may.Update(may.Bookings), a.httpChangeGuest, "Give the booking to another guest").
			With("To an existing guest by newGuestId, else to a new one."),
		web.Put(one+"/checkout", may.Update(may.Bookings), a.httpCheckout, "Check out").With(checkoutNote),
		web.Put(one+"/cancel", may.Delete(may.Bookings), a.httpCancel, "Cancel").With(cancelNote),
		web.Post(one+"/no-show", may.Delete(may.Bookings), a.httpNoShow, "Cancel as a no-show").
			With("From confirmed; the nights are free again. " + tryCancelNote).IfMatch(),
		web.Post(one+"/reinstate", may.Delete(may.Bookings), a.httpReinstate, "Undo a cancellation or no-show").
			With(reinstateNote).IfMatch(),
	}
}

// RoomEntry is a room in a request.
type RoomEntry struct {
	RoomID       web.ID        `json:"roomId,omitempty" doc:"Required, but with categoryId"`
	RoomNumber   string        `json:"roomNumber,omitempty" maxLength:"40" doc:"As roomId" example:"101"`
	RoomType     string        `json:"roomType,omitempty" maxLength:"120" doc:"As roomId" example:"Deluxe"`
	CategoryID   web.ID        `json:"categoryId,omitempty" doc:"Without roomId: any room of this category"`
	OfferToken   string        `json:"offerToken,omitempty" maxLength:"16000" doc:"Says category, party and prices"`
	RatePerNight *money.Number `json:"ratePerNight,omitempty" doc:"Required without rates or offerToken" example:"4500.5"`
	Adults       int           `json:"adults,omitempty" minimum:"1" maximum:"50" doc:"Or else offerToken" example:"2"`
	Children     int           `json:"children,omitempty" minimum:"0" maximum:"50" example:"0"`
	Rates        []RateBody    `json:"rates,omitempty" maxItems:"365" doc:"One for each night, instead of ratePerNight"`
}

// request reads the entry; prefix is its place in the body.
func (e RoomEntry) request(amounts *money.Reader, prefix string) RoomRequest {
	for _, field := range []struct{ name, value string }{{"roomId", e.RoomID.String()}, {"roomNumber", e.RoomNumber},
		{"roomType", e.RoomType}} {
		if field.value == "" && e.CategoryID == "" && e.OfferToken == "" {
			amounts.Fields.Add(prefix+field.name, "is required, unless categoryId or offerToken is given")
		}
	}
	switch {
	case e.OfferToken != "" && (e.CategoryID != "" || e.RatePerNight != nil || len(e.Rates) > 0):
		amounts.Fields.Add(prefix+"offerToken", "says category and prices: leave categoryId, ratePerNight and rates out")
	case e.OfferToken == "" && e.RatePerNight == nil && len(e.Rates) == 0:
		amounts.Fields.Add(prefix+"ratePerNight", "is required, unless rates or offerToken is given")
	case e.OfferToken == "" && e.Adults == 0:
		amounts.Fields.Add(prefix+"adults", "is required, unless offerToken is given")
	}
	r := RoomRequest{RoomID: e.RoomID.String(), CategoryID: e.CategoryID.String(), OfferToken: e.OfferToken,
		Rate: amounts.Optional(prefix+"ratePerNight", e.RatePerNight), Adults: e.Adults, Children: e.Children,
		Field: prefix}
	if r.Rates = rates(amounts, prefix+"rates", e.Rates); r.Rate == nil && len(r.Rates) > 0 {
		r.Rate = new(lodging.RateOf(r.Rates))
	}
	return r
}

// DetailsBody are the details that a request may set whenever it changes the stay.
type DetailsBody struct {
	MealPlan web.Optional[string] `json:"mealPlan,omitzero" enum:"EP,CP,MAP,AP" doc:"null: EP" example:"CP"`
	Notes    web.Optional[string] `json:"notes,omitzero" maxLength:"2000" example:"Regular guest"`
}

func (b DetailsBody) apply(d *Details) {
	d.MealPlan = b.MealPlan.Or(d.MealPlan)
	d.Notes = b.Notes.Or(d.Notes)
}

// CreateBody is the request that books rooms.
type CreateBody struct {
	GuestID         web.ID        `json:"guestId,omitempty" doc:"Left out, a new guest is made"`
	GuestName       string        `json:"guestName" minLength:"1" maxLength:"120" example:"Asha Rao"`
	GuestEmail      string        `json:"guestEmail,omitempty" maxLength:"254" example:"asha@example.com"`
	GuestPhone      string        `json:"guestPhone" minLength:"1" maxLength:"24" example:"+91 98450 12345"`
	CheckIn         date.Date     `json:"checkIn"`
	CheckOut        date.Date     `json:"checkOut" doc:"The day of departure, without its night" example:"2026-04-03"`
	DayUse          bool          `json:"dayUse,omitempty" doc:"The daytime of checkIn, which is checkOut then"`
	Rooms           []RoomEntry   `json:"rooms,omitempty" minItems:"1" maxItems:"100" doc:"Required, but with holdId"`
	HoldID          web.ID        `json:"holdId,omitempty" doc:"Whose nights it takes; without rooms, its rooms too"`
	CompanyID       web.ID        `json:"companyId,omitempty" doc:"The company that it is for"`
	Source          string        `json:"source,omitempty" enum:"walk-in,phone,online,ota" doc:"Default walk-in"`
	SpecialRequests string        `json:"specialRequests,omitempty" maxLength:"2000" example:"A quiet room"`
	TotalAmount     *money.Number `json:"totalAmount,omitempty" doc:"Spread over the nights. Default their sum"`
	AdvanceAmount   *money.Number `json:"advanceAmount,omitempty" doc:"Taken now; recorded as a payment" example:"2000"`
	// Services are sold with the stay, beside those of offers.
	Services []offer.AddedBody `json:"services,omitempty" maxItems:"20" nullable:"false"`
	// PricesIncludeTax is a pointer, since left out it isn't false.
	PricesIncludeTax *bool  `json:"pricesIncludeTax,omitempty" doc:"Default: as the hotel's settings say"`
	PaymentMethod    string `json:"paymentMethod,omitempty" maxLength:"40" doc:"Default cash" example:"upi"`
	Overbook         bool   `json:"overbook,omitempty" doc:"Although the category is sold out; needs bookings.manage"`
	Channel          string `json:"channel,omitempty" maxLength:"60" doc:"The system it came by" example:"booking.com"`
	ExternalRef      string `json:"externalReference,omitempty" maxLength:"100" doc:"Its own there: once a channel"`
	DetailsBody
}

// request reads the body and names every value that is wrong.
func (b CreateBody) request(sc scope.Scope) (Request, error) {
	r := Request{GuestID: b.GuestID.String(), GuestName: b.GuestName, GuestEmail: b.GuestEmail, GuestPhone: b.GuestPhone,
		CheckIn: b.CheckIn, CheckOut: b.CheckOut, PaymentMethod: b.PaymentMethod, PricesIncludeTax: b.PricesIncludeTax,
		Overbook: b.Overbook, DayUse: b.DayUse, HoldID: b.HoldID.String(), CompanyID: b.CompanyID.String(),
		Services: offer.AddedOf(b.Services, "services"),
		Details: Details{Source: b.Source, SpecialRequests: b.SpecialRequests,
			Channel: b.Channel, ExternalRef: b.ExternalRef}}
	b.DetailsBody.apply(&r.Details)
	amounts := money.Reader{Currency: sc.Currency}
	r.check(&amounts.Fields)
	amounts.Fields.CheckLine("channel", b.Channel)
	amounts.Fields.CheckLine("externalReference", b.ExternalRef)
	if len(b.Rooms) == 0 && b.HoldID == "" {
		amounts.Fields.Add("rooms", "is required, unless holdId is given")
	}
	for i, entry := range b.Rooms {
		r.Rooms = append(r.Rooms, entry.request(&amounts, fmt.Sprintf("rooms[%d].", i)))
	}
	r.Total = amounts.Optional("totalAmount", b.TotalAmount)
	if advance := amounts.Optional("advanceAmount", b.AdvanceAmount); advance != nil {
		r.Advance = *advance
	}
	return r, cmp.Or(amounts.Fields.Err(), ledger.MayPay(sc, "advanceAmount", &r.Advance))
}

// RoomView is a room of a booking.
type RoomView struct {
	RoomShort
	RatePerNight money.Number    `json:"ratePerNight"`
	Adults       int             `json:"adults" example:"2"`
	Children     int             `json:"children" example:"0"`
	From         date.Date       `json:"from" doc:"First night in this room"`
	To           date.Date       `json:"to" doc:"The day the room is left" example:"2026-04-03"`
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
	ArrivalTime         *web.Time     `json:"arrivalTime" nullable:"true"`
	ArrivalRemarks      string        `json:"arrivalRemarks" example:"One key"`
	CheckoutTime        *web.Time     `json:"checkoutTime" nullable:"true"`
	FinalAmount         *money.Number `json:"finalAmount" nullable:"true" doc:"The whole bill as agreed at check-out"`
	SettlementMethod    string        `json:"settlementMethod" example:"card"`
	CheckoutRemarks     string        `json:"checkoutRemarks" example:"Left a scarf"`
	CancelledAt         *web.Time     `json:"cancelledAt" nullable:"true"`
	CancellationReason  string        `json:"cancellationReason"`
	CancellationCharge  money.Number  `json:"cancellationCharge" example:"0"`
	RetainedAmount      money.Number  `json:"retainedAmount" doc:"Kept of payments without a charge" example:"0"`
	NoShow              bool          `json:"noShow" example:"false"`
	CreatedAt           web.Time      `json:"createdAt"`
	UpdatedAt           web.Time      `json:"updatedAt"`
	Overbooked          bool          `json:"overbooked" doc:"A category of it is sold out on a night" example:"false"`
	Version             int64         `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

// ViewOf is the booking as a read shows it.
func ViewOf(b *Booking, currency string) View {
	amount := func(a money.Amount) money.Number { return a.Number(currency) }
	companyID := ""
	if b.CompanyID != nil {
		companyID = *b.CompanyID
	}
	return View{BookingID: b.ID, CompanyID: companyID, Code: b.Code, Status: b.Status, GuestID: b.GuestID,
		GuestName: b.GuestName, GuestEmail: b.GuestEmail, GuestPhone: b.GuestPhone, CheckIn: b.CheckIn, CheckOut: b.CheckOut,
		DayUse: b.DayUse(), Rooms: roomViews(b, currency), Nights: nightViews(b, currency), Source: b.Source,
		MealPlan: b.MealPlan, Notes: b.Notes, SpecialRequests: b.SpecialRequests, Channel: b.Channel,
		ExternalRef: b.ExternalRef, TotalAmount: amount(b.Total), TaxAmount: amount(b.RoomTax),
		PricesIncludeTax: b.PricesIncludeTax, FinalAmount: optional(b.FinalAmount, currency),
		ExtrasAmount: amount(b.Extras), AdvanceAmount: amount(b.Advance), PaidAmount: amount(b.Paid),
		RefundAmount: amount(b.Refunded), BalanceDue: amount(b.BalanceDue()), ExpectedArrivalTime: b.ExpectedArrival,
		TransportMode: b.TransportMode, TransportDetails: b.TransportDetails, ArrivalTime: timeOf(b.ArrivedAt),
		ArrivalRemarks: b.ArrivalRemarks, CheckoutTime: timeOf(b.CheckedOutAt), SettlementMethod: b.SettlementMethod,
		CheckoutRemarks: b.CheckoutRemarks, CancelledAt: timeOf(b.CancelledAt), CancellationReason: b.CancellationReason,
		CancellationCharge: amount(b.CancellationCharge), RetainedAmount: amount(b.Retained), NoShow: b.NoShow,
		CreatedAt: web.Time(b.CreatedAt), UpdatedAt: web.Time(b.UpdatedAt), Overbooked: b.Overbooked, Version: b.Version}
}

// roomViews shows the rooms of the stay; rooms that the party has moved away from are history, told by the audit log.
func roomViews(b *Booking, currency string) []RoomView {
	views := []RoomView{}
	for _, r := range b.Shown() {
		views = append(views, RoomView{RoomShort: short(*r), RatePerNight: r.Rate.Number(currency), Adults: r.Adults,
			Children: r.Children, From: r.From, To: r.To, CheckedOut: r.Released == lodging.Left, Locked: r.Locked,
			Sold: offer.SoldViewOf(r.Sold, currency)})
	}
	return views
}

func optional(a *money.Amount, currency string) *money.Number {
	if a == nil {
		return nil
	}
	return new(a.Number(currency))
}

func timeOf(ms *int64) *web.Time { return (*web.Time)(ms) }

// CreatedRoom is a room in the answer to a create request.
type CreatedRoom struct {
	RoomShort
	RatePerNight money.Number `json:"ratePerNight"`
}

// CreatedView is the answer to a create request.
type CreatedView struct {
	BookingID   string        `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Code        string        `json:"code" example:"BK-17"`
	Status      string        `json:"status" enum:"confirmed" example:"confirmed"`
	GuestName   string        `json:"guestName" example:"Asha Rao"`
	CheckIn     date.Date     `json:"checkIn"`
	CheckOut    date.Date     `json:"checkOut" example:"2026-04-03"`
	Rooms       []CreatedRoom `json:"rooms"`
	TotalAmount money.Number  `json:"totalAmount" example:"10001"`
	TaxAmount   money.Number  `json:"taxAmount" doc:"Of the rooms, inside the total or on top of it" example:"500"`
	BalanceDue  money.Number  `json:"balanceDue" doc:"Below zero, what the hotel owes" example:"8001"`
	Nights      []NightView   `json:"nights"`
	CreatedAt   web.Time      `json:"createdAt"`
	Version     int64         `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func createdView(b *Booking, currency string) CreatedView {
	v := CreatedView{BookingID: b.ID, Code: b.Code, Status: b.Status, GuestName: b.GuestName,
		CheckIn: b.CheckIn, CheckOut: b.CheckOut, TotalAmount: b.Total.Number(currency),
		TaxAmount: b.RoomTax.Number(currency), BalanceDue: b.BalanceDue().Number(currency),
		Nights: nightViews(b, currency), CreatedAt: web.Time(b.CreatedAt), Version: b.Version}
	for _, r := range b.Rooms {
		v.Rooms = append(v.Rooms, CreatedRoom{short(r), r.Rate.Number(currency)})
	}
	return v
}

type createInput struct{ Body CreateBody }

func (a api) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Warned[CreatedView], error) {
	r, err := in.Body.request(sc)
	if err != nil {
		return nil, err
	}
	b, err := a.bookings.Create(ctx, sc, r)
	if err != nil {
		return nil, err
	}
	return web.Warn(createdView(b, sc.Currency), b.Warnings), nil
}

type codeInput struct {
	Code string `path:"code" example:"BK-17"`
}

func (a api) httpGetByCode(ctx context.Context, sc scope.Scope, in *codeInput) (*web.Data[View], error) {
	return answer(sc, ViewOf)(a.bookings.GetByCode(ctx, sc, strings.ToUpper(in.Code)))
}

// answer turns an operation's booking into the view that its endpoint shows.
func answer[T any](sc scope.Scope, show func(*Booking, string) T) func(*Booking, error) (*web.Data[T], error) {
	return func(b *Booking, err error) (*web.Data[T], error) {
		if err != nil {
			return nil, err
		}
		return web.OK(show(b, sc.Currency)), nil
	}
}

// Path is the path parameter of the endpoints of one booking.
type Path struct {
	BookingID web.ID `path:"bookingId"`
}

func (a api) httpGet(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[View], error) {
	return answer(sc, ViewOf)(a.bookings.Get(ctx, sc, in.BookingID.String()))
}

// StayBody changes the stay; what is left out stays.
type StayBody struct {
	CheckIn  web.Change[date.Date] `json:"checkIn,omitzero"`
	CheckOut web.Change[date.Date] `json:"checkOut,omitzero" example:"2026-04-03"`
	PriceBody
	DetailsBody
}

type stayInput struct {
	Path
	DryRun
	Body StayBody
}

// StayView is the answer of stay.
type StayView struct {
	BookingID string    `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	CheckIn   date.Date `json:"checkIn"`
	CheckOut  date.Date `json:"checkOut" example:"2026-04-03"`
	MealPlan  string    `json:"mealPlan" enum:"EP,CP,MAP,AP" example:"CP"`
	PriceView
}

func (a api) httpStay(ctx context.Context, sc scope.Scope, in *stayInput) (*web.Warned[StayView], error) {
	amounts := money.Reader{Currency: sc.Currency}
	change := NewStay{CheckIn: in.Body.CheckIn.Value, CheckOut: in.Body.CheckOut.Value, Edit: in.Body.apply}
	change.Price, change.Rates = in.Body.read(&amounts)
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	return changed(sc, func(b *Booking, price PriceView) StayView {
		return StayView{BookingID: b.ID, CheckIn: b.CheckIn, CheckOut: b.CheckOut, MealPlan: b.MealPlan, PriceView: price}
	})(a.apply(ctx, sc, in.Path, in.DryRun, change))
}

// ExpectBody says when and how the guest means to arrive.
type ExpectBody struct {
	ExpectedArrivalTime web.Optional[date.OptionalClock] `json:"expectedArrivalTime,omitzero"`
	TransportMode       web.Optional[string]             `json:"transportMode,omitzero" maxLength:"60" example:"flight"`
	TransportDetails    web.Optional[string]             `json:"transportDetails,omitzero" maxLength:"500"`
}

type expectInput struct {
	Path
	Body ExpectBody
}

func (a api) httpPlanArrival(ctx context.Context, sc scope.Scope, in *expectInput) (*web.Message, error) {
	plan := ArrivalPlan{Time: (*string)(in.Body.ExpectedArrivalTime.Pointer()),
		TransportMode: in.Body.TransportMode.Pointer(), TransportDetails: in.Body.TransportDetails.Pointer()}
	if _, err := a.bookings.PlanArrival(ctx, sc, in.BookingID.String(), plan); err != nil {
		return nil, err
	}
	return web.Done("The expected arrival is noted."), nil
}

// ArrivalBody checks the guest in.
type ArrivalBody struct {
	ArrivalTime *web.Time `json:"arrivalTime,omitempty" doc:"Default now"`
	Remarks     *string   `json:"remarks,omitempty" maxLength:"1000" example:"Left a scarf"`
	ForceBody
}

// ForceBody is for what the hotel's settings refuse.
type ForceBody struct {
	Force bool `json:"force,omitempty" doc:"Against what the hotel's settings refuse; needs bookings.manage"`
}

func (b ArrivalBody) arrival() Arrival {
	return Arrival{At: (*int64)(b.ArrivalTime), Remarks: b.Remarks, Force: b.Force}
}

type arrivalInput struct {
	Path
	Body ArrivalBody
}

// ArrivalView is the answer of arrival.
type ArrivalView struct {
	BookingID   string    `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Status      string    `json:"status" enum:"checked-in" example:"checked-in"`
	ArrivalTime *web.Time `json:"arrivalTime" nullable:"true"`
	Version     int64     `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func arrivalView(b Arrived) ArrivalView {
	return ArrivalView{BookingID: b.ID, Status: b.Status, ArrivalTime: timeOf(b.ArrivedAt), Version: b.Version}
}

func (a api) httpArrive(ctx context.Context, sc scope.Scope, in *arrivalInput) (*web.Warned[ArrivalView], error) {
	b, err := a.bookings.Arrive(ctx, sc, in.BookingID.String(), in.Body.arrival())
	if err != nil {
		return nil, err
	}
	return web.Warn(arrivalView(b), b.Warnings), nil
}

type arriveAllInput struct {
	Body struct {
		BookingIDs []web.ID `json:"bookingIds" minItems:"1" maxItems:"100"`
		ArrivalBody
	}
}

func (a api) httpArriveAll(ctx context.Context, sc scope.Scope, in *arriveAllInput) (
	*web.Warned[[]ArrivalView], error) {
	ids := make([]string, len(in.Body.BookingIDs))
	for i, one := range in.Body.BookingIDs {
		ids[i] = one.String()
	}
	if err := web.CheckDistinct("bookingIds", ids); err != nil {
		return nil, err
	}
	arrived, err := a.bookings.ArriveAll(ctx, sc, ids, in.Body.arrival())
	if err != nil {
		return nil, err
	}
	var warnings []web.Warning
	views := make([]ArrivalView, len(arrived))
	for i, b := range arrived {
		views[i] = arrivalView(b)
		for _, w := range b.Warnings {
			warnings = append(warnings, web.Warning{Code: w.Code, Message: b.Code + ": " + w.Message})
		}
	}
	return web.Warn(views, warnings), nil
}

type addRoomInput struct {
	Path
	DryRun
	Body struct {
		RoomEntry
		ForceBody
	}
}

// RoomsView is the answer of add-room and move-room: the rooms that are now part of the stay.
type RoomsView struct {
	BookingID string      `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Rooms     []RoomShort `json:"rooms"`
	PriceView
}

// RoomShort names a room of a booking.
type RoomShort struct {
	RoomID     string `json:"roomId" doc:"Empty until a room is assigned" example:"665f1c2ab7e4d90012ab34cd"`
	RoomNumber string `json:"roomNumber" example:"101"`
	RoomType   string `json:"roomType" example:"Deluxe"`
	CategoryID string `json:"categoryId" doc:"What was booked; empty: just this room" example:""`
	EntryID    string `json:"entryId" doc:"Stands for the roomId until a room is assigned; then empty" example:""`
}

func short(r lodging.Room) RoomShort {
	v := RoomShort{RoomNumber: r.Number, RoomType: r.Type, CategoryID: r.CategoryID}
	v.RoomID, v.EntryID = named(r.RoomID, r.Number)
	return v
}

// named is the room's id, or the id that stands for it while it has no number.
func named(id, number string) (roomID, entryID string) {
	if number == "" {
		return "", id
	}
	return id, ""
}

func roomsView(b *Booking, price PriceView) RoomsView {
	v := RoomsView{BookingID: b.ID, Rooms: []RoomShort{}, PriceView: price}
	for _, r := range b.Rooms.Current() {
		v.Rooms = append(v.Rooms, short(*r))
	}
	return v
}

func (a api) httpAddRoom(ctx context.Context, sc scope.Scope, in *addRoomInput) (*web.Warned[RoomsView], error) {
	amounts := money.Reader{Currency: sc.Currency}
	r := in.Body.request(&amounts, "")
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	return changed(sc, roomsView)(a.apply(ctx, sc, in.Path, in.DryRun, NewRoom{r, in.Body.Force}))
}

// MoveBody moves a party from one room to another.
type MoveBody struct {
	FromRoomID web.ID    `json:"fromRoomId"`
	ToRoomID   web.ID    `json:"toRoomId"`
	From       date.Date `json:"from,omitempty" doc:"First night there; default today if in house, else the whole stay"`
	PriceBody
	ForceBody
}

type moveInput struct {
	Path
	DryRun
	Body MoveBody
}

func (a api) httpMoveRoom(ctx context.Context, sc scope.Scope, in *moveInput) (*web.Warned[RoomsView], error) {
	amounts := money.Reader{Currency: sc.Currency}
	move := Move{FromRoomID: in.Body.FromRoomID.String(), ToRoomID: in.Body.ToRoomID.String(), From: in.Body.From,
		Force: in.Body.Force}
	move.Price, move.Rates = in.Body.read(&amounts)
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	return changed(sc, roomsView)(a.apply(ctx, sc, in.Path, in.DryRun, move))
}

// CheckoutRoomsBody names the rooms that are left.
type CheckoutRoomsBody struct {
	RoomIDs []web.ID `json:"roomIds" minItems:"1" maxItems:"100"`
	Reason  string   `json:"reason,omitempty" maxLength:"500" example:"Change of plans"`
}

type checkoutRoomsInput struct {
	Path
	DryRun
	Body CheckoutRoomsBody
}

// CheckoutRoomsView is the answer of checkout-rooms.
type CheckoutRoomsView struct {
	CheckedOutRooms []string `json:"checkedOutRooms" doc:"Room numbers" example:"[\"101\"]"`
	RemainingRooms  []string `json:"remainingRooms" doc:"Room numbers" example:"[\"102\"]"`
	PriceView
}

func (a api) httpCheckoutRooms(ctx context.Context, sc scope.Scope,
	in *checkoutRoomsInput) (*web.Warned[CheckoutRoomsView], error) {
	leave := LeaveRooms{Reason: in.Body.Reason}
	for _, roomID := range in.Body.RoomIDs {
		leave.RoomIDs = append(leave.RoomIDs, roomID.String())
	}
	return changed(sc, func(b *Booking, price PriceView) CheckoutRoomsView {
		v := CheckoutRoomsView{CheckedOutRooms: []string{}, PriceView: price,
			RemainingRooms: lodging.Numbers(b.Rooms.Current())}
		for _, r := range b.Rooms {
			if r.Released == lodging.Left && slices.Contains(leave.RoomIDs, r.RoomID) {
				v.CheckedOutRooms = append(v.CheckedOutRooms, r.Number)
			}
		}
		return v
	})(a.apply(ctx, sc, in.Path, in.DryRun, leave))
}

// UpdateGuestBody corrects the guest's details.
type UpdateGuestBody struct {
	GuestName  web.Change[string]   `json:"guestName,omitzero" maxLength:"120" example:"Asha Rao"`
	GuestEmail web.Optional[string] `json:"guestEmail,omitzero" maxLength:"254" example:"asha@example.com"`
	GuestPhone web.Change[string]   `json:"guestPhone,omitzero" maxLength:"24" example:"+91 98450 12345"`
	IDType     web.Optional[string] `json:"idType,omitzero" maxLength:"40" example:"passport"`
	IDNumber   web.Optional[string] `json:"idNumber,omitzero" maxLength:"40" doc:"Kept in the guest's own record only"`
}

func (b UpdateGuestBody) details() (GuestDetails, error) {
	var fields errs.Fields
	if b.GuestName.Set && b.GuestName.Value == "" {
		fields.Add("guestName", "must not be empty")
	}
	if b.GuestPhone.Set && b.GuestPhone.Value == "" {
		fields.Add("guestPhone", "must not be empty")
	}
	contact.CheckPhone(&fields, "guestPhone", b.GuestPhone.Value)
	return GuestDetails{Name: b.GuestName.Pointer(), Email: b.GuestEmail.Pointer(), Phone: b.GuestPhone.Pointer(),
		IDType: b.IDType.Pointer(), IDNumber: b.IDNumber.Pointer()}, fields.Err()
}

type updateGuestInput struct {
	Path
	Body UpdateGuestBody
}

func (a api) httpUpdateGuest(ctx context.Context, sc scope.Scope, in *updateGuestInput) (*web.Message, error) {
	d, err := in.Body.details()
	if err != nil {
		return nil, err
	}
	recorded, err := a.bookings.UpdateGuest(ctx, sc, in.BookingID.String(), d)
	switch {
	case err != nil:
		return nil, err
	case recorded:
		return web.Done("The guest's details are updated, in the guest's record too."), nil
	}
	return web.Done("The guest's details are updated."), nil
}

// ChangeGuestBody gives the booking to another guest.
type ChangeGuestBody struct {
	NewGuestName  string `json:"newGuestName" minLength:"1" maxLength:"120" example:"Ravi Das"`
	NewGuestPhone string `json:"newGuestPhone" minLength:"1" maxLength:"24" example:"+91 98450 00000"`
	NewGuestID    web.ID `json:"newGuestId,omitempty" doc:"Left out, a new guest is made"`
	NewGuestEmail string `json:"newGuestEmail,omitempty" maxLength:"254" example:"ravi@example.com"`
}

type changeGuestInput struct {
	Path
	Body ChangeGuestBody
}

// ChangeGuestView is the answer of change-guest; guests by name.
type ChangeGuestView struct {
	BookingID     string `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	PreviousGuest string `json:"previousGuest" example:"Asha Rao"`
	NewGuest      string `json:"newGuest" example:"Ravi Das"`
	Version       int64  `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (a api) httpChangeGuest(ctx context.Context, sc scope.Scope,
	in *changeGuestInput) (*web.Data[ChangeGuestView], error) {
	change, err := a.bookings.ChangeGuest(ctx, sc, in.BookingID.String(), NewGuest{GuestID: in.Body.NewGuestID.String(),
		Name: in.Body.NewGuestName, Phone: in.Body.NewGuestPhone, Email: in.Body.NewGuestEmail})
	if err != nil {
		return nil, err
	}
	return web.OK(ChangeGuestView{BookingID: change.ID, PreviousGuest: change.Previous, NewGuest: change.GuestName,
		Version: change.Version}), nil
}

// CheckoutBody ends the stay.
type CheckoutBody struct {
	CheckoutTime     *web.Time     `json:"checkoutTime,omitempty" doc:"Default now"`
	FinalAmount      *money.Number `json:"finalAmount,omitempty" doc:"The whole bill, with extras and tax"`
	SettlementMethod *string       `json:"settlementMethod,omitempty" maxLength:"40" example:"card"`
	Remarks          *string       `json:"remarks,omitempty" maxLength:"1000" example:"Left a scarf"`
	ForceBody
}

type checkoutInput struct {
	Path
	Body CheckoutBody
}

// CheckoutView is the answer of checkout.
type CheckoutView struct {
	BookingID    string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Status       string       `json:"status" enum:"checked-out" example:"checked-out"`
	CheckoutTime *web.Time    `json:"checkoutTime" nullable:"true"`
	TotalAmount  money.Number `json:"totalAmount" example:"10001"`
	BalanceDue   money.Number `json:"balanceDue" doc:"Below zero, what the hotel owes" example:"8001"`
	InvoiceIDs   []string     `json:"invoiceIds" doc:"Of the booking, except void ones"`
	Version      int64        `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (a api) httpCheckout(ctx context.Context, sc scope.Scope, in *checkoutInput) (
	*web.Warned[CheckoutView], error) {
	amounts := money.Reader{Currency: sc.Currency}
	d := Departure{At: (*int64)(in.Body.CheckoutTime), SettlementMethod: in.Body.SettlementMethod,
		Remarks: in.Body.Remarks, FinalAmount: amounts.Optional("finalAmount", in.Body.FinalAmount), Force: in.Body.Force}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	b, err := a.bookings.CheckOut(ctx, sc, in.BookingID.String(), d)
	if err != nil {
		return nil, err
	}
	return web.Warn(CheckoutView{BookingID: b.ID, Status: b.Status, CheckoutTime: timeOf(b.CheckedOutAt),
		TotalAmount: b.Total.Number(sc.Currency), BalanceDue: b.BalanceDue().Number(sc.Currency),
		InvoiceIDs: append([]string{}, b.InvoiceIDs...), Version: b.Version}, b.Warnings), nil
}

// CancelBody is the request that cancels.
type CancelBody struct {
	Reason string `json:"reason" minLength:"1" maxLength:"500" example:"Change of plans"`
	CancelAmounts
}

// CancelAmounts say what becomes of the money of a booking that is cancelled.
type CancelAmounts struct {
	CancellationCharge *money.Number `json:"cancellationCharge,omitempty" doc:"What the guest owes" example:"500"`
	RefundAmount       *money.Number `json:"refundAmount,omitempty" doc:"Given back in all, as a refund" example:"1500"`
	RefundMethod       string        `json:"refundMethod,omitempty" maxLength:"40" doc:"Default cash" example:"upi"`
}

// Cancellation reads the amounts, and names those that are wrong.
func (c CancelAmounts) Cancellation(sc scope.Scope, reason string) (Cancellation, error) {
	amounts := money.Reader{Currency: sc.Currency}
	return Cancellation{Reason: reason, Charge: amounts.Optional("cancellationCharge", c.CancellationCharge),
		Refund: amounts.Optional("refundAmount", c.RefundAmount), RefundMethod: c.RefundMethod}, amounts.Fields.Err()
}

type cancelInput struct {
	Path
	DryRun
	Body CancelBody
}

// NoShowBody is CancelBody with nothing required.
type NoShowBody struct {
	Reason string `json:"reason,omitempty" maxLength:"500" example:"Change of plans"`
	CancelAmounts
}

// CancelView is the answer of cancel. Only a dry run has taxAmount and what follows it.
type CancelView struct {
	BookingID          string        `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Status             string        `json:"status" enum:"confirmed,checked-in,checked-out,cancelled" example:"cancelled"`
	CancellationCharge money.Number  `json:"cancellationCharge" example:"500"`
	RetainedAmount     money.Number  `json:"retainedAmount" doc:"Kept of payments where no charge is given" example:"0"`
	RefundAmount       money.Number  `json:"refundAmount" example:"1500"`
	NoShow             bool          `json:"noShow" example:"false"`
	Version            int64         `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
	TaxAmount          *money.Number `json:"taxAmount,omitempty" doc:"Of the charge, or of what is kept" example:"60"`
	ExtrasAmount       *money.Number `json:"extrasAmount,omitempty" doc:"What the folio charges beside it" example:"0"`
	BalanceDue         *money.Number `json:"balanceDue,omitempty" doc:"Below zero, what is owed back" example:"-1500"`
	DryRun             bool          `json:"dryRun,omitempty" doc:"Nothing was changed" example:"false"`
	Conflicts          []string      `json:"conflicts,omitzero" doc:"Why it would be refused. The rest is then as it is"`
}

func cancelView(b *Booking, currency string) CancelView {
	return CancelView{BookingID: b.ID, Status: b.Status, CancellationCharge: b.CancellationCharge.Number(currency),
		RetainedAmount: b.Retained.Number(currency),
		RefundAmount:   b.Refunded.Number(currency), NoShow: b.NoShow, Version: b.Version}
}

// cancel cancels the booking, or only tries it, if the cancellation was read without an error.
func (a api) cancel(ctx context.Context, sc scope.Scope, in Path, dry DryRun,
	c Cancellation, err error) (*web.Data[CancelView], error) {
	err = cmp.Or(err, ledger.MayPay(sc, "refundAmount", c.Refund))
	switch {
	case err != nil:
		return nil, err
	case !dry.DryRun:
		return answer(sc, cancelView)(a.bookings.Cancel(ctx, sc, in.BookingID.String(), c))
	}
	t, err := a.bookings.TryCancel(ctx, sc, in.BookingID.String(), c)
	return answer(sc, func(b *Booking, currency string) CancelView {
		v, balance := cancelView(b, currency), b.BalanceDue()
		v.TaxAmount, v.ExtrasAmount = optional(&b.RoomTax, currency), optional(&b.Extras, currency)
		v.BalanceDue, v.DryRun, v.Conflicts = optional(&balance, currency), true, append([]string{}, t.Conflicts...)
		return v
	})(t.Booking, err)
}

func (a api) httpCancel(ctx context.Context, sc scope.Scope, in *cancelInput) (*web.Data[CancelView], error) {
	c, err := in.Body.Cancellation(sc, in.Body.Reason)
	return a.cancel(ctx, sc, in.Path, in.DryRun, c, err)
}

type noShowInput struct {
	Path
	DryRun
	Body NoShowBody
}

func (a api) httpNoShow(ctx context.Context, sc scope.Scope, in *noShowInput) (*web.Data[CancelView], error) {
	c, err := in.Body.Cancellation(sc, in.Body.Reason)
	c.NoShow = true
	return a.cancel(ctx, sc, in.Path, in.DryRun, c, err)
}

func (a api) httpReinstate(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[View], error) {
	return answer(sc, ViewOf)(a.bookings.Reinstate(ctx, sc, in.BookingID.String()))
}
