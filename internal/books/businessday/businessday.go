package businessday

import (
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// Days are how far an organization's business days are closed and its books locked, beside its calendar.
type Days struct {
	Closed date.Date // the last closed business day; "" before the first
	Period
	Today date.Date // by the hotel's calendar
}

// Period is the part of the books that is locked: nothing is dated into it, and its documents stay as they are.
type Period struct {
	Locked       date.Date `db:"locked_day"` // its last day, before today; "" where nothing is locked
	Reason       string    `db:"lock_reason"`
	LockedBy     string    `db:"locked_by"`
	LockedByName string    `db:"locked_by_name"`
	LockedAt     int64     `db:"locked_at"`    // UTC milliseconds
	Version      int64     `db:"lock_version"` // every change of the lock raises it
}

// Of is the hotel's date at an instant (UTC milliseconds).
func Of(sc scope.Scope, ms int64) date.Date { return date.Of(time.UnixMilli(ms), sc.Zone) }

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
		return errs.InvalidField(field, "must not be after today, %s", d.Today.Short())
	case day < d.Today && day <= d.settled():
		return errs.InvalidField(field, "must be %s or later, since %s is closed", min(d.FirstOpen(), d.Today).Short(),
			d.settled().Short())
	}
	return nil
}

// CheckLocked fails with Invalid, naming the field, for a day in the locked period.
func (d Days) CheckLocked(field string, day date.Date) error {
	if day > d.Locked {
		return nil
	}
	return errs.InvalidField(field, "must be %s or later, since the books are locked until %s",
		d.Locked.AddDays(1).Short(), d.Locked.Short())
}

// RequireUnlocked fails with Conflict for a document of the locked period, which what names.
func (d Days) RequireUnlocked(what string, day date.Date) error {
	if day > d.Locked {
		return nil
	}
	return errs.Conflict("%s is of %s, and the books are locked until %s: nothing before %s can change any more.", what,
		day.Short(), d.Locked.Short(), d.Locked.AddDays(1).Short())
}
