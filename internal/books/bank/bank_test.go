package bank_test

import (
	"fmt"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/date"
	"sarai/internal/kit/xlsx"
)

type object = apptest.Object

func TestBankStatements(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: whoMay},
		{Name: "importing", Run: importing},
		{Name: "what is refused", Run: refusedFiles},
		{Name: "matching", Run: matching},
		{Name: "several lines are one entry", Run: severalLines},
		{Name: "booking and learning", Run: booking},
		{Name: "ignoring", Run: ignoring},
		{Name: "older days", Run: olderDays},
		{Name: "removing", Run: removing},
		{Name: "as of a day", Run: asOfADay},
		{Name: "two people", Run: twoPeople},
		{Name: "the file", Run: theFile},
	}, apptest.BooksBalance)
}

const head = "Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance\n"

// newAccount is a bank account with 1000 in it, and its address.
func newAccount(desk *apptest.Caller) (id, path string) {
	desk.Server.T.Helper()
	id = desk.Post("/api/accounts/{org}/create", object{"name": fmt.Sprintf("Bank %d", apptest.Serial()), "kind": "bank",
		"openingBalance": 1000}).Want(201).Text("data", "_id")
	return id, "/api/accounts/{org}/" + id
}

func imported(desk *apptest.Caller, path, rows string) apptest.Answer {
	desk.Server.T.Helper()
	return desk.Put(path+"/statements", head+rows).Want(200)
}

// line is the address of the line with this text.
func line(desk *apptest.Caller, path, text string) string {
	desk.Server.T.Helper()
	for _, l := range desk.Get(path + "/bank-lines?limit=100").Want(200).List("data") {
		if l := l.(map[string]any); l["text"] == text {
			return path + "/bank-lines/" + l["_id"].(string)
		}
	}
	desk.Server.T.Fatalf("there is no line %s", text)
	return ""
}

const before = "Balance before the first statement"

// entries name the entries of a proposal.
func entries(a apptest.Answer, proposal int) []object {
	var named []object
	for _, e := range a.List("data", "proposals", proposal, "entries") {
		e := e.(map[string]any)
		named = append(named, object{"postingId": e["postingId"], "position": e["position"]})
	}
	return named
}

func pay(desk *apptest.Caller, account, reference string, amount any) {
	desk.Server.T.Helper()
	booking := desk.BookNewRoom("2026-04-14", "2026-04-16")
	desk.Pay(object{"bookingId": booking, "amount": amount, "method": "bank_transfer", "accountId": account,
		"reference": reference}).Want(201)
}

// stands checks the sums of the reconciliation.
func stands(desk *apptest.Caller, path string, want object) {
	desk.Server.T.Helper()
	a := desk.Get(path + "/reconciliation").Want(200)
	for name, value := range want {
		a.Is(value, "data", name)
	}
}

func whoMay(_ *testing.T, desk *apptest.Caller) {
	_, path := newAccount(desk)
	st := imported(desk, path, "14/04/2026,Charges,C1,5,,995\n").Text("data", "_id")
	l := line(desk, path, "Charges")
	viewer := desk.Member("Viewer", object{"accounts": object{"view": true}})
	none := desk.Member("Porter", object{"payments": object{"manage": true}})
	other := desk.Server.Hotel()
	anyone := desk.Server.Anyone()
	other.Org, anyone.Org = desk.Org, desk.Org
	for _, call := range []struct {
		method, path, need string
		body               any
	}{
		{"GET", path + "/statements", "view", nil},
		{"GET", path + "/statements/" + st, "view", nil},
		{"GET", path + "/bank-lines", "view", nil},
		{"GET", l, "view", nil},
		{"GET", path + "/reconciliation", "view", nil},
		{"GET", path + "/reconciliation/export.csv", "view", nil},
		{"GET", path + "/bank-rules", "view", nil},
		{"PUT", path + "/statements", "create", head + "14/04/2026,x,,5,,990\n"},
		{"POST", l + "/match", "update", object{"entries": []object{}}},
		{"POST", l + "/book", "create", object{"lines": []object{{"account": "input-tax"}}}},
		{"POST", l + "/ignore", "update", object{"reason": "x"}},
		{"POST", l + "/unmatch", "update", object{"reason": "x"}},
		{"DELETE", path + "/statements/" + st, "delete", nil},
	} {
		anyone.Do(call.method, call.path, call.body).Refused(401, "")
		other.Do(call.method, call.path, call.body).Refused(403, "not a member")
		none.Do(call.method, call.path, call.body).Refused(403, "accounts."+call.need)
		if call.need != "view" {
			viewer.Do(call.method, call.path, call.body).Refused(403, "accounts."+call.need)
		}
	}
	elsewhere := desk.AnotherHotel()
	elsewhere.Get(l).Refused(404, "no such line")
	elsewhere.Put(path+"/statements", head+"14/04/2026,x,,5,,990\n").Refused(404, "no such account")
	desk.Put("/api/accounts/{org}/"+desk.DefaultAccount("cash")+"/statements", head+"14/04/2026,x,,5,,990\n").
		Bad("accountId")
}

func importing(t *testing.T, desk *apptest.Caller) {
	_, path := newAccount(desk)
	rows := "12/04/2026,UPI same,,,50,1050\n12/04/2026,UPI same,,,50,1100\n13/04/2026,Charges,C1,5,,1095\n"
	first := imported(desk, path, rows)
	first.Is(3, "data", "newLines").Is(1000, "data", "openingBalance").Is(1095, "data", "closingBalance")
	again := imported(desk, path, rows)
	if again.Text("data", "_id") != first.Text("data", "_id") {
		t.Error("the same file was imported twice")
	}
	imported(desk, path, "12/04/2026,UPI  same,,,50,1050\n12/04/2026,upi same,,,50,1100\n13/04/2026,Charges,C1,5,,1095\n"+
		"14/04/2026,UPI same,,,50,1145\n").Is(4, "data", "lines").Is(1, "data", "newLines")
	desk.Get(path+"/bank-lines").Want(200).Is(5, "pagination", "total") // with what was there before
	desk.Get(path+"/statements").Want(200).Is(2, "pagination", "total")
	stands(desk, path, object{"bankBalance": 1145, "booksBalance": 1000, "unmatchedEntriesSum": 1000,
		"unmatchedLinesSum": 1145, "unexplained": 0})
	desk.Get(path+"/bank-lines?state=matched").Want(200).Is(0, "pagination", "total")
	desk.Get(path+"/bank-lines?from=2026-04-14").Want(200).Is(1, "pagination", "total")
	desk.Delete(path+"/delete").Refused(400, "")
	// the same in a workbook
	book, err := xlsx.Write([]xlsx.Sheet{{Name: "April", Rows: [][]xlsx.Cell{
		{{Value: "Date"}, {Value: "Narration"}, {Value: "Amount"}},
		{{Value: date.Date("2026-04-14")}, {Value: "UPI same"}, {Value: 50}},
		{{Value: date.Date("2026-04-14")}, {Value: "Interest"}, {Value: xlsx.Number("3.1000000000000001")}}}}})
	if err != nil {
		t.Fatal(err)
	}
	desk.Put(path+"/statements", string(book)).Want(200).Is("xlsx", "data", "format").Is(2, "data", "lines").
		Is(1, "data", "newLines")
	desk.Get(line(desk, path, "Interest")).Want(200).Is(3.1, "data", "amount").Is("2026-04-14", "data", "date")
}

func refusedFiles(_ *testing.T, desk *apptest.Caller) {
	_, path := newAccount(desk)
	for content, words := range map[string]string{
		"nothing":                        "row of headings",
		head + "14/04/2026,x,,5,,bad1\n": "line 2",
		head + "14/04/2026,x,,,5,5\n15/04/2026,y,,,5,99\n": "line 3: the balance must be",
		head + "14/04/2027,x,,,5,5\n":                      "no day after today",
		"<?xml version=\"1.0\"?><!DOCTYPE a><Document/>":   "no document type",
		"%PDF-1.4":               "must be one of",
		"PK\x03\x04 no workbook": "workbook of Excel",
		head + "14/04/2026,x,,,9999999999999999999,5\n": "too large",
	} {
		desk.Put(path+"/statements", content).Bad("file").Refused(400, words)
	}
	desk.Get(path+"/statements").Want(200).Is(0, "pagination", "total")
}

func matching(t *testing.T, desk *apptest.Caller) {
	id, path := newAccount(desk)
	pay(desk, id, "UTR-77 001", 500)
	pay(desk, id, "UTR-77 002", 500)
	pay(desk, id, "", 20)
	imported(desk, path, "14/04/2026,NEFT UTR77002 RAO,N2,,500,1500\n14/04/2026,NEFT UTR77001 RAO,N1,,500,2000\n"+
		"14/04/2026,Batch,,,520,2520\n")
	second := line(desk, path, "NEFT UTR77002 RAO")
	a := desk.Get(second).Want(200)
	if why := fmt.Sprint(a.At("data", "proposals", 0, "reasons")); !strings.Contains(why, "reference") {
		t.Errorf("the first proposal is %s", why)
	}
	chosen := entries(a, 0)
	desk.Post(second+"/match", object{"entries": []object{}}).Bad("entries")
	desk.Post(second+"/match", object{"entries": append(chosen, chosen...)}).Bad("entries[1].postingId")
	desk.Post(second+"/match", object{"entries": []object{{"postingId": id, "position": 0}}}).Bad("entries[0].postingId")
	batch := line(desk, path, "Batch")
	desk.Post(batch+"/match", object{"entries": chosen}).Bad("entries").Refused(400, "520")
	desk.Post(second+"/match", object{"entries": chosen}).Want(200).Is("matched", "data", "state")
	desk.Post(second+"/match", object{"entries": chosen}).Refused(400, "already")
	desk.Post(batch+"/match", object{"entries": chosen}).Bad("entries")
	// what is left of the day but for the opening balance
	b := desk.Get(batch).Want(200)
	sum := entries(b, 0)
	if len(sum) != 2 {
		t.Fatalf("proposed are %v", b.At("data", "proposals"))
	}
	desk.Post(batch+"/match", object{"entries": sum}).Want(200)
	desk.Post(line(desk, path, before)+"/match", object{"until": "2026-04-14"}).Want(200)
	stands(desk, path, object{"bankBalance": 2520, "booksBalance": 2020, "unmatchedEntriesSum": 0,
		"unmatchedLinesSum": 500, "unexplained": 0})
	desk.Post(second+"/unmatch", object{"reason": "It was the other"}).Want(200).Is("open", "data", "state")
	desk.Post(second+"/unmatch", object{"reason": "Again"}).Refused(400, "open already")
	stands(desk, path, object{"unmatchedEntriesSum": 500, "unmatchedLinesSum": 1000, "unexplained": 0})
}

func booking(t *testing.T, desk *apptest.Caller) {
	id, path := newAccount(desk)
	charges := desk.Post("/api/accounts/{org}/chart/create", object{"name": "Bank charges", "kind": "expense"}).Want(201).
		Text("data", "account")
	imported(desk, path, "13/04/2026,NEFT CHARGES 0413,,11.80,,988.20\n14/04/2026,NEFT CHARGES 0414,,23.60,,964.60\n"+
		"14/04/2026,Interest,,,7,971.60\n")
	first, second := line(desk, path, "NEFT CHARGES 0413"), line(desk, path, "NEFT CHARGES 0414")
	desk.Post(first+"/book", object{"lines": []object{{"account": charges, "amount": 10}}}).Bad("lines")
	desk.Post(first+"/book", object{"lines": []object{{"account": "guests"}}}).Refused(400, "Guests")
	desk.Post(first+"/book", object{"lines": []object{{"account": id}}}).Bad("lines[0].account")
	desk.Post(first+"/book", object{"lines": []object{{"account": charges}, {"account": "input-tax"}}}).
		Bad("lines[0].amount")
	booked := desk.Post(first+"/book", object{"lines": []object{{"account": charges, "amount": 10},
		{"account": "input-tax", "amount": 1.8}}}).Want(201)
	booked.Is("matched", "data", "state").Is(-11.8, "data", "entries", 0, "amount").
		Is("2026-04-13", "data", "entries", 0, "date")
	if desk.InBooks(charges) != 1000 || desk.InBooks("input-tax") != 180 {
		t.Error("the charges aren't in the books")
	}
	a := desk.Get(second).Want(200)
	a.Is("book", "data", "proposals", 0, "kind").Is(charges, "data", "proposals", 0, "account")
	desk.Post(second+"/book", object{"lines": []object{{"account": charges}}, "narration": "Charges"}).Want(201)
	desk.Post(line(desk, path, "Interest")+"/book", object{"lines": []object{{"account": "cgst"}}}).Want(201)
	desk.Post(line(desk, path, before)+"/match", object{"until": "2026-04-14"}).Want(200)
	stands(desk, path, object{"bankBalance": 971.6, "booksBalance": 971.6, "unmatchedEntriesSum": 0,
		"unmatchedLinesSum": 0, "unexplained": 0})
	rules := desk.Get(path + "/bank-rules").Want(200)
	for i, r := range rules.List("data") {
		if r := r.(map[string]any); r["pattern"] == "neft charges" {
			rules.Is(2, "data", i, "uses").Is("Bank charges", "data", i, "accountName")
			desk.Delete(path + "/bank-rules/" + r["_id"].(string)).Want(200)
			desk.Delete(path+"/bank-rules/"+r["_id"].(string)).Refused(404, "no such rule")
		}
	}
	// a locked day takes no voucher
	desk.Put("/api/accounts/{org}/lock", object{"until": "2026-04-13", "reason": "Filed"}).Want(200)
	_, other := newAccount(desk)
	imported(desk, other, "12/04/2026,Late charge,,5,,995\n")
	late := line(desk, other, "Late charge")
	desk.Post(late+"/book", object{"lines": []object{{"account": charges}}}).Bad("date")
	desk.Post(late+"/book", object{"lines": []object{{"account": charges}}, "date": "2026-04-14"}).Want(201)
}

func ignoring(_ *testing.T, desk *apptest.Caller) {
	_, path := newAccount(desk)
	imported(desk, path, "14/04/2026,Wrong,,,70,1070\n14/04/2026,Taken back,,70,,1000\n")
	wrong := line(desk, path, "Wrong")
	desk.Post(wrong+"/ignore", object{"reason": ""}).Bad("reason")
	desk.Post(wrong+"/ignore", object{"reason": "The bank's mistake"}).Want(200).Is("ignored", "data", "state")
	desk.Post(wrong+"/ignore", object{"reason": "Again"}).Refused(400, "already")
	stands(desk, path, object{"ignoredLinesSum": 70, "unmatchedLinesSum": 930, "unexplained": 0, "bankBalance": 1000})
	desk.Post(wrong+"/unmatch", object{"reason": "It is ours"}).Want(200).Is("open", "data", "state")
}

func olderDays(_ *testing.T, desk *apptest.Caller) {
	_, path := newAccount(desk)
	imported(desk, path, "13/04/2026,Second,,,30,1030\n")
	imported(desk, path, "11/04/2026,First,,,40,1000\n")
	desk.Get(line(desk, path, before)).Want(200).Is(960, "data", "amount").Is("2026-04-11", "data", "date")
	stands(desk, path, object{"bankBalance": 1030, "unexplained": 0})
	desk.Post(line(desk, path, before)+"/ignore", object{"reason": "x"}).Want(200)
	desk.Put(path+"/statements", head+"01/04/2026,Oldest,,,1,960\n").Bad("file").Refused(400, "2026")
	// a file is missing between the 13th and this one
	imported(desk, path, "14/04/2026,Third,,,5,1135\n")
	stands(desk, path, object{"bankBalance": 1135, "unexplained": -100})
	imported(desk, path, "13/04/2026,Missing,,,100,1130\n")
	stands(desk, path, object{"bankBalance": 1135, "unexplained": 0})
}

func removing(_ *testing.T, desk *apptest.Caller) {
	_, path := newAccount(desk)
	st := imported(desk, path, "14/04/2026,One,,,30,1030\n").Text("data", "_id")
	one := line(desk, path, "One")
	desk.Post(one+"/ignore", object{"reason": "x"}).Want(200)
	desk.Delete(path+"/statements/"+st).Refused(400, "open them again")
	desk.Post(one+"/unmatch", object{"reason": "x"}).Want(200)
	desk.Delete(path + "/statements/" + st).Want(200)
	desk.Get(one).Refused(404, "no such line")
	desk.Get(path+"/bank-lines").Want(200).Is(0, "pagination", "total")
	imported(desk, path, "14/04/2026,One,,,30,1030\n").Is(1, "data", "newLines")
}

// A payment that the bank has a day later is under way on its own day.
func asOfADay(_ *testing.T, desk *apptest.Caller) {
	id, path := newAccount(desk)
	pay(desk, id, "U1", 200)
	desk = desk.OnDay("2026-04-16")
	imported(desk, path, "15/04/2026,NEFT,U1,,200,1200\n")
	l := line(desk, path, "NEFT")
	desk.Post(l+"/match", object{"entries": entries(desk.Get(l).Want(200), 0)}).Want(200)
	desk.Post(line(desk, path, before)+"/match", object{"until": "2026-04-16"}).Want(200)
	desk.Get(path+"/reconciliation?to=2026-04-14").Want(200).Is(1200, "data", "booksBalance").
		Is(0, "data", "bankBalance").Is(0, "data", "unexplained")
	desk.Get(path+"/reconciliation?to=2026-04-15").Want(200).Is(1200, "data", "bankBalance").
		Is(0, "data", "unmatchedEntriesSum").Is(0, "data", "unexplained")
	desk.Get(path+"/reconciliation?from=2026-04-16&to=2026-04-16").Want(200).Is(0, "data", "earlierEntries")
	desk.Get(path+"/reconciliation?from=2026-04-16&to=2026-04-15").Refused(400, "")
}

func twoPeople(t *testing.T, desk *apptest.Caller) {
	id, path := newAccount(desk)
	pay(desk, id, "U1", 200)
	imported(desk, path, "14/04/2026,NEFT one,,,200,1200\n14/04/2026,NEFT two,,,200,1400\n")
	lines := []string{line(desk, path, "NEFT one"), line(desk, path, "NEFT two")}
	chosen := entries(desk.Get(lines[0]).Want(200), 0)
	won := make([]bool, 6)
	apptest.Together(len(won), func(i int) {
		a, err := desk.Try("POST", lines[i%2]+"/match", object{"entries": chosen})
		won[i] = err == nil && a.Status == 200
	})
	count := 0
	for _, w := range won {
		if w {
			count++
		}
	}
	if count != 1 {
		t.Errorf("%d have matched one entry", count)
	}
	stands(desk, path, object{"unmatchedLinesSum": 1200, "unmatchedEntriesSum": 1000, "unexplained": 0})
}

func theFile(t *testing.T, desk *apptest.Caller) {
	_, path := newAccount(desk)
	imported(desk, path, "14/04/2026,\"=HYPERLINK(\"\"http://x\"\")\",,,200,1200\n")
	file := string(desk.Download(path+"/reconciliation/export.csv", "text/csv; charset=utf-8").Want(200).Raw)
	if !strings.Contains(file, "'=HYPERLINK") || !strings.Contains(file, "Balance of the bank") {
		t.Error(file)
	}
}

func severalLines(t *testing.T, desk *apptest.Caller) {
	id, path := newAccount(desk)
	pay(desk, id, "UTR-99", 500)
	imported(desk, path, "13/04/2026,First part,A1,,300,1300\n14/04/2026,Second part,A2,,200,1500\n"+
		"14/04/2026,Other,A3,,7,1507\n")
	first, second, other := line(desk, path, "First part"), line(desk, path, "Second part"), line(desk, path, "Other")
	name := func(path string) string { return path[strings.LastIndex(path, "/")+1:] }
	var entry object
	for _, e := range desk.Get(path+"/reconciliation").Want(200).List("data", "unmatchedEntries") {
		if e := e.(map[string]any); apptest.Paise(e["amount"]) == 500_00 {
			entry = object{"postingId": e["postingId"], "position": e["position"]}
		}
	}
	body := func(lines ...any) object { return object{"entries": []object{entry}, "lines": lines} }
	viewer := desk.Member("Viewer", object{"accounts": object{"view": true}})
	viewer.Post(first+"/match", body(name(second))).Refused(403, "accounts.update")
	foreign := desk.AnotherHotel()
	_, theirs := newAccount(foreign)
	imported(foreign, theirs, "14/04/2026,Theirs,A2,,200,200\n")
	_, mine := newAccount(desk)
	imported(desk, mine, "14/04/2026,Elsewhere,A2,,200,200\n")
	for _, wrong := range []string{name(line(foreign, theirs, "Theirs")), name(line(desk, mine, "Elsewhere")), name(first),
		"665f1c2ab7e4d90012ab34cd"} {
		desk.Post(first+"/match", body(wrong)).Bad("lines[0]")
	}
	desk.Post(first+"/match", body(name(second), name(second))).Bad("lines[1]")
	desk.Post(first+"/match", body()).Bad("entries").Refused(400, "₹300")
	desk.Post(first+"/match", body(name(other))).Bad("entries").Refused(400, "the lines' ₹307")
	desk.Get(first).Want(200).Is("open", "data", "state")
	desk.Post(second+"/match", body(name(first))).Want(200).Is("matched", "data", "state").
		Is(name(first), "data", "together", 0, "_id").Is(500, "data", "entries", 0, "amount")
	desk.Get(first).Want(200).Is("matched", "data", "state").Is(name(second), "data", "matchedWith").
		Is(name(second), "data", "together", 0, "_id").Is(500, "data", "entries", 0, "amount")
	desk.Post(other+"/match", body(name(first))).Bad("lines[0]")
	// before both parts are there, none is: the whole is settled on the last day
	stands(desk, path, object{"bankBalance": 1507, "unmatchedEntriesSum": 1000, "unmatchedLinesSum": 1007,
		"unexplained": 0})
	early := desk.Get(path + "/reconciliation?to=2026-04-13").Want(200)
	early.Is(0, "data", "unexplained").Is(1300, "data", "unmatchedLinesSum")
	desk.Delete(path+"/statements/"+desk.Get(first).Text("data", "statementId")).Refused(400, "(2)")
	// opening one of them opens both, and the entry can be matched again
	desk.Post(first+"/unmatch", object{"reason": "Wrong"}).Want(200).Is("open", "data", "state")
	again := desk.Get(second).Want(200).Is("open", "data", "state")
	if got := again.List("data", "entries"); len(got) != 0 {
		t.Errorf("an open line has entries: %v", got)
	}
	desk.Post(first+"/match", body(name(second))).Want(200).Is(name(second), "data", "together", 0, "_id")
	stands(desk, path, object{"unmatchedLinesSum": 1007, "unexplained": 0})
}
