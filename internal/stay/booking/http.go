package booking

import (
	"context"
	"fmt"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/lodging"
)

// What a booking is when the request doesn't say.
const (
	defaultSource   = "walk-in"
	defaultMealPlan = "EP"
)

// Routes are the bookings' endpoints.
func (s *Service) Routes() []web.Route {
	const base = "/api/bookings/{orgId}"
	return []web.Route{
		web.Create(base+"/create", may.Create(may.Bookings), s.create201, "Book rooms"),
		web.Get(base+"/list", may.View(may.Bookings), s.list, "List bookings, newest first"),
		web.Get(base+"/by-code/{code}", may.View(may.Bookings), s.byCode, "Read a booking by its number").
			With("A code that holds a slash is sent as %2F."),
		web.Get(base+"/{bookingId}", may.View(may.Bookings), s.get, "Read a booking"),
		web.Put(base+"/{bookingId}/stay", may.Update(may.Bookings), s.stay, "Change dates, meal plan or notes").
			With("Refused when a room is taken on one of the new nights. The total changes by rate × nights of what changed."),
		web.Put(base+"/{bookingId}/arrival", may.Update(may.Bookings), s.expectArrival, "Note the expected arrival"),
		web.Post(base+"/{bookingId}/arrival", may.Update(may.Bookings), s.arrival, "Check in").
			With("Again, it corrects the time or the remarks. It does not look at the date: change the stay first for a guest who comes early."),
		web.Post(base+"/{bookingId}/add-room", may.Update(may.Bookings), s.addRoom, "Add a room").
			With("From the check-in day, or from today for a guest in house. Refused when the room is taken."),
		web.Post(base+"/{bookingId}/move-room", may.Update(may.Bookings), s.moveRoom, "Move to another room").
			With("The price per night stays. Refused when the new room is taken."),
		web.Post(base+"/{bookingId}/checkout-rooms", may.Update(may.Bookings), s.checkoutRooms, "Check out some of the rooms").
			With("Their nights from today on are free again. The last room is left by checkout."),
		web.Put(base+"/{bookingId}/update-guest", may.Update(may.Bookings), s.updateGuest, "Correct the guest's details"),
		web.Put(base+"/{bookingId}/change-guest", may.Update(may.Bookings), s.changeGuest, "Give the booking to another guest").
			With("To an existing guest by newGuestId, else to a new one."),
		web.Put(base+"/{bookingId}/checkout", may.Update(may.Bookings), s.checkout, "Check out").
			With("finalAmount becomes the booking's total. settlementMethod is noted; money that was taken is recorded as a payment of its own."),
		web.Put(base+"/{bookingId}/cancel", may.Delete(may.Bookings), s.cancelBooking, "Cancel").
			With("From confirmed or checked-in; the nights are free again. Again, it corrects the reason and the amounts."),
		web.Post(base+"/{bookingId}/no-show", may.Delete(may.Bookings), s.noShow, "Cancel as a no-show").
			With("From confirmed; the nights are free again."),
		web.Post(base+"/{bookingId}/reinstate", may.Delete(may.Bookings), s.reinstate, "Undo a cancellation or no-show").
			With("Refused when one of the nights is taken by now. Money that was given back stays given back."),
		web.Get("/api/guests/{orgId}/{guestId}/stays", may.View(may.Guests), s.stays, "List a guest's stays, newest first"),
	}
}

// RoomEntry is a room in a request.
type RoomEntry struct {
	RoomID       string       `json:"roomId" minLength:"1" maxLength:"40" example:"665f1c2ab7e4d90012ab34cd"`
	RoomNumber   string       `json:"roomNumber" minLength:"1" maxLength:"40" doc:"The hotel's own number counts, whatever is sent" example:"101"`
	RoomType     string       `json:"roomType" minLength:"1" maxLength:"120" doc:"The category's name" example:"Deluxe"`
	RatePerNight money.Number `json:"ratePerNight" doc:"Per night, in the hotel's currency"`
	Adults       int          `json:"adults" minimum:"1" maximum:"50" example:"2"`
	Children     int          `json:"children,omitempty" minimum:"0" maximum:"50" example:"0"`
}

// CreateBody is the request that books rooms.
type CreateBody struct {
	GuestID         string        `json:"guestId,omitempty" maxLength:"40" doc:"An existing guest; left out, a new one is made" example:"665f1c2ab7e4d90012ab34cd"`
	GuestName       string        `json:"guestName" minLength:"1" maxLength:"120" example:"Asha Rao"`
	GuestEmail      string        `json:"guestEmail,omitempty" maxLength:"254" example:"asha@example.com"`
	GuestPhone      string        `json:"guestPhone" minLength:"1" maxLength:"24" example:"+91 98450 12345"`
	CheckIn         date.Date     `json:"checkIn"`
	CheckOut        date.Date     `json:"checkOut" doc:"The day of departure; its night is not part of the stay" example:"2026-04-03"`
	Rooms           []RoomEntry   `json:"rooms" minItems:"1" maxItems:"100"`
	Source          string        `json:"source,omitempty" enum:"walk-in,phone,online,ota" doc:"Default walk-in" example:"phone"`
	Notes           string        `json:"notes,omitempty" maxLength:"2000" example:"Regular guest"`
	SpecialRequests string        `json:"specialRequests,omitempty" maxLength:"2000" example:"A quiet room"`
	MealPlan        string        `json:"mealPlan,omitempty" enum:"EP,CP,MAP,AP" doc:"Default EP" example:"CP"`
	TotalAmount     *money.Number `json:"totalAmount,omitempty" doc:"Default: rate × nights over the rooms" example:"10001"`
	AdvanceAmount   *money.Number `json:"advanceAmount,omitempty" doc:"Taken now; recorded as a payment" example:"2000"`
	PaymentMethod   string        `json:"paymentMethod,omitempty" maxLength:"40" doc:"Of the advance: cash (default), card, upi, bank_transfer, ota, other" example:"upi"`
}

// order is a create request whose values have been checked.
type order struct {
	rooms    lodging.Rooms
	ownRates bool   // the rooms' own rates count
	field    string // where the request names room %d
	total    *money.Amount
	advance  money.Amount

	pricesIncludeTax *bool // nil: as the books say
}

// check reads the request's values and names every one that is wrong.
func (in CreateBody) check(sc scope.Scope) (order, error) {
	var fields errs.Fields
	o := order{field: "rooms[%d].roomId"}
	CheckStay(&fields, in.CheckIn, in.CheckOut)
	addContact(&fields, "guestEmail", in.GuestEmail, "guestPhone", in.GuestPhone)
	for i, entry := range in.Rooms {
		rate, err := entry.RatePerNight.NotNegative(sc.Currency)
		if err != nil {
			fields.Add(fmt.Sprintf("rooms[%d].ratePerNight", i), "%s", err)
		}
		o.rooms = append(o.rooms, lodging.Room{Position: i, RoomID: entry.RoomID, Rate: rate, Adults: entry.Adults, Children: entry.Children, From: in.CheckIn, To: in.CheckOut})
	}
	if in.TotalAmount != nil {
		total, err := in.TotalAmount.NotNegative(sc.Currency)
		if err != nil {
			fields.Add("totalAmount", "%s", err)
		}
		o.total = &total
	}
	if in.AdvanceAmount != nil {
		advance, err := in.AdvanceAmount.NotNegative(sc.Currency)
		if err != nil {
			fields.Add("advanceAmount", "%s", err)
		}
		o.advance = advance
	}
	return o, fields.Err()
}

func (in CreateBody) fill(b *Booking, o order) {
	b.GuestName, b.GuestEmail, b.GuestPhone = in.GuestName, in.GuestEmail, in.GuestPhone
	b.CheckIn, b.CheckOut = in.CheckIn, in.CheckOut
	b.Source, b.MealPlan = orDefault(in.Source, defaultSource), orDefault(in.MealPlan, defaultMealPlan)
	b.Notes, b.SpecialRequests, b.Advance = in.Notes, in.SpecialRequests, o.advance
}

func orDefault(given, otherwise string) string {
	if given == "" {
		return otherwise
	}
	return given
}

func addContact(fields *errs.Fields, emailField, email, phoneField, phone string) {
	if email != "" && !contact.Email(email) {
		fields.Add(emailField, "must be an e-mail address such as asha@example.com")
	}
	if phone != "" && !contact.Phone(phone) {
		fields.Add(phoneField, "must be a phone number such as +91 98450 12345")
	}
}

func checkContact(emailField, email, phoneField, phone string) error {
	var fields errs.Fields
	addContact(&fields, emailField, email, phoneField, phone)
	return fields.Err()
}

// RoomView is a room of a booking.
type RoomView struct {
	RoomID       string       `json:"roomId" example:"665f1c2ab7e4d90012ab34cd"`
	RoomNumber   string       `json:"roomNumber" example:"101"`
	RoomType     string       `json:"roomType" example:"Deluxe"`
	RatePerNight money.Number `json:"ratePerNight"`
	Adults       int          `json:"adults" example:"2"`
	Children     int          `json:"children" example:"0"`
	From         date.Date    `json:"from" doc:"First night in this room"`
	To           date.Date    `json:"to" doc:"The day the room is left" example:"2026-04-03"`
	CheckedOut   bool         `json:"checkedOut" doc:"The room has been left already" example:"false"`
}

// View is a booking as reads show it.
type View struct {
	BookingID           string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Code                string       `json:"code" example:"BK-17"`
	Status              string       `json:"status" enum:"confirmed,checked-in,checked-out,cancelled" example:"confirmed"`
	GuestID             string       `json:"guestId" example:"665f1c2ab7e4d90012ab34cd"`
	GuestName           string       `json:"guestName" example:"Asha Rao"`
	GuestEmail          string       `json:"guestEmail" example:"asha@example.com"`
	GuestPhone          string       `json:"guestPhone" example:"+91 98450 12345"`
	CheckIn             date.Date    `json:"checkIn"`
	CheckOut            date.Date    `json:"checkOut" example:"2026-04-03"`
	Rooms               []RoomView   `json:"rooms"`
	Source              string       `json:"source" example:"phone"`
	MealPlan            string       `json:"mealPlan" example:"CP"`
	Notes               string       `json:"notes" example:"Regular guest"`
	SpecialRequests     string       `json:"specialRequests" example:"A quiet room"`
	TotalAmount         money.Number `json:"totalAmount" doc:"The price of the rooms as agreed" example:"10001"`
	TaxAmount           money.Number `json:"taxAmount" doc:"Tax on top of the total; 0 where prices include tax" example:"0"`
	ExtrasAmount        money.Number `json:"extrasAmount" doc:"What the folio charges beside the rooms, tax included, less allowances and credit notes" example:"0"`
	AdvanceAmount       money.Number `json:"advanceAmount" example:"2000"`
	PaidAmount          money.Number `json:"paidAmount" example:"2000"`
	RefundAmount        money.Number `json:"refundAmount" example:"0"`
	BalanceDue          money.Number `json:"balanceDue" doc:"Total (of a cancelled booking: the cancellation charge) + tax on top + extras − payments + refunds" example:"8001"`
	ExpectedArrivalTime string       `json:"expectedArrivalTime" example:"14:00"`
	TransportMode       string       `json:"transportMode" example:"flight"`
	TransportDetails    string       `json:"transportDetails" example:"AI 471 from Delhi, lands 12:40"`
	ArrivalTime         *web.Time    `json:"arrivalTime" nullable:"true"`
	ArrivalRemarks      string       `json:"arrivalRemarks" example:"One key"`
	CheckoutTime        *web.Time    `json:"checkoutTime" nullable:"true"`
	SettlementMethod    string       `json:"settlementMethod" example:"card"`
	CheckoutRemarks     string       `json:"checkoutRemarks" example:"Left a scarf"`
	CancelledAt         *web.Time    `json:"cancelledAt" nullable:"true"`
	CancellationReason  string       `json:"cancellationReason"`
	CancellationCharge  money.Number `json:"cancellationCharge" example:"0"`
	NoShow              bool         `json:"noShow" example:"false"`
	CreatedAt           web.Time     `json:"createdAt"`
	UpdatedAt           web.Time     `json:"updatedAt"`
}

func view(b *Booking, currency string) View {
	return View{BookingID: b.ID, Code: b.Code, Status: b.Status, GuestID: b.GuestID, GuestName: b.GuestName, GuestEmail: b.GuestEmail, GuestPhone: b.GuestPhone,
		CheckIn: b.CheckIn, CheckOut: b.CheckOut, Rooms: roomViews(b, currency), Source: b.Source, MealPlan: b.MealPlan, Notes: b.Notes, SpecialRequests: b.SpecialRequests,
		TotalAmount: b.Total.Number(currency), TaxAmount: b.RoomTax.Number(currency), ExtrasAmount: b.Extras.Number(currency), AdvanceAmount: b.Advance.Number(currency), PaidAmount: b.Paid.Number(currency), RefundAmount: b.Refunded.Number(currency),
		BalanceDue: b.BalanceDue().Number(currency), ExpectedArrivalTime: b.ExpectedArrival, TransportMode: b.TransportMode, TransportDetails: b.TransportDetails,
		ArrivalTime: timeOf(b.ArrivedAt), ArrivalRemarks: b.ArrivalRemarks, CheckoutTime: timeOf(b.CheckedOutAt), SettlementMethod: b.SettlementMethod,
		CheckoutRemarks: b.CheckoutRemarks, CancelledAt: timeOf(b.CancelledAt), CancellationReason: b.CancellationReason,
		CancellationCharge: b.CancellationCharge.Number(currency), NoShow: b.NoShow, CreatedAt: web.Time(b.CreatedAt), UpdatedAt: web.Time(b.UpdatedAt)}
}

// roomViews shows the rooms of the stay; rooms that the party has moved away from are history, told by the audit log.
func roomViews(b *Booking, currency string) []RoomView {
	views := []RoomView{}
	for _, r := range b.Shown() {
		views = append(views, RoomView{RoomID: r.RoomID, RoomNumber: r.Number, RoomType: r.Type, RatePerNight: r.Rate.Number(currency),
			Adults: r.Adults, Children: r.Children, From: r.From, To: r.To, CheckedOut: r.Released == lodging.Left})
	}
	return views
}

func timeOf(ms *int64) *web.Time { return (*web.Time)(ms) }

func msOf(t *web.Time) *int64 { return (*int64)(t) }

// CreatedRoom is a room in the answer to a create request.
type CreatedRoom struct {
	RoomID       string       `json:"roomId" example:"665f1c2ab7e4d90012ab34cd"`
	RoomNumber   string       `json:"roomNumber" example:"101"`
	RoomType     string       `json:"roomType" example:"Deluxe"`
	RatePerNight money.Number `json:"ratePerNight"`
}

// CreatedView is the answer to a create request.
type CreatedView struct {
	BookingID   string        `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Code        string        `json:"code" example:"BK-17"`
	Status      string        `json:"status" example:"confirmed"`
	GuestName   string        `json:"guestName" example:"Asha Rao"`
	CheckIn     date.Date     `json:"checkIn"`
	CheckOut    date.Date     `json:"checkOut" example:"2026-04-03"`
	Rooms       []CreatedRoom `json:"rooms"`
	TotalAmount money.Number  `json:"totalAmount" example:"10001"`
	CreatedAt   web.Time      `json:"createdAt"`
}

func createdView(b *Booking, currency string) CreatedView {
	v := CreatedView{BookingID: b.ID, Code: b.Code, Status: b.Status, GuestName: b.GuestName, CheckIn: b.CheckIn, CheckOut: b.CheckOut,
		TotalAmount: b.Total.Number(currency), CreatedAt: web.Time(b.CreatedAt)}
	for _, r := range b.Rooms {
		v.Rooms = append(v.Rooms, CreatedRoom{RoomID: r.RoomID, RoomNumber: r.Number, RoomType: r.Type, RatePerNight: r.Rate.Number(currency)})
	}
	return v
}

type createInput struct{ Body CreateBody }

func (s *Service) create201(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[CreatedView], error) {
	return web.Reply(s.Create(ctx, sc, in.Body))
}

// ListedView is a booking as the list shows it.
type ListedView struct {
	BookingID   string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Code        string       `json:"code" example:"BK-17"`
	GuestName   string       `json:"guestName" example:"Asha Rao"`
	CheckIn     date.Date    `json:"checkIn"`
	CheckOut    date.Date    `json:"checkOut" example:"2026-04-03"`
	Status      string       `json:"status" example:"confirmed"`
	Rooms       []string     `json:"rooms" doc:"Room numbers" example:"[\"101\"]"`
	TotalAmount money.Number `json:"totalAmount" example:"10001"`
}

type listInput struct {
	web.Paging
	Status string    `query:"status" enum:"confirmed,checked-in,checked-out,cancelled"`
	From   date.Date `query:"from" doc:"Check-in on or after"`
	To     date.Date `query:"to" doc:"Check-in on or before"`
	Search string    `query:"search" maxLength:"120" doc:"Part of the guest's name, the code or the phone number"`
}

func (in *listInput) filter() (filter, error) {
	var fields errs.Fields
	for _, day := range []struct {
		name  string
		value date.Date
	}{{"from", in.From}, {"to", in.To}} {
		if _, err := date.Parse(string(day.value)); day.value != "" && err != nil {
			fields.Add(day.name, "%s", err)
		}
	}
	if len(fields) == 0 && in.From != "" && in.To != "" && in.From > in.To {
		fields.Add("to", "must not be before from")
	}
	return filter{status: in.Status, search: strings.TrimSpace(in.Search), from: in.From, to: in.To}, fields.Err()
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (*web.Page[ListedView, web.Pagination], error) {
	f, err := in.filter()
	if err != nil {
		return nil, err
	}
	var number int
	views := []ListedView{}
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if number, err = total(tx, sc, f); err != nil {
			return err
		}
		bookings, err := list(tx, sc, f, in.Limit, in.Offset())
		views = listedViews(bookings, sc.Currency)
		return err
	})
	return web.PageOf(views, in.Paging, number), err
}

func listedViews(bookings []*listed, currency string) []ListedView {
	views := make([]ListedView, 0, len(bookings))
	for _, b := range bookings {
		views = append(views, ListedView{BookingID: b.id, Code: b.code, GuestName: b.guestName, CheckIn: b.checkIn, CheckOut: b.checkOut,
			Status: b.status, Rooms: b.rooms, TotalAmount: b.total.Number(currency)})
	}
	return views
}

type codeInput struct {
	Code string `path:"code" example:"BK-17"`
}

func (s *Service) byCode(ctx context.Context, sc scope.Scope, in *codeInput) (*web.Data[View], error) {
	return answer(sc, view)(s.GetByCode(ctx, sc, strings.ToUpper(in.Code)))
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

// BookingPath is the path parameter of the endpoints of one booking.
type BookingPath struct {
	BookingID string `path:"bookingId"`
}

func (s *Service) get(ctx context.Context, sc scope.Scope, in *BookingPath) (*web.Data[View], error) {
	return answer(sc, view)(s.Get(ctx, sc, in.BookingID))
}

// StayBody changes the stay; what is left out stays.
type StayBody struct {
	CheckIn  date.Date            `json:"checkIn,omitempty"`
	CheckOut date.Date            `json:"checkOut,omitempty" example:"2026-04-03"`
	MealPlan web.Optional[string] `json:"mealPlan,omitzero" enum:"EP,CP,MAP,AP" example:"CP"`
	Notes    web.Optional[string] `json:"notes,omitzero" maxLength:"2000" example:"Regular guest"`
}

type stayInput struct {
	BookingPath
	Body StayBody
}

// StayView is the answer of stay.
type StayView struct {
	BookingID string    `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	CheckIn   date.Date `json:"checkIn"`
	CheckOut  date.Date `json:"checkOut" example:"2026-04-03"`
	MealPlan  string    `json:"mealPlan" example:"CP"`
}

func (s *Service) stay(ctx context.Context, sc scope.Scope, in *stayInput) (*web.Data[StayView], error) {
	return answer(sc, func(b *Booking, _ string) StayView {
		return StayView{BookingID: b.ID, CheckIn: b.CheckIn, CheckOut: b.CheckOut, MealPlan: b.MealPlan}
	})(s.ChangeStay(ctx, sc, in.BookingID, in.Body))
}

// ExpectBody says when and how the guest means to arrive.
type ExpectBody struct {
	ExpectedArrivalTime web.Optional[string] `json:"expectedArrivalTime,omitzero" pattern:"^(([01][0-9]|2[0-3]):[0-5][0-9])?$" patternDescription:"a time of day written HH:mm" example:"14:00"`
	TransportMode       web.Optional[string] `json:"transportMode,omitzero" maxLength:"60" example:"flight"`
	TransportDetails    web.Optional[string] `json:"transportDetails,omitzero" maxLength:"500" example:"AI 471 from Delhi, lands 12:40"`
}

type expectInput struct {
	BookingPath
	Body ExpectBody
}

func (s *Service) expectArrival(ctx context.Context, sc scope.Scope, in *expectInput) (*web.Message, error) {
	if _, err := s.ExpectArrival(ctx, sc, in.BookingID, in.Body); err != nil {
		return nil, err
	}
	return web.Done("The expected arrival is noted."), nil
}

// ArrivalBody checks the guest in.
type ArrivalBody struct {
	ArrivalTime *web.Time `json:"arrivalTime,omitempty" doc:"Default now"`
	Remarks     *string   `json:"remarks,omitempty" maxLength:"1000" example:"Left a scarf"`
}

type arrivalInput struct {
	BookingPath
	Body ArrivalBody
}

// ArrivalView is the answer of arrival.
type ArrivalView struct {
	BookingID   string    `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Status      string    `json:"status" example:"checked-in"`
	ArrivalTime *web.Time `json:"arrivalTime" nullable:"true"`
}

func (s *Service) arrival(ctx context.Context, sc scope.Scope, in *arrivalInput) (*web.Data[ArrivalView], error) {
	return answer(sc, func(b *Booking, _ string) ArrivalView {
		return ArrivalView{BookingID: b.ID, Status: b.Status, ArrivalTime: timeOf(b.ArrivedAt)}
	})(s.Arrive(ctx, sc, in.BookingID, in.Body))
}

type addRoomInput struct {
	BookingPath
	Body RoomEntry
}

// RoomsView is the answer of add-room and move-room: the rooms that are now part of the stay.
type RoomsView struct {
	BookingID string      `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Rooms     []RoomShort `json:"rooms"`
}

// RoomShort is a room in RoomsView.
type RoomShort struct {
	RoomID     string `json:"roomId" example:"665f1c2ab7e4d90012ab34cd"`
	RoomNumber string `json:"roomNumber" example:"101"`
	RoomType   string `json:"roomType" example:"Deluxe"`
}

func roomsView(b *Booking, _ string) RoomsView {
	v := RoomsView{BookingID: b.ID, Rooms: []RoomShort{}}
	for _, r := range b.Rooms.Current() {
		v.Rooms = append(v.Rooms, RoomShort{RoomID: r.RoomID, RoomNumber: r.Number, RoomType: r.Type})
	}
	return v
}

func (s *Service) addRoom(ctx context.Context, sc scope.Scope, in *addRoomInput) (*web.Data[RoomsView], error) {
	return answer(sc, roomsView)(s.AddRoom(ctx, sc, in.BookingID, in.Body))
}

// MoveBody moves a party from one room to another.
type MoveBody struct {
	FromRoomID string    `json:"fromRoomId" minLength:"1" maxLength:"40" example:"665f1c2ab7e4d90012ab34cd"`
	ToRoomID   string    `json:"toRoomId" minLength:"1" maxLength:"40" example:"665f1c2ab7e4d90012ab34ce"`
	From       date.Date `json:"from,omitempty" doc:"First night in the new room; default today for a guest in house, else the whole stay"`
}

type moveInput struct {
	BookingPath
	Body MoveBody
}

func (s *Service) moveRoom(ctx context.Context, sc scope.Scope, in *moveInput) (*web.Data[RoomsView], error) {
	return answer(sc, roomsView)(s.MoveRoom(ctx, sc, in.BookingID, in.Body))
}

// CheckoutRoomsBody names the rooms that are left.
type CheckoutRoomsBody struct {
	RoomIDs []string `json:"roomIds" minItems:"1" maxItems:"100" maxLength:"40" example:"[\"665f1c2ab7e4d90012ab34cd\"]"`
	Reason  string   `json:"reason,omitempty" maxLength:"500" example:"Change of plans"`
}

type checkoutRoomsInput struct {
	BookingPath
	Body CheckoutRoomsBody
}

// CheckoutRoomsView is the answer of checkout-rooms.
type CheckoutRoomsView struct {
	CheckedOutRooms []string `json:"checkedOutRooms" doc:"Room numbers" example:"[\"101\"]"`
	RemainingRooms  []string `json:"remainingRooms" doc:"Room numbers" example:"[\"102\"]"`
}

func (s *Service) checkoutRooms(ctx context.Context, sc scope.Scope, in *checkoutRoomsInput) (*web.Data[CheckoutRoomsView], error) {
	gone, remaining, err := s.CheckOutRooms(ctx, sc, in.BookingID, in.Body)
	if err != nil {
		return nil, err
	}
	return web.OK(CheckoutRoomsView{CheckedOutRooms: gone, RemainingRooms: remaining}), nil
}

// UpdateGuestBody corrects the guest's details.
type UpdateGuestBody struct {
	GuestName  web.Optional[string] `json:"guestName,omitzero" maxLength:"120" example:"Asha Rao"`
	GuestEmail web.Optional[string] `json:"guestEmail,omitzero" maxLength:"254" example:"asha@example.com"`
	GuestPhone web.Optional[string] `json:"guestPhone,omitzero" maxLength:"24" example:"+91 98450 12345"`
	IDType     web.Optional[string] `json:"idType,omitzero" maxLength:"40" example:"passport"`
	IDNumber   web.Optional[string] `json:"idNumber,omitzero" maxLength:"40" doc:"Kept in the guest's own record only" example:"Z1234567"`
}

type updateGuestInput struct {
	BookingPath
	Body UpdateGuestBody
}

func (s *Service) updateGuest(ctx context.Context, sc scope.Scope, in *updateGuestInput) (*web.Message, error) {
	if err := s.UpdateGuest(ctx, sc, in.BookingID, in.Body); err != nil {
		return nil, err
	}
	return web.Done("The guest's details are updated."), nil
}

// ChangeGuestBody gives the booking to another guest.
type ChangeGuestBody struct {
	NewGuestName  string `json:"newGuestName" minLength:"1" maxLength:"120" example:"Ravi Das"`
	NewGuestPhone string `json:"newGuestPhone" minLength:"1" maxLength:"24" example:"+91 98450 00000"`
	NewGuestID    string `json:"newGuestId,omitempty" maxLength:"40" doc:"An existing guest; left out, a new one is made" example:"665f1c2ab7e4d90012ab34cd"`
	NewGuestEmail string `json:"newGuestEmail,omitempty" maxLength:"254" example:"ravi@example.com"`
}

type changeGuestInput struct {
	BookingPath
	Body ChangeGuestBody
}

// ChangeGuestView is the answer of change-guest; guests by name.
type ChangeGuestView struct {
	BookingID     string `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	PreviousGuest string `json:"previousGuest" example:"Asha Rao"`
	NewGuest      string `json:"newGuest" example:"Ravi Das"`
}

func (s *Service) changeGuest(ctx context.Context, sc scope.Scope, in *changeGuestInput) (*web.Data[ChangeGuestView], error) {
	previous, current, err := s.ChangeGuest(ctx, sc, in.BookingID, in.Body)
	if err != nil {
		return nil, err
	}
	return web.OK(ChangeGuestView{BookingID: in.BookingID, PreviousGuest: previous, NewGuest: current}), nil
}

// CheckoutBody ends the stay.
type CheckoutBody struct {
	CheckoutTime     *web.Time     `json:"checkoutTime,omitempty" doc:"Default now"`
	FinalAmount      *money.Number `json:"finalAmount,omitempty" doc:"The final bill; becomes the total" example:"10001"`
	SettlementMethod *string       `json:"settlementMethod,omitempty" maxLength:"40" example:"card"`
	Remarks          *string       `json:"remarks,omitempty" maxLength:"1000" example:"Left a scarf"`
}

type checkoutInput struct {
	BookingPath
	Body CheckoutBody
}

// CheckoutView is the answer of checkout.
type CheckoutView struct {
	BookingID    string    `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Status       string    `json:"status" example:"checked-out"`
	CheckoutTime *web.Time `json:"checkoutTime" nullable:"true"`
}

func (s *Service) checkout(ctx context.Context, sc scope.Scope, in *checkoutInput) (*web.Data[CheckoutView], error) {
	return answer(sc, func(b *Booking, _ string) CheckoutView {
		return CheckoutView{BookingID: b.ID, Status: b.Status, CheckoutTime: timeOf(b.CheckedOutAt)}
	})(s.CheckOut(ctx, sc, in.BookingID, in.Body))
}

// CancelBody is the request that cancels.
type CancelBody struct {
	Reason             string        `json:"reason" minLength:"1" maxLength:"500" example:"Change of plans"`
	CancellationCharge *money.Number `json:"cancellationCharge,omitempty" doc:"What the guest owes for cancelling" example:"500"`
	RefundAmount       *money.Number `json:"refundAmount,omitempty" doc:"Given back in all; recorded as a refund, never more than was paid" example:"1500"`
	RefundMethod       string        `json:"refundMethod,omitempty" maxLength:"40" doc:"cash (default), card, upi, bank_transfer, ota, other" example:"upi"`
}

type cancelInput struct {
	BookingPath
	Body CancelBody
}

// NoShowBody is CancelBody with nothing required.
type NoShowBody struct {
	Reason             string        `json:"reason,omitempty" maxLength:"500" example:"Change of plans"`
	CancellationCharge *money.Number `json:"cancellationCharge,omitempty" doc:"What the guest owes for not coming" example:"500"`
	RefundAmount       *money.Number `json:"refundAmount,omitempty" doc:"Given back in all; recorded as a refund, never more than was paid" example:"1500"`
	RefundMethod       string        `json:"refundMethod,omitempty" maxLength:"40" doc:"cash (default), card, upi, bank_transfer, ota, other" example:"upi"`
}

// CancelView is the answer of cancel.
type CancelView struct {
	BookingID          string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Status             string       `json:"status" example:"cancelled"`
	CancellationCharge money.Number `json:"cancellationCharge" example:"500"`
	RefundAmount       money.Number `json:"refundAmount" example:"1500"`
	NoShow             bool         `json:"noShow" example:"false"`
}

func cancelView(b *Booking, currency string) CancelView {
	return CancelView{BookingID: b.ID, Status: b.Status, CancellationCharge: b.CancellationCharge.Number(currency), RefundAmount: b.Refunded.Number(currency), NoShow: b.NoShow}
}

func (s *Service) cancelBooking(ctx context.Context, sc scope.Scope, in *cancelInput) (*web.Data[CancelView], error) {
	return answer(sc, cancelView)(s.Cancel(ctx, sc, in.BookingID, in.Body))
}

type noShowInput struct {
	BookingPath
	Body NoShowBody
}

func (s *Service) noShow(ctx context.Context, sc scope.Scope, in *noShowInput) (*web.Data[CancelView], error) {
	return answer(sc, cancelView)(s.NoShow(ctx, sc, in.BookingID, CancelBody(in.Body)))
}

func (s *Service) reinstate(ctx context.Context, sc scope.Scope, in *BookingPath) (*web.Data[View], error) {
	return answer(sc, view)(s.Reinstate(ctx, sc, in.BookingID))
}

type staysInput struct {
	web.Paging
	GuestID string `path:"guestId"`
}

func (s *Service) stays(ctx context.Context, sc scope.Scope, in *staysInput) (*web.Page[ListedView, web.Pagination], error) {
	var number int
	views := []ListedView{}
	err := s.db.Read(ctx, func(tx *db.Tx) error {
		if _, err := s.guests.Get(tx, sc, in.GuestID); err != nil {
			return err
		}
		f := filter{guestID: in.GuestID}
		var err error
		if number, err = total(tx, sc, f); err != nil {
			return err
		}
		bookings, err := list(tx, sc, f, in.Limit, in.Offset())
		views = listedViews(bookings, sc.Currency)
		return err
	})
	return web.PageOf(views, in.Paging, number), err
}
