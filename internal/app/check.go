package app

import (
	"context"

	"sarai/internal/billing/accrual"
	"sarai/internal/billing/agentfee"
	"sarai/internal/billing/creditnote"
	"sarai/internal/billing/expense"
	"sarai/internal/billing/invoice"
	"sarai/internal/billing/payable"
	"sarai/internal/billing/receivable"
	"sarai/internal/books/ledger"
	"sarai/internal/books/till"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/bookinglist"
)

// Check compares, in every organization, what is kept about rows with the rows themselves: sums, counts, the books, the
// index of words, the audit log's chain. It tells of each fault, a line each, and how many there are of both.
func (a *App) Check(ctx context.Context, tell func(fault string)) (organizations, faults int, err error) {
	scopes, err := db.Read(ctx, a.config.DB, organization.Jobs)
	if err != nil {
		return 0, 0, err
	}
	report := func(org string, found []string) {
		for _, fault := range found {
			faults++
			tell(org + ": " + fault)
		}
	}
	for _, sc := range scopes {
		found, err := a.checkOrganization(ctx, sc)
		if err != nil {
			return 0, 0, err
		}
		report(sc.Org, found)
	}
	verdicts, err := a.auditLog.Verify(ctx, "", nil)
	for _, v := range verdicts {
		if v.Fault != "" {
			report(v.Org, []string{"its audit log is not whole: " + v.Fault})
		}
	}
	return len(scopes), faults, err
}

func (a *App) checkOrganization(ctx context.Context, sc scope.Scope) ([]string, error) {
	faults, err := a.Search.Check(ctx, sc)
	if err != nil {
		return nil, err
	}
	for _, never := range []db.Never{ledger.Never(), invoice.Never(), creditnote.Never(), expense.Never(),
		accrual.Never, receivable.Never, payable.Never, agentfee.Never, bookinglist.Never, till.Never()} {
		found, err := db.Read(ctx, a.config.DB, func(tx *db.Tx) ([]string, error) { return never.Faults(tx, sc.Org) })
		if err != nil {
			return nil, err
		}
		faults = append(faults, found...)
	}
	return faults, nil
}
