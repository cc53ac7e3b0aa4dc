package ledger

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

// ProfitView is the answer of profit-and-loss.
type ProfitView struct {
	From          string       `json:"from" example:"2026-04-01"`
	To            string       `json:"to" example:"2026-04-30"`
	RoomRevenue   money.Number `json:"roomRevenue" doc:"Rooms on invoices less credit notes, without tax" example:"400000"`
	OtherRevenue  money.Number `json:"otherRevenue" doc:"Everything else on them, without tax" example:"60000"`
	Rounding      money.Number `json:"rounding" doc:"Of invoices to whole units" example:"0.5"`
	TotalRevenue  money.Number `json:"totalRevenue" example:"460000.5"`
	Expenses      money.Number `json:"expenses" doc:"Without tax" example:"180000"`
	UnclaimedTax  money.Number `json:"unclaimedTax" doc:"Tax on expenses that is a cost: without a GSTIN" example:"0"`
	TotalExpenses money.Number `json:"totalExpenses" example:"180000"`
	ClaimableTax  money.Number `json:"claimableTax" doc:"Tax on expenses that is no cost" example:"32400"`
	NetProfit     money.Number `json:"netProfit" doc:"totalRevenue − totalExpenses" example:"280000.5"`
}

func (p profit) view(currency string) ProfitView {
	amount := func(a money.Amount) money.Number { return a.Number(currency) }
	return ProfitView{From: string(p.from), To: string(p.to), RoomRevenue: amount(p.rooms), OtherRevenue: amount(p.other),
		Rounding: amount(p.rounding), TotalRevenue: amount(p.revenue()), Expenses: amount(p.expenses),
		UnclaimedTax: amount(p.unclaimed), TotalExpenses: amount(p.costs()), ClaimableTax: amount(p.taxPaid - p.unclaimed),
		NetProfit: amount(p.revenue() - p.costs())}
}

type profitInput struct {
	From date.Date `query:"from" doc:"The first day; default: the first of to's month" example:"2026-04-01"`
	To   date.Date `query:"to" doc:"The last day; default: today" example:"2026-04-30"`
}

func (s *Service) httpProfit(ctx context.Context, sc scope.Scope, in *profitInput) (*web.Data[ProfitView], error) {
	var fields errs.Fields
	checkDate(&fields, "from", in.From)
	checkDate(&fields, "to", in.To)
	if err := fields.Err(); err != nil {
		return nil, err
	}
	p, err := s.profitAndLoss(ctx, sc, in.From, in.To)
	return web.Reply(p.view(sc.Currency), err)
}
