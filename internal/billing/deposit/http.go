package deposit

import (
	"context"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	takeNote = "The hotel owes it until it is given back or kept: it is no payment of a booking, and no revenue. The " +
		"payer is the booking's guest unless given."
	returnNote = "Whole or in part; as it was paid, unless method or accountId say otherwise."
	keepNote   = "All that is left, or amount of it, with the reason. It is income from then on, without tax: it makes " +
		"a damage good. What the guest buys instead is invoiced, and the deposit given back."
)

// Routes are the endpoints of /api/deposits.
func (s *Service) Routes() []web.Route {
	const base = "/api/deposits/{orgId}"
	create, view, update := may.Create(may.Payments), may.View(may.Payments), may.Update(may.Payments)
	return []web.Route{
		web.Create(base+"/create", create, s.httpTake, "Take a deposit").With(takeNote),
		web.Get(base+"/list", view, s.httpList, "List the deposits").With("Newest first."),
		web.Get(base+"/{depositId}", view, s.httpGet, "Show a deposit"),
		web.Create(base+"/{depositId}/return", update, s.httpReturn, "Give a deposit back").With(returnNote),
		web.Create(base+"/{depositId}/keep", update, s.httpKeep, "Keep a deposit").With(keepNote),
	}
}

// ListedView is a deposit in the list.
type ListedView struct {
	ID            string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Number        string       `json:"number" example:"DEP-7"`
	Kind          string       `json:"kind" enum:"key,damage,other" example:"key"`
	State         string       `json:"state" enum:"open,settled" doc:"settled: nothing is left" example:"open"`
	BookingID     string       `json:"bookingId" doc:"Empty: of none" example:"665f1c2ab7e4d90012ab34cf"`
	Payer         string       `json:"payerName" example:"Asha Rao"`
	Amount        money.Number `json:"amount" example:"500"`
	Returned      money.Number `json:"returnedAmount" example:"300"`
	Kept          money.Number `json:"keptAmount" example:"0"`
	Left          money.Number `json:"leftAmount" doc:"What the hotel owes of it" example:"200"`
	Method        string       `json:"method" example:"cash"`
	AccountID     string       `json:"accountId" example:"665f1c2ab7e4d90012ab34ce"`
	Reference     string       `json:"reference" example:"412233445566"`
	Notes         string       `json:"notes" example:"Key of room 12"`
	Date          string       `json:"date" doc:"The business day on which it is posted" example:"2026-04-14"`
	CreatedBy     string       `json:"createdBy" example:"665f1c2ab7e4d90012ab34d0"`
	CreatedByName string       `json:"createdByName" example:"Meera Nair"`
	CreatedAt     date.Time    `json:"createdAt"`
}

// View is a whole deposit.
type View struct {
	ListedView
	Ends []EndView `json:"ends" doc:"What was given back and kept"`
}

// EndView is what was given back of a deposit, or kept.
type EndView struct {
	Kind          string       `json:"kind" enum:"returned,kept" example:"returned"`
	Amount        money.Number `json:"amount" example:"300"`
	Method        string       `json:"method" doc:"Empty of what was kept" example:"cash"`
	AccountID     string       `json:"accountId" doc:"Empty of what was kept" example:"665f1c2ab7e4d90012ab34ce"`
	Reference     string       `json:"reference" example:"412233445566"`
	Reason        string       `json:"reason" example:"The key is back"`
	Date          string       `json:"date" example:"2026-04-14"`
	CreatedByName string       `json:"createdByName" example:"Meera Nair"`
	CreatedAt     date.Time    `json:"createdAt"`
}

func (d Deposit) listed(sc scope.Scope) ListedView {
	number := func(a money.Amount) money.Number { return a.Number(sc.Currency) }
	return ListedView{ID: d.ID, Number: d.Number, Kind: d.Kind, State: d.State, BookingID: d.BookingID, Payer: d.Payer,
		Amount: number(d.Amount), Returned: number(d.Returned), Kept: number(d.Kept), Left: number(d.left()),
		Method: string(d.Method), AccountID: d.AccountID, Reference: d.Reference, Notes: d.Notes, Date: string(d.Date),
		CreatedBy: d.CreatedBy, CreatedByName: d.CreatedByName, CreatedAt: date.Time(d.CreatedAt)}
}

func reply(sc scope.Scope, w whole, err error) (*web.Data[View], error) {
	if err != nil {
		return nil, err
	}
	v := View{ListedView: w.listed(sc), Ends: make([]EndView, len(w.Ends))}
	for i, e := range w.Ends {
		v.Ends[i] = EndView{e.Kind, e.Amount.Number(sc.Currency), string(e.Method), e.AccountID, e.Reference, e.Reason,
			string(e.Date), e.CreatedByName, date.Time(e.CreatedAt)}
	}
	return web.OK(v), nil
}

type takeInput struct {
	Body struct {
		Kind      string        `json:"kind" enum:"key,damage,other" example:"key"`
		Amount    money.Number  `json:"amount" doc:"Above zero" example:"500"`
		Method    ledger.Method `json:"method"`
		AccountID web.ID        `json:"accountId,omitempty" doc:"Default: that of the method"`
		BookingID web.ID        `json:"bookingId,omitempty" doc:"Default: of no booking"`
		Payer     string        `json:"payerName,omitempty" maxLength:"120" doc:"Default: the booking's guest"`
		Reference string        `json:"reference,omitempty" maxLength:"120" example:"412233445566"`
		Notes     string        `json:"notes,omitempty" maxLength:"500" example:"Key of room 12"`
		Date      date.Date     `json:"date,omitempty" doc:"Default: today; not a closed day" example:"2026-04-14"`
	}
}

func (s *Service) httpTake(ctx context.Context, sc scope.Scope, in *takeInput) (*web.Data[View], error) {
	b := in.Body
	amounts := money.Reader{Currency: sc.Currency}
	date.CheckDay(&amounts.Fields, "date", b.Date)
	d := Deposit{Kind: b.Kind, Amount: amounts.AboveZero("amount", b.Amount), Method: b.Method,
		AccountID: b.AccountID.String(), BookingID: b.BookingID.String(), Payer: b.Payer, Reference: b.Reference,
		Notes: b.Notes, Date: b.Date}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	w, err := s.take(ctx, sc, d)
	return reply(sc, w, err)
}

type listInput struct {
	web.Paging
	State     string `query:"state" enum:"open,settled" doc:"Only these"`
	BookingID web.ID `query:"bookingId" maxLength:"40" doc:"Only those of this booking"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[ListedView, web.Pagination], error) {
	page, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, func(d Deposit) ListedView { return d.listed(sc) }), nil
}

// DepositPath is a deposit in an address.
type DepositPath struct {
	DepositID web.ID `path:"depositId" doc:"The deposit's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *DepositPath) (*web.Data[View], error) {
	w, err := s.get(ctx, sc, in.DepositID.String())
	return reply(sc, w, err)
}

type returnInput struct {
	DepositPath
	Body struct {
		Amount    money.Number   `json:"amount" doc:"Above zero, and at most what is left" example:"300"`
		Method    *ledger.Method `json:"method,omitempty" doc:"Default: as it was paid"`
		AccountID web.ID         `json:"accountId,omitempty" doc:"Default: where it was paid, or that of the method"`
		Reference string         `json:"reference,omitempty" maxLength:"120" example:"412233445566"`
		Reason    string         `json:"reason,omitempty" maxLength:"500" example:"The key is back"`
		Date      date.Date      `json:"date,omitempty" doc:"Default: today; not a closed day" example:"2026-04-14"`
	}
}

func (s *Service) httpReturn(ctx context.Context, sc scope.Scope, in *returnInput) (*web.Data[View], error) {
	b := in.Body
	amounts := money.Reader{Currency: sc.Currency}
	date.CheckDay(&amounts.Fields, "date", b.Date)
	e := End{Kind: returned, Amount: amounts.AboveZero("amount", b.Amount), AccountID: b.AccountID.String(),
		Reference: b.Reference, Reason: b.Reason, Date: b.Date}
	if b.Method != nil {
		e.Method = *b.Method
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	w, err := s.finish(ctx, sc, in.DepositID.String(), e)
	return reply(sc, w, err)
}

type keepInput struct {
	DepositPath
	Body struct {
		Amount *money.Number `json:"amount,omitempty" doc:"Above zero; default: all that is left" example:"200"`
		Reason string        `json:"reason" minLength:"1" maxLength:"500" example:"The key was lost"`
		Date   date.Date     `json:"date,omitempty" doc:"Default: today; not a closed day" example:"2026-04-14"`
	}
}

func (s *Service) httpKeep(ctx context.Context, sc scope.Scope, in *keepInput) (*web.Data[View], error) {
	b := in.Body
	amounts := money.Reader{Currency: sc.Currency}
	date.CheckDay(&amounts.Fields, "date", b.Date)
	e := End{Kind: kept, Amount: amountOf(&amounts, b.Amount), Reason: b.Reason, Date: b.Date}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	w, err := s.finish(ctx, sc, in.DepositID.String(), e)
	return reply(sc, w, err)
}

// amountOf is the amount that is asked for; 0: all that is left.
func amountOf(amounts *money.Reader, amount *money.Number) money.Amount {
	if amount == nil {
		return 0
	}
	return amounts.AboveZero("amount", *amount)
}
