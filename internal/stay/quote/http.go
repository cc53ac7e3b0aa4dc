package quote

import (
	"context"
	"fmt"
	"slices"

	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
)

const (
	createNote = "For a stay (checkIn, checkOut and rooms), for lines, or for both. A room is named by roomId; " +
		"roomType with count means any rooms of that category, chosen when the quote is accepted. A quote holds no room."
	updateNote = "Fields that are left out keep their value; null clears; rooms and lines are replaced as wholes. " +
		"Taxes are found anew. What the guest was sent isn't changed by it: send it again."
	acceptNote = "Also requires bookings.create. Makes the booking at the quoted prices, and charges the lines to its " +
		"folio, once; refused, and the quote stays open, when a room is taken. A quote without rooms makes no booking."
)

// Routes are the endpoints of /api/quotes.
func (s *Service) Routes() []web.Route {
	const base = "/api/quotes/{orgId}"
	return []web.Route{
		web.Create(base+"/create", may.Create(may.Quotes), s.httpCreate, "Write a quote").With(createNote),
		web.Get(base+"/list", may.View(may.Quotes), s.httpList, "List quotes, newest first"),
		web.Get(base+"/{quoteId}", may.View(may.Quotes), s.httpGet, "Show a quote"),
		web.Put(base+"/{quoteId}/update", may.Update(may.Quotes), s.httpUpdate, "Change a draft or a sent quote").
			With(updateNote),
		web.Delete(base+"/{quoteId}/delete", may.Delete(may.Quotes), s.httpDelete, "Delete a draft").
			With("Its number isn't given again."),
		web.Post(base+"/{quoteId}/send", may.Update(may.Quotes), s.httpSend, "Mail a quote with its PDF").
			With("By the default template of type quote. To email, else to the guest's address."),
		web.Create(base+"/{quoteId}/accept", may.Update(may.Quotes), s.httpAccept, "Accept a quote and book it").
			Costly().Waits().
			With(acceptNote),
		web.Post(base+"/{quoteId}/decline", may.Update(may.Quotes), s.httpDecline, "Decline a quote"),
		web.Download(base+"/{quoteId}/pdf", may.View(may.Quotes), s.httpPDF, "Read a quote as PDF", "application/pdf"),
	}
}

// RoomBody is a room in a request.
type RoomBody struct {
	RoomID       web.ID       `json:"roomId,omitempty" doc:"A certain room"`
	RoomType     string       `json:"roomType,omitempty" maxLength:"120" doc:"Without roomId: any of this category"`
	Count        int          `json:"count,omitempty" minimum:"1" maximum:"100" doc:"Of roomType; default 1" example:"1"`
	RatePerNight money.Number `json:"ratePerNight" doc:"Of one room, as the hotel quotes prices"`
	Adults       int          `json:"adults" minimum:"1" maximum:"50" doc:"In each room" example:"2"`
	Children     int          `json:"children,omitempty" minimum:"0" maximum:"50" doc:"In each room" example:"0"`
}

// LineBody is a charge in a request that is no room.
type LineBody struct {
	Description string          `json:"description" minLength:"1" maxLength:"200" example:"Airport transfer"`
	Quantity    *folio.Quantity `json:"quantity,omitempty" doc:"Default 1; at most three decimals"`
	UnitPrice   money.Number    `json:"unitPrice" doc:"With the tax inside if the hotel's prices include it"`
	Discount    *money.Number   `json:"discount,omitempty" doc:"Taken off quantity × unit price" example:"100"`
	TaxID       web.ID          `json:"taxId,omitempty" doc:"A tax on services; left out, there is none"`
	SAC         folio.SAC       `json:"sac,omitempty" doc:"Default that of the tax"`
}

func (b LineBody) charge() folio.ChargeBody {
	return folio.ChargeBody{Description: b.Description, Quantity: b.Quantity, UnitPrice: b.UnitPrice,
		Discount: b.Discount, TaxID: b.TaxID, SAC: b.SAC}
}

// CreateBody is the request that writes a quote.
type CreateBody struct {
	GuestID    web.ID     `json:"guestId,omitempty" doc:"Stands in for what is left out of guestName …"`
	GuestName  string     `json:"guestName,omitempty" maxLength:"120" doc:"Required without guestId" example:"Asha Rao"`
	GuestEmail string     `json:"guestEmail,omitempty" maxLength:"254" example:"asha@example.com"`
	GuestPhone string     `json:"guestPhone,omitempty" maxLength:"24" example:"+91 98450 12345"`
	ValidUntil date.Date  `json:"validUntil,omitempty" doc:"Its last day; default in 14 days, but not after checkIn"`
	CheckIn    date.Date  `json:"checkIn,omitempty"`
	CheckOut   date.Date  `json:"checkOut,omitempty" doc:"The day of departure, without its night"`
	MealPlan   string     `json:"mealPlan,omitempty" enum:"EP,CP,MAP,AP" doc:"Default EP" example:"CP"`
	Rooms      []RoomBody `json:"rooms,omitempty" maxItems:"100"`
	Lines      []LineBody `json:"lines,omitempty" maxItems:"100"`
	Notes      string     `json:"notes,omitempty" maxLength:"2000" doc:"Printed on the quote"`
}

func (b CreateBody) edit(sc scope.Scope) Edit {
	return func(q *Quote, fields *errs.Fields) []folio.Item {
		q.GuestID, q.GuestName, q.GuestEmail, q.GuestPhone = b.GuestID.String(), b.GuestName, b.GuestEmail, b.GuestPhone
		q.ValidUntil, q.CheckIn, q.CheckOut = b.ValidUntil, b.CheckIn, b.CheckOut
		q.MealPlan, q.Notes = b.MealPlan, b.Notes
		amounts := money.Reader{Currency: sc.Currency}
		q.Rooms = readRooms(&amounts, b.Rooms)
		*fields = append(*fields, amounts.Fields...)
		return readLines(sc, b.Lines, fields)
	}
}

func readRooms(amounts *money.Reader, bodies []RoomBody) []Room {
	rooms := []Room{}
	for i, body := range bodies {
		rate := amounts.Read(fmt.Sprintf("rooms[%d].ratePerNight", i), body.RatePerNight)
		rooms = append(rooms, Room{RoomID: body.RoomID.String(), Type: body.RoomType, Count: max(body.Count, 1), Rate: rate,
			Adults: body.Adults, Children: body.Children})
	}
	return rooms
}

func readLines(sc scope.Scope, bodies []LineBody, fields *errs.Fields) []folio.Item {
	lines := make([]folio.Item, 0, len(bodies))
	for i, body := range bodies {
		lines = append(lines, body.charge().Item(sc.Currency, fmt.Sprintf("lines[%d].", i), fields))
	}
	return lines
}

// UpdateBody changes a quote.
type UpdateBody struct {
	GuestID    web.Optional[web.ID]     `json:"guestId,omitzero"`
	GuestName  web.Optional[string]     `json:"guestName,omitzero" maxLength:"120" doc:"null only with another guestId"`
	GuestEmail web.Optional[string]     `json:"guestEmail,omitzero" maxLength:"254" example:"asha@example.com"`
	GuestPhone web.Optional[string]     `json:"guestPhone,omitzero" maxLength:"24" example:"+91 98450 12345"`
	ValidUntil web.Optional[date.Date]  `json:"validUntil,omitzero" doc:"null: the default"`
	CheckIn    web.Optional[date.Date]  `json:"checkIn,omitzero"`
	CheckOut   web.Optional[date.Date]  `json:"checkOut,omitzero" example:"2026-04-03"`
	MealPlan   web.Optional[string]     `json:"mealPlan,omitzero" enum:"EP,CP,MAP,AP," doc:"Empty without rooms"`
	Rooms      web.Optional[[]RoomBody] `json:"rooms,omitzero" maxItems:"100"`
	Lines      web.Optional[[]LineBody] `json:"lines,omitzero" maxItems:"100"`
	Notes      web.Optional[string]     `json:"notes,omitzero" maxLength:"2000"`
}

func (b UpdateBody) edit(sc scope.Scope) Edit {
	return func(q *Quote, fields *errs.Fields) []folio.Item {
		lines := items(q.Lines)
		q.GuestID, q.GuestName = b.GuestID.Or(web.ID(q.GuestID)).String(), b.GuestName.Or(q.GuestName)
		q.GuestEmail, q.GuestPhone = b.GuestEmail.Or(q.GuestEmail), b.GuestPhone.Or(q.GuestPhone)
		q.CheckIn, q.CheckOut = b.CheckIn.Or(q.CheckIn), b.CheckOut.Or(q.CheckOut)
		q.ValidUntil = b.ValidUntil.Or(q.ValidUntil)
		q.MealPlan, q.Notes = b.MealPlan.Or(q.MealPlan), b.Notes.Or(q.Notes)
		amounts := money.Reader{Currency: sc.Currency}
		if b.Rooms.Set {
			q.Rooms = readRooms(&amounts, b.Rooms.Value)
		} else {
			q.Rooms = slices.Clone(q.Rooms)
		}
		*fields = append(*fields, amounts.Fields...)
		if b.Lines.Set {
			lines = readLines(sc, b.Lines.Value, fields)
		}
		return lines
	}
}

// RoomView is a room of a quote.
type RoomView struct {
	RoomID       string       `json:"roomId" doc:"Empty where any room of the category will do"`
	RoomNumber   string       `json:"roomNumber" example:"101"`
	RoomType     string       `json:"roomType" example:"Deluxe"`
	Count        int          `json:"count" example:"1"`
	RatePerNight money.Number `json:"ratePerNight"`
	Adults       int          `json:"adults" example:"2"`
	Children     int          `json:"children" example:"0"`
	Taxes        []TaxView    `json:"taxes" doc:"What the room-nights bear, by tax"`
	TaxableValue money.Number `json:"taxableValue" example:"15000"`
	TaxAmount    money.Number `json:"taxAmount" example:"750"`
	TotalAmount  money.Number `json:"totalAmount" example:"15750"`
}

// TaxView is the tax on some of a room's nights.
type TaxView struct {
	Nights  int          `json:"nights" doc:"Room-nights: of all count rooms together" example:"3"`
	TaxName string       `json:"taxName" doc:"Empty where no tax is due" example:"GST on rooms"`
	TaxRate money.Number `json:"taxRate" doc:"Percent" example:"5"`
	tax.Amounts
}

// LineView is a line of a quote.
type LineView struct {
	TaxID string `json:"taxId" example:"665f1c2ab7e4d90012ab34cd"`
	folio.View
}

// ListedView is a quote in the list.
type ListedView struct {
	ID          string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Number      string       `json:"quoteNumber" example:"QT-7"`
	Status      string       `json:"status" enum:"draft,sent,accepted,declined,expired" example:"sent"`
	GuestName   string       `json:"guestName" example:"Asha Rao"`
	Date        date.Date    `json:"quoteDate"`
	ValidUntil  date.Date    `json:"validUntil"`
	CheckIn     *date.Date   `json:"checkIn" nullable:"true"`
	CheckOut    *date.Date   `json:"checkOut" nullable:"true"`
	TotalAmount money.Number `json:"totalAmount" example:"15750"`
	BookingID   string       `json:"bookingId" doc:"That it became" example:"665f1c2ab7e4d90012ab34cd"`
	BookingCode string       `json:"bookingCode" example:"BK-17"`
	CreatedAt   date.Time    `json:"createdAt"`
}

// View is a whole quote.
type View struct {
	ListedView
	GuestID          string       `json:"guestId" example:"665f1c2ab7e4d90012ab34cd"`
	GuestEmail       string       `json:"guestEmail" example:"asha@example.com"`
	GuestPhone       string       `json:"guestPhone" example:"+91 98450 12345"`
	Nights           int          `json:"nights" example:"3"`
	MealPlan         string       `json:"mealPlan" enum:"EP,CP,MAP,AP," doc:"Empty without rooms" example:"CP"`
	Rooms            []RoomView   `json:"rooms"`
	Lines            []LineView   `json:"lines"`
	Notes            string       `json:"notes"`
	PricesIncludeTax bool         `json:"pricesIncludeTax" doc:"The rule under which it was made; its booking keeps it"`
	Subtotal         money.Number `json:"subtotal" doc:"Before tax" example:"15000"`
	tax.PartsView
	DeclineReason string     `json:"declineReason" example:"Found another hotel"`
	SentAt        *date.Time `json:"sentAt" nullable:"true"`
	ClosedAt      *date.Time `json:"closedAt" nullable:"true" doc:"When it was accepted, declined or found expired"`
	UpdatedAt     date.Time  `json:"updatedAt"`
	Version       int64      `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func dayOrNull(d date.Date) *date.Date {
	if d == "" {
		return nil
	}
	return &d
}

func (q Quote) listed(sc scope.Scope, today date.Date) ListedView {
	return ListedView{ID: q.ID, Number: q.Number, Status: q.statusOn(today), GuestName: q.GuestName, Date: q.Date,
		ValidUntil: q.ValidUntil, CheckIn: dayOrNull(q.CheckIn), CheckOut: dayOrNull(q.CheckOut),
		TotalAmount: q.Sum.Total.Number(sc.Currency), BookingID: q.BookingID, BookingCode: q.BookingCode,
		CreatedAt: date.Time(q.CreatedAt)}
}

func (q Quote) view(sc scope.Scope, today date.Date) View {
	v := View{ListedView: q.listed(sc, today), GuestID: q.GuestID, GuestEmail: q.GuestEmail, GuestPhone: q.GuestPhone,
		Nights: q.nights(), MealPlan: q.MealPlan, Notes: q.Notes, PricesIncludeTax: q.PricesIncludeTax,
		Subtotal: q.Sum.Taxable.Number(sc.Currency), PartsView: q.Sum.Parts.View("", sc.Currency),
		DeclineReason: q.Reason, SentAt: (*date.Time)(q.SentAt), ClosedAt: (*date.Time)(q.ClosedAt),
		UpdatedAt: date.Time(q.UpdatedAt), Version: q.Version, Rooms: []RoomView{}, Lines: []LineView{}}
	for _, r := range q.Rooms {
		v.Rooms = append(v.Rooms, r.view(sc))
	}
	for _, l := range q.Lines {
		v.Lines = append(v.Lines, LineView{TaxID: l.TaxID, View: l.View(sc.Currency)})
	}
	return v
}

func (r Room) view(sc scope.Scope) RoomView {
	sum := r.sum()
	v := RoomView{RoomID: r.RoomID, RoomNumber: r.Number, RoomType: r.Type, Count: r.Count,
		RatePerNight: r.Rate.Number(sc.Currency), Adults: r.Adults, Children: r.Children,
		TaxableValue: sum.Taxable.Number(sc.Currency), TaxAmount: sum.Tax().Number(sc.Currency),
		TotalAmount: sum.Total.Number(sc.Currency)}
	for _, p := range r.Parts {
		v.Taxes = append(v.Taxes, TaxView{Nights: p.Nights, TaxName: p.Name, TaxRate: p.Rate.Number(),
			Amounts: p.Amounts(sc.Currency)})
	}
	return v
}

type createInput struct{ Body CreateBody }

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	return web.Reply(s.Create(ctx, sc, in.Body.edit(sc)))
}

// Path is the path parameter of the endpoints of one quote.
type Path struct {
	QuoteID web.ID `path:"quoteId"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[View], error) {
	return web.Reply(s.get(ctx, sc, in.QuoteID.String()))
}

type updateInput struct {
	Path
	Body UpdateBody `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	return web.Reply(s.update(ctx, sc, in.QuoteID.String(), in.Body.edit(sc)))
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *Path) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.QuoteID.String()); err != nil {
		return nil, err
	}
	return web.Done("The quote is deleted."), nil
}

type listInput struct {
	web.Paging
	Status  string    `query:"status" enum:"draft,sent,accepted,declined,expired"`
	GuestID web.ID    `query:"guestId" maxLength:"40"`
	From    date.Date `query:"from" doc:"Dated on or after"`
	To      date.Date `query:"to" doc:"Dated on or before"`
	Search  string    `query:"search" maxLength:"120" doc:"Part of the number, name, e-mail or phone"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope,
	in *listInput) (*web.Page[ListedView, web.Pagination], error) {
	found, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(v ListedView) ListedView { return v }), nil
}

// SendBody says where a quote is mailed to.
type SendBody struct {
	Email string `json:"email,omitempty" maxLength:"254" doc:"Default the guest's" example:"asha@example.com"`
}

type sendInput struct {
	Path
	Body SendBody `required:"false"`
}

func (s *Service) httpSend(ctx context.Context, sc scope.Scope, in *sendInput) (*web.Data[View], error) {
	view, to, err := s.Send(ctx, sc, in.QuoteID.String(), in.Body.Email)
	if err != nil {
		return nil, err
	}
	return web.Say(view, "The quote is on its way to "+to+"."), nil
}

// AcceptBody says what the booking needs that the quote doesn't know.
type AcceptBody struct {
	GuestPhone      string        `json:"guestPhone,omitempty" maxLength:"24" doc:"Required when the quote has none"`
	GuestEmail      string        `json:"guestEmail,omitempty" maxLength:"254" example:"asha@example.com"`
	Source          string        `json:"source,omitempty" enum:"walk-in,phone,online,ota" doc:"Default walk-in"`
	SpecialRequests string        `json:"specialRequests,omitempty" maxLength:"2000" example:"A quiet room"`
	AdvanceAmount   *money.Number `json:"advanceAmount,omitempty" doc:"Taken now; recorded as a payment" example:"2000"`
	PaymentMethod   string        `json:"paymentMethod,omitempty" maxLength:"40" doc:"Of the advance; default cash"`
	booking.ForceBody
	web.Countersigned
}

type acceptInput struct {
	Path
	Body AcceptBody `required:"false"`
}

func (s *Service) httpAccept(ctx context.Context, sc scope.Scope, in *acceptInput) (*web.Data[View], error) {
	amounts := money.Reader{Currency: sc.Currency}
	a := Acceptance{GuestPhone: in.Body.GuestPhone, GuestEmail: in.Body.GuestEmail, Source: in.Body.Source,
		SpecialRequests: in.Body.SpecialRequests, PaymentMethod: in.Body.PaymentMethod, Force: in.Body.Force}
	if advance := amounts.Optional("advanceAmount", in.Body.AdvanceAmount); advance != nil {
		a.Advance = *advance
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	if err := may.Pay(sc, "advanceAmount", &a.Advance); err != nil {
		return nil, err
	}
	return web.Reply(s.Accept(ctx, sc, in.QuoteID.String(), a))
}

// DeclineBody says why a quote was declined.
type DeclineBody struct {
	Reason string `json:"reason,omitempty" maxLength:"500" example:"Found another hotel"`
}

type declineInput struct {
	Path
	Body DeclineBody `required:"false"`
}

func (s *Service) httpDecline(ctx context.Context, sc scope.Scope, in *declineInput) (*web.Data[View], error) {
	return web.Reply(s.Decline(ctx, sc, in.QuoteID.String(), in.Body.Reason))
}

func (s *Service) httpPDF(ctx context.Context, sc scope.Scope, in *Path) (*file.File, error) {
	return s.pdf(ctx, sc, in.QuoteID.String())
}
