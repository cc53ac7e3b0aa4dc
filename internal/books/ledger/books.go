package ledger

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
)

// Books are an organization's billing settings, and how far its business days are closed.
type Books struct {
	PricesIncludeTax bool      `db:"prices_include_tax"` // quoted rates include the tax
	IssueAtCheckout  bool      `db:"issue_at_checkout"`  // issue the invoice that check-out drafts
	RoundToWhole     bool      `db:"round_to_whole"`     // invoices end in whole rupees, by a rounding line
	DueDays          int       `db:"due_days"`           // from the invoice's date
	AuditHour        int       `db:"audit_hour"`         // see CloseDue of the night audit; -1: close days by hand only
	AuditNoShows     bool      `db:"audit_no_shows"`     // the job that closes days also marks no-shows
	ClosedDay        date.Date `db:"closed_day,fixed"`   // the last closed business day; "" before the first
	UpdatedAt        int64     `db:"updated_at"`         // UTC milliseconds
}

// Locked is the books of an organization that a transaction has locked. Whatever moves money requires one, and only
// Lock makes one that works: using the zero value panics.
type Locked struct {
	Books // as they were read under the lock
	tx    *db.Tx
}

// Tx is the transaction that holds the lock.
func (l Locked) Tx() *db.Tx {
	if l.tx == nil {
		panic("ledger: money can't move before the books are locked")
	}
	return l.tx
}

// CheckDay refuses a day on which money can't move, naming the field: one that is still to come, or one that is closed,
// except today.
func (b Books) CheckDay(field string, day, today date.Date) error {
	if day > today {
		return errs.InvalidField(field, "must not be after today, %s", today)
	}
	if day < today && day <= b.ClosedDay {
		return errs.InvalidField(field, "must be after %s, the last day that is closed", b.ClosedDay)
	}
	return nil
}

// byField describes the settings by the names of the API's fields, as the audit log tells of them.
func (b Books) byField() map[string]any {
	return map[string]any{"name": "billing", "pricesIncludeTax": b.PricesIncludeTax, "issueAtCheckout": b.IssueAtCheckout,
		"roundToWhole": b.RoundToWhole, "dueDays": b.DueDays, "nightAuditHour": b.AuditHour,
		"nightAuditNoShows": b.AuditNoShows}
}
