package ledger

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
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

// Locked is the books of an organization that a transaction has locked. Whatever moves money requires one, and only Lock
// makes one that works: the zero value panics when it is used.
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

// Lock locks the organization's books until the transaction ends, and reads them. It must be the first statement of every
// transaction that moves money or touches an invoice, ahead of any other lock (a booking's, a room's). Such transactions
// of one organization therefore run one after another and never deadlock.
func Lock(tx *db.Tx, sc scope.Scope) (Locked, error) {
	if _, err := tx.Exec(`UPDATE books SET version = version + 1 WHERE org_id = $1`, sc.Org); err != nil {
		return Locked{}, err
	}
	books, err := Read(tx, sc)
	return Locked{Books: books, tx: tx}, err
}

// Read reads the books without locking them.
func Read(tx *db.Tx, sc scope.Scope) (b Books, err error) {
	err = tx.QueryRow(`SELECT prices_include_tax, issue_at_checkout, round_to_whole, due_days, audit_hour, audit_no_shows, closed_day FROM books WHERE org_id = $1`, sc.Org).
		Scan(&b.PricesIncludeTax, &b.IssueAtCheckout, &b.RoundToWhole, &b.DueDays, &b.AuditHour, &b.AuditNoShows, &b.ClosedDay)
	return b, err
}

// CheckDay refuses a day on which money can't be moved any more, naming the field: one that is still to come, or one
// that is closed, other than today.
func (b Books) CheckDay(field string, day, today date.Date) error {
	if day > today {
		return errs.InvalidField(field, "must not be after today, %s", today)
	}
	if day < today && day <= b.ClosedDay {
		return errs.InvalidField(field, "must be after %s, the last day that is closed", b.ClosedDay)
	}
	return nil
}

// settings reads the books for who asks how the organization bills.
func (s *Service) settings(ctx context.Context, sc scope.Scope) (b Books, err error) {
	err = s.db.ReadOne(ctx, func(tx *db.Tx) error {
		b, err = Read(tx, sc)
		return err
	})
	return b, err
}

// ChangeSettings edits how the organization bills.
func (s *Service) ChangeSettings(ctx context.Context, sc scope.Scope, edit func(*Books)) (after Books, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		books, err := Lock(tx, sc)
		if err != nil {
			return err
		}
		before := books.Books
		after = before
		edit(&after)
		if after == before {
			return nil
		}
		if _, err := tx.Exec(`UPDATE books SET prices_include_tax = $2, issue_at_checkout = $3, round_to_whole = $4, due_days = $5, audit_hour = $6, audit_no_shows = $7, updated_at = $8
			WHERE org_id = $1`, sc.Org, after.PricesIncludeTax, after.IssueAtCheckout, after.RoundToWhole, after.DueDays, after.AuditHour, after.AuditNoShows, tx.Now.UnixMilli()); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, event.Event{Action: "settings.updated", ResourceType: "books", ResourceID: sc.Org, Details: differences(before.values(), after.values())})
	})
	return after, err
}

func (b Books) values() map[string]any {
	return map[string]any{"name": "billing", "pricesIncludeTax": b.PricesIncludeTax, "issueAtCheckout": b.IssueAtCheckout, "roundToWhole": b.RoundToWhole,
		"dueDays": b.DueDays, "nightAuditHour": b.AuditHour, "nightAuditNoShows": b.AuditNoShows}
}
