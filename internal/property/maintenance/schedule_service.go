package maintenance

import (
	"context"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
)

// planner keeps schedules.
type planner struct{ *Service }

// createSchedule stores a new schedule. Its days before today make no tickets.
func (s planner) createSchedule(ctx context.Context, sc scope.Scope, wanted Schedule) (Schedule, error) {
	if err := wanted.check(); err != nil {
		return wanted, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Schedule, error) {
		made := wanted
		if err := s.completeSchedule(tx, sc, Schedule{}, &made); err != nil {
			return made, err
		}
		made.ID, made.Next = id.New(), made.after(today(tx, sc).AddDays(-1))
		made.CreatedAt, made.UpdatedAt, made.Version = tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
		if err := insertSchedule(tx, sc, made); err != nil {
			return made, err
		}
		return made, s.bus.Publish(tx, sc, scheduled.Of(made.ID, made.facts()))
	})
}

func (s planner) completeSchedule(tx *db.Tx, sc scope.Scope, before Schedule, after *Schedule) (err error) {
	var bad errs.Fields
	if after.RoomID != before.RoomID {
		if after.RoomNumber, err = s.roomNumber(tx, sc, &bad, after.RoomID); err != nil {
			return err
		}
	}
	if after.AssigneeID != before.AssigneeID {
		if after.AssigneeName, err = memberName(tx, sc, &bad, after.AssigneeID); err != nil {
			return err
		}
	}
	if after.CategoryID != before.CategoryID && after.CategoryID != "" {
		known, err := room.HasCategory(tx, sc, after.CategoryID)
		if err != nil {
			return err
		}
		if !known {
			bad.Add("categoryId", "must be the id of one of the hotel's room categories")
		}
	}
	return bad.Err()
}

func (s planner) updateSchedule(ctx context.Context, sc scope.Scope, scheduleID string, edit func(*Schedule)) (
	Schedule, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Schedule, error) {
		before, err := lockSchedule(tx, sc, scheduleID)
		if err == nil {
			err = sc.CheckVersion(before.Version)
		}
		if err != nil {
			return before, err
		}
		after := before
		edit(&after)
		if after == before {
			return before, nil
		}
		if err := after.check(); err != nil {
			return before, err
		}
		if err := s.completeSchedule(tx, sc, before, &after); err != nil {
			return before, err
		}
		if after.First != before.First || after.Every != before.Every || after.Unit != before.Unit ||
			after.Active && !before.Active {
			after.Next = after.after(today(tx, sc).AddDays(-1))
		}
		if err := saveSchedule(tx, sc, &after); err != nil {
			return after, err
		}
		return after, s.bus.Publish(tx, sc, rescheduled.Of(after.ID, rescheduledDetails{after.Title,
			event.Changes[scheduleFacts]{Before: before.facts(), After: after.facts()}}))
	})
}

func (s planner) deleteSchedule(ctx context.Context, sc scope.Scope, scheduleID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		gone, err := lockSchedule(tx, sc, scheduleID)
		if err != nil {
			return err
		}
		if err := removeSchedule(tx, sc, scheduleID); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, unscheduled.Of(gone.ID, gone.facts()))
	})
}

func (s planner) schedule(ctx context.Context, sc scope.Scope, scheduleID string) (Schedule, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Schedule, error) { return findSchedule(tx, sc, scheduleID) })
}

func (s planner) schedules(ctx context.Context, sc scope.Scope) ([]Schedule, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]Schedule, error) { return schedules(tx, sc) })
}

// Look makes the tickets that are due by schedules.
func (s *Service) Look(ctx context.Context, sc scope.Scope) error { return planner{s}.look(ctx, sc) }

func (s planner) look(ctx context.Context, sc scope.Scope) error {
	all, err := s.schedules(ctx, sc)
	if err != nil {
		return err
	}
	for _, one := range all {
		err := s.db.Write(ctx, func(tx *db.Tx) error {
			if !one.due(today(tx, sc)) {
				return nil
			}
			return s.make(tx, sc, one.ID)
		})
		if err != nil && !errs.Is(err, errs.KindNotFound) { // deleted meanwhile
			return err
		}
	}
	return nil
}

func (s Schedule) due(today date.Date) bool { return s.Active && s.Next <= today }

// make makes the tickets of a schedule for its last day until today, unless somebody has meanwhile.
func (s planner) make(tx *db.Tx, sc scope.Scope, scheduleID string) error {
	one, err := lockSchedule(tx, sc, scheduleID)
	if err != nil || !one.due(today(tx, sc)) {
		return err
	}
	day := one.last(today(tx, sc))
	one.Next = one.after(day)
	if err := saveSchedule(tx, sc, &one); err != nil {
		return err
	}
	rooms, err := s.roomsOf(tx, sc, one)
	if err != nil {
		return err
	}
	had, err := roomsMade(tx, sc, one.ID, day)
	if err != nil {
		return err
	}
	for _, r := range rooms {
		if slices.Contains(had, r.ID) {
			continue
		}
		t := Ticket{ID: id.New(), ScheduleID: one.ID, ScheduleDay: day, RoomID: r.ID, RoomNumber: r.Number,
			Place: one.Place, Title: one.Title, Text: one.Text, Priority: one.Priority, Status: Open,
			AssigneeID: one.AssigneeID, AssigneeName: one.AssigneeName, Due: day, CreatedAt: tx.Now.UnixMilli(),
			UpdatedAt: tx.Now.UnixMilli(), Version: 1}
		if err := insert(tx, sc, t); err != nil {
			return err
		}
		if err := s.bus.Publish(tx, sc, created.Of(t.ID, t.facts(sc))); err != nil {
			return err
		}
	}
	return nil
}

// roomsOf are the rooms that a schedule is for; a place is a room without id.
func (s planner) roomsOf(tx *db.Tx, sc scope.Scope, one Schedule) ([]room.Room, error) {
	if one.Place != "" {
		return []room.Room{{}}, nil
	}
	all, err := s.rooms.All(tx, sc)
	return slices.DeleteFunc(all, func(r room.Room) bool {
		return r.ID != one.RoomID && (one.CategoryID == "" || r.CategoryID != one.CategoryID || !r.Active)
	}), err
}
