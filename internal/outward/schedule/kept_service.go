package schedule

import (
	"context"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

// listKept lists what the caller may open: one's own, and those that are shared.
func (s *Service) listKept(ctx context.Context, sc scope.Scope, page paging.Query) (listing.Page[Kept], error) {
	return db.Read(ctx, s.DB, func(tx *db.Tx) (found listing.Page[Kept], err error) {
		list, err := keptSeen(tx, sc)
		if err != nil {
			return found, err
		}
		list = slices.DeleteFunc(list, func(k Kept) bool { return s.mayOpenKept(sc, k) != nil })
		return byName.Page(sc, nil, list, page)
	})
}

// mayOpenKept fails with NotFound for what somebody else keeps alone, and with Forbidden for a report that the caller
// may not open.
func (s *Service) mayOpenKept(sc scope.Scope, k Kept) error {
	if !k.seenBy(sc.User) {
		return errNoKept
	}
	return mayOpen(sc, s.Reports[k.Report].Module)
}

func (s *Service) createKept(ctx context.Context, sc scope.Scope, f Filters) (Kept, error) {
	return idempotency.Write(ctx, s.DB, sc, func(tx *db.Tx) (Kept, error) {
		made := Kept{ID: id.New(), Owner: sc.User, Filters: f, CreatedAt: tx.Now.UnixMilli(),
			UpdatedAt: tx.Now.UnixMilli(), Version: 1}
		if err := f.check(s.Reports, sc.Today(tx.Now)); err != nil {
			return made, err
		}
		if err := s.mayOpenKept(sc, made); err != nil {
			return made, err
		}
		if err := insertKept(tx, sc, made); err != nil {
			return made, err
		}
		return made, s.Bus.Publish(tx, sc, keptCreated.Of(made.ID, made.facts()))
	})
}

func (s *Service) getKept(ctx context.Context, sc scope.Scope, keptID string) (Kept, error) {
	return db.ReadOne(ctx, s.DB, func(tx *db.Tx) (Kept, error) {
		found, err := findKept(tx, sc, keptID)
		if err != nil {
			return found, err
		}
		return found, s.mayOpenKept(sc, found)
	})
}

// fileOf makes the kept report's file as of now.
func (s *Service) fileOf(ctx context.Context, sc scope.Scope, keptID string) (*file.File, error) {
	var today date.Date
	of, err := db.Read(ctx, s.DB, func(tx *db.Tx) (Kept, error) {
		today = sc.Today(tx.Now)
		return findKept(tx, sc, keptID)
	})
	if err != nil {
		return nil, err
	}
	if err := s.mayOpenKept(sc, of); err != nil {
		return nil, err
	}
	from, to := of.days(today)
	return s.Reports[of.Report].Makers[of.Format](ctx, sc, Asked{from, to, of.By})
}

// updateKept edits what is kept, and with it what is mailed by the schedules that use it. An edit that changes nothing
// leaves no trace.
func (s *Service) updateKept(ctx context.Context, sc scope.Scope, keptID string, edit func(*Filters)) (Kept, error) {
	return db.Write(ctx, s.DB, func(tx *db.Tx) (Kept, error) {
		found, err := s.lockToChange(tx, sc, keptID, scope.Update, "update")
		if err != nil {
			return found, err
		}
		if err := sc.CheckVersion(found.Version); err != nil {
			return found, err
		}
		before := found.Filters
		if edit(&found.Filters); found.Filters == before {
			return found, nil
		}
		if err := found.check(s.Reports, sc.Today(tx.Now)); err != nil {
			return found, err
		}
		if err := s.follow(tx, sc, found, before); err != nil {
			return found, err
		}
		found.UpdatedAt = tx.Now.UnixMilli()
		if err := saveKept(tx, sc, &found); err != nil {
			return found, err
		}
		return found, s.Bus.Publish(tx, sc, keptUpdated.Of(keptID, found.facts()))
	})
}

func (s *Service) lockToChange(tx *db.Tx, sc scope.Scope, keptID string, flag scope.Flag, name string) (Kept, error) {
	found, err := lockKept(tx, sc, keptID)
	if err != nil {
		return found, err
	}
	if err := s.mayOpenKept(sc, found); err != nil {
		return found, err
	}
	return found, found.mayChange(sc, flag, name)
}

// follow gives the schedules that use a kept report its format, and refuses to take it from others who have scheduled
// it.
func (s *Service) follow(tx *db.Tx, sc scope.Scope, k Kept, before Filters) error {
	if before.Shared && !k.Shared && k.Owner != sc.User {
		return errs.Forbidden("Only whoever keeps this report can take it from the others.")
	}
	list, err := using(tx, sc, k.ID)
	if err != nil {
		return err
	}
	for _, one := range list {
		if !k.seenBy(one.CreatedBy) {
			return errs.InvalidField("isShared", "must stay true: somebody else has it scheduled as “%s”", one.Name)
		}
		if one.Format == k.Format {
			continue
		}
		if one, err = lock(tx, sc, one.ID); err != nil {
			return err
		}
		one.Format, one.UpdatedAt = k.Format, tx.Now.UnixMilli()
		if err := save(tx, sc, &one); err != nil {
			return err
		}
		if err := s.Bus.Publish(tx, sc, updated.Of(one.ID, one.facts())); err != nil {
			return err
		}
	}
	return nil
}

// deleteKept deletes what no schedule uses.
func (s *Service) deleteKept(ctx context.Context, sc scope.Scope, keptID string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		found, err := s.lockToChange(tx, sc, keptID, scope.Delete, "delete")
		if err != nil {
			return err
		}
		list, err := using(tx, sc, keptID)
		if err != nil {
			return err
		}
		if len(list) > 0 {
			return errs.Conflict("This report is mailed as “%s”. Stop that schedule first, or choose another report for it.",
				list[0].Name)
		}
		if err := removeKept(tx, sc, keptID); err != nil {
			return err
		}
		return s.Bus.Publish(tx, sc, keptDeleted.Of(keptID, found.facts()))
	})
}

// errNoChoice refuses to schedule what the caller may not know of.
var errNoChoice = errs.InvalidField("keptReportId", "must be the id of a report that you keep, or of a shared one")
