package profit

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const note = "From and to included, at most 366 days; to is today unless given, from the first of to's month. " +
	"basis invoices: what invoices less credit notes have earned, without tax. accrual: what the days have earned on " +
	"folios, whenever it is invoiced, as the key figures of the same days say, and directRevenue besides. Both less " +
	"expenses without the tax that is claimed back. cash: payments less refunds, less what was paid for expenses, all " +
	"with tax, as the analytics' expense-revenue."

// Routes are the endpoint of the profit and loss.
func (s *Service) Routes() []web.Route {
	return []web.Route{web.Get("/api/accounts/{orgId}/profit-and-loss", may.View(may.Accounts), s.httpShow,
		"Show profit and loss").With(note)}
}

// ProfitView is the answer of profit-and-loss.
type ProfitView struct {
	Basis         string       `json:"basis,omitempty" doc:"If it isn't invoices" enum:"accrual,cash" example:"cash"`
	From          string       `json:"from" example:"2026-04-01"`
	To            string       `json:"to" example:"2026-04-30"`
	RoomRevenue   money.Number `json:"roomRevenue" doc:"By accrual as in the key figures" example:"400000"`
	OtherRevenue  money.Number `json:"otherRevenue" doc:"Everything else, likewise" example:"60000"`
	Rounding      money.Number `json:"rounding" doc:"Of invoices to whole units" example:"0.5"`
	DirectRevenue money.Number `json:"directRevenue,omitempty" doc:"Accrual: of invoices of no booking" example:"0"`
	Received      money.Number `json:"received,omitempty" doc:"Cash: payments less refunds, with their tax" example:"0"`
	TotalRevenue  money.Number `json:"totalRevenue" example:"460000.5"`
	Expenses      money.Number `json:"expenses" doc:"Without tax; in cash with it, as paid" example:"180000"`
	UnclaimedTax  money.Number `json:"unclaimedTax" doc:"Tax on expenses that is a cost: see inputTaxRule" example:"0"`
	TotalExpenses money.Number `json:"totalExpenses" example:"180000"`
	ClaimableTax  money.Number `json:"claimableTax" doc:"Tax on expenses that is no cost" example:"32400"`
	NetProfit     money.Number `json:"netProfit" doc:"totalRevenue − totalExpenses" example:"280000.5"`
}

func (p profit) view(currency string) ProfitView {
	amount := func(a money.Amount) money.Number { return a.Number(currency) }
	v := ProfitView{From: string(p.from), To: string(p.to), RoomRevenue: amount(p.rooms), OtherRevenue: amount(p.other),
		Rounding: amount(p.rounding), TotalRevenue: amount(p.revenue()), Expenses: amount(p.expenses),
		UnclaimedTax: amount(p.unclaimed), TotalExpenses: amount(p.costs()), ClaimableTax: amount(p.taxPaid - p.unclaimed),
		NetProfit: amount(p.revenue() - p.costs())}
	switch p.basis {
	case accrualBasis:
		v.Basis, v.DirectRevenue = p.basis, amount(p.direct)
	case cashBasis:
		v.Basis, v.Received = p.basis, amount(p.received)
	}
	return v
}

type profitInput struct {
	Basis string    `query:"basis" enum:"accrual,invoices,cash" default:"invoices" doc:"When revenue counts"`
	From  date.Date `query:"from" doc:"The first day; default: the first of to's month" example:"2026-04-01"`
	To    date.Date `query:"to" doc:"The last day; default: today" example:"2026-04-30"`
}

func (s *Service) httpShow(ctx context.Context, sc scope.Scope, in *profitInput) (*web.Data[ProfitView], error) {
	var fields errs.Fields
	date.CheckDay(&fields, "from", in.From)
	date.CheckDay(&fields, "to", in.To)
	if err := fields.Err(); err != nil {
		return nil, err
	}
	p, err := s.of(ctx, sc, in.Basis, in.From, in.To)
	return web.Reply(p.view(sc.Currency), err)
}
