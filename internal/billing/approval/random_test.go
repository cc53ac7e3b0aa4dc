package approval_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
)

// ids are those of records, which differ between hotels.
var ids = regexp.MustCompile(`[0-9a-f]{24}`)

// act is something that a hotel does to what it has.
type act struct {
	what    string
	at      int // to which of the records
	amount  int
	outcome string // of what waits: approve, reject, withdraw, or code
}

var acts = rapid.Custom(func(t *rapid.T) act {
	return act{rapid.SampledFrom([]string{"refund", "void", "credit", "unbill", "voucher", "discount", "allowance",
		"nights"}).Draw(t, "what"), rapid.IntRange(0, 3).Draw(t, "at"), rapid.IntRange(1, 12).Draw(t, "hundreds") * 100,
		rapid.SampledFrom([]string{"approve", "approve", "reject", "withdraw", "code"}).Draw(t, "outcome")}
})

// side is a hotel with the same records as the other one.
type side struct {
	owner, desk               *apptest.Caller
	payments, invoices, stays []string
	bills                     []string
	account, cash             string
}

func newSide(owner *apptest.Caller) *side {
	s := &side{owner: owner, desk: clerk(owner), cash: owner.DefaultAccount("cash")}
	rooms := owner.CreateRooms(4)
	for i := range 4 {
		s.payments = append(s.payments, paid(owner, 3000))
		s.invoices = append(s.invoices, owner.Bill(2000))
		s.bills = append(s.bills, owner.Bill(float64(300+300*i)))
		stay := owner.Book("2026-04-14", "2026-04-16", rooms[i])
		owner.AddCharge(stay, "Dinner", 2000)
		s.stays = append(s.stays, stay)
	}
	s.account = owner.Post("/api/accounts/{org}/chart/create", object{"name": "Rent", "kind": "expense"}).Want(201).
		Text("data", "account")
	return s
}

// do is the act's request.
func (s *side) do(a act, consent object) apptest.Answer {
	method, path, body := "POST", "", object{}
	switch a.what {
	case "refund":
		path, body = refundPath(s.payments[a.at]), refund(float64(a.amount))
	case "void":
		path, body = "/api/payments/{org}/"+s.payments[a.at]+"/void", object{"reason": "x"}
	case "credit":
		path, body = "/api/credit-notes/{org}/create", object{"invoiceId": s.invoices[a.at],
			"amount": a.amount, "reason": "x"}
	case "unbill":
		path, body = "/api/invoices/{org}/"+s.bills[a.at]+"/void", object{"reason": "x"}
	case "voucher":
		path, body = "/api/vouchers/{org}/create", object{"kind": "journal", "narration": "x", "lines": []object{
			{"account": s.account, "debit": a.amount}, {"account": s.cash, "credit": a.amount}}}
	case "discount":
		path, body = apptest.BookingPath(s.stays[a.at], "/charges"),
			object{"description": "Taxi", "unitPrice": 2000, "discount": a.amount}
	case "allowance":
		path, body = apptest.BookingPath(s.stays[a.at], "/charges"),
			object{"type": "adjustment", "description": "Sorry", "unitPrice": -a.amount}
	case "nights":
		method, path, body = "PUT", apptest.BookingPath(s.stays[a.at], "/nights"), object{"reason": "x",
			"rates": []object{{"date": "2026-04-14", "amount": 5000 - a.amount}}}
	}
	return s.desk.Do(method, path, body.Merged(consent))
}

// says is what the hotel's books, folios and documents say.
func (s *side) says() (text string) {
	text = string(s.owner.Get("/api/accounts/{org}/trial-balance").Want(200).Raw)
	for i := range 4 {
		text += fmt.Sprint(s.owner.Get(apptest.BookingPath(s.stays[i], "")).Want(200).Number("data", "totalAmount"),
			s.owner.Get(apptest.BookingPath(s.stays[i], "/folio")).Want(200).At("data", "balance"),
			s.owner.Get("/api/payments/{org}/"+s.payments[i]).Want(200).At("data", "refundedAmount"),
			s.owner.Get("/api/invoices/{org}/"+s.invoices[i]).Want(200).At("data", "balanceDue"),
			s.owner.Get("/api/invoices/{org}/"+s.bills[i]).Want(200).Text("data", "status"))
	}
	return ids.ReplaceAllString(text, "")
}

// Whatever is asked for, approved, rejected and withdrawn: the books are those of a hotel in which the approved acts
// were done directly, and nothing above a limit is done without a yes.
func TestApprovalsAgainstDirectActs(t *testing.T) {
	apptest.RapidDefault(t, "checks", "3")
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		person := s.Hotel()
		rapid.Check(t, func(r *rapid.T) {
			guarded, free := newSide(person.AnotherHotel()), newSide(person.AnotherHotel())
			limits := object{}
			for _, field := range []string{"refund", "paymentVoid", "creditNote", "invoiceVoid", "voucher", "allowance",
				"discount"} {
				limits[field] = rapid.IntRange(0, 8).Draw(r, field) * 100
			}
			guarded.owner.Put(limitsPath, limits).Want(200)
			guarded.owner.Put(codePath, object{"code": "402915"}).Want(200)
			code := object{"approval": object{"by": guarded.owner.UserID, "code": "402915"}}
			for _, a := range rapid.SliceOfN(acts, 6, 12).Draw(r, "acts") {
				before := guarded.says()
				consent := object{}
				if a.outcome == "code" {
					consent = code
				}
				asked := guarded.do(a, consent)
				if asked.Status == 202 {
					if guarded.says() != before {
						r.Fatalf("%+v was done before anybody said yes", a)
					}
					id, decision := asked.Text("data", "_id"), guarded.owner
					if a.outcome == "withdraw" {
						decision = guarded.desk
					}
					decision.Post(path(id, "/"+a.outcome), object{"reason": "x"}).Want(200)
					if a.outcome != "approve" {
						if guarded.says() != before {
							r.Fatalf("%+v was done although it wasn't approved", a)
						}
						continue
					}
				}
				done := free.do(a, object{})
				if asked.Status != 202 && asked.Status != done.Status {
					r.Fatalf("%+v: %d with limits, %d without: %s %s", a, asked.Status, done.Status, asked.Raw, done.Raw)
				}
				if now := guarded.says(); now != free.says() {
					r.Fatalf("after %+v with limits\n%s\nwithout\n%s", a, now, free.says())
				}
			}
			pending := guarded.owner.Get(listPath + "?status=pending").Want(200)
			if n := len(slices.Clone(pending.List("data"))); n > 0 {
				r.Fatalf("%d still wait", n)
			}
		})
	})
}
