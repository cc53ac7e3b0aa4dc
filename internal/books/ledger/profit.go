package ledger

import (
	"cmp"
	"context"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// profit is what the hotel has earned and spent on the days [from, to], as the books have it. Amounts are minor units.
type profit struct {
	from, to                     date.Date
	rooms, other, rounding       money.Amount // without tax
	expenses, taxPaid, unclaimed money.Amount // unclaimed is what of taxPaid stays a cost
}

func (p profit) revenue() money.Amount { return p.rooms + p.other + p.rounding }
func (p profit) costs() money.Amount   { return p.expenses + p.unclaimed }

// profitAndLoss adds up the days [from, to]. to is today if it is empty, from the first of to's month. The tax on
// expenses is claimed back by hotels with a GSTIN; for others it is a cost.
func (s *Service) profitAndLoss(ctx context.Context, sc scope.Scope, from, to date.Date) (profit, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (p profit, err error) {
		p.to = cmp.Or(to, sc.Today(tx.Now))
		p.from = cmp.Or(from, p.to[:8]+"01")
		if p.from > p.to {
			return p, errs.InvalidField("to", "must not be before from, %s", p.from)
		}
		if p.from.DaysUntil(p.to) >= maxStatementDays {
			return p, errs.InvalidField("to", "must be at most %d days after from", maxStatementDays-1)
		}
		sums, err := sumsBetween(tx, sc, p.from, p.to)
		if err != nil {
			return p, err
		}
		p.rooms, p.other, p.rounding = -sums[RoomSales], -sums[OtherSales], -sums[Rounding]
		p.expenses, p.taxPaid = sums[Expenses], sums[InputTax]
		o, err := organization.Get(tx, sc.Org)
		if o.GSTIN == "" {
			p.unclaimed = p.taxPaid
		}
		return p, err
	})
}
