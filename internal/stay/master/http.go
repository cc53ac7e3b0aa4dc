package master

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
)

const (
	routingNote = "What is posted from then on goes by the rules: master is the group's master account, own the " +
		"guest's. food is what bears a code of food and drinks; rooms is the price of the rooms with its tax, and what " +
		"cancelling costs. With apply, charges that are on no invoice yet go by them too. With dryRun nothing is changed, " +
		"and moved says what would be. masterPays of the group follows: all, rooms, or nothing."
	bookingNote = "Rules of its own, which the group's don't change any more, or with followGroup the group's again. " +
		routingNote
	folioNote = "What the master account pays. Each line stays on the folio of its booking. toBePosted is " +
		"what of rooms is still to come; below zero, what was billed too much."
	moveNote = "Lines that are on no invoice, to the master account, to the folio of the booking's company, or with to " +
		"own back to the guest: that is how a move is taken back. Both folios show it."
	chargeNote = "What the master account pays, such as a banquet. It stands on the folio of one of the group's " +
		"bookings, at its rule for prices, and is taken back there: of bookingId, or of the first."
)

// Routes are the endpoints of master accounts.
func (s *Service) Routes() []web.Route {
	const one, stay = "/api/groups/{orgId}/{groupId}", "/api/bookings/{orgId}/{bookingId}/routing"
	view, update := may.View(may.Bookings), may.Update(may.Bookings)
	return []web.Route{
		web.Get(one+"/routing", view, s.httpGroup, "Show what a group's master account pays"),
		web.Put(one+"/routing", update, s.httpRouteGroup, "Set what a group's master account pays").With(routingNote),
		web.Get(stay, view, s.httpBooking, "Show to which folio a booking's charges go").
			With("With the charges and payments that were moved, the last ones first."),
		web.Put(stay, update, s.httpRouteBooking, "Set to which folio a booking's charges go").With(bookingNote),
		web.Get(one+"/folio", view, s.httpFolio, "Read a group's master folio").With(folioNote),
		web.Create(one+"/charges", update, s.httpCharge, "Charge to a group").With(chargeNote).Waits(),
		web.Post(one+"/charges/move", update, s.httpMoveGroups, "Move charges to or from a master account").With(moveNote),
		web.Post(stay+"/move", update, s.httpMove, "Move charges to another folio of their booking").With(moveNote),
	}
}

// RulesBody are rules in a request.
type RulesBody struct {
	folio.RoutingBody
	Apply  bool `json:"apply,omitempty" doc:"Also to what is posted and on no invoice" example:"true"`
	DryRun bool `json:"dryRun,omitempty" doc:"Only say what it would move" example:"false"`
}

// RulesView are rules in a response.
type RulesView struct {
	Rooms string `json:"rooms" enum:"own,company,master" example:"master"`
	Food  string `json:"food" enum:"own,company,master" example:"own"`
	Other string `json:"other" enum:"own,company,master" example:"own"`
}

func rulesView(r folio.Routing) RulesView {
	return RulesView{folio.NameOf(r.Rooms), folio.NameOf(r.Food), folio.NameOf(r.Other)}
}

// MovedView is a charge that the rules have moved, or would move.
type MovedView struct {
	BookingID   string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	BookingCode string       `json:"bookingCode" example:"BK-17"`
	LineID      string       `json:"lineId" example:"665f1c2ab7e4d90012ab34ce"`
	Description string       `json:"description" example:"Laundry"`
	Date        date.Date    `json:"date"`
	From        string       `json:"from" enum:"own,company,master" example:"own"`
	To          string       `json:"to" enum:"own,company,master" example:"master"`
	TotalAmount money.Number `json:"totalAmount" example:"350"`
}

// OutcomeView is what rules have done, or would do.
type OutcomeView struct {
	RulesView
	Bookings int          `json:"bookings" doc:"That go by these rules now" example:"12"`
	Moved    []MovedView  `json:"moved"`
	Amount   money.Number `json:"movedAmount" doc:"To the master account, less what came from it" example:"4200"`
	DryRun   bool         `json:"dryRun" example:"false"`
}

func (o Outcome) view(currency string, dry bool) OutcomeView {
	v := OutcomeView{RulesView: rulesView(o.Routing), Bookings: o.Bookings, Moved: []MovedView{}, DryRun: dry}
	var sum money.Amount
	for _, m := range o.Moved {
		v.Moved = append(v.Moved, MovedView{m.Booking.ID, m.Booking.Code, m.Line.ID, m.Line.Description, m.Line.Day,
			folio.NameOf(m.Line.Payer), folio.NameOf(m.To), m.Line.Total.Number(currency)})
		if sum += m.Line.Total; m.To == "" {
			sum -= 2 * m.Line.Total
		}
	}
	v.Amount = sum.Number(currency)
	return v
}

// Path names a group.
type Path struct {
	GroupID web.ID `path:"groupId" doc:"The group's id"`
}

func (s *Service) httpGroup(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[RulesView], error) {
	f, err := s.Folio(ctx, sc, in.GroupID.String())
	return web.Reply(rulesView(f.Group.Routing), err)
}

type routeInput struct {
	Path
	Body RulesBody `required:"false"`
}

func (s *Service) httpRouteGroup(ctx context.Context, sc scope.Scope, in *routeInput) (*web.Data[OutcomeView], error) {
	o, err := s.RouteGroup(ctx, sc, in.GroupID.String(), in.Body.Routing(), in.Body.Apply, in.Body.DryRun)
	return web.Reply(o.view(sc.Currency, in.Body.DryRun), err)
}

// BookingView is where a booking's charges go, and what was moved.
type BookingView struct {
	RulesView
	FollowsGroup bool         `json:"followsGroup" doc:"The group's rules are its own" example:"true"`
	GroupID      string       `json:"groupId" doc:"Empty: it belongs to none" example:"665f1c2ab7e4d90012ab34cd"`
	RoutedAmount money.Number `json:"routedAmount" doc:"What the master pays of it, nights to come too" example:"9000"`
	Moves        []MoveView   `json:"moves"`
}

// MoveView is a charge or payment that was moved.
type MoveView struct {
	ID        string       `json:"moveId" example:"665f1c2ab7e4d90012ab34cd"`
	BookingID string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34ce"`
	Kind      string       `json:"kind" enum:"charge,payment" example:"charge"`
	RecordID  string       `json:"recordId" doc:"The line, or the payment" example:"665f1c2ab7e4d90012ab34cf"`
	Text      string       `json:"text" example:"Laundry"`
	From      string       `json:"from" enum:"own,company,master" example:"own"`
	To        string       `json:"to" enum:"own,company,master" example:"master"`
	Amount    money.Number `json:"amount" example:"350"`
	Reason    string       `json:"reason" example:"Agreed with the organizer"`
	MovedBy   string       `json:"movedBy" example:"665f1c2ab7e4d90012ab34d0"`
	MovedAt   date.Time    `json:"movedAt"`
}

func moveViews(list []Move, currency string) []MoveView {
	views := make([]MoveView, len(list))
	for i, m := range list {
		views[i] = MoveView{m.ID, m.BookingID, m.Kind, m.RecordID, m.Text, folio.NameOf(m.From), folio.NameOf(m.To),
			m.Amount.Number(currency), m.Reason, m.By, date.Time(m.At)}
	}
	return views
}

func (s *Service) httpBooking(ctx context.Context, sc scope.Scope, in *booking.Path) (*web.Data[BookingView], error) {
	b, moves, err := s.Booking(ctx, sc, in.BookingID.String())
	if err != nil {
		return nil, err
	}
	return web.OK(viewOf(b, moves, sc.Currency)), nil
}

func viewOf(b *booking.Booking, moves []Move, currency string) BookingView {
	return BookingView{rulesView(b.Routing), !b.RoutingOwn && b.GroupID != "", b.GroupID, b.Routed.Number(currency),
		moveViews(moves, currency)}
}

type routeBookingInput struct {
	booking.Path
	Body struct {
		RulesBody
		FollowGroup bool `json:"followGroup,omitempty" doc:"The group's rules, instead of its own" example:"false"`
	} `required:"false"`
}

func (s *Service) httpRouteBooking(ctx context.Context, sc scope.Scope,
	in *routeBookingInput) (*web.Data[OutcomeView], error) {
	r := in.Body.Routing()
	rules := &r
	if in.Body.FollowGroup {
		if rules = nil; r != (folio.Routing{}) {
			return nil, errs.InvalidField("followGroup", "must be left out if rules are given")
		}
	}
	o, err := s.RouteBooking(ctx, sc, in.BookingID.String(), rules, in.Body.Apply, in.Body.DryRun)
	return web.Reply(o.view(sc.Currency, in.Body.DryRun), err)
}

// LineView is a line of a master folio.
type LineView struct {
	LineID      string    `json:"lineId" example:"665f1c2ab7e4d90012ab34cd"`
	BookingID   string    `json:"bookingId" example:"665f1c2ab7e4d90012ab34ce"`
	BookingCode string    `json:"bookingCode" example:"BK-17"`
	GuestName   string    `json:"guestName" example:"Asha Rao"`
	Status      string    `json:"status" enum:"open,billed,reversed,reversal" example:"open"`
	PostedOn    date.Date `json:"postedOn"`
	folio.View
	Reverses  string `json:"reverses" doc:"The line that this one takes back"`
	InvoiceID string `json:"invoiceId" doc:"The invoice, draft or issued, that bills it"`
}

func (f Folio) lineView(l folio.Line, currency string) LineView {
	v := LineView{LineID: l.ID, Status: "open", PostedOn: l.PostedOn, View: l.Charge.View(currency), Reverses: l.Reverses,
		InvoiceID: l.InvoiceID}
	if b := f.Bookings[l.BookingID]; b != nil {
		v.BookingID, v.BookingCode, v.GuestName = b.ID, b.Code, b.GuestName
	}
	switch {
	case l.Reverses != "":
		v.Status = "reversal"
	case l.ReversedBy != "":
		v.Status = "reversed"
	case l.InvoiceID != "":
		v.Status = "billed"
	}
	return v
}

// PaymentLine is what a payment or refund is to the master account.
type PaymentLine struct {
	PaymentID     string       `json:"paymentId" example:"665f1c2ab7e4d90012ab34cd"`
	PaymentNumber string       `json:"paymentNumber" example:"PAY-7"`
	Type          string       `json:"type" enum:"payment,refund" example:"payment"`
	Method        string       `json:"method" example:"upi"`
	Date          date.Date    `json:"date"`
	Amount        money.Number `json:"amount" doc:"What of it is the group's" example:"50000"`
}

// MemberView is what a group's master account pays of one of its bookings, and what that owes itself.
type MemberView struct {
	BookingID    string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34ce"`
	BookingCode  string       `json:"bookingCode" example:"BK-17"`
	GuestName    string       `json:"guestName" example:"Asha Rao"`
	Status       string       `json:"status" enum:"confirmed,checked-in,checked-out,cancelled" example:"checked-in"`
	CheckIn      date.Date    `json:"checkIn"`
	CheckOut     date.Date    `json:"checkOut" example:"2026-04-03"`
	FollowsGroup bool         `json:"followsGroup" doc:"The group's rules are its own" example:"true"`
	Charged      money.Number `json:"chargedAmount" doc:"Its lines on the master folio, with tax" example:"9000"`
	Billed       money.Number `json:"billedAmount" doc:"On invoices, with drafts, less credit notes" example:"0"`
	ToBePosted   money.Number `json:"toBePosted" doc:"Of its rooms, with tax; below zero, to be credited" example:"0"`
	BalanceDue   money.Number `json:"balanceDue" doc:"What its guest owes" example:"350"`
}

func (f Folio) memberViews(currency string) []MemberView {
	views := make([]MemberView, len(f.Members))
	for i, b := range f.Members {
		charged, billed := f.member(b.ID)
		views[i] = MemberView{b.ID, b.Code, b.GuestName, b.Status, b.CheckIn, b.CheckOut, !b.RoutingOwn,
			charged.Number(currency), billed.Number(currency), (b.Routed - charged).Number(currency),
			b.BalanceDue().Number(currency)}
	}
	return views
}

// FolioView is a group's master folio.
type FolioView struct {
	GroupID    string        `json:"groupId" example:"665f1c2ab7e4d90012ab34cd"`
	Code       string        `json:"code" example:"GRP-7"`
	Name       string        `json:"name" example:"Rao wedding"`
	Members    []MemberView  `json:"members" doc:"Its bookings, cancelled ones too, by their days of arrival"`
	Lines      []LineView    `json:"lines"`
	Payments   []PaymentLine `json:"payments"`
	Moves      []MoveView    `json:"moves" doc:"The last 500, newest first"`
	Charged    money.Number  `json:"chargedAmount" doc:"All lines together, tax included" example:"120000"`
	Billed     money.Number  `json:"billedAmount" doc:"On invoices, with drafts, less credit notes" example:"80000"`
	Unbilled   money.Number  `json:"unbilledAmount" doc:"charged − billed" example:"40000"`
	Paid       money.Number  `json:"paidAmount" example:"50000"`
	Refunded   money.Number  `json:"refundAmount" example:"0"`
	Balance    money.Number  `json:"balance" doc:"Charged − paid + refunded" example:"70000"`
	ToBePosted money.Number  `json:"toBePosted" doc:"Of rooms, with tax; below zero, to be credited" example:"30000"`
	BalanceDue money.Number  `json:"balanceDue" doc:"balance + toBePosted" example:"100000"`
}

func (f Folio) view(currency string) FolioView {
	amount := func(a money.Amount) money.Number { return a.Number(currency) }
	paid, refunded := f.paid()
	charged, billed := f.Charged(), f.Billed()
	v := FolioView{GroupID: f.Group.ID, Code: f.Group.Code, Name: f.Group.Name, Lines: make([]LineView, len(f.Lines)),
		Members:  f.memberViews(currency),
		Payments: make([]PaymentLine, len(f.Payments)), Moves: moveViews(f.Moves, currency), Charged: amount(charged),
		Billed: amount(billed), Unbilled: amount(charged - billed), Paid: amount(paid), Refunded: amount(refunded),
		Balance: amount(charged - paid + refunded), ToBePosted: amount(f.Coming),
		BalanceDue: amount(charged - paid + refunded + f.Coming)}
	for i, l := range f.Lines {
		v.Lines[i] = f.lineView(l, currency)
	}
	for i, p := range f.Payments {
		v.Payments[i] = PaymentLine{p.ID, p.Number, p.Kind, string(p.Method), p.Date, amount(p.Share)}
	}
	return v
}

func (s *Service) httpFolio(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[FolioView], error) {
	f, err := s.Folio(ctx, sc, in.GroupID.String())
	return web.Reply(f.view(sc.Currency), err)
}

// MoveBody is the request that moves charges.
type MoveBody struct {
	LineIDs []web.ID `json:"lineIds" minItems:"1" maxItems:"500" doc:"Of the booking's folio"`
	To      string   `json:"to" enum:"own,company,master" example:"master"`
	Reason  string   `json:"reason,omitempty" maxLength:"200" example:"Agreed with the organizer"`
}

func (b MoveBody) wanted(bookingID string) Wanted {
	return Wanted{bookingID, web.IDs(b.LineIDs), folio.Named(b.To), b.Reason}
}

type moveGroupsInput struct {
	Path
	Body struct {
		BookingID web.ID `json:"bookingId"`
		MoveBody
	}
}

func (s *Service) httpMoveGroups(ctx context.Context, sc scope.Scope,
	in *moveGroupsInput) (*web.Data[FolioView], error) {
	f, err := s.MoveGroups(ctx, sc, in.GroupID.String(), in.Body.wanted(in.Body.BookingID.String()))
	return web.Reply(f.view(sc.Currency), err)
}

type moveInput struct {
	booking.Path
	Body MoveBody
}

func (s *Service) httpMove(ctx context.Context, sc scope.Scope, in *moveInput) (*web.Data[BookingView], error) {
	b, moves, err := s.MoveCharges(ctx, sc, in.Body.wanted(in.BookingID.String()))
	if err != nil {
		return nil, err
	}
	return web.OK(viewOf(b, moves, sc.Currency)), nil
}

type chargeInput struct {
	Path
	Body struct {
		BookingID web.ID `json:"bookingId,omitempty" doc:"On whose folio; default: the first" example:""`
		folio.ChargeBody
		web.Countersigned
	}
}

func (s *Service) httpCharge(ctx context.Context, sc scope.Scope, in *chargeInput) (*web.Data[account.LineView],
	error) {
	var fields errs.Fields
	item := in.Body.Item(sc.Currency, "", &fields)
	if err := fields.Err(); err != nil {
		return nil, err
	}
	return web.Reply(s.Charge(ctx, sc, in.GroupID.String(), in.Body.BookingID.String(), item))
}
