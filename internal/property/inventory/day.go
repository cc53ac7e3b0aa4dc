package inventory

import (
	"slices"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// A day use has a room in the daytime of a date: after those who leave that morning, before those who come for the
// night. The daytime isn't free while one holder has the nights before and after it, nor where a block has the night.
// Whoever holds a day must have locked the room exclusively, and whoever holds nights shared: so neither misses the
// other.

func dayUses(stays []Stay) []Stay {
	return slices.DeleteFunc(slices.Clone(stays), func(s Stay) bool { return !s.DayUse })
}

// holdDays holds the days of the stays. Conflict names the first that isn't free.
func holdDays(tx *db.Tx, sc scope.Scope, holderID string, stays []Stay) error {
	for _, stay := range stays {
		free, err := FreeOn(tx, sc, stay.From)
		if err != nil {
			return err
		}
		if !free[stay.RoomID] {
			return errs.Conflict("Room %s is taken in the daytime of %s.", stay.RoomNumber, stay.From.Short())
		}
		if err := insertDay(tx, sc, holderID, stay); err != nil {
			return err
		}
	}
	return nil
}

// exchangeDays gives the holder the days of after instead of those of before.
func exchangeDays(tx *db.Tx, sc scope.Scope, holderID string, before, after []Stay) error {
	not := func(these []Stay) func(Stay) bool {
		return func(s Stay) bool {
			return slices.ContainsFunc(these, func(t Stay) bool { return s.RoomID == t.RoomID && s.From == t.From })
		}
	}
	if err := holdDays(tx, sc, holderID, slices.DeleteFunc(slices.Clone(after), not(before))); err != nil {
		return err
	}
	for _, stay := range slices.DeleteFunc(slices.Clone(before), not(after)) {
		if err := deleteDay(tx, sc, holderID, stay); err != nil {
			return err
		}
	}
	return nil
}

// requireNoDayUse refuses, as a Conflict, nights on both sides of a day on which somebody else has the room, and a
// block of that day's night. asked are the days used.
func requireNoDayUse(asked db.Later[[]Night], kind string, stays []Stay) error {
	first := 1
	if kind == Block {
		first = 0
	}
	used, err := asked.Get()
	if err != nil || len(used) == 0 {
		return err
	}
	for _, stay := range stays {
		from := stay.From.AddDays(first)
		for _, n := range used {
			if n.RoomID == stay.RoomID && from <= n.Night && n.Night < stay.To {
				return errs.Conflict("Room %s is in day use on %s.", stay.RoomNumber, n.Night.Short())
			}
		}
	}
	return nil
}
