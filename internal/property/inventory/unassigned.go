package inventory

import (
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// Entry is a room of a booking that is not chosen yet: any of the category's for the nights [From, To).
type Entry struct {
	CategoryID string
	From, To   date.Date
	Try        string // a room of the category in use that seems free (FreeRooms); "": none is known
}

// Keep gives the holder's entries each of their nights in some room of the category that is free on it, instead of the
// nights that it kept for entries before. Rooms can't be sold twice so: one that is kept for an entry counts as sold,
// but whoever wants that very room gets it while another one is free, which the entry is given then. It returns the
// nights that no room is free on, for one entry each. Callers have locked the categories (LockCategories).
func Keep(tx *db.Tx, sc scope.Scope, holderID string, entries []Entry) (missing []date.Date, err error) {
	if err := releaseKind(tx, sc, Unassigned, holderID); err != nil {
		return nil, err
	}
	for _, e := range entries {
		without, err := keep(tx, sc, holderID, e)
		if err != nil {
			return nil, err
		}
		missing = append(missing, without...)
	}
	return missing, nil
}

// LockCategories keeps others from looking for free rooms of the entries' categories until the transaction ends, so
// that of two who look each finds rooms of their own. Whoever takes nights besides locks them before.
func LockCategories(tx *db.Tx, sc scope.Scope, entries []Entry) error {
	for _, categoryID := range categoriesOf(entries) {
		if err := LockCategory(tx, sc, categoryID); err != nil {
			return err
		}
	}
	return nil
}

func categoriesOf(entries []Entry) []string {
	var list []string
	for _, e := range entries {
		list = append(list, e.CategoryID)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// keep holds the entry's nights in rooms that are free: all in one room if there is one.
func keep(tx *db.Tx, sc scope.Scope, holderID string, e Entry) (missing []date.Date, err error) {
	if e.Try != "" {
		if ok, err := keepWhole(tx, sc, holderID, e, e.Try); ok || err != nil {
			return nil, err
		}
	}
	free, err := freeRooms(tx, sc, e.CategoryID, e.From, e.To)
	if err != nil {
		return nil, err
	}
	days := date.Days(e.From, e.To)
	if rooms := free.whole(days); len(rooms) > 0 {
		// Unless somebody who looks for no category has just taken the room; then it is looked for night by night.
		if ok, err := keepWhole(tx, sc, holderID, e, rooms[0]); ok || err != nil {
			return nil, err
		}
	}
	for _, day := range days {
		ok, err := keepNight(tx, sc, Unassigned, holderID, free[day], day)
		if err != nil {
			return nil, err
		}
		if !ok {
			missing = append(missing, day)
		}
	}
	return missing, nil
}

// keepWhole holds all of the entry's nights in the room, or none if one isn't free any more.
func keepWhole(tx *db.Tx, sc scope.Scope, holderID string, e Entry, roomID string) (ok bool, err error) {
	var nights []Night
	for _, day := range date.Days(e.From, e.To) {
		nights = append(nights, Night{RoomID: roomID, Night: day})
	}
	taken, err := take(tx, sc, Unassigned, holderID, nil, nights).Get()
	if err != nil || taken == int64(len(nights)) {
		return err == nil, err
	}
	return false, release(tx, sc, holderID, []Stay{{RoomID: roomID, From: e.From, To: e.To}})
}

// FreeRooms finds, for entries of one locked category, rooms that seem free for all of their nights, each another one;
// "" where there is none. It costs one question for all of them.
func FreeRooms(tx *db.Tx, sc scope.Scope, entries []Entry) ([]string, error) {
	chosen := make([]string, len(entries))
	if len(entries) == 0 {
		return chosen, nil
	}
	from, to := entries[0].From, entries[0].To
	for _, e := range entries {
		from, to = min(from, e.From), max(to, e.To)
	}
	free, err := freeRooms(tx, sc, entries[0].CategoryID, from, to)
	for i, e := range entries {
		days := date.Days(e.From, e.To)
		at := slices.IndexFunc(free[e.From], func(roomID string) bool {
			return !slices.ContainsFunc(days, func(day date.Date) bool { return !slices.Contains(free[day], roomID) })
		})
		if at < 0 {
			continue
		}
		chosen[i] = free[e.From][at]
		for _, day := range days {
			free[day] = slices.DeleteFunc(free[day], func(roomID string) bool { return roomID == chosen[i] })
		}
	}
	return chosen, err
}

// keepNight holds the night in the first of the rooms that is free still, and tells whether one was.
func keepNight(tx *db.Tx, sc scope.Scope, kind, holderID string, rooms []string, day date.Date) (bool, error) {
	for _, roomID := range rooms {
		taken, err := take(tx, sc, kind, holderID, nil, []Night{{RoomID: roomID, Night: day}}).Get()
		if err != nil || taken == 1 {
			return err == nil, err
		}
	}
	return false, nil
}

// displace gives the entries and allotments that are kept in these nights of rooms other rooms of the category, as far
// as one is free, and returns the nights that are free by that.
func displace(tx *db.Tx, sc scope.Scope, nights []Night) (freed []Night, err error) {
	kept, err := keptIn(tx, sc, nights)
	if err != nil {
		return nil, err
	}
	for _, k := range kept {
		free, err := freeRooms(tx, sc, k.categoryID, k.Night.Night, k.Night.Night.AddDays(1))
		if err != nil {
			return nil, err
		}
		ok, err := keepNight(tx, sc, k.Kind, k.HolderID, free[k.Night.Night], k.Night.Night)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		gone, err := releaseNight(tx, sc, k.Night)
		if err != nil {
			return nil, err
		}
		if !gone {
			return nil, errs.Conflict("These rooms changed at this moment. Try again.")
		}
		freed = append(freed, k.Night)
	}
	return freed, nil
}

// Vacate gives the entries and allotments that are kept in the room from a night on other rooms of their category. ok
// is false if there are too few, and then night is one that is needed.
func Vacate(tx *db.Tx, sc scope.Scope, roomID string, from date.Date) (night date.Date, ok bool, err error) {
	kept, err := keptFrom(tx, sc, roomID, from)
	if err != nil {
		return "", false, err
	}
	freed, err := displace(tx, sc, kept)
	for _, k := range kept {
		if !slices.ContainsFunc(freed, func(f Night) bool { return f.Night == k.Night }) {
			return k.Night, false, err
		}
	}
	return "", err == nil, err
}

// freeByNight are the ids of a category's rooms in use that are free on each night, the last numbers first: the first
// are those that people ask for.
type freeByNight map[date.Date][]string

// whole are the rooms that are free on all of the days.
func (f freeByNight) whole(days []date.Date) []string {
	return slices.DeleteFunc(slices.Clone(f[days[0]]), func(roomID string) bool {
		return slices.ContainsFunc(days, func(day date.Date) bool { return !slices.Contains(f[day], roomID) })
	})
}
