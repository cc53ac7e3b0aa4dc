package deskpaper_test

import (
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest/pdftext"
)

type object = apptest.Object

func TestDeskPapers(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: permissions},
		{Name: "a day's arrivals", Run: arrivals},
	}, apptest.FoliosAddUp)
}

const arrivalsPath = "/api/bookings/{org}/arrivals/pdf"

// read is the text of a PDF of this many pages.
func read(t *testing.T, c *apptest.Caller, path string, pages int) string {
	t.Helper()
	texts := pdftext.Pages(t, c.Download(path, "application/pdf").Raw)
	if len(texts) != pages {
		t.Fatalf("%s has %d pages, want %d", path, len(texts), pages)
	}
	return strings.Join(texts, "\n")
}

func shows(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("the paper doesn't show %q:\n%s", want, text)
		}
	}
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, path := range []string{arrivalsPath} {
		none.Get(path).Refused(403, "bookings.view")
		stranger.Get(path).Refused(403, "not a member")
		owner.Server.Anyone().Get(strings.ReplaceAll(path, "{org}", owner.Org)).Refused(401, "")
	}
	owner.Get(arrivalsPath + "?date=x").Bad("date")
}

func arrivals(t *testing.T, owner *apptest.Caller) {
	shows(t, read(t, owner, arrivalsPath, 1), "Arrivals, Tue, 14 Apr 2026", "0 bookings, 0 rooms, 0 persons")
	rooms := owner.CreateRooms(40)
	stay := func(name string, room int, fields object) string {
		body := apptest.Stay("2026-04-14", "2026-04-16", rooms[room]).Merged(object{"guestName": name}).Merged(fields)
		return owner.Post("/api/bookings/{org}/create", body).Want(201).Text("data", "bookingId")
	}
	stay("Zoya Khan", 0, object{"specialRequests": "A quiet room\nand " + strings.Repeat("towels ", 200)})
	here := stay("श्रीमती लक्ष्मी द्विवेदी", 1, object{"advanceAmount": 1000})
	gone := stay("Ravi Gone", 2, nil)
	owner.Book("2026-04-15", "2026-04-16", rooms[3])
	owner.Arrive(here)
	owner.Put(apptest.BookingPath(gone, "/cancel"), object{"reason": "Ill"}).Want(200)
	text := read(t, owner, arrivalsPath, 1)
	shows(t, text, "2 bookings, 2 rooms, 4 persons", "Zoya Khan", "BK-1 · +91 98450 12345", "101 Deluxe",
		"A quiet room and", "Expected", "Checked in", "श्रीमती लक्ष्मी द्विवेदी")
	if strings.Contains(text, "Ravi Gone") || strings.Contains(text, "Asha Rao") ||
		strings.Index(text, "Zoya") > strings.Index(text, "लक्ष्मी") {
		t.Errorf("the arrivals are\n%s", text)
	}
	shows(t, read(t, owner, arrivalsPath+"?date=2026-04-15", 1), "Asha Rao", "1 booking, 1 room, 2 persons")
	shows(t, read(t, owner, arrivalsPath+"?date=2026-04-13", 1), "0 bookings")
	for i := 4; i < 40; i++ {
		stay("Guest of a group", i, nil)
	}
	shows(t, read(t, owner, arrivalsPath, 2), "38 bookings")
}
