package approval_test

import (
	"fmt"
	"sync"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const (
	limitsPath = "/api/approvals/{org}/limits"
	listPath   = "/api/approvals/{org}/list"
	codePath   = "/api/approvals/{org}/code"

	approversPath = "/api/approvals/{org}/approvers"
)

func TestApprovals(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: whoMay},
		{Name: "without limits nothing waits", Run: withoutLimits},
		{Name: "a refund waits", Run: refundWaits},
		{Name: "the same request asks once", Run: asksOnce},
		{Name: "rejected and withdrawn", Run: rejected},
		{Name: "one's own", Run: ownActs},
		{Name: "what can't be done any more", Run: tooLate},
		{Name: "seven days", Run: expires},
		{Name: "two managers at once", Run: twoManagers},
		{Name: "a code at the desk", Run: deskCode},
		{Name: "wrong codes", Run: wrongCodes},
		{Name: "every kind", Run: everyKind},
		{Name: "the hotel's own prices", Run: ownPrices},
		{Name: "a spreadsheet", Run: spreadsheet},
		{Name: "changed since", Run: changedSince},
		{Name: "the month's end", Run: monthsEnd},
	}, apptest.BooksBalance)
}

func path(id, rest string) string { return "/api/approvals/{org}/" + id + rest }

// clerk is a member who may take payments and more, and approve nothing.
func clerk(owner *apptest.Caller) *apptest.Caller {
	use := object{"view": true, "create": true, "update": true, "delete": true}
	return owner.Member("Clerk", object{"payments": use, "invoices": use, "credit_notes": use, "accounts": use,
		"bookings": use})
}

func manager(owner *apptest.Caller, name string) *apptest.Caller {
	all := object{"manage": true}
	return owner.Member(name, object{"payments": all, "invoices": all, "credit_notes": all, "accounts": all,
		"bookings": all})
}

// paid takes a payment for an invoice and returns the payment's id.
func paid(owner *apptest.Caller, amount float64) string {
	owner.Server.T.Helper()
	return owner.Pay(object{"invoiceId": owner.Bill(amount), "amount": amount}).Text("data", "_id")
}

func refund(amount float64) object { return object{"amount": amount, "reason": "Left a day early"} }

func refundPath(payment string) string { return "/api/payments/{org}/" + payment + "/refund" }

func refunded(owner *apptest.Caller, payment string, want float64) {
	owner.Server.T.Helper()
	owner.Get("/api/payments/{org}/"+payment).Want(200).Is(want, "data", "refundedAmount")
}

func whoMay(_ *testing.T, owner *apptest.Caller) {
	owner.Put(limitsPath, object{"refund": 500}).Want(200)
	desk := clerk(owner)
	id := desk.Post(refundPath(paid(owner, 1000)), refund(600)).Want(202).Text("data", "_id")
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	elsewhere := owner.AnotherHotel()
	porter := owner.Member("Porter", object{"rooms": object{"manage": true}})
	for _, call := range []struct{ method, path string }{{"GET", limitsPath}, {"PUT", limitsPath}, {"GET", listPath},
		{"GET", codePath}, {"PUT", codePath}, {"DELETE", codePath}, {"GET", path(id, "")}, {"POST", path(id, "/approve")},
		{"POST", path(id, "/reject")}, {"POST", path(id, "/withdraw")}} {
		owner.Server.Anyone().Do(call.method, "/api/approvals/"+owner.Org+call.path[len("/api/approvals/{org}"):], nil).
			Refused(401, "")
		stranger.Do(call.method, call.path, nil).Refused(403, "not a member")
	}
	desk.Put(limitsPath, object{"refund": nil}).Refused(403, "organization.manage")
	desk.Put(codePath, object{"code": "123456"}).Refused(403, "approve")
	desk.Post(path(id, "/approve"), nil).Refused(403, "payments.manage")
	desk.Post(path(id, "/reject"), object{"reason": "x"}).Refused(403, "payments.manage")
	elsewhere.Get(path(id, "")).Refused(404, "no such approval")
	for _, hidden := range []*apptest.Caller{porter} {
		hidden.Get(path(id, "")).Refused(404, "no such approval")
		hidden.Post(path(id, "/approve"), nil).Refused(404, "no such approval")
		hidden.Get(listPath).Want(200).Is(0, "pagination", "total")
	}
	manager := owner.Member("Taxes", object{"accounts": object{"manage": true}})
	manager.Get(path(id, "")).Refused(404, "no such approval")
	manager.Post(path(id, "/withdraw"), nil).Refused(404, "no such approval")
	manager.Get(listPath).Want(200).Is(0, "pagination", "total")
	clerk := owner.Member("Second", object{"accounts": object{"manage": true}, "payments": object{"view": true}})
	clerk.Get(path(id, "")).Want(200).Is(false, "data", "mayApprove")
	clerk.Get(listPath).Want(200).Is(1, "pagination", "total")
	clerk.Post(path(id, "/withdraw"), nil).Refused(403, "who has asked")
	clerk.Post(path(id, "/approve"), nil).Refused(403, "payments.manage")
	desk.Get(listPath).Want(200).Is(1, "pagination", "total").Is(false, "data", 0, "mayApprove")
	owner.Get(listPath+"?status=pending&kind=refund").Want(200).Is(true, "data", 0, "mayApprove")
	owner.Get(listPath+"?mine=true").Want(200).Is(0, "pagination", "total")
}

func withoutLimits(_ *testing.T, owner *apptest.Caller) {
	owner.Get(limitsPath).Want(200).Is(nil, "data", "refund").Is(false, "data", "ownActs").Is(1, "data", "version")
	desk := clerk(owner)
	payment := paid(owner, 1000)
	desk.Post(refundPath(payment), refund(900)).Want(201)
	owner.Put(limitsPath, object{"refund": 100, "voucher": 5}).Want(200).Is(100, "data", "refund").Is(5, "data", "voucher")
	owner.Put(limitsPath, object{"refund": nil}).Want(200).Is(nil, "data", "refund").Is(5, "data", "voucher")
	owner.Put(limitsPath, object{"refund": -1}).Bad("refund")
	desk.Post(refundPath(payment), refund(100)).Want(201)
	owner.Get(listPath).Want(200).Is(0, "pagination", "total")
}

func refundWaits(_ *testing.T, owner *apptest.Caller) {
	owner.Put(limitsPath, object{"refund": 500}).Want(200)
	desk, boss := clerk(owner), manager(owner, "Boss")
	payment := paid(owner, 2000)
	desk.Post(refundPath(payment), refund(500)).Want(201) // not above it
	desk.Post(refundPath(payment), refund(5000)).Bad("amount")
	before := owner.Balance(owner.DefaultAccount("cash"))
	asked := desk.Post(refundPath(payment), refund(600)).Want(202)
	asked.Is("pending", "data", "status").Is("refund", "data", "kind").Is(600, "data", "amount").
		Is("payment", "data", "document", "kind").Is(payment, "data", "document", "id").
		Is("Left a day early", "data", "reason").Is("Clerk", "data", "askedByName")
	refunded(owner, payment, 500)
	if now := owner.Balance(owner.DefaultAccount("cash")); now != before {
		owner.Server.T.Errorf("the till has %v, before %v", now, before)
	}
	id := asked.Text("data", "_id")
	told := boss.Get("/api/notifications/{org}").Want(200)
	told.Is("approval_requested", "data", 0, "type").Is(id, "data", 0, "referenceId")
	boss.Post(path(id, "/approve"), nil).Want(200).Is("approved", "data", "status").Is("Boss", "data", "decidedByName")
	refunded(owner, payment, 1100)
	desk.Get("/api/notifications/{org}").Want(200).Is("approval_decided", "data", 0, "type")
	boss.Post(path(id, "/approve"), nil).Refused(400, "approved by Boss already")
	desk.Post(path(id, "/withdraw"), nil).Refused(400, "approved by Boss already")
	refunded(owner, payment, 1100)
	audit := owner.Get("/api/audit/{org}/logs?limit=4").Want(200)
	people := map[string]string{}
	for i := range audit.List("data") {
		people[audit.Text("data", i, "action")] = audit.Text("data", i, "userName")
	}
	if people["approval.approved"] != "Boss" || people["payment.recorded"] != "Clerk" {
		owner.Server.T.Errorf("the audit log has %v", people)
	}
}

func asksOnce(_ *testing.T, owner *apptest.Caller) {
	owner.Put(limitsPath, object{"refund": 0}).Want(200)
	desk := clerk(owner)
	payment := paid(owner, 2000)
	keyed := desk.With("Idempotency-Key", "one")
	id := keyed.Post(refundPath(payment), refund(600)).Want(202).Text("data", "_id")
	keyed.Post(refundPath(payment), refund(600)).Want(202).Is(id, "data", "_id")
	bare := desk.Post(refundPath(payment), refund(600)).Want(202).Text("data", "_id")
	desk.Post(refundPath(payment), refund(600)).Want(202).Is(bare, "data", "_id")
	if bare == id {
		owner.Server.T.Error("another key is the same request")
	}
	owner.Post(path(id, "/approve"), nil).Want(200)
	refunded(owner, payment, 600)
	first := keyed.Post(refundPath(payment), refund(600)).Want(201)
	keyed.Post(refundPath(payment), refund(600)).Want(201).Is(first.Text("data", "_id"), "data", "_id")
	refunded(owner, payment, 600)
	owner.Post(path(bare, "/approve"), nil).Want(200)
	again := desk.Post(refundPath(payment), refund(600)).Want(202).Text("data", "_id")
	if again == bare {
		owner.Server.T.Error("a new request is an approved one")
	}
}

func rejected(_ *testing.T, owner *apptest.Caller) {
	owner.Put(limitsPath, object{"refund": 0}).Want(200)
	desk := clerk(owner)
	payment := paid(owner, 2000)
	id := desk.Post(refundPath(payment), refund(600)).Want(202).Text("data", "_id")
	owner.Post(path(id, "/reject"), object{}).Bad("reason")
	owner.Post(path(id, "/reject"), object{"reason": "Ask first"}).Want(200).Is("rejected", "data", "status").
		Is("Ask first", "data", "decision")
	owner.Post(path(id, "/approve"), nil).Refused(400, "rejected by")
	id = desk.Post(refundPath(payment), refund(600)).Want(202).Text("data", "_id")
	desk.Post(path(id, "/withdraw"), nil).Want(200).Is("withdrawn", "data", "status")
	owner.Post(path(id, "/approve"), nil).Refused(400, "withdrawn")
	refunded(owner, payment, 0)
}

func ownActs(_ *testing.T, owner *apptest.Caller) {
	owner.Put(limitsPath, object{"refund": 0}).Want(200)
	payment := paid(owner, 2000)
	id := owner.Post(refundPath(payment), refund(600)).Want(202).Text("data", "_id")
	owner.Post(path(id, "/approve"), nil).Refused(403, "yourself")
	refunded(owner, payment, 0)
	owner.Put(limitsPath, object{"ownActs": true}).Want(200)
	owner.Post(path(id, "/approve"), nil).Want(200)
	owner.Post(refundPath(payment), refund(600)).Want(201)
	refunded(owner, payment, 1200)
	clerk(owner).Post(refundPath(payment), refund(600)).Want(202)
}

func tooLate(_ *testing.T, owner *apptest.Caller) {
	owner.Put(limitsPath, object{"refund": 500}).Want(200)
	desk := clerk(owner)
	payment := paid(owner, 1000)
	id := desk.Post(refundPath(payment), refund(600)).Want(202).Text("data", "_id")
	desk.Post(refundPath(payment), refund(450)).Want(201)
	owner.Post(path(id, "/approve"), nil).Refused(400, "must not be more than")
	owner.Get(path(id, "")).Want(200).Is("pending", "data", "status")
	refunded(owner, payment, 450)
	second := paid(owner, 1000)
	id = desk.Post(refundPath(second), refund(600)).Want(202).Text("data", "_id")
	members := owner.Get("/api/users/{org}/list").Want(200)
	for i := range members.List("data") {
		if members.Text("data", i, "name") == "Clerk" {
			owner.Put("/api/users/{org}/"+members.Text("data", i, "_id")+"/update", object{"isActive": false}).Want(200)
		}
	}
	owner.Post(path(id, "/approve"), nil).Refused(400, "no active member")
	refunded(owner, second, 0)
}

func expires(_ *testing.T, owner *apptest.Caller) {
	owner.Put(limitsPath, object{"refund": 500}).Want(200)
	payment := paid(owner, 1000)
	desk := clerk(owner)
	id := desk.Post(refundPath(payment), refund(600)).Want(202).Text("data", "_id")
	owner.Later(8*24*60*60*1e9).Post(path(id, "/approve"), nil).Refused(400, "expired")
	again := desk.Again().Post(refundPath(payment), refund(600)).Want(202).Text("data", "_id")
	if again == id {
		owner.Server.T.Error("what has expired waits on")
	}
}

func twoManagers(t *testing.T, owner *apptest.Caller) {
	owner.Put(limitsPath, object{"refund": 0}).Want(200)
	desk := clerk(owner)
	managers := []*apptest.Caller{owner, manager(owner, "Boss"), manager(owner, "Chief")}
	for round := range 5 {
		payment := paid(owner, 2000)
		id := desk.Post(refundPath(payment), refund(600)).Want(202).Text("data", "_id")
		var waiting sync.WaitGroup
		statuses := make([]string, len(managers))
		for i, m := range managers {
			waiting.Go(func() {
				a, err := m.Try("POST", path(id, "/approve"), nil)
				statuses[i] = fmt.Sprint(a.Status, err)
			})
		}
		waiting.Wait()
		counts := map[string]int{}
		for _, s := range statuses {
			counts[s]++
		}
		if counts["200 <nil>"] != 1 || counts["400 <nil>"] != len(managers)-1 {
			t.Errorf("round %d: %v", round, statuses)
		}
		refunded(owner, payment, 600)
	}
}

// loginOf is the id of who calls.
func loginOf(c *apptest.Caller, name string) string {
	c.Server.T.Helper()
	members := c.Get("/api/users/{org}/list").Want(200)
	for i := range members.List("data") {
		if members.Text("data", i, "name") == name {
			return members.Text("data", i, "_id")
		}
	}
	c.Server.T.Fatal("no member " + name)
	return ""
}

func deskCode(_ *testing.T, owner *apptest.Caller) {
	owner.Put(limitsPath, object{"refund": 500}).Want(200)
	desk, boss := clerk(owner), manager(owner, "Boss")
	boss.Get(codePath).Want(200).Is(false, "data", "set")
	boss.Put(codePath, object{"code": "12345"}).Bad("code")
	boss.Put(codePath, object{"code": "402915"}).Want(200)
	boss.Get(codePath).Want(200).Is(true, "data", "set")
	by := loginOf(owner, "Boss")
	desk.Get(approversPath).Want(200).Is(by, "data", 0, "userId").Is("Boss", "data", 0, "name")
	if a := boss.Get(approversPath).Want(200); len(a.List("data")) > 0 {
		owner.Server.T.Errorf("one may approve one's own: %s", a.Raw)
	}
	payment := paid(owner, 2000)
	with := func(by, code string) object {
		return refund(600).Merged(object{"approval": object{"by": by, "code": code}})
	}
	desk.Post(refundPath(payment), with(loginOf(owner, "Clerk"), "402915")).Bad("approval.by")
	desk.Post(refundPath(payment), with(by, "402916")).Refused(403, "not the code")
	refunded(owner, payment, 0)
	owner.Get(listPath).Want(200).Is(0, "pagination", "total")
	desk.With("Idempotency-Key", "k").Post(refundPath(payment), with(by, "402915")).Want(201)
	desk.With("Idempotency-Key", "k").Post(refundPath(payment), with(by, "402915")).Want(201)
	refunded(owner, payment, 600)
	owner.Get(listPath).Want(200).Is(1, "pagination", "total").Is("approved", "data", 0, "status").
		Is(true, "data", 0, "byCode").Is("Boss", "data", 0, "decidedByName").Is("Clerk", "data", 0, "askedByName")
	boss.Delete(codePath).Want(200)
	if a := desk.Get(approversPath).Want(200); len(a.List("data")) > 0 {
		owner.Server.T.Errorf("nobody has a code: %s", a.Raw)
	}
	desk.Post(refundPath(payment), with(by, "402915")).Refused(403, "has none")
}

func wrongCodes(_ *testing.T, owner *apptest.Caller) {
	owner.Put(limitsPath, object{"refund": 500}).Want(200)
	desk, boss := clerk(owner), manager(owner, "Boss")
	boss.Put(codePath, object{"code": "402915"}).Want(200)
	by := loginOf(owner, "Boss")
	payment := paid(owner, 2000)
	try := func(c *apptest.Caller, code string) apptest.Answer {
		return c.Post(refundPath(payment), refund(600).Merged(object{"approval": object{"by": by, "code": code}}))
	}
	for range 5 {
		try(desk, "000000").Refused(403, "not the code")
	}
	try(desk, "402915").Refused(429, "too many wrong codes")
	refunded(owner, payment, 0)
	owner.Later(61 * 60 * 1e9)
	try(desk.Again(), "402915").Want(201)
}
