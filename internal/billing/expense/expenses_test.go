package expense_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/jpeg"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestExpenses(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: expensePermissions},
		{Name: "every field", Run: expenseFields},
		{Name: "only the required fields", Run: expenseLeast},
		{Name: "bad input", Run: expenseBadInput},
		{Name: "changing some fields, and what it posts", Run: expenseUpdate},
		{Name: "deleting", Run: expenseDeleted},
		{Name: "vendors", Run: expenseVendors},
		{Name: "lists, totals and categories", Run: expenseLists},
		{Name: "a repeated request", Run: expenseRepeated},
		{Name: "days of the hotel's calendar", Run: expenseDays},
		{Name: "files", Run: expenseFiles},
		{Name: "what is behind pictures", Run: expensePictures},
		{Name: "files that lie", Run: expenseFilesThatLie},
		{Name: "file names", Run: expenseFileNames},
		{Name: "an upload that breaks off", Run: expenseCutOff},
		{Name: "many at once", Run: expenseRace},
	}, apptest.Balanced)
}

const expenses = "/api/expenses/{org}"

func linenBill() object {
	return object{"vendorName": "Lake City Linen", "category": "Laundry", "description": "Sheets of March",
		"amount": 4000.5, "tax": 720.09,
		"method": "bank_transfer", "date": "2026-04-10", "billNumber": "LCL/118"}
}

func expense(c *apptest.Caller, body object) string {
	c.Server.T.Helper()
	return c.Post(expenses+"/create", body).Want(201).Text("data", "_id")
}

func expensePermissions(t *testing.T, owner *apptest.Caller) {
	id := expense(owner, linenBill())
	owner.Put(expenses+"/"+id+"/file", apptest.Picture(4, 4)).Want(200)
	paths := []struct{ method, path, flag string }{
		{"POST", "/create", "create"}, {"GET", "/list", "view"}, {"GET", "/categories", "view"}, {"GET", "/" + id, "view"},
		{"PUT", "/" + id + "/update", "update"},
		{"PUT", "/" + id + "/file", "update"}, {"GET", "/" + id + "/file", "view"}, {"DELETE", "/" + id + "/file", "update"},
		{"DELETE", "/" + id + "/delete", "delete"},
	}
	none := owner.Member("Porter", object{"vendors": object{"manage": true}, "payments": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	elsewhere := owner.AnotherHotel()
	for _, p := range paths {
		none.Do(p.method, expenses+p.path, linenBill()).Refused(403, "expenses."+p.flag)
		stranger.Do(p.method, expenses+p.path, linenBill()).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, strings.ReplaceAll(expenses, "{org}", owner.Org)+p.path, linenBill()).
			Refused(401, "")
		if strings.Contains(p.path, id) {
			var body any = object{}
			if p.method+p.path == "PUT/"+id+"/file" {
				body = apptest.Picture(4, 4)
			}
			elsewhere.Do(p.method, expenses+p.path, body).Refused(404, "no such expense")
		}
	}
	elsewhere.Get(expenses+"/list").Want(200).Is([]any{}, "data").Is(0, "totals", "totalAmount")
	elsewhere.Get(expenses+"/categories").Want(200).Is([]any{}, "data")
	owner.Get(expenses + "/" + id).Want(200)
}

func expenseFields(t *testing.T, owner *apptest.Caller) {
	vendor, bank := owner.CreateVendor(apptest.Vendor()), owner.DefaultAccount("bank")
	body := linenBill().Without("method").
		Merged(object{"vendorId": vendor, "vendorName": "somebody else", "accountId": bank})
	made := owner.Post(expenses+"/create", body).Want(201)
	id := made.Text("data", "_id")
	want := map[string]any{"_id": id, "expenseNumber": "EXP-1", "vendorId": vendor, "vendorName": "Lake City Linen",
		"category": "Laundry", "description": "Sheets of March",
		"amount": 4000.5, "tax": 720.09, "totalAmount": 4720.59, "accountId": bank, "accountName": "Bank",
		"date": "2026-04-10", "postedOn": "2026-04-10", "billNumber": "LCL/118",
		"createdAt": "2026-04-14T06:30:00.000Z", "updatedAt": "2026-04-14T06:30:00.000Z", "version": 1}
	made.Is(want, "data")
	owner.Get(expenses+"/"+id).Want(200).Is(want, "data")
	owner.Get(expenses+"/list").Want(200).Is([]any{want}, "data").Is(1, "pagination", "total")
	if bank, spent, tax := owner.InBooks(bank), owner.InBooks("expenses"), owner.InBooks("input-tax"); bank != -472059 ||
		spent != 400050 || tax != 72009 {
		t.Errorf("the books have %d, %d, %d", bank, spent, tax)
	}
	if spent := owner.QueryInt(`SELECT spent FROM daily_money WHERE org_id = $1 AND day = '2026-04-10'`); spent != 472059 {
		t.Errorf("the day has %d", spent)
	}
	entry := owner.Get("/api/audit/{org}/logs?action=expense.created").Want(200)
	entry.Is("expense", "data", 0, "resourceType").Is(4000.5, "data", 0, "details", "amount").
		Is("Bank", "data", 0, "details", "accountName").Is("EXP-1", "data", 0, "details", "number")
	// a record sent back whole
	owner.Put(expenses+"/"+id+"/update", owner.Get(expenses+"/"+id).At("data")).Want(200).Is(want, "data")
	for _, unknown := range []string{apptest.Nobody, "x", strings.ToUpper(id)} {
		owner.Get(expenses+"/"+unknown).Refused(404, "no such expense")
		owner.Put(expenses+"/"+unknown+"/update", object{}).Refused(404, "no such expense")
		owner.Delete(expenses+"/"+unknown+"/delete").Refused(404, "no such expense")
		owner.Put(expenses+"/"+unknown+"/file", apptest.Picture(4, 4)).Refused(404, "no such expense")
		owner.Get(expenses+"/"+unknown+"/file").Refused(404, "no such expense")
		owner.Delete(expenses+"/"+unknown+"/file").Refused(404, "no such expense")
	}
}

func expenseLeast(_ *testing.T, owner *apptest.Caller) {
	a := owner.Post(expenses+"/create", object{"category": "Misc", "amount": 0.01, "date": "2026-04-14", "tax": nil,
		"vendorId": nil}).Want(201)
	a.Is("", "data", "vendorName").Is("", "data", "vendorId").Is(0, "data", "tax").Is(0.01, "data", "totalAmount").
		Is("Cash", "data", "accountName")
	for method, account := range map[string]string{"card": "Card", "upi": "UPI", "bank_transfer": "Bank",
		"ota": "OTA receivable", "other": "Cash"} {
		owner.Post(expenses+"/create", object{"category": "Misc", "amount": 1, "date": "2026-04-14", "method": method}).
			Want(201).Is(account, "data", "accountName")
	}
	yen := owner.AnotherHotel(object{"currency": "JPY"})
	yen.Post(expenses+"/create", object{"category": "Misc", "amount": 100.5, "date": "2026-04-14"}).Bad("amount")
	yen.Post(expenses+"/create", object{"category": "Misc", "amount": 100, "date": "2026-04-14"}).Want(201).
		Is(100, "data", "amount")
	apptest.Balanced(yen.Server.T, yen)
}

func expenseBadInput(_ *testing.T, owner *apptest.Caller) {
	id := expense(owner, linenBill())
	theirs := owner.AnotherHotel()
	for field, values := range map[string][]any{
		"amount": {0, -1, 1.001, "5", nil, 1e16}, "tax": {-1, 0.001, "5"}, "category": {"", " ", "two\nlines", nil},
		"date":       {"2026-04-15", "2026-02-30", "yesterday", "", nil},
		"vendorName": {"two\nlines"}, "billNumber": {"two\nlines", strings.Repeat("x", 61)},
		"vendorId":  {apptest.Nobody, "x", theirs.CreateVendor(object{"name": "Theirs"})},
		"accountId": {apptest.Nobody, "x", theirs.DefaultAccount("cash")}, "method": {"barter"},
		"description": {strings.Repeat("x", 2001)},
	} {
		for _, value := range values {
			owner.Post(expenses+"/create", linenBill().Merged(object{field: value})).Bad(field)
			owner.Put(expenses+"/"+id+"/update", object{field: value}).Bad(field)
		}
	}
	owner.Post(expenses+"/create", linenBill().
		Merged(object{"amount": 0, "tax": -1, "date": "2027-01-01", "category": " "})).Bad("category")
	owner.Post(expenses+"/create", linenBill().Merged(object{"amount": 0, "tax": -1, "date": "2027-01-01"})).Bad("amount").
		Bad("tax").Bad("date")
	owner.Post(expenses+"/create", linenBill().Merged(object{"amount": 9_999_999_999_999, "tax": 9_999_999_999_999})).
		Bad("tax")
	owner.Put(expenses+"/"+id+"/update", object{"accountId": nil}).Bad("accountId")
	for _, query := range []string{"from=x", "to=2026-02-30", "from=2026-04-02&to=2026-04-01", "page=0", "limit=101"} {
		owner.Get(expenses + "/list?" + query).Want(400)
	}
	owner.Get(expenses + "/categories?from=2026-04-02&to=2026-04-01").Bad("to")
	if n := owner.QueryInt(`SELECT COUNT(*) FROM expenses WHERE org_id = $1`); n != 1 {
		owner.Server.T.Errorf("%d expenses were recorded", n)
	}
	// refused requests used no number
	owner.Post(expenses+"/create", linenBill()).Want(201).Is("EXP-2", "data", "expenseNumber")
}

func expenseUpdate(t *testing.T, owner *apptest.Caller) {
	bank, cash := owner.DefaultAccount("bank"), owner.DefaultAccount("cash")
	id := expense(owner, linenBill())
	path := expenses + "/" + id
	owner.Server.Clock.Advance(time.Minute)
	entries := func() int64 { return owner.QueryInt(`SELECT COUNT(*) FROM ledger_entries WHERE org_id = $1`) }
	before := entries()
	owner.Put(path+"/update", object{"description": nil, "billNumber": "X", "category": "Linen"}).Want(200).
		Is("", "data", "description").Is("X", "data", "billNumber").Is("Linen", "data", "category").
		Is(4000.5, "data", "amount").
		Is("2026-04-14T06:31:00.000Z", "data", "updatedAt").Is("2026-04-14T06:30:00.000Z", "data", "createdAt")
	if entries() != before {
		t.Error("changing no money posted something")
	}
	owner.Server.Clock.Advance(time.Minute)
	owner.Put(path+"/update", object{"amount": 5000, "tax": nil, "accountId": cash, "date": "2026-04-12"}).Want(200).
		Is(5000, "data", "totalAmount").Is("Cash", "data", "accountName")
	if owner.InBooks(bank) != 0 || owner.InBooks(cash) != -500000 || owner.InBooks("expenses") != 500000 ||
		owner.InBooks("input-tax") != 0 {
		t.Error("the books don't follow the change")
	}
	details := owner.Get("/api/audit/{org}/logs?action=expense.updated").Want(200)
	details.Is(4000.5, "data", 0, "details", "changes", "amount", "old").
		Is(5000, "data", 0, "details", "changes", "amount", "new").
		Is("2026-04-10", "data", 0, "details", "changes", "date", "old").
		Is("Bank", "data", 0, "details", "changes", "accountName", "old").
		Is("Laundry", "data", 1, "details", "changes", "category", "old")
	owner.Put(path+"/update", object{"method": "upi"}).Want(200).Is("UPI", "data", "accountName")
	owner.Put(path+"/update", nil).Want(200).Is("UPI", "data", "accountName").Is(5000, "data", "amount")
}

func expenseDeleted(t *testing.T, owner *apptest.Caller) {
	id := expense(owner, linenBill())
	owner.Put(expenses+"/"+id+"/file", apptest.Picture(4, 4)).Want(200)
	owner.Delete(expenses+"/"+id+"/delete").Want(200).Is(nil, "data")
	for _, a := range []apptest.Answer{owner.Delete(expenses + "/" + id + "/delete"), owner.Get(expenses + "/" + id),
		owner.Put(expenses+"/"+id+"/update", object{}),
		owner.Get(expenses + "/" + id + "/file"), owner.Put(expenses+"/"+id+"/file", apptest.Picture(4, 4)),
		owner.Delete(expenses + "/" + id + "/file")} {
		a.Refused(404, "no such expense")
	}
	owner.Get(expenses+"/list").Want(200).Is([]any{}, "data").Is(0, "totals", "totalAmount")
	owner.Get(expenses+"/categories").Want(200).Is([]any{}, "data")
	if owner.InBooks(owner.DefaultAccount("bank")) != 0 || owner.InBooks("expenses") != 0 ||
		owner.InBooks("input-tax") != 0 || owner.QueryInt(`SELECT COUNT(*) FROM expense_files WHERE org_id = $1`) != 0 {
		t.Error("the deleted expense is still in the books, or its file is there")
	}
	owner.Get("/api/audit/{org}/logs?action=expense.deleted").Want(200).Is("EXP-1", "data", 0, "details", "number").
		Is(720.09, "data", 0, "details", "tax")
	owner.Post(expenses+"/create", linenBill()).Want(201).Is("EXP-2", "data", "expenseNumber")
}

func expenseVendors(_ *testing.T, owner *apptest.Caller) {
	vendor := owner.CreateVendor(apptest.Vendor())
	id := expense(owner, linenBill().Merged(object{"vendorId": vendor}))
	owner.Put("/api/vendor/{org}/"+vendor+"/update", object{"name": "Lake Linen Ltd"}).Want(200)
	// the name that the vendor had then
	owner.Put(expenses+"/"+id+"/update", object{"vendorId": vendor, "vendorName": "x"}).Want(200).
		Is("Lake City Linen", "data", "vendorName")
	owner.Delete("/api/vendor/{org}/"+vendor+"/delete").Refused(400, "has expenses")
	owner.Put(expenses+"/"+id+"/update", object{"vendorId": nil}).Want(200).Is("", "data", "vendorId").
		Is("Lake City Linen", "data", "vendorName")
	owner.Put(expenses+"/"+id+"/update", object{"vendorName": "Corner shop"}).Want(200).
		Is("Corner shop", "data", "vendorName")
	owner.Put(expenses+"/"+id+"/update", object{"vendorId": vendor}).Want(200).Is("Lake Linen Ltd", "data", "vendorName")
	owner.Delete(expenses + "/" + id + "/delete").Want(200)
	owner.Delete("/api/vendor/{org}/"+vendor+"/delete").Refused(400, "has expenses") // the books still name it
	other := owner.CreateVendor(object{"name": "Milk"})
	owner.Delete("/api/vendor/{org}/" + other + "/delete").Want(200)
	owner.Post(expenses+"/create", linenBill().Merged(object{"vendorId": other})).Bad("vendorId")
}

func expenseLists(t *testing.T, owner *apptest.Caller) {
	vendor, cash := owner.CreateVendor(apptest.Vendor()), owner.DefaultAccount("cash")
	var ids []string
	for i, body := range []object{
		{"vendorId": vendor, "category": "Laundry", "amount": 100, "tax": 18, "date": "2026-04-01",
			"description": "Curtains हवेली"},
		{"vendorName": "Milk man", "category": "Food", "amount": 50.25, "date": "2026-04-05", "accountId": cash,
			"billNumber": "B/7_%"},
		{"vendorName": "Milk man", "category": "Food", "amount": 60, "date": "2026-03-31", "accountId": cash},
		{"category": "Laundry", "amount": 10, "tax": 1.8, "date": "2026-04-14", "method": "upi"},
	} {
		owner.Server.Clock.Set(apptest.Noon.Add(time.Duration(i) * time.Second))
		ids = append(ids, expense(owner, body))
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
		a := owner.Get(expenses+"/list?"+query).Want(200).Is(want.total, "totals", "totalAmount")
		var found []string
		for _, entry := range a.List("data") {
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
	owner.Get(expenses+"/list?limit=1").Want(200).Is(4, "pagination", "total").Is(220.25, "totals", "amount").
		Is(19.8, "totals", "tax")
	owner.Get(expenses+"/categories").Want(200).Is([]any{
		map[string]any{"category": "Laundry", "count": 2.0, "amount": 110.0, "tax": 19.8, "totalAmount": 129.8},
		map[string]any{"category": "Food", "count": 2.0, "amount": 110.25, "tax": 0.0, "totalAmount": 110.25}}, "data")
	owner.Get(expenses+"/categories?from=2026-04-01&to=2026-04-05").Want(200).Is(118, "data", 0, "totalAmount").
		Is(1, "data", 1, "count")
}

func expenseRepeated(t *testing.T, owner *apptest.Caller) {
	keyed := owner.With("Idempotency-Key", "a bill")
	first := keyed.Post(expenses+"/create", linenBill()).Want(201)
	again := keyed.Post(expenses+"/create", linenBill()).Want(201)
	if !bytes.Equal(first.Raw, again.Raw) {
		t.Errorf("the repetition answered %s", again.Raw)
	}
	keyed.Post(expenses+"/create", linenBill().Merged(object{"amount": 1})).Bad("Idempotency-Key")
	owner.Get(expenses+"/list").Is(1, "pagination", "total")
}

func expenseDays(_ *testing.T, owner *apptest.Caller) {
	owner.Server.Clock.Set(time.Date(2026, 4, 14, 18, 29, 59, 0, time.UTC)) // a second before midnight in Kolkata
	owner = owner.Again()
	owner.Post(expenses+"/create", linenBill().Merged(object{"date": "2026-04-15"})).Bad("date")
	owner.Server.Clock.Advance(time.Second)
	id := expense(owner, linenBill().Merged(object{"date": "2026-04-15"}))
	owner.Put(expenses+"/"+id+"/update", object{"date": "2026-04-16"}).Bad("date")
	west := owner.AnotherHotel(object{"timezone": "Pacific/Honolulu"})
	west.Post(expenses+"/create", linenBill().Merged(object{"date": "2026-04-15"})).Bad("date")
	expense(west, linenBill().Merged(object{"date": "2026-04-14"}))
	apptest.Balanced(west.Server.T, west)
}

// form makes a multipart body with this part, and its content type.
func form(part, fileName, contentType, content string) (string, string) {
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	_ = writer.WriteField("note", "first")
	header := textproto.MIMEHeader{"Content-Disposition": {`form-data; name="` + part + `"; filename="` + fileName + `"`},
		"Content-Type": {contentType}}
	into, _ := writer.CreatePart(header)
	_, _ = into.Write([]byte(content))
	_ = writer.WriteField("last", "last")
	_ = writer.Close()
	return body.String(), writer.FormDataContentType()
}

func putForm(c *apptest.Caller, path, part, fileName, contentType, content string) apptest.Answer {
	c.Server.T.Helper()
	body, media := form(part, fileName, contentType, content)
	return c.With("Content-Type", media).Put(path, body)
}

// jpegBill and webpBill are pictures with nothing else in their files.
func jpegBill() string {
	var out bytes.Buffer
	_ = jpeg.Encode(&out, image.NewGray(image.Rect(0, 0, 300, 200)), nil)
	return out.String()
}

func webpBill() string { return webp("VP8 \xd0\x07\x00\x00" + strings.Repeat("w", 2000)) }

// webp is a file of these chunks.
func webp(chunks string) string {
	return "RIFF" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(chunks)+4))) + "WEBP" + chunks
}

func pdfBill(size int) string {
	return "%PDF-1.7\n" + strings.Repeat("a bill \x00\xff", size/9+1)[:size-9]
}

func expenseFiles(t *testing.T, owner *apptest.Caller) {
	id := expense(owner, linenBill())
	path := expenses + "/" + id + "/file"
	owner.Get(path).Refused(404, "no file")
	owner.Delete(path).Refused(404, "no file")
	for _, file := range []struct{ content, mediaType, ending string }{
		{apptest.Picture(40, 30), "image/png", "png"}, {jpegBill(), "image/jpeg", "jpg"}, {webpBill(), "image/webp", "webp"},
		{pdfBill(5000), "application/pdf", "pdf"},
		{pdfBill(3<<18 + 1), "application/pdf", "pdf"}, {pdfBill(2 * (3 << 18)), "application/pdf", "pdf"},
		{pdfBill(10 << 20), "application/pdf", "pdf"},
	} {
		want := map[string]any{"name": "bill." + file.ending, "type": file.mediaType, "size": float64(len(file.content))}
		for range 2 { // as often as one likes
			owner.Put(path, file.content).Want(200).Is(want, "data", "file")
		}
		if a := owner.Download(path, file.mediaType); string(a.Raw) != file.content ||
			!strings.Contains(a.Header.Get("Content-Disposition"), "bill."+file.ending) {
			t.Errorf("the %s of %d bytes came back otherwise, as %s", file.mediaType, len(file.content),
				a.Header.Get("Content-Disposition"))
		}
		want["name"] = "March." + file.ending
		putForm(owner, path, "file", "March."+file.ending, "text/html", file.content).Want(200).Is(want, "data", "file")
		if a := owner.Download(path, file.mediaType); string(a.Raw) != file.content {
			t.Errorf("the %s of %d bytes came back otherwise from a form", file.mediaType, len(file.content))
		}
		owner.Get(expenses+"/"+id).Is(want, "data", "file")
	}
	small := apptest.Picture(4, 4)
	owner.Server.Clock.Advance(time.Second)
	owner.Put(path, small).Want(200)
	if n := owner.QueryInt(`SELECT COUNT(*) FROM expense_files WHERE org_id = $1`); n != 1 {
		t.Errorf("%d pieces are stored, want only those of the last file", n)
	}
	owner.Get("/api/audit/{org}/logs?action=expense.updated").Want(200).
		Is("bill.png", "data", 0, "details", "changes", "file", "new").
		Is("March.pdf", "data", 0, "details", "changes", "file", "old")
	owner.Delete(path).Want(200).Is(nil, "data", "file")
	owner.Get(path).Refused(404, "no file")
	if n := owner.QueryInt(`SELECT COUNT(*) FROM expense_files WHERE org_id = $1`); n != 0 {
		t.Errorf("%d pieces of a removed file are stored", n)
	}
}

// Files are judged by their content, whatever the client calls them. A refused one leaves the file that is there.
func expenseFilesThatLie(t *testing.T, owner *apptest.Caller) {
	path := expenses + "/" + expense(owner, linenBill()) + "/file"
	owner.Put(path, apptest.Picture(40, 30)).Want(200)
	html := "<!DOCTYPE html><script>alert(1)</script>"
	for name, content := range map[string]string{
		"HTML": html, "HTML with a picture behind it": html + apptest.Picture(4, 4),
		"SVG": `<svg xmlns="http://www.w3.org/2000/svg"/>`, "text": "Bill: 4000",
		"ZIP": "PK\x03\x04" + strings.Repeat("x", 100),
		"GIF": "GIF89a" + strings.Repeat("x", 100), "a program": "\x7fELF\x02\x01\x01" + strings.Repeat("x", 100),
		"half a signature": "\x89PN", "a space before the PDF": " %PDF-1.7",
		"another RIFF": "RIFF\x24\x00\x00\x00WAVEfmt " + strings.Repeat("x", 100), "NULs": strings.Repeat("\x00", 100),
		"JSON": `{"file":"x"}`, "PDF in words": "PDF-1.7",
	} {
		for _, claimed := range []string{"image/png", "application/pdf", "application/octet-stream", "", "nonsense;;",
			"application/json"} {
			if a := owner.With("Content-Type", claimed).Put(path, content); a.Status != 400 || !a.Names("file") {
				t.Errorf("%s that is called %q answered %d: %s", name, claimed, a.Status, a.Raw)
			}
		}
		putForm(owner, path, "file", "bill.png", "image/png", content).Bad("file")
	}
	owner.Put(path, pdfBill(10<<20+1)).Refused(400, "10 MiB")
	owner.Put(path, pdfBill(12<<20)).Refused(400, "10 MiB")
	putForm(owner, path, "file", "bill.pdf", "application/pdf", pdfBill(10<<20+1)).Refused(400, "10 MiB")
	owner.Put(path, nil).Bad("file")
	owner.Put(path, "").Bad("file")
	putForm(owner, path, "picture", "bill.png", "image/png", apptest.Picture(4, 4)).Bad("file")
	putForm(owner, path, "file", "bill.png", "image/png", "").Bad("file")
	body, media := form("file", "bill.png", "image/png", apptest.Picture(4, 4))
	owner.With("Content-Type", media).Put(path, body[:len(body)/2]).Bad("file")
	owner.With("Content-Type", "multipart/form-data").Put(path, body).Bad("file")
	owner.With("Content-Type", "multipart/form-data; boundary=x").Put(path, body).Bad("file")
	owner.Get(expenses+"/list").Is("bill.png", "data", 0, "file", "name")
	if a := owner.Download(path, "image/png"); string(a.Raw) != apptest.Picture(40, 30) {
		t.Error("a refused file has replaced the one that was there")
	}
	// Anything may follow a PNG's signature. It is served as a picture to be saved, never shown as a page.
	putForm(owner, path, "file", "page.html", "text/html", apptest.Picture(1, 1)+html).Want(200).
		Is("page.html.png", "data", "file", "name").Is("image/png", "data", "file", "type")
	owner.Download(path, "image/png")
}

// A picture of a bill loses where and with what it was taken, and what follows it; its pixels stay.
func expensePictures(t *testing.T, owner *apptest.Caller) {
	path := expenses + "/" + expense(owner, linenBill()) + "/file"
	const secret = "GPS 26.9124 N 75.7873 E"
	segment := func(marker, content string) string {
		return "\xff" + marker + string(binary.BigEndian.AppendUint16(nil, uint16(len(content)+2))) + content
	}
	chunk := func(name, content string) string {
		c := name + content
		return string(binary.BigEndian.AppendUint32(nil, uint32(len(content)))) + c +
			string(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(c))))
	}
	sideways := "MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	jpg, png := jpegBill(), apptest.Picture(40, 30)
	header := len("\x89PNG\r\n\x1a\n") + 25 // with IHDR
	for name, file := range map[string]struct{ sent, kept, mediaType string }{
		"a JPEG": {jpg[:2] + segment("\xe1", "Exif\x00\x00"+secret) + segment("\xfe", secret) +
			segment("\xe2", "ICC_PROFILE\x00"+secret) + jpg[2:] + secret, jpg, "image/jpeg"},
		"a JPEG that was taken sideways": {jpg[:2] + segment("\xe1", "Exif\x00\x00"+sideways+secret) + jpg[2:] + jpg,
			jpg[:2] + segment("\xe1", "Exif\x00\x00"+sideways) + jpg[2:], "image/jpeg"},
		"a PNG": {png[:header] + chunk("tEXt", "Comment\x00"+secret) + chunk("eXIf", secret) + png[header:] + secret,
			png, "image/png"},
		"a WebP": {webp("VP8X\x0a\x00\x00\x00\x0c"+strings.Repeat("\x00", 9)+"VP8 \x04\x00\x00\x00wwww"+
			"EXIF\x17\x00\x00\x00"+secret+"\x00XMP \x18\x00\x00\x00"+secret+".") + secret,
			webp("VP8X\x0a\x00\x00\x00" + strings.Repeat("\x00", 10) + "VP8 \x04\x00\x00\x00wwww"), "image/webp"},
	} {
		owner.Put(path, file.sent).Want(200).Is(len(file.kept), "data", "file", "size")
		if got := string(owner.Download(path, file.mediaType).Raw); got != file.kept {
			t.Errorf("%s came back as %d bytes, want %d: %.80q", name, len(got), len(file.kept), got)
		}
	}
	for name, broken := range map[string]string{"a JPEG": jpg[:len(jpg)/2], "a PNG": png[:len(png)-9],
		"a WebP": webpBill()[:1000], "no JPEG": "\xff\xd8\xff\xe0\x00\x10JFIF\x00" + strings.Repeat("j", 2000)} {
		if a := owner.Put(path, broken); a.Status != 400 || !a.Names("file") {
			t.Errorf("%s that is cut answered %d: %s", name, a.Status, a.Raw)
		}
	}
}

func expenseFileNames(t *testing.T, owner *apptest.Caller) {
	path := expenses + "/" + expense(owner, linenBill()) + "/file"
	for given, want := range map[string]string{
		"March.PNG": "March.PNG", "../../etc/passwd": "passwd.png", `..\\..\\boot.ini`: "boot.ini.png",
		"bill.pdf": "bill.pdf.png", ".png": "bill.png", "...": "bill.png",
		"a/b/": "b.png", "con:aux?.png": "con-aux.png", "बिल मार्च.png": "बिल मार्च.png",
		"gnp.exe\u202egpj.png": "gnp.exegpj.png", "  spaced .png": "spaced.png",
		"x\\\";y.png": "x-;y.png", strings.Repeat("n", 300) + ".png": strings.Repeat("n", 100) + ".png",
		"<script>.png": "script.png",
	} {
		got := putForm(owner, path, "file", given, "image/png", apptest.Picture(4, 4)).Want(200).Text("data", "file", "name")
		if got != want {
			t.Errorf("%q is kept as %q, want %q", given, got, want)
		}
		if a := owner.Download(path, "image/png"); strings.ContainsAny(a.Header.Get("Content-Disposition"), "\r\n/\\") {
			t.Errorf("%q goes out as %q", given, a.Header.Get("Content-Disposition"))
		}
	}
}

// An upload that ends before its announced length changes nothing.
func expenseCutOff(t *testing.T, owner *apptest.Caller) {
	id := expense(owner, linenBill())
	owner.Put(expenses+"/"+id+"/file", apptest.Picture(4, 4)).Want(200)
	address, _ := url.Parse(owner.Server.URL)
	for range 5 {
		conn, err := net.Dial("tcp", address.Host)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "PUT /api/expenses/%s/%s/file HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"+
			"Content-Type: application/pdf\r\nContent-Length: 9000\r\n\r\n%s", owner.Org, id, owner.Token, pdfBill(4000))
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
	owner.Get(expenses+"/"+id).Is("image/png", "data", "file", "type")
	if a := owner.Download(expenses+"/"+id+"/file", "image/png"); string(a.Raw) != apptest.Picture(4, 4) {
		t.Error("half a file has replaced the one that was there")
	}
}

func expenseRace(t *testing.T, owner *apptest.Caller) {
	bank := owner.DefaultAccount("bank")
	id := expense(owner, linenBill())
	contents := []string{pdfBill(900_000), apptest.Picture(40, 30), jpegBill()}
	statuses := map[int]int{}
	lock := make(chan struct{}, 1)
	apptest.Together(40, func(i int) {
		var a apptest.Answer
		var err error
		switch i % 4 {
		case 0:
			a, err = owner.Try(http.MethodPost, expenses+"/create", linenBill().Merged(object{"amount": i + 1}))
		case 1:
			a, err = owner.Try(http.MethodPut, expenses+"/"+id+"/update",
				object{"amount": i, "tax": i, "date": fmt.Sprintf("2026-04-%02d", 1+i%10)})
		case 2:
			a, err = owner.Try(http.MethodPut, expenses+"/"+id+"/file", contents[i%3])
		case 3:
			a, err = owner.Try(http.MethodDelete, expenses+"/"+id+"/file", nil)
		}
		if err != nil {
			t.Error(err)
		}
		lock <- struct{}{}
		statuses[a.Status]++
		<-lock
	})
	if statuses[500] > 0 || statuses[201] != 10 || statuses[400] > 0 {
		t.Errorf("the answers were %v", statuses)
	}
	var numbers []string
	for _, entry := range owner.Get(expenses + "/list?limit=100").List("data") {
		numbers = append(numbers, entry.(map[string]any)["expenseNumber"].(string))
	}
	slices.Sort(numbers)
	if len(slices.Compact(numbers)) != 11 || !slices.Contains(numbers, "EXP-11") {
		t.Errorf("the numbers are %v", numbers)
	}
	if a := owner.Get(expenses + "/" + id); a.At("data", "file") != nil {
		file := owner.Get(expenses + "/" + id + "/file").Want(200)
		if !slices.Contains(contents, string(file.Raw)) {
			t.Errorf("the file of %d bytes is none of those sent", len(file.Raw))
		}
	}
	total := owner.Get(expenses+"/list").Number("totals", "totalAmount")
	if spent := owner.InBooks(bank); spent != -int64(total*100+0.5) {
		t.Errorf("the bank gave %d, the expenses are %v", spent, total)
	}
	owner.Delete(expenses + "/" + id + "/delete").Want(200)
	deleted := make([]int, 20)
	other := expense(owner, linenBill())
	apptest.Together(len(deleted), func(i int) {
		a, _ := owner.Try(http.MethodDelete, expenses+"/"+other+"/delete", nil)
		deleted[i] = a.Status
	})
	slices.Sort(deleted)
	if deleted[0] != 200 || deleted[1] != 404 {
		t.Errorf("deleting at the same time answered %v", deleted)
	}
}
