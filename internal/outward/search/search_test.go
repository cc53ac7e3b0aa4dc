package search_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
)

type object = apptest.Object

func TestSearch(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may see what", Run: permissions},
		{Name: "what can't be searched for", Run: refused},
		{Name: "every field", Run: fields},
		{Name: "words and numbers", Run: wordsAndNumbers},
		{Name: "signs are no wildcards", Run: signs},
		{Name: "a guest changes and goes", Run: guestChanges},
		{Name: "a booking changes and goes", Run: bookingChanges},
		{Name: "an invoice is drafted, issued and deleted", Run: invoices},
		{Name: "groups", Run: groups},
		{Name: "eight of a kind, the best first", Run: bestFirst},
		{Name: "records from before the index", Run: filledIn},
	})
}

// ask searches, and fails unless there are these kinds in the answer.
func ask(c *apptest.Caller, q string, kinds ...string) apptest.Answer {
	c.Server.T.Helper()
	a := c.Get("/api/search/{org}?q=" + url.QueryEscape(q)).Want(200)
	if len(kinds) > 0 {
		a.Fields(a.At("data"), kinds...)
	}
	return a
}

// named are what the records of a kind are known by, in the order of the answer.
func named(a apptest.Answer, kind, by string) string {
	a.T.Helper()
	var names []string
	for i := range a.List("data", kind) {
		names = append(names, a.Text("data", kind, i, by))
	}
	return strings.Join(names, ", ")
}

// finds fails unless the search finds these records of a kind, in this order.
func finds(c *apptest.Caller, q, kind, by, want string) {
	c.Server.T.Helper()
	if got := named(ask(c, q), kind, by); got != want {
		c.Server.T.Errorf("%q finds the %s %q, want %q", q, kind, got, want)
	}
}

func guest(c *apptest.Caller, fields object) string {
	c.Server.T.Helper()
	return c.Post("/api/guests/{org}/create", fields).Want(201).Text("data", "_id")
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	owner.Book("2026-04-14", "2026-04-16", room)
	owner.Server.Anyone().Get("/api/search/"+owner.Org+"?q=asha").Refused(401, "")
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	stranger.Get("/api/search/{org}?q=asha").Refused(403, "not a member")
	ask(owner, "asha", "guests", "companies", "bookings", "groups", "rooms", "invoices")
	view := func(module string) object { return object{module: object{"view": true}} }
	for module, kinds := range map[string][]string{"guests": {"guests", "companies"}, "bookings": {"bookings", "groups"},
		"rooms": {"rooms"}, "invoices": {"invoices"}, "payments": nil} {
		member := owner.Member("Member", view(module))
		a := ask(member, "asha")
		a.Fields(a.At("data"), kinds...)
	}
	manager := owner.Member("Manager", object{"bookings": object{"manage": true}})
	finds(manager, "asha", "bookings", "code", "BK-1")
}

func refused(_ *testing.T, owner *apptest.Caller) {
	owner.Get("/api/search/{org}").Bad("q")
	for _, q := range []string{"", "  ", "%", "_", "'\"", "- /", strings.Repeat("a", 101), "a b c d e f g h i j k"} {
		owner.Get("/api/search/{org}?q=" + url.QueryEscape(q)).Bad("q")
	}
	ask(owner, strings.Repeat("a", 100))
	ask(owner, strings.Repeat("ﷺ", 100))
	ask(owner, "a b c d e f g h i j")
}

func fields(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	company := object{"name": "Rao Textiles", "code": "RAO", "phone": "+91 22 2345 0101", "email": "travel@rao.example"}
	owner.Post("/api/companies/{org}/create", company).Want(201)
	booked := owner.Book("2026-04-14", "2026-04-16", room)
	owner.Arrive(booked)
	g := owner.Get(apptest.BookingPath(booked, "")).Text("data", "guestId")
	owner.Put("/api/guests/{org}/"+g+"/update", object{"email": "asha@hotel.example", "company": "Rao Textiles"}).Want(200)
	owner.CreateInvoice(object{"bookingId": booked, "buyer": object{"name": "Rao Textiles"}})
	a := ask(owner, "rao", "guests", "companies", "bookings", "groups", "rooms", "invoices")
	a.Is([]any{object{"_id": g, "name": "Asha Rao", "phone": "+91 98450 12345", "email": "asha@hotel.example",
		"company": "Rao Textiles", "lastStay": "2026-04-14"}}, "data", "guests")
	a.Fields(a.At("data", "companies", 0), "_id", "name", "code", "phone", "email", "isActive")
	a.Is("RAO", "data", "companies", 0, "code").Is(true, "data", "companies", 0, "isActive")
	a.Is([]any{object{"bookingId": booked, "code": "BK-1", "guestName": "Asha Rao", "checkIn": "2026-04-14",
		"checkOut": "2026-04-16", "status": "checked-in", "rooms": []string{"101"}}}, "data", "bookings")
	a.Is([]any{}, "data", "rooms")
	a.Fields(a.At("data", "invoices", 0), "_id", "invoiceNumber", "status", "guestName", "buyerName", "invoiceDate",
		"totalAmount")
	a.Is("Rao Textiles", "data", "invoices", 0, "buyerName").Is("draft", "data", "invoices", 0, "status")
	a = ask(owner, "deluxe")
	a.Fields(a.At("data", "rooms", 0), "_id", "roomNumber", "category", "housekeeping", "isActive")
	a.Is("101", "data", "rooms", 0, "roomNumber").Is("Deluxe", "data", "rooms", 0, "category", "name").
		Is(room, "data", "rooms", 0, "_id").Is("clean", "data", "rooms", 0, "housekeeping")
	elsewhere := owner.AnotherHotel()
	for _, kind := range []string{"guests", "companies", "bookings", "groups", "rooms", "invoices"} {
		ask(elsewhere, "rao").Is([]any{}, "data", kind)
	}
}

func groups(_ *testing.T, owner *apptest.Caller) {
	made := owner.Post("/api/groups/{org}/create", object{"name": "Rao wedding", "checkIn": "2026-04-20",
		"checkOut": "2026-04-24", "contactName": "Vikram Das", "contactPhone": "+91 98450 54321",
		"agent": "Lotus Travels"}).Want(201)
	for _, q := range []string{"wedding rao", "grp-1", "vikram", "98450 54321", "lotus"} {
		finds(owner, q, "groups", "code", "GRP-1")
	}
	ask(owner, "wedding").Is([]any{object{"_id": made.Text("data", "_id"), "code": "GRP-1", "name": "Rao wedding",
		"checkIn": "2026-04-20", "checkOut": "2026-04-24", "status": "tentative"}}, "data", "groups")
	owner.Put("/api/groups/{org}/"+made.Text("data", "_id")+"/update", object{"agent": "Palm Tours"}).Want(200)
	finds(owner, "lotus", "groups", "code", "")
	finds(owner, "palm", "groups", "code", "GRP-1")
}

func wordsAndNumbers(_ *testing.T, owner *apptest.Caller) {
	guest(owner, object{"name": "José Anne-Marie O'Neil", "email": "jose.oneil@example.com", "phone": "+91 98450 12345"})
	guest(owner, object{"name": "अनीता शर्मा", "phone": "0294 242 0101", "gstin": "27AAPFU0939F1ZV"})
	for q, found := range map[string][2]bool{ // the first, the second
		"jose": {true, false}, "JOSÉ": {true, false}, "jos": {true, false}, "ose": {}, "anne-marie": {true, false},
		"annemarie": {true, false}, "marie": {true, false}, "oneil": {true, false}, "O'Neil": {true, false},
		"neil jose": {true, false}, "jose sharma": {}, "jose.oneil@ex": {true, false}, "example": {},
		"अनीता": {false, true}, "अनी": {false, true}, "शर्मा अन": {false, true}, "अनिता": {},
		"12345": {true, false}, "2345": {true, false}, "345": {}, "98450": {true, false}, "98450 12345": {true, false},
		"+91 98450 12345": {true, false}, "+919845012345": {true, false}, "9845012345": {true, false},
		"+91 98450": {true, false}, "98450 jo": {true, false}, "98450-12": {true, false}, "0294 2420101": {false, true},
		"0101": {false, true}, "27aapfu": {false, true},
	} {
		var want []string
		for i, name := range []string{"José Anne-Marie O'Neil", "अनीता शर्मा"} {
			if found[i] {
				want = append(want, name)
			}
		}
		finds(owner, q, "guests", "name", strings.Join(want, ", "))
	}
	room := owner.CreateRooms(1)[0]
	code := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16", room).
		Merged(object{"channel": "agoda", "externalReference": "HMX-99812"})).Want(201).Text("data", "code")
	for _, q := range []string{code, strings.ToLower(code), strings.TrimPrefix(code, "BK-"), "hmx-99812", "99812", "9812",
		"101", "rao 101", "12345", "asha rao bk"} {
		finds(owner, q, "bookings", "code", code)
	}
	for _, q := range []string{"102", "812", "rao 102"} {
		finds(owner, q, "bookings", "code", "")
	}
	finds(owner, "101", "rooms", "roomNumber", "101")
	finds(owner, "10 del", "rooms", "roomNumber", "101")
	finds(owner, "01", "rooms", "roomNumber", "")
}

func signs(_ *testing.T, owner *apptest.Caller) {
	guest(owner, object{"name": "Asha_Rao 100%"})
	guest(owner, object{"name": `Robert'); DROP TABLE guests;--`})
	for q, want := range map[string]string{"asha_rao": "Asha_Rao 100%", "asha%": "Asha_Rao 100%", "100%": "Asha_Rao 100%",
		"as%rao": "", "a_ha": "", `robert');`: `Robert'); DROP TABLE guests;--`, `"drop"`: `Robert'); DROP TABLE guests;--`,
		`\\rao`: "Asha_Rao 100%"} {
		finds(owner, q, "guests", "name", want)
	}
}

func guestChanges(_ *testing.T, owner *apptest.Caller) {
	id := guest(owner, object{"name": "Asha Rao", "phone": "+91 98450 12345"})
	path := "/api/guests/{org}/" + id
	owner.Put(path+"/update", object{"name": "Asha Das", "phone": nil, "company": "Lake Traders"}).Want(200)
	for q, want := range map[string]string{"rao": "", "12345": "", "98450": "", "das": "Asha Das", "asha": "Asha Das",
		"lake": "Asha Das"} {
		finds(owner, q, "guests", "name", want)
	}
	owner.Delete(path + "/delete").Want(200)
	finds(owner, "asha", "guests", "name", "")
	if left := owner.Server.CountRows("search_terms", "record_id", id); left != 0 {
		owner.Server.T.Errorf("%d words are left of a guest who was deleted", left)
	}
}

func bookingChanges(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	id := owner.Book("2026-04-14", "2026-04-17", rooms[0])
	owner.Put(apptest.BookingPath(id, "/update-guest"), object{"guestName": "Vikram Das",
		"guestPhone": "+91 90000 54321"}).Want(200)
	for q, want := range map[string]string{"asha": "", "12345": "", "vikram das": "BK-1", "54321": "BK-1", "101": "BK-1"} {
		finds(owner, q, "bookings", "code", want)
	}
	finds(owner, "vikram", "guests", "name", "Vikram Das")
	owner.Put("/api/guests/{org}/"+owner.Get(apptest.BookingPath(id, "")).Text("data", "guestId")+"/update",
		object{"name": "Vikram Roy"}).Want(200)
	finds(owner, "roy", "bookings", "code", "") // a booking keeps the name that it was made out to
	finds(owner, "roy", "guests", "name", "Vikram Roy")

	owner.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1]}).Want(200)
	finds(owner, "101", "bookings", "code", "")
	finds(owner, "102", "bookings", "code", "BK-1")
	owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 0}).Want(200)
	finds(owner, "das", "bookings", "code", "BK-1")

	gone := owner.Book("2026-05-14", "2026-05-17", rooms[2])
	sheet := owner.Server.Anyone().With("X-Sheet-Key", owner.SheetKey())
	finds(owner, "bk-2", "bookings", "code", "BK-2")
	sheet.Delete("/api/sheets/delete/" + gone).Want(200)
	finds(owner, "bk-2", "bookings", "code", "")
	if left := owner.Server.CountRows("search_terms", "record_id", gone); left != 0 {
		owner.Server.T.Errorf("%d words are left of a booking that was removed", left)
	}
}

func invoices(_ *testing.T, owner *apptest.Caller) {
	draft := owner.CreateInvoice(object{"lines": []object{apptest.FreeLine()}, "buyer": apptest.Buyer()}).
		Text("data", "_id")
	finds(owner, "textiles", "invoices", "status", "draft")
	finds(owner, "das", "invoices", "status", "")
	owner.Put(apptest.Invoices+"/"+draft+"/update", object{"buyer": object{"name": "Das Brothers"}}).Want(200)
	finds(owner, "das", "invoices", "buyerName", "Das Brothers")
	finds(owner, "08aapfu", "invoices", "buyerName", "Das Brothers")
	owner.Delete(apptest.Invoices + "/" + draft + "/delete").Want(200)
	finds(owner, "brothers", "invoices", "status", "")
	owner.Bill(1000)
	finds(owner, "inv-1", "invoices", "buyerName", "Ravi Das")
	finds(owner, "1", "invoices", "invoiceNumber", "INV-1")
	finds(owner, "ravi", "invoices", "invoiceNumber", "INV-1")
}

func bestFirst(_ *testing.T, owner *apptest.Caller) {
	for i := range 12 {
		owner.Server.Clock.Advance(time.Second)
		guest(owner, object{"name": []string{"Kumari", "Kumar", "Kumaran"}[i%3] + fmt.Sprint(" G", i)})
	}
	finds(owner, "kumar", "guests", "name",
		"Kumar G10, Kumar G7, Kumar G4, Kumar G1, Kumaran G11, Kumari G9, Kumaran G8, Kumari G6")
	finds(owner, "kumar g", "guests", "name",
		"Kumar G10, Kumar G7, Kumar G4, Kumar G1, Kumaran G11, Kumari G9, Kumaran G8, Kumari G6")
	rooms := owner.CreateRooms(12)
	for i, day := range []string{"2026-05-01", "2026-04-20", "2026-04-15", "2026-04-14", "2026-04-15"} {
		id := owner.Book(day, "2026-05-02", rooms[i])
		if i == 3 {
			owner.Arrive(id)
		}
		if i == 4 {
			owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 0}).Want(200)
		}
	}
	finds(owner, "asha", "bookings", "code", "BK-4, BK-3, BK-2, BK-1, BK-5")
	finds(owner, "1", "rooms", "roomNumber", "101, 102, 103, 104, 105, 106, 107, 108")
}

// The background fills in what was there before the index, more than one batch of it, and search works meanwhile.
func filledIn(t *testing.T, owner *apptest.Caller) {
	const many = 120
	for i := range many {
		owner.Server.Clock.Advance(time.Second)
		guest(owner, object{"name": fmt.Sprint("Guest G", i)})
	}
	room := owner.CreateRooms(1)[0]
	owner.Book("2026-04-14", "2026-04-16", room)
	owner.Bill(1000)
	owner.Post("/api/companies/{org}/create", object{"name": "Rao Textiles"}).Want(201)
	owner.Post("/api/expenses/{org}/create", object{"category": "Linen", "amount": 100,
		"accountId": owner.DefaultAccount("cash"), "date": "2026-04-14"}).Want(201)
	booked := owner.Book("2026-04-17", "2026-04-18", room)
	owner.Pay(object{"bookingId": booked, "amount": 10, "method": "upi", "reference": "UTR-7", "payerName": "Meera"}).
		Want(201)
	owner.Pay(object{"bookingId": booked, "amount": 10}).Want(201)
	owner.Post("/api/quotes/{org}/create", object{"guestName": "Ravi Das", "guestPhone": "+91 98450 54321",
		"checkIn": "2026-04-20", "checkOut": "2026-04-22",
		"rooms": []any{object{"roomId": room, "ratePerNight": 4000, "adults": 1}}}).Want(201)
	words := func() (list []string) {
		owner.QueryRows(`SELECT kind || ' ' || record_id || ' ' || term FROM search_terms WHERE org_id = $1`,
			func(row db.Scanner) error {
				var line string
				err := row.Scan(&line)
				list = append(list, line)
				return err
			})
		slices.Sort(list)
		return list
	}
	before := words()
	owner.Server.Exec(`DELETE FROM search_terms WHERE org_id = $1`, owner.Org)
	for _, kind := range []string{"guest", "company", "booking", "invoice", "quote", "expense", "payment"} {
		owner.Server.Exec(`INSERT INTO search_backlog (org_id, kind, before_id) VALUES ($1, $2, 'z')`, owner.Org, kind)
	}
	finds(owner, "g7", "guests", "name", "")
	guest(owner, object{"name": "Newest"})
	finds(owner, "newest", "guests", "name", "Newest")
	for range 2 {
		if err := owner.Server.App.FillSearch(t.Context()); err != nil {
			t.Fatal(err)
		}
		finds(owner, "g7", "guests", "name",
			"Guest G7, Guest G79, Guest G78, Guest G77, Guest G76, Guest G75, Guest G74, Guest G73")
		finds(owner, "asha", "bookings", "code", "BK-1, BK-2")
		finds(owner, "ravi", "invoices", "invoiceNumber", "INV-1")
		finds(owner, "textiles", "companies", "name", "Rao Textiles")
	}
	missing := 0
	after := words()
	for _, word := range before {
		if _, there := slices.BinarySearch(after, word); !there {
			missing++
		}
	}
	if missing > 0 || len(after) != len(before)+1 { // the newest guest's
		t.Errorf("there are %d words, want %d and one; %d are missing", len(after), len(before), missing)
	}
	if left := owner.Server.CountRows("search_backlog", "org_id", owner.Org); left != 0 {
		t.Errorf("%d kinds are still to be filled in", left)
	}
}
