package ledger

import (
	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger/events"
	"sarai/internal/kit/db"
)

// Books are an organization's billing settings.
type Books struct {
	PricesIncludeTax  bool   `db:"prices_include_tax"` // prices are quoted with the tax inside
	IssueAtCheckout   bool   `db:"issue_at_checkout"`  // check-out issues the invoice that it drafts
	RoundToWhole      bool   `db:"round_to_whole"`     // invoices end in whole rupees, by a rounding line
	SpecifiedPremises bool   `db:"specified_premises"` // of a hotel under GST, where food bears 18 %
	InputTaxRule      string `db:"input_tax_rule"`     // BySales, AllInputTax or NoInputTax
	DeskRules
	CashNeedsShift bool  `db:"cash_needs_shift"`         // cash moves only while a shift is open on its drawer
	DueDays        int   `db:"due_days"`                 // from an invoice's date until it is due
	AuditHour      int   `db:"audit_hour"`               // see CloseDue of the night audit; -1: only by hand
	AuditNoShows   bool  `db:"audit_no_shows"`           // the job that closes days also marks no-shows
	UpdatedAt      int64 `db:"updated_at"`               // UTC milliseconds
	Version        int64 `db:"settings_version,version"` // every change of the settings raises it
}

// Whether a hotel with a GSTIN claims back the tax on expenses, where a line of an expense doesn't say otherwise.
const (
	BySales     = "by-sales" // if it sells anything whose tax leaves it the credit: rooms at 5 % don't
	AllInputTax = "all"
	NoInputTax  = "none"
)

// DeskRules are what the desk is refused, instead of being warned of it.
type DeskRules struct {
	RefuseEarlyArrival bool `db:"refuse_early_arrival"` // before the day of check-in
	RefuseDirtyRoom    bool `db:"refuse_dirty_room"`
	RefuseOccupiedRoom bool `db:"refuse_occupied_room"` // somebody is still in it
	RefuseBalanceOwed  bool `db:"refuse_balance_owed"`  // check-out with money owed
	RefuseDoNotRent    bool `db:"refuse_do_not_rent"`   // a booking for a guest who gets no room any more
}

// Locked is proof that a transaction holds the lock on an organization's books. Whatever moves money requires one. Only
// Lock makes it; using the zero value panics.
type Locked struct {
	Books                  // as they were read under the lock
	Days  businessday.Days // likewise: others can't close one meanwhile
	tx    *db.Tx
}

// Tx is the transaction that holds the lock.
func (l Locked) Tx() *db.Tx {
	if l.tx == nil {
		panic("ledger: money can't move before the books are locked")
	}
	return l.tx
}

// facts are what events tell of the settings.
func (b Books) facts() events.Settings {
	return events.Settings{PricesIncludeTax: b.PricesIncludeTax, IssueAtCheckout: b.IssueAtCheckout,
		RoundToWhole: b.RoundToWhole, SpecifiedPremises: b.SpecifiedPremises, DueDays: b.DueDays,
		InputTaxRule: b.InputTaxRule, AuditHour: b.AuditHour, AuditNoShows: b.AuditNoShows,
		RefuseEarlyArrival: b.RefuseEarlyArrival, RefuseDirtyRoom: b.RefuseDirtyRoom,
		RefuseOccupiedRoom: b.RefuseOccupiedRoom, RefuseBalanceOwed: b.RefuseBalanceOwed,
		RefuseDoNotRent: b.RefuseDoNotRent, CashNeedsShift: b.CashNeedsShift}
}
