package guestfile_test

import (
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/date"
	"sarai/internal/kit/kittest/pdftext"
)

func TestEverythingAndErasure(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "who may not", Run: fileDenied},
		{Name: "everything about one guest", Run: everything},
		{Name: "a guest of whom nothing is kept", Run: nothingKept},
		{Name: "what the law keeps", Run: lawKeeps},
		{Name: "a stay that isn't over", Run: notOver},
		{Name: "nobody came", Run: nobodyCame},
		{Name: "in other people's rooms", Run: withOthers},
		{Name: "on other people's invoices", Run: onOthersInvoices},
	}, apptest.FoliosAddUp, apptest.BooksBalance)
}

func fileDenied(_ *testing.T, owner *apptest.Caller) {
	id := guest(owner, nil)
	desk := owner.Member("Desk", object{"guests": object{"view": true, "create": true, "update": true, "delete": true}})
	stranger, elsewhere := owner.Server.Hotel(), owner.AnotherHotel()
	stranger.Org = owner.Org
	for _, p := range []struct{ method, rest string }{{"POST", "/export"}, {"GET", "/export/pdf"}, {"POST", "/erase"},
		{"POST", "/erase/preview"}} {
		desk.Do(p.method, path(id, p.rest), nil).Refused(403, "guests.manage")
		stranger.Do(p.method, path(id, p.rest), nil).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, "/api/guests/"+owner.Org+"/"+id+p.rest, nil).Refused(401, "")
		elsewhere.Do(p.method, path(id, p.rest), nil).Refused(404, "no such guest")
	}
	desk.Get(path(id, "/erase")).Refused(404, "isn't erased")
	owner.Get(path(id, "")).Is(nil, "data", "erasedAt")
}

func everything(t *testing.T, owner *apptest.Caller) {
	id := furnished(owner, owner.CreateRooms(1)[0], 10, object{"email": "asha@hotel.example", "idType": "passport",
		"idNumber": "Z1234567", "preferences": []any{"high floor"}})
	all := owner.Post(path(id, "/export?purpose=guest-asked"), nil).Want(200).
		Is("asha@hotel.example", "data", "record", "email").Is("passport XXXXXXXX4567", "data", "record", "idNumber").
		Is("high floor", "data", "record", "preferences")
	found := map[string]int{}
	for i, s := range all.List("data", "sections") {
		found[s.(map[string]any)["name"].(string)] = len(all.List("data", "sections", i, "records"))
	}
	for _, kind := range []string{"notes", "consents", "bookings", "payments", "waitlist", "quotes", "invoices"} {
		if found[kind] != 1 {
			t.Errorf("it tells of %d %s, want 1", found[kind], kind)
		}
	}
	if found["registrations"] != 0 || len(found) != 14 {
		t.Errorf("it tells of %v", found)
	}
	owner.Get(path(id, "/export/pdf")).Bad("purpose")
	pdf := pdftext.Text(t, []byte(owner.Download(path(id, "/export/pdf?purpose=guest-asked"), "application/pdf").Raw))
	for _, words := range []string{"Everything about a guest", "asha@hotel.example", "INV", "Quiet", "newsletter"} {
		if !strings.Contains(pdf, words) {
			t.Errorf("the PDF doesn't say %q:\n%s", words, pdf)
		}
	}
	if strings.Contains(pdf, "Z1234567") || strings.Contains(string(all.Raw), "Z1234567") {
		t.Error("the number of the document is told whole")
	}
	if n := strings.Count(string(owner.Get("/api/audit/{org}/logs?limit=100").Want(200).Raw), "guest.told"); n < 2 {
		t.Errorf("the audit log has %d entries of it", n)
	}
}

func nothingKept(_ *testing.T, owner *apptest.Caller) {
	id := guest(owner, object{"email": "asha@hotel.example"})
	owner.Post(path(id, "/notes"), object{"note": "Quiet"}).Want(201)
	owner.Post(path(id, "/erase/preview"), nil).Want(200).Is(1, "data", "removed", "notes").Is(true, "data", "done")
	owner.Get(path(id, "")).Is("asha@hotel.example", "data", "email")
	for range 2 {
		owner.Post(path(id, "/erase"), nil).Want(200).Is(true, "data", "done").Is([]any{}, "data", "kept")
	}
	owner.Get(path(id, "")).Refused(404, "no such guest")
	owner.Get(path(id, "/erase")).Want(200).Is("Owner", "data", "askedByName").Is("", "data", "nextOn")
}

// nowhere fails if a word of a guest is found.
func nowhere(t *testing.T, owner *apptest.Caller, words ...string) {
	t.Helper()
	for table := range owner.Server.Snapshot() {
		if strings.HasPrefix(table, "audit_entries ") || strings.HasPrefix(table, "idempotency_keys ") ||
			strings.HasPrefix(table, "outbox ") || strings.HasPrefix(table, "notifications ") ||
			strings.HasPrefix(table, "changes ") {
			continue
		}
		for _, word := range words {
			if strings.Contains(table, word) && strings.Contains(table, owner.Org) {
				t.Errorf("%q is still in %s", word, table)
			}
		}
	}
}

func lawKeeps(t *testing.T, owner *apptest.Caller) {
	id := furnished(owner, owner.CreateRooms(1)[0], 0, object{"name": "Zubeida Khatun", "email": "zubeida@hotel.example",
		"phone": "+91 98450 77777", "idType": "passport", "idNumber": "Z7654321"})
	booking := owner.Get(path(id, "/stays")).Text("data", 0, "bookingId")
	owner.Put(apptest.BookingPath(booking, "/update-guest"), object{"guestName": "Zubeida Khatun",
		"guestPhone": "+91 98450 77777"}).Want(200)
	owner.Put(apptest.BookingPath(booking, "/signature"), apptest.Picture(4, 4)).Want(200)
	owner.Arrive(booking)
	owner = owner.OnDay("2026-04-16")
	owner.Leave(booking, nil)
	revenue := owner.Get("/api/bookings/{org}/"+booking).At("data", "totalAmount")

	first := owner.Post(path(id, "/erase"), nil).Want(200).Is(false, "data", "done").Is("2027-04-16", "data", "nextOn")
	kept := map[string]string{}
	for i := range first.List("data", "kept") {
		kept[first.Text("data", "kept", i, "of")] = first.Text("data", "kept", i, "until")
	}
	for of, until := range map[string]string{"consents": "2027-04-16", "bookings": "2027-04-16",
		"registrations": "2027-05-19", "guest": "2027-04-16", "payments": "2033-12-31", "invoices": "2033-12-31"} {
		if kept[of] != until {
			t.Errorf("%s stay until %q, want %s", of, kept[of], until)
		}
	}
	record := owner.Get(path(id, "")).Want(200).Is("Zubeida Khatun", "data", "name").Is("", "data", "email").
		Is("", "data", "phone").Is("XXXXXXXX4321", "data", "idNumber")
	if record.At("data", "erasedAt") == nil {
		t.Error("the record doesn't say that it is erased")
	}
	owner.Put(path(id, "/update"), object{"vip": "VIP 1"}).Refused(400, "erased")
	owner.Post(path(id, "/notes"), object{"note": "x"}).Refused(400, "erased")
	owner.Post(merge, pair(guest(owner, nil), id)).Refused(400, "erased")
	owner.Get("/api/guests/{org}/list?search=zubeida").Is(0, "pagination", "total")
	owner.Get(apptest.BookingPath(booking, "")).Is("Zubeida Khatun", "data", "guestName").Is("", "data", "guestPhone")
	nowhere(t, owner, "77777", "Quiet") // the invoice has the e-mail address

	owner = owner.OnDay("2027-04-16")
	continued(t, owner)
	owner.Get(apptest.BookingPath(booking, "")).Is("Zubeida Khatun", "data", "guestName")
	owner = owner.OnDay("2027-04-17")
	continued(t, owner)
	continued(t, owner)
	owner.Get(apptest.BookingPath(booking, "")).Is("Erased guest", "data", "guestName").Is(revenue, "data", "totalAmount")
	owner.Get(path(id, "")).Is("Erased guest", "data", "name").Is("", "data", "idNumber")
	owner.Get(path(id, "/erase")).Is("2027-05-19", "data", "nextOn")
	nowhere(t, owner, "Z7654321")
	owner = owner.OnDay("2027-05-20")
	continued(t, owner)
	owner.Get(path(id, "/erase")).Is("2033-12-31", "data", "nextOn")
	owner = owner.OnDay("2034-01-01")
	continued(t, owner)
	owner.Get(path(id, "/erase")).Is(true, "data", "done")
	nowhere(t, owner, "Zubeida", "zubeida", "Khatun")
	owner.Get("/api/invoices/{org}/list?guestId="+id).Is(1, "pagination", "total")
}

func continued(t *testing.T, owner *apptest.Caller) {
	t.Helper()
	if err := owner.Server.App.ContinueErasures(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func notOver(t *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	id := guest(owner, object{"phone": "+91 98450 77777"})
	booking := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", room).
		Merged(object{"guestId": id, "guestPhone": "+91 98450 77777"})).Want(201).Text("data", "bookingId")
	owner.Post(path(id, "/erase"), nil).Want(200).Is("The stay isn't over.", "data", "kept", 0, "why").
		Is("2026-04-22", "data", "nextOn")
	owner.Get(apptest.BookingPath(booking, "")).Is("+91 98450 77777", "data", "guestPhone")
	owner.Get(path(id, "")).Is("", "data", "phone")
	owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-05-20", "2026-05-22", room).
		Merged(object{"guestId": id})).Bad("guestId")
	owner = owner.OnDay("2026-04-20")
	owner.Arrive(booking)
	owner = owner.OnDay("2026-04-22")
	owner.Leave(booking, nil)
	owner = owner.OnDay("2026-04-23")
	continued(t, owner)
	owner.Get(apptest.BookingPath(booking, "")).Is("", "data", "guestPhone")
	owner.Get(path(id, "/erase")).Is("2027-04-22", "data", "nextOn")
}

func nobodyCame(t *testing.T, owner *apptest.Caller) {
	id := guest(owner, object{"name": "Zubeida Khatun"})
	booking := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", owner.CreateRooms(1)[0]).
		Merged(object{"guestId": id, "guestName": "Zubeida Khatun", "notes": "Late"})).Want(201).Text("data", "bookingId")
	owner.Put(apptest.BookingPath(booking, "/cancel"), object{"reason": "Zubeida is ill"}).Want(200)
	owner.Post(path(id, "/erase"), nil).Want(200).Is(true, "data", "done").Is(1, "data", "removed", "bookings")
	owner.Get(apptest.BookingPath(booking, "")).Is("Erased guest", "data", "guestName").Is(id, "data", "guestId")
	owner.Get(path(id, "")).Is("Erased guest", "data", "name")
	nowhere(t, owner, "Zubeida", "Khatun")
}

// withOthers forgets a guest from abroad who slept in another's booking, and whose record was two.
func withOthers(t *testing.T, owner *apptest.Caller) {
	id, twin := guest(owner, object{"name": "Zubeida Khatun", "nationality": "French"}), guest(owner, nil)
	owner.Put(path(id, "/travel-documents"), object{"passportNumber": "76AB54321"}).Want(200)
	owner.Put(path(id, "/documents/passport"), apptest.Picture(4, 4)).Want(200)
	owner.Put(path(twin, "/documents/passport"), apptest.Picture(4, 4)).Want(200)
	owner.Post(merge, pair(id, twin)).Want(200)
	booking := owner.BookFromToday(nil)
	owner.Arrive(booking)
	shown := owner.Get(apptest.BookingPath(booking, ""))
	leaves := shown.Text("data", "checkOut")
	people := apptest.BookingPath(booking, "/guests")
	owner.Post(people, object{"roomId": shown.Text("data", "rooms", 0, "roomId"), "guestId": id}).Want(201)
	first := owner.Post(path(id, "/erase"), nil).Want(200).Is(2, "data", "removed", "documents")
	why := map[string]string{}
	for i := range first.List("data", "kept") {
		why[first.Text("data", "kept", i, "of")] = first.Text("data", "kept", i, "why")
	}
	if why["stays"] != "The stay isn't over." || why["formsIII"] != "It isn't filed yet." {
		t.Errorf("it stays because of %v", why)
	}
	owner.Get(path(id, "/travel-documents")).Is("76AB54321", "data", "passportNumber")
	owner.Put(path(id, "/travel-documents"), object{"surname": "K"}).Refused(400, "erased")
	owner.Put(path(id, "/documents/passport"), apptest.Picture(4, 4)).Refused(400, "erased")

	owner = owner.OnDay(leaves)
	owner.Leave(booking, nil)
	form := "/api/guests/{org}/form-iii/" + owner.Get("/api/guests/{org}/form-iii").Text("data", 0, "_id") + "/submitted"
	for _, what := range []string{"arrival", "departure"} {
		owner.Post(form, object{"what": what, "reference": "R1"}).Want(200)
	}
	owner = owner.Later(2 * 24 * time.Hour)
	continued(t, owner)
	year := string(date.Date(leaves).AddDays(365))
	owner.Get(path(id, "/erase")).Is(year, "data", "nextOn")
	owner.Get(people).Is("Zubeida Khatun", "data", "rooms", 0, "guests", 1, "name")
	owner = owner.Later(366 * 24 * time.Hour)
	continued(t, owner)
	owner.Get(path(id, "/erase")).Is(true, "data", "done")
	owner.Get(people).Is("Erased guest", "data", "rooms", 0, "guests", 1, "name")
	owner.Get(apptest.BookingPath(booking, "")).Is("Erased guest", "data", "rooms", 0, "sharers")
	nowhere(t, owner, "Zubeida", "Khatun")
}

// onOthersInvoices forgets a guest whom the invoice to another names, for as long as that must be kept as it is.
func onOthersInvoices(t *testing.T, owner *apptest.Caller) {
	id, booking := guest(owner, object{"name": "Zubeida Khatun"}), owner.BookFromToday(nil)
	people := apptest.BookingPath(booking, "/guests")
	owner.Post(people, object{"roomId": owner.Get(people).Text("data", "rooms", 0, "roomId"), "guestId": id}).Want(201)
	owner.Arrive(booking)
	owner = owner.OnDay("2026-04-16")
	owner.Leave(booking, nil)
	one := apptest.Invoices + "/" + owner.InvoicesOf(booking).Text("data", 0, "_id")
	if owner.Get(one).Text("data", "status") == "draft" {
		owner.Post(one+"/issue", nil).Want(200)
	}
	owner.Get(one).Is("Zubeida Khatun", "data", "sharers")
	told := owner.Post(path(id, "/export?purpose=guest-asked"), nil).Want(200)
	for i := range told.List("data", "sections") {
		if told.Text("data", "sections", i, "name") != "invoices" {
			continue
		}
		facts := told.At("data", "sections", i, "records", 0).(map[string]any)
		if facts["number"] != owner.Get(one).Text("data", "invoiceNumber") || facts["buyerPhone"] != nil {
			t.Errorf("of an invoice to another it tells %v", facts)
		}
	}

	first := owner.Post(path(id, "/erase"), nil).Want(200).Is(false, "data", "done")
	until := map[string]string{}
	for i := range first.List("data", "kept") {
		until[first.Text("data", "kept", i, "of")] = first.Text("data", "kept", i, "until")
	}
	if until["invoices"] != "2033-12-31" || until["stays"] != "2027-04-16" {
		t.Errorf("it stays until %v", until)
	}
	owner = owner.OnDay("2027-04-17")
	continued(t, owner)
	owner.Get(one).Is("Zubeida Khatun", "data", "sharers")
	owner.Get(people).Is("Erased guest", "data", "rooms", 0, "guests", 1, "name")
	owner = owner.OnDay("2034-01-01")
	continued(t, owner)
	owner.Get(path(id, "/erase")).Is(true, "data", "done")
	nowhere(t, owner, "Zubeida", "Khatun")
	owner.Get(one).Is("Asha Rao", "data", "guestName")
}
