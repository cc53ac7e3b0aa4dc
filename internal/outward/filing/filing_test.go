package filing_test

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest/pdftext"
)

type object = apptest.Object

const formsPath = "/api/guests/{org}/form-iii"

func TestFormIII(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: permissions},
		{Name: "from arrival to departure", Run: wholeStay},
		{Name: "who is from abroad", Run: whoIsAbroad},
		{Name: "sharers", Run: sharers},
		{Name: "corrections", Run: corrections},
		{Name: "reminders", Run: reminders},
		{Name: "files", Run: files},
		{Name: "wrong input", Run: wrongInput},
		{Name: "what was filed is sealed", Run: sealed},
	})
}

// visitor is a guest of this nationality with a stay from today, in house.
func visitor(c *apptest.Caller, nationality string) (guestID, bookingID string) {
	guestID = c.Post("/api/guests/{org}/create", object{"name": "Maya Gurung", "phone": "+91 98450 12345",
		"nationality": nationality}).Want(201).Text("data", "_id")
	bookingID = c.BookFromToday(object{"guestId": guestID, "guestName": "Maya Gurung"})
	c.Arrive(bookingID)
	return guestID, bookingID
}

// only is the one form that there is.
func only(c *apptest.Caller) apptest.Answer {
	list := c.Get(formsPath).Want(200).Is(1, "pagination", "total")
	return c.Get(formsPath + "/" + list.Text("data", 0, "_id")).Want(200)
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	visitor(owner, "French")
	form := formsPath + "/" + only(owner).Text("data", "_id")
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	viewer := owner.Member("Viewer", object{"guests": object{"view": true}})
	desk := owner.Member("Desk", object{"guests": object{"view": true, "update": true}})
	stranger, elsewhere := owner.Server.Hotel(), owner.AnotherHotel()
	stranger.Org = owner.Org
	submission := object{"what": "arrival", "reference": "R1"}
	none.Get(formsPath).Refused(403, "guests.view")
	viewer.Put(form, object{"purpose": "Tourism"}).Refused(403, "guests.update")
	viewer.Post(form+"/submitted", submission).Refused(403, "guests.update")
	desk.Get(form+"/pdf").Refused(403, "guests.manage")
	desk.Get(formsPath+"/export.csv").Refused(403, "guests.manage")
	stranger.Get(form).Refused(403, "not a member")
	owner.Server.Anyone().Get(strings.ReplaceAll(form, "{org}", owner.Org)).Refused(401, "")
	elsewhere.Get(form).Refused(404, "no such form")
	elsewhere.Get(form+"/pdf").Refused(404, "no such form")
	elsewhere.Put(form, object{"purpose": "Tourism"}).Refused(404, "no such form")
	elsewhere.Post(form+"/submitted", submission).Refused(404, "no such form")
	elsewhere.Get(formsPath).Want(200).Is(0, "pagination", "total")
	desk.Post(form+"/submitted", submission).Want(200)
}

// complete notes all that the form asks of the guest and the stay.
func complete(c *apptest.Caller, guestID, formID string) {
	guest := "/api/guests/{org}/" + guestID
	c.Put(guest+"/update", object{"dateOfBirth": "1990-05-06", "address": object{"line1": "1 Rue de Rivoli",
		"city": "Paris", "country": "France"}}).Want(200)
	c.Put(guest+"/travel-documents", object{"surname": "GURUNG", "givenNames": "MAYA", "sex": "F",
		"homePhone": "+33 1 40 20 50 50", "passportNumber": "12AB34567", "passportCountry": "FRA", "passportPlace": "Paris",
		"passportIssued": "2020-01-31", "passportExpires": "2030-01-30", "visaNumber": "VJ8763210", "visaType": "Tourist",
		"visaPlace": "Paris", "visaIssued": "2026-03-01", "visaExpires": "2026-08-31"}).Want(200)
	c.Put(guest+"/documents/photo", apptest.Picture(40, 40)).Want(200)
	c.Put(formsPath+"/"+formID, object{"addressInIndia": "1 Lake Road, Udaipur", "arrivedFromCountry": "France",
		"arrivedFromCity": "Paris", "arrivedInIndia": "2026-04-12", "employedInIndia": "no", "purpose": "Tourism",
		"nextInIndia": "yes", "nextPlace": "Jodhpur", "nextState": "Rajasthan"}).Want(200).Is([]any{}, "data", "missing")
}

func wholeStay(_ *testing.T, owner *apptest.Caller) {
	owner.Get(formsPath).Want(200).Is(0, "pagination", "total").Is([]any{}, "data")
	guest, booking := visitor(owner, "French")
	form := only(owner)
	form.Is("arrival-due", "data", "status").Is("2026-04-15T06:30:00.000Z", "data", "dueAt").
		Is("101", "data", "roomNumber").Is("BK-1", "data", "bookingCode")
	if names := form.List("data", "missing"); !slices.Contains(names, any("visaNumber")) ||
		slices.Contains(names, any("remarks")) {
		owner.Server.T.Errorf("missing are %v", names)
	}
	id := form.Text("data", "_id")
	complete(owner, guest, id)
	one := formsPath + "/" + id
	owner.Post(one+"/submitted", object{"what": "departure", "reference": "R0"}).Refused(400, "hasn't left")
	owner.Post(one+"/submitted", object{"what": "correction", "reference": "R0"}).Refused(400, "nothing to correct")
	owner.Post(one+"/submitted", object{"what": "arrival", "reference": "RJ-1"}).Want(200).
		Is("in-house", "data", "status").Is("RJ-1", "data", "arrival", "reference").Is(nil, "data", "dueAt")
	owner.Post(one+"/submitted", object{"what": "arrival", "reference": "RJ-1"}).Refused(400, "filed already")
	owner.Get(formsPath+"?status=due").Want(200).Is(0, "pagination", "total")
	owner = owner.Later(24 * time.Hour)
	owner.Leave(booking, object{"settlementMethod": "cash"})
	only(owner).Is("departure-due", "data", "status").Is("2026-04-16T06:30:00.000Z", "data", "dueAt")
	owner.Get(formsPath+"?status=due").Want(200).Is(1, "pagination", "total")
	owner.Post(one+"/submitted", object{"what": "departure", "reference": "RJ-2"}).Want(200).Is("filed", "data", "status")
	owner.Post(one+"/submitted", object{"what": "departure", "reference": "RJ-2"}).Refused(400, "filed already")
	owner.Get(formsPath+"?status=filed&from=2026-04-14&to=2026-04-14").Want(200).Is(1, "pagination", "total")
	owner.Get(formsPath+"?from=2026-04-15").Want(200).Is(0, "pagination", "total")
	owner.Delete("/api/guests/{org}/"+guest+"/delete").Refused(400, "has bookings")
	owner.Get("/api/audit/{org}/by-resource/form_iii/"+id).Is("form_iii.submitted", "data", 0, "action").
		Is("departure", "data", 0, "details", "what").Is("RJ-2", "data", 0, "details", "reference")
}

func whoIsAbroad(_ *testing.T, owner *apptest.Caller) {
	total := func(want int) { owner.Get(formsPath).Want(200).Is(want, "pagination", "total") }
	rooms := owner.CreateRooms(3)
	guest := func(fields object) string {
		return owner.Post("/api/guests/{org}/create", object{"name": "Somebody"}.Merged(fields)).Want(201).Text("data", "_id")
	}
	stay := func(room int, guestID string) string {
		id := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16", rooms[room]).
			Merged(object{"guestId": guestID})).Want(201).Text("data", "bookingId")
		return id
	}
	indian := guest(object{"nationality": "Indian"})
	one := stay(0, indian)
	owner.Arrive(one)
	total(0)
	// The record says so only in house, and then that it was a mistake.
	path := "/api/guests/{org}/" + indian
	owner.Put(path+"/travel-documents", object{"specialCategory": "oci"}).Want(200)
	total(1)
	owner.Put(path+"/travel-documents", object{"specialCategory": nil}).Want(200)
	total(0)
	owner.Put(path+"/update", object{"nationality": "British"}).Want(200)
	total(1)
	owner.Put(path+"/update", object{"nationality": "india"}).Want(200)
	total(0)
	// Before the arrival nothing is due.
	two := stay(1, guest(object{"nationality": "Klingon"}))
	total(0)
	owner.Arrive(two)
	total(1)
	three := stay(2, guest(nil))
	owner.Arrive(three)
	total(1)
}

func sharers(_ *testing.T, owner *apptest.Caller) {
	_, booking := visitor(owner, "Indian")
	owner.Get(formsPath).Want(200).Is(0, "pagination", "total")
	people := apptest.BookingPath(booking, "/guests")
	friend := owner.Post("/api/guests/{org}/create", object{"name": "Anna Schmidt", "nationality": "D"}).Want(201).
		Text("data", "_id")
	room := owner.Get(apptest.BookingPath(booking, "")).Text("data", "rooms", 0, "roomId")
	added := owner.Post(people, object{"roomId": room, "guestId": friend, "name": "Anna Schmidt"})
	added.Want(201)
	form := only(owner).Is("Anna Schmidt", "data", "guestName").Is("arrival-due", "data", "status")
	owner.Delete(people + "/" + form.Text("data", "stayGuestId")).Want(200)
	owner.Get(formsPath).Want(200).Is(0, "pagination", "total")
}

func corrections(_ *testing.T, owner *apptest.Caller) {
	guest, _ := visitor(owner, "French")
	one := formsPath + "/" + only(owner).Text("data", "_id")
	complete(owner, guest, only(owner).Text("data", "_id"))
	owner.Post(one+"/submitted", object{"what": "arrival", "reference": "RJ-1"}).Want(200).Is([]any{}, "data", "differs")
	owner.Put("/api/guests/{org}/"+guest+"/travel-documents", object{"visaNumber": "VJ8763219"}).Want(200)
	owner.Put(one, object{"purpose": "Business"}).Want(200).Is([]any{"visaNumber", "purpose"}, "data", "differs")
	owner.Get(formsPath).Is([]any{"visaNumber", "purpose"}, "data", 0, "differs")
	owner.Post(one+"/submitted", object{"what": "correction", "reference": "RJ-1b"}).Want(200).
		Is([]any{}, "data", "differs").Is("RJ-1b", "data", "arrival", "reference").Is("in-house", "data", "status")
	// A filed form stays, whatever the record says now.
	owner.Put("/api/guests/{org}/"+guest+"/update", object{"nationality": "Indian"}).Want(200)
	owner.Put("/api/guests/{org}/"+guest+"/travel-documents", object{"passportCountry": nil}).Want(200)
	only(owner).Is("in-house", "data", "status")
}

func reminders(t *testing.T, owner *apptest.Caller) {
	visitor(owner, "French")
	look := func(notices int) {
		t.Helper()
		for range 2 { // the second time nobody is told again
			if err := owner.Server.App.LookAtForms(t.Context()); err != nil {
				t.Error(err)
			}
		}
		owner = owner.Again()
		owner.Get("/api/notifications/{org}?type=form_iii_due").Want(200).Is(notices, "pagination", "totalCount")
	}
	look(0)
	owner = owner.Later(12*time.Hour - time.Second)
	look(0)
	owner = owner.Later(time.Second)
	look(1)
	owner.Get("/api/notifications/{org}?type=form_iii_due").
		Is("The arrival of Maya Gurung (BK-1) must be filed within 12 hours.", "data", 0, "message")
	owner = owner.Later(8 * time.Hour)
	look(2)
	owner = owner.Later(48 * time.Hour)
	look(2)
	owner.Post(formsPath+"/"+only(owner).Text("data", "_id")+"/submitted", object{"what": "arrival", "reference": "R"}).
		Want(200)
	look(2)
}

func files(t *testing.T, owner *apptest.Caller) {
	guest, _ := visitor(owner, "French")
	id := only(owner).Text("data", "_id")
	complete(owner, guest, id)
	owner.Put(formsPath+"/"+id, object{"remarks": "=HYPERLINK(1)"}).Want(200)
	text := strings.Join(pdftext.Pages(t, owner.Download(formsPath+"/"+id+"/pdf", "application/pdf").Raw), "\n")
	for _, want := range []string{"Form III", "12AB34567", "VJ8763210", "GURUNG", "Jodhpur", "2026-04-14 12:00", "BK-1"} {
		if !strings.Contains(text, want) {
			t.Errorf("the paper doesn't show %s:\n%s", want, text)
		}
	}
	raw := owner.Download(formsPath+"/export.csv?status=due", "text/csv; charset=utf-8").Raw
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(raw), "\ufeff"))).ReadAll()
	if err != nil || len(rows) != 2 || !slices.Contains(rows[1], "12AB34567") ||
		!slices.Contains(rows[1], "'=HYPERLINK(1)") {
		t.Fatalf("%v %v", rows, err)
	}
	if at := slices.Index(rows[0], "Surname"); rows[1][at] != "GURUNG" || rows[0][at+1] != "Given name" {
		t.Errorf("the fields are %v", rows[0])
	}
	// Who may not manage guests sees numbers masked.
	desk := owner.Member("Desk", object{"guests": object{"view": true, "update": true}})
	shown := string(desk.Get(formsPath + "/" + id).Want(200).Raw)
	if strings.Contains(shown, "12AB34567") || !strings.Contains(shown, "XXXXXXXX4567") ||
		!strings.Contains(string(owner.Get(formsPath+"/"+id).Raw), "12AB34567") {
		t.Errorf("the desk sees %s", shown)
	}
}

func wrongInput(_ *testing.T, owner *apptest.Caller) {
	visitor(owner, "French")
	one := formsPath + "/" + only(owner).Text("data", "_id")
	owner.Put(one, object{"arrivedInIndia": "2026-04-15"}).Bad("arrivedInIndia")
	owner.Put(one, object{"arrivedInIndia": "x"}).Bad("arrivedInIndia")
	owner.Put(one, object{"employedInIndia": "maybe"}).Bad("employedInIndia")
	owner.Put(one, object{"phoneInIndia": "call"}).Bad("phoneInIndia")
	owner.Post(one+"/submitted", object{"what": "arrival"}).Bad("reference")
	owner.Post(one+"/submitted", object{"what": "all", "reference": "R"}).Bad("what")
	owner.With("If-Match", `"9"`).Post(one+"/submitted", object{"what": "arrival", "reference": "R"}).
		Refused(400, "present version")
	owner.Get(formsPath + "?status=lost").Bad("status")
	owner.Get(formsPath + "?from=x").Bad("from")
	owner.Get(formsPath+"/"+apptest.Nobody).Refused(404, "no such form")
	// Whoever sends the same answer again leaves no trace.
	owner.Put(one, object{"purpose": "Tourism"}).Want(200).Is(2, "data", "version")
	owner.Put(one, object{"purpose": "Tourism"}).Want(200).Is(2, "data", "version")
}

func sealed(t *testing.T, owner *apptest.Caller) {
	guest, _ := visitor(owner, "French")
	id := only(owner).Text("data", "_id")
	complete(owner, guest, id)
	owner.Post(formsPath+"/"+id+"/submitted", object{"what": "arrival", "reference": "RJ-1"}).Want(200)
	if plain := owner.QueryInt(`SELECT COUNT(*) FROM form_iii WHERE org_id = $1
		AND (filed = '' OR filed LIKE '%GURUNG%' OR filed LIKE '%4567%')`); plain != 0 {
		t.Error("what was filed isn't sealed")
	}
	if err := owner.Server.App.Reseal(t.Context()); err != nil {
		t.Error(err)
	}
	only(owner).Is([]any{}, "data", "differs")
}
