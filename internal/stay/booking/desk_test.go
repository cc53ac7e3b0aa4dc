package booking_test

import (
	"slices"
	"testing"

	"sarai/internal/app/apptest"
)

// Check-in and check-out warn of what a front desk should look at, and a hotel may have each of it refused.
func TestDeskWarnings(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "dirty and occupied rooms", Run: warnsOfRooms},
		{Name: "money owed", Run: warnsOfBalance},
		{Name: "an early arrival", Run: arrivesEarly},
		{Name: "early nights that are taken", Run: earlyNightsTaken},
		{Name: "an early arrival and changes of the stay", Run: earlyThenChanged},
		{Name: "much too early", Run: arrivesMuchTooEarly},
		{Name: "what the settings refuse", Run: settingsRefuse},
		{Name: "a bill that is rounded at check-out", Run: roundedAtCheckOut},
		{Name: "a new hotel refuses an occupied room", Run: newHotelRefusesOccupied},
		{Name: "a guest in house takes an occupied room", Run: entersOccupied},
		{Name: "rooms that are taken later, or not by a guest in house", Run: entersLater},
	}, apptest.FoliosAddUp)
}

// warned checks the codes of the answer's warnings.
func warned(a apptest.Answer, want ...string) apptest.Answer {
	var got []string
	for i := range a.List("warnings") {
		got = append(got, a.Text("warnings", i, "code"))
		if len(a.Text("warnings", i, "message")) < 10 {
			a.Is("a sentence", "warnings", i, "message")
		}
	}
	if !slices.Equal(got, want) {
		a.Is(want, "warnings")
	}
	return a
}

func arrive(c *apptest.Caller, bookingID string, body any) apptest.Answer {
	return c.Post(apptest.BookingPath(bookingID, "/arrival"), body)
}

func depart(c *apptest.Caller, bookingID string, body any) apptest.Answer {
	return c.Put(apptest.BookingPath(bookingID, "/checkout"), body)
}

func warnsOfRooms(t *testing.T, owner *apptest.Caller) {
	owner.SetBilling(object{"refuseOccupiedRoom": false})
	rooms := owner.CreateRooms(2)
	before := owner.Book("2026-04-12", "2026-04-14", rooms[0])
	warned(arrive(owner, before, nil).Want(200))
	next := owner.Book("2026-04-14", "2026-04-16", rooms[0], rooms[1])
	owner.Put("/api/rooms/{org}/"+rooms[1]+"/housekeeping", object{"housekeeping": "dirty"}).Want(200)
	both := warned(arrive(owner, next, nil).Want(200), "occupied-room", "dirty-room")
	both.Is("checked-in", "data", "status").Is("Room 102 is dirty.", "warnings", 1, "message")
	both.Is("Room 101 is still occupied by Asha Rao of booking BK-1.", "warnings", 0, "message")
	if got := owner.QueryInt(`SELECT COUNT(*) FROM audit_entries WHERE org_id = $1 AND details LIKE $2`,
		`%"warnings":["occupied-room","dirty-room"]%`); got != 1 {
		t.Errorf("%d audit entries name the warnings", got)
	}
	warned(arrive(owner, next, object{"remarks": "By train"}).Want(200)) // a correction is no second check-in
	warned(owner.Post("/api/bookings/{org}/bulk-arrival", object{"bookingIds": []string{next}}).Want(200))
}

func warnsOfBalance(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	owing, paid := owner.BookAt(1000, nil, "2026-04-13", "2026-04-14", rooms[0]),
		owner.BookAt(1000, object{"advanceAmount": 1000}, "2026-04-13", "2026-04-14", rooms[1])
	owner.Arrive(owing)
	owner.Arrive(paid)
	warned(depart(owner, paid, nil).Want(200))
	warned(depart(owner, owing, nil).Want(200), "balance-owed").
		Is("The guest still owes INR 1000.", "warnings", 0, "message")
	warned(depart(owner, owing, object{"remarks": "Pays by link"}).Want(200), "balance-owed")
}

func arrivesEarly(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(1)
	early := owner.BookAt(1000, nil, "2026-04-16", "2026-04-18", rooms[0])
	warned(arrive(owner, early, nil).Want(200), "early-arrival")
	owner.HoldsNights(early, rooms[0], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17")
	owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-15", "2026-04-16", rooms[0])).Refused(400, "taken")
	owner.Get(apptest.BookingPath(early, "")).Want(200).Is("2026-04-16", "data", "checkIn").Is(2000, "data", "totalAmount")
	owner.Get("/api/analytics/{org}/overview").Want(200).Is(1, "data", "occupiedRooms")
	owner.Get("/api/rooms/{org}/"+rooms[0]).Want(200).Is("occupied", "data", "status")
	owner.Put(apptest.BookingPath(early, "/stay"), object{"checkIn": "2026-04-14"}).Want(200)
	owner.HoldsNights(early, rooms[0], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17")
	owner.Get(apptest.BookingPath(early, "")).Want(200).Is(4000, "data", "totalAmount")
}

func earlyNightsTaken(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(1)
	owner.Book("2026-04-15", "2026-04-16", rooms[0])
	early := owner.Book("2026-04-17", "2026-04-18", rooms[0])
	warned(arrive(owner, early, nil).Want(200), "early-arrival").
		Is("The stay begins on Fri, 17 Apr 2026: the guest is 3 nights early. Not every night until then is free; "+
			"those that are, are held and not charged.", "warnings", 0, "message")
	owner.HoldsNights(early, rooms[0], "2026-04-14", "2026-04-16", "2026-04-17")
	depart(owner, early, object{"finalAmount": 0}).Want(200)
	owner.HoldsNights(early, rooms[0])
}

func earlyThenChanged(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	early := owner.Book("2026-04-15", "2026-04-17", rooms[0])
	arrive(owner, early, nil).Want(200)
	owner.Post(apptest.BookingPath(early, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1],
		"from": "2026-04-15"}).Want(200)
	owner.HoldsNights(early, rooms[0])
	owner.HoldsNights(early, rooms[1], "2026-04-14", "2026-04-15", "2026-04-16")
	owner.Post(apptest.BookingPath(early, "/add-room"), object{"roomId": rooms[2], "roomNumber": "103",
		"roomType": "Deluxe", "ratePerNight": 1000, "adults": 1}).Want(200)
	owner.HoldsNights(early, rooms[2], "2026-04-14", "2026-04-15", "2026-04-16")
	owner.Post(apptest.BookingPath(early, "/checkout-rooms"), object{"roomIds": []string{rooms[1]}}).Want(200)
	owner.HoldsNights(early, rooms[1])
	owner.HoldsNights(early, rooms[2], "2026-04-14", "2026-04-15", "2026-04-16")
	owner.Put(apptest.BookingPath(early, "/cancel"), object{"reason": "Called home"}).Want(200)
	owner.HoldsNights(early, rooms[2])
	owner.Post(apptest.BookingPath(early, "/reinstate"), nil).Want(200)
	owner.HoldsNights(early, rooms[2], "2026-04-14", "2026-04-15", "2026-04-16")
	owner.OnDay("2026-04-15").Put(apptest.BookingPath(early, "/stay"), object{"checkOut": "2026-04-18"}).Want(200)
	owner.HoldsNights(early, rooms[2], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17")
}

func arrivesMuchTooEarly(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(1)
	early := owner.Book("2026-04-18", "2026-04-19", rooms[0])
	warned(arrive(owner, early, nil).Want(200), "early-arrival").
		Is("The stay begins on Sat, 18 Apr 2026: the guest is 4 nights early. No night before it is held.",
			"warnings", 0, "message")
	owner.HoldsNights(early, rooms[0], "2026-04-18")
	owner.Post("/api/bookings/{org}/check-availability", object{"checkIn": "2026-04-14", "checkOut": "2026-04-15"}).
		Want(200).Is(false, "data", "available")
	owner.Book("2026-04-15", "2026-04-16", rooms[0])
}

func settingsRefuse(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	owner.SetBilling(object{"refuseEarlyArrival": true, "refuseDirtyRoom": true, "refuseOccupiedRoom": true,
		"refuseBalanceOwed": true})
	clerk := owner.Member("Clerk", object{"bookings": object{"view": true, "create": true, "update": true}})
	early := owner.Book("2026-04-15", "2026-04-17", rooms[0])
	arrive(clerk, early, nil).Bad("force").Refused(400, "a night early")
	arrive(clerk, early, object{"force": true}).Refused(403, "bookings.manage")
	owner.HoldsNights(early, rooms[0], "2026-04-15", "2026-04-16")
	warned(arrive(owner, early, object{"force": true}).Want(200), "early-arrival")
	depart(clerk, early, nil).Bad("force").Refused(400, "still owes")
	depart(clerk, early, object{"force": true}).Refused(403, "bookings.manage")
	warned(depart(owner, early, object{"force": true}).Want(200), "balance-owed")
	next := owner.Book("2026-04-14", "2026-04-15", rooms[0]) // just left, so dirty
	owner.Post("/api/bookings/{org}/bulk-arrival", object{"bookingIds": []string{next}}).Refused(400, "Room 101 is dirty")
	owner.Put("/api/rooms/{org}/"+rooms[0]+"/housekeeping", object{"housekeeping": "clean"}).Want(200)
	warned(arrive(clerk, next, object{"force": true}).Want(200)) // nothing to force
}

func newHotelRefusesOccupied(_ *testing.T, owner *apptest.Caller) {
	clerk := owner.Member("Clerk", object{"bookings": object{"view": true, "create": true, "update": true}})
	rooms := owner.CreateRooms(2)
	before := owner.Book("2026-04-12", "2026-04-14", rooms[0])
	warned(arrive(clerk, before, nil).Want(200)) // into a free room, the plain body is enough
	next := owner.Book("2026-04-14", "2026-04-16", rooms[0])
	arrive(clerk, next, nil).Bad("force").Refused(400, "Room 101 is still occupied by Asha Rao of booking BK-1")
	owner.Get(apptest.BookingPath(next, "")).Want(200).Is("confirmed", "data", "status")
	arrive(clerk, next, object{"force": true}).Refused(403, "bookings.manage")
	arrive(owner, next, nil).Bad("force") // who may, must say so
	warned(arrive(owner, next, object{"force": true}).Want(200), "occupied-room")
	warned(arrive(clerk, before, object{"remarks": "By train"}).Want(200)) // who is in stays in
}

// Whatever gives a guest in house a room at once looks at who is in it, as the check-in does.
func entersOccupied(_ *testing.T, owner *apptest.Caller) {
	clerk := owner.Member("Clerk", object{"bookings": object{"view": true, "create": true, "update": true}})
	rooms := owner.CreateRooms(3)
	overstays := owner.Book("2026-04-12", "2026-04-14", rooms[0])
	arrive(owner, overstays, nil).Want(200)
	guest := owner.Book("2026-04-14", "2026-04-16", rooms[1])
	arrive(owner, guest, nil).Want(200)
	entry := owner.Post(apptest.BookingPath(guest, "/add-room"), object{"categoryId": category(owner),
		"ratePerNight": 1000, "adults": 1}).Want(200).Text("data", "rooms", 1, "entryId")
	changes := map[string]object{
		"/move-room":   {"fromRoomId": rooms[1], "toRoomId": rooms[0]},
		"/add-room":    {"roomId": rooms[0], "roomNumber": "101", "roomType": "Deluxe", "ratePerNight": 1000, "adults": 1},
		"/assign-room": {"entryId": entry, "roomId": rooms[0]},
	}
	for path, body := range changes {
		for _, dry := range []string{"", "?dryRun=true"} {
			post := func(c *apptest.Caller, fields object) apptest.Answer {
				return c.Post(apptest.BookingPath(guest, path+dry), body.Merged(fields))
			}
			owner.SetBilling(object{"refuseOccupiedRoom": true})
			post(clerk, nil).Bad("force").Refused(400, "Room 101 is still occupied by Asha Rao of booking BK-1")
			post(clerk, object{"force": true}).Refused(403, "bookings.manage")
			post(owner, nil).Bad("force")
		}
		try := apptest.BookingPath(guest, path+"?dryRun=true")
		warned(owner.Post(try, body.Merged(object{"force": true})).Want(200), "occupied-room")
		owner.SetBilling(object{"refuseOccupiedRoom": false})
		warned(clerk.Post(try, body).Want(200), "occupied-room").
			Is("Room 101 is still occupied by Asha Rao of booking BK-1.", "warnings", 0, "message")
	}
	owner.HoldsNights(guest, rooms[1], "2026-04-14", "2026-04-15") // nothing was done
	warned(clerk.Post(apptest.BookingPath(guest, "/move-room"), changes["/move-room"]).Want(200), "occupied-room")
	owner.HoldsNights(guest, rooms[0], "2026-04-14", "2026-04-15")
	if got := owner.QueryInt(`SELECT COUNT(*) FROM audit_entries WHERE org_id = $1 AND details LIKE $2`,
		`%"warnings":["occupied-room"]%`); got != 1 {
		owner.Server.T.Errorf("%d audit entries name the warning", got)
	}
}

func entersLater(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	overstays := owner.Book("2026-04-12", "2026-04-14", rooms[0])
	arrive(owner, overstays, nil).Want(200)
	guest := owner.Book("2026-04-14", "2026-04-16", rooms[1])
	move := object{"fromRoomId": rooms[1], "toRoomId": rooms[0]}
	warned(owner.Post(apptest.BookingPath(guest, "/move-room?dryRun=true"), move).Want(200)) // the check-in looks again
	arrive(owner, guest, nil).Want(200)
	warned(owner.Post(apptest.BookingPath(guest, "/move-room?dryRun=true"),
		move.Merged(object{"from": "2026-04-15"})).Want(200))
	warned(owner.Post(apptest.BookingPath(guest, "/move-room?dryRun=true"),
		move.Merged(object{"toRoomId": rooms[2]})).Want(200))
	depart(owner, overstays, object{"finalAmount": 0}).Want(200)
	warned(owner.Post(apptest.BookingPath(guest, "/move-room"), move).Want(200))
	// Who came early is in the room before its first night.
	early := owner.Book("2026-04-15", "2026-04-17", rooms[2])
	warned(arrive(owner, early, object{"force": true}).Want(200), "early-arrival")
	warned(owner.Post(apptest.BookingPath(early, "/move-room"), object{"fromRoomId": rooms[2], "toRoomId": rooms[1]}).
		Want(200))
}

// roundedAtCheckOut pays what is shown before the invoice is rounded up, and what is shown after it.
func roundedAtCheckOut(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	owner.SetBilling(object{"roundToWhole": true, "issueAtCheckout": true, "refuseBalanceOwed": true})
	before := owner.BookAt(13264.69, object{"advanceAmount": 13264.69}, "2026-04-14", "2026-04-15", rooms[0])
	arrive(owner, before, nil).Want(200)
	depart(owner, before, nil).Bad("force").Refused(400, "still owes INR 0.31")
	owner.Get(apptest.BookingPath(before, "")).Want(200).Is("checked-in", "data", "status").Is(0, "data", "balanceDue")
	warned(depart(owner, before, object{"force": true}).Want(200), "balance-owed").Is(0.31, "data", "balanceDue")

	for _, c := range []struct{ price, paid float64 }{{13264.69, 13265}, {13264.4, 13264}} {
		billed := owner.BookAt(c.price, nil, "2026-04-14", "2026-04-15", rooms[1])
		arrive(owner, billed, nil).Want(200)
		i := owner.CreateInvoice(object{"bookingId": billed, "issue": true}).Text("data", "_id")
		owner.Pay(object{"invoiceId": i, "amount": c.paid}).Want(201)
		left := warned(depart(owner, billed, object{"finalAmount": c.paid}).Want(200)) // just as it stands
		left.Is(0, "data", "balanceDue").Is([]any{i}, "data", "invoiceIds")
		owner.Get(apptest.BookingPath(billed, "")).Want(200).Is(c.price, "data", "totalAmount")
		owner.Put("/api/rooms/{org}/"+rooms[1]+"/housekeeping", object{"housekeeping": "clean"}).Want(200)
	}
}
