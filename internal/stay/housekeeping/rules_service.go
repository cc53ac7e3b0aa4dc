package housekeeping

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
)

// Rules reads the rules and their version.
func (s *Service) Rules(ctx context.Context, sc scope.Scope) (Kept, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (Kept, error) { return keptRules(tx, sc).Get() })
}

// setRules edits the rules. Invalid names a category or a member that isn't the hotel's. An edit that changes nothing
// leaves no trace.
func (s *Service) setRules(ctx context.Context, sc scope.Scope, edit func(*Rules)) (Kept, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Kept, error) {
		k, err := lockRules(tx, sc)
		if err == nil {
			err = sc.CheckVersion(k.Version)
		}
		if err != nil {
			return k, err
		}
		was := k.Rules
		if edit(&k.Rules); reflect.DeepEqual(was, k.Rules) {
			return k, nil
		}
		if err := k.Rules.check(); err != nil {
			return k, err
		}
		if err := checkNamed(tx, s.rooms, sc, k.Rules); err != nil {
			return k, err
		}
		k.Version++
		if err := saveRules(tx, sc, k); err != nil {
			return k, err
		}
		return k, s.bus.Publish(tx, sc, rulesChanged.Of(sc.Org,
			rulesDetails{k.Rules.StayoversDirty, k.Rules.Inspected, k.Rules.LinenEvery, k.Rules.Turndown}))
	})
}

// checkNamed names the categories and members of the rules that aren't the hotel's.
func checkNamed(tx *db.Tx, roomsOf *room.Service, sc scope.Scope, r Rules) error {
	for i, c := range r.OfCategories {
		if _, err := roomsOf.FindCategory(tx, sc, place("categories", i)+"categoryId", c.CategoryID); err != nil {
			return err
		}
	}
	members, err := activeMembers(tx, sc, r.staff())
	if err != nil {
		return err
	}
	var bad errs.Fields
	for i, f := range r.Floors {
		for j, id := range f.UserIDs {
			if members[id] == "" {
				bad.Add(fmt.Sprintf("%suserIds[%d]", place("floors", i), j), "must be the id of an active user of the hotel")
			}
		}
	}
	return bad.Err()
}

// Day is who has how much of the rooms of a day.
type Day struct {
	Date       date.Date
	Attendants []Load
	Nobody     Load // what is given to nobody
}

// Loads reads who has how much to clean on a day, today or later, "" being today.
func (s *Service) Loads(ctx context.Context, sc scope.Scope, day date.Date) (Day, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Day, error) {
		day, err := checkedDay(tx, sc, day)
		if err != nil {
			return Day{}, err
		}
		return s.loadsOf(tx, sc, day)
	})
}

func (s *Service) loadsOf(tx *db.Tx, sc scope.Scope, day date.Date) (Day, error) {
	rules, err := RulesOf(tx, sc).Get()
	if err != nil {
		return Day{}, err
	}
	members, err := activeMembers(tx, sc, rules.staff())
	if err != nil {
		return Day{}, err
	}
	lines, err := s.lines(tx, sc, day)
	attendants, nobody := loads(lines, members)
	return Day{day, attendants, nobody}, err
}

// Spread gives the rooms of a day that need somebody, and have nobody, to the members by their credits; without any, to
// those of the floors. again takes first what they have and isn't done.
func (s *Service) Spread(ctx context.Context, sc scope.Scope, day date.Date, userIDs []string, again bool) (Day,
	error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Day, error) {
		day, err := checkedDay(tx, sc, day)
		if err != nil {
			return Day{}, err
		}
		rules, err := RulesOf(tx, sc).Get()
		if err != nil {
			return Day{}, err
		}
		members, err := among(tx, sc, rules, userIDs)
		if err != nil {
			return Day{}, err
		}
		lines, err := s.lines(tx, sc, day)
		if err != nil {
			return Day{}, err
		}
		given := rules.anew(lines, members, again)
		slices.SortFunc(given, func(a, b Assignment) int { return strings.Compare(a.RoomID, b.RoomID) })
		rooms, names, err := s.named(tx, sc, given)
		if err != nil {
			return Day{}, err
		}
		before, err := assigned(tx, sc, day)
		if err != nil {
			return Day{}, err
		}
		for _, a := range given {
			if err := s.assign(tx, sc, day, a, rooms[a.RoomID], before[a.RoomID], names); err != nil {
				return Day{}, err
			}
		}
		return s.loadsOf(tx, sc, day)
	})
}

// among are the names of those who get rooms: the members that are named, or all of the floors.
func among(tx *db.Tx, sc scope.Scope, rules Rules, userIDs []string) (map[string]string, error) {
	asked := userIDs
	if len(asked) == 0 {
		asked = rules.staff()
	}
	members, err := activeMembers(tx, sc, asked)
	switch {
	case err != nil:
		return nil, err
	case len(members) < len(userIDs):
		return nil, notAmong(members, userIDs)
	case len(members) == 0:
		return nil, errs.InvalidField("userIds", "is required, unless the rules name active attendants of floors")
	}
	return members, nil
}

// notAmong names the first of the ids that is no active member's, or that is there twice.
func notAmong(members map[string]string, userIDs []string) error {
	for i, id := range userIDs {
		if members[id] == "" || slices.Contains(userIDs[:i], id) {
			return errs.InvalidField(fmt.Sprintf("userIds[%d]", i), "must be the id of an active user of the hotel, once")
		}
	}
	return nil
}

// anew are the assignments to these members. With again, rooms of theirs that are to be cleaned, and of which nothing
// is done, are given anew, or to nobody where nobody may have more.
func (r Rules) anew(lines []Line, members map[string]string, again bool) []Assignment {
	free, taken := slices.Clone(lines), map[string]bool{}
	for i := range free {
		if a := free[i].Assignee; again && a != nil && members[a.ID] != "" {
			if work, done := free[i].credits(); work > 0 && done == 0 {
				free[i].Assignee, taken[free[i].ID] = nil, true
			}
		}
	}
	all, _ := loads(free, members)
	given := r.spread(free, slices.DeleteFunc(all, func(l Load) bool { return members[l.ID] == "" }))
	for _, a := range given {
		delete(taken, a.RoomID)
	}
	for id := range taken {
		given = append(given, Assignment{RoomID: id})
	}
	return given
}

// Overnight makes the rooms dirty in which guests slept after the day that is being closed, if the rules say so, except
// those that somebody has cleaned since.
func (s *Service) Overnight(tx *db.Tx, sc scope.Scope, day date.Date) error {
	rules, err := RulesOf(tx, sc).Get()
	if err != nil || !rules.StayoversDirty {
		return err
	}
	today := sc.Today(tx.Now)
	live, err := stays(tx, sc, today)
	if err != nil {
		return err
	}
	var ids []string
	for _, one := range live {
		if one.inRoom(today) && one.from <= day && one.from < one.to { // a day use has no night
			ids = append(ids, one.roomID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	rooms, err := s.rooms.LockExclusive(tx, sc, ids).Get()
	if err != nil {
		return err
	}
	since := day.AddDays(1).Start(sc.Zone).UnixMilli()
	ids = slices.DeleteFunc(ids, func(id string) bool {
		return rooms[id].Housekeeping == room.Dirty || rooms[id].HousekeepingAt >= since
	})
	if len(ids) == 0 {
		return nil
	}
	if err := s.rooms.MarkDirty(tx, sc, ids); err != nil {
		return err
	}
	numbers := make([]string, len(ids))
	for i, id := range ids {
		numbers[i] = rooms[id].Number
	}
	slices.SortFunc(numbers, room.Naturally)
	e := dirtied.Of(string(day), dirtiedDetails{day, numbers})
	e.Touched = map[string][]string{"housekeeping": ids}
	return s.bus.Publish(tx, sc, e)
}
