package housekeeping_test

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest/pdftext"
)

type object = apptest.Object

func TestHousekeeping(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: permissions},
		{Name: "the board of a day", Run: board},
		{Name: "the board of a day to come", Run: plan},
		{Name: "moves, day uses and overstays", Run: specials},
		{Name: "assignments", Run: assignments},
		{Name: "reports", Run: reports},
		{Name: "late reports", Run: lateReports},
		{Name: "reports at once", Run: reportsAtOnce},
		{Name: "what is told", Run: told},
		{Name: "the board on paper", Run: paper},
		{Name: "a photo", Run: photo},
	}, apptest.FoliosAddUp)
}

const (
	boardPath = "/api/rooms/{org}/housekeeping"
	paperPath = boardPath + "/pdf"
	assign    = boardPath + "/assign"
)

func photoPath(room string) string { return "/api/rooms/{org}/" + room + "/housekeeping/photo" }

func report(room string) string { return "/api/rooms/{org}/" + room + "/housekeeping/report" }

func permissions(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	owner.Book("2026-04-14", "2026-04-16", room)
	none := owner.Member("Porter", object{"bookings": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	elsewhere := owner.AnotherHotel()
	given := object{"assignments": []object{{"roomId": room, "userId": owner.UserID}}}
	for _, p := range []struct {
		method, path, flag string
		body               any
	}{{"GET", boardPath, "rooms.view", nil}, {"GET", paperPath, "rooms.view", nil}, {"PUT", assign, "rooms.update", given},
		{"GET", photoPath(room), "rooms.view", nil}, {"PUT", photoPath(room), "rooms.update", apptest.Picture(4, 4)},
		{"DELETE", photoPath(room), "rooms.update", nil},
		{"PUT", report(room), "rooms.update", object{"housekeeping": "clean"}}} {
		none.Do(p.method, p.path, p.body).Refused(403, p.flag)
		stranger.Do(p.method, p.path, p.body).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, strings.ReplaceAll(p.path, "{org}", owner.Org), p.body).Refused(401, "")
	}
	elsewhere.Put(report(room), object{"housekeeping": "clean"}).Refused(404, "no such room")
	elsewhere.Put(assign, given).Bad("assignments[0].roomId")
	elsewhere.Get(boardPath).Want(200).Is([]any{}, "data", "rooms")

	keeper := owner.MemberOf("Meena", apptest.RoleNamed(owner.Get("/api/roles/{org}/list"), "Housekeeping"))
	keeper.Get(boardPath).Want(200).Is("Asha Rao", "data", "rooms", 0, "arrival", "guestName")
	keeper.Put(report(room), object{"housekeeping": "inspected"}).Want(200)
	blind := owner.Member("Blind", object{"rooms": object{"view": true}}).Get(boardPath).Want(200).
		Is(2, "data", "rooms", 0, "arrival", "persons")
	if strings.Contains(string(blind.Raw), "Asha") || strings.Contains(string(blind.Raw), "bookingId") {
		owner.Server.T.Errorf("who may not view bookings reads %s", blind.Raw)
	}
}

// seen lists the rooms of a board as "101 occupancy persons", with "+time persons" of an arrival and "!" of priority.
func seen(a apptest.Answer) []string {
	var list []string
	for _, entry := range a.Want(200).List("data", "rooms") {
		r := entry.(map[string]any)
		line := fmt.Sprint(r["roomNumber"], " ", r["occupancy"], " ", r["persons"])
		if arrival, ok := r["arrival"].(map[string]any); ok {
			line += fmt.Sprint(" +", arrival["time"], arrival["persons"])
		}
		if r["priority"] == true {
			line += " !"
		}
		list = append(list, line)
	}
	return list
}

func wantSeen(t *testing.T, a apptest.Answer, want ...string) {
	t.Helper()
	if got := seen(a); !slices.Equal(got, want) {
		t.Fatalf("the board shows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func board(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(6)
	leaving := owner.Book("2026-04-14", "2026-04-15", rooms[0])
	staying := owner.Book("2026-04-14", "2026-04-17", rooms[1])
	owner.Arrive(leaving)
	owner.Arrive(staying)
	owner = owner.OnDay("2026-04-15")
	next := owner.Book("2026-04-15", "2026-04-16", rooms[0])
	owner.Put(apptest.BookingPath(next, "/expected-arrival"), object{"expectedArrivalTime": "13:30"})
	owner.Book("2026-04-15", "2026-04-16", rooms[2])
	here := owner.Book("2026-04-15", "2026-04-16", rooms[3])
	owner.Arrive(here)
	owner.Post("/api/rooms/{org}/"+rooms[4]+"/blocks", object{"from": "2026-04-15", "to": "2026-04-16"}).Want(201)
	expected := func(first, third string) []string {
		return []string{first, "102 stayover 2", third, "104 occupied 2", "105 out-of-order 0", "106 vacant 0"}
	}
	got := seen(owner.Get(boardPath))
	time := strings.TrimSuffix(strings.TrimPrefix(got[0], "101 due-out 2 +"), "2 !")
	if time != "13:30" && time != "" {
		t.Fatalf("room 101 is %s", got[0])
	}
	wantSeen(t, owner.Get(boardPath), expected("101 due-out 2 +"+time+"2 !", "103 arrival 2 +2")...)
	owner.Get(boardPath).Is("2026-04-15", "data", "date").Is("Deluxe", "data", "rooms", 0, "category", "name").
		Is(leaving, "data", "rooms", 0, "bookingId").Is(next, "data", "rooms", 0, "arrival", "bookingId").
		Is(nil, "data", "rooms", 5, "arrival").Is(nil, "data", "rooms", 5, "assignee").Is("", "data", "rooms", 5, "note")
	owner.Put(report(rooms[2]), object{"housekeeping": "dirty"}).Want(200).Is(true, "data", "priority")
	owner.Leave(leaving, nil)
	wantSeen(t, owner.Get(boardPath), expected("101 arrival 2 +"+time+"2 !", "103 arrival 2 +2 !")...)
	owner.Put(report(rooms[0]), object{"housekeeping": "clean"}).Want(200).Is(false, "data", "priority")
	wantSeen(t, owner.Get(boardPath+"?housekeeping=dirty"), "103 arrival 2 +2 !")
	wantSeen(t, owner.Get(boardPath+"?floor=2"))
	if n := len(seen(owner.Get(boardPath + "?floor=1"))); n != 6 {
		t.Errorf("the floor has %d rooms", n)
	}
	owner.Put("/api/rooms/{org}/"+rooms[5]+"/update", object{"isActive": false}).Want(200)
	if n := len(seen(owner.Get(boardPath))); n != 5 {
		t.Errorf("with one inactive the board has %d rooms", n)
	}
	owner.Put(report(rooms[5]), object{"housekeeping": "clean"}).Refused(400, "inactive")
	owner.Get(boardPath + "?date=2026-04-14").Bad("date")
	owner.Get(boardPath + "?date=x").Bad("date")
}

func plan(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	owner.Arrive(owner.Book("2026-04-14", "2026-04-16", rooms[0]))
	owner.Book("2026-04-16", "2026-04-18", rooms[0])
	owner.Book("2026-04-15", "2026-04-17", rooms[1])
	wantSeen(t, owner.Get(boardPath+"?date=2026-04-15"), "101 stayover 2", "102 arrival 2 +2", "103 vacant 0")
	wantSeen(t, owner.Get(boardPath+"?date=2026-04-16"), "101 due-out 2 +2 !", "102 stayover 2", "103 vacant 0")
	wantSeen(t, owner.Get(boardPath+"?date=2026-04-17"), "101 stayover 2", "102 due-out 2", "103 vacant 0")
	wantSeen(t, owner.Get(boardPath+"?date=2026-04-18"), "101 due-out 2", "102 vacant 0", "103 vacant 0")
}

func specials(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(4)
	moving := owner.Book("2026-04-14", "2026-04-17", rooms[0])
	owner.Arrive(moving)
	owner.Post(apptest.BookingPath(moving, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1],
		"from": "2026-04-15"}).Want(200)
	daytime := apptest.Stay("2026-04-14", "2026-04-14", rooms[2]).Merged(object{"dayUse": true})
	short := owner.Post("/api/bookings/{org}/create", daytime).Want(201).Text("data", "bookingId")
	owner.Arrive(owner.Book("2026-04-14", "2026-04-15", rooms[3]))
	wantSeen(t, owner.Get(boardPath), "101 occupied 2", "102 vacant 0", "103 arrival 2 +2", "104 occupied 2")
	owner.Arrive(short)
	wantSeen(t, owner.Get(boardPath), "101 occupied 2", "102 vacant 0", "103 due-out 2", "104 occupied 2")
	wantSeen(t, owner.Get(boardPath+"?date=2026-04-15"), "101 due-out 2", "102 arrival 2 +2", "103 vacant 0",
		"104 due-out 2")
	owner.Leave(short, nil)
	owner = owner.OnDay("2026-04-16")
	wantSeen(t, owner.Get(boardPath), "101 vacant 0", "102 stayover 2", "103 vacant 0", "104 due-out 2")
}

func assignments(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	keepers := object{"rooms": object{"view": true, "update": true}}
	meena, ravi := owner.Member("Meena", keepers), owner.Member("Ravi", keepers)
	set := func(fields object, entries ...object) apptest.Answer {
		return owner.Put(assign, object{"assignments": entries}.Merged(fields))
	}
	to := func(room string, user any) object { return object{"roomId": room, "userId": user} }
	set(nil, to(rooms[1], ravi.UserID), to(rooms[0], meena.UserID)).Want(200).
		Is("101", "data", "rooms", 0, "roomNumber").Is(meena.UserID, "data", "rooms", 0, "assignee", "_id").
		Is("102", "data", "rooms", 1, "roomNumber").Is("2026-04-14", "data", "date")
	name := owner.Get(boardPath+"?assignee="+meena.UserID).Want(200).Text("data", "rooms", 0, "assignee", "name")
	if !strings.HasPrefix(name, "Meena") {
		t.Errorf("the room is %s's", name)
	}
	meena.Get(boardPath+"?assignee=me").Want(200).Is("101", "data", "rooms", 0, "roomNumber")
	wantSeen(t, ravi.Get(boardPath+"?assignee=me"), "102 vacant 0")
	wantSeen(t, owner.Get(boardPath+"?assignee=none"), "103 vacant 0")
	wantSeen(t, owner.Get(boardPath+"?assignee="+apptest.Nobody))
	wantSeen(t, meena.Get(boardPath+"?assignee=me&date=2026-04-15"))
	before := owner.Get(boardPath).Want(200).At("data")

	elsewhere := owner.AnotherHotel()
	for place, entries := range map[string][]object{
		"assignments[1].roomId": {to(rooms[0], ravi.UserID), to(apptest.Nobody, ravi.UserID)},
		"assignments[1].userId": {to(rooms[0], ravi.UserID), to(rooms[1], apptest.Nobody)},
		"assignments[2].roomId": {to(rooms[0], ravi.UserID), to(rooms[1], nil), to(rooms[0], nil)},
		"assignments[0].userId": {to(rooms[0], elsewhere.UserID)},
	} {
		if place == "assignments[0].userId" && elsewhere.UserID == owner.UserID {
			entries[0]["userId"] = apptest.Nobody
		}
		set(nil, entries...).Bad(place)
	}
	set(nil, to(rooms[0], 7)).Bad("assignments[0].userId")
	set(nil).Bad("assignments")
	set(object{"date": "2026-04-13"}, to(rooms[0], nil)).Bad("date")
	owner.Get(boardPath).Is(before, "data")

	set(object{"date": "2026-04-15"}, to(rooms[2], meena.UserID)).Want(200)
	wantSeen(t, meena.Get(boardPath+"?assignee=me&date=2026-04-15"), "103 vacant 0")
	set(nil, to(rooms[0], ravi.UserID), to(rooms[1], nil)).Want(200).Is(nil, "data", "rooms", 1, "assignee")
	wantSeen(t, ravi.Get(boardPath+"?assignee=me"), "101 vacant 0")

	owner.Put("/api/users/{org}/"+ravi.UserID+"/update", object{"isActive": false}).Want(200)
	wantSeen(t, owner.Get(boardPath+"?assignee="+ravi.UserID))
	owner.Get(boardPath).Is(nil, "data", "rooms", 0, "assignee")
	set(nil, to(rooms[1], ravi.UserID)).Bad("assignments[0].userId")
	owner.Delete("/api/users/{org}/" + meena.UserID + "/delete").Want(200)
	owner.Get(boardPath+"?date=2026-04-15").Want(200).Is(nil, "data", "rooms", 2, "assignee")
	owner.Delete("/api/rooms/{org}/" + rooms[0] + "/delete").Want(200)
}

func reports(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	done := owner.Put(report(room), object{"housekeeping": "dirty", "note": "The tap drips"}).Want(200).
		Is("dirty", "data", "housekeeping").Is("The tap drips", "data", "note").Is([]any{}, "warnings").
		Is(2, "data", "version")
	owner.Get("/api/rooms/{org}/"+room).Is("dirty", "data", "housekeeping").Is(2, "data", "version")
	again := owner.Put(report(room), object{"housekeeping": "dirty", "note": "The tap drips"}).Want(200)
	again.Is(done.At("data"), "data")
	owner.Put(report(room), object{"housekeeping": "clean"}).Want(200).Is("The tap drips", "data", "note")
	owner.Put(report(room), object{"note": nil}).Want(200).Is("", "data", "note").Is("clean", "data", "housekeeping")
	owner.Put(report(room), object{}).Bad("housekeeping")
	owner.Put(report(room), object{"at": "2026-04-14T06:30:00Z"}).Bad("housekeeping")
	owner.Put(report(room), object{"housekeeping": "spotless"}).Bad("housekeeping")
	owner.Put(report(room), object{"note": strings.Repeat("x", 501)}).Bad("note")
	owner.Put(report(room), object{"note": strings.Repeat("ध", 500)}).Want(200)
	owner.Put(report(room), object{"note": "x", "at": "yesterday"}).Bad("at")
	owner.Put(report(apptest.Nobody), object{"note": "x"}).Refused(404, "no such room")
	owner.With("If-Match", `"1"`).Put(report(room), object{"housekeeping": "inspected"}).Bad("If-Match")
	now := apptest.Noon
	owner.Put(report(room), object{"note": "x", "at": now.Add(6 * time.Minute)}).Bad("at")
	owner.Put(report(room), object{"note": "Ahead", "at": now.Add(4 * time.Minute)}).Want(200).
		Is(now.UTC().Format("2006-01-02T15:04:05.000Z"), "data", "notedAt")
}

// A phone that had no line says at noon what it did since eleven; meanwhile the desk has been at work.
func lateReports(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	at := func(minutes int) time.Time { return apptest.Noon.Add(time.Duration(minutes) * time.Minute) }
	owner = owner.Later(2 * time.Hour)
	owner.Put(report(room), object{"housekeeping": "clean", "note": "One towel short", "at": at(60)}).Want(200).
		Is([]any{}, "warnings")
	owner.Put(report(room), object{"housekeeping": "dirty", "note": "No towel", "at": at(30)}).Want(200).
		Is("clean", "data", "housekeeping").Is("One towel short", "data", "note").
		Is("late-housekeeping", "warnings", 0, "code").Is("late-note", "warnings", 1, "code")
	owner.Put(report(room), object{"housekeeping": "clean", "note": "One towel short", "at": at(60)}).Want(200).
		Is([]any{}, "warnings")
	// that it was seen clean again counts too
	owner.Put(report(room), object{"housekeeping": "clean", "at": at(90)}).Want(200)
	owner.Put(report(room), object{"housekeeping": "dirty", "at": at(75)}).Want(200).Is("clean", "data", "housekeeping").
		Is("late-housekeeping", "warnings", 0, "code")
	// each part for itself: the state is too late, the note is not
	owner.Put(report(room), object{"housekeeping": "inspected", "note": "Towels are there", "at": at(80)}).Want(200).
		Is("clean", "data", "housekeeping").Is("Towels are there", "data", "note").
		Is("late-housekeeping", "warnings", 0, "code")

	stay := owner.Book("2026-04-14", "2026-04-15", room)
	owner.Arrive(stay)
	owner = owner.Later(time.Hour)
	owner.Leave(stay, nil)
	owner.Put(report(room), object{"housekeeping": "clean", "at": at(150)}).Want(200).Is("dirty", "data", "housekeeping").
		Is("late-housekeeping", "warnings", 0, "code")
	owner.Put("/api/rooms/{org}/"+room+"/housekeeping", object{"housekeeping": "inspected"}).Want(200)
	owner.Put(report(room), object{"housekeeping": "dirty", "at": at(179)}).Want(200).
		Is("inspected", "data", "housekeeping")
	owner.Post("/api/rooms/{org}/bulk-housekeeping", object{"roomIds": []string{room}, "housekeeping": "dirty"}).Want(200)
	owner.Put(report(room), object{"housekeeping": "clean", "at": at(180)}).Want(200).Is("clean", "data", "housekeeping")
}

// Reports that come at once, in any order, leave what the latest of them says.
func reportsAtOnce(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	states := []string{"clean", "dirty", "inspected"}
	owner = owner.Later(time.Hour)
	owner.Server.AtOnce(12, func(i int) error {
		_, err := owner.Try("PUT", report(room), object{"housekeeping": states[i%3], "note": fmt.Sprint("Report ", i),
			"at": apptest.Noon.Add(time.Duration(i+1) * time.Minute)})
		return err
	})
	owner.Get(boardPath).Want(200).Is(states[11%3], "data", "rooms", 0, "housekeeping").
		Is("Report 11", "data", "rooms", 0, "note")
}

// Every change is told once, and what changes nothing isn't.
func told(t *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	given := object{"assignments": []object{{"roomId": room, "userId": owner.UserID}}}
	for range 2 {
		owner.Put(report(room), object{"housekeeping": "dirty", "note": "The tap drips"}).Want(200)
		owner.Put(assign, given).Want(200)
	}
	var got []string
	for _, entry := range owner.Get("/api/audit/{org}/logs?resourceType=room&limit=50").Want(200).List("data") {
		got = append(got, entry.(map[string]any)["action"].(string))
	}
	slices.Sort(got)
	want := []string{"room.created", "room.housekeeping_assigned", "room.housekeeping_noted", "room.updated"}
	if !slices.Equal(got, want) {
		t.Errorf("told are %v, want %v", got, want)
	}
}

func paper(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	category := owner.Get("/api/room-categories/{org}/list").Text("data", 0, "_id")
	for _, r := range []object{{"roomNumber": "1001", "floor": "10"}, {"roomNumber": "G1"}} {
		owner.Post("/api/rooms/{org}/create", r.Merged(object{"categoryId": category})).Want(201)
	}
	owner.Book("2026-04-14", "2026-04-16", rooms[0])
	owner.Put(report(rooms[0]), object{"housekeeping": "dirty", "note": "नल टपकता है"}).Want(200)
	meena := owner.Member("Meena", object{"rooms": object{"view": true}})
	owner.Put(assign, object{"assignments": []object{{"roomId": rooms[0], "userId": meena.UserID}}}).Want(200)
	text := pdftext.Text(t, meena.Download(paperPath, "application/pdf").Raw)
	for _, want := range []string{"Housekeeping, Tue, 14 Apr 2026", "5 rooms, 1 dirty, 4 clean, 0 inspected", "Meena",
		"नल टपकता है", "first", "arrival", "vacant", "Floor 10"} {
		if !strings.Contains(text, want) {
			t.Errorf("the paper doesn't show %q:\n%s", want, text)
		}
	}
	order := []int{strings.Index(text, "Without a floor"), strings.Index(text, "Floor 1\n"),
		strings.Index(text, "Floor 10\n")}
	if !slices.IsSorted(order) || order[0] < 0 || strings.Contains(text, "Asha") {
		t.Errorf("the paper is\n%s", text)
	}
	mine := pdftext.Text(t, meena.Download(paperPath+"?assignee=me", "application/pdf").Raw)
	if !strings.Contains(mine, "1 room, 1 dirty") {
		t.Errorf("Meena's paper is\n%s", mine)
	}
	owner.Get(paperPath + "?date=2026-04-13").Bad("date")
}

func photo(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	path := photoPath(rooms[0])
	owner.Get(path).Refused(404, "no photo")
	owner.Delete(path).Refused(404, "no photo")
	owner.Get(boardPath).Is(false, "data", "rooms", 0, "hasPhoto")
	owner.Put(path, apptest.Picture(60, 40)).Want(200).Is("image/jpeg", "data", "type")
	first := owner.Download(path, "image/jpeg").Raw
	owner.Get(boardPath).Is(true, "data", "rooms", 0, "hasPhoto").Is(false, "data", "rooms", 1, "hasPhoto")
	owner.Put(path, apptest.Picture(2000, 1000)).Want(200)
	second := owner.Download(path, "image/jpeg").Raw
	size, err := jpeg.DecodeConfig(bytes.NewReader(second))
	if err != nil || size.Width != 1280 || size.Height != 640 || bytes.Equal(first, second) {
		t.Errorf("the second photo is %v %v", size, err)
	}
	owner.Put(path, "no picture").Bad("file")
	owner.Put(path, "\x89PNG\r\n\x1a\nno picture").Bad("file")
	owner.Put(path, "").Bad("file")
	owner.Put(path, strings.Repeat("x", 5<<20+1)).Refused(400, "5 MiB")
	owner.Put(photoPath(apptest.Nobody), apptest.Picture(4, 4)).Refused(404, "no such room")
	elsewhere := owner.AnotherHotel()
	elsewhere.Get(path).Refused(404, "no photo")
	elsewhere.Put(path, apptest.Picture(4, 4)).Refused(404, "no such room")
	elsewhere.Delete(path).Refused(404, "no such room")
	owner.Put(report(rooms[0]), object{"housekeeping": "inspected"}).Want(200).Is(true, "data", "hasPhoto")
	owner.Delete(path).Want(200)
	owner.Get(path).Refused(404, "no photo")
	owner.Put(path, apptest.Picture(4, 4)).Want(200)
	owner.Delete("/api/rooms/{org}/" + rooms[0] + "/delete").Want(200)
	owner.Get(path).Refused(404, "no photo")
}
