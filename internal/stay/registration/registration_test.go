package registration_test

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest/pdftext"
)

type object = apptest.Object

func TestRegistration(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: permissions},
		{Name: "a registration card", Run: card},
		{Name: "a card of rooms that move or are not assigned", Run: cardOfRooms},
		{Name: "a signature", Run: signature},
		{Name: "cards are numbered", Run: numbered},
		{Name: "cards of guests", Run: perGuest},
		{Name: "a link", Run: links},
		{Name: "the register", Run: register},
		{Name: "settings and the period", Run: period},
	}, apptest.FoliosAddUp)
}

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
	for _, path := range []string{cardPath(id), cards(id)} {
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
	viewer.Post(cards(id), nil).Refused(403, "bookings.update")
	viewer.Post(cards(id)+"/"+id+"/link", nil).Refused(403, "bookings.update")
	viewer.Get("/api/bookings/{org}/register/pdf").Refused(403, "guests.view")
	viewer.Put(settings, object{"keptDays": 100}).Refused(403, "organization.update")
	elsewhere.Post(cards(id), nil).Refused(404, "no such booking")
	elsewhere.Put(cards(id)+"/"+id, object{"purpose": "x"}).Refused(404, "no such booking")
	elsewhere.Post(cards(id)+"/"+id+"/link", nil).Refused(404, "no such booking")
	owner.Post(cards(id)+"/"+apptest.Nobody+"/link", nil).Refused(404, "no registration card")
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

const settings = "/api/bookings/{org}/registration-settings"

func cards(bookingID string) string { return apptest.BookingPath(bookingID, "/registrations") }

func numbered(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday()
	owner.Get(cards(id)).Want(200).Is("", "data", 0, "number").Is(id, "data", 0, "stayGuestId")
	for range 2 {
		owner.Post(cards(id), nil).Want(200).Is("REG-1", "data", 0, "number")
	}
	shows(t, read(t, owner, cardPath(id), 1), "Card REG-1")
	second := owner.BookNewRoom("2026-04-14", "2026-04-15")
	owner.Put(apptest.BookingPath(second, "/signature"), apptest.Picture(40, 20)).Want(200)
	card := cards(second) + "/" + second
	owner.Get(card).Want(200).Is("REG-2", "data", "number").Is("desk", "data", "signedHow")
	owner.Put(card, object{"comingFrom": "Delhi", "vehicle": "RJ 27 CA 1234"}).Want(200).Is(3, "data", "version")
	owner.Put(card, object{"comingFrom": "Delhi"}).Want(200).Is(3, "data", "version")
	owner.With("If-Match", `"1"`).Put(card, object{"comingFrom": "Agra"}).Refused(400, "present version")
	shows(t, read(t, owner, cardPath(second), 1), "Delhi", "RJ 27 CA 1234")
	owner.Put(cards(id)+"/"+id, object{"signedOnPaper": true}).Want(200).Is("paper", "data", "signedHow")
	owner.Put(cards(id)+"/"+id, object{"signedOnPaper": false}).Want(200).Is("", "data", "signedHow")
	owner.Put(card, object{"purpose": strings.Repeat("x", 121)}).Bad("purpose")
}

func perGuest(t *testing.T, owner *apptest.Caller) {
	owner.Put(settings, object{"cards": "guest"}).Want(200).Is(2, "data", "version")
	id := owner.BookFromToday()
	room := owner.Get(apptest.BookingPath(id, "")).Text("data", "rooms", 0, "roomId")
	owner.Post(apptest.BookingPath(id, "/guests"), object{"roomId": room, "name": "Ravi Rao"}).Want(201)
	list := owner.Post(cards(id), nil).Want(200).Is("REG-1", "data", 0, "number").Is("REG-2", "data", 1, "number").
		Is("Ravi Rao", "data", 1, "guestName")
	sharer := list.Text("data", 1, "stayGuestId")
	shows(t, read(t, owner, apptest.BookingPath(id, "/registrations/"+sharer+"/pdf"), 1), "Ravi Rao", "Card REG-2")
	owner.Put(apptest.BookingPath(id, "/registrations/"+sharer+"/signature"), apptest.Picture(40, 20)).Want(200)
	owner.Get(cards(id)).Is(nil, "data", 0, "signedAt").Is("desk", "data", 1, "signedHow")
	owner.Get(apptest.BookingPath(id, "/registrations/"+apptest.Nobody+"/pdf")).Refused(404, "no registration card")
}

// post sends the form of a link's page.
func post(c *apptest.Caller, token string, fields url.Values) *http.Response {
	c.Server.T.Helper()
	fields.Set("token", token)
	answer, err := http.PostForm(c.Server.URL+"/registration", fields)
	if err != nil {
		c.Server.T.Fatal(err)
	}
	answer.Body.Close()
	return answer
}

func links(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday()
	card := cards(id) + "/" + id
	link := func() string {
		made := owner.Post(card+"/link", nil).Want(200)
		parsed, err := url.Parse(made.Text("data", "url"))
		if err != nil || !strings.HasPrefix(made.Text("data", "qr"), "data:image/png;base64,") {
			t.Fatal(err, made)
		}
		return parsed.Query().Get("token")
	}
	page := func(token string) (int, string) {
		answer, err := http.Get(owner.Server.URL + "/registration?token=" + url.QueryEscape(token))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, _ := io.ReadAll(answer.Body)
		return answer.StatusCode, string(text)
	}
	old := link()
	token := link()
	if status, _ := page(old); status != 403 {
		t.Errorf("an older link answers %d", status)
	}
	if status, text := page(token); status != 200 || !strings.Contains(text, "Asha Rao") ||
		strings.Contains(text, "98450") {
		t.Errorf("%d %s", status, text)
	}
	drawn := "data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte(apptest.Picture(40, 20)))
	for name, fields := range map[string]url.Values{"nothing": {},
		"no picture":    {"signature": {"data:image/png;base64,AAAA"}},
		"a long answer": {"signature": {drawn}, "purpose": {strings.Repeat("x", 121)}}} {
		if answer := post(owner, token, fields); answer.StatusCode != 400 {
			t.Errorf("%s: %d", name, answer.StatusCode)
		}
	}
	if answer := post(owner, token[:len(token)-2]+"AA", url.Values{"signature": {drawn}}); answer.StatusCode != 403 {
		t.Errorf("a changed token: %d", answer.StatusCode)
	}
	answers := url.Values{"signature": {drawn}, "comingFrom": {"<b>Agra</b>"}}
	if answer := post(owner, token, answers); answer.StatusCode != 200 {
		t.Errorf("the form: %d", answer.StatusCode)
	}
	if answer := post(owner, token, answers); answer.StatusCode != 403 {
		t.Errorf("the form once more: %d", answer.StatusCode)
	}
	owner.Get(card).Is("tablet", "data", "signedHow").Is("<b>Agra</b>", "data", "comingFrom").Is("REG-1", "data", "number")
	again := link()
	if _, text := page(again); strings.Contains(text, "<b>Agra") {
		t.Error("the page has markup of a guest")
	}
	owner = owner.Later(30 * time.Minute)
	if status, _ := page(again); status != 403 {
		t.Errorf("a link after its time answers %d", status)
	}
}

func register(t *testing.T, owner *apptest.Caller) {
	const base = "/api/bookings/{org}/register"
	shows(t, read(t, owner, base+"/pdf", 1), "Register of Guests", "0 guests")
	guest := owner.Post("/api/guests/{org}/create", apptest.Guest().Merged(object{"name": "Maya Gurung",
		"nationality": "Nepalese", "idType": "passport", "idNumber": "PA0123456"})).Want(201).Text("data", "_id")
	id := owner.BookFromToday(object{"guestId": guest, "guestName": "Maya Gurung"})
	owner.BookNewRoom("2026-04-14", "2026-04-15")
	owner.Arrive(id)
	owner.Put(cards(id)+"/"+id, object{"comingFrom": "Kathmandu", "purpose": "Holiday"}).Want(200)
	text := read(t, owner, base+"/pdf?date=2026-04-14", 1)
	shows(t, text, "1 guest", "Maya Gurung", "REG-1", "XXXXXXXX3456", "Kathmandu", "Nepalese", "101")
	if strings.Contains(text, "PA0123") {
		t.Error("the register has the whole number")
	}
	file := string(owner.Download(base+"/export.csv", "text/csv; charset=utf-8").Raw)
	shows(t, file, "Maya Gurung", "2026-04-14 12:00", "Kathmandu", "XXXXXXXX3456", "37")
	shows(t, read(t, owner, base+"/pdf?date=2026-04-15", 1), "0 guests")
	owner.Get(base + "/pdf?date=x").Bad("date")
	registerList(owner, base, id)
}

func registerList(owner *apptest.Caller, base, id string) {
	owner.Post(apptest.BookingPath(id, "/guests"), object{"roomId": owner.Get(apptest.BookingPath(id, "")).
		Text("data", "rooms", 0, "roomId"), "name": "Tara Gurung", "age": 6}).Want(201)
	owner.Get(base+"?limit=1").Want(200).Is("Maya Gurung", "data", 0, "guestName").
		Is("REG-1", "data", 0, "number").Is("XXXXXXXX3456", "data", 0, "idNumber").Is("37", "data", 0, "age").
		Is("2026-04-14T06:30:00.000Z", "data", 0, "arrivedAt").Is(nil, "data", 0, "leftAt").
		Is(2, "pagination", "total").Is(2, "pagination", "totalPages")
	owner.Get(base+"?limit=1&page=2").Is("Tara Gurung", "data", 0, "guestName").Is(nil, "data", 0, "guestId")
	cursor := owner.Get(base+"?limit=1&cursor=start").Text("pagination", "nextCursor")
	owner.Get(base+"?limit=1&cursor="+cursor).Is("Tara Gurung", "data", 0, "guestName")
	owner.Get(base+"?date=2026-04-15").Want(200).Is([]any{}, "data")
	owner.Get(base + "?date=x").Bad("date")
	owner.Member("Viewer", object{"bookings": object{"view": true}}).Get(base).Refused(403, "guests.view")
	owner.AnotherHotel().Get(base).Want(200).Is([]any{}, "data")
}

func period(t *testing.T, owner *apptest.Caller) {
	owner.Get(settings).Want(200).Is("party", "data", "cards").Is(400, "data", "keptDays")
	owner.Put(settings, object{"keptDays": 29}).Bad("keptDays")
	owner.Put(settings, object{"cards": "room"}).Bad("cards")
	owner.Put(settings, object{"keptDays": 30}).Want(200).Is(2, "data", "version")
	owner.Put(settings, object{"keptDays": 30}).Want(200).Is(2, "data", "version")
	id := owner.BookFromToday()
	owner.Put(apptest.BookingPath(id, "/signature"), apptest.Picture(40, 20)).Want(200)
	left := func() int64 {
		if err := owner.Server.App.ExpireCards(t.Context()); err != nil {
			t.Error(err)
		}
		return owner.QueryInt(`SELECT COUNT(*) FROM registration_cards WHERE org_id = $1`)
	}
	owner = owner.Later(30 * 24 * time.Hour)
	if left() != 1 {
		t.Error("a card is gone too early")
	}
	owner = owner.Later(time.Second)
	if left() != 0 {
		t.Error("a card stays longer than the hotel's period")
	}
}
