package profit

import (
	"context"

	"sarai/internal/books/balance"
	"sarai/internal/books/ledger"
	"sarai/internal/books/mapping"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/hotel"
)

// The bases of a profit and loss: when revenue counts.
const (
	accrualBasis = "accrual"  // when it is earned: nights and charges on their days
	invoiceBasis = "invoices" // when it is invoiced
	cashBasis    = "cash"     // when it is paid, as expenses then do
)

const maxDays = 366

// profit is what the hotel has earned and spent on the days [from, to]. Amounts are minor units.
type profit struct {
	basis                        string
	from, to                     date.Date
	rooms, other, rounding       money.Amount // without tax
	direct                       money.Amount // by accrual: of invoices of no booking, which are in no other revenue
	received                     money.Amount // in cash: payments less refunds, with tax
	expenses, taxPaid, unclaimed money.Amount // unclaimed is what of taxPaid stays a cost
}

func (p profit) revenue() money.Amount { return p.rooms + p.other + p.rounding + p.direct + p.received }
func (p profit) costs() money.Amount   { return p.expenses + p.unclaimed }

// SalesCheck reports whether the hotel sold anything on the days [from, to] whose tax leaves it the credit of the tax
// on what it buys.
type SalesCheck func(tx *db.Tx, sc scope.Scope, from, to date.Date) (bool, error)

// Earned is what days have earned by accrual, in minor units without tax.
type Earned struct {
	Rooms, Other money.Amount // on folios: the key figures' revenue
	Direct       money.Amount // of invoices of no booking
}

// Earnings tells what the days [from, to] have earned by accrual.
type Earnings func(tx *db.Tx, sc scope.Scope, from, to date.Date) (Earned, error)

// Service adds up what hotels have earned and spent.
type Service struct {
	db           *db.DB
	leavesCredit SalesCheck
	earned       Earnings
}

// New makes the service.
func New(d *db.DB, leavesCredit SalesCheck, earned Earnings) *Service {
	return &Service{d, leavesCredit, earned}
}

// claims reports whether the hotel's rule is to claim back the tax on expenses of which no line says otherwise. By its
// sales it does if it has sold anything that leaves the credit since the financial year of the first day began.
func claims(tx *db.Tx, sc scope.Scope, leavesCredit SalesCheck, p profit) (bool, error) {
	books, err := ledger.Read(tx, sc).Get()
	if err != nil || books.InputTaxRule != ledger.BySales {
		return books.InputTaxRule != ledger.NoInputTax, err
	}
	return leavesCredit(tx, sc, packs.Of(sc.Country).FirstOfYear(p.from), p.to)
}

// of adds up the days [from, to] on the basis. to is today if it is empty, from the first of to's month.
func (s *Service) of(ctx context.Context, sc scope.Scope, basis string, from, to date.Date) (profit, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (profit, error) {
		p := profit{basis: basis}
		var err error
		if p.from, p.to, err = date.Span(from, to, sc.Today(tx.Now), maxDays); err != nil {
			return p, err
		}
		if basis == cashBasis {
			p.received, p.expenses, err = balance.Moved(tx, sc, p.from, p.to)
			return p, err
		}
		sums, err := balance.Between(tx, sc, p.from, p.to)
		if err != nil {
			return p, err
		}
		elsewhere, err := mapping.Between(tx, sc, p.from, p.to)
		if err != nil {
			return p, err
		}
		for own, amount := range elsewhere {
			sums[own] += amount
		}
		if err := s.addCosts(tx, sc, &p, sums); err != nil {
			return p, err
		}
		if basis == invoiceBasis {
			p.rooms, p.other, p.rounding = -sums[ledger.RoomSales], -sums[ledger.OtherSales], -sums[ledger.Rounding]
			return p, nil
		}
		earned, err := s.earned(tx, sc, p.from, p.to)
		p.rooms, p.other, p.direct = earned.Rooms, earned.Other, earned.Direct
		return p, err
	})
}

// addCosts adds what was spent by the sums of the accounts. The tax on expenses is claimed back by hotels with a GSTIN,
// as their rule says; what isn't claimed is a cost.
func (s *Service) addCosts(tx *db.Tx, sc scope.Scope, p *profit, sums map[string]money.Amount) error {
	p.expenses, p.unclaimed = sums[ledger.Expenses]+sums[ledger.Commission], sums[ledger.UnclaimedTax]
	p.taxPaid = sums[ledger.InputTax] + sums[ledger.ClaimedTax] + sums[ledger.UnclaimedTax]
	h, err := hotel.Of(tx, sc.Org).Get()
	if err != nil {
		return err
	}
	if h.GSTIN == "" {
		p.unclaimed = p.taxPaid
		return nil
	}
	claimed, err := claims(tx, sc, s.leavesCredit, *p)
	if !claimed {
		p.unclaimed += sums[ledger.InputTax]
	}
	return err
}
