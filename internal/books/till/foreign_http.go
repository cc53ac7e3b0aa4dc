package till

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	ratesNote = "Of the business day unless date is given. Rates are never changed: of more than one of a currency the " +
		"last holds, from when it was set."
	rateNote     = "For the business day, from now on. What was exchanged before stays at its own rate."
	exchangeNote = "A guest gives foreign notes and gets the hotel's currency out of the drawer, at the rate of the " +
		"business day (400 without one), rounded down to the smallest coin. The books have the notes as foreign-cash, at " +
		"what was paid for them."
	reverseNote = "For one that was typed wrong: the notes leave the drawer and the money comes back, in the open shift " +
		"of the same drawer. Both stand. Once."
	foreignCountNote = "Each currency beside the drawer's own count, as often as needed; what was counted is never " +
		"changed. What is missing or beyond is posted to cash over and short; what is beyond needs a rate of the day."
	saleNote = "A bank or money changer buys notes of the drawer. What it pays beyond what the books say of them is " +
		"posted to exchange-gains."
	foreignNote = "Foreign notes that came into the drawer and left it, the newest first. That of an open shift is " +
		"shown like its report."
)

func (b bureau) routes(base, one string) []web.Route {
	work, view, manage := may.Create(may.Payments), may.View(may.Payments), may.Manage(may.Payments)
	return []web.Route{
		web.Get(base+"/exchange-rates", view, b.httpRates, "List the rates for foreign cash").With(ratesNote),
		web.Create(base+"/exchange-rates", manage, b.httpSetRate, "Set the day's rate for foreign cash").With(rateNote),
		web.Create(one+"/exchanges", work, b.httpExchange, "Exchange a guest's foreign cash").With(exchangeNote),
		web.Create(one+"/exchanges/{exchangeId}/reverse", manage, b.httpReverse, "Take an exchange back").With(reverseNote),
		web.Create(one+"/foreign-counts", work, b.httpForeignCount, "Count foreign cash").With(foreignCountNote),
		web.Create(one+"/foreign-sales", work, b.httpSell, "Sell foreign cash to a bank").With(saleNote),
		web.Get(one+"/foreign-cash", view, b.httpForeign, "List what foreign cash a shift has moved").With(foreignNote),
	}
}

// foreignReader reads a foreign currency, and amounts in it.
type foreignReader struct {
	money.Reader
}

// readForeign begins to read amounts in a foreign currency. What is wrong with it is added to Fields.
func readForeign(sc scope.Scope, currency string) foreignReader {
	r := foreignReader{money.Reader{Currency: currency}}
	if err := foreignCurrency(sc, currency); err != nil {
		r.Currency = sc.Currency // so that the amount is read
		r.Fields.Add("currency", "%s", err)
	}
	return r
}

type textError string

func (e textError) Error() string { return string(e) }

func foreignCurrency(sc scope.Scope, currency string) error {
	switch _, known := money.Decimals(currency); {
	case !known:
		return textError("must be the code of a currency, such as USD")
	case currency == sc.Currency:
		return textError("must be another currency than the hotel's, " + sc.Currency)
	}
	return nil
}

// RateView is a rate.
type RateView struct {
	Currency  string       `json:"currency" example:"USD"`
	Date      date.Date    `json:"date"`
	Rate      money.Number `json:"rate" doc:"Of the hotel's currency for one" example:"83.45"`
	Holds     bool         `json:"holds" doc:"false: a later one of the day has replaced it"`
	CreatedBy string       `json:"createdBy" example:"665f1c2ab7e4d90012ab34ce"`
	CreatedAt date.Time    `json:"createdAt"`
}

func (r Rate) view(holds bool) RateView {
	return RateView{r.Currency, r.Day, rateNumber(r.Rate), holds, r.CreatedBy, date.Time(r.CreatedAt)}
}

type ratesInput struct {
	Date date.Date `query:"date" doc:"Default: the business day"`
}

func (b bureau) httpRates(ctx context.Context, sc scope.Scope, in *ratesInput) (*web.Data[[]RateView], error) {
	var bad errs.Fields
	date.CheckDay(&bad, "date", in.Date)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	rates, err := b.rates(ctx, sc, in.Date)
	views := make([]RateView, len(rates))
	for i, r := range rates {
		views[i] = r.view(i+1 == len(rates) || rates[i+1].Currency != r.Currency)
	}
	return web.Reply(views, err)
}

type rateInput struct {
	Body struct {
		Currency string       `json:"currency" minLength:"3" maxLength:"3" doc:"ISO 4217; not the hotel's" example:"USD"`
		Rate     money.Number `json:"rate" doc:"Of the hotel's currency for one; at most 4 decimals" example:"83.45"`
	}
}

func (b bureau) httpSetRate(ctx context.Context, sc scope.Scope, in *rateInput) (*web.Data[RateView], error) {
	bad := readForeign(sc, in.Body.Currency).Fields
	rate, err := readRate(in.Body.Rate)
	if err != nil {
		bad.Add("rate", "%s", err)
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	r, err := b.setRate(ctx, sc, in.Body.Currency, rate)
	return web.Reply(r.view(true), err)
}

// ForeignView is an entry of foreign cash.
type ForeignView struct {
	ID        string        `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	ShiftID   string        `json:"shiftId" example:"665f1c2ab7e4d90012ab34ce"`
	AccountID string        `json:"accountId" doc:"The drawer" example:"665f1c2ab7e4d90012ab34cf"`
	Kind      string        `json:"kind" enum:"exchange,reversal,count,sale"`
	Currency  string        `json:"currency" example:"USD"`
	Amount    money.Number  `json:"foreignAmount" doc:"Into the drawer; below zero: out. Of a count: beyond" example:"100"`
	Rate      money.Number  `json:"rate" doc:"Of an exchange; else 0" example:"83.45"`
	Worth     money.Number  `json:"worth" doc:"In the books" example:"8345"`
	Paid      money.Number  `json:"paidAmount" doc:"To the guest; below zero: by who bought, or back" example:"8345"`
	Counted   *money.Number `json:"counted" nullable:"true" doc:"Of a count" example:"100"`
	ToID      string        `json:"toAccountId" doc:"Of a sale" example:""`
	Guest     string        `json:"guestName" example:"Ann Miller"`
	Reference string        `json:"reference" example:"EC-104"`
	Notes     string        `json:"notes" example:""`
	Reverses  string        `json:"reverses" doc:"Of a reversal, the exchange" example:""`
	Date      date.Date     `json:"date"`
	CreatedBy string        `json:"createdBy" example:"665f1c2ab7e4d90012ab34ce"`
	CreatedAt date.Time     `json:"createdAt"`
}

func (f Foreign) view(sc scope.Scope) ForeignView {
	v := ForeignView{ID: f.ID, ShiftID: f.ShiftID, AccountID: f.AccountID, Kind: f.Kind, Currency: f.Currency,
		Amount: f.Amount.Number(f.Currency), Rate: rateNumber(f.Rate), Worth: f.Worth.Number(sc.Currency),
		Paid: f.Paid.Number(sc.Currency), ToID: f.ToID, Guest: f.Guest, Reference: f.Reference, Notes: f.Notes, Date: f.Day,
		CreatedBy: f.CreatedBy, CreatedAt: date.Time(f.CreatedAt)}
	if f.Counted != nil {
		v.Counted = number(*f.Counted, f.Currency)
	}
	if f.Reverses != nil {
		v.Reverses = *f.Reverses
	}
	return v
}

type exchangeInput struct {
	ShiftID web.ID `path:"shiftId" doc:"The shift's id"`
	Body    struct {
		Currency  string       `json:"currency" minLength:"3" maxLength:"3" doc:"Of the notes" example:"USD"`
		Amount    money.Number `json:"foreignAmount" doc:"Above zero" example:"100"`
		Guest     string       `json:"guestName" minLength:"1" maxLength:"200" doc:"Who gave them" example:"Ann Miller"`
		Reference string       `json:"reference,omitempty" maxLength:"60" doc:"Of a certificate, say" example:"EC-104"`
		Notes     string       `json:"notes,omitempty" maxLength:"500" example:"Two notes of 50"`
	}
}

func (b bureau) httpExchange(ctx context.Context, sc scope.Scope, in *exchangeInput) (*web.Data[ForeignView],
	error) {
	body := in.Body
	r := readForeign(sc, body.Currency)
	f := Foreign{Currency: body.Currency, Amount: r.AboveZero("foreignAmount", body.Amount), Guest: body.Guest,
		Reference: body.Reference, Notes: body.Notes}
	r.Fields.RequireLine("guestName", body.Guest)
	if err := r.Fields.Err(); err != nil {
		return nil, err
	}
	made, err := b.exchange(ctx, sc, in.ShiftID.String(), f)
	return web.Reply(made.view(sc), err)
}

type reverseInput struct {
	ShiftID    web.ID `path:"shiftId" doc:"The open shift's id"`
	ExchangeID web.ID `path:"exchangeId" doc:"The exchange's id"`
	Body       struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500" example:"It was 10, not 100"`
	}
}

func (b bureau) httpReverse(ctx context.Context, sc scope.Scope, in *reverseInput) (*web.Data[ForeignView], error) {
	made, err := b.reverse(ctx, sc, in.ShiftID.String(), in.ExchangeID.String(), in.Body.Reason)
	return web.Reply(made.view(sc), err)
}

type foreignCountInput struct {
	ShiftID web.ID `path:"shiftId" doc:"The shift's id"`
	Body    struct {
		Currency string       `json:"currency" minLength:"3" maxLength:"3" doc:"Of the notes" example:"USD"`
		Counted  money.Number `json:"counted" doc:"All of the currency in the drawer" example:"100"`
		Notes    string       `json:"notes,omitempty" maxLength:"500" example:"One note is torn"`
	}
}

func (b bureau) httpForeignCount(ctx context.Context, sc scope.Scope, in *foreignCountInput) (
	*web.Data[ForeignView], error) {
	r := readForeign(sc, in.Body.Currency)
	counted := r.Read("counted", in.Body.Counted)
	if err := r.Fields.Err(); err != nil {
		return nil, err
	}
	made, err := b.count(ctx, sc, in.ShiftID.String(), Foreign{Currency: in.Body.Currency, Counted: &counted,
		Notes: in.Body.Notes})
	return web.Reply(made.view(sc), err)
}

type saleInput struct {
	ShiftID web.ID `path:"shiftId" doc:"The shift's id"`
	Body    struct {
		Currency  string       `json:"currency" minLength:"3" maxLength:"3" doc:"Of the notes" example:"USD"`
		Amount    money.Number `json:"foreignAmount" doc:"Above zero" example:"100"`
		Paid      money.Number `json:"paidAmount" doc:"In the hotel's currency; above zero" example:"8400"`
		To        web.ID       `json:"toAccountId" doc:"Where it was paid"`
		Reference string       `json:"reference,omitempty" maxLength:"60" example:"FX-77"`
		Notes     string       `json:"notes,omitempty" maxLength:"500" example:"State Bank, Hathi Pol"`
	}
}

func (b bureau) httpSell(ctx context.Context, sc scope.Scope, in *saleInput) (*web.Data[ForeignView], error) {
	body := in.Body
	r := readForeign(sc, body.Currency)
	f := Foreign{Currency: body.Currency, Amount: -r.AboveZero("foreignAmount", body.Amount), ToID: body.To.String(),
		Reference: body.Reference, Notes: body.Notes}
	r.Currency = sc.Currency
	f.Paid = -r.AboveZero("paidAmount", body.Paid)
	if err := r.Fields.Err(); err != nil {
		return nil, err
	}
	made, err := b.sell(ctx, sc, in.ShiftID.String(), f)
	return web.Reply(made.view(sc), err)
}

func (b bureau) httpForeign(ctx context.Context, sc scope.Scope, in *entriesInput) (
	*web.Page[ForeignView, web.Pagination], error) {
	found, err := b.moved(ctx, sc, *in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(f Foreign) ForeignView { return f.view(sc) }), nil
}

// ForeignSumView is what a shift has done in a currency.
type ForeignSumView struct {
	Currency   string       `json:"currency" example:"USD"`
	Exchanged  money.Number `json:"exchanged" doc:"From guests, less what was taken back" example:"100"`
	Paid       money.Number `json:"paidAmount" doc:"For it, in the hotel's currency" example:"8345"`
	Sold       money.Number `json:"sold" doc:"To banks" example:"0"`
	Difference money.Number `json:"difference" doc:"That counts have found; below zero: missing" example:"0"`
	Counts     int          `json:"counts" doc:"0: the notes weren't counted" example:"1"`
}

func (f ForeignSum) view(sc scope.Scope) ForeignSumView {
	return ForeignSumView{f.Currency, f.Exchanged.Number(f.Currency), f.Paid.Number(sc.Currency),
		f.Sold.Number(f.Currency), f.Difference.Number(f.Currency), f.Counts}
}
