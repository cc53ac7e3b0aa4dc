package app_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/record/may"
)

func TestNotifications(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, owner *caller)
	}{
		{"who may not", notificationPermissions},
		{"every field of the contract", notificationFields},
		{"what is sent", notificationBodies},
		{"fixed segments are no ids", notificationSegments},
		{"for some only", notificationRecipients},
		{"read, by whom", notificationReaders},
		{"pages and types", notificationPages},
		{"the configuration", notificationConfig},
		{"types that are off", notificationTypes},
		{"bookings tell", notificationsOfBookings},
		{"audit", notificationAudit},
		{"mails", notificationMails},
		{"mails from templates", notificationTemplates},
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.t = t
				s.clock.Set(noon)
				scenario.run(t, owner.anotherHotel())
			})
		}
	})
}

const notifications = "/api/notifications/{org}"

func drill() object {
	return object{"type": "custom", "title": "Fire drill", "message": "At three in the courtyard."}
}

// notify writes a notification for everyone, or for the recipients, and returns its id.
func (c *caller) notify(recipients ...string) string {
	c.s.t.Helper()
	return c.post(notifications, drill().merged(object{"recipients": recipients})).want(201).text("data", "_id")
}

func (c *caller) patch(path string) answer { c.s.t.Helper(); return c.do("PATCH", path, nil) }

func (c *caller) unread(want int) {
	c.s.t.Helper()
	a := c.get(notifications+"/unread-count").want(200).is(want, "data", "unreadCount")
	a.fields(a.body, "success", "data")
	a.fields(a.at("data"), "unreadCount")
}

func notificationPermissions(_ *testing.T, owner *caller) {
	id := owner.notify()
	routes := []struct{ method, path, flag string }{
		{"POST", "/trigger", "create"}, {"POST", "", "create"}, {"PUT", "/config", "manage"}, {"DELETE", "/" + id, "delete"}, {"GET", "/config", ""},
		{"GET", "/unread-count", ""}, {"GET", "/readers/" + id, ""}, {"GET", "", ""}, {"PATCH", "/read-all", ""}, {"PATCH", "/" + id + "/read", ""},
	}
	none := owner.member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.s.hotel()
	stranger.org = owner.org
	elsewhere := owner.anotherHotel()
	for _, r := range routes {
		if r.flag == "" {
			none.do(r.method, notifications+r.path, nil).want(200)
		} else {
			none.do(r.method, notifications+r.path, drill()).refused(403, "notifications."+r.flag)
		}
		stranger.do(r.method, notifications+r.path, drill()).refused(403, "not a member")
		owner.s.anyone().do(r.method, "/api/notifications/"+owner.org+r.path, drill()).refused(401, "")
		if strings.Contains(r.path, id) {
			elsewhere.do(r.method, notifications+r.path, nil).refused(404, "no such notification")
		}
	}
	owner.s.anyone().post("/api/notifications/cleanup", nil).refused(401, "")
	none.post("/api/notifications/cleanup", nil).refused(403, "notifications.manage")
	owner.get(notifications).want(200).is(1, "pagination", "totalCount")
}

func notificationFields(_ *testing.T, owner *caller) {
	content := drill().merged(object{"referenceId": "665f1c2ab7e4d90012ab34cd", "referenceType": "stock", "recipients": []any{owner.userID}})
	triggered := owner.post(notifications+"/trigger", content).want(201)
	triggered.fields(triggered.body, "success", "data")
	owner.s.clock.Advance(time.Second)
	made := owner.post(notifications, drill()).want(201)
	want := []struct {
		a                        answer
		reference, kind, created string
		recipients               []any
	}{
		{made, "", "", "2026-04-14T06:30:01.000Z", []any{}},
		{triggered, "665f1c2ab7e4d90012ab34cd", "stock", "2026-04-14T06:30:00.000Z", []any{owner.userID}},
	}
	list := owner.get(notifications).want(200)
	list.fields(list.body, "success", "data", "pagination")
	list.is(map[string]any{"page": 1.0, "limit": 20.0, "totalPages": 1.0, "totalCount": 2.0}, "pagination")
	for i, w := range want {
		fields := map[string]any{"_id": w.a.text("data", "_id"), "type": "custom", "title": "Fire drill", "message": "At three in the courtyard.",
			"referenceId": w.reference, "referenceType": w.kind, "recipients": w.recipients, "readBy": []any{}, "orgId": owner.org, "createdAt": w.created}
		w.a.is(fields, "data")
		fields["isRead"] = false
		list.is(fields, "data", i)
	}

	id := made.text("data", "_id")
	owner.unread(2)
	owner.patch(notifications+"/"+id+"/read").want(200).
		is(map[string]any{"_id": id, "readBy": []any{map[string]any{"userId": owner.userID, "readAt": "2026-04-14T06:30:01.000Z"}}}, "data")
	owner.unread(1)
	owner.get(notifications).want(200).is([]any{owner.userID}, "data", 0, "readBy").is(true, "data", 0, "isRead").is(false, "data", 1, "isRead")
	owner.get(notifications+"/readers/"+id).want(200).
		is(map[string]any{"notificationId": id, "readBy": []any{map[string]any{"userId": owner.userID, "name": "Owner", "readAt": "2026-04-14T06:30:01.000Z"}}}, "data")
	owner.patch(notifications+"/read-all").want(200).is(map[string]any{"modifiedCount": 1.0}, "data")
	owner.patch(notifications+"/read-all").want(200).is(0, "data", "modifiedCount")
	owner.unread(0)
	deleted := owner.delete(notifications + "/" + id).want(200)
	deleted.is("The notification is deleted.", "message")
	owner.delete(notifications+"/"+id).refused(404, "no such notification")
	owner.get(notifications).want(200).is(1, "pagination", "totalCount")
	owner.unread(0)
}

func notificationBodies(_ *testing.T, owner *caller) {
	for _, path := range []string{notifications, notifications + "/trigger"} {
		for _, field := range []string{"type", "title", "message"} {
			owner.post(path, drill().without(field)).bad(field)
			owner.post(path, drill().merged(object{field: " "})).bad(field)
			owner.post(path, drill().merged(object{field: strings.Repeat("x", 2001)})).bad(field)
		}
		owner.post(path, drill().merged(object{"recipients": []any{owner.userID, nobody}})).bad("recipients[1]")
		owner.post(path, drill().merged(object{"recipients": []any{"x"}})).bad("recipients[0]")
		owner.post(path, drill().merged(object{"recipients": []any{owner.s.hotel().userID}})).bad("recipients[0]")
		owner.post(path, drill().merged(object{"recipients": []any{owner.userID, owner.userID}})).want(201).is([]any{owner.userID}, "data", "recipients")
		owner.post(path, drill().merged(object{"recipients": nil})).want(201).is([]any{}, "data", "recipients")
		owner.post(path, drill().merged(object{"type": "late_arrival"})).want(201).is("late_arrival", "data", "type")
	}
	key := owner.with("Idempotency-Key", "drill")
	first := key.post(notifications, drill()).want(201)
	key.post(notifications, drill()).want(201).is(first.text("data", "_id"), "data", "_id")
	owner.get(notifications+"?type=custom").want(200).is(5, "pagination", "totalCount")
}

func notificationSegments(_ *testing.T, owner *caller) {
	for _, segment := range []string{"cleanup", "config", "unread-count", "readers", "trigger", "read-all", "x", nobody} {
		owner.patch(notifications+"/"+segment+"/read").refused(404, "no such notification")
		owner.get(notifications+"/readers/"+segment).refused(404, "no such notification")
		if a := owner.delete(notifications + "/" + segment); a.status != 404 && a.status != 405 {
			owner.s.t.Errorf("DELETE %s answered %d", segment, a.status)
		}
	}
	owner.post("/api/notifications/cleanup", nil).want(200).is(map[string]any{"deletedCount": 0.0}, "data")
	owner.post("/api/notifications/cleanup", object{}).want(200)
	owner.get("/api/notifications/cleanup").refused(404, "no such organization")
}

func notificationRecipients(_ *testing.T, owner *caller) {
	asha, ravi := owner.member("Asha", object{may.Notifications: object{"delete": true}}), owner.member("Ravi", object{})
	shared, addressed := owner.notify(), owner.notify(asha.userID)
	asha.unread(2)
	ravi.unread(1)
	owner.unread(1)
	for _, c := range []*caller{ravi, owner} {
		c.get(notifications+"/readers/"+addressed).refused(404, "no such notification")
		c.patch(notifications+"/"+addressed+"/read").refused(404, "no such notification")
		c.get(notifications).want(200).is(shared, "data", 0, "_id").is(1, "pagination", "totalCount")
	}
	owner.delete(notifications+"/"+addressed).refused(404, "no such notification")
	ravi.patch(notifications+"/read-all").want(200).is(1, "data", "modifiedCount")
	asha.patch(notifications+"/read-all").want(200).is(2, "data", "modifiedCount")
	late := owner.member("Late", object{})
	late.unread(1) // what everyone sees, from before too
	readers := late.get(notifications).want(200).list("data", 0, "readBy")
	if len(readers) != 2 || !slices.Contains(readers, any(asha.userID)) || !slices.Contains(readers, any(ravi.userID)) {
		owner.s.t.Errorf("read by %v", readers)
	}
	asha.delete(notifications + "/" + addressed).want(200)
	asha.get(notifications).want(200).is(1, "pagination", "totalCount")
	asha.unread(0)
	asha.delete(notifications + "/" + shared).want(200)
	late.unread(0)
}

func notificationReaders(t *testing.T, owner *caller) {
	asha, id := owner.member("Asha", object{}), owner.notify()
	asha.patch(notifications + "/" + id + "/read").want(200)
	owner.s.clock.Advance(time.Minute)
	again := asha.patch(notifications + "/" + id + "/read").want(200)
	again.is("2026-04-14T06:30:00.000Z", "data", "readBy", 0, "readAt")
	owner.patch(notifications + "/" + id + "/read").want(200)
	a := owner.get(notifications + "/readers/" + id).want(200)
	a.is("Asha", "data", "readBy", 0, "name").is("Owner", "data", "readBy", 1, "name").is("2026-04-14T06:31:00.000Z", "data", "readBy", 1, "readAt")
	if n := len(a.list("data", "readBy")); n != 2 {
		t.Errorf("%d readers: %s", n, a.raw)
	}
	owner.delete("/api/users/{org}/" + asha.userID + "/delete").want(200)
	owner.get(notifications+"/readers/"+id).want(200).is(asha.userID, "data", "readBy", 0, "userId").is("", "data", "readBy", 0, "name")
}

func notificationPages(_ *testing.T, owner *caller) {
	var ids []string
	for i := range 25 {
		owner.s.clock.Advance(time.Second)
		body := drill().merged(object{"type": []string{"custom", "late"}[i%2]})
		if i%5 == 0 {
			body["recipients"] = []any{owner.userID}
		}
		ids = append(ids, owner.post(notifications, body).want(201).text("data", "_id"))
	}
	slices.Reverse(ids)
	var seen []string
	for page := 1; page <= 4; page++ {
		a := owner.get(fmt.Sprintf("%s?limit=10&page=%d", notifications, page)).want(200)
		a.is(map[string]any{"page": float64(page), "limit": 10.0, "totalPages": 3.0, "totalCount": 25.0}, "pagination")
		for i := range a.list("data") {
			seen = append(seen, a.text("data", i, "_id"))
		}
	}
	if !slices.Equal(seen, ids) {
		owner.s.t.Errorf("the pages list %v, want %v", seen, ids)
	}
	owner.get(notifications+"?type=late&limit=5&page=3").want(200).is(ids[21], "data", 0, "_id").is(12, "pagination", "totalCount").is(3, "pagination", "totalPages")
	owner.get(notifications+"?type=LATE").want(200).is([]any{}, "data").is(0, "pagination", "totalPages")
	owner.get(notifications + "?page=0").bad("page")
	owner.get(notifications + "?limit=101").bad("limit")
}

func notificationConfig(_ *testing.T, owner *caller) {
	types := []any{"booking_created", "booking_updated", "booking_cancelled", "payment_received", "invoice_generated", "guest_checked_in", "guest_checked_out"}
	config := notifications + "/config"
	seeded := map[string]any{"emailEnabled": true, "pushEnabled": true, "retentionDays": 90.0, "enabledTypes": types}
	for _, a := range []answer{owner.get(config), owner.put(config, nil), owner.put(config, object{}), owner.put(config, object{"enabledTypes": types})} {
		a.want(200).is(seeded, "data")
	}
	changed := map[string]any{"emailEnabled": false, "pushEnabled": true, "retentionDays": 3650.0, "enabledTypes": []any{}}
	owner.put(config, object{"emailEnabled": false, "retentionDays": 3650, "enabledTypes": []any{}}).want(200).is(changed, "data")
	owner.get(config).want(200).is(changed, "data")
	owner.put(config, object{"enabledTypes": []any{"guest_checked_in", "booking_created"}, "pushEnabled": false, "retentionDays": 1}).want(200).
		is([]any{"booking_created", "guest_checked_in"}, "data", "enabledTypes").is(false, "data", "pushEnabled").is(1, "data", "retentionDays")
	for field, values := range map[string][]any{
		"emailEnabled": {nil, "yes"}, "pushEnabled": {nil, 1}, "retentionDays": {nil, 0, 3651, 1.5, "90"},
		"enabledTypes": {nil, "booking_created"},
	} {
		for _, value := range values {
			owner.put(config, object{field: value}).bad(field)
		}
	}
	for _, second := range []any{"custom", "booking_created", nil, []any{}} {
		owner.put(config, object{"enabledTypes": []any{"booking_created", second}}).bad("enabledTypes[1]")
	}
}

func notificationTypes(_ *testing.T, owner *caller) {
	owner.put(notifications+"/config", object{"enabledTypes": []any{"booking_cancelled"}}).want(200)
	owner.book("2026-04-14", "2026-04-16", owner.rooms(1)...)
	for _, path := range []string{notifications, notifications + "/trigger"} {
		owner.post(path, drill().merged(object{"type": "booking_created"})).bad("type")
		owner.post(path, drill().merged(object{"type": "booking_cancelled"})).want(201)
		owner.post(path, drill()).want(201)
	}
	owner.get(notifications).want(200).is(4, "pagination", "totalCount")
	owner.get(notifications+"?type=booking_created").want(200).is(0, "pagination", "totalCount")
}

func notificationsOfBookings(t *testing.T, owner *caller) {
	rooms := owner.rooms(2)
	made := owner.post("/api/bookings/{org}/create", stay("2026-04-14", "2026-04-16", rooms[0]).merged(object{"advanceAmount": 100})).want(201)
	first, second := made.text("data", "bookingId"), owner.book("2026-04-14", "2026-04-16", rooms[1])
	owner.put(at(first, "/stay"), object{"notes": "Late"}).want(200)
	owner.post(at(first, "/arrival"), object{}).want(200)
	owner.put(at(first, "/checkout"), object{}).want(200)
	owner.put(at(second, "/cancel"), object{"reason": "Ill"}).want(200)
	a := owner.get(notifications).want(200)
	told := map[string]int{}
	for i := range a.list("data") {
		kind := a.text("data", i, "type")
		told[kind]++
		if reference := a.text("data", i, "referenceType"); kind == "payment_received" && reference != "payment" || kind != "payment_received" && reference != "booking" {
			t.Errorf("%s refers to a %s", kind, reference)
		}
	}
	want := map[string]int{"booking_created": 2, "payment_received": 1, "booking_updated": 1, "guest_checked_in": 1, "guest_checked_out": 1, "booking_cancelled": 1}
	if fmt.Sprint(told) != fmt.Sprint(want) {
		t.Errorf("told %v, want %v", told, want)
	}
	owner.unread(7)
	// A refused booking tells nobody anything.
	owner.post("/api/bookings/{org}/create", stay("2026-04-14", "2026-04-16", "x")).want(400)
	owner.unread(7)
}

func notificationAudit(t *testing.T, owner *caller) {
	id := owner.notify()
	owner.put(notifications+"/config", object{"retentionDays": 5}).want(200)
	owner.delete(notifications + "/" + id).want(200)
	owner.notify()
	owner.s.clock.Advance(6 * 24 * time.Hour)
	owner = owner.again()
	owner.notify()
	owner.post("/api/notifications/cleanup", nil).want(200)
	owner.get(notifications).want(200).is(1, "pagination", "totalCount")
	var actions []string
	a := owner.get("/api/audit/{org}/logs").want(200)
	for i := range a.list("data") {
		if action := a.text("data", i, "action"); strings.HasPrefix(action, "notification") || strings.HasPrefix(action, "settings") {
			actions = append(actions, action)
		}
	}
	slices.Sort(actions)
	want := []string{"notification.cleaned_up", "notification.created", "notification.created", "notification.created", "notification.deleted", "settings.updated"}
	if !slices.Equal(actions, want) {
		t.Errorf("the log has %v, want %v", actions, want)
	}
}

// again is the caller with a new access token: those of before have ended.
func (c *caller) again() *caller { c.s.t.Helper(); return c.s.login(c.org, c.email) }

func TestNotificationCleanup(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		second := owner.anotherHotel()
		other := s.hotel()
		second.put(notifications+"/config", object{"retentionDays": 10}).want(200)
		for _, c := range []*caller{owner, second, other} {
			c.notify()
			c.notify(c.userID)
			c.patch(notifications + "/read-all").want(200)
		}
		manager := owner.member("Manager", object{may.Notifications: object{"manage": true}})
		s.clock.Advance(11 * 24 * time.Hour)
		owner, manager, other = owner.again(), manager.again(), other.again()
		manager.post("/api/notifications/cleanup", nil).want(200).is(0, "data", "deletedCount") // not the owner's second hotel
		owner.post("/api/notifications/cleanup", nil).want(200).is(2, "data", "deletedCount")
		s.clock.Advance(80 * 24 * time.Hour)
		owner, manager, other = owner.again(), manager.again(), other.again()
		manager.post("/api/notifications/cleanup", nil).want(200).is(2, "data", "deletedCount") // those of others too
		owner.unread(0)
		owner.get(notifications).want(200).is(0, "pagination", "totalCount")
		other.get(notifications).want(200).is(2, "pagination", "totalCount")
		other.post("/api/notifications/cleanup", nil).want(200).is(2, "data", "deletedCount")
	})
}

// mailed is every mail to the address that holds the words, once all that wait have been sent.
func (s *server) mailed(to, words string) (letters []string) {
	s.t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for waiting := 1; waiting > 0; runtime.Gosched() {
		if time.Now().After(deadline) {
			s.t.Fatalf("%d mails still wait", waiting)
		}
		err := s.db.Read(context.Background(), func(tx *db.Tx) error {
			return tx.QueryRow(`SELECT (SELECT COUNT(*) FROM outbox) + (SELECT COUNT(*) FROM notification_mails)`).Scan(&waiting)
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(s.mails, "*.eml"))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			s.t.Fatal(err)
		}
		if text := string(content); strings.Contains(text, "To: <"+to+">") && strings.Contains(text, words) {
			letters = append(letters, text)
		}
	}
	return letters
}

func notificationMails(t *testing.T, owner *caller) {
	asha, ravi, away := owner.member("Asha", object{}), owner.member("Ravi", object{}), owner.member("Away", object{})
	owner.put("/api/users/{org}/"+away.userID+"/update", object{"isActive": false}).want(200)
	say := func(message string, more object) {
		owner.post(notifications, drill().merged(object{"message": message}).merged(more)).want(201)
	}
	say("For everyone.", nil)
	say("For Asha.", object{"recipients": []any{asha.userID, owner.userID}})
	owner.put(notifications+"/config", object{"emailEnabled": false}).want(200)
	say("For nobody by mail.", nil)
	for _, want := range []struct {
		to     *caller
		words  string
		number int
	}{
		{asha, "For everyone.", 1}, {ravi, "For everyone.", 1}, {owner, "For everyone.", 0}, {away, "For everyone.", 0},
		{asha, "For Asha.", 1}, {ravi, "For Asha.", 0}, {owner, "For Asha.", 0}, {asha, "For nobody", 0}, {ravi, "For nobody", 0},
	} {
		if got := owner.s.mailed(want.to.email, want.words); len(got) != want.number {
			t.Errorf("%s got %d mails that say %q, want %d", want.to.email, len(got), want.words, want.number)
		}
	}
	if letter := owner.s.mailed(asha.email, "For everyone."); len(letter) == 1 && !strings.Contains(letter[0], ": Fire drill\n") {
		t.Errorf("the mail is\n%s", letter[0])
	}
}

// A mail is what the organization's default template of the matching type makes of the booking.
func notificationTemplates(t *testing.T, owner *caller) {
	asha := owner.member("Asha", object{})
	room := owner.rooms(1)[0]
	booking := owner.post("/api/bookings/{org}/create", stay("2026-04-14", "2026-04-16", room).merged(object{"advanceAmount": 1500.5, "paymentMethod": "UPI"})).want(201).text("data", "bookingId")
	owner.post(at(booking, "/arrival"), object{}).want(200)
	owner.put(at(booking, "/checkout"), object{}).want(200)
	owner.post(ofInvoices+"/"+owner.invoicesOf(booking).text("data", 0, "_id")+"/issue", nil).want(200)
	again := owner.book("2026-04-16", "2026-04-17", room)
	owner.put(at(again, "/cancel"), object{"reason": "Ill"}).want(200)
	for _, want := range []struct {
		about  string
		number int
		words  []string
	}{
		{"Subject: Your booking BK-1 at", 1, []string{"Tue, 14 Apr 2026", "101 (Deluxe)", "₹10,000.00", "text/html"}},
		{"Subject: Your booking BK-2 at", 1, nil}, {"Subject: Welcome to", 1, nil}, {"Subject: Thank you for staying", 1, nil},
		{": Booking cancelled\n", 1, []string{"BK-2: the booking of Asha Rao is cancelled."}},
		{"Subject: Invoice INV-1 from", 1, []string{"₹10,000.00", "Tue, 14 Apr 2026", "Asha Rao", "101"}},
		{"Subject: Receipt PAY-1", 1, []string{"₹1,500.50", "UPI", "BK-1", "Asha Rao"}},
	} {
		letters := owner.s.mailed(asha.email, want.about)
		if len(letters) != want.number {
			t.Errorf("%d mails hold %q, want %d", len(letters), want.about, want.number)
		}
		for _, words := range want.words {
			if len(letters) > 0 && !strings.Contains(letters[0], words) {
				t.Errorf("the mail with %s lacks %q:\n%s", want.about, words, letters[0])
			}
		}
	}
	if n := len(owner.s.mailed(owner.email, "Asha Rao")); n != 0 {
		t.Errorf("who did it got %d mails", n)
	}
}
