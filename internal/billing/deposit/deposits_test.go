package deposit_test

import (
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest"
)

type object = apptest.Object

const base = "/api/deposits/{org}"

func TestDeposits(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: whoMay},
		{Name: "taken and given back", Run: givenBack},
		{Name: "kept", Run: keptPart},
		{Name: "what is refused", Run: refused},
		{Name: "two people", Run: twoPeople},
	}, apptest.BooksBalance)
}

func take(desk *apptest.Caller, fields ...object) string {
	desk.Server.T.Helper()
	body := object{"kind": "key", "amount": 500, "method": "cash"}
	for _, f := range fields {
		body = body.Merged(f)
	}
	return desk.Post(base+"/create", body).Want(201).Text("data", "_id")
}

func whoMay(_ *testing.T, desk *apptest.Caller) {
	id := take(desk)
	viewer := desk.Member("Viewer", object{"payments": object{"view": true}})
	none := desk.Member("Porter", object{"accounts": object{"manage": true}})
	other := desk.Server.Hotel()
	anyone := desk.Server.Anyone()
	other.Org, anyone.Org = desk.Org, desk.Org
	for _, call := range []struct {
		method, path, need string
		body               any
	}{
		{"GET", base + "/list", "view", nil},
		{"GET", base + "/" + id, "view", nil},
		{"POST", base + "/create", "create", object{"kind": "key", "amount": 500, "method": "cash"}},
		{"POST", base + "/" + id + "/return", "update", object{"amount": 5}},
		{"POST", base + "/" + id + "/keep", "update", object{"reason": "x"}},
	} {
		anyone.Do(call.method, call.path, call.body).Refused(401, "")
		other.Do(call.method, call.path, call.body).Refused(403, "not a member")
		none.Do(call.method, call.path, call.body).Refused(403, "payments."+call.need)
		if call.need != "view" {
			viewer.Do(call.method, call.path, call.body).Refused(403, "payments."+call.need)
		}
	}
	desk.AnotherHotel().Get(base+"/"+id).Refused(404, "no such deposit")
}

func givenBack(t *testing.T, desk *apptest.Caller) {
	cash, upi := desk.DefaultAccount("cash"), desk.DefaultAccount("upi")
	booking := desk.BookNewRoom("2026-04-14", "2026-04-16")
	id := take(desk, object{"bookingId": booking})
	desk.Get(base+"/"+id).Want(200).Is("DEP-1", "data", "number").Is("open", "data", "state")
	if desk.InBooks("deposits") != -50000 || desk.InBooks(cash) != 50000 || desk.InBooks("guests") != 0 {
		t.Error("the deposit is not what the hotel owes")
	}
	desk.Get(base+"/list?state=open&bookingId="+booking).Want(200).Is(1, "pagination", "total")
	desk.Post(base+"/"+id+"/return", object{"amount": 200, "method": "upi"}).Want(201).Is(300, "data", "leftAmount")
	desk.Post(base+"/"+id+"/return", object{"amount": 300}).Want(201).
		Is(0, "data", "leftAmount").Is("settled", "data", "state").
		Is("cash", "data", "ends", 1, "method")
	if desk.InBooks("deposits") != 0 || desk.InBooks(cash) != 20000 || desk.InBooks(upi) != -20000 {
		t.Error("the deposit isn't given back")
	}
	desk.Post(base+"/"+id+"/return", object{"amount": 300}).Refused(400, "Nothing is left")
	desk.Get(base+"/list?state=open").Want(200).Is(0, "pagination", "total")
}

func keptPart(t *testing.T, desk *apptest.Caller) {
	id := take(desk, object{"kind": "damage", "payerName": "Asha Rao"})
	desk.Post(base+"/"+id+"/keep", object{"amount": 120.5, "reason": "A broken lamp"}).Want(201).
		Is(379.5, "data", "leftAmount").Is(120.5, "data", "keptAmount")
	if desk.InBooks("deposits") != -37950 || desk.InBooks("deposits-kept") != -12050 {
		t.Error("what is kept isn't income")
	}
	desk.Post(base+"/"+id+"/return", object{"amount": 379.5, "reason": "Left"}).Want(201)
	desk.Get(base+"/"+id).Want(200).Is("kept", "data", "ends", 0, "kind").Is("returned", "data", "ends", 1, "kind")
}

func refused(_ *testing.T, desk *apptest.Caller) {
	id := take(desk)
	desk.Post(base+"/create", object{"kind": "key", "amount": 0, "method": "cash"}).Bad("amount")
	desk.Post(base+"/create", object{"kind": "key", "amount": 5, "method": "cash", "bookingId": id}).Bad("bookingId")
	desk.Post(base+"/create", object{"kind": "key", "amount": 5, "method": "cash", "accountId": id}).Bad("accountId")
	desk.Post(base+"/"+id+"/keep", object{"amount": 5}).Bad("reason")
	desk.Post(base+"/"+id+"/return", object{"amount": 500.01}).Bad("amount").Refused(400, "500")
	desk.Post(base+"/"+id+"/return", object{"amount": 5, "date": "2026-04-13"}).Bad("date")
	desk.Post(base+"/"+id+"/return", object{}).Bad("amount")
	desk.Put("/api/accounts/{org}/lock", object{"until": "2026-04-13", "reason": "Filed"}).Want(200)
	desk.Post(base+"/create", object{"kind": "key", "amount": 5, "method": "cash", "date": "2026-04-13"}).Bad("date")
	desk.Post("/api/vouchers/{org}/create", object{"kind": "journal", "narration": "x", "lines": []object{
		{"account": "deposits", "debit": 5}, {"account": desk.DefaultAccount("cash"), "credit": 5}}}).
		Bad("lines[0].account")
}

func twoPeople(t *testing.T, desk *apptest.Caller) {
	id := take(desk)
	apptest.CountStatuses(t, 6, map[int]int{201: 1, 400: 5}, func(i int) (apptest.Answer, error) {
		if i%2 == 0 {
			return desk.Try("POST", base+"/"+id+"/keep", object{"reason": "Lost"})
		}
		return desk.Try("POST", base+"/"+id+"/return", object{"amount": 500})
	})
}

// Whatever is taken, given back and kept, the account has what all deposits have left, and what is kept is income.
func TestDepositsAreTheirAccount(t *testing.T) {
	apptest.RapidDefault(t, "checks", "3")
	apptest.RapidDefault(t, "steps", "20")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := apptest.New(t, engine)
			owner := s.Hotel()
			rapid.Check(t, func(rt *rapid.T) {
				s.Clock.Set(apptest.Noon)
				desk := owner.Refreshed().AnotherHotel()
				var ids []string
				end := func(rt *rapid.T, what string) {
					if len(ids) == 0 {
						rt.Skip("there is no deposit")
					}
					body := object{"reason": "x"}
					if what == "/return" || rapid.Bool().Draw(rt, "part") {
						body["amount"] = rapid.IntRange(1, 400).Draw(rt, "amount")
					}
					a, err := desk.Try("POST", base+"/"+rapid.SampledFrom(ids).Draw(rt, "deposit")+what, body)
					if err != nil || a.Status != 201 && a.Status != 400 {
						rt.Fatal(err, a.Status)
					}
				}
				rt.Repeat(map[string]func(*rapid.T){
					"take": func(rt *rapid.T) {
						method := rapid.SampledFrom([]string{"cash", "upi", "card"}).Draw(rt, "method")
						ids = append(ids, take(desk, object{"method": method, "amount": rapid.IntRange(1, 900).Draw(rt, "amount")}))
					},
					"return": func(rt *rapid.T) { end(rt, "/return") },
					"keep":   func(rt *rapid.T) { end(rt, "/keep") },
				})
				var left, kept int64
				for _, d := range desk.Get(base + "/list?limit=100").Want(200).List("data") {
					d := d.(map[string]any)
					left, kept = left+apptest.Paise(d["leftAmount"]), kept+apptest.Paise(d["keptAmount"])
				}
				if desk.InBooks("deposits") != -left || desk.InBooks("deposits-kept") != -kept {
					rt.Fatalf("%d and %d are in the books, and %d and %d in the deposits", desk.InBooks("deposits"),
						desk.InBooks("deposits-kept"), left, kept)
				}
				apptest.BooksBalance(rt, desk)
			})
		})
	}
}
