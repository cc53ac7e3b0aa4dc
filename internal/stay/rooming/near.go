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
	bookingID, code, entryID, categoryID string
	from, to                             date.Date
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

// near gives wishes of a category rooms that are next to each other: the shortest run of its rooms, by floor and
// number, in which as many as there are wishes are free throughout; else each the first that is free for it.
func near(wishes []wish, rooms []room.Room, taken taken) (list []given) {
	byCategory := map[string][]wish{}
	for _, w := range wishes {
		byCategory[w.categoryID] = append(byCategory[w.categoryID], w)
	}
	for _, categoryID := range slices.Sorted(maps.Keys(byCategory)) {
		var inCategory []room.Room
		for _, r := range rooms {
			if r.Active && r.CategoryID == categoryID {
				inCategory = append(inCategory, r)
			}
		}
		slices.SortStableFunc(inCategory, func(a, b room.Room) int { // rooms come by their numbers
			return cmp.Or(cmp.Compare(len(a.Floor), len(b.Floor)), strings.Compare(a.Floor, b.Floor))
		})
		list = append(list, nearIn(byCategory[categoryID], inCategory, taken)...)
	}
	return list
}

func nearIn(wishes []wish, rooms []room.Room, taken taken) (list []given) {
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
	if start, ok := shortest(places, len(wishes)); ok {
		for i, w := range wishes {
			list = append(list, given{w, rooms[places[start+i]]})
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

// shortest is where the number of places begins that lie closest together.
func shortest(places []int, number int) (start int, ok bool) {
	for i := 0; i+number <= len(places); i++ {
		if length := places[i+number-1] - places[i]; !ok || length < places[start+number-1]-places[start] {
			start, ok = i, true
		}
	}
	return start, ok
}
