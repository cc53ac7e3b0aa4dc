package cityledger_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
)

// After any invoices on account, payments, credit notes, write-offs and what takes them back, what companies owe is
// what the books say, in all and of each day, of each company and each invoice.
func TestCompaniesAddUp(t *testing.T) {
	apptest.RapidDefault(t, "checks", "12")
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rapid.Check(t, func(rt *rapid.T) {
			s.Clock.Set(apptest.Noon)
			desk := owner.AnotherHotel(object{"gstin": apptest.HotelGSTIN}).Refreshed()
			m := &model{rt: rt, desk: desk}
			for _, fields := range []object{{"creditLimit": 9000}, {"name": "Das Traders", "paymentTermsDays": 0}} {
				path, _ := debtor(desk, fields)
				m.companies = append(m.companies, path)
			}
			rt.Repeat(m.actions())
		})
	})
}

type model struct {
	rt        *rapid.T
	desk      *apptest.Caller
	companies []string
	invoices  []string
	paid      []string
	settled   []string
}

// try fails for answers that say that the server is wrong.
func (m *model) try(a apptest.Answer) apptest.Answer {
	if a.Status >= 500 || a.Status == 401 {
		m.rt.Fatalf("%s %s: %s", a.Method, a.Path, a.Raw)
	}
	return a
}

func one(rt *rapid.T, of []string, name string) string {
	if len(of) == 0 {
		rt.Skip("nothing is there")
	}
	return rapid.SampledFrom(of).Draw(rt, name)
}

func amount(rt *rapid.T) float64 { return float64(rapid.IntRange(1, 400000).Draw(rt, "paise")) / 100 }

func (m *model) actions() map[string]func(*rapid.T) {
	reason := object{"reason": "x"}
	return map[string]func(*rapid.T){
		"": func(rt *rapid.T) {
			apptest.BooksHold(rt, m.desk)
			m.ages(rt)
		},
		"leave": func(rt *rapid.T) {
			id := m.desk.Bill(amount(rt))
			m.invoices = append(m.invoices, id)
			m.try(m.desk.Post(one(rt, m.companies, "company")+"/invoices", object{"invoiceId": id, "reason": "x"}))
		},
		"leave again": func(rt *rapid.T) {
			m.try(m.desk.Post(one(rt, m.companies, "company")+"/invoices",
				object{"invoiceId": one(rt, m.invoices, "invoice"), "reason": "x"}))
		},
		"take back": func(rt *rapid.T) {
			m.try(m.desk.Post(one(rt, m.companies, "company")+"/invoices/"+one(rt, m.invoices, "invoice")+"/take-back", reason))
		},
		"pay":   m.pay,
		"apply": m.apply,
		"pay at the desk": func(rt *rapid.T) {
			a := m.try(m.desk.Pay(object{"invoiceId": one(rt, m.invoices, "invoice"), "amount": amount(rt)}))
			if a.Status == 201 {
				m.paid = append(m.paid, a.Text("data", "_id"))
			}
		},
		"apply at the desk": func(rt *rapid.T) {
			m.try(m.desk.Post("/api/payments/{org}/"+one(rt, m.paid, "payment")+"/apply",
				object{"invoiceId": one(rt, m.invoices, "invoice")}))
		},
		"refund": func(rt *rapid.T) {
			m.try(m.desk.Post("/api/payments/{org}/"+one(rt, m.paid, "payment")+"/refund",
				object{"amount": amount(rt), "reason": "x"}))
		},
		"void payment": func(rt *rapid.T) {
			m.try(m.desk.Post("/api/payments/{org}/"+one(rt, m.paid, "payment")+"/void", reason))
		},
		"void invoice": func(rt *rapid.T) {
			m.try(m.desk.Post("/api/invoices/{org}/"+one(rt, m.invoices, "invoice")+"/void", reason))
		},
		"credit": func(rt *rapid.T) {
			m.try(m.desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": one(rt, m.invoices, "invoice"),
				"amount": amount(rt), "reason": "x"}))
		},
		"write off": func(rt *rapid.T) {
			body := object{"reason": "x"}
			if rapid.Bool().Draw(rt, "a part") {
				body["amount"] = amount(rt)
			}
			a := m.try(m.desk.Post(one(rt, m.companies, "company")+"/invoices/"+one(rt, m.invoices, "invoice")+"/write-off",
				body))
			if a.Status == 201 {
				m.settled = append(m.settled, a.Text("data", "_id"))
			}
		},
		"reverse": func(rt *rapid.T) {
			m.try(m.desk.Post(one(rt, m.companies, "company")+"/settlements/"+one(rt, m.settled, "settlement")+"/reverse",
				reason))
		},
		"next day": func(*rapid.T) {
			m.desk.Server.Clock.Advance(24 * time.Hour)
			m.desk = m.desk.Refreshed()
			m.try(m.desk.Post(apptest.NightAudits, object{"markNoShows": false}))
		},
	}
}

// spread gives invoices on the company's account parts of what they owe.
func (m *model) spread(rt *rapid.T, path string) (body object, sum float64) {
	if rapid.Bool().Draw(rt, "oldest first") {
		return object{"oldestFirst": true}, 0
	}
	list, paise := []object{}, int64(0)
	for _, i := range m.desk.Get(path+"/account").Want(200).List("data", "invoices") {
		i := i.(map[string]any)
		open := apptest.Paise(i["openAmount"])
		if !rapid.Bool().Draw(rt, "this") {
			continue
		}
		part := rapid.Int64Range(1, open).Draw(rt, "part")
		short := rapid.Int64Range(0, part-1).Draw(rt, "short")
		a := object{"invoiceId": i["invoiceId"], "amount": float64(part-short) / 100}
		if short > 0 {
			a["shortAmount"] = float64(short) / 100
			a["shortKind"] = rapid.SampledFrom([]string{"tds", "discount", "dispute"}).Draw(rt, "kind")
		}
		list, paise = append(list, a), paise+part-short
	}
	if len(list) == 0 {
		return object{"oldestFirst": true}, 0
	}
	return object{"allocations": list}, float64(paise) / 100
}

func (m *model) pay(rt *rapid.T) {
	path := one(rt, m.companies, "company")
	body, sum := m.spread(rt, path)
	body["amount"], body["method"] = sum, "bank_transfer"
	if sum == 0 || rapid.Bool().Draw(rt, "more") {
		body["amount"] = float64(int64(sum*100+0.5)+rapid.Int64Range(1, 300000).Draw(rt, "paise")) / 100
	}
	m.paid = append(m.paid, m.try(m.desk.Post(path+"/payments", body)).Want(201).Text("data", "_id"))
	for _, l := range m.desk.Get(path+"/statement").Want(200).List("data", "lines") {
		if l := l.(map[string]any); l["document"] == "tds" || l["document"] == "discount" {
			m.settled = append(m.settled, l["documentId"].(string))
		}
	}
}

func (m *model) apply(rt *rapid.T) {
	path := one(rt, m.companies, "company")
	body, _ := m.spread(rt, path)
	m.try(m.desk.Post(path+"/payments/"+one(rt, m.paid, "payment")+"/apply", body))
}

// ages are the statements' closings, today and yesterday.
func (m *model) ages(rt *rapid.T) {
	for _, query := range []string{"", "?asOf=2026-04-14"} {
		found := m.desk.Get(companies + "/ageing" + query).Want(200)
		sum := int64(0)
		for _, path := range m.companies {
			sum += apptest.Paise(m.desk.Get(path+"/statement?from=2026-04-01&to="+found.Text("data", "asOf")).Want(200).
				At("data", "closingBalance"))
		}
		if total := apptest.Paise(found.At("data", "totals", "total")); total != sum {
			rt.Fatalf("companies owe %d by age, and %d by their statements", total, sum)
		}
	}
}
