package message_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	netmail "net/mail"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/stay/precheck"
)

type object = apptest.Object

const (
	settings = "/api/letters/{org}/settings"
	letters  = "/api/letters/{org}/list"
)

func TestLetters(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: permissions},
		{Name: "settings", Run: choosing},
		{Name: "words", Run: wording},
		{Name: "a stay gets its letters, each once", Run: wholeStay},
		{Name: "one confirmation", Run: oneConfirmation},
		{Name: "a letter waits for the morning", Run: quiet},
		{Name: "stays that move and stays that are cancelled", Run: moved},
		{Name: "turning a letter on writes none of before", Run: noFlood},
		{Name: "a letter that waits when its stay is cancelled", Run: withdrawn},
		{Name: "on many nodes at once", Run: together},
		{Name: "the guest's language and the link", Run: languages},
		{Name: "markup and headers", Run: hostile},
		{Name: "unsubscribing", Run: unsubscribing},
		{Name: "by hand", Run: byHand},
		{Name: "preview and test", Run: previews},
		{Name: "telephones are simulated", Run: phones},
		{Name: "the period", Run: period},
	})
}

// address is a guest's address that no other scenario has.
func address() string { return fmt.Sprintf("guest%d@guests.example", apptest.Serial()) }

// turnOn turns letters on.
func turnOn(owner *apptest.Caller, fields object, kinds ...string) {
	owner.Server.T.Helper()
	list := []object{}
	for _, k := range kinds {
		list = append(list, object{"kind": k, "on": true})
	}
	owner.Put(settings, object{"letters": list}.Merged(fields)).Want(200)
}

// book books a new room and returns the booking's id.
func book(owner *apptest.Caller, from, to, email string, fields ...object) string {
	owner.Server.T.Helper()
	body := object{"guestEmail": email}
	for _, f := range fields {
		body = body.Merged(f)
	}
	return owner.BookNewRoom(from, to, body)
}

// write does what the job does.
func write(owner *apptest.Caller) {
	owner.Server.T.Helper()
	if err := owner.Server.App.WriteLetters(context.Background()); err != nil {
		owner.Server.T.Fatal(err)
	}
}

// at moves the clock to a time in the hotel's zone and writes what is due.
func at(owner *apptest.Caller, moment string) *apptest.Caller {
	owner.Server.T.Helper()
	zone, _ := time.LoadLocation("Asia/Kolkata")
	instant, err := time.ParseInLocation("2006-01-02 15:04", moment, zone)
	if err != nil {
		owner.Server.T.Fatal(err)
	}
	owner.Server.Clock.Set(instant)
	write(owner)
	return owner.Again()
}

// of lists a booking's letters as "kind state", the newest first, once all mails are sent.
func of(owner *apptest.Caller, bookingID string) (list []string) {
	owner.Server.T.Helper()
	owner.Server.Mailed("nobody@guests.example", "")
	for _, entry := range owner.Get(letters + "?bookingId=" + bookingID).Want(200).List("data") {
		l := entry.(map[string]any)
		list = append(list, fmt.Sprint(l["kind"], " ", l["state"]))
	}
	return list
}

func want(owner *apptest.Caller, bookingID string, wanted ...string) {
	owner.Server.T.Helper()
	if got := of(owner, bookingID); fmt.Sprint(got) != fmt.Sprint(wanted) {
		owner.Server.T.Errorf("the booking's letters are %v, want %v", got, wanted)
	}
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	id := book(owner, "2026-04-20", "2026-04-22", address())
	made := owner.Post("/api/letters/{org}/bookings/"+id+"/send", object{"kind": "arrival"}).Want(201).
		Text("data", "_id")
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	viewer := owner.Member("Viewer", object{"bookings": object{"view": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	elsewhere := owner.AnotherHotel()
	for _, p := range []struct{ method, path, flag string }{
		{"GET", "/settings", "email_templates.view"}, {"PUT", "/settings", "email_templates.update"},
		{"GET", "/texts", "email_templates.view"}, {"PUT", "/texts/review/fr", "email_templates.update"},
		{"DELETE", "/texts/review/fr", "email_templates.delete"}, {"POST", "/test", "email_templates.update"},
		{"POST", "/preview", "email_templates.view"},
		{"GET", "/list", "bookings.view"}, {"GET", "/" + made, "bookings.view"},
		{"GET", "/bookings/" + id, "bookings.view"}, {"POST", "/bookings/" + id + "/preview", "bookings.view"},
		{"POST", "/bookings/" + id + "/send", "bookings.update"},
		{"POST", "/bookings/" + id + "/subscribe", "bookings.update"},
	} {
		body := object{"kind": "review", "language": "en", "subject": "x", "bodyHtml": "x"}
		none.Do(p.method, "/api/letters/{org}"+p.path, body).Refused(403, p.flag)
		stranger.Do(p.method, "/api/letters/{org}"+p.path, body).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, "/api/letters/"+owner.Org+p.path, body).Refused(401, "")
		if strings.HasPrefix(p.path, "/bookings/") {
			elsewhere.Do(p.method, "/api/letters/{org}"+p.path, body).Refused(404, "no such booking")
		}
	}
	elsewhere.Get("/api/letters/{org}/"+made).Refused(404, "no such letter")
	viewer.Get("/api/letters/{org}/"+made).Want(200).Is("arrival", "data", "kind")
	viewer.Post("/api/letters/{org}/bookings/"+id+"/send", object{"kind": "arrival"}).Refused(403, "bookings.update")
}

func choosing(_ *testing.T, owner *apptest.Caller) {
	before := owner.Get(settings).Want(200).Is(1, "data", "version").Is("22:00", "data", "quietFrom")
	if n := len(before.List("data", "letters")); n != 6 {
		owner.Server.T.Fatalf("%d letters: %s", n, before.Raw)
	}
	for i := range 6 {
		before.Is(false, "data", "letters", i, "on")
	}
	one := func(fields object) object {
		return object{"letters": []object{object{"kind": "pre-arrival"}.Merged(fields)}}
	}
	owner.Put(settings, one(object{"on": false})).Want(200).Is(1, "data", "version") // nothing changes
	owner.Put(settings, one(object{"on": true, "days": -7, "at": "18:30"})).Want(200).Is(2, "data", "version").
		Is(-7, "data", "letters", 1, "days").Is("18:30", "data", "letters", 1, "at")
	owner.With("If-Match", `"1"`).Put(settings, one(object{"days": -6})).Bad("If-Match")
	owner.With("If-Match", `"2"`).Put(settings, one(object{"days": -6})).Want(200).Is(3, "data", "version")
	owner.Put(settings, one(object{"days": 1})).Bad("letters[0].days")
	owner.Put(settings, one(object{"days": -61})).Bad("letters[0].days")
	owner.Put(settings, one(object{"anchor": "departure"})).Bad("letters[0].anchor")
	owner.Put(settings, one(object{"at": "25:00"})).Bad("letters[0].at")
	owner.Put(settings, object{"letters": []object{{"kind": "birthday"}}}).Bad("letters[0].kind")
	owner.Put(settings, object{"letters": []object{{"kind": "arrival"}, {"kind": "arrival"}}}).Bad("letters[1].kind")
	owner.Put(settings, object{"letters": []object{{"kind": "arrival"}, {"kind": "in-stay", "days": -1}}}).
		Bad("letters[1].days")
	owner.Put(settings, object{"quietFrom": nil}).Bad("quietFrom")
	owner.Put(settings, object{"quietUntil": nil}).Bad("quietUntil")
	owner.Put(settings, object{"quietFrom": "08:00", "quietUntil": "08:00"}).Bad("quietUntil")
	owner.Put(settings, object{"keptDays": 29}).Bad("keptDays")
	owner.Put(settings, object{"phone": "pigeon"}).Bad("phone")
	owner.Put(settings, object{"quietFrom": nil, "quietUntil": nil}).Want(200).Is("", "data", "quietFrom").
		Is(4, "data", "version")
	owner.Get("/api/audit/{org}/logs?action=letter_settings.updated").Want(200).Is(3, "pagination", "total")
}

func wording(_ *testing.T, owner *apptest.Caller) {
	const texts = "/api/letters/{org}/texts"
	all := owner.Get(texts).Want(200)
	if n := len(all.List("data", "texts")); n != 12 {
		owner.Server.T.Errorf("%d texts", n)
	}
	owner.Get(texts+"/review/hi").Want(200).Is(false, "data", "own").Is(0, "data", "version")
	owner.Get(texts+"/review/fr").Refused(404, "no words")
	body := object{"subject": "Alors, {{guest_name}} ?", "bodyHtml": "<p>Bonjour {{guest_name}}</p>"}
	owner.Put(texts+"/review/fr", body).Want(200).Is(true, "data", "own").Is(1, "data", "version")
	owner.Put(texts+"/review/fr", body).Want(200).Is(1, "data", "version")
	owner.With("If-Match", `"9"`).Put(texts+"/review/fr", body).Bad("If-Match")
	owner.Put(texts+"/review/fr", body.Merged(object{"subject": "Alors ?"})).Want(200).Is(2, "data", "version")
	owner.Put(texts+"/review/fr", object{"subject": "a\nb", "bodyHtml": "x"}).Bad("subject")
	owner.Put(texts+"/review/fr", object{"subject": "x", "bodyHtml": ""}).Bad("bodyHtml")
	owner.Put(texts+"/review/French", body).Refused(404, "no words")
	owner.Put(texts+"/birthday/fr", body).Refused(404, "no words")
	owner.Delete(texts + "/review/fr").Want(200)
	owner.Delete(texts+"/review/fr").Refused(404, "no words")
}

func wholeStay(t *testing.T, owner *apptest.Caller) {
	guest := address()
	owner.Put("/api/notifications/{org}/config", object{"guestLetters": []any{}}).Want(200)
	turnOn(owner, nil, "confirmation", "pre-arrival", "arrival", "in-stay", "farewell", "review")
	id := book(owner, "2026-04-20", "2026-04-22", guest)
	coming := owner.Get("/api/letters/{org}/bookings/"+id).Want(200).Is(guest, "data", "to").
		Is(false, "data", "unsubscribed")
	for i, c := range coming.List("data", "coming") {
		if c.(map[string]any)["kind"] == "pre-arrival" {
			coming.Is("2026-04-17T04:30:00.000Z", "data", "coming", i, "at")
		}
	}
	write(owner) // perhaps the booking has rung before
	want(owner, id, "confirmation sent")
	at(owner, "2026-04-17 09:59")
	want(owner.Again(), id, "confirmation sent")
	at(owner, "2026-04-17 10:00")
	owner = at(owner, "2026-04-17 10:10")
	want(owner, id, "pre-arrival sent", "confirmation sent")
	owner = at(owner, "2026-04-20 08:05")
	owner.Arrive(id)
	owner = at(owner, "2026-04-20 20:00")
	want(owner, id, "arrival sent", "pre-arrival sent", "confirmation sent")
	owner = at(owner, "2026-04-21 11:00")
	owner = at(owner, "2026-04-22 10:00")
	owner.Leave(id, object{"settlementMethod": "cash", "finalAmount": 10000})
	want(owner, id, "in-stay sent", "arrival sent", "pre-arrival sent", "confirmation sent")
	owner = at(owner, "2026-04-22 13:00")
	owner = at(owner, "2026-04-24 11:00")
	owner = at(owner, "2026-04-25 11:00")
	want(owner, id, "review sent", "farewell sent", "in-stay sent", "arrival sent", "pre-arrival sent",
		"confirmation sent")
	if all := owner.Server.Mailed(guest, "Subject: "); len(all) != 6 {
		t.Errorf("the guest has %d mails", len(all))
	}
	// The review can be unsubscribed from, the confirmation can't.
	review := owner.Server.Mail(guest, "Subject: How was your stay")
	m, err := netmail.ReadMessage(strings.NewReader(review))
	if err != nil || m.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" ||
		!strings.HasPrefix(m.Header.Get("List-Unsubscribe"), "<http://sarai.test/unsubscribe?token=") {
		t.Errorf("%v: %v", err, m.Header)
	}
	if strings.Contains(owner.Server.Mail(guest, "Subject: Your booking"), "nsubscribe") {
		t.Error("a confirmation can be unsubscribed from")
	}
	// The kept text opens nothing.
	for _, entry := range owner.Get(letters + "?bookingId=" + id).Want(200).List("data") {
		kept := owner.Get("/api/letters/{org}/" + entry.(map[string]any)["_id"].(string)).Want(200)
		if strings.Contains(string(kept.Raw), precheck.PagePath) || !strings.Contains(kept.Text("data", "text"), "Asha Rao") {
			t.Errorf("kept is %s", kept.Raw)
		}
	}
	page := owner.Get(letters+"?limit=2&state=sent").Want(200).Is(6, "pagination", "total")
	if len(page.List("data")) != 2 {
		t.Errorf("a page is %s", page.Raw)
	}
	owner.Get(letters+"?kind=farewell").Want(200).Is(1, "pagination", "total")
	owner.Get(letters + "?state=lost").Bad("state")
}

// Of a booking and a check-out the guest gets one letter, from here or from notifications.
func oneConfirmation(t *testing.T, owner *apptest.Caller) {
	old, fresh := address(), address()
	book(owner, "2026-04-20", "2026-04-22", old)
	owner = owner.Later(time.Minute)
	turnOn(owner, nil, "confirmation")
	id := book(owner, "2026-04-20", "2026-04-22", fresh)
	write(owner)
	want(owner, id, "confirmation sent")
	for _, guest := range []string{old, fresh} {
		if n := len(owner.Server.Mailed(guest, "Subject: ")); n != 1 {
			t.Errorf("%s has %d mails", guest, n)
		}
	}
}

func quiet(t *testing.T, owner *apptest.Caller) {
	turnOn(owner, object{"quietFrom": "21:00", "quietUntil": "07:30"}, "pre-arrival", "confirmation")
	owner = at(owner, "2026-04-18 23:00")
	id := book(owner, "2026-04-20", "2026-04-22", address())
	write(owner)
	want(owner, id, "confirmation sent") // whoever has just booked waits for it
	owner.Get("/api/letters/{org}/bookings/"+id).Want(200).Is("pre-arrival", "data", "coming", 0, "kind").
		Is("2026-04-19T02:00:00.000Z", "data", "coming", 0, "at")
	owner = at(owner, "2026-04-19 07:29")
	want(owner, id, "confirmation sent")
	owner = at(owner, "2026-04-19 07:30")
	want(owner, id, "pre-arrival sent", "confirmation sent")
}

func moved(t *testing.T, owner *apptest.Caller) {
	turnOn(owner, nil, "pre-arrival")
	moves := book(owner, "2026-04-20", "2026-04-22", address())
	ends := book(owner, "2026-04-20", "2026-04-22", address())
	owner.Put(apptest.BookingPath(moves, "/stay"), object{"checkIn": "2026-04-27", "checkOut": "2026-04-29"}).Want(200)
	owner.Put(apptest.BookingPath(ends, "/cancel"), object{"reason": "Ill"}).Want(200)
	owner = at(owner, "2026-04-18 12:00")
	want(owner, moves)
	want(owner, ends)
	owner = at(owner, "2026-04-24 10:00")
	want(owner, moves, "pre-arrival sent")
	// Once is once, even if the stay moves on.
	owner.Put(apptest.BookingPath(moves, "/stay"), object{"checkIn": "2026-05-04", "checkOut": "2026-05-06"}).Want(200)
	owner = at(owner, "2026-05-01 10:00")
	want(owner, moves, "pre-arrival sent")
	want(owner, ends)
}

// A letter whose mail still waits is taken back; if the booking comes back, it is due again. One of a booking whose
// record is deleted leaves nothing.
func withdrawn(t *testing.T, owner *apptest.Caller) {
	guest := address()
	turnOn(owner, nil, "pre-arrival")
	id := book(owner, "2026-04-16", "2026-04-18", guest)
	gone := book(owner, "2026-04-16", "2026-04-18", guest)
	owner.Server.Mailed(guest, "")
	hold := `UPDATE outbox SET status = $1, claimed_until = 0, next_at = $2 WHERE org_id = $3 AND kind = 'pre-arrival'`
	write(owner)
	want(owner, id, "pre-arrival sent")
	// As if the mail server had been away.
	owner.Server.Exec(hold, "pending", owner.Server.Clock.Now().Add(time.Hour).UnixMilli(), owner.Org)
	owner.Server.Exec(`UPDATE letters SET state = 'queued' WHERE org_id = $1`, owner.Org)
	owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "Ill"}).Want(200)
	owner.Get(letters+"?state=skipped&bookingId="+id).Want(200).Is(1, "pagination", "total").
		Is("The booking was cancelled before the letter was sent.", "data", 0, "reason")
	owner.Post(apptest.BookingPath(id, "/reinstate"), nil).Want(200)
	owner.Server.Exec(`DELETE FROM outbox WHERE org_id = $1 AND status = 'pending'`, owner.Org)
	write(owner)
	want(owner, id, "pre-arrival sent", "pre-arrival skipped")
	owner.With("X-Sheet-Key", owner.SheetKey()).Delete("/api/sheets/delete/" + gone).Want(200)
	want(owner, gone)
}

func noFlood(t *testing.T, owner *apptest.Caller) {
	near, far := book(owner, "2026-04-15", "2026-04-18", address()), book(owner, "2026-04-25", "2026-04-27", address())
	owner = owner.Later(time.Minute)
	turnOn(owner, nil, "confirmation", "pre-arrival")
	owner = at(owner, "2026-04-14 12:10")
	want(owner, near)
	want(owner, far)
	owner = at(owner, "2026-04-22 10:00")
	want(owner, near)
	want(owner, far, "pre-arrival sent")
	// Without an address there is a line that says so, and only one.
	id := book(owner, "2026-04-24", "2026-04-26", "", object{"guestEmail": nil})
	owner = at(owner, "2026-04-22 10:20")
	owner = at(owner, "2026-04-22 10:40")
	want(owner, id, "pre-arrival skipped", "confirmation skipped")
	owner.Get(letters+"?state=skipped&bookingId="+id).Want(200).
		Is("The booking has no e-mail address.", "data", 0, "reason")
}

func together(t *testing.T, owner *apptest.Caller) {
	guest := address()
	turnOn(owner, nil, "arrival", "pre-arrival")
	var ids []string
	for range 5 {
		ids = append(ids, book(owner, "2026-04-20", "2026-04-22", guest))
	}
	zone, _ := time.LoadLocation("Asia/Kolkata")
	owner.Server.Clock.Set(time.Date(2026, 4, 17, 10, 0, 0, 0, zone))
	owner.Server.AtOnce(6, func(int) error { return owner.Server.App.WriteLetters(context.Background()) })
	owner = owner.Again()
	for _, id := range ids {
		want(owner, id, "pre-arrival sent")
	}
	if n := len(owner.Server.Mailed(guest, "begins on")); n < 5 {
		t.Errorf("%d mails", n)
	}
	if n := len(owner.Server.Mailed(guest, "Subject: Your stay at")); n != 5 {
		t.Errorf("%d letters for five stays", n)
	}
}

func languages(t *testing.T, owner *apptest.Caller) {
	turnOn(owner, nil, "pre-arrival")
	says := func(language, words string, fields object) {
		t.Helper()
		guest := address()
		id := book(owner, "2026-04-16", "2026-04-18", guest)
		record := owner.Get(apptest.BookingPath(id, "")).Text("data", "guestId")
		owner.Put("/api/guests/{org}/"+record+"/update", object{"language": language}).Want(200)
		write(owner)
		letter := owner.Get(letters+"?bookingId="+id).Want(200).Is(fields["language"], "data", 0, "language")
		kept := owner.Get("/api/letters/{org}/" + letter.Text("data", 0, "_id")).Want(200)
		if !strings.Contains(kept.Text("data", "text"), words) || strings.Contains(string(kept.Raw), precheck.PagePath) {
			t.Errorf("in %q it says %s", language, kept.Raw)
		}
		mails := owner.Server.Mailed(guest, precheck.PagePath)
		if len(mails) != 1 {
			t.Fatalf("the letter in %s has no link: %d mails", language, len(owner.Server.Mailed(guest, "")))
		}
		if status := opened(owner, mails[0]); status != 200 {
			t.Errorf("the link of the letter in %s answers %d", language, status)
		}
	}
	says("", "Check in online", object{"language": "en"})
	says("hi", "गुरु, 16 अप्रैल 2026", object{"language": "hi"})
	says("de", "Check in online", object{"language": "en"})
	owner.Put("/api/letters/{org}/texts/pre-arrival/de", object{"subject": "Bis bald",
		"bodyHtml": `<p>Bis bald! <a href="{{checkinLink}}">Hier</a></p>`}).Want(200)
	says("de", "Bis bald!", object{"language": "de"})
	owner.Put("/api/organization/{org}/update", object{"documentLanguage": "hi"}).Want(200)
	says("fr", "प्रिय Asha Rao", object{"language": "hi"})
}

// opened is the status of the page that a letter's link to online check-in leads to.
func opened(owner *apptest.Caller, letter string) int {
	owner.Server.T.Helper()
	link := regexp.MustCompile(`http://sarai\.test(` + precheck.PagePath + `[^\s"<),]+)`).FindStringSubmatch(letter)
	if link == nil {
		owner.Server.T.Fatalf("no link to online check-in in the mail:\n%s", letter)
	}
	answer, err := http.Get(owner.Server.URL + link[1])
	if err != nil {
		owner.Server.T.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}

func hostile(t *testing.T, owner *apptest.Caller) {
	guest := address()
	turnOn(owner, nil, "confirmation")
	owner.Put("/api/letters/{org}/texts/confirmation/en", object{"subject": "For {{guest_name}}",
		"headerText": "{{guest_name}}", "bodyHtml": `<p title="{{guest_name}}">{{guest_name}} {{special_requests}}</p>` +
			`<script>alert(1)</script>`}).Want(200)
	id := book(owner, "2026-04-20", "2026-04-22", guest, object{
		"guestName":       `<b onclick="x">Bcc: a@b.example {{checkinLink}}`,
		"specialRequests": "Cot\r\nBcc: all@guests.example\r\n\r\n<script>"})
	write(owner)
	want(owner, id, "confirmation sent")
	m, err := netmail.ReadMessage(strings.NewReader(owner.Server.Mail(guest, "Subject: For")))
	if err != nil {
		t.Fatal(err)
	}
	if m.Header.Get("Bcc") != "" || m.Header.Get("Cc") != "" {
		t.Errorf("a name reached the header: %v", m.Header)
	}
	letter := owner.Get(letters+"?bookingId="+id).Want(200).Text("data", 0, "_id")
	kept := owner.Get("/api/letters/{org}/"+letter).Want(200).Text("data", "html")
	if strings.Contains(kept, "<script") || strings.Contains(kept, "<b onclick") || !strings.Contains(kept, "&lt;b") {
		t.Errorf("the letter is %s", kept)
	}
}

// page asks for a page as a browser does, without following links.
func page(t *testing.T, s *apptest.Server, method, link, form string) (status int, body string) {
	t.Helper()
	parsed, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+parsed.Path+"?"+parsed.RawQuery,
		strings.NewReader(form))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(content)
}

func unsubscribing(t *testing.T, owner *apptest.Caller) {
	guest := address()
	id := book(owner, "2026-04-20", "2026-04-22", guest)
	owner.Put("/api/organization/{org}/update", object{"name": `Haveli <script>`}).Want(200)
	owner.Post("/api/letters/{org}/bookings/"+id+"/send", object{"kind": "review"}).Want(201)
	m, err := netmail.ReadMessage(strings.NewReader(owner.Server.Mail(guest, "Subject: How was")))
	if err != nil {
		t.Fatal(err)
	}
	link := strings.Trim(m.Header.Get("List-Unsubscribe"), "<>")
	is := func(unsubscribed bool) {
		t.Helper()
		owner.Get("/api/letters/{org}/bookings/"+id).Want(200).Is(unsubscribed, "data", "unsubscribed")
	}
	status, body := page(t, owner.Server, "GET", link, "")
	if status != 200 || !strings.Contains(body, `<form method="post"`) || strings.Contains(body, "<script>") {
		t.Errorf("%d: %s", status, body)
	}
	is(false) // looking changes nothing
	for _, broken := range []string{"http://sarai.test/unsubscribe", "http://sarai.test/unsubscribe?token=abc",
		link[:len(link)-4]} {
		for _, method := range []string{"GET", "POST"} {
			if status, body := page(t, owner.Server, method, broken, ""); status != 403 || !strings.Contains(body, "alert") {
				t.Errorf("%s of a broken link: %d %s", method, status, body)
			}
		}
	}
	is(false)
	// A mail program's POST (RFC 8058), twice, and then the page's own.
	for range 2 {
		if status, body := page(t, owner.Server, "POST", link, "List-Unsubscribe=One-Click"); status != 200 {
			t.Errorf("%d: %s", status, body)
		}
	}
	is(true)
	owner.Get("/api/audit/{org}/logs?action=booking.letters_stopped").Want(200).Is(1, "pagination", "total")
	owner.Post("/api/letters/{org}/bookings/"+id+"/send", object{"kind": "review"}).Refused(400, "unsubscribed")
	owner.Post("/api/letters/{org}/bookings/"+id+"/send", object{"kind": "confirmation"}).Want(201)
	turnOn(owner, nil, "in-stay")
	other := book(owner, "2026-04-14", "2026-04-18", strings.ToUpper(guest[:1])+guest[1:])
	owner.Arrive(other)
	owner = at(owner, "2026-04-15 11:00")
	want(owner, other, "in-stay skipped")
	owner.Post("/api/letters/{org}/bookings/"+id+"/subscribe", nil).Want(200).Is(false, "data", "unsubscribed")
	owner.Post("/api/letters/{org}/bookings/"+id+"/subscribe", nil).Want(200)
	owner.Get("/api/audit/{org}/logs?action=booking.letters_resumed").Want(200).Is(1, "pagination", "total")
	token := regexp.MustCompile(`name="token" value="([^"]+)"`).FindStringSubmatch(body)
	status, body = page(t, owner.Server, "POST", "http://sarai.test/unsubscribe", "token="+url.QueryEscape(token[1]))
	if status != 200 || !strings.Contains(body, "unsubscribed") {
		t.Errorf("%d: %s", status, body)
	}
	is(true)
}

func byHand(t *testing.T, owner *apptest.Caller) {
	guest := address()
	turnOn(owner, nil, "arrival")
	id := book(owner, "2026-04-20", "2026-04-22", guest)
	send := "/api/letters/{org}/bookings/" + id + "/send"
	once := owner.With("Idempotency-Key", "again")
	first := once.Post(send, object{"kind": "arrival"}).Want(201).Text("data", "_id")
	once.Post(send, object{"kind": "arrival"}).Want(201).Is(first, "data", "_id")
	owner.Post(send, object{"kind": "arrival"}).Want(201)
	owner = at(owner, "2026-04-20 08:00") // the job writes none after that
	want(owner, id, "arrival sent", "arrival sent")
	if n := len(owner.Server.Mailed(guest, "Subject: Welcome")); n != 2 {
		t.Errorf("%d letters", n)
	}
	owner.Post(send, object{"kind": "birthday"}).Bad("kind")
	owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "Ill"}).Want(200)
	owner.Post(send, object{"kind": "arrival"}).Refused(400, "is cancelled")
	bare := book(owner, "2026-04-24", "2026-04-26", "", object{"guestEmail": nil})
	owner.Post("/api/letters/{org}/bookings/"+bare+"/send", object{"kind": "arrival"}).Refused(400, "no e-mail address")
	owner.Get("/api/audit/{org}/logs?action=booking.letter_sent").Want(200).Is(2, "pagination", "total")

	// The farewell has the invoice with it.
	guest = address()
	stays := book(owner, "2026-04-20", "2026-04-21", guest)
	owner.Arrive(stays)
	owner = at(owner, "2026-04-21 09:00")
	owner.Leave(stays, object{"settlementMethod": "cash", "finalAmount": 5000})
	invoices := owner.InvoicesOf(stays)
	number := ""
	if list := invoices.List("data"); len(list) > 0 {
		if invoices.Text("data", 0, "status") == "draft" {
			owner.Post(apptest.Invoices+"/"+invoices.Text("data", 0, "_id")+"/issue", nil).Want(200)
		}
		number = owner.InvoicesOf(stays).Text("data", 0, "invoiceNumber")
	}
	sent := owner.Post("/api/letters/{org}/bookings/"+stays+"/send", object{"kind": "farewell"}).Want(201)
	if number == "" || !strings.Contains(sent.Text("data", "attachment"), number) {
		t.Errorf("invoice %q goes with %s", number, sent.Raw)
	}
	if name, content := owner.Server.MailedFile(guest); !strings.HasPrefix(string(content), "%PDF") {
		t.Errorf("%s is no PDF", name)
	}
}

func previews(t *testing.T, owner *apptest.Caller) {
	id := book(owner, "2026-04-20", "2026-04-22", address())
	preview := "/api/letters/{org}/bookings/" + id + "/preview"
	shown := owner.Post(preview, object{"kind": "review"}).Want(200).Is("en", "data", "language")
	if strings.Contains(string(shown.Raw), "token=") || !strings.Contains(shown.Text("data", "html"), "Asha Rao") {
		t.Errorf("the preview is %s", shown.Raw)
	}
	owner.Post(preview, object{"kind": "review", "language": "hi"}).Want(200).Is("hi", "data", "language")
	owner.Post(preview, object{"kind": "review", "subject": "Hello {{guest_name}}", "bodyHtml": "<p>x</p>"}).Want(200).
		Is("Hello Asha Rao", "data", "subject")
	owner.Post(preview, object{"kind": "review", "subject": "a\nb"}).Bad("subject")
	owner.Post(preview, object{"kind": "review", "language": "English"}).Bad("language")
	owner.Get(letters).Want(200).Is(0, "pagination", "total")
	owner.Post("/api/letters/{org}/test", object{"kind": "farewell", "language": "hi"}).Want(200)
	owner.Post("/api/letters/{org}/test", object{"kind": "farewell", "language": "fr"}).Bad("language")

	const sample = "/api/letters/{org}/preview"
	shown = owner.Post(sample, object{"kind": "in-stay", "language": "hi"}).Want(200).Is("hi", "data", "language")
	if text := shown.Text("data", "text"); !strings.Contains(text, "Asha Rao") {
		t.Errorf("the sample is %s", shown.Raw)
	}
	owner.Post(sample, object{"kind": "review", "language": "fr", "subject": "Bonjour {{guest_name}}"}).Bad("language")
	shown = owner.Post(sample, object{"kind": "review", "language": "fr", "subject": "Bonjour {{guest_name}}",
		"bodyHtml": "<p>Merci</p><script>x</script>"}).Want(200).Is("Bonjour Asha Rao", "data", "subject")
	if strings.Contains(shown.Text("data", "html"), "<script") {
		t.Errorf("the sample has a script: %s", shown.Raw)
	}
	owner.Post(sample, object{"kind": "review", "language": "en", "subject": "a\nb"}).Bad("subject")
	owner.Get(letters).Want(200).Is(0, "pagination", "total")
	if n := len(owner.Server.Mailed(owner.Email, "Auto-Submitted: auto-generated")); n == 0 {
		t.Error("the test went nowhere")
	}
}

func phones(t *testing.T, owner *apptest.Caller) {
	guest := address()
	turnOn(owner, object{"phone": "whatsapp"}, "arrival")
	id := book(owner, "2026-04-20", "2026-04-22", guest)
	owner = at(owner, "2026-04-20 08:00")
	owner = at(owner, "2026-04-20 08:10")
	found := owner.Get(letters+"?state=simulated&bookingId="+id).Want(200).Is(1, "pagination", "total").
		Is("whatsapp", "data", 0, "channel").Is("+91 98450 12345", "data", 0, "to")
	if !strings.Contains(found.Text("data", 0, "reason"), "Nothing was sent") {
		t.Errorf("it says %s", found.Raw)
	}
	owner.Get(letters+"?bookingId="+id).Want(200).Is(2, "pagination", "total")
}

func period(t *testing.T, owner *apptest.Caller) {
	turnOn(owner, object{"keptDays": 30}, "arrival")
	id := book(owner, "2026-04-20", "2026-04-22", address())
	owner = at(owner, "2026-04-20 08:00")
	want(owner, id, "arrival sent")
	expire := func() {
		t.Helper()
		if err := owner.Server.App.ExpireLetters(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	owner = at(owner, "2026-05-20 07:00")
	expire()
	want(owner, id, "arrival sent")
	mails := owner.Get(apptest.BookingPath(id, "/mails")).Want(200)
	owner = at(owner, "2026-05-20 08:01")
	expire()
	want(owner, id)
	after := owner.Get(apptest.BookingPath(id, "/mails")).Want(200)
	if len(after.List("data")) >= len(mails.List("data")) {
		t.Errorf("the booking's mails are kept: %s", after.Raw)
	}
	// It is not written again: that it was stays known.
	if n := owner.QueryInt(`SELECT COUNT(*) FROM letter_claims WHERE org_id = $1 AND booking_id = $2`, id); n != 1 {
		t.Errorf("%d claims", n)
	}
}
