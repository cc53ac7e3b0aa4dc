package assignment

import (
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/kit/date"
)

// A plan gives no room twice for a night and takes none from others; who has a room keeps one; and an open
// entry is left without a room only if none is free for it in the end.
func TestPlans(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const first date.Date = "2026-04-14"
		rooms, others := []string{"a", "b", "c"}, taken{}
		draw := func(what string) (from, to date.Date) {
			begin := rapid.IntRange(0, 5).Draw(rt, what+" from")
			return first.AddDays(begin), first.AddDays(begin + rapid.IntRange(1, 3).Draw(rt, what+" nights"))
		}
		for range rapid.IntRange(0, 3).Draw(rt, "others") {
			from, to := draw("other")
			others.add(rapid.SampledFrom(rooms).Draw(rt, "other room"), from, to)
		}
		var entries []entry
		held := others.clone()
		for range rapid.IntRange(1, 6).Draw(rt, "entries") {
			e := entry{}
			e.from, e.to = draw("entry")
			if has := rapid.SampledFrom(append(rooms, "", "")).Draw(rt, "has"); has != "" && held.free(has, e.from, e.to) {
				held.add(has, e.from, e.to)
				e.roomID = has
			}
			entries = append(entries, e)
		}
		chosen := plan(entries, rooms, others)
		given := others.clone()
		for i, e := range entries {
			roomID, ok := chosen[i]
			switch {
			case !ok && e.roomID != "":
				rt.Fatalf("entry %d has lost its room", i)
			case !ok:
			case !given.free(roomID, e.from, e.to):
				rt.Fatalf("entry %d is given %s, which is taken", i, roomID)
			default:
				given.add(roomID, e.from, e.to)
			}
		}
		for i, e := range entries {
			for _, roomID := range rooms {
				if _, ok := chosen[i]; !ok && given.free(roomID, e.from, e.to) {
					rt.Fatalf("entry %d has no room, and %s is free", i, roomID)
				}
			}
		}
	})
}
