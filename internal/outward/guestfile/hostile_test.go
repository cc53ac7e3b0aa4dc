package guestfile_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	netmail "net/mail"
	"net/url"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest/pdftext"
)

// TestHostileGuests is about people who mean harm: what their names do in files, papers and letters, and what a link to
// online check-in still opens when it should be over.
func TestHostileGuests(t *testing.T) {
	apptest.EachScenario(t, object{"name": "Haveli Sagar"}, []apptest.Scenario{
		{Name: "names in files, papers and letters", Run: hostileNames},
		{Name: "names that are refused", Run: refusedNames},
		{Name: "names in a rooming list", Run: hostileList},
		{Name: "links that are over", Run: linksOver},
		{Name: "letters to come of who is merged or erased", Run: lettersToCome},
	}, apptest.FoliosAddUp, apptest.BooksBalance)
}

// hostile are names as people who try things type them.
var hostile = []string{
	`=cmd|' /C calc'!A1`, `+91=HYPERLINK("https://evil.example")`, "@SUM(1+1)*cmd", "-2+3", "＝1+1",
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `{{checkinLink}} {{guest_email}}`,
	`Asha" <bcc@evil.example>, "x`, `(Asha\) Tj /JS (x`, `';DROP TABLE guests;--`,
}

// harmless fails if a cell of the file would be taken for a formula, and returns its rows.
func harmless(t *testing.T, raw []byte) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(raw), "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r") || strings.HasPrefix(cell, "＝") {
				t.Errorf("a spreadsheet would run %q", cell)
			}
		}
	}
	return rows
}

// noFormula fails if a cell of the workbook is a formula.
func noFormula(t *testing.T, raw []byte) {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	for _, sheet := range book.GetSheetList() {
		rows, err := book.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for y, row := range rows {
			for x := range row {
				place, _ := excelize.CoordinatesToCellName(x+1, y+1)
				if formula, err := book.GetCellFormula(sheet, place); err != nil || formula != "" {
					t.Errorf("%s is the formula %q (%v)", place, formula, err)
				}
			}
		}
	}
}

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

func hostileNames(t *testing.T, owner *apptest.Caller) {
	owner.Put("/api/letters/{org}/texts/arrival/en", object{"subject": "For {{guest_name}}",
		"headerText": "{{guest_name}}", "bodyHtml": `<p>{{guest_name}} comes</p>`}).Want(200)
	owner.CreateRooms(1)
	for n, name := range hostile {
		email := fmt.Sprintf("hostile%d@guests.example", apptest.Serial())
		id := guest(owner, object{"name": name, "nationality": "French", "idType": "passport", "idNumber": "12AB34567"})
		owner.Put(path(id, "/travel-documents"), object{"surname": name, "givenName": name, "passportNumber": "12AB34567"})
		booking := owner.BookNewRoom("2026-04-14", "2026-04-16", object{"guestId": id, "guestName": name,
			"guestEmail": email})
		shown := owner.Get(apptest.BookingPath(booking, ""))
		owner.Post(apptest.BookingPath(booking, "/guests"), object{"roomId": shown.Text("data", "rooms", 0, "roomId"),
			"name": name + " " + fmt.Sprint(n)}).Want(201)
		owner.Arrive(booking)
		owner.Put(apptest.BookingPath(booking, "/registrations/"+booking), object{"comingFrom": name,
			"purpose": name}).Want(200)

		card := owner.Download(apptest.BookingPath(booking, "/registration-card"), "application/pdf").Raw
		if bytes.Contains(card, []byte("/JS")) || bytes.Contains(card, []byte("/JavaScript")) {
			t.Errorf("the card of %q has a script", name)
		}
		pdftext.Text(t, card)
		letter := owner.Post("/api/letters/{org}/bookings/"+booking+"/send", object{"kind": "arrival"}).Want(201)
		m, err := netmail.ReadMessage(strings.NewReader(owner.Server.Mail(email, "comes")))
		if err != nil {
			t.Fatal(err)
		}
		if to, err := m.Header.AddressList("To"); err != nil || len(to) != 1 || to[0].Address != email ||
			m.Header.Get("Bcc") != "" || m.Header.Get("Cc") != "" {
			t.Errorf("the letter of %q goes to %v (%v), with %v", name, to, err, m.Header)
		}
		kept := owner.Get("/api/letters/{org}/"+letter.Text("data", "_id")).Want(200).Text("data", "html")
		if strings.Contains(kept, "<script") || strings.Contains(kept, "<img") || strings.Contains(kept, email) {
			t.Errorf("the letter of %q is %s", name, kept)
		}
	}
	for _, base := range []string{"/api/bookings/{org}/register", "/api/guests/{org}/form-iii"} {
		rows := harmless(t, owner.Download(base+"/export.csv", "text/csv; charset=utf-8").Raw)
		if len(rows) < 1+len(hostile) {
			t.Errorf("%s has %d rows", base, len(rows))
		}
		noFormula(t, owner.Download(base+"/export.xlsx", xlsxType).Raw)
	}
	pdftext.Text(t, owner.Download("/api/bookings/{org}/register/pdf", "application/pdf").Raw)
}

// A name is one line of text: what isn't could forge a line of a file or of a register.
func refusedNames(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	known, booking := guest(owner, nil), owner.Book("2026-04-14", "2026-04-16", room)
	for _, name := range []string{"Asha\r\nBcc: all@evil.example", "Asha\nRao", "Asha\x00", "Asha\x1b[2J",
		"\u202eoaR\u202c ahsA",
		"Asha\u2028Rao", "Asha\u200bRao", "\t", ""} {
		owner.Post("/api/guests/{org}/create", object{"name": name}).Bad("name")
		owner.Put(path(known, "/update"), object{"name": name}).Bad("name")
		owner.Put(apptest.BookingPath(booking, "/update-guest"), object{"guestName": name}).Bad("guestName")
		owner.Put(apptest.BookingPath(booking, "/change-guest"), object{"newGuestName": name,
			"newGuestPhone": "+91 98450 12345"}).Bad("newGuestName")
		owner.Post(apptest.BookingPath(booking, "/guests"), object{"roomId": room, "name": name}).Bad("name")
		owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", room).
			Merged(object{"guestName": name})).Bad("guestName")
	}
}

func hostileList(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(len(hostile))
	path := "/api/groups/{org}/" + owner.Post("/api/groups/{org}/create", object{"name": `=Wedding <b>"x"</b>`,
		"checkIn": "2026-04-14", "checkOut": "2026-04-17"}).Want(201).Text("data", "_id")
	var file bytes.Buffer
	w := csv.NewWriter(&file)
	rows := [][]string{{"ref", "name", "category", "check-in", "check-out", "phone", "remarks"}}
	for i, name := range hostile {
		rows = append(rows, []string{fmt.Sprint(i), name, "Deluxe", "2026-04-14", "2026-04-17", "+91 98450 12345",
			name})
	}
	if err := w.WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	owner.Put(path+"/rooming-list/file", file.String()).Want(200).Is([]any{}, "data", "problems")
	owner.Put(path+"/rooming-list/file?dryRun=true", file.String()).Want(200).Is("same", "data", "rooms", 0, "action")
	if n := len(owner.Get(path + "/people").Want(200).List("data")); n != len(hostile) {
		t.Errorf("the list of people has %d of %d", n, len(hostile))
	}
}

// visit opens a guest's link, and posts to it with the telephone's digits.
func visit(t *testing.T, owner *apptest.Caller, link string) (opened, proved int) {
	t.Helper()
	at := owner.Server.URL + link[strings.Index(link, "/checkin/"):]
	read := func(answer *http.Response, err error) int {
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		page, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode == 404 && (bytes.Contains(page, []byte("Asha")) || bytes.Contains(page, []byte("98450"))) {
			t.Errorf("a link that is over tells of the guest:\n%s", page)
		}
		return answer.StatusCode
	}
	opened = read(http.Get(at))
	return opened, read(http.PostForm(at, url.Values{"digits": {"2345"}}))
}

func linkOf(owner *apptest.Caller, bookingID string) string {
	owner.Server.T.Helper()
	return owner.Post(apptest.BookingPath(bookingID, "/online-checkin/link"), nil).Want(200).Text("data", "url")
}

func linksOver(t *testing.T, owner *apptest.Caller) {
	wanted := func(link string, status int, when string) {
		t.Helper()
		if opened, proved := visit(t, owner, link); opened != status || proved != status {
			t.Errorf("%s, the link answers %d and %d, want %d", when, opened, proved, status)
		}
	}
	out := owner.BookFromToday()
	link := linkOf(owner, out)
	wanted(link, 200, "before")
	owner.Arrive(out)
	owner.Leave(out, object{"settlementMethod": "cash", "finalAmount": 5000})
	wanted(link, 404, "after check-out")

	cancelled := owner.BookNewRoom("2026-04-16", "2026-04-17")
	link = linkOf(owner, cancelled)
	owner.Put(apptest.BookingPath(cancelled, "/cancel"), object{"reason": "Ill"}).Want(200)
	wanted(link, 404, "after cancellation")

	// A merge changes whose record it is, not whose stay.
	kept, twin := guest(owner, nil), guest(owner, nil)
	merged := owner.BookNewRoom("2026-04-16", "2026-04-17", object{"guestId": twin})
	link = linkOf(owner, merged)
	owner.Post(merge, pair(kept, twin)).Want(200)
	wanted(link, 200, "after a merge")

	// Somebody who doesn't come after all, and then asks to be forgotten.
	owner.Put(apptest.BookingPath(merged, "/cancel"), object{"reason": "Ill"}).Want(200)
	owner.Post(path(kept, "/erase"), nil).Want(200)
	wanted(link, 404, "after erasure")
	nowhere(t, owner, link[strings.Index(link, "/checkin/"):])
}

func lettersToCome(t *testing.T, owner *apptest.Caller) {
	owner.Put("/api/letters/{org}/settings", object{"letters": []object{{"kind": "pre-arrival", "on": true},
		{"kind": "review", "on": true}}}).Want(200)
	email := func() string { return fmt.Sprintf("tocome%d@guests.example", apptest.Serial()) }
	written := func(bookingID string) (list []string) {
		t.Helper()
		if err := owner.Server.App.WriteLetters(t.Context()); err != nil {
			t.Fatal(err)
		}
		found := owner.Again().Get("/api/letters/{org}/list?bookingId=" + bookingID).Want(200)
		for n := range found.List("data") {
			list = append(list, found.Text("data", n, "kind")+" "+found.Text("data", n, "to"))
		}
		return list
	}

	// The stay of who is merged keeps its address, and gets its letter once, in the language of the record that is left.
	first, second := email(), email()
	kept, twin := guest(owner, object{"email": first, "language": "hi"}), guest(owner, object{"email": second})
	merged := owner.BookNewRoom("2026-04-20", "2026-04-22", object{"guestId": twin, "guestEmail": second})
	other := guest(owner, nil)
	erased := owner.BookNewRoom("2026-04-20", "2026-04-22", object{"guestId": other, "guestEmail": email()})
	owner.Post(merge, pair(kept, twin)).Want(200)
	owner = owner.OnDay("2026-04-17")
	if got := written(merged); len(got) != 1 || got[0] != "pre-arrival "+second {
		t.Errorf("the letters of who was merged are %v", got)
	}
	if text := owner.Again().Get("/api/letters/{org}/list?bookingId="+merged).Text("data", 0, "language"); text != "hi" {
		t.Errorf("it is written in %q", text)
	}

	// Who is forgotten in the stay is written to no more once it is over.
	owner = owner.OnDay("2026-04-20")
	owner.Arrive(erased)
	owner.Post(path(other, "/erase"), nil).Want(200)
	owner = owner.OnDay("2026-04-22")
	owner.Leave(erased, object{"settlementMethod": "cash", "finalAmount": 5000})
	owner = owner.OnDay("2026-04-24")
	continued(t, owner)
	for _, letter := range written(erased) {
		if letter != "review " {
			t.Errorf("who is erased is written %q", letter)
		}
	}
}
