package ledger

import (
	"context"

	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger/events"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// checkPeriod refuses to lock the books until this day. What is not closed yet is still to be posted, so only closed
// days can be locked, unless the hotel closes none.
func checkPeriod(days businessday.Days, until date.Date) error {
	switch {
	case until >= days.Today:
		return errs.InvalidField("until", "must be before today, %s", days.Today.Short())
	case days.Closed != "" && until > days.Closed:
		return errs.InvalidField("until", "must be %s at most, the last day that is closed: close the later days first",
			days.Closed.Short())
	case until < days.Locked:
		return errs.InvalidField("until", "must not be before %s, until which the books are locked: unlock them first",
			days.Locked.Short())
	}
	return nil
}

func (s *Service) days(ctx context.Context, sc scope.Scope) (businessday.Days, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (businessday.Days, error) { return businessday.Read(tx, sc).Get() })
}

// lockPeriod locks the books until the day, that one included. Doing it again leaves no trace.
func (s *Service) lockPeriod(ctx context.Context, sc scope.Scope, until date.Date, reason string) (
	businessday.Days, error) {
	return s.changePeriod(ctx, sc, events.Locked, func(tx *db.Tx, days businessday.Days) (businessday.Period, error) {
		if until == days.Locked && reason == days.Reason {
			return days.Period, nil
		}
		return businessday.Period{Locked: until, Reason: reason, LockedBy: sc.User, LockedByName: sc.UserName,
			LockedAt: tx.Now.UnixMilli(), Version: days.Version}, checkPeriod(days, until)
	})
}

// unlockPeriod opens the locked period again; NotFound where nothing is locked.
func (s *Service) unlockPeriod(ctx context.Context, sc scope.Scope) (businessday.Days, error) {
	return s.changePeriod(ctx, sc, events.Unlocked, func(_ *db.Tx, days businessday.Days) (businessday.Period, error) {
		if days.Locked == "" {
			return businessday.Period{}, errs.NotFound("No period of the books is locked.")
		}
		return businessday.Period{Version: days.Version}, nil
	})
}

func (s *Service) changePeriod(ctx context.Context, sc scope.Scope,
	happened event.Typed[events.Changed[events.LockedUntil]],
	change func(tx *db.Tx, days businessday.Days) (businessday.Period, error)) (businessday.Days, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (businessday.Days, error) {
		lock, locked := Lock(tx, sc), businessday.Lock(tx, sc)
		if _, err := lock.Get(); err != nil {
			return businessday.Days{}, err
		}
		days, err := locked.Get()
		if err != nil {
			return days, err
		}
		if err := sc.CheckVersion(days.Version); err != nil {
			return days, err
		}
		before := days.Period
		if days.Period, err = change(tx, days); err != nil || days.Period == before {
			return days, err
		}
		days.Version++
		if err := businessday.SavePeriod(tx, sc, days.Period); err != nil {
			return days, err
		}
		return days, s.bus.Publish(tx, sc, happened.Of(sc.Org, events.Between("lock", facts(before), facts(days.Period))))
	})
}

// facts are what events tell of the locked period.
func facts(p businessday.Period) events.LockedUntil {
	return events.LockedUntil{Until: string(p.Locked), Reason: p.Reason}
}
