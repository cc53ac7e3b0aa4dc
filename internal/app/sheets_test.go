package app_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/kit/db"
	"sarai/internal/kit/token"
)

// sheet is the spreadsheet of a hotel with a key of its own.
func (c *caller) sheet() *caller {
	c.s.t.Helper()
	key := c.sheetKey()
	return (&caller{s: c.s, org: c.org}).with("X-Sheet-Key", key)
}

// row is a create request of a spreadsheet.
func (c *caller) row(from, to string, rooms ...string) object {
	return object{"orgId": c.org, "guestName": "Asha Rao", "guestEmail": "asha@example.com", "guestPhone": "+91 98450 12345", "checkIn": from, "checkOut": to,
		"roomIds": rooms, "notes": "From the sheet"}
}

// only fails unless the answer has exactly these members, in data if there is data.
func (a answer) only(data string) answer {
	a.t.Helper()
	names := []string{}
	if members, ok := a.body["data"].(map[string]any); ok {
		for name := range members {
			names = append(names, name)
		}
	}
	if len(names) != len(strings.Fields(data)) {
		a.t.Errorf("%s %s answers %v, want %s", a.method, a.path, names, data)
	}
	for _, name := range strings.Fields(data) {
		a.text("data", name)
	}
	if a.text("message") == "" || a.body["success"] != true {
		a.t.Errorf("%s %s has no message: %s", a.method, a.path, a.raw)
	}
	return a
}

// With either key, every endpoint answers what the contract says.
func TestSpreadsheet(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		for name, sheetOf := range map[string]func(*caller) *caller{
			"own key": func(owner *caller) *caller { return owner.sheet() },
			"server-wide key": func(owner *caller) *caller {
				return (&caller{s: s, org: owner.org}).with("X-Sheet-Key", serverSheetKey)
			},
		} {
			s.run(name, func() {
				s.hotel() // whose bookings are looked through, too
				owner := s.hotel()
				rooms := owner.rooms(3)
				owner.put("/api/rooms/{org}/"+rooms[1]+"/update", object{"ratePerNight": 7000.5}).want(200)
				sheet := sheetOf(owner)
				id := sheet.createsAtOwnRates(owner, rooms)
				sheet.updates(owner, id)
				sheet.booksRoom(owner, id, rooms[2])
				sheet.cancels(owner, id)
				sheet.deletes(owner, rooms[0])
				sheet.timesOut(owner)
				sheet.leavesATrail(owner)
			})
		}
	})
}

func (c *caller) createsAtOwnRates(owner *caller, rooms []string) string {
	c.s.t.Helper()
	for field, body := range map[string]object{
		"orgId": c.row("2026-04-20", "2026-04-22", rooms[0]).without("orgId"), "guestName": c.row("2026-04-20", "2026-04-22", rooms[0]).without("guestName"),
		"guestPhone": c.row("2026-04-20", "2026-04-22", rooms[0]).without("guestPhone"), "checkIn": c.row("2026-04-20", "2026-04-22", rooms[0]).without("checkIn"),
		"checkOut": c.row("2026-04-22", "2026-04-22", rooms[0]), "roomIds": c.row("2026-04-20", "2026-04-22"), "roomIds[1]": c.row("2026-04-20", "2026-04-22", rooms[0], nobody),
		"guestEmail": c.row("2026-04-20", "2026-04-22", rooms[0]).merged(object{"guestEmail": "asha"}),
	} {
		c.post("/api/sheets/create", body).bad(field)
	}
	made := c.post("/api/sheets/create", c.row("2026-04-20", "2026-04-22", rooms[0], rooms[1])).want(201).only("id bookingCode")
	id := made.text("data", "id")
	b := owner.get("/api/bookings/{org}/" + id).want(200)
	if made.text("data", "bookingCode") != b.text("data", "code") || b.number("data", "totalAmount") != 2*(5000+7000.5) ||
		b.number("data", "rooms", 0, "ratePerNight") != 5000 || b.number("data", "rooms", 1, "ratePerNight") != 7000.5 {
		c.s.t.Errorf("the booking is %s", b.raw)
	}
	for field, want := range map[string]string{"status": "confirmed", "guestName": "Asha Rao", "guestEmail": "asha@example.com", "guestPhone": "+91 98450 12345",
		"checkIn": "2026-04-20", "checkOut": "2026-04-22", "notes": "From the sheet", "source": "walk-in"} {
		if got := b.text("data", field); got != want {
			c.s.t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	c.post("/api/sheets/create", c.row("2026-04-21", "2026-04-23", rooms[1])).refused(400, "Room 102 is taken on 2026-04-21")
	return id
}

func (c *caller) updates(owner *caller, id string) {
	c.s.t.Helper()
	c.put("/api/sheets/update/"+nobody, object{"notes": "x"}).refused(404, "no such booking")
	c.put("/api/sheets/update/"+id, object{"checkIn": "2026-04-25"}).bad("checkOut")
	c.put("/api/sheets/update/"+id, object{"checkIn": "soon"}).bad("checkIn")
	c.put("/api/sheets/update/"+id, object{"checkOut": "2026-04-23", "notes": "Later"}).want(200).only("")
	c.put("/api/sheets/update/"+id, object{"notes": "Latest"}).want(200)
	c.put("/api/sheets/update/"+id, nil).want(200)
	b := owner.get("/api/bookings/{org}/" + id).want(200)
	if b.text("data", "checkIn") != "2026-04-20" || b.text("data", "checkOut") != "2026-04-23" || b.text("data", "notes") != "Latest" || b.number("data", "totalAmount") != 3*12000.5 {
		c.s.t.Errorf("the booking is %s", b.raw)
	}
}

// booksRoom makes a room part of the booking, twice, and holds its nights.
func (c *caller) booksRoom(owner *caller, id, room string) {
	c.s.t.Helper()
	c.put("/api/sheets/"+nobody+"/"+room+"/status-booked", nil).refused(404, "no such booking")
	c.put("/api/sheets/"+id+"/"+nobody+"/status-booked", nil).refused(404, "no such room")
	inTheWay := owner.book("2026-04-22", "2026-04-23", room)
	c.put("/api/sheets/"+id+"/"+room+"/status-booked", nil).refused(400, "Room 103 is taken on 2026-04-22")
	owner.put("/api/bookings/{org}/"+inTheWay+"/cancel", object{"reason": "x"}).want(200)
	owner.put("/api/rooms/{org}/"+room+"/update", object{"isActive": false}).want(200)
	c.put("/api/sheets/"+id+"/"+room+"/status-booked", nil).refused(400, "not in use")
	owner.put("/api/rooms/{org}/"+room+"/update", object{"isActive": true}).want(200)
	for range 2 {
		c.put("/api/sheets/"+id+"/"+room+"/status-booked", nil).want(200).only("")
	}
	b := owner.get("/api/bookings/{org}/" + id).want(200)
	if len(b.list("data", "rooms")) != 3 || b.text("data", "rooms", 2, "roomId") != room || b.number("data", "totalAmount") != 3*(12000.5+5000) {
		c.s.t.Errorf("the booking is %s", b.raw)
	}
	owner.post("/api/bookings/{org}/create", stay("2026-04-22", "2026-04-23", room)).refused(400, "Room 103 is taken")
}

func (c *caller) cancels(owner *caller, id string) {
	c.s.t.Helper()
	path := "/api/sheets/{org}/" + id + "/cancel"
	c.post("/api/sheets/{org}/"+nobody+"/cancel", nil).refused(404, "no such booking")
	c.post(path, object{"refundAmount": 1}).bad("refundAmount")
	c.post(path, object{"reason": 7}).bad("reason")
	c.post(path, nil).want(200).only("")
	b := owner.get("/api/bookings/{org}/" + id).want(200)
	if b.text("data", "status") != "cancelled" || b.text("data", "cancellationReason") != "Cancelled from the spreadsheet" {
		c.s.t.Errorf("the booking is %s", b.raw)
	}
	c.put(path, object{"reason": "Fog", "cancellationCharge": 500}).want(200).only("")
	c.post(path, object{}).want(200) // says nothing, so it changes nothing
	b = owner.get("/api/bookings/{org}/" + id).want(200)
	if b.text("data", "cancellationReason") != "Fog" || b.number("data", "cancellationCharge") != 500 {
		c.s.t.Errorf("the booking is %s", b.raw)
	}
	c.put("/api/sheets/"+id+"/"+b.text("data", "rooms", 0, "roomId")+"/status-booked", nil).refused(400, "is cancelled")
	c.put("/api/sheets/update/"+id, object{"checkOut": "2026-04-24"}).refused(400, "is cancelled")
	over := owner.book("2026-04-14", "2026-04-15", b.text("data", "rooms", 0, "roomId"))
	owner.put("/api/bookings/{org}/"+over+"/checkout", object{}).want(200)
	c.post("/api/sheets/{org}/"+over+"/cancel", nil).refused(400, "checked out")
}

// deletes removes a booking without money, rows and nights and all, and cancels one with money.
func (c *caller) deletes(owner *caller, room string) {
	c.s.t.Helper()
	c.delete("/api/sheets/delete/"+nobody).refused(404, "no such booking")
	lists := func() string {
		total := ""
		for _, status := range []string{"", "?status=confirmed", "?status=checked-in", "?status=cancelled"} {
			total += fmt.Sprint(" ", owner.get("/api/bookings/{org}/list"+status).number("pagination", "total"))
		}
		return total
	}
	before := lists()
	made := c.post("/api/sheets/create", c.row("2026-04-14", "2026-04-17", room)).want(201)
	id, code := made.text("data", "id"), made.text("data", "bookingCode")
	c.s.clock.Advance(time.Second) // so that the trail has an order
	c.delete("/api/sheets/delete/" + id).want(200).only("")
	c.delete("/api/sheets/delete/"+id).refused(404, "no such booking")
	owner.get("/api/bookings/{org}/"+id).refused(404, "")
	owner.get("/api/bookings/{org}/by-code/"+code).refused(404, "")
	if after := lists(); after != before {
		c.s.t.Errorf("the lists count%s, want%s", after, before)
	}
	for _, table := range []string{"bookings", "booking_rooms", "room_nights"} {
		column := map[string]string{"room_nights": "holder_id"}[table]
		if column == "" {
			column = "booking_id"
		}
		if n := c.s.count(table, column, id); n != 0 {
			c.s.t.Errorf("%d rows of the booking are left in %s", n, table)
		}
	}
	entry := owner.get("/api/audit/{org}/by-resource/booking/" + id).want(200)
	if entry.text("data", 0, "action") != "booking.deleted" || entry.text("data", 0, "details", "change") != "removed" || entry.text("data", 0, "details", "code") != code {
		c.s.t.Errorf("the trail is %s", entry.raw)
	}
	charged := owner.book("2026-04-14", "2026-04-17", room)
	owner.post("/api/bookings/{org}/"+charged+"/arrival", object{}).want(200)
	c.delete("/api/sheets/delete/" + charged).want(200)
	owner.get("/api/bookings/{org}/"+charged).want(200).is("cancelled", "data", "status").is(0.0, "data", "balanceDue")
	if got := owner.get("/api/rooms/{org}/"+room).text("data", "housekeeping"); got != "dirty" {
		c.s.t.Errorf("the room that the guest was in is %s", got)
	}
	paid := owner.post("/api/bookings/{org}/create", stay("2026-04-14", "2026-04-17", room).merged(object{"advanceAmount": 100})).want(201)
	if paid.text("data", "code") == code {
		c.s.t.Errorf("the number %s was given again", code)
	}
	for range 2 {
		c.delete("/api/sheets/delete/" + paid.text("data", "bookingId")).want(200).only("")
	}
	kept := owner.get("/api/bookings/{org}/" + paid.text("data", "bookingId")).want(200)
	if kept.text("data", "status") != "cancelled" || kept.text("data", "cancellationReason") != "Cancelled from the spreadsheet" || kept.number("data", "paidAmount") != 100 {
		c.s.t.Errorf("the paid booking is %s", kept.raw)
	}
	owner.book("2026-04-14", "2026-04-17", room)
}

func (s *server) count(table, column, value string) (n int) {
	s.t.Helper()
	err := s.db.Read(context.Background(), func(tx *db.Tx) error {
		return tx.QueryRow("SELECT COUNT(*) FROM "+table+" WHERE "+column+" = $1", value).Scan(&n)
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// timesOut ends the time of a pending and of an accepted invitation, so that no link of either works.
func (c *caller) timesOut(owner *caller) {
	s := c.s
	s.t.Helper()
	role := owner.post("/api/roles/{org}/create", object{"name": "Desk " + c.org + fmt.Sprint(len(c.header)), "permissions": object{}}).want(201).text("data", "_id")
	invite := func(email string) (id, token string) {
		id = owner.post("/api/invitations/{org}/create", object{"email": email, "role": role}).want(201).text("data", "_id")
		return id, s.link(s.letter(email), "invite").Get("token")
	}
	c.do("PATCH", "/api/sheets/invitations/"+nobody+"/timeout", nil).refused(404, "no such invitation")
	pending, accepted := "pending@"+c.org+".example", "accepted@"+c.org+".example"
	id, link := invite(pending)
	for range 2 {
		c.do("PATCH", "/api/sheets/invitations/"+id+"/timeout", nil).want(200).only("")
		s.clock.Advance(time.Minute)
	}
	state := owner.get("/api/invitations/{org}/" + id).want(200)
	if want := s.clock.Now().Add(-2 * time.Minute).UTC().Format("2006-01-02T15:04:05.000Z"); state.text("data", "status") != "pending" || state.text("data", "expiresAt") != want {
		s.t.Errorf("the invitation is %s, want pending until %s", state.raw, want)
	}
	s.anyone().get("/api/auth/verify-token-invite?token="+link).refused(400, "expired")
	s.anyone().get("/api/invitations/invite-status?token="+link+"&email="+pending).refused(400, "expired")
	s.anyone().get("/api/invitations/respond?action=accept&token="+link+"&email="+pending).refused(400, "expired")
	s.anyone().post("/api/auth/create-user", object{"email": pending, "password": password, "name": "P", "invitationId": id}).refused(400, "expired")

	id, link = invite(accepted)
	s.anyone().get("/api/invitations/respond?action=accept&token=" + link + "&email=" + accepted).want(200)
	register := s.link(s.letter(accepted), "register")
	c.do("PATCH", "/api/sheets/invitations/"+id+"/timeout", nil).want(200)
	s.anyone().get("/api/auth/verify-token-register?token="+register.Get("token")).refused(400, "expired")
	s.anyone().post("/api/auth/create-user", object{"email": accepted, "password": password, "name": "A", "invitationId": id}).refused(400, "expired")
	owner.post("/api/invitations/{org}/"+id+"/resend", nil).want(200) // brings it back
	register = s.link(s.letter(accepted), "register")
	s.anyone().post("/api/auth/create-user", object{"email": accepted, "password": password, "name": "A", "invitationId": register.Get("invitationId")}).want(201)
	c.do("PATCH", "/api/sheets/invitations/"+id+"/timeout", nil).refused(400, "used already")

	id, link = invite("declined@" + c.org + ".example")
	s.anyone().get("/api/invitations/respond?action=decline&token=" + link + "&email=declined@" + c.org + ".example").want(200)
	c.do("PATCH", "/api/sheets/invitations/"+id+"/timeout", nil).refused(400, "declined")
}

// leavesATrail looks for what was done in the audit log and among the notifications.
func (c *caller) leavesATrail(owner *caller) {
	c.s.t.Helper()
	found := map[string]bool{}
	for _, entry := range owner.get("/api/audit/{org}/logs?limit=100").want(200).list("data") {
		e := entry.(map[string]any)
		if who, _ := e["userName"].(string); who == "Spreadsheet" {
			change, _ := e["details"].(map[string]any)["change"].(string)
			found[e["action"].(string)+" "+change] = true
		}
	}
	for _, want := range []string{"booking.created ", "booking.updated stay", "booking.updated room-added", "booking.deleted cancelled", "booking.deleted removed",
		"user.invitation_timed_out "} {
		if !found[want] {
			c.s.t.Errorf("the audit log has no %q of the spreadsheet, only %v", want, found)
		}
	}
	for _, kind := range []string{"booking_created", "booking_updated", "booking_cancelled"} {
		if c.s.count("notifications", "type", kind) == 0 {
			c.s.t.Errorf("nobody was told of %s", kind)
		}
	}
}

// A repetition with the same Idempotency-Key makes one booking, whichever of the two keys it is sent with.
func TestSpreadsheetRepeats(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		room := owner.rooms(1)[0]
		own := owner.sheet().with("Idempotency-Key", "row 7")
		body := own.row("2026-04-20", "2026-04-22", room)
		first := own.post("/api/sheets/create", body).want(201)
		for _, again := range []*caller{own, own.with("X-Sheet-Key", serverSheetKey)} {
			if a := again.post("/api/sheets/create", body).want(201); string(a.raw) != string(first.raw) {
				t.Errorf("answered %s, then %s", first.raw, a.raw)
			}
		}
		own.post("/api/sheets/create", body.merged(object{"notes": "x"})).bad("Idempotency-Key")
		if n := owner.get("/api/bookings/{org}/list").number("pagination", "total"); n != 1 {
			t.Errorf("%v bookings were made", n)
		}
	})
}

func TestSheetKeys(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		const path = "/api/organization/{org}/sheet-key"
		owner := s.hotel()
		s.run("who may", func() {
			editor := owner.member("Editor", object{"organization": object{"update": true}})
			editor.get(path).want(200)
			editor.post(path, nil).refused(403, "bookings.create")
			desk := owner.member("Desk", object{"bookings": object{"manage": true}, "users": object{"manage": true}})
			desk.get(path).refused(403, "organization.update")
			desk.post(path, nil).refused(403, "organization.update")
			desk.delete(path).refused(403, "organization.update")
		})
		none := owner.get(path).want(200)
		if none.at("data", "exists") != false || none.at("data", "createdAt") != nil || none.at("data", "lastUsedAt") != nil {
			t.Errorf("without a key: %s", none.raw)
		}
		owner.delete(path).refused(404, "no sheet key")

		repeated := owner.with("Idempotency-Key", "my key")
		made := repeated.post(path, nil).want(201).only("key createdAt")
		key := made.text("data", "key")
		if again := repeated.post(path, nil).want(201); string(again.raw) != string(made.raw) || len(key) != 43 {
			t.Errorf("made %s, then %s", made.raw, again.raw)
		}
		for row := range s.snapshot() {
			if strings.Contains(row, key) {
				t.Errorf("the key is stored: %s", row)
			}
		}
		if n := s.count("sheet_keys", "key_hash", token.Hash(key)); n != 1 {
			t.Errorf("the key's hash is stored %d times", n)
		}
		sheet := (&caller{s: s, org: owner.org}).with("X-Sheet-Key", key)
		sheet.get("/api/sheets/{org}/rooms").want(200)
		used := owner.get(path).want(200)
		if used.at("data", "exists") != true || used.text("data", "createdAt") != made.text("data", "createdAt") || used.text("data", "lastUsedAt") != made.text("data", "createdAt") {
			t.Errorf("with a used key: %s", used.raw)
		}
		s.clock.Advance(59 * time.Second)
		sheet.get("/api/sheets/{org}/rooms").want(200)
		if owner.get(path).text("data", "lastUsedAt") != used.text("data", "lastUsedAt") {
			t.Error("the use was written twice in a minute")
		}
		s.clock.Advance(time.Second)
		sheet.get("/api/sheets/{org}/rooms").want(200)
		if owner.get(path).text("data", "lastUsedAt") == used.text("data", "lastUsedAt") {
			t.Error("the use was not written after a minute")
		}

		s.clock.Advance(time.Second)
		other := owner.post(path, nil).want(201).text("data", "key")
		sheet.get("/api/sheets/{org}/rooms").refused(401, "X-Sheet-Key")
		sheet = sheet.with("X-Sheet-Key", other)
		sheet.get("/api/sheets/{org}/rooms").want(200)
		s.clock.Advance(time.Second)
		owner.delete(path).want(200)
		sheet.get("/api/sheets/{org}/rooms").refused(401, "X-Sheet-Key")
		trail := owner.get("/api/audit/{org}/by-resource/organization/" + owner.org).want(200)
		var changes []string
		for _, e := range trail.list("data") {
			if change, ok := e.(map[string]any)["details"].(map[string]any)["change"].(string); ok {
				changes = append(changes, change)
			}
		}
		if got := strings.Join(changes, " "); got != "sheet-key-ended sheet-key-replaced sheet-key-made" || strings.Contains(string(trail.raw), token.Hash(key)) {
			t.Errorf("the trail is %s", trail.raw)
		}
	})
}

// A key ends with its organization, and neither it nor the server-wide key reaches a deleted one.
func TestSheetKeysOfADeletedHotel(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		room := owner.rooms(1)[0]
		id := owner.book("2026-04-20", "2026-04-22", room)
		sheet := owner.sheet()
		owner.delete("/api/organization/{org}/delete").want(200)
		sheet.put("/api/sheets/update/"+id, object{"notes": "x"}).refused(401, "X-Sheet-Key")
		server := sheet.with("X-Sheet-Key", serverSheetKey)
		server.put("/api/sheets/update/"+id, object{"notes": "x"}).refused(404, "")
		server.get("/api/sheets/{org}/rooms").refused(404, "")
		server.post("/api/sheets/create", server.row("2026-04-25", "2026-04-26", room)).refused(404, "")
	})
}

// Without a server-wide key in the settings, no key is one, the empty one least of all.
func TestNoServerWideSheetKey(t *testing.T) {
	s := newServer(t, "sqlite", func(c *app.Config) { c.SheetKey = "" })
	for _, key := range []string{"", " ", serverSheetKey} {
		s.anyone().with("X-Sheet-Key", key).get("/api/sheets/"+nobody+"/rooms").refused(401, "X-Sheet-Key")
	}
}

// Another token key on the server can't show a made key again, and says so instead of showing a wrong one.
func TestSheetKeyIsNotShownByAnotherTokenKey(t *testing.T) {
	s := newServer(t, "sqlite")
	repeated := s.hotel().with("Idempotency-Key", "my key")
	repeated.post("/api/organization/{org}/sheet-key", nil).want(201)
	s.exec(`UPDATE idempotency_keys SET result = REPLACE(result, '"salt":"', '"salt":"x') WHERE key = 'my key'`)
	repeated.post("/api/organization/{org}/sheet-key", nil).refused(400, "can't be shown again")
}

// Many deletions, cancellations and room additions at once leave nights and counts as they should be.
func TestSpreadsheetAtOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		rooms := owner.rooms(2)
		sheet := owner.sheet()
		for range 5 {
			id := sheet.post("/api/sheets/create", sheet.row("2026-04-20", "2026-04-22", rooms[0])).want(201).text("data", "id")
			var done sync.WaitGroup
			for i := range 8 {
				done.Go(func() {
					request := [][2]string{{"DELETE", "/api/sheets/delete/" + id}, {"PUT", "/api/sheets/" + id + "/" + rooms[1] + "/status-booked"}}[i%2]
					if a, err := sheet.try(request[0], request[1], nil); err != nil || a.status != 200 && a.status != 404 {
						t.Errorf("%s %s: %v %s", request[0], request[1], err, a.raw)
					}
				})
			}
			done.Wait()
			if n := s.count("room_nights", "org_id", owner.org) + s.count("booking_rooms", "org_id", owner.org) + s.count("bookings", "org_id", owner.org); n != 0 {
				t.Fatalf("%d rows of a deleted booking are left", n)
			}
		}
		if n := owner.get("/api/bookings/{org}/list").number("pagination", "total"); n != 0 {
			t.Errorf("the list counts %v bookings", n)
		}
	})
}

// The rooms are listed as on the doors, those out of use left out.
func TestSpreadsheetRooms(t *testing.T) {
	s := newServer(t, "sqlite")
	owner := s.hotel()
	rooms := owner.rooms(3)
	owner.put("/api/rooms/{org}/"+rooms[1]+"/update", object{"isActive": false}).want(200)
	a := owner.sheet().get("/api/sheets/{org}/rooms").want(200)
	if len(a.list("data")) != 2 || a.text("data", 0, "_id") != rooms[0] || a.text("data", 0, "roomNumber") != "101" || a.text("data", 0, "roomType") != "Deluxe" ||
		a.number("data", 0, "ratePerNight") != 5000 || a.text("data", 1, "roomNumber") != "103" {
		t.Errorf("the rooms are %s", a.raw)
	}
}
