package change

import (
	"context"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

// api answers the endpoints. It turns bodies into changes, and what becomes of bookings into views.
type api struct{ changes *Service }

const (
	stayNote = "Refused when a room is taken on one of the new nights, unless onward or giveWay makes way. Nights that " +
		"stay keep their prices. " + tryNote
	tryNote  = "With dryRun it changes nothing, and answers what it would make of the booking, and what is in its way."
	takeNote = "Refused when it is taken. warnings has occupied-room where a guest in house takes it at once and " +
		"somebody is still in it; the hotel's settings may refuse that, unless force is true. " + tryNote
	moveNote  = "From there on; price says what the nights in the new room cost. " + takeNote
	leaveNote = "Their nights from today on are free again. Before the arrival they are taken off the booking, and " +
		"nothing is charged for them. The last room is left by checkout. " + tryNote
	nightsNote = "Also of a guest in house: what is posted is reversed and posted anew on the open business day. " +
		"Nights on an invoice change by a credit note only. " + tryNote
	assignNote = "To a room of the booking that has none: the one with this entryId, else the first, of the room's " +
		"category if there is one. The prices stay. " + takeNote
)

// Routes are the endpoints that change a stay.
func (s *Service) Routes() []web.Route {
	const one = "/api/bookings/{orgId}/{bookingId}"
	a := api{s}
	return []web.Route{
		web.Put(one+"/stay", may.Update(may.Bookings), a.httpStay, "Change dates, meal plan or notes").With(stayNote).
			Waits(),
		web.Post(one+"/add-room", may.Update(may.Bookings), a.httpAddRoom, "Add a room").
			With("From the check-in day, or from today for a guest in house. " + takeNote).IfMatch().Waits(),
		web.Post(one+"/move-room", may.Update(may.Bookings), a.httpMoveRoom, "Move to another room").
			With(moveNote).IfMatch().Waits(),
		web.Put(one+"/nights", may.Update(may.Bookings), a.httpNights, "Change what nights cost").With(nightsNote).
			Waits(),
		web.Post(one+"/checkout-rooms", may.Update(may.Bookings), a.httpCheckoutRooms, "Check out some of the rooms").
			With(leaveNote).IfMatch(),
		web.Post(one+"/assign-room", may.Update(may.Bookings), a.httpAssign, "Assign a room").With(assignNote).IfMatch(),
		web.Post(one+"/unassign", may.Update(may.Bookings), a.httpUnassign, "Take an assigned room back").
			With("Before the arrival. The nights stay booked in the category. " + tryNote).IfMatch(),
		web.Post(one+"/lock", may.Update(may.Bookings), a.httpLock, "Lock a room to its party, or unlock it").
			With("auto-assign gives a locked party no other room. Rooms that people choose are locked.").IfMatch(),
	}
}

// PriceBody says what nights cost that a change of the stay brings.
type PriceBody struct {
	Price string             `json:"price,omitempty" enum:"keep,list,rates" doc:"Default keep, or rates with rates"`
	Rates []booking.RateBody `json:"rates,omitempty" maxItems:"365" doc:"Of every night that is not posted yet"`
}

func (b PriceBody) read(amounts *money.Reader) (price string, list []lodging.Rate) {
	price, list = b.Price, booking.ReadRates(amounts, "rates", b.Rates)
	switch {
	case len(list) > 0 && price == "":
		price = GivenRate
	case len(list) > 0 && price != GivenRate:
		amounts.Fields.Add("price", "must be %s where rates are given", GivenRate)
	case len(list) == 0 && price == GivenRate:
		amounts.Fields.Add("rates", "must have a rate for each night")
	}
	return price, list
}

// apply makes the change, or only tries it.
func (a api) apply(ctx context.Context, sc scope.Scope, in booking.Path, dry booking.DryRun, way *GiveWayBody,
	c Change) (booking.Trial, booking.DryRun, error) {
	if dry.DryRun {
		t, err := a.changes.tryAfter(ctx, sc, way.read(), in.BookingID.String(), c)
		return t, dry, err
	}
	b, err := a.changes.makeAfter(ctx, sc, way.read(), in.BookingID.String(), c)
	return booking.Trial{Booking: b}, dry, err
}

// OnwardBody says where a party goes on to, where its room is taken from some night on.
type OnwardBody struct {
	RoomID web.ID    `json:"roomId"`
	From   date.Date `json:"from" doc:"The first night there, at the price of the room before"`
}

func (o *OnwardBody) read() *Onward {
	if o == nil {
		return nil
	}
	return &Onward{RoomID: o.RoomID.String(), From: o.From}
}

// OnwardOfBody is OnwardBody of a stay that may have several rooms.
type OnwardOfBody struct {
	FromRoomID web.ID `json:"fromRoomId" doc:"Whose party goes on to another room"`
	OnwardBody
}

// GiveWayBody names a booking that gets another room before, in the same step: all is done, or nothing.
type GiveWayBody struct {
	BookingID  web.ID `json:"bookingId" doc:"Confirmed, and the room isn't locked to its party"`
	FromRoomID web.ID `json:"fromRoomId"`
	ToRoomID   web.ID `json:"toRoomId"`
}

func (g *GiveWayBody) read() *GiveWay {
	if g == nil {
		return nil
	}
	return &GiveWay{BookingID: g.BookingID.String(), FromRoomID: g.FromRoomID.String(), ToRoomID: g.ToRoomID.String()}
}

// StayBody changes the stay; what is left out stays.
type StayBody struct {
	CheckIn  web.Change[date.Date] `json:"checkIn,omitzero"`
	CheckOut web.Change[date.Date] `json:"checkOut,omitzero" example:"2026-04-03"`
	PriceBody
	booking.DetailsBody
	Onward  *OnwardOfBody `json:"onward,omitempty" doc:"Of a party whose room is taken from some night on"`
	GiveWay *GiveWayBody  `json:"giveWay,omitempty" doc:"Another booking that is moved first"`
	// DropMoves takes a way on back with the nights that it was for.
	DropMoves bool `json:"dropMoves,omitempty" doc:"Moves on the new day of departure, or later, fall away"`
	booking.ForceBody
	web.Countersigned
}

type stayInput struct {
	booking.Path
	booking.DryRun
	Body StayBody
}

// StayView is the answer of stay.
type StayView struct {
	BookingID string    `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	CheckIn   date.Date `json:"checkIn"`
	CheckOut  date.Date `json:"checkOut" example:"2026-04-03"`
	MealPlan  string    `json:"mealPlan" enum:"EP,CP,MAP,AP" example:"CP"`
	booking.PriceView
}

func (a api) httpStay(ctx context.Context, sc scope.Scope, in *stayInput) (*web.Warned[StayView], error) {
	amounts := money.Reader{Currency: sc.Currency}
	change := NewStay{CheckIn: in.Body.CheckIn.Value, CheckOut: in.Body.CheckOut.Value, Edit: in.Body.Apply}
	change.Price, change.Rates = in.Body.read(&amounts)
	change.Force, change.DropMoves = in.Body.Force, in.Body.DropMoves
	if o := in.Body.Onward; o != nil {
		change.OnwardOf, change.Onward = o.FromRoomID.String(), o.read()
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	return booking.Changed(sc, func(b *booking.Booking, price booking.PriceView) StayView {
		return StayView{BookingID: b.ID, CheckIn: b.CheckIn, CheckOut: b.CheckOut, MealPlan: b.MealPlan, PriceView: price}
	})(a.apply(ctx, sc, in.Path, in.DryRun, in.Body.GiveWay, change))
}

type addRoomInput struct {
	booking.Path
	booking.DryRun
	Body struct {
		booking.RoomEntry
		booking.ForceBody
		web.Countersigned
	}
}

// RoomsView is the answer of add-room and move-room: the rooms that are now part of the stay.
type RoomsView struct {
	BookingID string              `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Rooms     []booking.RoomShort `json:"rooms"`
	booking.PriceView
}

func roomsView(b *booking.Booking, price booking.PriceView) RoomsView {
	v := RoomsView{BookingID: b.ID, Rooms: []booking.RoomShort{}, PriceView: price}
	for _, r := range b.Rooms.Current() {
		v.Rooms = append(v.Rooms, booking.Short(*r))
	}
	return v
}

func (a api) httpAddRoom(ctx context.Context, sc scope.Scope, in *addRoomInput) (*web.Warned[RoomsView], error) {
	amounts := money.Reader{Currency: sc.Currency}
	r := in.Body.Request(&amounts, "")
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	return booking.Changed(sc, roomsView)(a.apply(ctx, sc, in.Path, in.DryRun, nil, NewRoom{r, in.Body.Force}))
}

// MoveBody moves a party from one room to another.
type MoveBody struct {
	FromRoomID web.ID    `json:"fromRoomId"`
	ToRoomID   web.ID    `json:"toRoomId"`
	From       date.Date `json:"from,omitempty" doc:"First night there; default today if in house, else the whole stay"`
	PriceBody
	booking.ForceBody
	Onward  *OnwardBody  `json:"onward,omitempty" doc:"Where that room is taken from some night on"`
	GiveWay *GiveWayBody `json:"giveWay,omitempty" doc:"Another booking that is moved first"`
	web.Countersigned
}

type moveInput struct {
	booking.Path
	booking.DryRun
	Body MoveBody
}

func (a api) httpMoveRoom(ctx context.Context, sc scope.Scope, in *moveInput) (*web.Warned[RoomsView], error) {
	amounts := money.Reader{Currency: sc.Currency}
	move := Move{FromRoomID: in.Body.FromRoomID.String(), ToRoomID: in.Body.ToRoomID.String(), From: in.Body.From,
		Force: in.Body.Force, Onward: in.Body.Onward.read()}
	move.Price, move.Rates = in.Body.read(&amounts)
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	return booking.Changed(sc, roomsView)(a.apply(ctx, sc, in.Path, in.DryRun, in.Body.GiveWay, move))
}

// CheckoutRoomsBody names the rooms that are left.
type CheckoutRoomsBody struct {
	RoomIDs []web.ID `json:"roomIds" minItems:"1" maxItems:"100"`
	Reason  string   `json:"reason,omitempty" maxLength:"500" example:"Change of plans"`
}

type checkoutRoomsInput struct {
	booking.Path
	booking.DryRun
	Body CheckoutRoomsBody
}

// CheckoutRoomsView is the answer of checkout-rooms.
type CheckoutRoomsView struct {
	CheckedOutRooms []string `json:"checkedOutRooms" doc:"Room numbers" example:"[\"101\"]"`
	RemainingRooms  []string `json:"remainingRooms" doc:"Room numbers" example:"[\"102\"]"`
	booking.PriceView
}

func (a api) httpCheckoutRooms(ctx context.Context, sc scope.Scope,
	in *checkoutRoomsInput) (*web.Warned[CheckoutRoomsView], error) {
	leave := LeaveRooms{RoomIDs: web.IDs(in.Body.RoomIDs), Reason: in.Body.Reason}
	return booking.Changed(sc, func(b *booking.Booking, price booking.PriceView) CheckoutRoomsView {
		v := CheckoutRoomsView{CheckedOutRooms: []string{}, PriceView: price,
			RemainingRooms: lodging.Numbers(b.Rooms.Current())}
		for _, r := range b.Rooms {
			if r.Released == lodging.Left && slices.Contains(leave.RoomIDs, r.Name()) {
				v.CheckedOutRooms = append(v.CheckedOutRooms, r.Number)
			}
		}
		return v
	})(a.apply(ctx, sc, in.Path, in.DryRun, nil, leave))
}

// NightsBody changes what nights cost. Prices stand in rates, as in other requests, or in nights, as reads show them.
type NightsBody struct {
	Rates  []booking.RateBody `json:"rates,omitempty" maxItems:"1000"`
	Nights []booking.RateBody `json:"nights,omitempty" maxItems:"1000" doc:"The same as rates; the two are put together"`
	Reason string             `json:"reason" minLength:"1" maxLength:"200" example:"Air conditioning out of order"`
	web.Countersigned
}

type nightsInput struct {
	booking.Path
	booking.DryRun
	Body NightsBody
}

// NightsView is the answer of nights.
type NightsView struct {
	BookingID string `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	booking.PriceView
}

func (a api) httpNights(ctx context.Context, sc scope.Scope, in *nightsInput) (*web.Warned[NightsView], error) {
	amounts := money.Reader{Currency: sc.Currency}
	change := NightPrices{Reason: in.Body.Reason, Rates: append(booking.ReadRates(&amounts, "rates", in.Body.Rates),
		booking.ReadRates(&amounts, "nights", in.Body.Nights)...)}
	amounts.Fields.RequireLine("reason", in.Body.Reason)
	if len(change.Rates) == 0 {
		amounts.Fields.Add("rates", "must name the nights that change, and what they cost")
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	return booking.Changed(sc, func(b *booking.Booking, price booking.PriceView) NightsView {
		return NightsView{BookingID: b.ID, PriceView: price}
	})(a.apply(ctx, sc, in.Path, in.DryRun, nil, change))
}

type assignInput struct {
	booking.Path
	booking.DryRun
	Body struct {
		RoomID  web.ID `json:"roomId"`
		EntryID web.ID `json:"entryId,omitempty" doc:"As the booking's rooms show it"`
		Locked  *bool  `json:"locked,omitempty" doc:"auto-assign gives the party no other room. Default true"`
		booking.ForceBody
		Onward  *OnwardBody  `json:"onward,omitempty" doc:"Where that room is taken from some night on"`
		GiveWay *GiveWayBody `json:"giveWay,omitempty" doc:"Another booking that is moved first"`
	}
}

func (a api) httpAssign(ctx context.Context, sc scope.Scope, in *assignInput) (*web.Warned[RoomsView], error) {
	assign := Assign{EntryID: in.Body.EntryID.String(), RoomID: in.Body.RoomID.String(), Locked: isTrue(in.Body.Locked),
		Force: in.Body.Force, Onward: in.Body.Onward.read()}
	return booking.Changed(sc, roomsView)(a.apply(ctx, sc, in.Path, in.DryRun, in.Body.GiveWay, assign))
}

// isTrue is the given value, or true.
func isTrue(given *bool) bool { return given == nil || *given }

type unassignInput struct {
	booking.Path
	booking.DryRun
	Body struct {
		RoomID web.ID `json:"roomId"`
	}
}

func (a api) httpUnassign(ctx context.Context, sc scope.Scope, in *unassignInput) (*web.Warned[RoomsView], error) {
	return booking.Changed(sc, roomsView)(a.apply(ctx, sc, in.Path, in.DryRun, nil, Unassign{in.Body.RoomID.String()}))
}

type lockInput struct {
	booking.Path
	Body struct {
		RoomID web.ID `json:"roomId"`
		Locked *bool  `json:"locked,omitempty" doc:"false unlocks. Default true"`
	}
}

func (a api) httpLock(ctx context.Context, sc scope.Scope, in *lockInput) (*web.Warned[RoomsView], error) {
	lock := RoomLock{RoomID: in.Body.RoomID.String(), Locked: isTrue(in.Body.Locked)}
	return booking.Changed(sc, roomsView)(a.apply(ctx, sc, in.Path, booking.DryRun{}, nil, lock))
}
