package sheets_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/kit/token"
)

// sheet is the spreadsheet of a hotel with a key of its own.
func sheet(c *apptest.Caller) *apptest.Caller {
	c.Server.T.Helper()
	key := c.SheetKey()
	return (&apptest.Caller{Server: c.Server, Org: c.Org}).With("X-Sheet-Key", key)
}

// row is the body of a spreadsheet's create.
func row(c *apptest.Caller, from, to string, rooms ...string) object {
	return object{"orgId": c.Org, "guestName": "Asha Rao", "guestEmail": "asha@example.com",
		"guestPhone": "+91 98450 12345", "checkIn": from, "checkOut": to,
		"roomIds": rooms, "notes": "From the sheet"}
}

// only fails unless the answer's data, if it has any, has exactly these members.
func only(a apptest.Answer, data string) apptest.Answer {
	a.T.Helper()
	names := []string{}
	if members, ok := a.Body["data"].(map[string]any); ok {
		for name := range members {
			names = append(names, name)
		}
	}
	if len(names) != len(strings.Fields(data)) {
		a.T.Errorf("%s %s answers %v, want %s", a.Method, a.Path, names, data)
	}
	for _, name := range strings.Fields(data) {
		a.Text("data", name)
	}
	if a.Text("message") == "" || a.Body["success"] != true {
		a.T.Errorf("%s %s has no message: %s", a.Method, a.Path, a.Raw)
	}
	return a
}

// Every endpoint works as the contract says, with either key.
func TestSpreadsheet(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		for name, sheetOf := range map[string]func(*apptest.Caller) *apptest.Caller{
			"own key": func(owner *apptest.Caller) *apptest.Caller { return sheet(owner) },
			"server-wide key": func(owner *apptest.Caller) *apptest.Caller {
				return (&apptest.Caller{Server: s, Org: owner.Org}).With("X-Sheet-Key", apptest.ServerSheetKey)
			},
		} {
			s.Run(name, func() {
				s.Hotel() // whose bookings are looked through, too
				owner := s.Hotel()
				rooms := owner.CreateRooms(3)
				owner.Put("/api/rooms/{org}/"+rooms[1]+"/update", object{"ratePerNight": 7000.5}).Want(200)
				sheet := sheetOf(owner)
				id := createsAtOwnRates(sheet, owner, rooms)
				updates(sheet, owner, id)
				booksRoom(sheet, owner, id, rooms[2])
				cancels(sheet, owner, id)
				deletes(sheet, owner, rooms[0])
				timesOut(sheet, owner)
				leavesATrail(sheet, owner)
			})
		}
	})
}

func createsAtOwnRates(c *apptest.Caller, owner *apptest.Caller, rooms []string) string {
	c.Server.T.Helper()
	for field, body := range map[string]object{
		"orgId":      row(c, "2026-04-20", "2026-04-22", rooms[0]).Without("orgId"),
		"guestName":  row(c, "2026-04-20", "2026-04-22", rooms[0]).Without("guestName"),
		"guestPhone": row(c, "2026-04-20", "2026-04-22", rooms[0]).Without("guestPhone"),
		"checkIn":    row(c, "2026-04-20", "2026-04-22", rooms[0]).Without("checkIn"),
		"checkOut":   row(c, "2026-04-22", "2026-04-22", rooms[0]), "roomIds": row(c, "2026-04-20", "2026-04-22"),
		"roomIds[1]": row(c, "2026-04-20", "2026-04-22", rooms[0], apptest.Nobody),
		"guestEmail": row(c, "2026-04-20", "2026-04-22", rooms[0]).Merged(object{"guestEmail": "asha"}),
	} {
		c.Post("/api/sheets/create", body).Bad(field)
	}
	made := only(c.Post("/api/sheets/create", row(c, "2026-04-20", "2026-04-22", rooms[0], rooms[1])).Want(201),
		"id bookingCode")
	id := made.Text("data", "id")
	b := owner.Get("/api/bookings/{org}/" + id).Want(200)
	if made.Text("data", "bookingCode") != b.Text("data", "code") || b.Number("data", "totalAmount") != 2*(5000+7000.5) ||
		b.Number("data", "rooms", 0, "ratePerNight") != 5000 || b.Number("data", "rooms", 1, "ratePerNight") != 7000.5 {
		c.Server.T.Errorf("the booking is %s", b.Raw)
	}
	for field, want := range map[string]string{"status": "confirmed", "guestName": "Asha Rao",
		"guestEmail": "asha@example.com", "guestPhone": "+91 98450 12345",
		"checkIn": "2026-04-20", "checkOut": "2026-04-22", "notes": "From the sheet", "source": "walk-in"} {
		if got := b.Text("data", field); got != want {
			c.Server.T.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	c.Post("/api/sheets/create", row(c, "2026-04-21", "2026-04-23", rooms[1])).
		Refused(400, "Room 102 is taken on 21 Apr 2026")
	return id
}

func updates(c *apptest.Caller, owner *apptest.Caller, id string) {
	c.Server.T.Helper()
	c.Put("/api/sheets/update/"+apptest.Nobody, object{"notes": "x"}).Refused(404, "no such booking")
	c.Put("/api/sheets/update/"+id, object{"checkIn": "2026-04-25"}).Bad("checkOut")
	c.Put("/api/sheets/update/"+id, object{"checkIn": "soon"}).Bad("checkIn")
	only(c.Put("/api/sheets/update/"+id, object{"checkOut": "2026-04-23", "notes": "Later"}).Want(200), "")
	c.Put("/api/sheets/update/"+id, object{"notes": "Latest"}).Want(200)
	c.Put("/api/sheets/update/"+id, nil).Want(200)
	b := owner.Get("/api/bookings/{org}/" + id).Want(200)
	if b.Text("data", "checkIn") != "2026-04-20" || b.Text("data", "checkOut") != "2026-04-23" ||
		b.Text("data", "notes") != "Latest" || b.Number("data", "totalAmount") != 3*12000.5 {
		c.Server.T.Errorf("the booking is %s", b.Raw)
	}
}

// booksRoom adds a room to the booking twice, which then holds its nights once.
func booksRoom(c *apptest.Caller, owner *apptest.Caller, id, room string) {
	c.Server.T.Helper()
	c.Put("/api/sheets/"+apptest.Nobody+"/"+room+"/status-booked", nil).Refused(404, "no such booking")
	c.Put("/api/sheets/"+id+"/"+apptest.Nobody+"/status-booked", nil).Refused(404, "no such room")
	inTheWay := owner.Book("2026-04-22", "2026-04-23", room)
	c.Put("/api/sheets/"+id+"/"+room+"/status-booked", nil).Refused(400, "Room 103 is taken on 22 Apr 2026")
	owner.Put("/api/bookings/{org}/"+inTheWay+"/cancel", object{"reason": "x"}).Want(200)
	owner.Put("/api/rooms/{org}/"+room+"/update", object{"isActive": false}).Want(200)
	c.Put("/api/sheets/"+id+"/"+room+"/status-booked", nil).Refused(400, "not in use")
	owner.Put("/api/rooms/{org}/"+room+"/update", object{"isActive": true}).Want(200)
	for range 2 {
		only(c.Put("/api/sheets/"+id+"/"+room+"/status-booked", nil).Want(200), "")
	}
	b := owner.Get("/api/bookings/{org}/" + id).Want(200)
	if len(b.List("data", "rooms")) != 3 || b.Text("data", "rooms", 2, "roomId") != room ||
		b.Number("data", "totalAmount") != 3*(12000.5+5000) {
		c.Server.T.Errorf("the booking is %s", b.Raw)
	}
	owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-22", "2026-04-23", room)).
		Refused(400, "Room 103 is taken")
}

func cancels(c *apptest.Caller, owner *apptest.Caller, id string) {
	c.Server.T.Helper()
	path := "/api/sheets/{org}/" + id + "/cancel"
	c.Post("/api/sheets/{org}/"+apptest.Nobody+"/cancel", nil).Refused(404, "no such booking")
	c.Post(path, object{"refundAmount": 1}).Bad("refundAmount")
	c.Post(path, object{"reason": 7}).Bad("reason")
	only(c.Post(path, nil).Want(200), "")
	b := owner.Get("/api/bookings/{org}/" + id).Want(200)
	if b.Text("data", "status") != "cancelled" ||
		b.Text("data", "cancellationReason") != "Cancelled from the spreadsheet" {
		c.Server.T.Errorf("the booking is %s", b.Raw)
	}
	only(c.Put(path, object{"reason": "Fog", "cancellationCharge": 500}).Want(200), "")
	c.Post(path, object{}).Want(200) // says nothing, so it changes nothing
	b = owner.Get("/api/bookings/{org}/" + id).Want(200)
	if b.Text("data", "cancellationReason") != "Fog" || b.Number("data", "cancellationCharge") != 500 {
		c.Server.T.Errorf("the booking is %s", b.Raw)
	}
	c.Put("/api/sheets/"+id+"/"+b.Text("data", "rooms", 0, "roomId")+"/status-booked", nil).Refused(400, "is cancelled")
	c.Put("/api/sheets/update/"+id, object{"checkOut": "2026-04-24"}).Refused(400, "is cancelled")
	over := owner.Book("2026-04-14", "2026-04-15", b.Text("data", "rooms", 0, "roomId"))
	owner.Put("/api/bookings/{org}/"+over+"/checkout", object{}).Want(200)
	c.Post("/api/sheets/{org}/"+over+"/cancel", nil).Refused(400, "checked out")
}

// deletes removes a booking without money together with its rows and nights, and cancels one with money.
func deletes(c *apptest.Caller, owner *apptest.Caller, room string) {
	c.Server.T.Helper()
	c.Delete("/api/sheets/delete/"+apptest.Nobody).Refused(404, "no such booking")
	lists := func() string {
		total := ""
		for _, status := range []string{"", "?status=confirmed", "?status=checked-in", "?status=cancelled"} {
			total += fmt.Sprint(" ", owner.Get("/api/bookings/{org}/list"+status).Number("pagination", "total"))
		}
		return total
	}
	before := lists()
	made := c.Post("/api/sheets/create", row(c, "2026-04-14", "2026-04-17", room)).Want(201)
	id, code := made.Text("data", "id"), made.Text("data", "bookingCode")
	c.Server.Clock.Advance(time.Second) // so that the trail has an order
	only(c.Delete("/api/sheets/delete/"+id).Want(200), "")
	c.Delete("/api/sheets/delete/"+id).Refused(404, "no such booking")
	owner.Get("/api/bookings/{org}/"+id).Refused(404, "")
	owner.Get("/api/bookings/{org}/by-code/"+code).Refused(404, "")
	if after := lists(); after != before {
		c.Server.T.Errorf("the lists count%s, want%s", after, before)
	}
	for _, table := range []string{"bookings", "booking_rooms", "room_nights"} {
		column := map[string]string{"room_nights": "holder_id"}[table]
		if column == "" {
			column = "booking_id"
		}
		if n := c.Server.CountRows(table, column, id); n != 0 {
			c.Server.T.Errorf("%d rows of the booking are left in %s", n, table)
		}
	}
	entry := owner.Get("/api/audit/{org}/by-resource/booking/" + id).Want(200)
	if entry.Text("data", 0, "action") != "booking.deleted" || entry.Text("data", 0, "details", "change") != "removed" ||
		entry.Text("data", 0, "details", "code") != code {
		c.Server.T.Errorf("the trail is %s", entry.Raw)
	}
	charged := owner.Book("2026-04-14", "2026-04-17", room)
	owner.Post("/api/bookings/{org}/"+charged+"/arrival", object{}).Want(200)
	c.Delete("/api/sheets/delete/" + charged).Want(200)
	owner.Get("/api/bookings/{org}/"+charged).Want(200).Is("cancelled", "data", "status").Is(0.0, "data", "balanceDue")
	if got := owner.Get("/api/rooms/{org}/"+room).Text("data", "housekeeping"); got != "dirty" {
		c.Server.T.Errorf("the room that the guest was in is %s", got)
	}
	paid := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-17", room).
		Merged(object{"advanceAmount": 100})).Want(201)
	if paid.Text("data", "code") == code {
		c.Server.T.Errorf("the number %s was given again", code)
	}
	for range 2 {
		only(c.Delete("/api/sheets/delete/"+paid.Text("data", "bookingId")).Want(200), "")
	}
	kept := owner.Get("/api/bookings/{org}/" + paid.Text("data", "bookingId")).Want(200)
	if kept.Text("data", "status") != "cancelled" ||
		kept.Text("data", "cancellationReason") != "Cancelled from the spreadsheet" ||
		kept.Number("data", "paidAmount") != 100 {
		c.Server.T.Errorf("the paid booking is %s", kept.Raw)
	}
	owner.Book("2026-04-14", "2026-04-17", room)
}

// timesOut times out a pending and an accepted invitation, so that no link of either works.
func timesOut(c *apptest.Caller, owner *apptest.Caller) {
	s := c.Server
	s.T.Helper()
	role := owner.Post("/api/roles/{org}/create", object{"name": "Desk " + c.Org + fmt.Sprint(len(c.Header)),
		"permissions": object{}}).Want(201).Text("data", "_id")
	invite := func(email string) (id, token string) {
		id = owner.Post("/api/invitations/{org}/create", object{"email": email, "role": role}).Want(201).Text("data", "_id")
		return id, s.Link(s.Letter(email), "invite").Get("token")
	}
	c.Do("PATCH", "/api/sheets/invitations/"+apptest.Nobody+"/timeout", nil).Refused(404, "no such invitation")
	pending, accepted := "pending@"+c.Org+".example", "accepted@"+c.Org+".example"
	id, link := invite(pending)
	for range 2 {
		only(c.Do("PATCH", "/api/sheets/invitations/"+id+"/timeout", nil).Want(200), "")
		s.Clock.Advance(time.Minute)
	}
	state := owner.Get("/api/invitations/{org}/" + id).Want(200)
	if want := s.Clock.Now().Add(-2 * time.Minute).UTC().Format("2006-01-02T15:04:05.000Z"); state.Text("data",
		"status") != "pending" || state.Text("data", "expiresAt") != want {
		s.T.Errorf("the invitation is %s, want pending until %s", state.Raw, want)
	}
	s.Anyone().Get("/api/auth/verify-token-invite?token="+link).Refused(400, "expired")
	s.Anyone().Get("/api/invitations/invite-status?token="+link+"&email="+pending).Refused(400, "expired")
	s.Anyone().Get("/api/invitations/respond?action=accept&token="+link+"&email="+pending).Refused(400, "expired")
	s.Anyone().Post("/api/auth/create-user", object{"email": pending, "password": apptest.Password, "name": "P",
		"invitationId": id}).Refused(400, "expired")

	id, link = invite(accepted)
	s.Anyone().Get("/api/invitations/respond?action=accept&token=" + link + "&email=" + accepted).Want(200)
	register := s.Link(s.Letter(accepted), "register")
	c.Do("PATCH", "/api/sheets/invitations/"+id+"/timeout", nil).Want(200)
	s.Anyone().Get("/api/auth/verify-token-register?token="+register.Get("token")).Refused(400, "expired")
	s.Anyone().Post("/api/auth/create-user", object{"email": accepted, "password": apptest.Password, "name": "A",
		"invitationId": id}).Refused(400, "expired")
	owner.Post("/api/invitations/{org}/"+id+"/resend", nil).Want(200) // brings it back
	register = s.Link(s.Letter(accepted), "register")
	s.Anyone().Post("/api/auth/create-user", object{"email": accepted, "password": apptest.Password, "name": "A",
		"invitationId": register.Get("invitationId")}).Want(201)
	c.Do("PATCH", "/api/sheets/invitations/"+id+"/timeout", nil).Refused(400, "used already")

	id, link = invite("declined@" + c.Org + ".example")
	s.Anyone().Get("/api/invitations/respond?action=decline&token=" + link + "&email=declined@" + c.Org + ".example").
		Want(200)
	c.Do("PATCH", "/api/sheets/invitations/"+id+"/timeout", nil).Refused(400, "declined")
}

// leavesATrail looks for what was done in the audit log and the notifications.
func leavesATrail(c *apptest.Caller, owner *apptest.Caller) {
	c.Server.T.Helper()
	found := map[string]bool{}
	for _, entry := range owner.Get("/api/audit/{org}/logs?limit=100").Want(200).List("data") {
		e := entry.(map[string]any)
		if who, _ := e["userName"].(string); who == "Spreadsheet" {
			change, _ := e["details"].(map[string]any)["change"].(string)
			found[e["action"].(string)+" "+change] = true
		}
	}
	for _, want := range []string{"booking.created ", "booking.updated stay", "booking.updated room-added",
		"booking.deleted cancelled", "booking.deleted removed",
		"user.invitation_timed_out "} {
		if !found[want] {
			c.Server.T.Errorf("the audit log has no %q of the spreadsheet, only %v", want, found)
		}
	}
	for _, kind := range []string{"booking_created", "booking_updated", "booking_cancelled"} {
		if c.Server.CountRows("notifications", "type", kind) == 0 {
			c.Server.T.Errorf("nobody was told of %s", kind)
		}
	}
}

// A request that is repeated with the same Idempotency-Key makes one booking, with either sheet key.
func TestRepeatedSpreadsheetRequests(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		room := owner.CreateRooms(1)[0]
		own := sheet(owner).With("Idempotency-Key", "row 7")
		body := row(own, "2026-04-20", "2026-04-22", room)
		first := own.Post("/api/sheets/create", body).Want(201)
		for _, again := range []*apptest.Caller{own, own.With("X-Sheet-Key", apptest.ServerSheetKey)} {
			if a := again.Post("/api/sheets/create", body).Want(201); string(a.Raw) != string(first.Raw) {
				t.Errorf("answered %s, then %s", first.Raw, a.Raw)
			}
		}
		own.Post("/api/sheets/create", body.Merged(object{"notes": "x"})).Bad("Idempotency-Key")
		if n := owner.Get("/api/bookings/{org}/list").Number("pagination", "total"); n != 1 {
			t.Errorf("%v bookings were made", n)
		}
	})
}

func TestSheetKeys(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		const path = "/api/organization/{org}/sheet-key"
		owner := s.Hotel()
		s.Run("who may", func() {
			editor := owner.Member("Editor", object{"organization": object{"update": true}})
			editor.Get(path).Want(200)
			editor.Post(path, nil).Refused(403, "bookings.create")
			desk := owner.Member("Desk", object{"bookings": object{"manage": true}, "users": object{"manage": true}})
			desk.Get(path).Refused(403, "organization.update")
			desk.Post(path, nil).Refused(403, "organization.update")
			desk.Delete(path).Refused(403, "organization.update")
		})
		none := owner.Get(path).Want(200)
		if none.At("data", "exists") != false || none.At("data", "createdAt") != nil || none.At("data", "lastUsedAt") != nil {
			t.Errorf("without a key: %s", none.Raw)
		}
		owner.Delete(path).Refused(404, "no sheet key")

		repeated := owner.With("Idempotency-Key", "my key")
		made := only(repeated.Post(path, nil).Want(201), "key createdAt")
		key := made.Text("data", "key")
		if again := repeated.Post(path, nil).Want(201); string(again.Raw) != string(made.Raw) || len(key) != 43 {
			t.Errorf("made %s, then %s", made.Raw, again.Raw)
		}
		for row := range s.Snapshot() {
			if strings.Contains(row, key) {
				t.Errorf("the key is stored: %s", row)
			}
		}
		if n := s.CountRows("sheet_keys", "key_hash", token.Hash(key)); n != 1 {
			t.Errorf("the key's hash is stored %d times", n)
		}
		sheet := (&apptest.Caller{Server: s, Org: owner.Org}).With("X-Sheet-Key", key)
		sheet.Get("/api/sheets/{org}/rooms").Want(200)
		used := owner.Get(path).Want(200)
		if used.At("data", "exists") != true || used.Text("data", "createdAt") != made.Text("data", "createdAt") ||
			used.Text("data", "lastUsedAt") != made.Text("data", "createdAt") {
			t.Errorf("with a used key: %s", used.Raw)
		}
		s.Clock.Advance(59 * time.Second)
		sheet.Get("/api/sheets/{org}/rooms").Want(200)
		if owner.Get(path).Text("data", "lastUsedAt") != used.Text("data", "lastUsedAt") {
			t.Error("the use was written twice in a minute")
		}
		s.Clock.Advance(time.Second)
		sheet.Get("/api/sheets/{org}/rooms").Want(200)
		if owner.Get(path).Text("data", "lastUsedAt") == used.Text("data", "lastUsedAt") {
			t.Error("the use was not written after a minute")
		}

		s.Clock.Advance(time.Second)
		other := owner.Post(path, nil).Want(201).Text("data", "key")
		sheet.Get("/api/sheets/{org}/rooms").Refused(401, "X-Sheet-Key")
		sheet = sheet.With("X-Sheet-Key", other)
		sheet.Get("/api/sheets/{org}/rooms").Want(200)
		s.Clock.Advance(time.Second)
		owner.Delete(path).Want(200)
		sheet.Get("/api/sheets/{org}/rooms").Refused(401, "X-Sheet-Key")
		trail := owner.Get("/api/audit/{org}/by-resource/organization/" + owner.Org).Want(200)
		var changes []string
		for _, e := range trail.List("data") {
			if change, ok := e.(map[string]any)["details"].(map[string]any)["change"].(string); ok {
				changes = append(changes, change)
			}
		}
		if got := strings.Join(changes, " "); got != "sheet-key-ended sheet-key-replaced sheet-key-made" ||
			strings.Contains(string(trail.Raw), token.Hash(key)) {
			t.Errorf("the trail is %s", trail.Raw)
		}
	})
}

// Neither its own key nor the server-wide key reaches a deleted organization.
func TestSheetKeysOfADeletedHotel(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		room := owner.CreateRooms(1)[0]
		id := owner.Book("2026-04-20", "2026-04-22", room)
		sheet := sheet(owner)
		owner.Delete("/api/organization/{org}/delete").Want(200)
		sheet.Put("/api/sheets/update/"+id, object{"notes": "x"}).Refused(401, "X-Sheet-Key")
		server := sheet.With("X-Sheet-Key", apptest.ServerSheetKey)
		server.Put("/api/sheets/update/"+id, object{"notes": "x"}).Refused(404, "")
		server.Get("/api/sheets/{org}/rooms").Refused(404, "")
		server.Post("/api/sheets/create", row(server, "2026-04-25", "2026-04-26", room)).Refused(404, "")
	})
}

// Without a server-wide key in the settings, no key is accepted as one, and least of all an empty one.
func TestNoServerWideSheetKey(t *testing.T) {
	s := apptest.New(t, "sqlite", func(c *app.Config) { c.SheetKey = "" })
	for _, key := range []string{"", " ", apptest.ServerSheetKey} {
		s.Anyone().With("X-Sheet-Key", key).Get("/api/sheets/"+apptest.Nobody+"/rooms").Refused(401, "X-Sheet-Key")
	}
}

// A server whose token key has changed can't show a key again, and says so instead of showing a wrong one.
func TestSheetKeyIsNotShownByAnotherTokenKey(t *testing.T) {
	s := apptest.New(t, "sqlite")
	repeated := s.Hotel().With("Idempotency-Key", "my key")
	repeated.Post("/api/organization/{org}/sheet-key", nil).Want(201)
	s.Exec(`UPDATE idempotency_keys SET result = REPLACE(result, '"salt":"', '"salt":"x') WHERE key = 'my key'`)
	repeated.Post("/api/organization/{org}/sheet-key", nil).Refused(400, "can't be shown again")
}

// Deletions and room additions at the same time leave nights and counts as they should be.
func TestSpreadsheetRequestsAtTheSameTime(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rooms := owner.CreateRooms(2)
		sheet := sheet(owner)
		for range 5 {
			id := sheet.Post("/api/sheets/create", row(sheet, "2026-04-20", "2026-04-22", rooms[0])).Want(201).Text("data", "id")
			var done sync.WaitGroup
			for i := range 8 {
				done.Go(func() {
					request := [][2]string{{"DELETE", "/api/sheets/delete/" + id},
						{"PUT", "/api/sheets/" + id + "/" + rooms[1] + "/status-booked"}}[i%2]
					if a, err := sheet.Try(request[0], request[1], nil); err != nil || a.Status != 200 && a.Status != 404 {
						t.Errorf("%s %s: %v %s", request[0], request[1], err, a.Raw)
					}
				})
			}
			done.Wait()
			if n := s.CountRows("room_nights", "org_id", owner.Org) + s.CountRows("booking_rooms", "org_id", owner.Org) +
				s.CountRows("bookings", "org_id", owner.Org); n != 0 {
				t.Fatalf("%d rows of a deleted booking are left", n)
			}
		}
		if n := owner.Get("/api/bookings/{org}/list").Number("pagination", "total"); n != 0 {
			t.Errorf("the list counts %v bookings", n)
		}
	})
}

// The rooms in use are listed with the numbers on their doors.
func TestSpreadsheetRooms(t *testing.T) {
	s := apptest.New(t, "sqlite")
	owner := s.Hotel()
	rooms := owner.CreateRooms(3)
	owner.Put("/api/rooms/{org}/"+rooms[1]+"/update", object{"isActive": false}).Want(200)
	a := sheet(owner).Get("/api/sheets/{org}/rooms").Want(200)
	if len(a.List("data")) != 2 || a.Text("data", 0, "_id") != rooms[0] || a.Text("data", 0, "roomNumber") != "101" ||
		a.Text("data", 0, "roomType") != "Deluxe" ||
		a.Number("data", 0, "ratePerNight") != 5000 || a.Text("data", 1, "roomNumber") != "103" {
		t.Errorf("the rooms are %s", a.Raw)
	}
}
