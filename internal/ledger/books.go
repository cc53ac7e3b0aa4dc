package ledger

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// Books are an organization's settings of billing, and what its books know of its days.
type Books struct {
	PricesIncludeTax bool      // the rates that are quoted have the tax inside
	IssueAtCheckout  bool      // the invoice drafted at check-out is issued at once
	RoundToWhole     bool      // invoices end in whole rupees, by a line of rounding
	DueDays          int       // from the invoice's date
	AuditHour        int       // of the hotel's clock, at which a job closes the day before (from noon on: the day itself); -1: by hand only
	AuditNoShows     bool      // that job marks overdue arrivals as no-shows
	ClosedDay        date.Date // the last business day that was closed; "" before the first
}

// Lock makes the books this transaction's own until it ends, and reads them. It is the first statement of every
// transaction that moves money or touches an invoice, before any other lock (a booking's, a room's): so those of one
// organization run one after another, and none waits for what another holds.
func Lock(tx *db.Tx, sc scope.Scope) (Books, error) {
	if _, err := tx.Exec(`UPDATE books SET version = version + 1 WHERE org_id = $1`, sc.Org); err != nil {
		return Books{}, err
	}
	return Read(tx, sc)
}

// Read reads the books without locking them.
func Read(tx *db.Tx, sc scope.Scope) (b Books, err error) {
	err = tx.QueryRow(`SELECT prices_include_tax, issue_at_checkout, round_to_whole, due_days, audit_hour, audit_no_shows, closed_day FROM books WHERE org_id = $1`, sc.Org).
		Scan(&b.PricesIncludeTax, &b.IssueAtCheckout, &b.RoundToWhole, &b.DueDays, &b.AuditHour, &b.AuditNoShows, &b.ClosedDay)
	return b, err
}
