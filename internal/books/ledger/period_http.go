package ledger

import (
	"context"

	"sarai/internal/books/businessday"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

// PeriodView is the locked period of the books.
type PeriodView struct {
	LockedUntil  string     `json:"lockedUntil" doc:"Its last day; empty where nothing is locked" example:"2026-03-31"`
	Reason       string     `json:"reason" example:"March is filed"`
	LockedBy     string     `json:"lockedBy" doc:"The user's id" example:"665f1c2ab7e4d90012ab34d0"`
	LockedByName string     `json:"lockedByName" example:"Meera Nair"`
	LockedAt     *date.Time `json:"lockedAt" nullable:"true"`
	Version      int64      `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
	FirstOpenDay string     `json:"firstOpenDay" doc:"That money can be dated on; empty: any day" example:"2026-04-01"`
}

func periodView(d businessday.Days) PeriodView {
	v := PeriodView{LockedUntil: string(d.Locked), Reason: d.Reason, LockedBy: d.LockedBy, LockedByName: d.LockedByName,
		Version: d.Version, FirstOpenDay: string(d.FirstOpen())}
	if d.Locked != "" {
		v.LockedAt = (*date.Time)(&d.LockedAt)
	}
	return v
}

func (s *Service) httpPeriod(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[PeriodView], error) {
	days, err := s.days(ctx, sc)
	return web.Reply(periodView(days), err)
}

type lockInput struct {
	Body struct {
		Until  date.Date `json:"until" doc:"The last day of the period, before today and closed" example:"2026-03-31"`
		Reason string    `json:"reason" minLength:"1" maxLength:"500" example:"March is filed"`
	}
}

func (s *Service) httpLock(ctx context.Context, sc scope.Scope, in *lockInput) (*web.Data[PeriodView], error) {
	if _, err := date.Parse(string(in.Body.Until)); err != nil {
		return nil, errs.InvalidField("until", "%s", err)
	}
	days, err := s.lockPeriod(ctx, sc, in.Body.Until, in.Body.Reason)
	return web.Reply(periodView(days), err)
}

func (s *Service) httpUnlock(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[PeriodView], error) {
	days, err := s.unlockPeriod(ctx, sc)
	return web.Reply(periodView(days), err)
}
