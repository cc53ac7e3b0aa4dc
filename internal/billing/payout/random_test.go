package payout_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
)

// After any settlements, their reversals, payments and credit notes, what companies owe is what the books say, and no
// settlement settles more than an invoice owes.
func TestSettlementsAddUp(t *testing.T) {
	apptest.RapidDefault(t, "checks", "6")
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rapid.Check(t, func(rt *rapid.T) {
			s.Clock.Set(apptest.Noon)
			m := &model{rt: rt, desk: owner.AnotherHotel(object{"gstin": apptest.HotelGSTIN}).Refreshed()}
			m.companies = []string{agency(m.desk), agency(m.desk)}
			rt.Repeat(m.actions())
		})
	})
}

type model struct {
	rt                  *rapid.T
	desk                *apptest.Caller
	companies, invoices []string
	made                []string
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

func amount(rt *rapid.T) float64 { return float64(rapid.IntRange(1, 200000).Draw(rt, "paise")) / 100 }

func (m *model) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"": func(rt *rapid.T) { apptest.BooksHold(rt, m.desk) },
		"bill": func(rt *rapid.T) {
			id := m.desk.Bill(amount(rt))
			m.invoices = append(m.invoices, id)
			if rapid.Bool().Draw(rt, "on account") {
				m.try(m.desk.Post(companies+"/"+one(rt, m.companies, "company")+"/invoices", object{"invoiceId": id}))
			}
		},
		"settle": m.settle,
		"apply": func(rt *rapid.T) {
			m.try(m.desk.Post(settlements+"/"+one(rt, m.made, "settlement")+"/apply",
				object{"line": rapid.IntRange(1, 3).Draw(rt, "line"), "invoiceId": one(rt, m.invoices, "invoice")}))
		},
		"reverse": func(rt *rapid.T) {
			m.try(m.desk.Post(settlements+"/"+one(rt, m.made, "settlement")+"/reverse", object{"reason": "x"}))
		},
		"pay": func(rt *rapid.T) {
			m.try(m.desk.Pay(object{"invoiceId": one(rt, m.invoices, "invoice"), "amount": amount(rt)}))
		},
		"credit": func(rt *rapid.T) {
			m.try(m.desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": one(rt, m.invoices, "invoice"),
				"amount": amount(rt), "reason": "x"}))
		},
		"next day": func(*rapid.T) {
			m.desk.Server.Clock.Advance(24 * time.Hour)
			m.desk = m.desk.Refreshed()
			m.try(m.desk.Post(apptest.NightAudits, object{"markNoShows": false}))
		},
	}
}

// settle posts a settlement of up to three lines. Amounts are drawn in paise.
func (m *model) settle(rt *rapid.T) {
	lines, sum := []object{}, [6]int64{}
	for range rapid.IntRange(1, 3).Draw(rt, "lines") {
		paise := [6]int64{rapid.Int64Range(1, 200000).Draw(rt, "gross")}
		left := paise[0]
		for n := 1; n < 5; n++ {
			paise[n] = rapid.Int64Range(0, left/4).Draw(rt, "kept")
			left -= paise[n]
		}
		paise[5] = left
		line := object{"reference": "R"}
		if len(m.invoices) > 0 && rapid.Bool().Draw(rt, "of an invoice") {
			line["invoiceId"] = one(rt, m.invoices, "invoice")
			if rapid.IntRange(0, 4).Draw(rt, "taken back") == 0 {
				for n := range paise {
					paise[n] = -paise[n]
				}
			}
		}
		for n := range sum {
			sum[n] += paise[n]
		}
		lines = append(lines, line.Merged(sums(paise)))
	}
	body := sums(sum).Merged(object{"companyId": one(rt, m.companies, "company"), "lines": lines,
		"statementNumber": rapid.StringMatching(`[A-D][0-9]`).Draw(rt, "number")})
	if a := m.try(m.desk.Post(settlements+"/create", body)); a.Status == 201 {
		m.made = append(m.made, a.Text("data", "_id"))
	}
}

func sums(paise [6]int64) object {
	o := object{}
	for n, field := range []string{"grossAmount", "commissionAmount", "gstOnCommission", "tcsAmount", "tdsAmount",
		"netAmount"} {
		o[field] = float64(paise[n]) / 100
	}
	return o
}
