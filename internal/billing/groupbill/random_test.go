package groupbill_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
)

// After random rules, moves, payments, invoices and credit notes, the group's account is the sum of its folios, of its
// invoices and of what isn't billed, and the books balance. Whoever pays, the stays cost what they would without.
func TestMasterAccountsAddUp(t *testing.T) {
	apptest.RapidDefault(t, "checks", "12")
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rapid.Check(t, func(rt *rapid.T) {
			s.Clock.Set(apptest.Noon)
			desk := owner.AnotherHotel(object{"gstin": apptest.HotelGSTIN}).Refreshed()
			desk.SetBilling(object{"roundToWhole": rapid.Bool().Draw(rt, "rounded"), "pricesIncludeTax": rapid.Bool().
				Draw(rt, "inclusive"), "issueAtCheckout": rapid.Bool().Draw(rt, "issued")})
			path, id := party(desk, object{"masterPays": rapid.SampledFrom([]string{"nothing", "rooms", "all"}).
				Draw(rt, "pays"), "deposits": []object{{"due": "2026-04-10", "amount": 4000}, {"due": "2026-04-15",
				"amount": 3000.5}}})
			numbers := desk.CreateRooms(4)
			var stays []string
			for i, rate := range []any{5000.01, 9000, 999} {
				stays = append(stays, member(desk, id, numbers[i], rate))
			}
			m := &model{rt: rt, desk: desk, path: path, id: id, stays: stays, spare: numbers[3]}
			rt.Repeat(m.actions())
		})
	})
}

type model struct {
	rt    *rapid.T
	desk  *apptest.Caller
	path  string
	id    string
	stays []string
	spare string
	paid  []string
}

func (m *model) stay(rt *rapid.T) string { return rapid.SampledFrom(m.stays).Draw(rt, "stay") }

func (m *model) try(a apptest.Answer) apptest.Answer {
	if a.Status >= 500 || a.Status == 401 {
		m.rt.Fatalf("%s %s: %s", a.Method, a.Path, a.Raw)
	}
	return a
}

func (m *model) rules(rt *rapid.T) object {
	where := rapid.SampledFrom([]string{"own", "master"})
	return object{"rooms": where.Draw(rt, "rooms"), "food": where.Draw(rt, "food"), "other": where.Draw(rt, "other"),
		"apply": rapid.Bool().Draw(rt, "apply"), "dryRun": rapid.IntRange(0, 4).Draw(rt, "dry") == 0}
}

func (m *model) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"":        func(rt *rapid.T) { m.check(rt) },
		"group":   func(rt *rapid.T) { m.try(m.desk.Put(m.path+"/routing", m.rules(rt))) },
		"booking": func(rt *rapid.T) { m.try(m.desk.Put(apptest.BookingPath(m.stay(rt), "/routing"), m.rules(rt))) },
		"follow": func(rt *rapid.T) {
			m.try(m.desk.Put(apptest.BookingPath(m.stay(rt), "/routing"), object{"followGroup": true}))
		},
		"arrive":     func(rt *rapid.T) { m.try(m.desk.Post(apptest.BookingPath(m.stay(rt), "/arrival"), object{})) },
		"leave":      func(rt *rapid.T) { m.try(m.desk.Put(apptest.BookingPath(m.stay(rt), "/checkout"), object{})) },
		"own charge": func(rt *rapid.T) { m.try(m.desk.Post(m.path+"/charges", m.charge(rt))) },
		"charge": func(rt *rapid.T) {
			body := m.charge(rt)
			if rapid.Bool().Draw(rt, "allowance") {
				body = object{"type": "adjustment", "description": "Noise", "unitPrice": -rapid.IntRange(1, 3000).Draw(rt, "off")}
			}
			m.try(m.desk.Post(apptest.BookingPath(m.stay(rt), "/charges"), body))
		},
		"next day": func(*rapid.T) {
			m.desk.Server.Clock.Advance(24 * time.Hour)
			m.desk = m.desk.Refreshed()
			m.try(m.desk.Post("/api/bookings/{org}/night-audit", object{"markNoShows": false}))
		},
		"stay": func(rt *rapid.T) {
			m.try(m.desk.Put(apptest.BookingPath(m.stay(rt), "/stay"),
				object{"checkOut": apptest.Date(rapid.IntRange(1, 4).Draw(rt, "to"))}))
		},
		"cancel": func(rt *rapid.T) {
			body := object{"reason": "x"}
			if rapid.Bool().Draw(rt, "charged") {
				body["cancellationCharge"] = rapid.IntRange(0, 3000).Draw(rt, "charge")
			} else if rapid.Bool().Draw(rt, "kept") {
				body["refundAmount"] = 0
			}
			m.try(m.desk.Put(apptest.BookingPath(m.stay(rt), "/cancel"), body))
		},
		"reinstate":    func(rt *rapid.T) { m.try(m.desk.Post(apptest.BookingPath(m.stay(rt), "/reinstate"), nil)) },
		"move":         m.moveLines,
		"pay":          m.pay,
		"move payment": m.movePayment,
		"refund": func(rt *rapid.T) {
			if len(m.paid) == 0 {
				rt.Skip("nothing paid")
			}
			m.try(m.desk.Post("/api/payments/{org}/"+rapid.SampledFrom(m.paid).Draw(rt, "payment")+"/refund",
				object{"amount": rapid.IntRange(1, 4000).Draw(rt, "amount"), "reason": "x"}))
		},
		"bill": func(rt *rapid.T) {
			m.try(m.desk.Post(m.path+"/invoices", object{"issue": rapid.Bool().Draw(rt, "issue"),
				"wholeStays": rapid.Bool().Draw(rt, "whole")}))
		},
		"bill a part": m.billPart,
		"split":       m.split,
		"bill a stay": func(rt *rapid.T) {
			m.try(m.desk.Post("/api/invoices/{org}/create", object{"bookingId": m.stay(rt), "issue": rapid.Bool().
				Draw(rt, "issue"), "postedOnly": rapid.Bool().Draw(rt, "posted")}))
		},
		"invoice": m.changeInvoice,
	}
}

func (m *model) charge(rt *rapid.T) object {
	return object{"description": "Dinner", "unitPrice": rapid.IntRange(1, 3000).Draw(rt, "price"),
		"sac": rapid.SampledFrom([]string{"996332", "999712"}).Draw(rt, "sac")}
}

func (m *model) moveLines(rt *rapid.T) {
	stay := m.stay(rt)
	lines, _ := m.desk.FolioLines(stay)
	var ids []any
	for _, l := range lines {
		if l["lineId"] != "" && l["status"] == "open" && rapid.Bool().Draw(rt, "this") {
			ids = append(ids, l["lineId"])
		}
	}
	if len(ids) == 0 {
		rt.Skip("nothing is open")
	}
	m.try(m.desk.Post(m.path+"/charges/move", object{"bookingId": stay, "lineIds": ids,
		"to": rapid.SampledFrom([]string{"master", "own"}).Draw(rt, "to")}))
}

// billPart bills some of the master's open lines, or those of one stay.
func (m *model) billPart(rt *rapid.T) {
	if rapid.Bool().Draw(rt, "of a stay") {
		m.try(m.desk.Post(m.path+"/invoices", object{"bookingIds": []any{m.stay(rt)}}))
		return
	}
	var ids []any
	for _, l := range m.desk.Get(m.path+"/folio").Want(200).List("data", "lines") {
		if l := l.(map[string]any); l["status"] == "open" && rapid.Bool().Draw(rt, "this") {
			ids = append(ids, l["lineId"])
		}
	}
	if len(ids) == 0 {
		rt.Skip("nothing is open")
	}
	m.try(m.desk.Post(m.path+"/invoices", object{"lineIds": ids, "issue": rapid.Bool().Draw(rt, "issue")}))
}

// split bills the guest's own open lines of a stay in two.
func (m *model) split(rt *rapid.T) {
	stay := m.stay(rt)
	lines, _ := m.desk.FolioLines(stay)
	parts := [2][]any{}
	for _, l := range lines {
		if l["status"] == "open" && l["payer"] != "master" {
			n := rapid.IntRange(0, 1).Draw(rt, "part")
			parts[n] = append(parts[n], l["lineId"])
		}
	}
	for _, ids := range parts {
		if len(ids) > 0 {
			m.try(m.desk.Post("/api/invoices/{org}/create", object{"bookingId": stay, "lineIds": ids}))
		}
	}
}

func (m *model) pay(rt *rapid.T) {
	amount := rapid.IntRange(1, 20000).Draw(rt, "amount")
	a := apptest.Answer{}
	if rapid.Bool().Draw(rt, "the group") {
		a = m.try(m.desk.Post(m.path+"/payments", object{"amount": amount, "method": "cash"}))
	} else {
		a = m.try(m.desk.Post("/api/payments/{org}/create", object{"bookingId": m.stay(rt), "amount": amount,
			"method": "cash"}))
	}
	if a.Status == 201 {
		m.paid = append(m.paid, a.Text("data", "_id"))
	}
}

func (m *model) movePayment(rt *rapid.T) {
	if len(m.paid) == 0 {
		rt.Skip("nothing paid")
	}
	m.try(m.desk.Post(m.path+"/payments/move", object{"paymentId": rapid.SampledFrom(m.paid).Draw(rt, "payment"),
		"bookingId": m.stay(rt), "to": rapid.SampledFrom([]string{"master", "own"}).Draw(rt, "to")}))
}

// changeInvoice issues, deletes, voids or credits an invoice, of the group or of a booking.
func (m *model) changeInvoice(rt *rapid.T) {
	list := m.desk.Get("/api/invoices/{org}/list?limit=100").Want(200).List("data")
	if len(list) == 0 {
		rt.Skip("no invoice")
	}
	i := rapid.SampledFrom(list).Draw(rt, "invoice").(map[string]any)["_id"].(string)
	switch rapid.IntRange(0, 3).Draw(rt, "what") {
	case 0:
		m.try(m.desk.Post("/api/invoices/{org}/"+i+"/issue", nil))
	case 1:
		m.try(m.desk.Delete("/api/invoices/{org}/" + i + "/delete"))
	case 2:
		m.try(m.desk.Post("/api/invoices/{org}/"+i+"/void", object{"reason": "x"}))
	default:
		body := object{"invoiceId": i, "reason": "x"}
		if rapid.Bool().Draw(rt, "a line") {
			body["lines"] = []object{{"position": rapid.IntRange(0, 3).Draw(rt, "position")}}
		} else if rapid.Bool().Draw(rt, "an amount") {
			body["amount"] = rapid.IntRange(1, 4000).Draw(rt, "amount")
		}
		m.try(m.desk.Post("/api/credit-notes/{org}/create", body))
	}
}

// check compares the group's account with the folios, the invoices and the payments.
func (m *model) check(rt *rapid.T) {
	f := m.desk.Get(m.path + "/folio").Want(200)
	at := func(a apptest.Answer, path ...any) int64 { return apptest.Paise(a.At(path...)) }
	var ofLines, open, routed int64
	for _, l := range f.List("data", "lines") {
		line := l.(map[string]any)
		ofLines += apptest.Paise(line["totalAmount"])
		if line["invoiceId"] == "" {
			open += apptest.Paise(line["totalAmount"])
		}
		if line["bookingId"] != "" {
			routed -= apptest.Paise(line["totalAmount"])
		}
	}
	for _, stay := range m.stays {
		folio := m.desk.CheckedFolio(stay)
		routed += at(folio, "data", "totals", "routedAmount")
		m.sameRouted(rt, f, folio, stay)
	}
	var invoiced int64
	for _, i := range m.desk.Get(m.path + "/invoices").Want(200).List("data") {
		i := i.(map[string]any)
		if i["status"] == "void" {
			continue
		}
		invoiced += apptest.Paise(i["totalAmount"]) - apptest.Paise(i["amountCredited"])
		if i["status"] == "draft" {
			invoiced -= apptest.Paise(i["rounding"])
		}
	}
	var deposited int64
	for _, d := range m.desk.Get(m.path+"/deposits").Want(200).List("data", "deposits") {
		deposited += apptest.Paise(d.(map[string]any)["paidAmount"])
	}
	charged, coming := at(f, "data", "chargedAmount"), at(f, "data", "toBePosted")
	paid, refunded := at(f, "data", "paidAmount"), at(f, "data", "refundAmount")
	for what, equal := range map[string]bool{
		fmt.Sprint("the lines ", ofLines, " and what is charged ", charged):                       ofLines == charged,
		fmt.Sprint("invoices ", invoiced, " and what isn't billed ", open, ", charged ", charged): invoiced+open == charged,
		fmt.Sprint("what stays give the master ", routed, " and what is to come ", coming):        routed == coming,
		fmt.Sprint("deposits ", deposited, " and what was paid ", paid, " less ", refunded): deposited ==
			min(max(paid-refunded, 0), 7000_50),
		"the balance": at(f, "data", "balanceDue") == charged-paid+refunded+coming,
	} {
		if !equal {
			rt.Fatalf("%s don't agree: %s", what, f.Raw)
		}
	}
	apptest.BooksHold(rt, m.desk)
	if rt.Failed() {
		rt.FailNow()
	}
}

// sameRouted compares the lines that a booking's folio says are the master's with those that the master's folio has.
func (m *model) sameRouted(rt *rapid.T, master, folio apptest.Answer, stay string) {
	var here, there int64
	for _, l := range folio.List("data", "lines") {
		if l := l.(map[string]any); l["payer"] == "master" {
			here += apptest.Paise(l["totalAmount"])
		}
	}
	for _, l := range master.List("data", "lines") {
		if l := l.(map[string]any); l["bookingId"] == stay {
			there += apptest.Paise(l["totalAmount"])
		}
	}
	if here != there {
		rt.Fatalf("the folio of %s has %d for the master, who has %d of it", stay, here, there)
	}
}
