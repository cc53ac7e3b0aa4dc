package till_test

import (
	"fmt"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func total(amount float64) object { return object{"total": amount} }

func drawerOf(c *apptest.Caller, name string) string {
	return c.Post("/api/accounts/{org}/create", object{"name": name, "kind": "cash"}).Want(201).Text("data", "_id")
}

func openShift(c *apptest.Caller, drawer string, float float64, fields ...object) string {
	body := object{"accountId": drawer, "openingFloat": total(float)}
	for _, more := range fields {
		for name, value := range more {
			body[name] = value
		}
	}
	return "/api/shifts/{org}/" + c.Post("/api/shifts/{org}/open", body).Want(201).Text("data", "_id")
}

var desk = object{"payments": object{"view": true, "create": true}}

func TestShifts(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		s.Run("who may", func() { whoMay(owner) })
		s.Run("a day", func() { aDay(owner.AnotherHotel()) })
		s.Run("cash without a shift", func() { cashWithoutShift(owner.AnotherHotel()) })
		s.Run("the float", func() { theFloat(owner.AnotherHotel()) })
		s.Run("blind", func() { blind(owner.AnotherHotel()) })
		s.Run("counts", func() { counts(owner.AnotherHotel()) })
		s.Run("corrections", func() { corrections(owner.AnotherHotel()) })
		s.Run("hand-over", func() { handOver(owner.AnotherHotel()) })
		s.Run("at once", func() { atOnce(owner.AnotherHotel()) })
		s.Run("foreign cash", func() { foreignCash(owner.AnotherHotel()) })
		s.Run("elsewhere", func() { elsewhere(owner.AnotherHotel()) })
	})
}

func whoMay(owner *apptest.Caller) {
	drawer := owner.DefaultAccount("cash")
	porter := owner.Member("Porter", object{"rooms": object{"manage": true}})
	body := object{"accountId": drawer, "openingFloat": total(1000)}
	porter.Post("/api/shifts/{org}/open", body).Refused(403, "payments.create")
	porter.Get("/api/shifts/{org}/list").Refused(403, "payments.view")
	clerk := owner.Member("Clerk", desk)
	one := openShift(clerk, drawer, 1000)
	clerk.Post(one+"/close", object{"counted": total(990)}).Want(200)
	clerk.Post(one+"/corrections", object{"counted": total(1000), "reason": "Tray"}).Refused(403, "payments.manage")
	clerk.Post(one+"/approve", nil).Refused(403, "payments.manage")
	owner.Post(one+"/approve", nil).Want(200).Is("Clerk", "data", "cashier")
	owner.Post(one+"/approve", nil).Refused(400, "approved already")
}

// aDay is a shift with all that can happen in one.
func aDay(owner *apptest.Caller) {
	drawer, bank := owner.DefaultAccount("cash"), owner.DefaultAccount("bank")
	clerk := owner.Member("Clerk", desk)
	one := openShift(clerk, drawer, 1000)
	booking := owner.BookFromToday()
	owner.Post("/api/payments/{org}/create", object{"bookingId": booking, "amount": 500, "method": "cash"}).Want(201)
	drop := object{"amount": 200, "bagNumber": "B-1", "toAccountId": bank}
	clerk.Post(one+"/drops", drop).Want(201)
	drop["bagNumber"] = " b-1"
	clerk.Post(one+"/drops", drop).Bad("bagNumber")
	clerk.Post(one+"/drops", object{"amount": 1, "bagNumber": "B-2", "toAccountId": drawer}).Bad("toAccountId")
	clerk.Post(one+"/paid-outs", object{"amount": 100, "reason": "Taxi"}).Want(201)
	clerk.Post(one+"/tips", object{"amount": 50, "direction": "in", "notes": "Kitchen"}).Want(201)
	clerk.Post(one+"/tips", object{"amount": 20, "direction": "out"}).Want(201)
	clerk.Post(one+"/close", object{"counted": object{"denominations": []any{
		object{"value": 500, "count": 2}, object{"value": 100, "count": 2}, object{"value": 10, "count": 2}}}}).Want(200).
		Is(1230, "data", "expected").Is(1220, "data", "counted").Is(-10, "data", "difference")
	if balance := owner.Balance(drawer); balance != 1220 {
		owner.Server.T.Errorf("the drawer's account has %v, want what was counted", balance)
	}
	report := clerk.Get(one + "/report").Want(200)
	report.Is(500, "data", "sums", "payments").Is(100, "data", "sums", "paidOuts").Is(200, "data", "sums", "drops").
		Is(50, "data", "sums", "tipsIn").Is(20, "data", "sums", "tipsOut").Is(-10, "data", "sums", "difference").
		Is(1230, "data", "sums", "expected").Is("cash", "data", "byMethod", 0, "method").
		Is(500, "data", "byMethod", 0, "received")
	for _, path := range []string{"/drops", "/paid-outs", "/tips", "/close", "/hand-over"} {
		body := object{"/drops": object{"amount": 1, "bagNumber": "B-9", "toAccountId": bank},
			"/paid-outs": object{"amount": 1, "reason": "Taxi"}, "/tips": object{"amount": 1, "direction": "in"},
			"/close": object{"counted": total(1)}, "/hand-over": object{"counted": total(1)}}[path]
		owner.Post(one+path, body).Refused(400, "The shift is closed")
	}
	if n := len(owner.Get(one + "/entries").Want(200).List("data")); n != 6 {
		owner.Server.T.Errorf("the shift has %d entries, want 6", n)
	}
	file := string(owner.Download(one+"/report/export.csv", "text/csv; charset=utf-8").Raw)
	if !strings.Contains(file, "Counted,1220") || strings.Count(file, "tip,") != 2 {
		owner.Server.T.Errorf("the file is\n%s", file)
	}
	apptest.BooksBalance(owner.Server.T, owner)
}

func cashWithoutShift(owner *apptest.Caller) {
	drawer, bank := owner.DefaultAccount("cash"), owner.DefaultAccount("bank")
	pay := object{"bookingId": owner.BookFromToday(), "amount": 500, "method": "cash"}
	paid := owner.Post("/api/payments/{org}/create", pay).Want(201).Text("data", "_id")
	owner.SetBilling(object{"cashNeedsShift": true})
	safe := owner.Post("/api/accounts/{org}/create", object{"name": "Safe", "kind": "cash", "isSafe": true,
		"openingBalance": 9000}).Want(201).Text("data", "_id")
	const none = "No shift is open"
	owner.Server.Run("refused", func() {
		before := owner.RowCounts()
		owner.Post("/api/payments/{org}/create", pay).Refused(400, none)
		owner.Post("/api/payments/{org}/"+paid+"/refund", object{"amount": 5, "reason": "Broken", "method": "cash"}).
			Refused(400, none)
		owner.Post("/api/payments/{org}/"+paid+"/void", object{"reason": "Typed twice"}).Refused(400, none)
		owner.Post("/api/expenses/{org}/create", object{"amount": 10, "category": "Taxi", "date": "2026-04-14",
			"method": "cash"}).
			Refused(400, none)
		owner.Post("/api/accounts/{org}/transfer", object{"fromAccountId": drawer, "toAccountId": bank, "amount": 1}).
			Refused(400, none)
		if after := owner.RowCounts(); after != before {
			owner.Server.T.Errorf("a refusal left something behind:\n%s\n%s", before, after)
		}
	})
	owner.Post("/api/payments/{org}/create", object{"bookingId": pay["bookingId"], "amount": 5, "method": "upi"}).Want(201)
	owner.Post("/api/accounts/{org}/transfer", object{"fromAccountId": safe, "toAccountId": bank, "amount": 1}).Want(201)
	owner.Post("/api/shifts/{org}/open", object{"accountId": safe, "openingFloat": total(1)}).Bad("accountId")
	owner.Post("/api/shifts/{org}/open", object{"accountId": bank, "openingFloat": total(1)}).Bad("accountId")

	one := openShift(owner, drawer, 2000, object{"floatFromAccountId": safe})
	owner.Post("/api/payments/{org}/create", pay).Want(201)
	owner.Post("/api/payments/{org}/"+paid+"/void", object{"reason": "Typed twice"}).Want(200)
	owner.Delete("/api/accounts/{org}/"+drawer+"/delete").Refused(400, "")
	owner.Put("/api/accounts/{org}/"+drawer+"/update", object{"isSafe": true}).Refused(400, "A shift is open")
	owner.Put("/api/accounts/{org}/"+drawer+"/update", object{"openingBalance": 7}).Refused(400, "A shift is open")
	owner.Post(one+"/close", object{"counted": total(2000)}).Want(200).Is(0, "data", "difference").
		Is(0, "data", "floatDifference").Is(500, "data", "booksBalance")
	if balance := owner.Balance(safe); balance != 9000-1-1500 {
		owner.Server.T.Errorf("the safe has %v", balance)
	}
	owner.Post("/api/payments/{org}/create", pay).Refused(400, none)
	apptest.BooksBalance(owner.Server.T, owner)
}

func theFloat(owner *apptest.Caller) {
	drawer := drawerOf(owner, "Bar")
	owner.Post("/api/shifts/{org}/open", object{"accountId": drawer, "openingFloat": total(10),
		"floatFromAccountId": drawer}).Bad("floatFromAccountId")
	one := openShift(owner, drawer, 300)
	if balance := owner.Balance(drawer); balance != 300 {
		owner.Server.T.Errorf("the drawer's account has %v, want its float", balance)
	}
	owner.Post(one+"/close", object{"counted": total(300)}).Want(200).Is(300, "data", "floatDifference").
		Is(0, "data", "difference").Is(1, "data", "number")
	two := openShift(owner, drawer, 250)
	owner.Post(two+"/close", object{"counted": total(250)}).Want(200).Is(-50, "data", "floatDifference").
		Is(2, "data", "number")
	apptest.BooksBalance(owner.Server.T, owner)
}

// blind: what should be in a drawer isn't told to who counts it.
func blind(owner *apptest.Caller) {
	drawer := owner.DefaultAccount("cash")
	clerk := owner.Member("Clerk", desk)
	manager := owner.Member("Manager", object{"payments": object{"view": true, "create": true, "manage": true}})
	one := openShift(clerk, drawer, 1000)
	clerk.Get(one).Want(200).Is(nil, "data", "expected").Is(nil, "data", "booksBalance").Is(nil, "data", "floatDifference")
	clerk.Get(one+"/report").Refused(400, "The shift is open")
	clerk.Get(one+"/report/export.csv").Refused(400, "The shift is open")
	clerk.Get(one+"/entries").Refused(400, "The shift is open")
	clerk.Get("/api/shifts/{org}/list?state=open").Want(200).Is(nil, "data", 0, "expected")
	manager.Get(one).Want(200).Is(1000, "data", "expected")
	clerk.Post(one+"/close", object{"counted": total(1000)}).Want(200).Is(1000, "data", "expected")
	two := openShift(manager, drawer, 1000)
	manager.Get(two).Want(200).Is(nil, "data", "expected")
	manager.Get(two+"/report").Refused(400, "The shift is open")
	manager.Post(two+"/close", object{"counted": total(1000)}).Want(200)
	manager.Post(two+"/approve", nil).Refused(400, "second person")
}

func counts(owner *apptest.Caller) {
	drawer := owner.DefaultAccount("cash")
	bad := func(field string, count object) {
		owner.Post("/api/shifts/{org}/open", object{"accountId": drawer, "openingFloat": count}).Bad(field)
	}
	pieces := func(list ...any) object { return object{"denominations": list} }
	bad("openingFloat.total", object{})
	bad("openingFloat.total", total(-1))
	bad("openingFloat.total", object{"total": 1, "denominations": []any{object{"value": 500, "count": 1}}})
	bad("openingFloat.denominations[0].value", pieces(object{"value": 300, "count": 1}))
	bad("openingFloat.denominations[1].value", pieces(object{"value": 500, "count": 1}, object{"value": 500, "count": 1}))
	owner.Get("/api/shifts/{org}/denominations").Want(200).Is(500, "data", 0)
	one := openShift(owner, drawer, 0)
	owner.Get(one).Want(200).Is(0, "data", "openingFloat").Is("open", "data", "state")
}

// corrections stand beside a count, whatever has happened since.
func corrections(owner *apptest.Caller) {
	drawer := owner.DefaultAccount("cash")
	one := openShift(owner, drawer, 1000)
	fix := func(amount float64) object { return object{"counted": total(amount), "reason": "Below the tray"} }
	owner.Post(one+"/corrections", fix(1)).Refused(400, "The shift is open")
	owner.Post(one+"/close", object{"counted": total(950)}).Want(200)
	owner.Post(one+"/corrections", fix(950)).Refused(400, "nothing is to be corrected")
	owner.Post(one+"/corrections", fix(1000)).Want(201).Is(50, "data", "amount")
	owner.Post(one+"/corrections", fix(990)).Want(201).Is(-10, "data", "amount")
	owner.Get(one).Want(200).Is(950, "data", "counted").Is(-50, "data", "difference").Is(990, "data", "countedInTruth")
	if balance := owner.Balance(drawer); balance != 990 {
		owner.Server.T.Errorf("the drawer's account has %v, want the corrected count", balance)
	}
	two := openShift(owner, drawer, 1000)
	owner.Post(one+"/corrections", fix(1000)).Want(201).Is(10, "data", "amount")
	if balance := owner.Balance(drawer); balance != 1000 {
		owner.Server.T.Errorf("the drawer's account has %v, want the float that was counted later", balance)
	}
	owner.Post(two+"/close", object{"counted": total(1000)}).Want(200).Is(0, "data", "difference")
	owner.Get(one+"/report").Want(200).Is(50, "data", "sums", "corrected").Is(1000, "data", "shift", "countedInTruth")
	apptest.BooksBalance(owner.Server.T, owner)
}

func handOver(owner *apptest.Caller) {
	drawer := owner.DefaultAccount("cash")
	meera, anil := owner.Member("Meera", desk), owner.Member("Anil", desk)
	one := openShift(meera, drawer, 1000)
	next := anil.Post(one+"/hand-over", object{"counted": total(980)}).Want(201).Is("Anil", "data", "cashier").
		Is(980, "data", "openingFloat").Text("data", "_id")
	meera.Get(one).Want(200).Is(next, "data", "nextShiftId").Is("closed", "data", "state").Is(-20, "data", "difference")
	anil.Post("/api/shifts/{org}/"+next+"/close", object{"counted": total(980)}).Want(200).Is(0, "data", "difference").
		Is(0, "data", "floatDifference")
	apptest.BooksBalance(owner.Server.T, owner)
}

// atOnce: of two who open a drawer or count it at the same time, one does.
func atOnce(owner *apptest.Caller) {
	drawer := owner.DefaultAccount("cash")
	path, body := "/api/shifts/{org}/open", object{"accountId": drawer, "openingFloat": total(1000)}
	one := ""
	for _, step := range []string{"open", "close"} {
		answers := make([]apptest.Answer, 4)
		owner.Server.AtOnce(len(answers), func(i int) (err error) {
			answers[i], err = owner.Try("POST", path, body)
			return err
		})
		won := 0
		for _, a := range answers {
			if a.Status < 300 {
				won++
				one = "/api/shifts/{org}/" + a.Text("data", "_id")
			} else {
				a.Refused(400, map[string]string{"open": "A shift is open", "close": "The shift is closed"}[step])
			}
		}
		if won != 1 {
			owner.Server.T.Errorf("%d of %d could %s the shift", won, len(answers), step)
		}
		path, body = one+"/close", object{"counted": total(900)}
	}
	apptest.BooksBalance(owner.Server.T, owner)
}

// elsewhere: what the cashier takes by card is in the report, and not in the drawer.
func elsewhere(owner *apptest.Caller) {
	clerk := owner.Member("Clerk", object{"payments": object{"view": true, "create": true},
		"bookings": object{"view": true}})
	one, booking := openShift(clerk, owner.DefaultAccount("cash"), 0), owner.BookFromToday()
	pay := func(c *apptest.Caller, amount float64, method string) {
		c.Post("/api/payments/{org}/create", object{"bookingId": booking, "amount": amount,
			"method": method}).Want(201)
	}
	pay(clerk, 100, "upi")
	pay(clerk, 20, "cash")
	pay(owner, 40, "upi")
	clerk.Post(one+"/close", object{"counted": total(20)}).Want(200).Is(20, "data", "expected")
	pay(clerk, 7, "upi")
	report := clerk.Get(one + "/report").Want(200)
	got := fmt.Sprintf("%v %v %v %v", report.At("data", "byMethod", 0, "received"),
		report.At("data", "byMethod", 1, "method"),
		report.At("data", "byMethod", 1, "inDrawer"), report.At("data", "byMethod", 1, "received"))
	if got != "20 upi false 100" {
		owner.Server.T.Errorf("by method: %s", got)
	}
}
