package bank_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest"
)

// Whatever is paid, imported, matched, booked, ignored and opened again: as of each day, the books' balance less what
// only they have, and with what only the bank has, is the bank's balance; what is matched is the same in both.
func TestBooksAndBankAgreeAfterAnything(t *testing.T) {
	apptest.RapidDefault(t, "checks", "3")
	apptest.RapidDefault(t, "steps", "25")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := apptest.New(t, engine)
			owner := s.Hotel()
			rapid.Check(t, func(rt *rapid.T) {
				s.Clock.Set(apptest.Noon)
				k := &keeper{desk: owner.Refreshed().AnotherHotel(), bank: 100_000}
				k.id, k.path = newAccount(k.desk)
				rt.Repeat(map[string]func(*rapid.T){
					"pay":     k.pay,
					"import":  k.imports,
					"match":   k.match,
					"lines":   k.together,
					"book":    k.book,
					"ignore":  k.ignore,
					"reopen":  k.reopen,
					"the end": k.agrees,
				})
				k.agrees(rt)
			})
		})
	}
}

// keeper compares an account of the books with its bank, in paise.
type keeper struct {
	desk     *apptest.Caller
	id, path string
	bank     int64
	numbers  int
	days     int
}

func (k *keeper) ask(rt *rapid.T, method, path string, body any) bool {
	a, err := k.desk.Try(method, path, body)
	if err != nil {
		rt.Fatal(err)
	}
	if a.Status != 200 && a.Status != 201 && a.Status != 400 {
		rt.Fatalf("%s %s %v: %d %s", method, path, body, a.Status, a.Raw)
	}
	return a.Status < 400
}

func rupees(paise int64) float64 { return float64(paise) / 100 }

func (k *keeper) pay(rt *rapid.T) {
	k.numbers++
	amount := rapid.SampledFrom([]float64{100, 200.5, 300}).Draw(rt, "amount")
	from, to := k.desk.DefaultAccount("cash"), k.id
	if rapid.Bool().Draw(rt, "out") {
		from, to = to, from
	}
	k.ask(rt, "POST", "/api/accounts/{org}/transfer", object{"fromAccountId": from, "toAccountId": to, "amount": amount,
		"date": apptest.Date(rapid.IntRange(-5, 0).Draw(rt, "day"))})
}

// imports sends the next lines of the bank, and now and then those of before once more.
func (k *keeper) imports(rt *rapid.T) {
	var rows strings.Builder
	day := apptest.Date(min(k.days-10, 0))
	for range rapid.IntRange(1, 3).Draw(rt, "lines") {
		k.numbers++
		amount := rapid.SampledFrom([]int64{10_000, 20_050, 30_000, -10_000, -20_050}).Draw(rt, "paise")
		k.bank += amount
		in, out := rupees(amount), ""
		if amount < 0 {
			in, out = 0, fmt.Sprint(rupees(-amount))
		}
		fmt.Fprintf(&rows, "%s,Line no %d,R%d,%s,%g,%.2f\n", day, k.numbers, k.numbers, out, in, rupees(k.bank))
	}
	k.days++
	file := head + rows.String()
	for range rapid.IntRange(1, 2).Draw(rt, "times") {
		if !k.ask(rt, "PUT", k.path+"/statements", file) {
			rt.Fatalf("refused: %s", file)
		}
	}
}

func (k *keeper) some(rt *rapid.T, states ...string) string {
	var found []string
	for _, l := range k.desk.Get(k.path + "/bank-lines?limit=100").Want(200).List("data") {
		if l := l.(map[string]any); strings.Contains(strings.Join(states, " "), l["state"].(string)) {
			found = append(found, l["_id"].(string))
		}
	}
	if len(found) == 0 {
		rt.Skip("there is no such line")
	}
	return k.path + "/bank-lines/" + rapid.SampledFrom(found).Draw(rt, "line")
}

func (k *keeper) match(rt *rapid.T) {
	l := k.some(rt, "open")
	a := k.desk.Get(l).Want(200)
	if a.Text("data", "statementId") == "" {
		k.ask(rt, "POST", l+"/match", object{"until": "2026-04-14"})
		return
	}
	for i, p := range a.List("data", "proposals") {
		if p.(map[string]any)["kind"] == "match" {
			if !k.ask(rt, "POST", l+"/match", object{"entries": entries(a, i)}) {
				rt.Fatal("what was proposed is refused")
			}
			return
		}
	}
	rt.Skip("nothing is proposed")
}

// together has one entry of the books be several lines of the bank.
func (k *keeper) together(rt *rapid.T) {
	var lines []string
	var sum int64
	for _, l := range k.desk.Get(k.path + "/bank-lines?state=open&limit=100").Want(200).List("data") {
		if l := l.(map[string]any); l["statementId"] != "" && len(lines) < 3 && rapid.Bool().Draw(rt, "this one") {
			lines, sum = append(lines, l["_id"].(string)), sum+apptest.Paise(l["amount"])
		}
	}
	if len(lines) < 2 || sum == 0 {
		rt.Skip("no lines are something together")
	}
	from, to := k.desk.DefaultAccount("cash"), k.id
	if sum < 0 {
		from, to = to, from
	}
	if !k.ask(rt, "POST", "/api/accounts/{org}/transfer", object{"fromAccountId": from, "toAccountId": to,
		"amount": rupees(max(sum, -sum)), "date": apptest.Date(rapid.IntRange(-5, 0).Draw(rt, "day"))}) {
		rt.Fatal("the entry is refused")
	}
	for _, e := range k.desk.Get(k.path+"/reconciliation").Want(200).List("data", "unmatchedEntries") {
		if e := e.(map[string]any); apptest.Paise(e["amount"]) == sum {
			named := []object{{"postingId": e["postingId"], "position": e["position"]}}
			path := k.path + "/bank-lines/" + lines[0] + "/match"
			if k.ask(rt, "POST", path, object{"entries": named}) && len(lines) > 1 &&
				apptest.Paise(k.desk.Get(k.path+"/bank-lines/"+lines[0]).At("data", "amount")) != sum {
				rt.Fatal("a part is matched with the whole")
			}
			k.ask(rt, "POST", k.path+"/bank-lines/"+lines[0]+"/unmatch", object{"reason": "x"})
			if !k.ask(rt, "POST", path, object{"entries": named, "lines": lines[1:]}) {
				rt.Fatal("lines that are an entry together are refused")
			}
			return
		}
	}
	rt.Fatal("the entry isn't listed")
}

func (k *keeper) book(rt *rapid.T) {
	k.ask(rt, "POST", k.some(rt, "open")+"/book", object{"lines": []object{{"account": "opening"}}})
}

func (k *keeper) ignore(rt *rapid.T) {
	k.ask(rt, "POST", k.some(rt, "open")+"/ignore", object{"reason": "x"})
}

func (k *keeper) reopen(rt *rapid.T) {
	k.ask(rt, "POST", k.some(rt, "matched", "ignored")+"/unmatch", object{"reason": "x"})
}

func (k *keeper) agrees(rt *rapid.T) {
	for _, day := range []int{-20, -8, -3, 0} {
		a := k.desk.Get(k.path + "/reconciliation?to=" + apptest.Date(day)).Want(200)
		paise := func(name string) int64 { return apptest.Paise(a.At("data", name)) }
		var lines, left int64
		for _, name := range []string{"unmatchedLines", "ignoredLines"} {
			for _, l := range a.List("data", name) {
				lines += apptest.Paise(l.(map[string]any)["amount"])
			}
		}
		for _, e := range a.List("data", "unmatchedEntries") {
			left += apptest.Paise(e.(map[string]any)["amount"])
		}
		if paise("unexplained") != 0 || left != paise("unmatchedEntriesSum") ||
			lines != paise("unmatchedLinesSum")+paise("ignoredLinesSum") ||
			paise("booksBalance")-paise("earlierEntries")-left+lines != paise("bankBalance") {
			rt.Fatalf("as of %s: %s", apptest.Date(day), a.Raw)
		}
		if day == 0 && k.days > 0 && paise("bankBalance") != k.bank {
			rt.Fatalf("the bank has %d: %s", k.bank, a.Raw)
		}
	}
	apptest.BooksBalance(rt, k.desk)
}
