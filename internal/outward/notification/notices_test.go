package notification_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/record/may"
)

type object = apptest.Object

func TestNotifications(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "permissions", Run: notificationPermissions},
		{Name: "every field of the contract", Run: notificationFields},
		{Name: "bodies", Run: notificationBodies},
		{Name: "fixed segments of paths", Run: notificationSegments},
		{Name: "addressed notifications", Run: notificationRecipients},
		{Name: "readers", Run: notificationReaders},
		{Name: "pages and types", Run: notificationPages},
		{Name: "the configuration", Run: notificationConfig},
		{Name: "types that are off", Run: notificationTypes},
		{Name: "notifications of bookings", Run: notificationsOfBookings},
		{Name: "dates in words", Run: notificationDates},
		{Name: "audit", Run: notificationAudit},
		{Name: "mails", Run: notificationMails},
		{Name: "mails from templates", Run: notificationTemplates},
	})
}

const notifications = "/api/notifications/{org}"

func drill() object {
	return object{"type": "custom", "title": "Fire drill", "message": "At three in the courtyard."}
}

// notify writes a notification for everyone, or for the recipients, and returns its id.
func notify(c *apptest.Caller, recipients ...string) string {
	c.Server.T.Helper()
	return c.Post(notifications, drill().Merged(object{"recipients": recipients})).Want(201).Text("data", "_id")
}

func patch(c *apptest.Caller, path string) apptest.Answer {
	c.Server.T.Helper()
	return c.Do("PATCH", path, nil)
}

func unread(c *apptest.Caller, want int) {
	c.Server.T.Helper()
	a := c.Get(notifications+"/unread-count").Want(200).Is(want, "data", "unreadCount")
	a.Fields(a.Body, "success", "data")
	a.Fields(a.At("data"), "unreadCount", "addressedCount")
}

func notificationPermissions(_ *testing.T, owner *apptest.Caller) {
	id := notify(owner)
	routes := []struct{ method, path, flag string }{
		{"POST", "/trigger", "create"}, {"POST", "", "create"}, {"PUT", "/config", "manage"}, {"DELETE", "/" + id, "delete"},
		{"GET", "/config", ""},
		{"GET", "/unread-count", ""}, {"GET", "/readers/" + id, ""}, {"GET", "", ""}, {"PATCH", "/read-all", ""},
		{"PATCH", "/" + id + "/read", ""},
	}
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	elsewhere := owner.AnotherHotel()
	for _, r := range routes {
		if r.flag == "" {
			none.Do(r.method, notifications+r.path, nil).Want(200)
		} else {
			none.Do(r.method, notifications+r.path, drill()).Refused(403, "notifications."+r.flag)
		}
		stranger.Do(r.method, notifications+r.path, drill()).Refused(403, "not a member")
		owner.Server.Anyone().Do(r.method, "/api/notifications/"+owner.Org+r.path, drill()).Refused(401, "")
		if strings.Contains(r.path, id) {
			elsewhere.Do(r.method, notifications+r.path, nil).Refused(404, "no such notification")
		}
	}
	owner.Server.Anyone().Post("/api/notifications/cleanup", nil).Refused(401, "")
	none.Post("/api/notifications/cleanup", nil).Refused(403, "notifications.manage")
	owner.Get(notifications).Want(200).Is(1, "pagination", "totalCount")
}

func notificationFields(_ *testing.T, owner *apptest.Caller) {
	content := drill().
		Merged(object{"referenceId": "665f1c2ab7e4d90012ab34cd", "referenceType": "stock", "recipients": []any{owner.UserID}})
	triggered := owner.Post(notifications+"/trigger", content).Want(201)
	triggered.Fields(triggered.Body, "success", "data")
	owner.Server.Clock.Advance(time.Second)
	made := owner.Post(notifications, drill()).Want(201)
	want := []struct {
		a                        apptest.Answer
		reference, kind, created string
		recipients               []any
	}{
		{made, "", "", "2026-04-14T06:30:01.000Z", []any{}},
		{triggered, "665f1c2ab7e4d90012ab34cd", "stock", "2026-04-14T06:30:00.000Z", []any{owner.UserID}},
	}
	list := owner.Get(notifications).Want(200)
	list.Fields(list.Body, "success", "data", "pagination")
	list.Is(map[string]any{"page": 1.0, "limit": 20.0, "totalPages": 1.0, "totalCount": 2.0}, "pagination")
	for i, w := range want {
		fields := map[string]any{"_id": w.a.Text("data", "_id"), "type": "custom", "title": "Fire drill",
			"message":     "At three in the courtyard.",
			"referenceId": w.reference, "referenceType": w.kind, "recipients": w.recipients, "readBy": []any{},
			"orgId": owner.Org, "createdAt": w.created}
		w.a.Is(fields, "data")
		fields["isRead"] = false
		list.Is(fields, "data", i)
	}

	id := made.Text("data", "_id")
	unread(owner, 2)
	patch(owner, notifications+"/"+id+"/read").Want(200).
		Is(map[string]any{"_id": id,
			"readBy": []any{map[string]any{"userId": owner.UserID, "readAt": "2026-04-14T06:30:01.000Z"}}}, "data")
	unread(owner, 1)
	owner.Get(notifications).Want(200).Is([]any{owner.UserID}, "data", 0, "readBy").Is(true, "data", 0, "isRead").
		Is(false, "data", 1, "isRead")
	owner.Get(notifications+"/readers/"+id).Want(200).
		Is(map[string]any{"notificationId": id,
			"readBy": []any{map[string]any{"userId": owner.UserID, "name": "Owner", "readAt": "2026-04-14T06:30:01.000Z"}}},
			"data")
	patch(owner, notifications+"/read-all").Want(200).Is(map[string]any{"modifiedCount": 1.0}, "data")
	patch(owner, notifications+"/read-all").Want(200).Is(0, "data", "modifiedCount")
	unread(owner, 0)
	deleted := owner.Delete(notifications + "/" + id).Want(200)
	deleted.Is("The notification is deleted.", "message")
	owner.Delete(notifications+"/"+id).Refused(404, "no such notification")
	owner.Get(notifications).Want(200).Is(1, "pagination", "totalCount")
	unread(owner, 0)
}

func notificationBodies(_ *testing.T, owner *apptest.Caller) {
	for _, path := range []string{notifications, notifications + "/trigger"} {
		for _, field := range []string{"type", "title", "message"} {
			owner.Post(path, drill().Without(field)).Bad(field)
			owner.Post(path, drill().Merged(object{field: " "})).Bad(field)
			owner.Post(path, drill().Merged(object{field: strings.Repeat("x", 2001)})).Bad(field)
		}
		owner.Post(path, drill().Merged(object{"recipients": []any{owner.UserID, apptest.Nobody}})).Bad("recipients[1]")
		owner.Post(path, drill().Merged(object{"recipients": []any{"x"}})).Bad("recipients[0]")
		owner.Post(path, drill().Merged(object{"recipients": []any{owner.Server.Hotel().UserID}})).Bad("recipients[0]")
		owner.Post(path, drill().Merged(object{"recipients": []any{owner.UserID, owner.UserID}})).Want(201).
			Is([]any{owner.UserID}, "data", "recipients")
		owner.Post(path, drill().Merged(object{"recipients": nil})).Want(201).Is([]any{}, "data", "recipients")
		owner.Post(path, drill().Merged(object{"type": "late_arrival"})).Want(201).Is("late_arrival", "data", "type")
	}
	key := owner.With("Idempotency-Key", "drill")
	first := key.Post(notifications, drill()).Want(201)
	key.Post(notifications, drill()).Want(201).Is(first.Text("data", "_id"), "data", "_id")
	owner.Get(notifications+"?type=custom").Want(200).Is(5, "pagination", "totalCount")
}

func notificationSegments(_ *testing.T, owner *apptest.Caller) {
	for _, segment := range []string{"cleanup", "config", "unread-count", "readers", "trigger", "read-all", "x",
		apptest.Nobody} {
		patch(owner, notifications+"/"+segment+"/read").Refused(404, "no such notification")
		owner.Get(notifications+"/readers/"+segment).Refused(404, "no such notification")
		if a := owner.Delete(notifications + "/" + segment); a.Status != 404 && a.Status != 405 {
			owner.Server.T.Errorf("DELETE %s answered %d", segment, a.Status)
		}
	}
	owner.Post("/api/notifications/cleanup", nil).Want(200).Is(map[string]any{"deletedCount": 0.0}, "data")
	owner.Post("/api/notifications/cleanup", object{}).Want(200)
	owner.Get("/api/notifications/cleanup").Refused(404, "no such organization")
}

func notificationRecipients(_ *testing.T, owner *apptest.Caller) {
	asha, ravi := owner.Member("Asha", object{may.Notifications: object{"delete": true}}), owner.Member("Ravi", object{})
	shared, addressed := notify(owner), notify(owner, asha.UserID)
	unread(asha, 2)
	unread(ravi, 1)
	unread(owner, 1)
	ravi.Get(notifications+"/readers/"+addressed).Refused(404, "no such notification")
	patch(ravi, notifications+"/"+addressed+"/read").Refused(404, "no such notification")
	ravi.Get(notifications).Want(200).Is(shared, "data", 0, "_id").Is(1, "pagination", "totalCount")
	// Its author sees it, but has nothing to read.
	owner.Get(notifications).Want(200).Is(2, "pagination", "totalCount")
	unread(owner, 1)
	patch(ravi, notifications+"/read-all").Want(200).Is(1, "data", "modifiedCount")
	patch(asha, notifications+"/read-all").Want(200).Is(2, "data", "modifiedCount")
	late := owner.Member("Late", object{})
	unread(late, 1) // what everyone sees, from before too
	readers := late.Get(notifications).Want(200).List("data", 0, "readBy")
	if len(readers) != 2 || !slices.Contains(readers, any(asha.UserID)) || !slices.Contains(readers, any(ravi.UserID)) {
		owner.Server.T.Errorf("read by %v", readers)
	}
	asha.Delete(notifications + "/" + addressed).Want(200)
	asha.Get(notifications).Want(200).Is(1, "pagination", "totalCount")
	unread(asha, 0)
	asha.Delete(notifications + "/" + shared).Want(200)
	unread(late, 0)
}

func notificationReaders(t *testing.T, owner *apptest.Caller) {
	asha, id := owner.Member("Asha", object{}), notify(owner)
	patch(asha, notifications+"/"+id+"/read").Want(200)
	owner.Server.Clock.Advance(time.Minute)
	again := patch(asha, notifications+"/"+id+"/read").Want(200)
	again.Is("2026-04-14T06:30:00.000Z", "data", "readBy", 0, "readAt")
	patch(owner, notifications+"/"+id+"/read").Want(200)
	a := owner.Get(notifications + "/readers/" + id).Want(200)
	a.Is("Asha", "data", "readBy", 0, "name").Is("Owner", "data", "readBy", 1, "name").
		Is("2026-04-14T06:31:00.000Z", "data", "readBy", 1, "readAt")
	if n := len(a.List("data", "readBy")); n != 2 {
		t.Errorf("%d readers: %s", n, a.Raw)
	}
	owner.Delete("/api/users/{org}/" + asha.UserID + "/delete").Want(200)
	owner.Get(notifications+"/readers/"+id).Want(200).Is(asha.UserID, "data", "readBy", 0, "userId").
		Is("", "data", "readBy", 0, "name")
}

func notificationPages(_ *testing.T, owner *apptest.Caller) {
	var ids []string
	for i := range 25 {
		owner.Server.Clock.Advance(time.Second)
		body := drill().Merged(object{"type": []string{"custom", "late"}[i%2]})
		if i%5 == 0 {
			body["recipients"] = []any{owner.UserID}
		}
		ids = append(ids, owner.Post(notifications, body).Want(201).Text("data", "_id"))
	}
	slices.Reverse(ids)
	var seen []string
	for page := 1; page <= 4; page++ {
		a := owner.Get(fmt.Sprintf("%s?limit=10&page=%d", notifications, page)).Want(200)
		a.Is(map[string]any{"page": float64(page), "limit": 10.0, "totalPages": 3.0, "totalCount": 25.0}, "pagination")
		for i := range a.List("data") {
			seen = append(seen, a.Text("data", i, "_id"))
		}
	}
	if !slices.Equal(seen, ids) {
		owner.Server.T.Errorf("the pages list %v, want %v", seen, ids)
	}
	owner.Get(notifications+"?type=late&limit=5&page=3").Want(200).Is(ids[21], "data", 0, "_id").
		Is(12, "pagination", "totalCount").Is(3, "pagination", "totalPages")
	owner.Get(notifications+"?type=LATE").Want(200).Is([]any{}, "data").Is(0, "pagination", "totalPages")
	owner.Get(notifications + "?page=0").Bad("page")
	owner.Get(notifications + "?limit=101").Bad("limit")
}

func notificationConfig(_ *testing.T, owner *apptest.Caller) {
	types := []any{"booking_created", "booking_updated", "booking_cancelled", "payment_received", "invoice_generated",
		"guest_checked_in", "guest_checked_out"}
	desk := []any{"waitlist_opened", "hold_ending", "form_iii_due", "approval_requested", "approval_decided"}
	config := notifications + "/config"
	letters := []any{"booking_created", "booking_cancelled", "payment_received", "invoice_generated"}
	seeded := map[string]any{"emailEnabled": true, "pushEnabled": true, "retentionDays": 90.0, "enabledTypes": types,
		"deskTypes": desk, "guestLetters": letters, "staffMails": []any{}, "version": 1}
	for _, a := range []apptest.Answer{owner.Get(config), owner.Put(config, nil), owner.Put(config, object{}),
		owner.Put(config, object{"enabledTypes": types})} {
		a.Want(200).Is(seeded, "data")
	}
	changed := map[string]any{"emailEnabled": false, "pushEnabled": true, "retentionDays": 3650.0, "enabledTypes": []any{},
		"deskTypes": desk, "guestLetters": letters, "staffMails": []any{}, "version": 2}
	owner.Put(config, object{"emailEnabled": false, "retentionDays": 3650, "enabledTypes": []any{}}).Want(200).
		Is(changed, "data")
	owner.Get(config).Want(200).Is(changed, "data")
	owner.Put(config, object{"enabledTypes": []any{"guest_checked_in", "booking_created"}, "pushEnabled": false,
		"retentionDays": 1}).Want(200).
		Is([]any{"booking_created", "guest_checked_in"}, "data", "enabledTypes").Is(false, "data", "pushEnabled").
		Is(1, "data", "retentionDays")
	owner.Put(config, object{"deskTypes": []any{"hold_ending"}}).Want(200).
		Is([]any{"booking_created", "guest_checked_in"}, "data", "enabledTypes").
		Is([]any{"hold_ending"}, "data", "deskTypes")
	owner.Put(config, object{"enabledTypes": []any{"hold_ending"}}).Bad("enabledTypes[0]")
	owner.Put(config, object{"deskTypes": []any{"hold_ending", "hold_ending"}}).Bad("deskTypes[1]")
	for field, values := range map[string][]any{
		"emailEnabled": {nil, "yes"}, "pushEnabled": {nil, 1}, "retentionDays": {nil, 0, 3651, 1.5, "90"},
		"enabledTypes": {nil, "booking_created"},
	} {
		for _, value := range values {
			owner.Put(config, object{field: value}).Bad(field)
		}
	}
	for _, second := range []any{"custom", "booking_created", nil, []any{}} {
		owner.Put(config, object{"enabledTypes": []any{"booking_created", second}}).Bad("enabledTypes[1]")
	}
}

func notificationTypes(_ *testing.T, owner *apptest.Caller) {
	owner.Put(notifications+"/config", object{"enabledTypes": []any{"booking_cancelled"}}).Want(200)
	owner.Book("2026-04-14", "2026-04-16", owner.CreateRooms(1)...)
	for _, path := range []string{notifications, notifications + "/trigger"} {
		owner.Post(path, drill().Merged(object{"type": "booking_created"})).Bad("type")
		owner.Post(path, drill().Merged(object{"type": "booking_cancelled"})).Want(201)
		owner.Post(path, drill()).Want(201)
	}
	owner.Get(notifications).Want(200).Is(4, "pagination", "totalCount")
	owner.Get(notifications+"?type=booking_created").Want(200).Is(0, "pagination", "totalCount")
}

func notificationsOfBookings(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	made := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16", rooms[0]).
		Merged(object{"advanceAmount": 100})).Want(201)
	first, second := made.Text("data", "bookingId"), owner.Book("2026-04-14", "2026-04-16", rooms[1])
	owner.Put(apptest.BookingPath(first, "/stay"), object{"notes": "Late"}).Want(200)
	owner.Post(apptest.BookingPath(first, "/arrival"), object{}).Want(200)
	owner.Put(apptest.BookingPath(first, "/checkout"), object{}).Want(200)
	owner.Put(apptest.BookingPath(second, "/cancel"), object{"reason": "Ill"}).Want(200)
	a := owner.Get(notifications).Want(200)
	told := map[string]int{}
	for i := range a.List("data") {
		kind := a.Text("data", i, "type")
		told[kind]++
		if reference := a.Text("data", i, "referenceType"); kind == "payment_received" && reference != "payment" ||
			kind != "payment_received" && reference != "booking" {
			t.Errorf("%s refers to a %s", kind, reference)
		}
	}
	want := map[string]int{"booking_created": 2, "payment_received": 1, "booking_updated": 1, "guest_checked_in": 1,
		"guest_checked_out": 1, "booking_cancelled": 1}
	if fmt.Sprint(told) != fmt.Sprint(want) {
		t.Errorf("told %v, want %v", told, want)
	}
	unread(owner, 7)
	// A refused booking notifies nobody.
	owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16", "x")).Want(400)
	unread(owner, 7)
}

// People read notifications.
func notificationDates(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := owner.Book("2026-04-14", "2026-04-16", rooms[0])
	owner.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-17"}).Want(200)
	owner.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1],
		"from": "2026-04-15"}).Want(200)
	a := owner.Get(notifications).Want(200)
	var told []string
	for i := range a.List("data") {
		told = append(told, a.Text("data", i, "message"))
	}
	slices.Sort(told)
	want := []string{"BK-1: Asha Rao booked room 101 from Tue, 14 Apr 2026 to Thu, 16 Apr 2026.",
		"BK-1: moved from room 101 to room 102 from Wed, 15 Apr 2026.",
		"BK-1: stay from Tue, 14 Apr 2026 to Fri, 17 Apr 2026."}
	if !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}

func notificationAudit(t *testing.T, owner *apptest.Caller) {
	id := notify(owner)
	owner.Put(notifications+"/config", object{"retentionDays": 5}).Want(200)
	owner.Delete(notifications + "/" + id).Want(200)
	notify(owner)
	owner.Server.Clock.Advance(6 * 24 * time.Hour)
	owner = owner.Again()
	notify(owner)
	owner.Post("/api/notifications/cleanup", nil).Want(200)
	owner.Get(notifications).Want(200).Is(1, "pagination", "totalCount")
	var actions []string
	a := owner.Get("/api/audit/{org}/logs").Want(200)
	for i := range a.List("data") {
		if action := a.Text("data", i, "action"); strings.HasPrefix(action, "notification") ||
			strings.HasPrefix(action, "settings") {
			actions = append(actions, action)
		}
	}
	slices.Sort(actions)
	want := []string{"notification.cleaned_up", "notification.created", "notification.created", "notification.created",
		"notification.deleted", "settings.updated"}
	if !slices.Equal(actions, want) {
		t.Errorf("the log has %v, want %v", actions, want)
	}
}

func TestNotificationCleanup(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		second := owner.AnotherHotel()
		other := s.Hotel()
		second.Put(notifications+"/config", object{"retentionDays": 10}).Want(200)
		for _, c := range []*apptest.Caller{owner, second, other} {
			notify(c)
			notify(c, c.UserID)
			patch(c, notifications+"/read-all").Want(200)
		}
		manager := owner.Member("Manager", object{may.Notifications: object{"manage": true}})
		s.Clock.Advance(11 * 24 * time.Hour)
		owner, manager, other = owner.Again(), manager.Again(), other.Again()
		// not the owner's second hotel
		manager.Post("/api/notifications/cleanup", nil).Want(200).Is(0, "data", "deletedCount")
		owner.Post("/api/notifications/cleanup", nil).Want(200).Is(2, "data", "deletedCount")
		s.Clock.Advance(80 * 24 * time.Hour)
		owner, manager, other = owner.Again(), manager.Again(), other.Again()
		manager.Post("/api/notifications/cleanup", nil).Want(200).Is(2, "data", "deletedCount") // those of others too
		unread(owner, 0)
		owner.Get(notifications).Want(200).Is(0, "pagination", "totalCount")
		other.Get(notifications).Want(200).Is(2, "pagination", "totalCount")
		other.Post("/api/notifications/cleanup", nil).Want(200).Is(2, "data", "deletedCount")
	})
}

func notificationMails(t *testing.T, owner *apptest.Caller) {
	asha, ravi, away := owner.Member("Asha", object{}), owner.Member("Ravi", object{}), owner.Member("Away", object{})
	owner.Put("/api/users/{org}/"+away.UserID+"/update", object{"isActive": false}).Want(200)
	say := func(message string, more object) {
		owner.Post(notifications, drill().Merged(object{"message": message}).Merged(more)).Want(201)
	}
	say("For everyone.", nil)
	say("For Asha.", object{"recipients": []any{asha.UserID, owner.UserID}})
	owner.Put(notifications+"/config", object{"emailEnabled": false}).Want(200)
	say("For nobody by mail.", nil)
	for _, want := range []struct {
		to     *apptest.Caller
		words  string
		number int
	}{
		{asha, "For everyone.", 1}, {ravi, "For everyone.", 1}, {owner, "For everyone.", 0}, {away, "For everyone.", 0},
		{asha, "For Asha.", 1}, {ravi, "For Asha.", 0}, {owner, "For Asha.", 0}, {asha, "For nobody", 0},
		{ravi, "For nobody", 0},
	} {
		if got := owner.Server.Mailed(want.to.Email, want.words); len(got) != want.number {
			t.Errorf("%s got %d mails that say %q, want %d", want.to.Email, len(got), want.words, want.number)
		}
	}
	if letter := owner.Server.Mailed(asha.Email, "For everyone."); len(letter) == 1 &&
		!strings.Contains(letter[0], ": Fire drill\n") {
		t.Errorf("the mail is\n%s", letter[0])
	}
}

// A guest's letter is made from the organization's default template of the type.
func notificationTemplates(t *testing.T, owner *apptest.Caller) {
	const asha = "asha@example.com"
	owner.Put(notifications+"/config", object{"guestLetters": []any{"booking_created", "booking_cancelled",
		"payment_received", "invoice_generated", "guest_checked_in", "guest_checked_out"}}).Want(200)
	room := owner.CreateRooms(1)[0]
	booking := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16", room).Merged(
		object{"advanceAmount": 1500.5, "paymentMethod": "UPI", "guestEmail": asha})).Want(201).Text("data", "bookingId")
	owner.Post(apptest.BookingPath(booking, "/arrival"), object{}).Want(200)
	owner.Put(apptest.BookingPath(booking, "/checkout"), object{}).Want(200)
	owner.Post(apptest.Invoices+"/"+owner.InvoicesOf(booking).Text("data", 0, "_id")+"/issue", nil).Want(200)
	again := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-16", "2026-04-17", room).Merged(
		object{"guestEmail": asha})).Want(201).Text("data", "bookingId")
	owner.Put(apptest.BookingPath(again, "/cancel"), object{"reason": "Ill"}).Want(200)
	for _, want := range []struct {
		about  string
		number int
		words  []string
	}{
		{"Subject: Your booking BK-1 at", 1, []string{"Tue, 14 Apr 2026", "101 (Deluxe)", "₹10,000.00", "text/html"}},
		{"Subject: Your booking BK-2 at", 1, nil},
		{"Subject: Welcome to", 1, nil},
		{"Subject: Thank you for staying", 1, nil},
		{"Subject: Booking BK-2 at", 1, []string{"is cancelled", "Dear Asha Rao"}},
		{"Subject: Invoice INV-1 from", 1, []string{"₹10,000.00", "Tue, 14 Apr 2026", "Asha Rao", "101"}},
		{"Subject: Receipt PAY-1", 1, []string{"₹1,500.50", "UPI", "BK-1", "Asha Rao"}},
	} {
		letters := owner.Server.Mailed(asha, want.about)
		if len(letters) != want.number {
			t.Errorf("%d mails hold %q, want %d", len(letters), want.about, want.number)
		}
		for _, words := range want.words {
			if len(letters) > 0 && !strings.Contains(letters[0], words) {
				t.Errorf("the mail with %s lacks %q:\n%s", want.about, words, letters[0])
			}
		}
	}
	if n := len(owner.Server.Mailed(owner.Email, "Asha Rao")); n != 0 {
		t.Errorf("who did it got %d mails", n)
	}
}
