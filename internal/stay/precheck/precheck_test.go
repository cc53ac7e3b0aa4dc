package precheck_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/admit"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/stay/booking"
)

type object = apptest.Object

func TestOnlineCheckIn(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: permissions},
		{Name: "links", Run: links},
		{Name: "the digits", Run: digits},
		{Name: "a guest checks in", Run: journey},
		{Name: "in Hindi", Run: inHindi},
		{Name: "a party", Run: party},
		{Name: "documents", Run: documents},
		{Name: "machine-readable lines", Run: lines},
		{Name: "pictures", Run: pictures},
		{Name: "cards", Run: cards},
		{Name: "hostile guests", Run: hostile},
		{Name: "stays that change", Run: changes},
		{Name: "two at once", Run: together},
		{Name: "guessed links", Run: guesses},
		{Name: "letters", Run: letters},
		{Name: "settings", Run: settingsOf},
	}, apptest.FoliosAddUp)
}

func own(bookingID, rest string) string {
	return apptest.BookingPath(bookingID, "/online-checkin"+rest)
}

const settings = "/api/bookings/{org}/online-checkin-settings"

// phone is a guest's browser.
type phone struct {
	t      *testing.T
	server string
	path   string // of the link
	client *http.Client
	last   string // the page that it shows
}

func browse(owner *apptest.Caller, bookingID string) *phone {
	return browser(owner, owner.Post(own(bookingID, "/link"), nil).Want(200).Text("data", "url"))
}

func browser(owner *apptest.Caller, link string) *phone {
	jar, err := cookiejar.New(nil)
	if err != nil {
		owner.Server.T.Fatal(err)
	}
	return &phone{t: owner.Server.T, server: owner.Server.URL, path: link[strings.Index(link, "/checkin/"):],
		client: &http.Client{Jar: jar}}
}

func (p *phone) send(request *http.Request, err error) int {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
	answer, err := p.client.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	p.last = string(content)
	return answer.StatusCode
}

func (p *phone) get(rest string) int {
	p.t.Helper()
	return p.send(http.NewRequest("GET", p.server+p.path+rest, nil))
}

func (p *phone) post(fields url.Values) int {
	p.t.Helper()
	request, err := http.NewRequest("POST", p.server+p.path, strings.NewReader(fields.Encode()))
	if err == nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return p.send(request, err)
}

// want fails unless the status is this one, and the page shows the words.
func (p *phone) want(status, got int, words ...string) {
	p.t.Helper()
	text := visible(p.t, p.last)
	for _, word := range words {
		if !strings.Contains(text, word) {
			p.t.Errorf("the page doesn't show %q:\n%s", word, text)
		}
	}
	if got != status {
		p.t.Fatalf("the answer is %d, want %d:\n%s", got, status, text)
	}
}

func (p *phone) prove() *phone {
	p.t.Helper()
	p.want(200, p.post(url.Values{"digits": {"2345"}}))
	return p
}

func parsed(t *testing.T, page string) *html.Node {
	t.Helper()
	node, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	return node
}

// visible is the text of a page, without its style and script.
func visible(t *testing.T, page string) string {
	var text strings.Builder
	for node := range parsed(t, page).Descendants() {
		if node.Type == html.TextNode && node.Parent.Data != "style" && node.Parent.Data != "script" {
			text.WriteString(strings.TrimSpace(node.Data) + "\n")
		}
	}
	return text.String()
}

// form is the page's form for a step, as a browser without a script would send it.
func (p *phone) form(step string) url.Values {
	p.t.Helper()
	for node := range parsed(p.t, p.last).Descendants() {
		if node.Data != "form" {
			continue
		}
		values := url.Values{}
		for field := range node.Descendants() {
			attributes := map[string]string{}
			for _, a := range field.Attr {
				attributes[a.Key] = a.Val
			}
			switch {
			case attributes["name"] == "":
			case field.Data == "input", field.Data == "select":
				values.Add(attributes["name"], attributes["value"])
			case field.Data == "textarea" && field.FirstChild != nil:
				values.Add(attributes["name"], strings.TrimPrefix(field.FirstChild.Data, "\n"))
			case field.Data == "textarea":
				values.Add(attributes["name"], "")
			}
		}
		if values.Get("step") == step {
			return values
		}
	}
	p.t.Fatalf("the page has no form for %q:\n%s", step, visible(p.t, p.last))
	return nil
}

// do opens a step, fills in its form, and sends it.
func (p *phone) do(step string, fill func(f url.Values)) int {
	p.t.Helper()
	p.want(200, p.get("?step="+step))
	form := p.form(step)
	if fill != nil {
		fill(form)
	}
	return p.post(form)
}

func (p *phone) upload(guest, kind, content string) int {
	p.t.Helper()
	return p.uploadAs("photo.png", guest, kind, content)
}

func (p *phone) uploadAs(name, guest, kind, content string) int {
	p.t.Helper()
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	part, err := writer.CreateFormFile("file", name)
	if err == nil {
		_, err = io.WriteString(part, content)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	writer.Close()
	query := url.Values{"guest": {guest}, "kind": {kind}}
	request, err := http.NewRequest("POST", p.server+p.path+"/picture?"+query.Encode(), &body)
	if err == nil {
		request.Header.Set("Content-Type", writer.FormDataContentType())
	}
	return p.send(request, err)
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday()
	viewer := owner.Member("Viewer", object{"bookings": object{"view": true}})
	none, elsewhere := owner.Member("Porter", object{"rooms": object{"manage": true}}), owner.AnotherHotel()
	for _, c := range []struct{ method, rest string }{{"POST", "/link"}, {"DELETE", "/link"}, {"POST", "/send"},
		{"PUT", ""}} {
		owner.Server.Anyone().Do(c.method, strings.ReplaceAll(own(id, c.rest), "{org}", owner.Org), nil).Refused(401, "")
		viewer.Do(c.method, own(id, c.rest), nil).Refused(403, "bookings.update")
		elsewhere.Do(c.method, own(id, c.rest), object{"email": "a@x.example"}).Refused(404, "no such booking")
	}
	none.Get(own(id, "")).Refused(403, "bookings.view")
	elsewhere.Get(own(id, "")).Refused(404, "no such booking")
	viewer.Get(own(id, "")).Want(200).Is("none", "data", "state").Is(0, "data", "links").Is(1, "data", "version")
	viewer.Put(settings, object{"enabled": false}).Refused(403, "organization.update")
	none.Get(settings).Refused(403, "bookings.view")
}

func links(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday()
	owner.Delete(own(id, "/link")).Refused(404, "no link")
	old := browse(owner, id)
	old.want(200, old.get(""), "Asha", "14 Apr 2026 – 16 Apr 2026", "last four digits")
	for _, hidden := range []string{"Rao", "98450", "2345", "@", "101", "₹"} {
		if strings.Contains(visible(t, old.last), hidden) {
			t.Errorf("whoever has the link sees %q:\n%s", hidden, visible(t, old.last))
		}
	}
	now := browse(owner, id)
	old.want(404, old.get(""), "This link has ended")
	gone := old.last
	now.want(200, now.get(""), "Asha")
	owner.Get(own(id, "")).Is(1, "data", "links").Is("none", "data", "state").Is("2026-04-07", "data", "opensOn")
	owner.Delete(own(id, "/link")).Want(200)
	now.want(404, now.get(""))
	for _, path := range []string{"/checkin/x", "/checkin/" + strings.Repeat("A", 3000), now.path[:len(now.path)-1] + "_",
		"/checkin/%00", "/checkin/..%2f.."} {
		wrong := browser(owner, path)
		if wrong.want(404, wrong.get("")); wrong.last != gone {
			t.Errorf("%s looks unlike a link that has ended:\n%s", path, wrong.last)
		}
		wrong.want(404, wrong.post(url.Values{"digits": {"2345"}}))
		wrong.want(404, wrong.upload(id, "passport", apptest.Picture(4, 4)))
		wrong.want(404, wrong.get("/logo"))
	}
	if owner.QueryInt(`SELECT COUNT(*) FROM online_checkin_links WHERE org_id = $1`) != 0 {
		t.Error("links stay")
	}
	owner.Server.Exec(`UPDATE bookings SET guest_phone = '12-3' WHERE org_id = $1`, owner.Org)
	owner.Post(own(id, "/link"), nil).Bad("guestPhone")
	owner.Server.Exec(`UPDATE bookings SET guest_phone = '+91 98450 12345' WHERE org_id = $1`, owner.Org)
	owner.Put("/api/organization/{org}/logo-image", apptest.Picture(8, 8)).Want(200)
	logo := browse(owner, id)
	logo.want(200, logo.get(""))
	if !strings.Contains(logo.last, `src="`+logo.path+`/logo"`) {
		t.Error("the page has no logo")
	}
	if logo.want(200, logo.get("/logo")); !strings.HasPrefix(logo.last, "\x89PNG") {
		t.Error("the logo is no picture")
	}
}

func digits(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday()
	p := browse(owner, id)
	for _, wrong := range []string{"", "1234", "98450", "98765432"} {
		p.want(403, p.post(url.Values{"digits": {wrong}}), "not the last four digits", "Asha")
	}
	p.want(200, p.post(url.Values{"digits": {" २३४५"}}), "Asha Rao", "Your stay")
	another := browser(owner, p.path)
	for try := range 5 {
		another.want(403, another.post(url.Values{"digits": {fmt.Sprintf("%04d", try)}}))
	}
	another.want(429, another.post(url.Values{"digits": {"2345"}}), "too often")
	p.want(200, p.get(""), "Asha Rao") // who has proved it goes on
	owner.Get(own(id, "")).Is("2026-04-14T06:45:00.000Z", "data", "lockedUntil")
	owner = owner.Later(15 * time.Minute)
	for range 5 {
		another.want(403, another.post(url.Values{"digits": {"9999"}}))
	}
	owner.Get(own(id, "")).Is("2026-04-14T07:15:00.000Z", "data", "lockedUntil")
	p.want(200, p.get(""), "Asha Rao")
	again := browse(owner, id) // which is how the desk helps
	again.want(200, again.post(url.Values{"digits": {"2345"}}), "Asha Rao")
	owner.Get(own(id, "")).Is(nil, "data", "lockedUntil")
	owner = owner.Later(30 * time.Minute)
	again.want(200, again.get(""), "last four digits")
	again.want(403, again.post(url.Values{"step": {"stay"}, "from": {"2026-04-14"}, "to": {"2026-04-16"}}), "once more")
	again.prove()
	owner.Put(apptest.BookingPath(id, "/update-guest"), object{"guestPhone": "+91 98450 99999"}).Want(200)
	again.want(200, again.get(""), "last four digits") // of another telephone
	if owner.Get(own(id, "")).Text("data", "state") != "none" {
		t.Error("proving is a step")
	}
}

func journey(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday(object{"advanceAmount": 2000, "specialRequests": "A quiet room"})
	p := browse(owner, id).prove()
	p.want(200, p.do("stay", nil), "Guests")
	owner.Get(own(id, "")).Is("started", "data", "state").Is("2026-04-14T06:30:00.000Z", "data", "startedAt")
	p.want(400, p.post(url.Values{"step": {"due"}}), "Something is still missing")
	p.want(200, p.do("party", func(f url.Values) { f["name"][0] = "Ravi Rao" }), "For whom?", "Asha Rao", "Ravi Rao")
	people := owner.Get(apptest.BookingPath(id, "/guests")).
		Is("Ravi Rao", "data", "rooms", 0, "guests", 1, "name")
	ravi := people.Text("data", "rooms", 0, "guests", 1, "stayGuestId")
	form := func(guest string) url.Values {
		p.want(200, p.get("?step=documents&guest="+guest))
		return p.form("documents")
	}
	f := form(id)
	f.Set("nationality", "Indian")
	f.Set("dateOfBirth", "1988-11-02")
	p.want(400, p.post(f), "is required, unless you send a picture")
	f.Set("idType", "Aadhaar")
	f.Set("idNumber", "1234 5678 9012")
	p.want(200, p.post(f), "✓ Asha Rao")
	p.want(200, p.get("?step=documents&guest="+id), "Noted.")
	if strings.Contains(p.last, "9012") || strings.Contains(p.last, "1988") {
		t.Errorf("the page shows what a record has:\n%s", p.last)
	}
	guestID := people.Text("data", "rooms", 0, "guests", 0, "guestId")
	owner.Get("/api/guests/{org}/"+guestID).Is("XXXXXXXX9012", "data", "idNumber").Is("1988-11-02", "data", "dateOfBirth")
	p.want(200, p.upload(ravi, "passport", apptest.Picture(40, 20)), "✓ Send as passport")
	p.want(200, p.post(form(ravi)), "Registration Card", "Arriving from")
	p.want(200, p.do("card", func(f url.Values) { f.Set("comingFrom", "Delhi") }), "Arrival")
	p.want(200, p.do("arrival", func(f url.Values) {
		if f.Get("requests") != "A quiet room" {
			t.Errorf("the requests are %q", f.Get("requests"))
		}
		f.Set("time", "18:30")
		f.Set("mode", "train")
		f.Set("requests", "A quiet room\r\nA cot")
	}), "Balance due", "₹2,000.00", "You pay at the front desk")
	owner.Get(apptest.BookingPath(id, "")).Is("18:30", "data", "expectedArrivalTime").
		Is("A quiet room\nA cot", "data", "specialRequests").Is("train", "data", "transportMode")
	p.want(200, p.do("due", nil), "You are checked in online")
	shown := owner.Get(own(id, "")).Is("complete", "data", "state").Is([]any{}, "data", "missing")
	list := owner.Get("/api/bookings/{org}/list?from=2026-04-14&to=2026-04-14&sort=checkIn").Want(200)
	list.Is("complete", "data", 0, "onlineCheckin")
	owner.Get(apptest.BookingPath(id, "/registrations")).Is("REG-1", "data", 0, "number").
		Is("Delhi", "data", 0, "comingFrom")

	version := int64(shown.Number("data", "version"))
	owner.With("If-Match", fmt.Sprintf(`"%d"`, version-1)).Put(own(id, ""), object{"verified": true}).
		Refused(400, "present version")
	owner.With("If-Match", fmt.Sprintf(`"%d"`, version)).Put(own(id, ""), object{"verified": true}).Want(200).
		Is("verified", "data", "state").Is(version+1, "data", "version")
	owner.Put(own(id, ""), object{"verified": true}).Want(200).Is(version+1, "data", "version")
	p.want(200, p.get("?step=party"), "nothing left to do")
	p.want(400, p.post(url.Values{"step": {"arrival"}, "time": {"19:00"}}), "tell the front desk")
	owner.Put(own(id, ""), object{"verified": false}).Want(200).Is("complete", "data", "state")
	trail := owner.Get("/api/audit/{org}/by-resource/booking/" + id).Want(200)
	for _, action := range []string{"booking.online_checkin_linked", "booking.online_checkin_progressed",
		"booking.online_checkin_completed", "booking.online_checkin_verified", "booking.signed"} {
		if got := strings.Contains(fmt.Sprint(trail.At("data")), action); got == (action == "booking.signed") {
			t.Errorf("%s is in the audit log: %v", action, got)
		}
	}
	none := owner.BookNewRoom("2026-04-14", "2026-04-15")
	owner.Put(own(none, ""), object{"verified": true}).Refused(400, "hasn't begun")
	for step, most := range map[string]int{"stay": 7000, "party": 7000, "documents&guest=" + id: 10000, "card": 8000,
		"due": 7000} {
		p.get("?step=" + step)
		t.Logf("%s: %d bytes", step, len(p.last))
		if len(p.last) > most {
			t.Errorf("the page %s has %d bytes", step, len(p.last))
		}
	}
}

func inHindi(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday()
	p := browse(owner, id)
	p.want(200, p.get("?language=hi"), "आगे बढ़ें", "14 अप्रैल 2026", "English")
	p.want(200, p.post(url.Values{"digits": {"2345"}, "language": {"hi"}}), "आपका ठहराव")
	p.want(200, p.get("?step=stay&language=en"), "Your stay", "हिन्दी")
	request, err := http.NewRequest("GET", p.server+p.path, nil)
	if err == nil {
		request.Header.Set("Accept-Language", "hi-IN,hi;q=0.9,en;q=0.8")
	}
	p.want(200, p.send(request, err), "आपका ठहराव")
	if !strings.Contains(p.last, `<html lang="hi">`) {
		t.Error("the page doesn't tell its language")
	}
	p.want(400, p.post(url.Values{"step": {"arrival"}, "time": {"25:00"}, "language": {"hi"}}), "आगमन")
	p.want(200, p.get("?language=xx"), "Your stay")
}

func party(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	stay := apptest.Stay("2026-04-14", "2026-04-16")
	id := owner.Post("/api/bookings/{org}/create", stay.Merged(object{"rooms": []object{
		{"roomId": rooms[0], "roomNumber": "101", "roomType": "Deluxe", "ratePerNight": 3000, "adults": 2, "children": 1},
		{"roomId": rooms[1], "roomNumber": "102", "roomType": "Deluxe", "ratePerNight": 3000, "adults": 1}}})).
		Want(201).Text("data", "bookingId")
	p := browse(owner, id).prove()
	p.want(200, p.get("?step=party"), "101", "102", "Asha Rao", "Name of the child")
	f := p.form("party")
	if len(f["name"]) != 3 {
		t.Fatalf("the form has %d rows: %v", len(f["name"]), f)
	}
	f["name"], f["age"] = []string{"Ravi <b>Rao</b>", "Mini", "Leela"}, []string{"", "x", ""}
	p.want(400, p.post(f), "Age in years", "from 0 to 17")
	if again := p.form("party"); !slices.Equal(again["name"], f["name"]) {
		t.Errorf("what was typed is gone: %v", again["name"])
	}
	f["age"][1] = "६"
	p.want(200, p.post(f))
	p.want(200, p.post(f)) // a second click on the same page
	shown := owner.Get(apptest.BookingPath(id, "/guests")).Is("Ravi <b>Rao</b>", "data", "rooms", 0, "guests", 1, "name").
		Is("Mini", "data", "rooms", 0, "guests", 2, "name").Is(6, "data", "rooms", 0, "guests", 2, "age").
		Is("Leela", "data", "rooms", 1, "guests", 0, "name")
	if len(shown.List("data", "rooms", 0, "guests")) != 3 || len(shown.List("data", "rooms", 1, "guests")) != 1 {
		t.Errorf("a second click named somebody twice: %s", shown.Raw)
	}
	p.want(200, p.get("?step=party"))
	if strings.Contains(p.last, "<b>") {
		t.Error("a name is markup")
	}
	if f = p.form("party"); len(f["name"]) != 3 || f["id"][0] == "" {
		t.Fatalf("%v", f)
	}
	f["name"][0], f["name"][1], f["age"][1] = "Ravi Rao", "", ""
	p.want(200, p.post(f))
	owner.Get(apptest.BookingPath(id, "/guests")).Is("Ravi Rao", "data", "rooms", 0, "guests", 1, "name")
	if n := len(owner.Get(apptest.BookingPath(id, "/guests")).List("data", "rooms", 0, "guests")); n != 2 {
		t.Errorf("the child stays: %d", n)
	}
	p.want(400, p.post(f), "changed meanwhile") // of a page that is too old
	p.want(400, p.post(url.Values{"step": {"party"}, "id": {"", ""}, "kind": {"adult", "adult"}, "age": {"", ""},
		"room": {rooms[1], rooms[1]}, "name": {"One", "Two"}}), "more than the room is booked for")
	open := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-18", "2026-04-19").Merged(object{
		"rooms": []object{{"categoryId": owner.Get("/api/room-categories/{org}/list").Text("data", 0, "_id"),
			"ratePerNight": 4000, "adults": 2}}})).Want(201).Text("data", "bookingId")
	q := browse(owner, open).prove()
	q.want(200, q.get("?step=stay"), "Deluxe (to be assigned)")
	q.want(200, q.do("party", func(f url.Values) { f["name"][0] = "Ravi Rao" }))
	owner.Get(apptest.BookingPath(open, "/guests")).Is("Ravi Rao", "data", "rooms", 0, "guests", 1, "name")
}

func documents(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday()
	guestID := owner.Get(apptest.BookingPath(id, "")).Text("data", "guestId")
	p := browse(owner, id).prove()
	p.want(200, p.get("?step=documents"), "Asha Rao", "first eight digits", "Guests from abroad")
	f := p.form("documents")
	set := func(pairs ...string) url.Values {
		for pair := range slices.Chunk(pairs, 2) {
			f.Set(pair[0], pair[1])
		}
		return f
	}
	p.want(400, p.post(set("dateOfBirth", "2030-01-01", "idType", "Aadhaar", "idNumber", "12")), "Date of birth", "past")
	p.want(400, p.post(set("dateOfBirth", "1988-11-02", "idType", "Passport", "idNumber", "999", "nationality", "Indian")),
		"Number of the document")
	p.want(400, p.post(set("idType", "x", "idNumber", "Z1234567")), "Identity document")
	p.want(400, p.post(set("idType", "Other", "idNumber", "2341 2341 2346")), "must not be an Aadhaar number")
	p.want(400, p.post(set("idType", "", "idNumber", "", "passportNumber", "999", "passportCountry", "Atlantis")),
		"Issued by (country)")
	p.want(400, p.post(set("nationality", strings.Repeat("x", 61))), "Nationality")
	p.want(200, p.post(set("nationality", "Nepalese", "passportNumber", "PA0123456", "passportCountry", "Nepal",
		"passportExpires", "2030-01-30", "visaNumber", "", "surname", "RAO", "sex", "F", "line1", "1 Ring Road", "city",
		"Kathmandu")))
	travel := "/api/guests/{org}/" + guestID + "/travel-documents"
	shown := owner.Get(travel).Is("PA0123456", "data", "passportNumber").Is("NPL", "data", "passportCountry")
	p.want(200, p.get("?step=documents"), "Noted.")
	if strings.Contains(p.last, "PA0") || strings.Contains(p.last, "3456") || strings.Contains(p.last, "Kathmandu") {
		t.Error("the page shows what a record has")
	}
	p.want(200, p.post(p.form("documents"))) // empty: it all stays
	owner.Get(travel).Is(shown.At("data", "version"), "data", "version").Is("PA0123456", "data", "passportNumber")
	owner.Get("/api/guests/{org}/"+guestID).Is("Kathmandu", "data", "address", "city").
		Is("Nepalese", "data", "nationality")
}

// Of a passport by ICAO 9303.
const zone = "P<NPLGURUNG<<MAYA<<<<<<<<<<<<<<<<<<<<<<<<<<<\nPA01234560NPL8811020F3201303<<<<<<<<<<<<<<<8"

func lines(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday()
	guestID := owner.Get(apptest.BookingPath(id, "")).Text("data", "guestId")
	p := browse(owner, id)
	typed := url.Values{"step": {"lines"}, "guest": {id}, "lines": {zone}}
	p.want(403, p.post(typed), "last four digits")
	p.prove()
	p.want(200, p.get("?step=documents"), "two lines at the foot of the passport")
	f := p.form("lines")
	for _, wrong := range []string{"", "x", strings.Replace(zone, "PA0123456", "PA0123457", 1), zone[:80],
		strings.Repeat("<", 401), "<script>alert(1)</script>\x00"} {
		f.Set("lines", wrong)
		p.want(400, p.post(f), "both lines as they are printed")
		if strings.Contains(p.last, "<script>alert") {
			t.Error("what was typed is markup")
		}
	}
	f.Set("lines", strings.ToLower(strings.ReplaceAll(zone, "\n", "\r\n")))
	p.want(200, p.post(f), "Look at what was read")
	owner.Get("/api/guests/{org}/"+guestID+"/travel-documents").Is("", "data", "passportNumber") // nothing is stored
	read := p.form("documents")
	for name, want := range map[string]string{"passportNumber": "PA0123456", "passportCountry": "Nepal",
		"surname":    "GURUNG",
		"givenNames": "MAYA", "dateOfBirth": "1988-11-02", "passportExpires": "2032-01-30", "nationality": "Nepal"} {
		if read.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, read.Get(name), want)
		}
	}
	p.want(200, p.post(read))
	owner.Get("/api/guests/{org}/"+guestID+"/travel-documents").Is("PA0123456", "data", "passportNumber").
		Is("NPL", "data", "passportCountry").Is("2032-01-30", "data", "passportExpires")
	p.want(200, p.get("?step=documents"), "Noted.")
	f.Set("lines", "V<NPLGURUNG<<MAYA<<<<<<<<<<<<<<<<<<<<<<<<<<<\nPA01234560NPL8811020F3201303<<<<<<<<<<<<<<<<")
	p.want(200, p.post(f))
	if read = p.form("documents"); read.Get("visaNumber") != "PA0123456" || read.Get("passportNumber") != "" {
		t.Errorf("of a visa: %v", read)
	}
	p.want(200, p.get("?language=hi&step=documents"), "इन पंक्तियों से भरें")
}

func pictures(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday()
	guestID := owner.Get(apptest.BookingPath(id, "")).Text("data", "guestId")
	p := browse(owner, id)
	p.want(403, p.upload(id, "passport", apptest.Picture(4, 4)), "last four digits")
	p.prove()
	for name, content := range map[string]string{"nothing": "", "text": "<script>alert(1)</script>",
		"a GIF":      "GIF89a\x01\x00",
		"half a PNG": apptest.Picture(40, 40)[:60], "a PDF with text": "%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj"} {
		if status := p.upload(id, "passport", content); status != 400 {
			t.Errorf("%s: %d\n%s", name, status, visible(t, p.last))
		}
	}
	p.want(400, p.upload(id, "passport", apptest.Picture(4, 4)+strings.Repeat("x", 10<<20)), "Picture")
	p.want(400, p.upload(id, "photo", apptest.Picture(4, 4)), "changed meanwhile")
	p.want(400, p.upload(id, "../id-front", apptest.Picture(4, 4)), "changed meanwhile")
	p.want(400, p.upload(apptest.Nobody, "passport", apptest.Picture(4, 4)), "changed meanwhile")
	owner.Get("/api/guests/{org}/"+guestID+"/documents").Is([]any{}, "data")
	for range 2 {
		p.want(200, p.upload(id, "id-front", apptest.Picture(40, 20)), "✓ Send as front of the ID")
	}
	owner.Get("/api/guests/{org}/"+guestID+"/documents").Is("id-front", "data", 0, "document")
	p.want(200, p.post(p.form("documents")), "Registration Card")
}

func cards(t *testing.T, owner *apptest.Caller) {
	owner.Put("/api/bookings/{org}/registration-settings", object{"cards": "guest"}).Want(200)
	id := owner.BookFromToday()
	room := owner.Get(apptest.BookingPath(id, "")).Text("data", "rooms", 0, "roomId")
	ravi := owner.Post(apptest.BookingPath(id, "/guests"), object{"roomId": room, "name": "Ravi Rao"}).Want(201).
		Text("data", "rooms", 0, "guests", 1, "stayGuestId")
	p := browse(owner, id).prove()
	p.want(200, p.get("?step=card"), "For whom?", "Ravi Rao")
	p.want(200, p.get("?step=card&guest="+ravi), "Ravi Rao", "keep to the rules of the house", "signs at the front desk")
	f := p.form("card")
	for name, drawn := range map[string]string{"no picture": "x", "no PNG": "data:image/png;base64,AAAA",
		"not base64": "data:image/png;base64,%%"} {
		f.Set("signature", drawn)
		if status := p.post(f); status != 400 {
			t.Errorf("%s: %d", name, status)
		}
	}
	f.Set("signature", "data:image/png;base64,"+base64.StdEncoding.EncodeToString([]byte(apptest.Picture(40, 20))))
	f.Set("purpose", "Holiday")
	p.want(200, p.post(f))
	f.Set("purpose", "Business")
	p.want(200, p.post(f)) // who has signed changes nothing
	owner.Get(apptest.BookingPath(id, "/registrations")).Is("online", "data", 1, "signedHow").
		Is("Holiday", "data", 1, "purpose").Is(nil, "data", 0, "signedAt")
	p.want(200, p.get("?step=card&guest="+ravi), "The card is signed")
	p.want(200, p.get("?step=card&guest="+id), "Asha Rao")
	f = p.form("card")
	f.Set("vehicle", "RJ 27\nCA 1234")
	p.want(400, p.post(f), "Vehicle number")
}

func hostile(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday(object{"guestName": `<script>alert("x")</script>`})
	p := browse(owner, id)
	p.want(200, p.get(""))
	if strings.Contains(p.last, "<script") {
		t.Error("a name is markup")
	}
	p.want(200, p.get(`?step="><script>&language="><script>&guest="><script>`))
	if strings.Contains(p.last, "<script") {
		t.Error("a query is markup")
	}
	p.prove()
	other := owner.BookNewRoom("2026-04-14", "2026-04-16", object{"guestName": "Maya Gurung", "guestPhone": "+91 1 2345"})
	room := owner.Get(apptest.BookingPath(other, "")).Text("data", "rooms", 0, "roomId")
	stranger := owner.Post(apptest.BookingPath(other, "/guests"), object{"roomId": room, "name": "Bina"}).Want(201).
		Text("data", "rooms", 0, "guests", 1, "stayGuestId")
	for _, guest := range []string{other, stranger, apptest.Nobody, "", "x"} {
		for _, step := range []string{"documents", "card"} {
			f := url.Values{"step": {step}, "guest": {guest}, "idType": {"Other"}, "idNumber": {"A1234"}}
			p.want(400, p.post(f), "changed meanwhile")
		}
		p.get("?step=documents&guest=" + guest)
		if strings.Contains(p.last, "Maya") || strings.Contains(p.last, "Bina") {
			t.Error("another stay's guests are shown")
		}
	}
	mine := owner.Get(apptest.BookingPath(id, "")).Text("data", "rooms", 0, "roomId")
	for _, f := range []url.Values{
		{"id": {stranger}, "room": {mine}, "name": {"X"}}, {"id": {""}, "room": {room}, "name": {"X"}},
		{"id": {id}, "room": {mine}, "name": {"X"}}, {"id": {other}, "room": {mine}, "name": {""}},
	} {
		f.Set("step", "party")
		p.want(400, p.post(f), "changed meanwhile")
	}
	p.want(400, p.post(url.Values{"step": {"../stay"}}), "changed meanwhile")
	p.want(400, p.post(url.Values{"step": {"stay"}, "from": {"2026-04-14"}, "to": {"2026-04-17"}}), "changed meanwhile")
	owner.Get(apptest.BookingPath(other, "/guests")).Is("Bina", "data", "rooms", 0, "guests", 1, "name")

	for _, guest := range []string{other, stranger, apptest.Nobody, "", "../" + id} {
		if status := p.upload(guest, "passport", apptest.Picture(4, 4)); status < 400 || status >= 500 {
			t.Errorf("a picture for the guest %q of another stay answers %d", guest, status)
		}
	}
	if n := owner.QueryInt(`SELECT COUNT(*) FROM guest_documents WHERE org_id = $1`); n != 0 {
		t.Errorf("%d pictures are kept for others", n)
	}
	for _, name := range []string{`../../etc/passwd`, `"><script>alert(1)</script>.png`, "a\r\nSet-Cookie: x=1.png",
		"\u202egnp.exe", "photo.php\x00.png", strings.Repeat("x", 5000), ""} {
		status := p.uploadAs(name, id, "passport", apptest.Picture(4, 4))
		if status >= 500 || strings.Contains(p.last, "<script") || strings.Contains(p.last, "etc/passwd") {
			t.Errorf("a file named %q answers %d:\n%s", name, status, p.last)
		}
	}

	// The cookie of one link works for no other, although the digits are the same.
	second := browse(owner, other)
	cookies := p.client.Jar.Cookies(&url.URL{Scheme: "http", Host: strings.TrimPrefix(p.server, "http://"), Path: p.path})
	if len(cookies) != 1 {
		t.Fatalf("%d cookies", len(cookies))
	}
	request, err := http.NewRequest("GET", second.server+second.path, nil)
	if err == nil {
		request.AddCookie(cookies[0])
	}
	second.want(200, second.send(request, err), "last four digits")
	// Nor does a page of another site send forms.
	request, err = http.NewRequest("POST", p.server+p.path, strings.NewReader("step=due"))
	if err == nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Origin", "https://evil.example")
		request.Header.Set("Sec-Fetch-Site", "cross-site")
	}
	p.want(403, p.send(request, err), "another site")
	answer, err := http.PostForm(second.server+second.path, url.Values{"digits": {"2345"}})
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	fresh := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if answer, err = fresh.PostForm(second.server+second.path, url.Values{"digits": {"2345"}}); err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	cookie := answer.Header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Strict", "Path=" + second.path, "Max-Age=1800"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("the cookie has no %s: %s", want, cookie)
		}
	}
	if policy := answer.Header.Get("Referrer-Policy"); policy != "no-referrer" {
		t.Errorf("the address is told to others: %q", policy)
	}
	big := url.Values{"step": {"arrival"}, "requests": {strings.Repeat("x", 2001)}}
	p.want(400, p.post(big), "What you would like")
	big.Set("requests", strings.Repeat("x", 500<<10))
	p.want(400, p.post(big), "could not be read")
	p.want(400, p.post(url.Values{"step": {"arrival"}, "details": {"a\x00b"}}), "other details")
}

func changes(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(4)
	id := owner.Book("2026-04-14", "2026-04-16", rooms[0])
	p := browse(owner, id).prove()
	finish := func() {
		t.Helper()
		p.want(200, p.do("stay", nil))
		p.want(200, p.do("party", nil))
		p.want(200, p.do("documents", func(f url.Values) { f.Set("idType", "Other"); f.Set("idNumber", "A1234") }))
		p.want(200, p.do("card", nil))
		p.want(200, p.do("arrival", nil))
		p.want(200, p.do("due", nil), "You are checked in online")
	}
	finish()
	owner.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1],
		"from": "2026-04-15"}).Want(200)
	owner.Get(own(id, "")).Is("complete", "data", "state")
	p.want(200, p.get("?step=party"), "Asha Rao")
	owner.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-17"}).Want(200)
	owner.Get(own(id, "")).Is("started", "data", "state").Is([]any{"stay"}, "data", "missing")
	p.want(200, p.get(""), "Your stay", "17 Apr 2026")
	p.want(200, p.do("stay", nil), "You are checked in online")
	owner.Get(own(id, "")).Is("complete", "data", "state")
	p.want(200, p.do("party", func(f url.Values) { f["name"][0] = "Ravi Rao" }), "Documents")
	owner.Get(own(id, "")).Is("started", "data", "state").Is([]any{"documents"}, "data", "missing")

	owner.Put(apptest.BookingPath(id, "/change-guest"), object{"newGuestName": "Maya Gurung",
		"newGuestPhone": "+91 98450 12345"}).Want(200)
	p.want(404, p.get(""))
	owner.Get(own(id, "")).Is("none", "data", "state").Is(0, "data", "links")

	p = browse(owner, id).prove()
	owner.Arrive(id)
	p.want(200, p.get(""), "You have arrived")
	p.want(400, p.post(url.Values{"step": {"arrival"}, "time": {"10:00"}}), "tell the front desk")
	owner.Post(own(id, "/link"), nil).Refused(400, "nothing to check in")

	cancelled := owner.Book("2026-04-20", "2026-04-21", rooms[2])
	q := browse(owner, cancelled).prove()
	owner.Put(apptest.BookingPath(cancelled, "/cancel"), object{"reason": "Ill"}).Want(200)
	q.want(404, q.get(""))
	q.want(404, q.post(url.Values{"step": {"arrival"}, "time": {"10:00"}}))
	owner.Post(own(cancelled, "/link"), nil).Refused(400, "nothing to check in")
	owner.Post(own(cancelled, "/send"), object{"email": "a@x.example"}).Refused(400, "nothing to check in")
	owner.Post(apptest.BookingPath(cancelled, "/reinstate"), nil).Want(200)
	q.want(200, q.get(""), "Asha Rao")
	sheet := owner.Server.Anyone().With("X-Sheet-Key", owner.SheetKey())
	sheet.Delete("/api/sheets/delete/" + cancelled).Want(200)
	q.want(404, q.get(""))
	if owner.QueryInt(`SELECT COUNT(*) FROM online_checkins WHERE org_id = $1 AND booking_id = $2`, cancelled) != 0 {
		t.Error("the online check-in of a booking that is deleted stays")
	}

	late := owner.Book("2026-04-15", "2026-04-16", rooms[3])
	l := browse(owner, late).prove()
	later := owner.OnDay("2026-04-16")
	l.prove().want(200, l.get(""), "Asha Rao")
	later.OnDay("2026-04-17")
	l.want(404, l.get(""))
}

func together(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday()
	p := browse(owner, id).prove()
	p.want(200, p.get("?step=party"))
	f := p.form("party")
	f["name"][0] = "Ravi Rao"
	statuses := make([]int, 6)
	apptest.Together(len(statuses), func(i int) {
		twin := &phone{t: p.t, server: p.server, path: p.path, client: p.client}
		statuses[i] = twin.post(f)
	})
	for _, status := range statuses {
		if status != 200 {
			t.Errorf("%v", statuses)
		}
	}
	if n := len(owner.Get(apptest.BookingPath(id, "/guests")).List("data", "rooms", 0, "guests")); n != 2 {
		t.Errorf("%d people are in the room", n)
	}
	another := browse(owner, id)
	apptest.Together(8, func(int) {
		twin := &phone{t: p.t, server: p.server, path: another.path, client: &http.Client{}}
		twin.post(url.Values{"digits": {"0000"}})
	})
	if tries := owner.QueryInt(`SELECT tries FROM online_checkins WHERE org_id = $1`); tries != 5 {
		t.Errorf("%d tries are counted", tries)
	}
}

func guesses(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday()
	real := browse(owner, id)
	head, tail, _ := strings.Cut(strings.TrimPrefix(real.path, "/checkin/"), ".")
	raw, err := base64.RawURLEncoding.DecodeString(tail)
	if err != nil {
		t.Fatal(err)
	}
	client, ended := &http.Client{}, ""
	var slowest time.Duration
	const number = 3_000 // 10,000 take three times as long: each by itself is as quick
	began := time.Now()
	for i := range number {
		asked := time.Now()
		guess := bytes.Clone(raw)
		guess[i%len(guess)] ^= byte(1 + i%255)
		p := &phone{t: t, server: owner.Server.URL, path: "/checkin/" + head + "." +
			base64.RawURLEncoding.EncodeToString(guess), client: client}
		status := p.get("")
		slowest = max(slowest, time.Since(asked))
		if ended == "" {
			ended = p.last
		}
		if status != 404 || p.last != ended {
			t.Fatalf("guess %d answers %d", i, status)
		}
	}
	if each := time.Since(began) / number; each > 20*time.Millisecond {
		t.Errorf("a wrong link takes %v", each)
	}
	t.Logf("%d wrong links: %v, the slowest %v", number, time.Since(began), slowest)
	real.want(200, real.get(""), "Asha")
}

func letters(t *testing.T, owner *apptest.Caller) {
	id := owner.BookFromToday(object{"guestEmail": "asha-online@example.com"})
	path := own(id, "/send")
	desk := browse(owner, id)
	owner.Post(path, nil).Want(200)
	letter := owner.Server.Mail("asha-online@example.com", "Check in online")
	at := strings.Index(letter, "/checkin/")
	if at < 0 {
		t.Fatalf("no link in\n%s", letter)
	}
	link, _, _ := strings.Cut(letter[at:], "\n")
	mailed := browser(owner, strings.TrimSpace(link))
	mailed.want(200, mailed.get(""), "Asha")
	desk.want(200, desk.get(""), "Asha") // works on
	owner.Get(own(id, "")).Is(2, "data", "links")
	owner.Get("/api/bookings/{org}/"+id+"/mails").Want(200).Is("online_checkin", "data", 0, "kind")
	version, link := owner.Get(own(id, "")).Number("data", "version"), ""
	if err := owner.Server.DB.Write(t.Context(), func(tx *db.Tx) error { // as letters at set times do
		sc, err := organization.Job(tx, owner.Org)
		if err == nil {
			var b *booking.Booking
			if b, err = booking.Find(tx, sc, id).Get(); err != nil {
				return err
			}
			var keep func(*db.Tx) error
			if link, keep, err = owner.Server.App.CheckIns.Offer(tx, sc, b); err == nil {
				err = keep(tx)
			}
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	further := browser(owner, link)
	further.want(200, further.get(""), "Asha")
	owner.Get(own(id, "")).Is(3, "data", "links").Is(version, "data", "version")
	bare := owner.BookNewRoom("2026-04-15", "2026-04-16", object{"guestEmail": nil})
	owner.Post(own(bare, "/send"), nil).Bad("email")
	owner.Post(own(bare, "/send"), object{"email": "x"}).Bad("email")
	for range 25 {
		owner.Post(path, object{"email": "other@example.com"}).Want(200)
	}
	owner.Get(own(id, "")).Is(20, "data", "links")
}

func settingsOf(_ *testing.T, owner *apptest.Caller) {
	owner.Get(settings).Want(200).Is(true, "data", "enabled").Is(7, "data", "daysBefore").Is(1, "data", "version")
	owner.Put(settings, object{"daysBefore": -1}).Bad("daysBefore")
	owner.Put(settings, object{"daysBefore": 366}).Bad("daysBefore")
	owner.Put(settings, object{"daysBefore": 2}).Want(200).Is(2, "data", "version")
	owner.Put(settings, object{"daysBefore": 2}).Want(200).Is(2, "data", "version")
	id := owner.BookNewRoom("2026-04-20", "2026-04-22")
	p := browse(owner, id).prove()
	p.want(200, p.get(""), "open from 18 Apr 2026 on")
	p.want(400, p.post(url.Values{"step": {"arrival"}, "time": {"10:00"}}), "too early")
	owner.Put(settings, object{"enabled": false}).Want(200)
	p.want(404, p.get(""))
	owner.Post(own(id, "/link"), nil).Refused(400, "switched off")
	owner.Put(settings, object{"enabled": true}).Want(200)
	p.want(200, p.get(""), "open from")
}

// One address can't type digits forever, whatever the links are.
func TestAddressesAreLimited(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			s := apptest.New(t, engine, func(c *app.Config) { c.Limit = admit.Rate{Requests: 100_000, Window: time.Minute} })
			owner := s.Hotel()
			refused := 0
			for range 8 {
				p := browse(owner, owner.BookNewRoom("2026-04-15", "2026-04-16"))
				for range 4 {
					if p.post(url.Values{"digits": {"0000"}}) == 429 {
						refused++
					}
				}
			}
			if refused != 2 { // 30 tries of an address
				t.Errorf("%d of 32 tries were refused", refused)
			}
		})
	}
}
