package booking

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/offer"
)

// api answers the bookings' endpoints. It turns bodies into what the service takes, and bookings into views.
type api struct{ bookings *Service }

const guestNote = "When the guest has no later booking, name, e-mail and phone are changed in the guest's record " +
	"too; the message says so."

// Routes are the endpoints of a booking's record.
func (s *Service) Routes() []web.Route {
	const base, one = "/api/bookings/{orgId}", "/api/bookings/{orgId}/{bookingId}"
	a := api{s}
	return []web.Route{
		web.Create(base+"/create", may.Create(may.Bookings), a.httpCreate, "Book rooms").Costly().Waits(),
		web.Get(base+"/by-code/{code}", may.View(may.Bookings), a.httpGetByCode, "Read a booking by its number").Kept().
			With("A code that holds a slash is sent as %2F."),
		web.Get(one, may.View(may.Bookings), a.httpGet, "Read a booking").Kept(),
		web.Put(one+"/arrival", may.Update(may.Bookings), a.httpPlanArrival, "Note the expected arrival"),
		web.Put(one+"/update-guest", may.Update(may.Bookings), a.httpUpdateGuest, "Correct the guest's details").
			With(guestNote),
		web.Put(one+"/change-guest", may.Update(may.Bookings), a.httpChangeGuest, "Give the booking to another guest").
			With("To an existing guest by newGuestId, else to a new one."),
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
	Rates        []RateBody    `json:"rates,omitempty" maxItems:"365" doc:"One a night, instead of another price"`
}

// Request reads the entry; prefix is its place in the body.
func (e RoomEntry) Request(amounts *money.Reader, prefix string) RoomRequest {
	for _, field := range []struct{ name, value string }{{"roomId", e.RoomID.String()}, {"roomNumber", e.RoomNumber},
		{"roomType", e.RoomType}} {
		if field.value == "" && e.CategoryID == "" && e.OfferToken == "" {
			amounts.Fields.Add(prefix+field.name, "is required, unless categoryId or offerToken is given")
		}
	}
	switch {
	case e.OfferToken != "" && (e.CategoryID != "" || e.RatePerNight != nil):
		amounts.Fields.Add(prefix+"offerToken", "says category and prices: leave categoryId and ratePerNight out")
	case e.OfferToken == "" && e.RatePerNight == nil && len(e.Rates) == 0:
		amounts.Fields.Add(prefix+"ratePerNight", "is required, unless rates or offerToken is given")
	case e.OfferToken == "" && e.Adults == 0:
		amounts.Fields.Add(prefix+"adults", "is required, unless offerToken is given")
	}
	r := RoomRequest{RoomID: e.RoomID.String(), CategoryID: e.CategoryID.String(), OfferToken: e.OfferToken,
		Rate: amounts.Optional(prefix+"ratePerNight", e.RatePerNight), Adults: e.Adults, Children: e.Children,
		Field: prefix}
	if r.Rates = ReadRates(amounts, prefix+"rates", e.Rates); r.Rate == nil && len(r.Rates) > 0 {
		r.Rate = new(lodging.RateOf(r.Rates))
	}
	return r
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

// ReadRates reads the prices of nights; field is their place in the body. Of no prices it is nil.
func ReadRates(amounts *money.Reader, field string, bodies []RateBody) []lodging.Rate {
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

// DetailsBody are the details that a request may set whenever it changes the stay.
type DetailsBody struct {
	MealPlan web.Optional[string] `json:"mealPlan,omitzero" enum:"EP,CP,MAP,AP" doc:"null: EP" example:"CP"`
	Notes    web.Optional[string] `json:"notes,omitzero" maxLength:"2000" example:"Regular guest"`
}

// Apply sets the details that are given.
func (b DetailsBody) Apply(d *Details) {
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
	WaitlistID      web.ID        `json:"waitlistId,omitempty" doc:"The entry of the waitlist that it is for"`
	CompanyID       web.ID        `json:"companyId,omitempty" doc:"The company that it is for"`
	GroupID         web.ID        `json:"groupId,omitempty" doc:"The group whose block its rooms are taken from"`
	Source          string        `json:"source,omitempty" enum:"walk-in,phone,online,ota" doc:"Default walk-in"`
	SpecialRequests string        `json:"specialRequests,omitempty" maxLength:"2000" example:"A quiet room"`
	TotalAmount     *money.Number `json:"totalAmount,omitempty" doc:"Spread over the nights. Default their sum"`
	AdvanceAmount   *money.Number `json:"advanceAmount,omitempty" doc:"Taken now; recorded as a payment" example:"2000"`
	// Routing says to which folio its charges go.
	Routing *folio.RoutingBody `json:"routing,omitempty" doc:"Default: as its group's rules say, else own"`
	// Services are sold with the stay, beside those of offers.
	Services []offer.AddedBody `json:"services,omitempty" maxItems:"20" nullable:"false"`
	// PricesIncludeTax is a pointer, since left out it isn't false.
	PricesIncludeTax *bool  `json:"pricesIncludeTax,omitempty" doc:"Default: as the hotel's settings say"`
	PaymentMethod    string `json:"paymentMethod,omitempty" maxLength:"40" doc:"Default cash" example:"upi"`
	PaymentReference string `json:"paymentReference,omitempty" maxLength:"120" doc:"Of the advance" example:"UPI 4711"`
	Force            bool   `json:"force,omitempty" doc:"Against what the hotel's settings refuse; needs bookings.manage"`
	Overbook         bool   `json:"overbook,omitempty" doc:"Although the category is sold out; needs bookings.manage"`
	// ExpectedArrivalTime is when the guest means to come.
	ExpectedArrivalTime date.OptionalClock `json:"expectedArrivalTime,omitempty"`

	Channel     string `json:"channel,omitempty" maxLength:"60" doc:"The system it came by" example:"booking.com"`
	ExternalRef string `json:"externalReference,omitempty" maxLength:"100" doc:"Its own there: once a channel"`
	DetailsBody
	web.Countersigned
}

// request reads the body and names every value that is wrong.
func (b CreateBody) request(sc scope.Scope) (Request, error) {
	r := Request{GuestID: b.GuestID.String(), GuestName: b.GuestName, GuestEmail: b.GuestEmail, GuestPhone: b.GuestPhone,
		CheckIn: b.CheckIn, CheckOut: b.CheckOut, PaymentMethod: b.PaymentMethod, PaymentReference: b.PaymentReference,
		PricesIncludeTax: b.PricesIncludeTax, ExpectedArrival: string(b.ExpectedArrivalTime), Overbook: b.Overbook,
		DayUse: b.DayUse, HoldID: b.HoldID.String(), CompanyID: b.CompanyID.String(),
		WaitlistID: b.WaitlistID.String(), GroupID: b.GroupID.String(), Force: b.Force,
		Services: offer.AddedOf(b.Services, "services"),
		Details: Details{Source: b.Source, SpecialRequests: b.SpecialRequests,
			Channel: b.Channel, ExternalRef: b.ExternalRef}}
	if b.Routing != nil {
		r.Routing = new(b.Routing.Routing())
	}
	b.DetailsBody.Apply(&r.Details)
	amounts := money.Reader{Currency: sc.Currency}
	r.checkFields(&amounts.Fields)
	amounts.Fields.CheckLine("guestName", b.GuestName)
	amounts.Fields.CheckLine("channel", b.Channel)
	amounts.Fields.CheckLine("externalReference", b.ExternalRef)
	amounts.Fields.CheckLine("paymentReference", b.PaymentReference)
	if len(b.Rooms) == 0 && b.HoldID == "" {
		amounts.Fields.Add("rooms", "is required, unless holdId is given")
	}
	for i, entry := range b.Rooms {
		r.Rooms = append(r.Rooms, entry.Request(&amounts, fmt.Sprintf("rooms[%d].", i)))
	}
	r.Total = amounts.Optional("totalAmount", b.TotalAmount)
	if advance := amounts.Optional("advanceAmount", b.AdvanceAmount); advance != nil {
		r.Advance = *advance
	}
	return r, cmp.Or(amounts.Fields.Err(), may.Pay(sc, "advanceAmount", &r.Advance))
}

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
	CreatedAt   date.Time     `json:"createdAt"`
	Version     int64         `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func createdView(b *Booking, currency string) CreatedView {
	v := CreatedView{BookingID: b.ID, Code: b.Code, Status: b.Status, GuestName: b.GuestName,
		CheckIn: b.CheckIn, CheckOut: b.CheckOut, TotalAmount: b.Total.Number(currency),
		TaxAmount: b.RoomTax.Number(currency), BalanceDue: b.BalanceDue().Number(currency),
		Nights: nightViews(b, currency), CreatedAt: date.Time(b.CreatedAt), Version: b.Version}
	for _, r := range b.Rooms {
		v.Rooms = append(v.Rooms, CreatedRoom{Short(r), r.Rate.Number(currency)})
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
	return Answer(sc, ViewOf)(a.bookings.GetByCode(ctx, sc, strings.ToUpper(in.Code)))
}

// Path is the path parameter of the endpoints of one booking.
type Path struct {
	BookingID web.ID `path:"bookingId"`
}

// DryRun is the query of changes that can be tried.
type DryRun struct {
	DryRun bool `query:"dryRun" doc:"Change nothing, and answer what the change would make of the booking"`
}

// ForceBody is for what the hotel's settings refuse.
type ForceBody struct {
	Force bool `json:"force,omitempty" doc:"Against what the hotel's settings refuse; needs bookings.manage"`
}

func (a api) httpGet(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[View], error) {
	return Answer(sc, ViewOf)(a.bookings.Get(ctx, sc, in.BookingID.String()))
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
	fields.CheckLine("guestName", b.GuestName.Value)
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
	ForceBody
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
	in *changeGuestInput) (*web.Warned[ChangeGuestView], error) {
	var fields errs.Fields
	if fields.CheckLine("newGuestName", in.Body.NewGuestName); len(fields) > 0 {
		return nil, fields.Err()
	}
	change, err := a.bookings.ChangeGuest(ctx, sc, in.BookingID.String(), NewGuest{GuestID: in.Body.NewGuestID.String(),
		Name: in.Body.NewGuestName, Phone: in.Body.NewGuestPhone, Email: in.Body.NewGuestEmail,
		Force: in.Body.Force})
	if err != nil {
		return nil, err
	}
	return web.Warn(ChangeGuestView{BookingID: change.ID, PreviousGuest: change.Previous, NewGuest: change.GuestName,
		Version: change.Version}, change.Warnings), nil
}
