package ledger

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// Days are how far an organization's business days are closed and its books locked, beside its calendar.
type Days struct {
	Closed date.Date // the last closed business day; "" before the first
	Locked date.Date // the last day of the locked period; "" where nothing is locked
	Today  date.Date // by the hotel's calendar
}

// Days are the organization's days, which can't be closed by others while the books are locked.
func (l Locked) Days(sc scope.Scope) Days { return l.days(l.Tx(), sc) }

func (b Books) days(tx *db.Tx, sc scope.Scope) Days {
	return Days{Closed: b.ClosedDay, Locked: b.LockedDay, Today: sc.Today(tx.Now)}
}

// BusinessDay is the present business day, for reading.
func BusinessDay(tx *db.Tx, sc scope.Scope) (date.Date, error) {
	b, err := Read(tx, sc).Get()
	return b.days(tx, sc).Business(), err
}

// settled is the last day on which nothing is posted any more.
func (d Days) settled() date.Date { return max(d.Closed, d.Locked) }

// FirstOpen is the first day that is neither closed nor locked; "" where every day is open.
func (d Days) FirstOpen() date.Date {
	if d.settled() == "" {
		return ""
	}
	return d.settled().AddDays(1)
}

// Business is the business day: today, or the day after the last closed one if that is later.
func (d Days) Business() date.Date {
	return max(d.Today, d.FirstOpen())
}

// Posting is the business day on which something of a day is posted: that day as long as it is open, else the present
// business day.
func (d Days) Posting(day date.Date) date.Date {
	if day > d.settled() {
		return day
	}
	return d.Business()
}

// Check fails with Invalid, naming the field, for a day that money can't be dated on: a future one, or a closed or
// locked one. Today is fine, even if it is closed: what is dated today is posted on the business day.
func (d Days) Check(field string, day date.Date) error {
	switch {
	case day > d.Today:
		return errs.InvalidField(field, "must not be after today, %s", d.Today)
	case day < d.Today && day <= d.settled():
		return errs.InvalidField(field, "must be %s or later, since %s is closed", min(d.FirstOpen(), d.Today),
			d.settled())
	}
	return nil
}

// CheckLocked fails with Invalid, naming the field, for a day in the locked period.
func (d Days) CheckLocked(field string, day date.Date) error {
	if day > d.Locked {
		return nil
	}
	return errs.InvalidField(field, "must be %s or later, since the books are locked until %s", d.Locked.AddDays(1),
		d.Locked)
}

// RequireUnlocked fails with Conflict for a document of the locked period, which what names.
func (d Days) RequireUnlocked(what string, day date.Date) error {
	if day > d.Locked {
		return nil
	}
	return errs.Conflict("%s is of %s, and the books are locked until %s: nothing before %s can change any more.", what,
		day, d.Locked, d.Locked.AddDays(1))
}
