package notification_test

import (
	netmail "net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/record/may"
)

const (
	configPath = "/api/notifications/{org}/config"
	guestEmail = "asha@example.com"
)

// desk is the owner of a new hotel with rooms.
type desk struct {
	*apptest.Caller
	t     *testing.T
	rooms []string
}

func eachDesk(t *testing.T, scenario func(d desk)) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		scenario(desk{owner, t, owner.CreateRooms(3)})
	})
}

// hire makes somebody a member with one of the roles that every hotel has.
func (d desk) hire(name, role string) *apptest.Caller {
	d.t.Helper()
	return d.MemberOf(name, apptest.RoleNamed(d.Get("/api/roles/{org}/list").Want(200), role))
}

// configure changes the notification configuration.
func (d desk) configure(fields apptest.Object) { d.t.Helper(); d.Put(configPath, fields).Want(200) }

// stay is the body of a booking in the first room.
func (d desk) stay(from, to string, fields apptest.Object) apptest.Object {
	return apptest.Stay(from, to, d.rooms[0]).Merged(apptest.Object{"guestEmail": guestEmail}).Merged(fields)
}

// book makes such a booking and returns its id.
func (d desk) book(from, to string, fields apptest.Object) string {
	d.t.Helper()
	return d.Post("/api/bookings/{org}/create", d.stay(from, to, fields)).Want(201).Text("data", "bookingId")
}

// change updates the booking.
func (d desk) change(bookingID, how string, body apptest.Object) {
	d.t.Helper()
	d.Put(apptest.BookingPath(bookingID, how), body).Want(200)
}

// gets fails unless the address has exactly this many mails with the words.
func (d desk) gets(number int, address, words string) {
	d.t.Helper()
	if mails := d.Server.Mailed(address, words); len(mails) != number {
		d.t.Errorf("%s has %d mails that say %q, want %d", address, len(mails), words, number)
	}
}

// A guest gets one letter for each event, from the hotel; staff get none of them.
func TestGuestsGetTheirLetters(t *testing.T) {
	eachDesk(t, func(d desk) {
		colleague := d.hire("Meera", "Manager")
		body := d.stay("2026-04-14", "2026-04-16", apptest.Object{"advanceAmount": 100})
		once := d.With("Idempotency-Key", "walk-in")
		bookingID := once.Post("/api/bookings/{org}/create", body).Want(201).Text("data", "bookingId")
		once.Post("/api/bookings/{org}/create", body).Want(201).Is(bookingID, "data", "bookingId")
		d.change(bookingID, "/cancel", apptest.Object{"reason": "Ill"})
		d.change(bookingID, "/cancel", apptest.Object{"reason": "Very ill"}) // a correction
		d.Post(apptest.BookingPath(bookingID, "/reinstate"), nil).Want(200)

		d.gets(1, guestEmail, "Subject: Your booking BK-1 at")
		d.gets(1, guestEmail, "Subject: Receipt PAY-1")
		d.gets(1, guestEmail, "Subject: Booking BK-1 at")
		d.gets(3, guestEmail, "Dear Asha Rao")
		d.gets(3, guestEmail, "Subject: ")
		d.gets(0, colleague.Email, "BK-1")
		d.gets(0, d.Email, "BK-1")

		hotel := d.Get("/api/organization/{org}").Want(200)
		sent, err := netmail.ReadMessage(strings.NewReader(d.Server.Mail(guestEmail, "Subject: Receipt PAY-1")))
		if err != nil {
			d.t.Fatal(err)
		}
		from, err := sent.Header.AddressList("From")
		if err != nil || from[0].Name != hotel.Text("data", "name") || from[0].Address != "no-reply@sarai.test" {
			d.t.Errorf("the letter is from %v, %v", from, err)
		}
		answers, err := sent.Header.AddressList("Reply-To")
		if err != nil || len(answers) != 1 || answers[0].Address != hotel.Text("data", "email") {
			d.t.Errorf("answers go to %v, %v", answers, err)
		}
	})
}

// The letter's total is the whole bill, tax included, so that total less advance is what is due.
func TestLettersSayTheWholeTotal(t *testing.T) {
	eachDesk(t, func(d desk) {
		d.Put("/api/organization/{org}/update", apptest.Object{"gstin": "27AAPFU0939F1ZV"}).Want(200)
		says := func(number string, inclusive bool, from, to, total, other string) {
			bookingID := d.book(from, to, apptest.Object{"totalAmount": 7000, "pricesIncludeTax": inclusive})
			d.Get(apptest.BookingPath(bookingID, "")).Want(200).Is(inclusive, "data", "pricesIncludeTax")
			letter := d.Server.Mail(guestEmail, "Subject: Your booking "+number)
			if !strings.Contains(letter, total) || strings.Contains(letter, other) ||
				!strings.Contains(letter, "Total with tax") {
				d.t.Errorf("the letter of %s says another total than %s: %s", number, total, letter)
			}
		}
		says("BK-1", false, "2026-04-14", "2026-04-15", "7,350.00", "7,000.00")
		says("BK-2", true, "2026-04-15", "2026-04-16", "7,000.00", "7,333.34")
	})
}

// Only events whose type is among the guest letters, while mail is on, make letters; and only guests with an address
// get one. The notifications themselves may be off.
func TestGuestLettersThatAreOff(t *testing.T) {
	eachDesk(t, func(d desk) {
		d.configure(apptest.Object{"guestLetters": []any{"guest_checked_in"}})
		bookingID := d.book("2026-04-14", "2026-04-15", nil)
		d.Post(apptest.BookingPath(bookingID, "/arrival"), apptest.Object{}).Want(200)
		d.Post(apptest.BookingPath(bookingID, "/arrival"), apptest.Object{"remarks": "Late"}).Want(200) // a correction
		d.gets(1, guestEmail, "Subject: Welcome to")
		d.gets(1, guestEmail, "Subject: ")

		d.configure(apptest.Object{"guestLetters": []any{"booking_created"}, "enabledTypes": []any{}})
		d.book("2026-04-20", "2026-04-21", nil)
		d.gets(1, guestEmail, "Subject: Your booking BK-2 at")
		d.book("2026-04-21", "2026-04-22", apptest.Object{"guestEmail": nil})

		d.configure(apptest.Object{"emailEnabled": false})
		d.book("2026-04-22", "2026-04-23", nil)
		d.gets(2, guestEmail, "Subject: ")
		for field, values := range map[string][]any{
			"guestLetters": {nil, "booking_created", 1}, "staffMails": {nil, "booking_created"},
			"guestLetters[0]": {[]any{"custom"}, []any{nil}}, "staffMails[1]": {[]any{"booking_created", "booking_created"}},
		} {
			name, _, _ := strings.Cut(field, "[")
			for _, value := range values {
				d.Put(configPath, apptest.Object{name: value}).Bad(field)
			}
		}
	})
}

func TestNoShowsGetTheirOwnLetter(t *testing.T) {
	eachDesk(t, func(d desk) {
		bookingID := d.book("2026-04-14", "2026-04-15", nil)
		d.Post(apptest.BookingPath(bookingID, "/no-show"), apptest.Object{}).Want(200)
		d.gets(1, guestEmail, "you did not arrive")
		d.gets(0, guestEmail, "to confirm that your booking is cancelled")
	})
}

// Staff mails are off at first. They go to those who work with what they are about, never to the one who did it, and
// aren't made from a template.
func TestStaffMails(t *testing.T) {
	eachDesk(t, func(d desk) {
		colleague, housekeeper := d.hire("Meera", "Front Desk"), d.hire("Kamla", "Housekeeping")
		accountant := d.hire("Anil", "Accountant")
		porter := d.Member("Ravi", apptest.Object{may.Rooms: apptest.Object{"manage": true}})
		d.book("2026-04-14", "2026-04-15", nil)
		d.configure(apptest.Object{"staffMails": []any{"booking_created", "payment_received"}, "guestLetters": []any{}})
		d.book("2026-04-16", "2026-04-17", apptest.Object{"advanceAmount": 100})
		d.configure(apptest.Object{"emailEnabled": false})
		d.book("2026-04-18", "2026-04-19", nil)

		d.gets(1, colleague.Email, ": New booking")
		d.gets(1, colleague.Email, "BK-2: ")
		d.gets(0, colleague.Email, "Dear ")
		d.gets(1, colleague.Email, ": Payment received")
		d.gets(0, accountant.Email, ": New booking")
		d.gets(1, accountant.Email, ": Payment received")
		for _, email := range []string{housekeeper.Email, porter.Email, d.Email, guestEmail} {
			d.gets(0, email, "BK-2")
		}
	})
}

// A named recipient gets the mail even when mails are off, in the author's words.
func TestRecipientsAreAlwaysMailed(t *testing.T) {
	eachDesk(t, func(d desk) {
		asha, ravi := d.Member("Asha", apptest.Object{}), d.Member("Ravi", apptest.Object{})
		bookingID := d.book("2026-04-14", "2026-04-15", nil)
		d.configure(apptest.Object{"emailEnabled": false})
		d.Post("/api/notifications/{org}/trigger", apptest.Object{"type": "booking_created", "title": "Look at this",
			"message": "Upgrade her.", "referenceId": bookingID, "referenceType": "booking",
			"recipients": []any{asha.UserID}}).Want(201)
		d.gets(1, asha.Email, "Upgrade her.")
		d.gets(0, asha.Email, "Dear ")
		d.gets(0, ravi.Email, "Upgrade her.")
		d.gets(1, guestEmail, "Subject: ") // the letter about the booking itself
	})
}

// Letters show the rooms of the stay as it is now, without those that have left.
func TestLettersLeaveOutRoomsThatHaveLeft(t *testing.T) {
	eachDesk(t, func(d desk) {
		bookingID := d.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16", d.rooms...).Merged(
			apptest.Object{"guestEmail": guestEmail})).Want(201).Text("data", "bookingId")
		d.Post(apptest.BookingPath(bookingID, "/arrival"), apptest.Object{}).Want(200)
		leaving := apptest.Object{"roomIds": []any{d.rooms[0], d.rooms[1]}}
		d.Post(apptest.BookingPath(bookingID, "/checkout-rooms"), leaving).Want(200)
		d.configure(apptest.Object{"guestLetters": []any{"booking_updated", "guest_checked_out"}})
		d.change(bookingID, "/stay", apptest.Object{"notes": "Late breakfast"})
		changed := d.Server.Mail(guestEmail, "Subject: Booking BK-1 at")
		for room, want := range map[string]bool{"101 (": false, "102 (": false, "103 (": true} {
			if strings.Contains(changed, room) != want {
				d.t.Errorf("the letter says room %s: %t:\n%s", room, !want, changed)
			}
		}
		d.change(bookingID, "/checkout", apptest.Object{})
		summary := d.Server.Mail(guestEmail, "Subject: Thank you for staying") // of the whole party's stay
		if !strings.Contains(summary, "101 (") || !strings.Contains(summary, "103 (") {
			d.t.Errorf("the summary lacks a room:\n%s", summary)
		}
	})
}

// With notifications.delete one deletes any notification and lists its readers; its author sees it.
func TestAddressedNotificationsOfOthers(t *testing.T) {
	eachDesk(t, func(d desk) {
		asha := d.Member("Asha", apptest.Object{})
		author := d.Member("Author", apptest.Object{may.Notifications: apptest.Object{"create": true}})
		warden := d.Member("Warden", apptest.Object{may.Notifications: apptest.Object{"delete": true}})
		manager := d.Member("Manager", apptest.Object{may.Notifications: apptest.Object{"manage": true}})
		write := func() string {
			return author.Post("/api/notifications/{org}", apptest.Object{"type": "custom", "title": "Hello", "message": "You.",
				"recipients": []any{asha.UserID}}).Want(201).Is([]any{asha.UserID}, "data", "recipients").Text("data", "_id")
		}
		first, second, third := write(), write(), write()
		asha.Do("PATCH", "/api/notifications/{org}/"+first+"/read", nil).Want(200)
		for _, c := range []*apptest.Caller{author, warden, manager, asha} {
			c.Get("/api/notifications/{org}/readers/"+first).Want(200).Is(asha.UserID, "data", "readBy", 0, "userId")
		}
		outsider := d.Member("Outsider", apptest.Object{})
		outsider.Get("/api/notifications/{org}/readers/"+first).Refused(404, "no such notification")
		d.AnotherHotel().Get("/api/notifications/{org}/readers/"+first).Refused(404, "no such notification")
		d.AnotherHotel().Delete("/api/notifications/{org}/"+first).Refused(404, "no such notification")

		list := author.Get("/api/notifications/{org}").Want(200).Is(3, "pagination", "totalCount").
			Is(true, "data", 0, "isRead")
		author.Get("/api/notifications/{org}/unread-count").Want(200).Is(0, "data", "unreadCount").
			Is(0, "data", "addressedCount")
		for i := range list.List("data") {
			if readBy := list.List("data", i, "readBy"); slices.Contains(readBy, any(author.UserID)) {
				d.t.Errorf("the author is among the readers: %v", readBy)
			}
		}
		warden.Get("/api/notifications/{org}").Want(200).Is(0, "pagination", "totalCount")
		author.Delete("/api/notifications/{org}/"+first).Refused(403, "notifications.delete")
		warden.Delete("/api/notifications/{org}/" + first).Want(200)
		manager.Delete("/api/notifications/{org}/" + second).Want(200)
		author.Get("/api/notifications/{org}").Want(200).Is(1, "pagination", "totalCount").Is(third, "data", 0, "_id")
		asha.Get("/api/notifications/{org}/unread-count").Want(200).Is(1, "data", "unreadCount").
			Is(1, "data", "addressedCount")
	})
}

// A booking's mails: the letters about it, and what was mailed by hand, with what became of them.
func TestMailsAboutABooking(t *testing.T) {
	eachDesk(t, func(d desk) {
		bookingID := d.book("2026-04-14", "2026-04-16", apptest.Object{"advanceAmount": 100})
		path := apptest.BookingPath(bookingID, "/mails")
		none := d.Member("Porter", apptest.Object{may.Notifications: apptest.Object{"manage": true}})
		none.Get(path).Refused(403, "bookings.view")
		d.Server.Anyone().Get(strings.ReplaceAll(path, "{org}", d.Org)).Refused(401, "")
		d.AnotherHotel().Get(path).Refused(404, "no such booking")
		d.Get(apptest.BookingPath(apptest.Nobody, "/mails")).Refused(404, "no such booking")
		d.hire("Meera", "Front Desk")
		d.configure(apptest.Object{"staffMails": []any{"booking_updated"},
			"guestLetters": []any{"booking_created", "invoice_generated", "guest_checked_in"}})
		d.book("2026-04-20", "2026-04-21", nil) // its mails are its own

		kinds := func(want ...string) apptest.Answer {
			d.t.Helper()
			d.gets(0, guestEmail, "Subject: no such mail") // until all are sent
			list := d.Get(path+"?limit=100").Want(200).Is(len(want), "pagination", "total")
			var found []string
			for i := range list.List("data") {
				found = append(found, list.Text("data", i, "kind"))
				list.Is("sent", "data", i, "status").Is("", "data", i, "reason")
				if list.Text("data", i, "sentAt") < list.Text("data", i, "createdAt") {
					d.t.Errorf("mail %d was sent before it was written", i)
				}
			}
			slices.Sort(found)
			slices.Sort(want)
			if !slices.Equal(found, want) {
				d.t.Errorf("the booking has the mails %v, want %v", found, want)
			}
			return list
		}
		kinds("booking_confirmation", "payment_receipt")
		d.change(bookingID, "/stay", apptest.Object{"notes": "Late breakfast"}) // tells Meera, not the guest
		invoiceID := d.CreateInvoice(apptest.Object{"bookingId": bookingID}).Text("data", "_id")
		d.Post("/api/invoices/{org}/"+invoiceID+"/issue", nil).Want(200)
		d.Post("/api/invoices/{org}/"+invoiceID+"/send", apptest.Object{"email": "office@example.com"}).Want(200)
		kinds("booking_confirmation", "payment_receipt", "invoice", "invoice") // the letter to the guest, and this one
		d.Later(time.Minute).Post(apptest.BookingPath(bookingID, "/arrival"), apptest.Object{}).Want(200)
		last := kinds("booking_confirmation", "payment_receipt", "invoice", "invoice", "welcome_guest").
			Is("welcome_guest", "data", 0, "kind").Is(guestEmail, "data", 0, "to")
		if subject := last.Text("data", 0, "subject"); !strings.HasPrefix(subject, "Welcome to") {
			d.t.Errorf("the newest is %q", subject)
		}
		d.Get(path+"?limit=1&page=2").Want(200).Is(5, "pagination", "totalPages").Is(1, "pagination", "limit").
			Is(2, "pagination", "page")
		d.Get(path + "?limit=0").Bad("limit")
	})
}
