package inventory

import (
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// Exchange gives the holder the nights and days of after instead of those of before. It holds the new ones, and fails
// as Hold does, before it releases the old ones: two holders who want each other's rooms are both refused and never
// deadlock.
func Exchange(tx *db.Tx, sc scope.Scope, kind, holderID string, before, after []Stay) error {
	if wanted := beyond(after, before); len(wanted) > 0 {
		if _, err := Hold(tx, sc, kind, holderID, wanted).Get(); err != nil {
			return err
		}
	}
	if err := release(tx, sc, holderID, beyond(before, after)); err != nil {
		return err
	}
	if err := exchangeDays(tx, sc, holderID, dayUses(before), dayUses(after)); err != nil {
		return err
	}
	if len(after) == 0 {
		return nil
	}
	return requireNoDayUse(daysUsed(tx, sc, after), kind, after)
}

// beyond lists the nights of these stays that those stays don't have.
func beyond(these, those []Stay) []Stay {
	var list []Stay
	for _, stay := range these {
		rest := []Stay{stay}
		for _, other := range those {
			if other.RoomID == stay.RoomID && other.From < other.To {
				rest = without(rest, other.From, other.To)
			}
		}
		list = append(list, rest...)
	}
	return slices.DeleteFunc(list, func(s Stay) bool { return s.From >= s.To })
}

// alike puts stays of the same nights together, so that one statement is about all of them.
func alike(stays []Stay) [][]Stay {
	type nights struct{ from, to date.Date }
	var groups [][]Stay
	at := map[nights]int{}
	for _, stay := range stays {
		of := nights{stay.From, stay.To}
		i, known := at[of]
		if !known {
			i, groups = len(groups), append(groups, nil)
			at[of] = i
		}
		groups[i] = append(groups[i], stay)
	}
	return groups
}

// without cuts the nights [from, to) out of stays in one room. It may return empty stays.
func without(stays []Stay, from, to date.Date) []Stay {
	rest := make([]Stay, 0, len(stays)+1)
	for _, s := range stays {
		head, tail := s, s
		head.To, tail.From = min(s.To, from), max(s.From, to)
		rest = append(rest, head, tail)
	}
	return rest
}
