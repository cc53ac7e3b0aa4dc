package assignment

import (
	"cmp"
	"slices"
	"strings"

	"sarai/internal/kit/date"
)

// entry is a room of a booking that the plan may choose.
type entry struct {
	bookingID, code string
	position        int // in the booking's rooms
	categoryID      string
	from, to        date.Date
	roomID          string // that it has; "" while it is open
}

// taken are the nights of rooms that the plan must leave alone.
type taken map[string]map[date.Date]bool

func (t taken) add(roomID string, from, to date.Date) {
	if t[roomID] == nil {
		t[roomID] = map[date.Date]bool{}
	}
	for _, day := range date.Days(from, to) {
		t[roomID][day] = true
	}
}

func (t taken) free(roomID string, from, to date.Date) bool {
	return !slices.ContainsFunc(date.Days(from, to), func(day date.Date) bool { return t[roomID][day] })
}

// gap is how many nights the room is free before the day: the fewer, the better an entry fits in.
func (t taken) gap(roomID string, day date.Date) int {
	const most = 30
	for nights := range most {
		if t[roomID][day.AddDays(-nights-1)] {
			return nights
		}
	}
	return most
}

func (t taken) clone() taken {
	copied := taken{}
	for roomID, nights := range t {
		copied[roomID] = map[date.Date]bool{}
		for day := range nights {
			copied[roomID][day] = true
		}
	}
	return copied
}

// plan chooses a room for each entry of one category, by the entry's index; an entry that finds none is missing. rooms
// are in the order in which they are given away. Entries keep the rooms that they have, unless more find one when all
// are chosen anew.
func plan(entries []entry, rooms []string, others taken) map[int]string {
	staying := others.clone()
	kept, open := map[int]string{}, []int{}
	for i, e := range entries {
		if e.roomID == "" {
			open = append(open, i)
			continue
		}
		kept[i] = e.roomID
		staying.add(e.roomID, e.from, e.to)
	}
	place(entries, open, rooms, staying, kept)
	if len(kept) == len(entries) {
		return kept
	}
	anew, all := map[int]string{}, make([]int, len(entries))
	for i := range entries {
		all[i] = i
	}
	place(entries, all, rooms, others.clone(), anew)
	if everyHolder(entries, anew) && len(anew) > len(kept) {
		return anew
	}
	return kept
}

// everyHolder tells whether each entry that has a room has one in the plan too.
func everyHolder(entries []entry, chosen map[int]string) bool {
	for i, e := range entries {
		if _, ok := chosen[i]; !ok && e.roomID != "" {
			return false
		}
	}
	return true
}

// place chooses for each of these entries, the earliest first, the free room that it fits into best.
func place(entries []entry, these []int, rooms []string, held taken, chosen map[int]string) {
	slices.SortStableFunc(these, func(a, b int) int {
		return cmp.Or(strings.Compare(string(entries[a].from), string(entries[b].from)),
			-strings.Compare(string(entries[a].to), string(entries[b].to)))
	})
	for _, i := range these {
		e, best, least := entries[i], "", 0
		for _, roomID := range rooms {
			if !held.free(roomID, e.from, e.to) {
				continue
			}
			if gap := held.gap(roomID, e.from); best == "" || gap < least {
				best, least = roomID, gap
			}
		}
		if best != "" {
			chosen[i] = best
			held.add(best, e.from, e.to)
		}
	}
}
