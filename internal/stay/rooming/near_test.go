package rooming

import (
	"fmt"
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
		{"on one floor", "101 201 202", "", "201 202"},
		{"on one floor, though another run is shorter", "101 103 104 201 202", "102 103", "201 202"},
		{"over two floors", "101 201", "", "101 201"},
		{"too few throughout", "101 102", "101", "102 "},
	} {
		busy := taken{}
		for _, number := range strings.Fields(c.taken) {
			busy.add(number, day(0))
		}
		wishes := []wish{{bookingID: "a", categoryID: "c", from: day(0), to: day(2)},
			{bookingID: "b", categoryID: "c", from: day(0), to: day(2)}}
		var got []string
		for _, g := range near(wishes, rooms(c.rooms), busy, map[string]bool{}) {
			got = append(got, g.room.Number)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Two categories on three floors: the smaller one joins the greater one, and both join who has a room already.
func TestNearOnTheGroupsFloor(t *testing.T) {
	var rooms []room.Room
	for _, floor := range []string{"1", "2", "3"} {
		for i, category := range []string{"c", "c", "d"} {
			number := fmt.Sprint(floor, "0", i+1)
			rooms = append(rooms, room.Room{ID: number, Number: number, Floor: floor, CategoryID: category, Active: true})
		}
	}
	stay := func(category string) wish { return wish{categoryID: category, from: "2026-04-01", to: "2026-04-03"} }
	for want, c := range map[string]struct {
		wishes []wish
		taken  string
		floors map[string]bool
	}{
		"101 102 103": {[]wish{stay("d"), stay("c"), stay("c")}, "", map[string]bool{}},
		"201 202 203": {[]wish{stay("d"), stay("c"), stay("c")}, "102", map[string]bool{}},
		"301 302 303": {[]wish{stay("d"), stay("c"), stay("c")}, "", map[string]bool{"3": true}},
	} {
		busy := taken{}
		busy.add(c.taken, "2026-04-01")
		var got []string
		for _, g := range near(c.wishes, rooms, busy, c.floors) {
			got = append(got, g.room.Number)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q, want %q", got, want)
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
