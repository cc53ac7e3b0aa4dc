package housekeeping_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
)

// Reports that come in any order, and some of them again, leave what the one that was made last says: of the state and
// of the note, each for itself.
func TestReportsInAnyOrder(t *testing.T) {
	apptest.RapidDefault(t, "checks", "25")
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rooms, next := owner.CreateRooms(400), 0
		owner = owner.Later(time.Hour)
		rapid.Check(t, func(rt *rapid.T) {
			room := rooms[next%len(rooms)]
			next++
			type made struct{ state, note string } // "": nothing said
			draw := rapid.Custom(func(rt *rapid.T) made {
				state := rapid.SampledFrom([]string{"", "clean", "dirty", "inspected"}).Draw(rt, "state")
				note := rapid.SampledFrom([]string{"", "Tap", "Towel", "Lamp"}).Draw(rt, "note")
				if state == "" && note == "" {
					state = "clean"
				}
				return made{state, note}
			})
			list := rapid.SliceOfN(draw, 1, 8).Draw(rt, "reports")
			order := rapid.SliceOfN(rapid.IntRange(0, len(list)-1), 1, 12).Draw(rt, "order")
			state, note, stateAt, noteAt := "clean", "", -1, -1
			for _, i := range order {
				body := object{"at": apptest.Noon.Add(time.Duration(i) * time.Minute)}
				if list[i].state != "" {
					body["housekeeping"] = list[i].state
					if i > stateAt {
						state, stateAt = list[i].state, i
					}
				}
				if list[i].note != "" {
					body["note"] = list[i].note
					if i > noteAt {
						note, noteAt = list[i].note, i
					}
				}
				a, err := owner.Try("PUT", report(room), body)
				if err != nil || a.Status != 200 {
					rt.Fatalf("%v %v", a, err)
				}
				if got := a.Text("data", "housekeeping"); got != state {
					rt.Fatalf("after %d of the reports %v of %v the room is %s, want %s: %s", i, order, list, got, state, a.Raw)
				}
				if got := a.Text("data", "note"); got != note {
					rt.Fatalf("after the reports %v of %v the note is %q, want %q", order, list, got, note)
				}
				late := stateAt > i && list[i].state != "" && list[i].state != state
				if warned := slices.ContainsFunc(a.List("warnings"), func(w any) bool {
					return w.(map[string]any)["code"] == "late-housekeeping"
				}); warned != late {
					rt.Fatalf("the report %d of %v answers %s", i, list, a.Raw)
				}
			}
		})
	})
}
