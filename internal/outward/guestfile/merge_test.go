package guestfile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest"
)

type object = apptest.Object

const merge = "/api/guests/{org}/merge"

func TestMerging(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "what is refused", Run: refused},
		{Name: "suggestions", Run: suggestions},
		{Name: "field by field", Run: preview},
		{Name: "everything follows, and comes back", Run: follows},
		{Name: "documents, forms and rooms of others", Run: abroad},
		{Name: "what changed since stays", Run: changedSince},
		{Name: "one after the other", Run: chained},
		{Name: "too late", Run: tooLate},
		{Name: "many", Run: many},
		{Name: "two at once", Run: atOnce},
	}, apptest.FoliosAddUp, apptest.BooksBalance)
}

func path(guestID, rest string) string { return "/api/guests/{org}/" + guestID + rest }

func guest(owner *apptest.Caller, fields object) string {
	owner.Server.T.Helper()
	return owner.Post("/api/guests/{org}/create", object{"name": "Asha Rao"}.Merged(fields)).Want(201).Text("data", "_id")
}

func pair(kept, duplicate string) object { return object{"guestId": kept, "duplicateId": duplicate} }

func permissions(_ *testing.T, owner *apptest.Caller) {
	one, other := guest(owner, nil), guest(owner, nil)
	done := owner.Post(merge, pair(one, guest(owner, nil))).Want(200).Text("data", "_id")
	desk := owner.Member("Desk", object{"guests": object{"view": true, "create": true, "update": true, "delete": true}})
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger, elsewhere := owner.Server.Hotel(), owner.AnotherHotel()
	stranger.Org = owner.Org
	for _, p := range []struct {
		path string
		body object
	}{{"", pair(one, other)}, {"/preview", pair(one, other)}, {"/apart", pair(one, other)},
		{"/many", object{"merges": []any{pair(one, other)}}}, {"/" + done + "/undo", nil}} {
		desk.Post(merge+p.path, p.body).Refused(403, "guests.manage")
		stranger.Post(merge+p.path, p.body).Refused(403, "not a member")
		owner.Server.Anyone().Post("/api/guests/"+owner.Org+"/merge"+p.path, p.body).Refused(401, "")
		if p.path != "/many" {
			status := 400
			if p.body == nil {
				status = 404
			}
			elsewhere.Post(merge+p.path, p.body).Refused(status, "no such")
		}
	}
	for _, list := range []string{"/suggestions", "/list"} {
		none.Get(merge+list).Refused(403, "guests.view")
		desk.Get(merge + list).Want(200)
	}
	elsewhere.Post(merge+"/many", object{"merges": []any{pair(one, other)}}).Bad("merges[0].guestId")
}

func refused(_ *testing.T, owner *apptest.Caller) {
	one, other := guest(owner, nil), guest(owner, nil)
	owner.Post(merge, pair(one, one)).Bad("duplicateId")
	owner.Post(merge+"/preview", pair(one, one)).Bad("duplicateId")
	owner.Post(merge+"/apart", pair(one, one)).Bad("duplicateId")
	owner.Post(merge, pair(one, other).Merged(object{"take": []any{"shoeSize"}})).Bad("take[0]")
	owner.Post(merge, pair(one, "665f1c2ab7e4d90012ab34cd")).Bad("duplicateId")
	owner.Post(merge+"/many", object{"merges": []any{}}).Bad("merges")
	owner.Post(merge+"/many", object{"merges": []any{pair(one, other), pair(one, "x")}}).Bad("merges[1].duplicateId")
	owner.Post(merge+"/665f1c2ab7e4d90012ab34cd/undo", nil).Refused(404, "no such merge")
	owner.Get(merge+"/suggestions?guestId=665f1c2ab7e4d90012ab34cd").Want(200).Is(0, "pagination", "total")
}

func suggestions(_ *testing.T, owner *apptest.Caller) {
	list := merge + "/suggestions"
	owner.Get(list).Want(200).Is([]any{}, "data").Is(0, "pagination", "total")
	first := guest(owner, object{"phone": "+91 98450 11111"})
	second := guest(owner, object{"name": "Rao, Ásha", "phone": "098450-11111", "email": "ASHA@hotel.example"})
	guest(owner, object{"name": "Ravi Das", "phone": "+91 98450 11111"}) // a family shares a number
	born := guest(owner, object{"name": "Meera Nair", "dateOfBirth": "1988-11-02", "idType": "passport",
		"idNumber": "Z1234567"})
	guest(owner, object{"name": "Meera Nair", "dateOfBirth": "1988-11-02", "idType": "passport", "idNumber": "K7654321"})
	twin := guest(owner, object{"name": "Nair Meera", "dateOfBirth": "1988-11-02", "idType": "passport",
		"idNumber": "z 1234567"})
	for range 12 {
		guest(owner, object{"name": "Group", "phone": "+91 80 4444 5555"})
	}
	for range 2 {
		guest(owner, object{"name": "Walk-in", "phone": "0000000000"})
	}
	found := owner.Get(list).Want(200).Is(2, "pagination", "total").Is(100, "data", 0, "score").
		Is(born, "data", 0, "guest", "_id").Is(twin, "data", 0, "duplicate", "_id")
	found.Is([]any{"same-document", "same-birth", "same-name"}, "data", 0, "reasons")
	found.Is(first, "data", 1, "guest", "_id").Is(second, "data", 1, "duplicate", "_id").
		Is([]any{"same-phone", "same-name"}, "data", 1, "reasons")
	owner.Get(list+"?limit=1&page=2").Want(200).Is(first, "data", 0, "guest", "_id")
	next := owner.Get(list+"?limit=1&cursor=start").Want(200).Text("pagination", "nextCursor")
	owner.Get(list+"?limit=1&cursor="+next).Want(200).Is(first, "data", 0, "guest", "_id")
	owner.Get(list+"?guestId="+second).Want(200).Is(1, "pagination", "total").Is(first, "data", 0, "guest", "_id")
	owner.Post(merge+"/apart", pair(second, first)).Want(200)
	owner.Post(merge+"/apart", pair(first, second)).Want(200)
	owner.Get(list).Want(200).Is(1, "pagination", "total")
	owner.Post(merge, pair(born, twin)).Want(200)
	owner.Get(list).Want(200).Is(0, "pagination", "total")
}

func preview(_ *testing.T, owner *apptest.Caller) {
	one := guest(owner, object{"email": "asha@hotel.example", "notes": "Quiet", "preferences": []any{"high floor"}})
	other := guest(owner, object{"name": "A. Rao", "email": "a.rao@hotel.example", "phone": "+91 98450 11111",
		"notes": "Late", "preferences": []any{"high floor", "tea"}, "idType": "passport", "idNumber": "Z1234567"})
	body := pair(one, other).Merged(object{"take": []any{"email"}})
	fields := map[string]map[string]any{}
	for _, f := range owner.Post(merge+"/preview", body).Want(200).List("data") {
		fields[f.(map[string]any)["field"].(string)] = f.(map[string]any)
	}
	want := map[string][]string{"name": {"Asha Rao", "kept"}, "email": {"a.rao@hotel.example", "duplicate"},
		"phone": {"+91 98450 11111", "duplicate"}, "notes": {"Quiet\nLate", "both"},
		"preferences": {"high floor; tea", "both"}, "idNumber": {"passport XXXXXXXX4567", "duplicate"}}
	for name, w := range want {
		if f := fields[name]; f["result"] != w[0] || f["from"] != w[1] {
			owner.Server.T.Errorf("%s becomes %v, want %v", name, f, w)
		}
	}
	if len(fields) != len(want) {
		owner.Server.T.Errorf("the preview has %d fields, want %d", len(fields), len(want))
	}
	owner.Get(path(one, "")).Is("asha@hotel.example", "data", "email").Is(1, "data", "version")
	owner.Post(merge, body).Want(200)
	owner.Get(path(one, "")).Is("a.rao@hotel.example", "data", "email").Is("XXXXXXXX4567", "data", "idNumber").
		Is("Quiet\nLate", "data", "notes").Is(2, "data", "version")
}

// belongings are all that the hotel keeps by the guest's id.
func belongings(owner *apptest.Caller, id string) string {
	text := ""
	for _, list := range []string{path(id, "/stays"), path(id, "/notes"), path(id, "/consents"), path(id, "/history"),
		path(id, "/documents"),
		"/api/invoices/{org}/list?guestId=" + id, "/api/quotes/{org}/list?guestId=" + id} {
		answer := owner.Get(list).Want(200)
		switch data := answer.At("data").(type) {
		case []any:
			for _, one := range data {
				record := one.(map[string]any)
				for _, moves := range []string{"version", "updatedAt", "guestId"} {
					delete(record, moves)
				}
				text += fmt.Sprintln(record)
			}
		default:
			text += fmt.Sprintln(data)
		}
	}
	return text
}

func record(owner *apptest.Caller, id string) string {
	text := ""
	for _, part := range []string{"", "/travel-documents"} {
		data := owner.Get(path(id, part)).Want(200).At("data").(map[string]any)
		delete(data, "version")
		delete(data, "updatedAt")
		text += fmt.Sprintln(data)
	}
	return text
}

// furnished is a guest with a record of every kind.
func furnished(owner *apptest.Caller, room string, day int, fields object) string {
	id := guest(owner, fields)
	stay := apptest.Stay(apptest.Date(day), apptest.Date(day+2), room).Merged(object{"guestId": id, "advanceAmount": 500})
	booking := owner.Post("/api/bookings/{org}/create", stay).Want(201).Text("data", "bookingId")
	owner.AddCharge(booking, "Dinner", 400)
	owner.CreateInvoice(object{"bookingId": booking, "issue": true})
	owner.Post("/api/quotes/{org}/create", object{"guestId": id, "guestName": "Asha Rao", "checkIn": "2026-08-20",
		"checkOut": "2026-08-22", "validUntil": "2026-06-01",
		"rooms": []any{object{"roomId": room, "ratePerNight": 100, "adults": 1}}}).Want(201)
	owner.Post("/api/waitlist/{org}/create", object{"guestId": id, "guestName": "Asha Rao", "checkIn": "2026-08-20",
		"checkOut": "2026-08-22", "guestPhone": "+91 98450 12345"}).Want(201)
	owner.Post(path(id, "/notes"), object{"note": "Quiet"}).Want(201)
	owner.Post(path(id, "/consents"), object{"purpose": "newsletter", "granted": false, "channel": "desk"}).Want(201)
	return id
}

func follows(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	one := furnished(owner, rooms[0], 10, object{"email": "asha@hotel.example"})
	other := furnished(owner, rooms[1], 20, object{"name": "Usha Rao", "phone": "+91 98450 11111",
		"idType": "passport", "idNumber": "Z1234567"})
	before := []string{record(owner, one), belongings(owner, one), record(owner, other), belongings(owner, other)}
	done := owner.Post(merge, pair(one, other)).Want(200).Is("Usha Rao", "data", "duplicateName")
	for _, kind := range []string{"bookings", "invoices", "quotes", "waitlist", "notes", "consents"} {
		done.Is(1, "data", "moved", kind)
	}
	owner.Post(merge, pair(one, other)).Want(200).Is(done.Text("data", "_id"), "data", "_id")
	owner.Get(path(other, "")).Refused(404, "no such guest")
	owner.Get(path(one, "/history")).Is(2, "data", "bookings").Is(1000, "data", "revenue")
	owner.Get(path(one, "/notes")).Is(2, "pagination", "total")
	owner.Get("/api/invoices/{org}/list?guestId="+one).Is(2, "pagination", "total")
	owner.Get("/api/quotes/{org}/list?guestId="+one).Is(2, "pagination", "total")
	owner.Get("/api/guests/{org}/list?search=98450").Is(1, "pagination", "total").Is(one, "data", 0, "_id")
	owner.Get("/api/guests/{org}/list?search=usha").Is(0, "pagination", "total")
	owner.Get(merge+"/list?guestId="+one).Is(1, "pagination", "total").Is(nil, "data", 0, "undoneAt")
	undo := merge + "/" + done.Text("data", "_id") + "/undo"
	owner.Post(undo, nil).Want(200)
	owner.Post(undo, nil).Want(200)
	owner.Get(merge+"/list").Is("Owner", "data", 0, "undoneByName")
	after := []string{record(owner, one), belongings(owner, one), record(owner, other), belongings(owner, other)}
	if !slices.Equal(before, after) {
		owner.Server.T.Errorf("before:\n%v\nafter:\n%v", before, after)
	}
	owner.Get("/api/guests/{org}/list?search=usha").Is(1, "pagination", "total")
	owner.Post(merge, pair(one, other)).Want(200) // and again
}

// abroad merges guests from abroad: two pictures of one passport stay two, and the one that has no place comes back, or
// goes when it is too late for that.
func abroad(t *testing.T, owner *apptest.Caller) {
	one := guest(owner, object{"nationality": "French"})
	other := guest(owner, object{"name": "Usha Rao", "nationality": "French"})
	owner.Put(path(other, "/travel-documents"), object{"surname": "RAO", "passportNumber": "76AB54321",
		"visaNumber": "VJ8763210"}).Want(200)
	for _, picture := range []string{path(one, "/documents/passport"), path(other, "/documents/passport"),
		path(other, "/documents/visa")} {
		owner.Put(picture, apptest.Picture(4, 4)).Want(200)
	}
	booking := owner.BookFromToday(nil)
	owner.Arrive(booking)
	room := owner.Get(apptest.BookingPath(booking, "")).Text("data", "rooms", 0, "roomId")
	owner.Post(apptest.BookingPath(booking, "/guests"), object{"roomId": room, "guestId": other}).Want(201)
	before := []string{record(owner, one), belongings(owner, one), record(owner, other), belongings(owner, other)}

	done := owner.Post(merge, pair(one, other)).Want(200).Is(1, "data", "moved", "documents").
		Is(1, "data", "moved", "stays").Is(1, "data", "moved", "formsIII")
	owner.Get(path(one, "/travel-documents")).Is("76AB54321", "data", "passportNumber").
		Is("VJ8763210", "data", "visaNumber")
	owner.Get(path(one, "/documents")).Is("passport", "data", 0, "document").Is("visa", "data", 1, "document")
	owner.Get(apptest.BookingPath(booking, "/guests")).Is(one, "data", "rooms", 0, "guests", 1, "guestId").
		Is("Usha Rao", "data", "rooms", 0, "guests", 1, "name")
	owner.Get("/api/guests/{org}/form-iii").Is(1, "pagination", "total").Is(one, "data", 0, "guestId")
	nowhere(t, owner, "76AB54321", "VJ8763210")
	all := owner.Post(path(one, "/export?purpose=guest-asked"), nil).Want(200)
	if told := fmt.Sprint(all.At("data", "sections")); strings.Count(told, "passport") != 2 {
		t.Errorf("it doesn't tell of both pictures of passports: %s", told)
	}
	undo := merge + "/" + done.Text("data", "_id") + "/undo"
	owner.Post(undo, nil).Want(200)
	owner.Get("/api/guests/{org}/form-iii").Is(1, "pagination", "total").Is(other, "data", 0, "guestId")
	after := []string{record(owner, one), belongings(owner, one), record(owner, other), belongings(owner, other)}
	if !slices.Equal(before, after) {
		t.Errorf("before:\n%v\nafter:\n%v", before, after)
	}
	owner.Post(merge, pair(one, other)).Want(200)
	pictures := func(want int64) {
		if got := owner.QueryInt(`SELECT COUNT(*) FROM guest_documents WHERE org_id = $1`); got != want {
			t.Errorf("%d pictures of documents, want %d", got, want)
		}
	}
	pictures(3)
	owner = owner.Later(31 * 24 * time.Hour)
	if err := owner.Server.App.SweepMerges(t.Context()); err != nil {
		t.Fatal(err)
	}
	pictures(2)
}

func changedSince(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	one := guest(owner, nil)
	other := guest(owner, object{"email": "usha@hotel.example", "phone": "+91 98450 11111"})
	done := owner.Post(merge, pair(one, other)).Want(200).Text("data", "_id")
	owner.Put(path(one, "/update"), object{"phone": "+91 98450 22222"}).Want(200)
	owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-05-01", "2026-05-02", room).
		Merged(object{"guestId": one})).Want(201)
	owner.Post(merge+"/"+done+"/undo", nil).Want(200)
	owner.Get(path(one, "")).Is("+91 98450 22222", "data", "phone").Is("", "data", "email")
	owner.Get(path(other, "")).Is("+91 98450 11111", "data", "phone").Is("usha@hotel.example", "data", "email")
	owner.Get(path(one, "/history")).Is(1, "data", "bookings")
}

func chained(_ *testing.T, owner *apptest.Caller) {
	a, d := guest(owner, nil), guest(owner, nil)
	b, c := guest(owner, object{"name": "B"}), guest(owner, object{"name": "C"})
	undo := func(id string) string { return merge + "/" + id + "/undo" }
	first := owner.Post(merge, pair(a, b)).Want(200).Text("data", "_id")
	second := owner.Post(merge, pair(a, c)).Want(200).Text("data", "_id")
	third := owner.Post(merge, pair(d, a)).Want(200).Text("data", "_id")
	owner.Post(undo(second), nil).Refused(400, "Undo that merge first")
	owner.Post(undo(third), nil).Want(200)
	owner.Post(undo(first), nil).Refused(400, "later merge with C first")
	owner.Post(undo(second), nil).Want(200)
	owner.Post(undo(first), nil).Want(200)
	for _, id := range []string{a, b, c, d} {
		owner.Get(path(id, "")).Want(200)
	}
}

func tooLate(t *testing.T, owner *apptest.Caller) {
	one, other := guest(owner, nil), guest(owner, nil)
	done := owner.Post(merge, pair(one, other)).Want(200).Text("data", "_id")
	owner = owner.Later(31 * 24 * time.Hour)
	owner.Post(merge+"/"+done+"/undo", nil).Refused(404, "30 days")
	owner.Get(merge+"/list").Is(1, "pagination", "total")
	if err := owner.Server.App.SweepMerges(t.Context()); err != nil {
		t.Fatal(err)
	}
	owner.Get(merge+"/list").Is(0, "pagination", "total")
}

func many(_ *testing.T, owner *apptest.Caller) {
	var merges []any
	for range 20 {
		merges = append(merges, pair(guest(owner, nil), guest(owner, nil)))
	}
	gone := merges[4].(object)["duplicateId"].(string)
	merges = append(merges, merges[3], pair(gone, guest(owner, nil)))
	done := owner.Post(merge+"/many", object{"merges": merges}).Want(200)
	done.Is(done.Text("data", 3, "mergeId"), "data", 20, "mergeId").Is(nil, "data", 21, "mergeId")
	owner.Post(merge+"/many", object{"merges": []any{merges[3], pair("665f1c2ab7e4d90012ab34cd", guest(owner, nil))}}).
		Bad("merges[1].guestId")
	owner.Get(merge+"/list").Is(20, "pagination", "total")
}

func atOnce(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(4)
	one, other := guest(owner, nil), guest(owner, nil)
	apptest.CountStatuses(t, 4, map[int]int{200: 4}, func(int) (apptest.Answer, error) {
		return owner.Try("POST", merge, pair(one, other))
	})
	owner.Get(merge+"/list").Is(1, "pagination", "total")
	other = guest(owner, nil)
	apptest.Together(4, func(i int) {
		if i == 0 {
			owner.Post(merge, pair(one, other)).Want(200)
			return
		}
		_, err := owner.Try("POST", "/api/bookings/{org}/create", apptest.Stay("2026-05-01", "2026-05-02", rooms[i]).
			Merged(object{"guestId": other}))
		if err != nil {
			t.Error(err)
		}
	})
	for _, b := range owner.Get("/api/bookings/{org}/list?fields=full").List("data") {
		owner.Get(path(b.(map[string]any)["guestId"].(string), "")).Want(200)
	}
}

// However records are merged and apart again, every figure of the hotel stays, each record has what belongs to it, and
// once all is undone everything is as it was.
func TestRandomMerges(t *testing.T) {
	apptest.RapidDefault(t, "checks", "3")
	apptest.RapidDefault(t, "steps", "15")
	apptest.RapidDefault(t, "nofailfile", "true")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			s := apptest.New(t, engine)
			owner := s.Hotel()
			rapid.Check(t, func(rt *rapid.T) {
				s.Clock.Set(apptest.Noon)
				r := newRandomGuests(owner.Refreshed().AnotherHotel())
				rt.Repeat(map[string]func(*rapid.T){"merge": r.merge, "undo": r.undo, "book": r.book, "": r.compare})
				for len(r.done) > 0 {
					r.undoLast(rt)
				}
				r.compare(rt)
				for id, was := range r.records {
					if is := record(r.Caller, id); is != was {
						rt.Errorf("%s was\n%s\nand is\n%s", id, was, is)
					}
				}
				apptest.FoliosAddUp(rt, r.Caller)
				apptest.BooksBalance(rt, r.Caller)
			})
		})
	}
}

type randomGuests struct {
	*apptest.Caller
	room    string
	day     int
	records map[string]string          // as they were at first
	live    []string                   // the records that are there
	owns    map[string]map[string]bool // bookings, by record
	done    []doneMerge
	paid    float64
}

type doneMerge struct {
	id, kept, duplicate string
	moved               []string
}

func newRandomGuests(owner *apptest.Caller) *randomGuests {
	r := &randomGuests{Caller: owner, room: owner.CreateRooms(1)[0], records: map[string]string{},
		owns: map[string]map[string]bool{}}
	for i := range 5 {
		fields := object{"name": fmt.Sprint("Guest ", i), "notes": fmt.Sprint("Note ", i)}
		if i%2 == 0 {
			fields["email"] = fmt.Sprintf("guest%d@hotel.example", i)
		}
		if i > 2 {
			fields["phone"], fields["idNumber"] = fmt.Sprintf("+91 98450 1111%d", i), fmt.Sprintf("Z123456%d", i)
		}
		id := guest(owner, fields)
		r.live, r.records[id], r.owns[id] = append(r.live, id), record(owner, id), map[string]bool{}
		r.bookFor(id)
	}
	return r
}

func (r *randomGuests) bookFor(id string) {
	r.day++
	booking := r.Post("/api/bookings/{org}/create", apptest.Stay(apptest.Date(r.day), apptest.Date(r.day+1), r.room).
		Merged(object{"guestId": id, "advanceAmount": 100 * r.day})).Want(201).Text("data", "bookingId")
	r.owns[id][booking], r.paid = true, r.paid+float64(100*r.day)
}

func (r *randomGuests) book(t *rapid.T) { r.bookFor(rapid.SampledFrom(r.live).Draw(t, "guest")) }

func (r *randomGuests) merge(t *rapid.T) {
	kept, duplicate := rapid.SampledFrom(r.live).Draw(t, "kept"), rapid.SampledFrom(r.live).Draw(t, "duplicate")
	if kept == duplicate {
		t.Skip("the same")
	}
	take := rapid.SliceOfDistinct(rapid.SampledFrom([]string{"name", "email", "phone", "idNumber", "notes"}),
		rapid.ID[string]).Draw(t, "take")
	m := doneMerge{kept: kept, duplicate: duplicate}
	m.id = r.Post(merge, pair(kept, duplicate).Merged(object{"take": append([]string{}, take...)})).Want(200).
		Text("data", "_id")
	for booking := range r.owns[duplicate] {
		m.moved, r.owns[kept][booking] = append(m.moved, booking), true
	}
	r.owns[duplicate] = map[string]bool{}
	r.live, r.done = slices.DeleteFunc(r.live, func(id string) bool { return id == duplicate }), append(r.done, m)
}

func (r *randomGuests) undo(t *rapid.T) {
	if len(r.done) == 0 {
		t.Skip("nothing is merged")
	}
	r.undoLast(t)
}

func (r *randomGuests) undoLast(*rapid.T) {
	m := r.done[len(r.done)-1]
	r.done = r.done[:len(r.done)-1]
	r.Post(merge+"/"+m.id+"/undo", nil).Want(200)
	for _, booking := range m.moved {
		delete(r.owns[m.kept], booking)
		r.owns[m.duplicate][booking] = true
	}
	r.live = append(r.live, m.duplicate)
}

func (r *randomGuests) compare(t *rapid.T) {
	revenue := 0.0
	for _, id := range r.live {
		h := r.Get(path(id, "/history")).Want(200)
		revenue += h.Number("data", "revenue")
		if got := int(h.Number("data", "bookings")); got != len(r.owns[id]) {
			t.Errorf("%s has %d bookings, want %d", id, got, len(r.owns[id]))
		}
		for _, b := range r.Get(path(id, "/stays?limit=100")).Want(200).List("data") {
			if booking := b.(map[string]any)["bookingId"].(string); !r.owns[id][booking] {
				t.Errorf("booking %s is %s's", booking, id)
			}
		}
	}
	if revenue != r.paid {
		t.Errorf("guests have paid %v, want %v", revenue, r.paid)
	}
}
