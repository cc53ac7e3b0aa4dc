package app_test

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/db"
)

func TestExpenses(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, owner *caller)
	}{
		{"who may not", expensePermissions},
		{"every field", expenseFields},
		{"the least", expenseLeast},
		{"bad input", expenseBadInput},
		{"a subset changes, and the books by the difference", expenseUpdate},
		{"deleted", expenseDeleted},
		{"vendors", expenseVendors},
		{"lists, totals and categories", expenseLists},
		{"repeated", expenseRepeated},
		{"days of the hotel's calendar", expenseDays},
		{"files", expenseFiles},
		{"files that lie", expenseFilesThatLie},
		{"names of files", expenseFileNames},
		{"a cut-off upload", expenseCutOff},
		{"many at a time", expenseRace},
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.t = t
				s.clock.Set(noon)
				hotel := owner.anotherHotel()
				scenario.run(t, hotel)
				hotel.balanced()
			})
		}
	})
}

const expenses = "/api/expenses/{org}"

func linenBill() object {
	return object{"vendorName": "Lake City Linen", "category": "Laundry", "description": "Sheets of March", "amount": 4000.5, "tax": 720.09,
		"method": "bank_transfer", "date": "2026-04-10", "billNumber": "LCL/118"}
}

func (c *caller) expense(body object) string {
	c.s.t.Helper()
	return c.post(expenses+"/create", body).want(201).text("data", "_id")
}

func (c *caller) integer(query string, args ...any) (value int64) {
	c.s.t.Helper()
	err := c.s.db.Read(context.Background(), func(tx *db.Tx) error {
		return tx.QueryRow(query, append([]any{c.org}, args...)...).Scan(&value)
	})
	if err != nil {
		c.s.t.Fatal(err)
	}
	return value
}

// inBooks is what the entries of an account add up to, in paise.
func (c *caller) inBooks(account string) int64 {
	c.s.t.Helper()
	return c.integer(`SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_entries WHERE org_id = $1 AND account = $2`, account)
}

// balanced fails unless the books add up: every posting to zero, every account's balance to its entries, every day's
// spending to its expenses.
func (c *caller) balanced() {
	c.s.t.Helper()
	for what, query := range map[string]string{
		"postings that don't add up":     `SELECT COUNT(*) FROM (SELECT posting_id FROM ledger_entries WHERE org_id = $1 GROUP BY posting_id HAVING SUM(amount) <> 0) p`,
		"accounts unlike their entries":  `SELECT COUNT(*) FROM accounts a WHERE org_id = $1 AND balance <> (SELECT COALESCE(SUM(amount), 0) FROM ledger_entries e WHERE e.org_id = a.org_id AND e.account = a.account_id)`,
		"days unlike their expenses":     `SELECT COUNT(*) FROM daily_money m WHERE org_id = $1 AND spent <> (SELECT COALESCE(SUM(amount + tax), 0) FROM expenses e WHERE e.org_id = m.org_id AND e.expense_date = m.day AND e.status = 'recorded')`,
		"expenses on days without money": `SELECT COUNT(*) FROM expenses e WHERE org_id = $1 AND status = 'recorded' AND NOT EXISTS (SELECT 1 FROM daily_money m WHERE m.org_id = e.org_id AND m.day = e.expense_date)`,
	} {
		if n := c.integer(query); n != 0 {
			c.s.t.Errorf("%d %s", n, what)
		}
	}
}

func expensePermissions(t *testing.T, owner *caller) {
	id := owner.expense(linenBill())
	owner.put(expenses+"/"+id+"/file", picture(4, 4)).want(200)
	paths := []struct{ method, path, flag string }{
		{"POST", "/create", "create"}, {"GET", "/list", "view"}, {"GET", "/categories", "view"}, {"GET", "/" + id, "view"}, {"PUT", "/" + id + "/update", "update"},
		{"PUT", "/" + id + "/file", "update"}, {"GET", "/" + id + "/file", "view"}, {"DELETE", "/" + id + "/file", "update"}, {"DELETE", "/" + id + "/delete", "delete"},
	}
	none := owner.member("Porter", object{"vendors": object{"manage": true}, "payments": object{"manage": true}})
	stranger := owner.s.hotel()
	stranger.org = owner.org
	elsewhere := owner.anotherHotel()
	for _, p := range paths {
		none.do(p.method, expenses+p.path, linenBill()).refused(403, "expenses."+p.flag)
		stranger.do(p.method, expenses+p.path, linenBill()).refused(403, "not a member")
		owner.s.anyone().do(p.method, strings.ReplaceAll(expenses, "{org}", owner.org)+p.path, linenBill()).refused(401, "")
		if strings.Contains(p.path, id) {
			var body any = object{}
			if p.method+p.path == "PUT/"+id+"/file" {
				body = picture(4, 4)
			}
			elsewhere.do(p.method, expenses+p.path, body).refused(404, "no such expense")
		}
	}
	elsewhere.get(expenses+"/list").want(200).is([]any{}, "data").is(0, "totals", "totalAmount")
	elsewhere.get(expenses+"/categories").want(200).is([]any{}, "data")
	owner.get(expenses + "/" + id).want(200)
}

func expenseFields(t *testing.T, owner *caller) {
	vendor, bank := owner.vendor(linen()), owner.account("bank")
	body := linenBill().without("method").merged(object{"vendorId": vendor, "vendorName": "somebody else", "accountId": bank})
	made := owner.post(expenses+"/create", body).want(201)
	id := made.text("data", "_id")
	want := map[string]any{"_id": id, "expenseNumber": "EXP-1", "vendorId": vendor, "vendorName": "Lake City Linen", "category": "Laundry", "description": "Sheets of March",
		"amount": 4000.5, "tax": 720.09, "totalAmount": 4720.59, "accountId": bank, "accountName": "Bank", "date": "2026-04-10", "billNumber": "LCL/118",
		"createdAt": "2026-04-14T06:30:00.000Z", "updatedAt": "2026-04-14T06:30:00.000Z"}
	made.is(want, "data")
	owner.get(expenses+"/"+id).want(200).is(want, "data")
	owner.get(expenses+"/list").want(200).is([]any{want}, "data").is(1, "pagination", "total")
	if bank, spent, tax := owner.inBooks(bank), owner.inBooks("expenses"), owner.inBooks("input-tax"); bank != -472059 || spent != 400050 || tax != 72009 {
		t.Errorf("the books have %d, %d, %d", bank, spent, tax)
	}
	if spent := owner.integer(`SELECT spent FROM daily_money WHERE org_id = $1 AND day = '2026-04-10'`); spent != 472059 {
		t.Errorf("the day has %d", spent)
	}
	entry := owner.get("/api/audit/{org}/logs?action=expense.created").want(200)
	entry.is("expense", "data", 0, "resourceType").is(4000.5, "data", 0, "details", "amount").is("Bank", "data", 0, "details", "accountName").is("EXP-1", "data", 0, "details", "number")
	owner.put(expenses+"/"+id+"/update", owner.get(expenses+"/"+id).at("data")).want(200).is(want, "data") // a record sent back whole
	for _, unknown := range []string{nobody, "x", strings.ToUpper(id)} {
		owner.get(expenses+"/"+unknown).refused(404, "no such expense")
		owner.put(expenses+"/"+unknown+"/update", object{}).refused(404, "no such expense")
		owner.delete(expenses+"/"+unknown+"/delete").refused(404, "no such expense")
		owner.put(expenses+"/"+unknown+"/file", picture(4, 4)).refused(404, "no such expense")
		owner.get(expenses+"/"+unknown+"/file").refused(404, "no such expense")
		owner.delete(expenses+"/"+unknown+"/file").refused(404, "no such expense")
	}
}

func expenseLeast(_ *testing.T, owner *caller) {
	a := owner.post(expenses+"/create", object{"category": "Misc", "amount": 0.01, "date": "2026-04-14", "tax": nil, "vendorId": nil}).want(201)
	a.is("", "data", "vendorName").is("", "data", "vendorId").is(0, "data", "tax").is(0.01, "data", "totalAmount").is("Cash", "data", "accountName")
	for method, account := range map[string]string{"card": "Card", "upi": "UPI", "bank_transfer": "Bank", "ota": "OTA receivable", "other": "Cash"} {
		owner.post(expenses+"/create", object{"category": "Misc", "amount": 1, "date": "2026-04-14", "method": method}).want(201).is(account, "data", "accountName")
	}
	yen := owner.anotherHotel(object{"currency": "JPY"})
	yen.post(expenses+"/create", object{"category": "Misc", "amount": 100.5, "date": "2026-04-14"}).bad("amount")
	yen.post(expenses+"/create", object{"category": "Misc", "amount": 100, "date": "2026-04-14"}).want(201).is(100, "data", "amount")
	yen.balanced()
}

func expenseBadInput(_ *testing.T, owner *caller) {
	id := owner.expense(linenBill())
	theirs := owner.anotherHotel()
	for field, values := range map[string][]any{
		"amount": {0, -1, 1.001, "5", nil, 1e16}, "tax": {-1, 0.001, "5"}, "category": {"", " ", "two\nlines", nil}, "date": {"2026-04-15", "2026-02-30", "yesterday", "", nil},
		"vendorName": {"two\nlines"}, "billNumber": {"two\nlines", strings.Repeat("x", 61)}, "vendorId": {nobody, "x", theirs.vendor(object{"name": "Theirs"})},
		"accountId": {nobody, "x", theirs.account("cash")}, "method": {"barter"}, "description": {strings.Repeat("x", 2001)},
	} {
		for _, value := range values {
			owner.post(expenses+"/create", linenBill().merged(object{field: value})).bad(field)
			owner.put(expenses+"/"+id+"/update", object{field: value}).bad(field)
		}
	}
	owner.post(expenses+"/create", linenBill().merged(object{"amount": 0, "tax": -1, "date": "2027-01-01", "category": " "})).bad("category")
	owner.post(expenses+"/create", linenBill().merged(object{"amount": 0, "tax": -1, "date": "2027-01-01"})).bad("amount").bad("tax").bad("date")
	owner.post(expenses+"/create", linenBill().merged(object{"amount": 9_999_999_999_999, "tax": 9_999_999_999_999})).bad("tax")
	owner.put(expenses+"/"+id+"/update", object{"accountId": nil}).bad("accountId")
	for _, query := range []string{"from=x", "to=2026-02-30", "from=2026-04-02&to=2026-04-01", "page=0", "limit=101"} {
		owner.get(expenses + "/list?" + query).want(400)
	}
	owner.get(expenses + "/categories?from=2026-04-02&to=2026-04-01").bad("to")
	if n := owner.integer(`SELECT COUNT(*) FROM expenses WHERE org_id = $1`); n != 1 {
		owner.s.t.Errorf("%d expenses were made", n)
	}
	owner.post(expenses+"/create", linenBill()).want(201).is("EXP-2", "data", "expenseNumber") // what was refused took no number
}

func expenseUpdate(t *testing.T, owner *caller) {
	bank, cash := owner.account("bank"), owner.account("cash")
	id := owner.expense(linenBill())
	path := expenses + "/" + id
	owner.s.clock.Advance(time.Minute)
	entries := func() int64 { return owner.integer(`SELECT COUNT(*) FROM ledger_entries WHERE org_id = $1`) }
	before := entries()
	owner.put(path+"/update", object{"description": nil, "billNumber": "X", "category": "Linen"}).want(200).
		is("", "data", "description").is("X", "data", "billNumber").is("Linen", "data", "category").is(4000.5, "data", "amount").
		is("2026-04-14T06:31:00.000Z", "data", "updatedAt").is("2026-04-14T06:30:00.000Z", "data", "createdAt")
	if entries() != before {
		t.Error("changing no money posted something")
	}
	owner.s.clock.Advance(time.Minute)
	owner.put(path+"/update", object{"amount": 5000, "tax": nil, "accountId": cash, "date": "2026-04-12"}).want(200).is(5000, "data", "totalAmount").is("Cash", "data", "accountName")
	if owner.inBooks(bank) != 0 || owner.inBooks(cash) != -500000 || owner.inBooks("expenses") != 500000 || owner.inBooks("input-tax") != 0 {
		t.Error("the books don't follow the change")
	}
	details := owner.get("/api/audit/{org}/logs?action=expense.updated").want(200)
	details.is(4000.5, "data", 0, "details", "changes", "amount", "old").is(5000, "data", 0, "details", "changes", "amount", "new").
		is("2026-04-10", "data", 0, "details", "changes", "date", "old").is("Bank", "data", 0, "details", "changes", "accountName", "old").
		is("Laundry", "data", 1, "details", "changes", "category", "old")
	owner.put(path+"/update", object{"method": "upi"}).want(200).is("UPI", "data", "accountName")
	owner.put(path+"/update", nil).want(200).is("UPI", "data", "accountName").is(5000, "data", "amount")
}

func expenseDeleted(t *testing.T, owner *caller) {
	id := owner.expense(linenBill())
	owner.put(expenses+"/"+id+"/file", picture(4, 4)).want(200)
	owner.delete(expenses+"/"+id+"/delete").want(200).is(nil, "data")
	for _, a := range []answer{owner.delete(expenses + "/" + id + "/delete"), owner.get(expenses + "/" + id), owner.put(expenses+"/"+id+"/update", object{}),
		owner.get(expenses + "/" + id + "/file"), owner.put(expenses+"/"+id+"/file", picture(4, 4)), owner.delete(expenses + "/" + id + "/file")} {
		a.refused(404, "no such expense")
	}
	owner.get(expenses+"/list").want(200).is([]any{}, "data").is(0, "totals", "totalAmount")
	owner.get(expenses+"/categories").want(200).is([]any{}, "data")
	if owner.inBooks(owner.account("bank")) != 0 || owner.inBooks("expenses") != 0 || owner.inBooks("input-tax") != 0 || owner.integer(`SELECT COUNT(*) FROM expense_files WHERE org_id = $1`) != 0 {
		t.Error("the deleted expense is still in the books, or its file is there")
	}
	owner.get("/api/audit/{org}/logs?action=expense.deleted").want(200).is("EXP-1", "data", 0, "details", "number").is(720.09, "data", 0, "details", "tax")
	owner.post(expenses+"/create", linenBill()).want(201).is("EXP-2", "data", "expenseNumber")
}

func expenseVendors(_ *testing.T, owner *caller) {
	vendor := owner.vendor(linen())
	id := owner.expense(linenBill().merged(object{"vendorId": vendor}))
	owner.put("/api/vendor/{org}/"+vendor+"/update", object{"name": "Lake Linen Ltd"}).want(200)
	owner.put(expenses+"/"+id+"/update", object{"vendorId": vendor, "vendorName": "x"}).want(200).is("Lake City Linen", "data", "vendorName") // as it was called then
	owner.delete("/api/vendor/{org}/"+vendor+"/delete").refused(400, "has expenses")
	owner.put(expenses+"/"+id+"/update", object{"vendorId": nil}).want(200).is("", "data", "vendorId").is("Lake City Linen", "data", "vendorName")
	owner.put(expenses+"/"+id+"/update", object{"vendorName": "Corner shop"}).want(200).is("Corner shop", "data", "vendorName")
	owner.put(expenses+"/"+id+"/update", object{"vendorId": vendor}).want(200).is("Lake Linen Ltd", "data", "vendorName")
	owner.delete(expenses + "/" + id + "/delete").want(200)
	owner.delete("/api/vendor/{org}/"+vendor+"/delete").refused(400, "has expenses") // the books still name it
	other := owner.vendor(object{"name": "Milk"})
	owner.delete("/api/vendor/{org}/" + other + "/delete").want(200)
	owner.post(expenses+"/create", linenBill().merged(object{"vendorId": other})).bad("vendorId")
}

func expenseLists(t *testing.T, owner *caller) {
	vendor, cash := owner.vendor(linen()), owner.account("cash")
	var ids []string
	for i, body := range []object{
		{"vendorId": vendor, "category": "Laundry", "amount": 100, "tax": 18, "date": "2026-04-01", "description": "Curtains हवेली"},
		{"vendorName": "Milk man", "category": "Food", "amount": 50.25, "date": "2026-04-05", "accountId": cash, "billNumber": "B/7_%"},
		{"vendorName": "Milk man", "category": "Food", "amount": 60, "date": "2026-03-31", "accountId": cash},
		{"category": "Laundry", "amount": 10, "tax": 1.8, "date": "2026-04-14", "method": "upi"},
	} {
		owner.s.clock.Set(noon.Add(time.Duration(i) * time.Second))
		ids = append(ids, owner.expense(body))
	}
	for query, want := range map[string]struct {
		found []int
		total float64
	}{
		"":                              {[]int{3, 2, 1, 0}, 240.05},
		"category=Food":                 {[]int{2, 1}, 110.25},
		"category=food":                 {nil, 0},
		"vendorId=" + vendor:            {[]int{0}, 118},
		"vendorId=x":                    {nil, 0},
		"accountId=" + cash:             {[]int{2, 1, 0}, 228.25},
		"from=2026-04-01":               {[]int{3, 1, 0}, 180.05},
		"to=2026-04-01":                 {[]int{2, 0}, 178},
		"from=2026-04-01&to=2026-04-05": {[]int{1, 0}, 168.25},
		"search=MILK":                   {[]int{2, 1}, 110.25},
		"search=exp-3":                  {[]int{2}, 60},
		"search=%25":                    {[]int{1}, 50.25},
		"search=" + url.QueryEscape("हवेली"):            {[]int{0}, 118},
		"search=laund&from=2026-04-10":                  {[]int{3}, 11.8},
		"search=nothing":                                {nil, 0},
		"limit=1&page=2":                                {[]int{2}, 240.05},
		"category=Food&accountId=" + cash + "&search=b": {[]int{1}, 50.25},
	} {
		a := owner.get(expenses+"/list?"+query).want(200).is(want.total, "totals", "totalAmount")
		var found []string
		for _, entry := range a.list("data") {
			found = append(found, entry.(map[string]any)["_id"].(string))
		}
		var wanted []string
		for _, i := range want.found {
			wanted = append(wanted, ids[i])
		}
		if !slices.Equal(found, wanted) {
			t.Errorf("%s finds %v, want %v", query, found, wanted)
		}
	}
	owner.get(expenses+"/list?limit=1").want(200).is(4, "pagination", "total").is(220.25, "totals", "amount").is(19.8, "totals", "tax")
	owner.get(expenses+"/categories").want(200).is([]any{
		map[string]any{"category": "Laundry", "count": 2.0, "amount": 110.0, "tax": 19.8, "totalAmount": 129.8},
		map[string]any{"category": "Food", "count": 2.0, "amount": 110.25, "tax": 0.0, "totalAmount": 110.25}}, "data")
	owner.get(expenses+"/categories?from=2026-04-01&to=2026-04-05").want(200).is(118, "data", 0, "totalAmount").is(1, "data", 1, "count")
}

func expenseRepeated(t *testing.T, owner *caller) {
	keyed := owner.with("Idempotency-Key", "a bill")
	first := keyed.post(expenses+"/create", linenBill()).want(201)
	again := keyed.post(expenses+"/create", linenBill()).want(201)
	if !bytes.Equal(first.raw, again.raw) {
		t.Errorf("the repetition answered %s", again.raw)
	}
	keyed.post(expenses+"/create", linenBill().merged(object{"amount": 1})).bad("Idempotency-Key")
	owner.get(expenses+"/list").is(1, "pagination", "total")
}

func expenseDays(_ *testing.T, owner *caller) {
	owner.s.clock.Set(time.Date(2026, 4, 14, 18, 29, 59, 0, time.UTC)) // a second before midnight in Kolkata
	owner = owner.again()
	owner.post(expenses+"/create", linenBill().merged(object{"date": "2026-04-15"})).bad("date")
	owner.s.clock.Advance(time.Second)
	id := owner.expense(linenBill().merged(object{"date": "2026-04-15"}))
	owner.put(expenses+"/"+id+"/update", object{"date": "2026-04-16"}).bad("date")
	west := owner.anotherHotel(object{"timezone": "Pacific/Honolulu"})
	west.post(expenses+"/create", linenBill().merged(object{"date": "2026-04-15"})).bad("date")
	west.expense(linenBill().merged(object{"date": "2026-04-14"}))
	west.balanced()
}

// form is a multipart body with this part, and its content type.
func form(part, fileName, contentType, content string) (string, string) {
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	_ = writer.WriteField("note", "first")
	header := textproto.MIMEHeader{"Content-Disposition": {`form-data; name="` + part + `"; filename="` + fileName + `"`}, "Content-Type": {contentType}}
	into, _ := writer.CreatePart(header)
	_, _ = into.Write([]byte(content))
	_ = writer.WriteField("last", "last")
	_ = writer.Close()
	return body.String(), writer.FormDataContentType()
}

func (c *caller) putForm(path, part, fileName, contentType, content string) answer {
	c.s.t.Helper()
	body, media := form(part, fileName, contentType, content)
	return c.with("Content-Type", media).put(path, body)
}

func jpegBill() string { return "\xff\xd8\xff\xe0\x00\x10JFIF\x00" + strings.Repeat("j", 2000) }
func webpBill() string { return "RIFF\x24\x00\x00\x00WEBPVP8 " + strings.Repeat("w", 2000) }
func pdfBill(size int) string {
	return "%PDF-1.7\n" + strings.Repeat("a bill \x00\xff", size/9+1)[:size-9]
}

func expenseFiles(t *testing.T, owner *caller) {
	id := owner.expense(linenBill())
	path := expenses + "/" + id + "/file"
	owner.get(path).refused(404, "no file")
	owner.delete(path).refused(404, "no file")
	for _, file := range []struct{ content, mediaType, ending string }{
		{picture(40, 30), "image/png", "png"}, {jpegBill(), "image/jpeg", "jpg"}, {webpBill(), "image/webp", "webp"}, {pdfBill(5000), "application/pdf", "pdf"},
		{pdfBill(3<<18 + 1), "application/pdf", "pdf"}, {pdfBill(2 * (3 << 18)), "application/pdf", "pdf"}, {pdfBill(10 << 20), "application/pdf", "pdf"},
	} {
		want := map[string]any{"name": "bill." + file.ending, "type": file.mediaType, "size": float64(len(file.content))}
		for range 2 { // as often as one likes
			owner.put(path, file.content).want(200).is(want, "data", "file")
		}
		if a := owner.download(path, file.mediaType); string(a.raw) != file.content || !strings.Contains(a.header.Get("Content-Disposition"), "bill."+file.ending) {
			t.Errorf("the %s of %d bytes came back otherwise, as %s", file.mediaType, len(file.content), a.header.Get("Content-Disposition"))
		}
		want["name"] = "March." + file.ending
		owner.putForm(path, "file", "March."+file.ending, "text/html", file.content).want(200).is(want, "data", "file")
		if a := owner.download(path, file.mediaType); string(a.raw) != file.content {
			t.Errorf("the %s of %d bytes came back otherwise from a form", file.mediaType, len(file.content))
		}
		owner.get(expenses+"/"+id).is(want, "data", "file")
	}
	small := picture(4, 4)
	owner.s.clock.Advance(time.Second)
	owner.put(path, small).want(200)
	if n := owner.integer(`SELECT COUNT(*) FROM expense_files WHERE org_id = $1`); n != 1 {
		t.Errorf("%d pieces are kept, want those of the last file alone", n)
	}
	owner.get("/api/audit/{org}/logs?action=expense.updated").want(200).is("bill.png", "data", 0, "details", "changes", "file", "new").is("March.pdf", "data", 0, "details", "changes", "file", "old")
	owner.delete(path).want(200).is(nil, "data", "file")
	owner.get(path).refused(404, "no file")
	if n := owner.integer(`SELECT COUNT(*) FROM expense_files WHERE org_id = $1`); n != 0 {
		t.Errorf("%d pieces are kept of no file", n)
	}
}

// Whatever a client says that it sends: what is no PDF or picture is refused, and the file that is there stays.
func expenseFilesThatLie(t *testing.T, owner *caller) {
	path := expenses + "/" + owner.expense(linenBill()) + "/file"
	owner.put(path, picture(40, 30)).want(200)
	html := "<!DOCTYPE html><script>alert(1)</script>"
	for name, content := range map[string]string{
		"HTML": html, "HTML with a picture behind it": html + picture(4, 4), "SVG": `<svg xmlns="http://www.w3.org/2000/svg"/>`, "text": "Bill: 4000", "ZIP": "PK\x03\x04" + strings.Repeat("x", 100),
		"GIF": "GIF89a" + strings.Repeat("x", 100), "a program": "\x7fELF\x02\x01\x01" + strings.Repeat("x", 100), "half a signature": "\x89PN", "a space before the PDF": " %PDF-1.7",
		"another RIFF": "RIFF\x24\x00\x00\x00WAVEfmt " + strings.Repeat("x", 100), "NULs": strings.Repeat("\x00", 100), "JSON": `{"file":"x"}`, "PDF in words": "PDF-1.7",
	} {
		for _, claimed := range []string{"image/png", "application/pdf", "application/octet-stream", "", "nonsense;;", "application/json"} {
			if a := owner.with("Content-Type", claimed).put(path, content); a.status != 400 || !a.names("file") {
				t.Errorf("%s that is called %q answered %d: %s", name, claimed, a.status, a.raw)
			}
		}
		owner.putForm(path, "file", "bill.png", "image/png", content).bad("file")
	}
	owner.put(path, pdfBill(10<<20+1)).refused(400, "10 MiB")
	owner.put(path, pdfBill(12<<20)).refused(400, "10 MiB")
	owner.putForm(path, "file", "bill.pdf", "application/pdf", pdfBill(10<<20+1)).refused(400, "10 MiB")
	owner.put(path, nil).bad("file")
	owner.put(path, "").bad("file")
	owner.putForm(path, "picture", "bill.png", "image/png", picture(4, 4)).bad("file")
	owner.putForm(path, "file", "bill.png", "image/png", "").bad("file")
	body, media := form("file", "bill.png", "image/png", picture(4, 4))
	owner.with("Content-Type", media).put(path, body[:len(body)/2]).bad("file")
	owner.with("Content-Type", "multipart/form-data").put(path, body).bad("file")
	owner.with("Content-Type", "multipart/form-data; boundary=x").put(path, body).bad("file")
	owner.get(expenses+"/list").is("bill.png", "data", 0, "file", "name")
	if a := owner.download(path, "image/png"); string(a.raw) != picture(40, 30) {
		t.Error("a refused file has changed the one that is kept")
	}
	// Behind a PNG's signature may stand anything: it is answered as a picture, to be saved, and never shown as a page.
	owner.putForm(path, "file", "page.html", "text/html", picture(1, 1)+html).want(200).is("page.html.png", "data", "file", "name").is("image/png", "data", "file", "type")
	owner.download(path, "image/png")
}

func expenseFileNames(t *testing.T, owner *caller) {
	path := expenses + "/" + owner.expense(linenBill()) + "/file"
	for given, want := range map[string]string{
		"March.PNG": "March.PNG", "../../etc/passwd": "passwd.png", `..\\..\\boot.ini`: "boot.ini.png", "bill.pdf": "bill.pdf.png", ".png": "bill.png", "...": "bill.png",
		"a/b/": "b.png", "con:aux?.png": "con-aux.png", "बिल मार्च.png": "बिल मार्च.png", "gnp.exe\u202egpj.png": "gnp.exegpj.png", "  spaced .png": "spaced.png",
		"x\\\";y.png": "x-;y.png", strings.Repeat("n", 300) + ".png": strings.Repeat("n", 100) + ".png", "<script>.png": "script.png",
	} {
		got := owner.putForm(path, "file", given, "image/png", picture(4, 4)).want(200).text("data", "file", "name")
		if got != want {
			t.Errorf("%q is kept as %q, want %q", given, got, want)
		}
		if a := owner.download(path, "image/png"); strings.ContainsAny(a.header.Get("Content-Disposition"), "\r\n/\\") {
			t.Errorf("%q goes out as %q", given, a.header.Get("Content-Disposition"))
		}
	}
}

// Who announces more than they send, and goes, changes nothing.
func expenseCutOff(t *testing.T, owner *caller) {
	id := owner.expense(linenBill())
	owner.put(expenses+"/"+id+"/file", picture(4, 4)).want(200)
	address, _ := url.Parse(owner.s.url)
	for range 5 {
		conn, err := net.Dial("tcp", address.Host)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "PUT /api/expenses/%s/%s/file HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/pdf\r\nContent-Length: 9000\r\n\r\n%s", owner.org, id, owner.token, pdfBill(4000))
		if half, ok := conn.(*net.TCPConn); ok {
			_ = half.CloseWrite()
		}
		answer := make([]byte, 64)
		n, _ := conn.Read(answer)
		if n > 0 && !strings.HasPrefix(string(answer[:n]), "HTTP/1.1 400") {
			t.Errorf("half a file was answered %q", answer[:n])
		}
		conn.Close()
	}
	owner.get(expenses+"/"+id).is("image/png", "data", "file", "type")
	if a := owner.download(expenses+"/"+id+"/file", "image/png"); string(a.raw) != picture(4, 4) {
		t.Error("half a file has changed the one that is kept")
	}
}

func expenseRace(t *testing.T, owner *caller) {
	bank := owner.account("bank")
	id := owner.expense(linenBill())
	contents := []string{pdfBill(900_000), picture(40, 30), jpegBill()}
	statuses := map[int]int{}
	lock := make(chan struct{}, 1)
	together(40, func(i int) {
		var a answer
		var err error
		switch i % 4 {
		case 0:
			a, err = owner.try(http.MethodPost, expenses+"/create", linenBill().merged(object{"amount": i + 1}))
		case 1:
			a, err = owner.try(http.MethodPut, expenses+"/"+id+"/update", object{"amount": i, "tax": i, "date": fmt.Sprintf("2026-04-%02d", 1+i%10)})
		case 2:
			a, err = owner.try(http.MethodPut, expenses+"/"+id+"/file", contents[i%3])
		case 3:
			a, err = owner.try(http.MethodDelete, expenses+"/"+id+"/file", nil)
		}
		if err != nil {
			t.Error(err)
		}
		lock <- struct{}{}
		statuses[a.status]++
		<-lock
	})
	if statuses[500] > 0 || statuses[201] != 10 || statuses[400] > 0 {
		t.Errorf("the answers were %v", statuses)
	}
	var numbers []string
	for _, entry := range owner.get(expenses + "/list?limit=100").list("data") {
		numbers = append(numbers, entry.(map[string]any)["expenseNumber"].(string))
	}
	slices.Sort(numbers)
	if len(slices.Compact(numbers)) != 11 || !slices.Contains(numbers, "EXP-11") {
		t.Errorf("the numbers are %v", numbers)
	}
	if a := owner.get(expenses + "/" + id); a.at("data", "file") != nil {
		file := owner.get(expenses + "/" + id + "/file").want(200)
		if !slices.Contains(contents, string(file.raw)) {
			t.Errorf("the file of %d bytes is none of those that were sent", len(file.raw))
		}
	}
	total := owner.get(expenses+"/list").number("totals", "totalAmount")
	if spent := owner.inBooks(bank); spent != -int64(total*100+0.5) {
		t.Errorf("the bank gave %d, the expenses are %v", spent, total)
	}
	owner.delete(expenses + "/" + id + "/delete").want(200)
	deleted := make([]int, 20)
	other := owner.expense(linenBill())
	together(len(deleted), func(i int) {
		a, _ := owner.try(http.MethodDelete, expenses+"/"+other+"/delete", nil)
		deleted[i] = a.status
	})
	slices.Sort(deleted)
	if deleted[0] != 200 || deleted[1] != 404 {
		t.Errorf("deleting at the same time answered %v", deleted)
	}
}
