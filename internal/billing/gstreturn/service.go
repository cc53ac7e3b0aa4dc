package gstreturn

import (
	"context"

	"sarai/internal/billing/payout"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// Service makes monthly returns.
type Service struct{ db *db.DB }

// New makes the service.
func New(d *db.DB) *Service { return &Service{db: d} }

// firstPeriod is when GST began.
const firstPeriod = "2017-07"

// month makes the return of a month. It fails with Invalid if GST had not begun yet, and for an organization without a
// GSTIN or with another currency than the rupee.
func (s *Service) month(ctx context.Context, sc scope.Scope, period Period) (Return, error) {
	if period < firstPeriod || period > "2999" {
		return Return{}, errs.InvalidField("period", "must be a month from %s on, when GST began", firstPeriod)
	}
	from := date.Date(period + "-01")
	to := (from.AddDays(31)[:8] + "01").AddDays(-1)
	return db.Read(ctx, s.db, func(tx *db.Tx) (Return, error) {
		o, err := organization.Get(tx, sc.Org).Get()
		if err != nil {
			return Return{}, err
		}
		if o.GSTIN == "" || o.Currency != "INR" {
			return Return{}, errs.Invalid("GSTR-1 is filed by organizations with a GSTIN, in rupees. Put yours into the " +
				"organization's profile first.")
		}
		invoices, err := invoicesOf(tx, sc, from, to)
		if err != nil {
			return Return{}, err
		}
		notes, err := notesOf(tx, sc, from, to)
		if err != nil {
			return Return{}, err
		}
		if err := nameOperators(tx, sc, invoices, notes); err != nil {
			return Return{}, err
		}
		r := build(o.GSTIN, period, invoices, notes)
		r.moved, err = payout.Amended(tx, sc, from, to)
		return r, err
	})
}
