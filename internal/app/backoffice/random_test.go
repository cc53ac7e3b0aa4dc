package backoffice_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/date"
	"sarai/internal/kit/kittest"
)

type object = apptest.Object

// After whatever a back office does, the books balance, what companies, vendors and agents owe and are owed is what
// their accounts say, the balance sheet of each day balances, and a locked month says what it said.
func TestBackOfficeOfRandomWeeks(t *testing.T) {
	apptest.RapidDefault(t, "checks", "2")
	apptest.RapidDefault(t, "nofailfile", "true")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := apptest.New(t, engine)
			owner := s.Hotel()
			done := map[string]int{}
			rapid.Check(t, func(rt *rapid.T) {
				s.Clock.Set(apptest.Noon)
				o := open(rt, owner.Refreshed().AnotherHotel(object{"gstin": apptest.HotelGSTIN}), done)
				actions := o.actions()
				names := append(slices.Sorted(maps.Keys(actions)), "bill", "move", "move", "pay",
					"approve", "refund", "return deposit", "write off")
				for range 110 {
					actions[rapid.SampledFrom(names).Draw(rt, "action")]()
					o.holds()
				}
				apptest.BooksBalance(rt, o.desk)
			})
			if len(done) < 20 {
				t.Errorf("only these actions ever succeeded: %v", done)
			}
			t.Log(done)
		})
	}
}

// office is a hotel's back office: who works in it, and what there is to work on.
type office struct {
	rt            *rapid.T
	desk, manager *apptest.Caller
	company       string // paths
	vendor        string
	cash, bank    string
	records       map[string][]string // ids by kind
	locked        date.Date
	then          string // the trial balance of the day until which the books are locked
	n             int
	done          map[string]int // how often each action succeeded, in all runs
}

func open(rt *rapid.T, desk *apptest.Caller, done map[string]int) *office {
	o := &office{rt: rt, desk: desk, cash: desk.DefaultAccount("cash"), bank: desk.DefaultAccount("bank"),
		records: map[string][]string{}, done: done}
	desk.Put("/api/approvals/{org}/limits", object{"refund": 100, "paymentVoid": 1000, "creditNote": 100, "voucher": 600,
		"invoiceVoid": 1000}).Want(200)
	o.manager = desk.Member("Manager", object{"payments": object{"manage": true}, "invoices": object{"manage": true},
		"expenses": object{"manage": true}})
	made := desk.Post("/api/companies/{org}/create", object{"name": "Rao Textiles", "canLeaveOnAccount": true,
		"paymentTermsDays": 5, "creditLimit": 20_000}).Want(201)
	o.company = made.Text("data", "_id")
	o.vendor = desk.Post("/api/vendor/{org}/create", object{"name": "Lake City Linen", "pan": "AAPFU0939F",
		"tdsSection": "194C"}).Want(201).Text("data", "_id")
	return o
}

// post does an action. What is refused, and what waits for a second person, has done nothing yet.
func (o *office) post(action, path string, body object) (a apptest.Answer) {
	a = o.desk.Post(path, body)
	switch {
	case a.Status == 202:
		o.keep("approval", a.Text("data", "_id"))
		o.done["wait"]++
	case a.Status == 200 || a.Status == 201:
		o.done[action]++
	case a.Status >= 500 || a.Status == 401 || a.Status == 403:
		o.rt.Fatalf("%s %s: %s", a.Method, a.Path, a.Raw)
	}
	return a
}

// make is post for what has an id that later actions need.
func (o *office) make(kind, action, path string, body object) {
	if a := o.post(action, path, body); a.Status == 201 {
		o.keep(kind, a.Text("data", "_id"))
	}
}

func (o *office) keep(kind, id string) { o.records[kind] = append(o.records[kind], id) }

// one is one of the kind; as long as there is none, the id of none.
func (o *office) one(kind string) string {
	if len(o.records[kind]) == 0 {
		return apptest.Nobody
	}
	return rapid.SampledFrom(o.records[kind]).Draw(o.rt, kind)
}

// amount is as often large as small: rapid alone prefers small numbers.
func (o *office) amount() float64 {
	paise := rapid.SampledFrom([]int{1, 50, 9_000, 60_000, 300_000}).Draw(o.rt, "about")
	return float64(paise+rapid.IntRange(0, 999).Draw(o.rt, "more")) / 100
}

func (o *office) next() string { o.n++; return fmt.Sprint("N", o.n) }

func (o *office) today() date.Date {
	return date.Of(o.desk.Server.Clock.Now(), time.FixedZone("", 19800))
}

func (o *office) actions() map[string]func() {
	all := o.ofCompanies()
	maps.Copy(all, o.ofMoney())
	maps.Copy(all, o.ofVendors())
	return all
}

func (o *office) ofCompanies() map[string]func() {
	company := "/api/companies/{org}/" + o.company
	return map[string]func(){
		"bill": func() {
			o.make("invoice", "bill", "/api/invoices/{org}/create", object{"lines": []object{{"description": "Banquet",
				"unitPrice": o.amount()}}, "buyer": object{"name": "Rao Textiles"}, "issue": true})
		},
		"move": func() {
			o.post("move", company+"/invoices", object{"invoiceId": o.one("invoice"), "reason": "Agreed"})
		},
		"company pays": func() {
			o.make("payment", "company-pays", company+"/payments", object{"amount": o.amount(), "method": "bank_transfer",
				"oldestFirst": true})
		},
		"write off": func() {
			o.post("write-off", company+"/invoices/"+o.one("invoice")+"/write-off", object{"reason": "Insolvent"})
		},
		"take back": func() {
			o.post("take-back", company+"/invoices/"+o.one("invoice")+"/take-back", object{"reason": "The guest pays"})
		},
		"credit": func() {
			o.post("credit", "/api/credit-notes/{org}/create", object{"invoiceId": o.one("invoice"), "amount": o.amount(),
				"reason": "Agreed"})
		},
		"void invoice": func() {
			o.post("void-invoice", "/api/invoices/{org}/"+o.one("invoice")+"/void", object{"reason": "Typed twice"})
		},
		"settle": o.settle,
		"apply": func() {
			o.post("apply", "/api/settlements/{org}/"+o.one("settlement")+"/apply", object{"line": 1,
				"invoiceId": o.one("invoice")})
		},
		"reverse settlement": func() {
			o.post("reverse-settlement", "/api/settlements/{org}/"+o.one("settlement")+"/reverse", object{"reason": "Wrong"})
		},
	}
}

// settle enters a travel agency's settlement, for an invoice or for none.
func (o *office) settle() {
	gross := rapid.IntRange(10_000, 400_000).Draw(o.rt, "gross")
	fee, tcs := gross/10, gross/200
	rupees := func(paise int) float64 { return float64(paise) / 100 }
	line := object{"reference": o.next(), "grossAmount": rupees(gross), "commissionAmount": rupees(fee),
		"tcsAmount": rupees(tcs), "netAmount": rupees(gross - fee - tcs)}
	body := object{"companyId": o.company, "statementNumber": o.next(), "lines": []object{line}}
	for _, sum := range []string{"grossAmount", "commissionAmount", "tcsAmount", "netAmount"} {
		body[sum] = line[sum]
	}
	if rapid.Bool().Draw(o.rt, "for an invoice") {
		line["invoiceId"] = o.one("invoice")
	}
	o.make("settlement", "settle", "/api/settlements/{org}/create", body)
}

func (o *office) ofMoney() map[string]func() {
	return map[string]func(){
		"pay": func() {
			o.make("payment", "pay", "/api/payments/{org}/create", object{"invoiceId": o.one("invoice"),
				"amount": o.amount(), "method": rapid.SampledFrom([]string{"cash", "upi"}).Draw(o.rt, "method")})
		},
		"refund": func() {
			o.post("refund", "/api/payments/{org}/"+o.one("payment")+"/refund", object{"amount": o.amount(), "reason": "x"})
		},
		"void payment": func() {
			o.post("void-payment", "/api/payments/{org}/"+o.one("payment")+"/void", object{"reason": "Typed twice"})
		},
		"approve": o.approve,
		"open shift": func() {
			o.make("shift", "open-shift", "/api/shifts/{org}/open", object{"accountId": o.cash,
				"openingFloat": object{"total": float64(rapid.IntRange(0, 5000).Draw(o.rt, "float"))}})
		},
		"drop": func() {
			o.post("drop", "/api/shifts/{org}/"+o.one("shift")+"/drops", object{"amount": o.amount(), "bagNumber": o.next(),
				"toAccountId": o.bank})
		},
		"pay out": func() {
			o.post("pay-out", "/api/shifts/{org}/"+o.one("shift")+"/paid-outs", object{"amount": o.amount(), "reason": "Taxi"})
		},
		"close shift": func() {
			o.post("close-shift", "/api/shifts/{org}/"+o.one("shift")+"/close",
				object{"counted": object{"total": float64(rapid.IntRange(0, 9000).Draw(o.rt, "counted"))}})
		},
		"correct": func() {
			o.post("correct", "/api/shifts/{org}/"+o.one("shift")+"/corrections", object{"reason": "A note was torn",
				"counted": object{"total": float64(rapid.IntRange(0, 9000).Draw(o.rt, "counted"))}})
		},
		"voucher": func() {
			amount := o.amount()
			o.make("voucher", "voucher", "/api/vouchers/{org}/create", object{"kind": "contra", "narration": "Paid in",
				"lines": []object{{"account": o.bank, "debit": amount}, {"account": o.cash, "credit": amount}}})
		},
		"reverse voucher": func() {
			o.post("reverse-voucher", "/api/vouchers/{org}/"+o.one("voucher")+"/reverse", object{"reason": "Typed twice"})
		},
		"deposit": func() {
			o.make("deposit", "deposit", "/api/deposits/{org}/create", object{"kind": "key", "amount": o.amount(),
				"method": "upi", "payerName": "Ravi Das"})
		},
		"return deposit": func() {
			o.post("return-deposit", "/api/deposits/{org}/"+o.one("deposit")+"/return", object{"amount": o.amount(),
				"method": "upi", "reason": "The key is back"})
		},
		"keep deposit": func() {
			o.post("keep-deposit", "/api/deposits/{org}/"+o.one("deposit")+"/keep", object{"amount": o.amount(),
				"reason": "The key was lost"})
		},
		"next day": o.nextDay,
		"lock":     o.lock,
	}
}

// approve has the manager say yes or no to what waits.
func (o *office) approve() {
	path := "/api/approvals/{org}/" + o.one("approval")
	action, body := "/approve", object{}
	if rapid.IntRange(0, 3).Draw(o.rt, "no") == 0 {
		action, body = "/reject", object{"reason": "Not so much"}
	}
	a := o.manager.Post(path+action, body)
	if a.Status >= 500 || a.Status == 401 || a.Status == 403 {
		o.rt.Fatalf("%s %s: %s", a.Method, a.Path, a.Raw)
	}
	if a.Status == 200 {
		o.done[action[1:]]++
	}
}

func (o *office) nextDay() {
	o.desk.Server.Clock.Advance(24 * time.Hour)
	o.desk, o.manager = o.desk.Refreshed(), o.manager.Refreshed()
	o.post("next-day", apptest.NightAudits, object{})
}

// lock locks the books until yesterday, and remembers what they say of it.
func (o *office) lock() {
	until := o.today().AddDays(-1)
	if a := o.desk.Put("/api/accounts/{org}/lock", object{"until": until, "reason": "Filed"}); a.Status == 200 && until > o.locked {
		o.done["lock"]++
		o.locked, o.then = until, o.trialBalance(until)
	}
}

func (o *office) trialBalance(day date.Date) string {
	return string(o.desk.Get("/api/accounts/{org}/trial-balance?date=" + string(day)).Want(200).Raw)
}

func (o *office) ofVendors() map[string]func() {
	vendor := "/api/vendor/{org}/" + o.vendor
	return map[string]func(){
		"vendor bill": func() {
			o.make("bill", "vendor-bill", "/api/expenses/{org}/create", object{"vendorId": o.vendor, "category": "Laundry",
				"amount": float64(rapid.IntRange(1, 60_000).Draw(o.rt, "rupees")), "date": o.today(),
				"dueDate": o.today().AddDays(10), "billNumber": o.next()})
		},
		"pay vendor": func() {
			o.make("vendor payment", "pay-vendor", vendor+"/payments", object{"amount": o.amount(), "oldestFirst": true})
		},
		"pay bill": func() {
			o.post("pay-bill", "/api/expenses/{org}/"+o.one("bill")+"/pay", object{"amount": o.amount(), "method": "upi",
				"accountId": o.bank})
		},
		"void vendor payment": func() {
			o.post("void-vendor-payment", "/api/vendor/{org}/payments/"+o.one("vendor payment")+"/void",
				object{"reason": "Typed twice"})
		},
		"take bill back": func() {
			if a := o.desk.Delete("/api/expenses/{org}/" + o.one("bill") + "/delete"); a.Status >= 500 {
				o.rt.Fatalf("%s %s: %s", a.Method, a.Path, a.Raw)
			}
		},
	}
}

// holds fails unless the books and the sub-ledgers agree, the balance sheets of today and of a day before balance, and
// the locked days are as they were.
func (o *office) holds() {
	apptest.BooksHold(o.rt, o.desk)
	for _, day := range []date.Date{o.today(), max(o.today().AddDays(-rapid.IntRange(1, 6).Draw(o.rt, "ago")),
		apptest.FirstDay)} {
		sheet := o.desk.Get("/api/accounts/{org}/balance-sheet?date=" + string(day)).Want(200)
		assets := apptest.Paise(sheet.At("data", "assets", "totals", 0))
		if financed := apptest.Paise(sheet.At("data", "liabilitiesAndEquity", 0)); assets != financed {
			o.rt.Fatalf("on %s the hotel owns %d, and owes and is worth %d: %s", day, assets, financed, sheet.Raw)
		}
	}
	if o.locked != "" && o.trialBalance(o.locked) != o.then {
		o.rt.Fatalf("the books until %s said %s and now %s", o.locked, o.then, o.trialBalance(o.locked))
	}
}
