package desk

import (
	"cmp"
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

// api answers the desk's endpoints. It turns bodies into what the service takes, and bookings into views.
type api struct{ desk *Service }

const (
	partyNote = "With roomIds only the parties of these rooms come; the others are expected until they are checked in " +
		"too, and without roomIds come all that are. "
	arrivalNote = "Again, it corrects the time or the remarks. warnings name what to look at: early-arrival, dirty-room " +
		"and occupied-room; the hotel's settings may refuse each of them, unless force is true. For a guest who comes up " +
		"to three nights early the free nights until the stay are held and not charged; change the stay to charge them."
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

// Routes are the desk's endpoints.
func (s *Service) Routes() []web.Route {
	const base, one = "/api/bookings/{orgId}", "/api/bookings/{orgId}/{bookingId}"
	hook.Require(s.hooks)
	a := api{s}
	return []web.Route{
		web.Post(base+"/bulk-arrival", may.Update(may.Bookings), a.httpArriveAll, "Check in a party").
			With("All of the bookings or none; errors name the entry, such as bookingIds[1]. " + arrivalNote),
		web.Post(one+"/arrival", may.Update(may.Bookings), a.httpArrive, "Check in").With(partyNote + arrivalNote).IfMatch(),
		web.Put(one+"/checkout", may.Update(may.Bookings), a.httpCheckout, "Check out").With(checkoutNote),
		web.Put(one+"/cancel", may.Delete(may.Bookings), a.httpCancel, "Cancel").With(cancelNote).Waits(),
		web.Post(one+"/no-show", may.Delete(may.Bookings), a.httpNoShow, "Cancel as a no-show").
			With("From confirmed; the nights are free again. " + tryCancelNote).IfMatch().Waits(),
		web.Post(one+"/reinstate", may.Delete(may.Bookings), a.httpReinstate, "Undo a cancellation or no-show").
			With(reinstateNote).IfMatch(),
	}
}

// ArrivalBody checks the guest in.
type ArrivalBody struct {
	ArrivalTime *date.Time `json:"arrivalTime,omitempty" doc:"Default now"`
	Remarks     *string    `json:"remarks,omitempty" maxLength:"1000" example:"Left a scarf"`
	booking.ForceBody
}

func (b ArrivalBody) arrival() Arrival {
	return Arrival{At: (*int64)(b.ArrivalTime), Remarks: b.Remarks, Force: b.Force}
}

type arrivalInput struct {
	booking.Path
	Body struct {
		RoomIDs []web.ID `json:"roomIds,omitempty" maxItems:"200" doc:"Whose parties have come. Default: all rooms"`
		ArrivalBody
	}
}

// ArrivalView is the answer of arrival.
type ArrivalView struct {
	BookingID   string     `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Status      string     `json:"status" enum:"checked-in" example:"checked-in"`
	ArrivalTime *date.Time `json:"arrivalTime" nullable:"true"`
	Version     int64      `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
	Expected    []string   `json:"roomsExpected" doc:"Numbers of the rooms whose parties are still to come" example:"[]"`
}

func arrivalView(b Arrived) ArrivalView {
	return ArrivalView{BookingID: b.ID, Status: b.Status, ArrivalTime: booking.TimeOf(b.ArrivedAt), Version: b.Version,
		Expected: lodging.Numbers(b.Booking.Expected())}
}

func (a api) httpArrive(ctx context.Context, sc scope.Scope, in *arrivalInput) (*web.Warned[ArrivalView], error) {
	arrival := in.Body.arrival()
	arrival.Rooms = web.IDs(in.Body.RoomIDs)
	b, err := a.desk.Arrive(ctx, sc, in.BookingID.String(), arrival)
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
	ids := web.IDs(in.Body.BookingIDs)
	if err := web.CheckDistinct("bookingIds", ids); err != nil {
		return nil, err
	}
	arrived, err := a.desk.ArriveAll(ctx, sc, ids, in.Body.arrival())
	if err != nil {
		return nil, err
	}
	var warnings []errs.Warning
	views := make([]ArrivalView, len(arrived))
	for i, b := range arrived {
		views[i] = arrivalView(b)
		for _, w := range b.Warnings {
			warnings = append(warnings, errs.Warning{Code: w.Code, Message: b.Code + ": " + w.Message})
		}
	}
	return web.Warn(views, warnings), nil
}

// CheckoutBody ends the stay.
type CheckoutBody struct {
	CheckoutTime     *date.Time    `json:"checkoutTime,omitempty" doc:"Default now"`
	FinalAmount      *money.Number `json:"finalAmount,omitempty" doc:"The whole bill, with extras and tax"`
	SettlementMethod *string       `json:"settlementMethod,omitempty" maxLength:"40" example:"card"`
	Remarks          *string       `json:"remarks,omitempty" maxLength:"1000" example:"Left a scarf"`
	booking.ForceBody
}

type checkoutInput struct {
	booking.Path
	Body CheckoutBody
}

// CheckoutView is the answer of checkout.
type CheckoutView struct {
	BookingID    string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Status       string       `json:"status" enum:"checked-out" example:"checked-out"`
	CheckoutTime *date.Time   `json:"checkoutTime" nullable:"true"`
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
	b, err := a.desk.CheckOut(ctx, sc, in.BookingID.String(), d)
	if err != nil {
		return nil, err
	}
	return web.Warn(CheckoutView{BookingID: b.ID, Status: b.Status, CheckoutTime: booking.TimeOf(b.CheckedOutAt),
		TotalAmount: b.Total.Number(sc.Currency), BalanceDue: b.BalanceDue().Number(sc.Currency),
		InvoiceIDs: append([]string{}, b.InvoiceIDs...), Version: b.Version}, b.Warnings), nil
}

// CancelBody is the request that cancels.
type CancelBody struct {
	Reason string `json:"reason" minLength:"1" maxLength:"500" example:"Change of plans"`
	CancelAmounts
	web.Countersigned
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
	booking.Path
	booking.DryRun
	Body CancelBody
}

// NoShowBody is CancelBody with nothing required.
type NoShowBody struct {
	Reason string `json:"reason,omitempty" maxLength:"500" example:"Change of plans"`
	CancelAmounts
	web.Countersigned
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

func cancelView(b *booking.Booking, sc scope.Scope) CancelView {
	return CancelView{BookingID: b.ID, Status: b.Status, CancellationCharge: b.CancellationCharge.Number(sc.Currency),
		RetainedAmount: b.Retained.Number(sc.Currency),
		RefundAmount:   b.Refunded.Number(sc.Currency), NoShow: b.NoShow, Version: b.Version}
}

// cancel cancels the booking, or only tries it, if the cancellation was read without an error.
func (a api) cancel(ctx context.Context, sc scope.Scope, in booking.Path, dry booking.DryRun,
	c Cancellation, err error) (*web.Data[CancelView], error) {
	err = cmp.Or(err, may.Pay(sc, "refundAmount", c.Refund))
	switch {
	case err != nil:
		return nil, err
	case !dry.DryRun:
		return booking.Answer(sc, cancelView)(a.desk.Cancel(ctx, sc, in.BookingID.String(), c))
	}
	t, err := a.desk.TryCancel(ctx, sc, in.BookingID.String(), c)
	return booking.Answer(sc, func(b *booking.Booking, sc scope.Scope) CancelView {
		v, balance, currency := cancelView(b, sc), b.BalanceDue(), sc.Currency
		v.TaxAmount, v.ExtrasAmount = booking.Optional(&b.RoomTax, currency), booking.Optional(&b.Extras, currency)
		v.BalanceDue, v.DryRun, v.Conflicts = booking.Optional(&balance, currency), true, append([]string{}, t.Conflicts...)
		return v
	})(t.Booking, err)
}

func (a api) httpCancel(ctx context.Context, sc scope.Scope, in *cancelInput) (*web.Data[CancelView], error) {
	c, err := in.Body.Cancellation(sc, in.Body.Reason)
	return a.cancel(ctx, sc, in.Path, in.DryRun, c, err)
}

type noShowInput struct {
	booking.Path
	booking.DryRun
	Body NoShowBody
}

func (a api) httpNoShow(ctx context.Context, sc scope.Scope, in *noShowInput) (*web.Data[CancelView], error) {
	c, err := in.Body.Cancellation(sc, in.Body.Reason)
	c.NoShow = true
	return a.cancel(ctx, sc, in.Path, in.DryRun, c, err)
}

func (a api) httpReinstate(ctx context.Context, sc scope.Scope, in *booking.Path) (*web.Data[booking.View], error) {
	return booking.Answer(sc, booking.ViewOf)(a.desk.Reinstate(ctx, sc, in.BookingID.String()))
}
