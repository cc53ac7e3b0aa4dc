package housekeeping

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/property/room"
)

// Rooms that are given anew are given once, or to nobody; those of others, and those that are begun, stay as they are.
func TestAnewTakesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules, members := defaults, map[string]string{"a": "Asha", "b": "Bala"}
		rules.MaxCredits = rapid.SampledFrom([]int{0, 30, 60}).Draw(t, "most")
		var lines []Line
		for i := range rapid.IntRange(0, 12).Draw(t, "rooms") {
			l := Line{Room: room.Room{ID: fmt.Sprint("r", i), Floor: "1"}, Service: &Task{Service: ServiceFull,
				State: rapid.SampledFrom([]string{Open, Done}).Draw(t, "state"), Credits: 20}}
			if of := rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, "of"); of != "" {
				l.Assignee = &Assignee{of, members[of]}
			}
			lines = append(lines, l)
		}
		given := map[string]int{}
		for _, a := range rules.anew(lines, members, true) {
			given[a.RoomID]++
		}
		for _, l := range lines {
			open, of := l.Service.State == Open, l.Assignee
			switch n := given[l.ID]; {
			case n > 1, n == 1 && (!open || of != nil && of.ID == "c"):
				t.Fatalf("%s is given %d times", l.ID, n)
			case n == 0 && open && of != nil && of.ID != "c":
				t.Fatalf("%s is left to %s", l.ID, of.ID)
			}
		}
	})
}

// Rooms are given once, to somebody who may have them and has few enough credits; without floors and bounds, nobody has
// more than another by more than the largest room.
func TestSpreadIsEven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := defaults
		rules.MaxCredits = rapid.SampledFrom([]int{0, 0, 60, 100}).Draw(t, "most")
		var people []Load
		for i := range rapid.IntRange(1, 5).Draw(t, "people") {
			people = append(people, Load{Assignee: Assignee{ID: fmt.Sprint("p", i)}})
		}
		staffed := rapid.Bool().Draw(t, "staffed")
		if staffed {
			rules.Floors = []FloorStaffing{{"1", []string{"p0"}}}
		}
		var lines []Line
		for i := range rapid.IntRange(0, 30).Draw(t, "rooms") {
			floor := rapid.SampledFrom([]string{"1", "2", "g", "G"}).Draw(t, "floor")
			l := Line{Room: room.Room{ID: fmt.Sprint("r", i), Floor: floor}}
			if work := rapid.IntRange(0, 40).Draw(t, "work"); work > 0 {
				l.Service = &Task{Service: ServiceFull, State: Open, Credits: work}
			}
			lines = append(lines, l)
		}
		of, seen, largest := map[string]int{}, map[string]bool{}, 0
		for _, a := range rules.spread(lines, people) {
			if seen[a.RoomID] {
				t.Fatalf("%s is given twice", a.RoomID)
			}
			seen[a.RoomID] = true
			for _, l := range lines {
				if l.ID == a.RoomID {
					of[*a.UserID] += l.Service.Credits
					largest = max(largest, l.Service.Credits)
					if staffed && strings.EqualFold(l.Floor, "1") && *a.UserID != "p0" {
						t.Fatalf("%s cleans on floor 1", *a.UserID)
					}
				}
			}
		}
		least, most := 1<<30, 0
		for _, p := range people {
			least, most = min(least, of[p.ID]), max(most, of[p.ID])
		}
		if rules.MaxCredits > 0 && most > rules.MaxCredits {
			t.Fatalf("somebody has %d credits of at most %d", most, rules.MaxCredits)
		}
		if rules.MaxCredits == 0 && !staffed && most-least > largest {
			t.Fatalf("one has %d credits, another %d, and the largest room is %d", most, least, largest)
		}
		for _, l := range lines {
			if rules.MaxCredits == 0 && l.Service != nil && !seen[l.ID] {
				t.Fatalf("%s is given to nobody", l.ID)
			}
		}
	})
}
