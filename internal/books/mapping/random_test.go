package mapping_test

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest"
)

// Whatever is sold, bought, credited, void, changed and mapped: each account has what a model says, and profit and loss
// by invoices is what all documents come to.
func TestFiguresStayWhateverIsMapped(t *testing.T) {
	apptest.RapidDefault(t, "checks", "2")
	apptest.RapidDefault(t, "steps", "15")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := apptest.New(t, engine)
			owner := s.Hotel()
			rapid.Check(t, func(rt *rapid.T) {
				s.Clock.Set(apptest.Noon)
				b := &bookkeeper{desk: owner.Refreshed().AnotherHotel(), want: map[string]int64{}, to: map[string]string{},
					open: map[string]posted{}}
				for _, name := range []string{"A", "B", "C"} {
					b.income = append(b.income, account(b.desk, name, "income"))
					b.costs = append(b.costs, account(b.desk, "Costs "+name, "expense"))
				}
				b.income, b.costs = append(b.income, ""), append(b.costs, "")
				rt.Repeat(map[string]func(*rapid.T){"map": b.maps, "sell": b.sells, "void": b.voids, "buy": b.buys,
					"edit": b.edits, "": b.agrees})
			})
		})
	}
}

type posted struct {
	account, name string
	paise         int64
	expense       bool
}

type bookkeeper struct {
	desk          *apptest.Caller
	income, costs []string // "": the books' own
	to            map[string]string
	want          map[string]int64
	open          map[string]posted
}

var codes, categories = []string{"996331", "996332", "9997"}, []string{"Linen", "Soap"}

func (b *bookkeeper) maps(rt *rapid.T) {
	clear(b.to)
	sales, bought := []object{}, []object{}
	for _, code := range codes {
		if to := rapid.SampledFrom(b.income).Draw(rt, code); to != "" {
			b.to[code], sales = to, append(sales, object{"code": code, "accountId": to})
		}
	}
	for _, category := range categories {
		if to := rapid.SampledFrom(b.costs).Draw(rt, category); to != "" {
			b.to[category], bought = to, append(bought, object{"category": category, "accountId": to})
		}
	}
	b.desk.Put(path, object{"sales": sales, "expenses": bought}).Want(200)
}

func (b *bookkeeper) post(id string, p posted) {
	p.account = b.to[p.name]
	switch {
	case p.account != "":
	case p.expense:
		p.account = "expenses"
	default:
		p.account = "other-sales"
	}
	b.open[id] = p
	b.want[p.account] += p.paise
}

func (b *bookkeeper) sells(rt *rapid.T) {
	code, rupees := rapid.SampledFrom(codes).Draw(rt, "code"), rapid.Int64Range(1, 500).Draw(rt, "rupees")
	b.post(sell(b.desk, map[string]float64{code: float64(rupees)}), posted{name: code, paise: -rupees * 100})
}

func (b *bookkeeper) some(rt *rapid.T, expense bool) (string, posted) {
	for _, id := range slices.Sorted(maps.Keys(b.open)) {
		if b.open[id].expense == expense {
			return id, b.open[id]
		}
	}
	rt.Skip("there is none")
	return "", posted{}
}

// voids takes all of an invoice back, by a credit note or a void.
func (b *bookkeeper) voids(rt *rapid.T) {
	id, p := b.some(rt, false)
	if rapid.Bool().Draw(rt, "credited") {
		b.desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": id, "amount": -p.paise / 100, "reason": "x"}).
			Want(201)
	} else {
		b.desk.Post("/api/invoices/{org}/"+id+"/void", object{"reason": "x"}).Want(200)
	}
	b.want[p.account] -= p.paise
	delete(b.open, id)
}

func (b *bookkeeper) buys(rt *rapid.T) {
	category, rupees := rapid.SampledFrom(categories).Draw(rt, "category"), rapid.Int64Range(1, 500).Draw(rt, "rupees")
	b.post(b.desk.Post(expenses+"/create", object{"category": category, "amount": rupees, "method": "cash",
		"date": "2026-04-14"}).Want(201).Text("data", "_id"), posted{name: category, paise: rupees * 100, expense: true})
}

// edits changes an expense's category or amount, or deletes it.
func (b *bookkeeper) edits(rt *rapid.T) {
	id, p := b.some(rt, true)
	switch rapid.SampledFrom([]string{"category", "amount", "delete"}).Draw(rt, "edit") {
	case "category":
		before := p.name
		p.name = rapid.SampledFrom(categories).Draw(rt, "category")
		b.desk.Put(expenses+"/"+id+"/update", object{"category": p.name}).Want(200)
		if p.name == before {
			return
		}
	case "amount":
		b.want[p.account] += 100
		p.paise += 100
		b.desk.Put(expenses+"/"+id+"/update", object{"amount": p.paise / 100}).Want(200)
	default:
		b.desk.Delete(expenses + "/" + id + "/delete").Want(200)
		b.want[p.account] -= p.paise
		delete(b.open, id)
		return
	}
	b.want[p.account] -= p.paise
	b.post(id, p)
}

func (b *bookkeeper) agrees(rt *rapid.T) {
	var sold, spent int64
	for account, want := range b.want {
		if got := b.desk.InBooks(account); got != want {
			rt.Fatalf("%s: %d, want %d", account, got, want)
		}
	}
	for _, p := range b.open {
		if p.expense {
			spent += p.paise
		} else {
			sold -= p.paise
		}
	}
	profit := b.desk.Get(profitPath).Want(200)
	if apptest.Paise(profit.At("data", "totalRevenue")) != sold || apptest.Paise(profit.At("data", "expenses")) != spent {
		rt.Fatalf("sold %d and spent %d: %s", sold, spent, profit.Raw)
	}
	apptest.BooksHold(rt, b.desk)
}
