package booking

import (
	"context"
	"fmt"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/stay/lodging"
)

// DryRun is the query of changes that can be tried.
type DryRun struct {
	DryRun bool `query:"dryRun" doc:"Change nothing, and answer what the change would make of the booking"`
}

// RateBody is the price of one night in a request.
type RateBody struct {
	RoomID        web.ID               `json:"roomId,omitempty" doc:"Needed where several rooms have the night"`
	Date          date.Date            `json:"date"`
	Amount        *money.Number        `json:"amount,omitempty" doc:"As the booking quotes prices; or complimentary"`
	Complimentary bool                 `json:"complimentary,omitempty" doc:"The night costs nothing" example:"false"`
	Plan          web.Optional[string] `json:"plan,omitzero" maxLength:"20" doc:"The rate plan's code" example:"BAR"`
	Note          web.Optional[string] `json:"note,omitzero" maxLength:"120" doc:"On the bill too" example:"Festival rate"`
}

// rates reads the prices of nights; field is their place in the body. Of no prices it is nil.
func rates(amounts *money.Reader, field string, bodies []RateBody) []lodging.Rate {
	var list []lodging.Rate
	for i, body := range bodies {
		place := fmt.Sprintf("%s[%d]", field, i)
		rate := lodging.Rate{Field: place, RoomID: body.RoomID.String(), Day: body.Date,
			Plan: body.Plan.Pointer(), Note: body.Note.Pointer()}
		amounts.Fields.CheckLine(place+".plan", body.Plan.Value)
		amounts.Fields.CheckLine(place+".note", body.Note.Value)
		if _, err := date.Parse(string(body.Date)); err != nil {
			amounts.Fields.Add(place+".date", "%s", err)
		}
		switch {
		case body.Amount != nil:
			if rate.Price = amounts.Read(place+".amount", *body.Amount); body.Complimentary && rate.Price != 0 {
				amounts.Fields.Add(place+".amount", "must be 0 or be left out of a complimentary night")
			}
		case !body.Complimentary:
			amounts.Fields.Add(place+".amount", "must be given, unless the night is complimentary")
		}
		list = append(list, rate)
	}
	return list
}

// PriceBody says what nights cost that a change of the stay brings.
type PriceBody struct {
	Price string     `json:"price,omitempty" enum:"keep,list,rates" doc:"Default keep, or rates where they are given"`
	Rates []RateBody `json:"rates,omitempty" maxItems:"365" doc:"Of every night that is not posted yet"`
}

func (b PriceBody) read(amounts *money.Reader) (price string, list []lodging.Rate) {
	price, list = b.Price, rates(amounts, "rates", b.Rates)
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
		roomID, entryID := named(n.RoomID, n.RoomNumber)
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

// apply makes the change, or only tries it.
func (a api) apply(ctx context.Context, sc scope.Scope, in Path, dry DryRun, c StayChange) (Trial, DryRun, error) {
	if dry.DryRun {
		t, err := a.bookings.Try(ctx, sc, in.BookingID.String(), c)
		return t, dry, err
	}
	b, err := a.bookings.Make(ctx, sc, in.BookingID.String(), c)
	return Trial{Booking: b}, dry, err
}

// changed turns what became of a change into the view that its endpoint shows.
func changed[T any](sc scope.Scope, show func(*Booking, PriceView) T) func(Trial, DryRun, error) (*web.Warned[T],
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

// NightsBody changes what nights cost. Prices stand in rates, as in other requests, or in nights, as reads show them.
type NightsBody struct {
	Rates  []RateBody `json:"rates,omitempty" maxItems:"1000"`
	Nights []RateBody `json:"nights,omitempty" maxItems:"1000" doc:"The same as rates; the two are put together"`
	Reason string     `json:"reason" minLength:"1" maxLength:"200" example:"Air conditioning out of order"`
}

type nightsInput struct {
	Path
	DryRun
	Body NightsBody
}

// NightsView is the answer of nights.
type NightsView struct {
	BookingID string `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	PriceView
}

func (a api) httpNights(ctx context.Context, sc scope.Scope, in *nightsInput) (*web.Warned[NightsView], error) {
	amounts := money.Reader{Currency: sc.Currency}
	change := NightPrices{Reason: in.Body.Reason, Rates: append(rates(&amounts, "rates", in.Body.Rates),
		rates(&amounts, "nights", in.Body.Nights)...)}
	amounts.Fields.RequireLine("reason", in.Body.Reason)
	if len(change.Rates) == 0 {
		amounts.Fields.Add("rates", "must name the nights that change, and what they cost")
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	return changed(sc, func(b *Booking, price PriceView) NightsView {
		return NightsView{BookingID: b.ID, PriceView: price}
	})(a.apply(ctx, sc, in.Path, in.DryRun, change))
}
