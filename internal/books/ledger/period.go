package ledger

import (
	"context"

	"sarai/internal/books/ledger/events"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Period is the part of the books that is locked: nothing is dated into it, and its documents stay as they are.
type Period struct {
	LockedDay    date.Date `db:"locked_day,fixed"` // its last day, before today; "" where nothing is locked
	LockReason   string    `db:"lock_reason,fixed"`
	LockedBy     string    `db:"locked_by,fixed"`
	LockedByName string    `db:"locked_by_name,fixed"`
	LockedAt     int64     `db:"locked_at,fixed"`    // UTC milliseconds
	LockVersion  int64     `db:"lock_version,fixed"` // every change of the lock raises it
}

// checkPeriod refuses to lock the books until this day. What is not closed yet is still to be posted, so only closed
// days can be locked, unless the hotel closes none.
func (b Books) checkPeriod(until, today date.Date) error {
	switch {
	case until >= today:
		return errs.InvalidField("until", "must be before today, %s", today)
	case b.ClosedDay != "" && until > b.ClosedDay:
		return errs.InvalidField("until", "must be %s at most, the last day that is closed: close the later days first",
			b.ClosedDay)
	case until < b.LockedDay:
		return errs.InvalidField("until", "must not be before %s, until which the books are locked: unlock them first",
			b.LockedDay)
	}
	return nil
}

// lockPeriod locks the books until the day, that one included. Doing it again leaves no trace.
func (s *Service) lockPeriod(ctx context.Context, sc scope.Scope, until date.Date, reason string) (Books, error) {
	return s.changePeriod(ctx, sc, events.Locked, func(books Locked) (Period, error) {
		if until == books.LockedDay && reason == books.LockReason {
			return books.Period, nil
		}
		return Period{until, reason, sc.User, sc.UserName, books.Tx().Now.UnixMilli(), books.LockVersion},
			books.checkPeriod(until, books.Days(sc).Today)
	})
}

// unlockPeriod opens the locked period again; NotFound where nothing is locked.
func (s *Service) unlockPeriod(ctx context.Context, sc scope.Scope) (Books, error) {
	return s.changePeriod(ctx, sc, events.Unlocked, func(books Locked) (Period, error) {
		if books.LockedDay == "" {
			return Period{}, errs.NotFound("No period of the books is locked.")
		}
		return Period{LockVersion: books.LockVersion}, nil
	})
}

func (s *Service) changePeriod(ctx context.Context, sc scope.Scope,
	happened event.Typed[events.Changed[events.LockedUntil]], change func(Locked) (Period, error)) (Books, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Books, error) {
		books, err := Lock(tx, sc).Get()
		if err != nil {
			return Books{}, err
		}
		if err := LockDays(books, sc); err != nil {
			return Books{}, err
		}
		if err := sc.CheckVersion(books.LockVersion); err != nil {
			return Books{}, err
		}
		after := books.Books
		if after.Period, err = change(books); err != nil || after == books.Books {
			return after, err
		}
		after.LockVersion++
		if err := savePeriod(tx, sc, after.Period); err != nil {
			return after, err
		}
		return after, s.bus.Publish(tx, sc, happened.Of(sc.Org,
			events.Between("lock", books.Period.facts(), after.Period.facts())))
	})
}

// facts are what events tell of the locked period.
func (p Period) facts() events.LockedUntil {
	return events.LockedUntil{Until: string(p.LockedDay), Reason: p.LockReason}
}
