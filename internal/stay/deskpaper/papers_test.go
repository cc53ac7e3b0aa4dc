package deskpaper_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest/pdftext"
)

type object = apptest.Object

func TestDeskPapers(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: permissions},
		{Name: "a registration card", Run: card},
		{Name: "a card of rooms that move or are not assigned", Run: cardOfRooms},
		{Name: "a day's arrivals", Run: arrivals},
		{Name: "a signature", Run: signature},
	}, apptest.FoliosAddUp)
}

const arrivalsPath = "/api/bookings/{org}/arrivals/pdf"

func cardPath(bookingID string) string { return apptest.BookingPath(bookingID, "/registration-card") }

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
	id := owner.BookFromToday()
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, path := range []string{arrivalsPath, cardPath(id)} {
		none.Get(path).Refused(403, "bookings.view")
		stranger.Get(path).Refused(403, "not a member")
		owner.Server.Anyone().Get(strings.ReplaceAll(path, "{org}", owner.Org)).Refused(401, "")
	}
	signed := apptest.BookingPath(id, "/signature")
	viewer, elsewhere := owner.Member("Viewer", object{"bookings": object{"view": true}}), owner.AnotherHotel()
	viewer.Put(signed, apptest.Picture(4, 4)).Refused(403, "bookings.update")
	viewer.Delete(signed).Refused(403, "bookings.update")
	none.Get(signed).Refused(403, "bookings.view")
	stranger.Put(signed, apptest.Picture(4, 4)).Refused(403, "not a member")
	owner.Server.Anyone().Put(strings.ReplaceAll(signed, "{org}", owner.Org), apptest.Picture(4, 4)).Refused(401, "")
	elsewhere.Put(signed, apptest.Picture(4, 4)).Refused(404, "no such booking")
	elsewhere.Delete(signed).Refused(404, "no such booking")
	elsewhere.Get(cardPath(id)).Refused(404, "no such booking")
	owner.Get(cardPath(apptest.Nobody)).Refused(404, "no such booking")
	owner.Get(arrivalsPath + "?date=x").Bad("date")
}

func card(t *testing.T, owner *apptest.Caller) {
	guest := owner.Post("/api/guests/{org}/create", apptest.Guest().Merged(object{"name": "श्रीमती लक्ष्मी द्विवेदी",
		"nationality": "Nepalese", "idType": "passport", "idNumber": "Z1234567"})).Want(201).Text("data", "_id")
	id := owner.BookFromToday(object{"guestId": guest, "guestName": "श्रीमती लक्ष्मी द्विवेदी", "advanceAmount": 2000,
		"mealPlan": "CP"})
	text := read(t, owner, cardPath(id), 1)
	shows(t, text, "Registration Card", "BK-1", "श्रीमती लक्ष्मी द्विवेदी", "+91 98450 12345", "Nepalese", "passport",
		"XXXXXXXX4567", "Rao Textiles", "2 Nov 1988", "14 Apr 2026", "16 Apr 2026, by 11:00", "101 Deluxe", "CP", "₹5,000.00",
		"₹2,000.00", "Arriving from", "Purpose of the visit", "Vehicle number", "Passport", "Form III",
		"Signature of the guest")
	if strings.Contains(text, "Z123") {
		t.Errorf("the card shows the number of the passport:\n%s", text)
	}
	blind := read(t, owner.Member("Keeper", object{"bookings": object{"view": true}}), cardPath(id), 1)
	shows(t, blind, "श्रीमती लक्ष्मी द्विवेदी", "101 Deluxe")
	for _, hidden := range []string{"Nepalese", "4567", "Rao Textiles", "1988"} {
		if strings.Contains(blind, hidden) {
			t.Errorf("who may not view guests sees %q:\n%s", hidden, blind)
		}
	}
	owner.Arrive(id)
	shows(t, read(t, owner, cardPath(id), 1), "14 Apr 2026, 12:00")
	daytime := apptest.Stay("2026-04-20", "2026-04-20", owner.Get(apptest.BookingPath(id, "")).
		Text("data", "rooms", 0, "roomId")).Merged(object{"dayUse": true})
	short := owner.Post("/api/bookings/{org}/create", daytime).Want(201).Text("data", "bookingId")
	shows(t, read(t, owner, cardPath(short), 1), "Day use")
}

func cardOfRooms(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(30)
	category := owner.Get("/api/room-categories/{org}/list").Text("data", 0, "_id")
	moved := owner.Book("2026-04-15", "2026-04-18", rooms[0])
	owner.Post(apptest.BookingPath(moved, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1],
		"from": "2026-04-17"}).Want(200)
	shows(t, read(t, owner, cardPath(moved), 1), "Persons\n2")
	open := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-15", "2026-04-16").Merged(object{
		"rooms": []object{{"categoryId": category, "ratePerNight": 4000, "adults": 2, "children": 1},
			{"categoryId": category, "ratePerNight": 4500, "adults": 1}}})).Want(201).Text("data", "bookingId")
	shows(t, read(t, owner, cardPath(open), 1), "Deluxe (to be assigned)", "3 + 1", "₹4,000.00 – ₹4,500.00")
	long := apptest.Stay("2026-04-20", "2026-04-21", rooms...).Merged(object{"guestName": strings.Repeat("लक्ष्मी ", 15)})
	many := owner.Post("/api/bookings/{org}/create", long).Want(201).Text("data", "bookingId")
	shows(t, read(t, owner, cardPath(many), 1), "101 Deluxe, 102 Deluxe", "…")
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

func signature(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday()
	path := apptest.BookingPath(id, "/signature")
	owner.Get(path).Refused(404, "not signed")
	owner.Delete(path).Refused(404, "not signed")
	unsigned := owner.Download(cardPath(id), "application/pdf").Raw
	owner.Put(path, apptest.Picture(900, 300)).Want(200).Is("2026-04-14T06:30:00.000Z", "data", "signedAt")
	size, err := png.DecodeConfig(bytes.NewReader(owner.Download(path, "image/png").Raw))
	if err != nil || size.Width != 800 {
		t.Errorf("the signature is %v %v", size, err)
	}
	signed := owner.Download(cardPath(id), "application/pdf").Raw
	if !bytes.Contains(signed, []byte("/Subtype /Image")) || bytes.Contains(unsigned, []byte("/Subtype /Image")) {
		t.Error("the card shows no signature, or one before it was signed")
	}
	shows(t, read(t, owner, cardPath(id), 1), "Signature of the guest")
	owner.Put(path, "\xff\xd8\xff no PNG").Bad("file")
	owner.Put(path, apptest.Picture(4, 4)+strings.Repeat("x", 200<<10)).Bad("file")
	owner.Delete(path).Want(200)
	owner.Get(path).Refused(404, "not signed")
	owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "Ill"}).Want(200)
	owner.Put(path, apptest.Picture(4, 4)).Refused(400, "cancelled")
}
