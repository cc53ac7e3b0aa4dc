package rooming

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/property/room"
)

// wish is a room of a booking that has only a category yet.
type wish struct {
	bookingID, code, guest, entryID, categoryID string
	from, to                                    date.Date
}

// taken are nights by room.
type taken map[string]map[date.Date]bool

func (t taken) add(roomID string, night date.Date) {
	if t[roomID] == nil {
		t[roomID] = map[date.Date]bool{}
	}
	t[roomID][night] = true
}

func (t taken) free(roomID string, from, to date.Date) bool {
	for night := range t[roomID] {
		if from <= night && night < to {
			return false
		}
	}
	return true
}

// near gives wishes of a category rooms that are next to each other: the shortest run of its rooms, by number, on one
// floor in which as many as there are wishes are free throughout, before all on a floor on which the group has rooms;
// else the shortest over several floors; else each the first that is free for it. The category with most wishes comes
// first. floors are those on which the group has rooms: it adds to them.
func near(wishes []wish, rooms []room.Room, taken taken, floors map[string]bool) (list []given) {
	byCategory := map[string][]wish{}
	for _, w := range wishes {
		byCategory[w.categoryID] = append(byCategory[w.categoryID], w)
	}
	order := slices.SortedFunc(maps.Keys(byCategory), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(byCategory[b]), len(byCategory[a])), strings.Compare(a, b))
	})
	for _, categoryID := range order {
		var inCategory []room.Room
		for _, r := range rooms {
			if r.Active && r.CategoryID == categoryID {
				inCategory = append(inCategory, r)
			}
		}
		slices.SortStableFunc(inCategory, func(a, b room.Room) int { // rooms come by their numbers
			return cmp.Or(cmp.Compare(len(a.Floor), len(b.Floor)), strings.Compare(a.Floor, b.Floor))
		})
		for _, g := range nearIn(byCategory[categoryID], inCategory, taken, floors) {
			if list = append(list, g); g.room.ID != "" {
				floors[g.room.Floor] = true
			}
		}
	}
	return list
}

func nearIn(wishes []wish, rooms []room.Room, taken taken, floors map[string]bool) (list []given) {
	from, to := wishes[0].from, wishes[0].to
	for _, w := range wishes {
		from, to = min(from, w.from), max(to, w.to)
	}
	var places []int
	for i, r := range rooms {
		if taken.free(r.ID, from, to) {
			places = append(places, i)
		}
	}
	if run := runOf(places, rooms, len(wishes), floors); run != nil {
		for i, w := range wishes {
			list = append(list, given{w, rooms[run[i]]})
		}
		return list
	}
	for _, w := range wishes {
		g := given{wish: w}
		for _, r := range rooms {
			if taken.free(r.ID, w.from, w.to) {
				g.room = r
				for _, night := range date.Days(w.from, w.to) {
					taken.add(r.ID, night)
				}
				break
			}
		}
		list = append(list, g)
	}
	return list
}

// runOf are the places of so many rooms near each other: on one floor, before all one of these floors, or else over
// several; nil if there are too few.
func runOf(places []int, rooms []room.Room, number int, floors map[string]bool) (best []int) {
	byFloor := map[string][]int{}
	for _, p := range places {
		byFloor[rooms[p].Floor] = append(byFloor[rooms[p].Floor], p)
	}
	length := func(run []int) int { return run[number-1] - run[0] }
	for _, floor := range slices.SortedFunc(maps.Keys(byFloor), func(a, b string) int {
		return cmp.Compare(byFloor[a][0], byFloor[b][0])
	}) {
		start, ok := shortest(byFloor[floor], number)
		if !ok {
			continue
		}
		run := byFloor[floor][start : start+number]
		better := best == nil || floors[floor] && !floors[rooms[best[0]].Floor] ||
			floors[floor] == floors[rooms[best[0]].Floor] && length(run) < length(best)
		if better {
			best = run
		}
	}
	if best != nil {
		return best
	}
	if start, ok := shortest(places, number); ok {
		return places[start : start+number]
	}
	return nil
}

// shortest is where the number of places begins that lie closest together.
func shortest(places []int, number int) (start int, ok bool) {
	for i := 0; i+number <= len(places); i++ {
		if length := places[i+number-1] - places[i]; !ok || length < places[start+number-1]-places[start] {
			start, ok = i, true
		}
	}
	return start, ok
}
