package ledger_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// Nothing is dated into a locked period, and its documents stay as they are.
func TestLockedPeriod(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "who may", Run: lockPermissions},
		{Name: "what is locked", Run: lockHolds},
		{Name: "closed days", Run: lockClosedDays},
		{Name: "an invoice of the period", Run: lockInvoice},
	})
}

const lockPath = "/api/accounts/{org}/lock"

func lockPermissions(_ *testing.T, desk *apptest.Caller) {
	body := object{"until": "2026-03-31", "reason": "March is filed"}
	viewer := desk.Member("Viewer", object{"accounts": object{"view": true}})
	clerk := desk.Member("Clerk", object{"accounts": object{"view": true, "update": true, "delete": true}})
	other := desk.Server.Hotel()
	other.Org = desk.Org
	for _, method := range []string{"GET", "PUT", "DELETE"} {
		desk.Server.Anyone().Do(method, "/api/accounts/"+desk.Org+"/lock", body).Refused(401, "")
		other.Do(method, lockPath, body).Refused(403, "not a member")
	}
	viewer.Put(lockPath, body).Refused(403, "accounts.update")
	viewer.Get(lockPath).Want(200).Is("", "data", "lockedUntil").Is(nil, "data", "lockedAt").
		Is("", "data", "firstOpenDay")
	clerk.Put(lockPath, body).Want(200).Is("2026-03-31", "data", "lockedUntil").Is("Clerk", "data", "lockedByName").
		Is("March is filed", "data", "reason").Is("2026-04-14T06:30:00.000Z", "data", "lockedAt").
		Is("2026-04-01", "data", "firstOpenDay")
	clerk.Delete(lockPath).Refused(403, "accounts.manage")
	desk.Delete(lockPath).Want(200).Is("", "data", "lockedUntil")
	desk.Delete(lockPath).Refused(404, "no period")
	desk.Get("/api/audit/{org}/logs?action=books.locked").Want(200).Is(1, "pagination", "total").
		Is("Clerk", "data", 0, "userName").Is("March is filed", "data", 0, "details", "to", "reason")
	desk.Get("/api/audit/{org}/logs?action=books.unlocked").Want(200).Is(1, "pagination", "total").
		Is("2026-03-31", "data", 0, "details", "from", "lockedUntil")
}

func lockHolds(t *testing.T, desk *apptest.Caller) {
	id := desk.Book("2026-04-05", "2026-04-20", desk.CreateRooms(1)...)
	bill := object{"category": "Linen", "amount": 100, "date": "2026-04-09"}
	old := desk.Post("/api/expenses/{org}/create", bill).Want(201).Text("data", "_id")
	lock := func(until string) apptest.Answer {
		return desk.Put(lockPath, object{"until": until, "reason": "Filed"})
	}
	for _, bad := range []string{"2026-04-14", "2026-05-01", "2026-02-30", "yesterday"} {
		lock(bad).Bad("until")
	}
	desk.Put(lockPath, object{"until": "2026-04-10"}).Bad("reason")
	desk.Put(lockPath, object{"reason": "x"}).Bad("until")
	lock("2026-04-10").Want(200)
	lock("2026-04-10").Want(200) // a second click
	desk.Get("/api/audit/{org}/logs?action=books.locked").Want(200).Is(1, "pagination", "total")
	lock("2026-04-09").Bad("until")
	transfer := object{"fromAccountId": desk.DefaultAccount("cash"), "toAccountId": desk.DefaultAccount("bank"),
		"amount": 5}
	for day, status := range map[string]int{"2026-04-10": 400, "2026-04-11": 201} {
		for field, a := range map[string]apptest.Answer{
			"receivedAt": desk.Pay(object{"bookingId": id, "amount": 1, "receivedAt": day + "T06:30:00.000Z"}),
			"date":       desk.Post("/api/accounts/{org}/transfer", transfer.Merged(object{"date": day})),
		} {
			if a.Want(status); status == 400 {
				a.Bad(field).Refused(400, "11 Apr 2026")
			}
		}
		desk.Post(apptest.BookingPath(id, "/charges"),
			object{"description": "Tea", "unitPrice": 80, "date": day}).Want(status)
		desk.Post("/api/expenses/{org}/create", bill.Merged(object{"date": day})).Want(status)
	}
	desk.Post("/api/expenses/{org}/create", bill).Bad("date").Refused(400, "11 Apr 2026")
	desk.Put("/api/expenses/{org}/"+old+"/update", object{"amount": 90}).Refused(400, "locked until 10 Apr 2026")
	desk.Delete("/api/expenses/{org}/"+old+"/delete").Refused(400, "locked until 10 Apr 2026")
	open := desk.Post("/api/expenses/{org}/create", bill.Merged(object{"date": "2026-04-12"})).Want(201).
		Text("data", "_id")
	desk.Put("/api/expenses/{org}/"+open+"/update", object{"date": "2026-04-08"}).Bad("date")
	desk.Arrive(id) // the nights of the period are posted late
	lines, _ := desk.FolioLines(id)
	for _, l := range lines {
		if l["type"] == "room-night" && (l["date"].(string) <= "2026-04-10") != (l["postedOn"] == "2026-04-14" &&
			l["date"] != "2026-04-14") {
			t.Errorf("the night of %v is posted on %v", l["date"], l["postedOn"])
		}
	}
	desk.Post(apptest.NightAudits, object{"date": "2026-04-10"}).Bad("date")
	desk.Post(apptest.NightAudits, object{"date": "2026-04-11"}).Want(200)
	desk.Delete(lockPath).Want(200)
	desk.Put("/api/expenses/{org}/"+old+"/update", object{"amount": 90}).Want(200)
	apptest.BooksBalance(t, desk)
}

// What is not closed is still to be posted: a hotel that closes its days locks closed days only.
func lockClosedDays(_ *testing.T, desk *apptest.Caller) {
	desk.Post(apptest.NightAudits, object{"date": "2026-04-12"}).Want(200)
	desk.Put(lockPath, object{"until": "2026-04-13", "reason": "x"}).Bad("until").Refused(400, "12 Apr 2026")
	desk.Put(lockPath, object{"until": "2026-04-12", "reason": "x"}).Want(200).Is("2026-04-13", "data", "firstOpenDay")
}

func lockInvoice(_ *testing.T, desk *apptest.Caller) {
	id := desk.Bill(1000)
	desk = desk.OnDay("2026-04-15")
	desk.Put(lockPath, object{"until": "2026-04-14", "reason": "x"}).Want(200)
	desk.Post("/api/invoices/{org}/"+id+"/void", object{"reason": "x"}).Refused(400, "locked until 14 Apr 2026")
	desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": id, "reason": "x"}).Want(201).
		Is("2026-04-15", "data", "creditNoteDate")
}
