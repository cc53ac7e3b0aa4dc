package rooming

import (
	"strings"
	"testing"

	"sarai/internal/kit/date"
	"sarai/internal/property/room"
)

func TestNear(t *testing.T) {
	day := func(n int) date.Date { return date.Date("2026-04-01").AddDays(n) }
	rooms := func(numbers string) (list []room.Room) {
		for _, number := range strings.Fields(numbers) {
			list = append(list, room.Room{ID: number, Number: number, Floor: number[:1], CategoryID: "c", Active: true})
		}
		return list
	}
	for _, c := range []struct{ name, rooms, taken, want string }{
		{"side by side", "101 102 103 104", "", "101 102"},
		{"around one that is taken", "101 102 103 104 105", "102 104", "101 103"},
		{"the shortest run", "101 102 103 104 105 106", "102 103", "104 105"},
		{"on one floor", "101 201 202", "", "101 201"},
		{"too few throughout", "101 102", "101", "102 "},
	} {
		busy := taken{}
		for _, number := range strings.Fields(c.taken) {
			busy.add(number, day(0))
		}
		wishes := []wish{{bookingID: "a", categoryID: "c", from: day(0), to: day(2)},
			{bookingID: "b", categoryID: "c", from: day(0), to: day(2)}}
		var got []string
		for _, g := range near(wishes, rooms(c.rooms), busy) {
			got = append(got, g.room.Number)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestDaysAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]date.Date{"2026-04-14": "2026-04-14", "14/04/2026": "2026-04-14",
		"4/5/2026": "2026-05-04", "14-4-2026": "2026-04-14", "14 Apr 2026": "2026-04-14", "14-Apr-26": "2026-04-14",
		"46126": "2026-04-14", "46126.5": "2026-04-14", "soon": "", "31/02/2026": "", "13/13/2026": "", "12": "", "": ""} {
		if got, ok := parseDay(text); got != want || ok != (want != "") {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
