package gstreturn_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestGSTR1(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "who may not", Run: gstr1Permissions},
		{Name: "what is refused", Run: gstr1Refusals},
		{Name: "an empty month", Run: gstr1Empty},
		{Name: "where documents go", Run: gstr1Tables},
		{Name: "through e-commerce operators", Run: gstr1Operators},
		{Name: "two months of documents add up", Run: gstr1AddsUp},
		{Name: "documents from before the GSTIN are left out", Run: gstr1BillsOfSupply},
	})
}

const gstr1 = "/api/invoices/{org}/gstr1"

func gstr1Permissions(_ *testing.T, owner *apptest.Caller) {
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	viewer := owner.Member("Clerk", object{"invoices": object{"view": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, path := range []string{gstr1, gstr1 + ".json", gstr1 + ".xlsx"} {
		path += "?period=2026-04"
		none.Get(path).Refused(403, "invoices.view")
		stranger.Get(path).Refused(403, "not a member")
		(&apptest.Caller{Server: owner.Server, Org: owner.Org}).Get(path).Refused(401, "")
		viewer.Get(path).Want(200)
	}
}

func gstr1Refusals(_ *testing.T, owner *apptest.Caller) {
	for _, path := range []string{gstr1, gstr1 + ".json", gstr1 + ".xlsx"} {
		for _, period := range []string{"", "2026", "2026-13", "2026-00", "2026-4", "04-2026", "2026-04-01", "2017-06", "x"} {
			owner.Get(path + "?period=" + period).Bad("period")
		}
		owner.Get(path).Bad("period")
		owner.AnotherHotel().Get(path+"?period=2026-04").Refused(400, "GSTIN")
	}
}

func gstr1Empty(_ *testing.T, owner *apptest.Caller) {
	owner.Get(gstr1+"?period=2026-10").Want(200).
		Is(map[string]any{"gstin": "27AAPFU0939F1ZV", "fp": "102026", "b2b": []any{}, "b2cs": []any{}, "cdnr": []any{},
			"cdnur": []any{},
			"nil":   map[string]any{"inv": []any{}}, "hsn": map[string]any{"hsn_b2b": []any{}, "hsn_b2c": []any{}},
			"doc_issue": map[string]any{"doc_det": []any{}}}, "data")
	owner.Download(gstr1+".xlsx?period=2026-10", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
}

const companyGSTIN = "29AABCU9603R1ZJ"

func company() object {
	return object{"name": "Rao Textiles", "gstin": companyGSTIN, "address": apptest.Address()}
}

// billed issues an invoice with one taxed line and returns its id.
func billed(c *apptest.Caller, buyer object, price any, taxID string) string {
	c.Server.T.Helper()
	return c.Post("/api/invoices/{org}/create", object{"buyer": buyer, "issue": true,
		"lines": []any{object{"description": "Laundry", "unitPrice": price, "taxId": taxID}}}).
		Want(201).Text("data", "_id")
}

func gstr1Tables(t *testing.T, owner *apptest.Caller) {
	laundry, nobody := owner.CreateTax(nil), object{"name": "Asha Rao"}
	first := billed(owner, company(), 1180, laundry)
	billed(owner, nobody, 590, laundry)
	void := billed(owner, nobody, 5900, laundry)
	owner.Post("/api/invoices/{org}/"+void+"/void", object{"reason": "Twice"}).Want(200)
	billed(owner, nobody, 200, "")
	owner.Post("/api/invoices/{org}/create", object{"buyer": nobody,
		"lines": []any{object{"description": "Draft", "unitPrice": 11800, "taxId": laundry}}}).Want(201)
	owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": first, "reason": "Stained", "amount": 118}).Want(201)

	r := owner.Get(gstr1 + "?period=2026-04").Want(200)
	r.Is(companyGSTIN, "data", "b2b", 0, "ctin").Is("INV-1", "data", "b2b", 0, "inv", 0, "inum").
		Is("14-04-2026", "data", "b2b", 0, "inv", 0, "idt").Is(1180, "data", "b2b", 0, "inv", 0, "val").
		Is("27", "data", "b2b", 0, "inv", 0, "pos").
		Is(map[string]any{"rt": 18.0, "txval": 1000.0, "camt": 90.0, "samt": 90.0, "csamt": 0.0}, "data", "b2b", 0, "inv", 0,
			"itms", 0, "itm_det").
		Is([]any{map[string]any{"sply_ty": "INTRA", "typ": "OE", "pos": "27", "rt": 18.0, "txval": 500.0, "camt": 45.0,
			"samt": 45.0, "csamt": 0.0}}, "data", "b2cs").
		Is("CN-1", "data", "cdnr", 0, "nt", 0, "nt_num").Is("C", "data", "cdnr", 0, "nt", 0, "ntty").
		Is(100, "data", "cdnr", 0, "nt", 0, "itms", 0, "itm_det", "txval").
		Is([]any{map[string]any{"sply_ty": "INTRAB2C", "expt_amt": 200.0, "nil_amt": 0.0, "ngsup_amt": 0.0}}, "data", "nil",
			"inv").
		Is(900, "data", "hsn", "hsn_b2b", 0, "txval").Is("999712", "data", "hsn", "hsn_b2c", 0, "hsn_sc").
		Is(500, "data", "hsn", "hsn_b2c", 0, "txval").
		Is([]any{map[string]any{"num": 1.0, "from": "INV-1", "to": "INV-4", "totnum": 4.0, "cancel": 1.0, "net_issue": 3.0}},
			"data", "doc_issue", "doc_det", 0, "docs").
		Is(5, "data", "doc_issue", "doc_det", 1, "doc_num").Is(nil, "message")
	if len(r.List("data", "b2b")) != 1 || len(r.List("data", "b2b", 0, "inv")) != 1 {
		t.Errorf("the return has other invoices too: %s", r.Raw)
	}

	var file map[string]any
	if content := owner.Download(gstr1+".json?period=2026-04", "application/octet-stream"); json.Unmarshal(content.Raw,
		&file) != nil || file["fp"] != "042026" || file["cdnur"] != nil {
		t.Errorf("the file is %s", content.Raw)
	}
	book, err := excelize.OpenReader(bytes.NewReader(owner.Download(gstr1+".xlsx?period=2026-04",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet").Raw))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	for cell, want := range map[string]string{"A5": companyGSTIN, "B5": "Rao Textiles", "L5": "1000.00"} {
		if got, err := book.GetCellValue("b2b,sez,de", cell); got != want || err != nil {
			t.Errorf("%s is %q, %v; want %q", cell, got, err, want)
		}
	}
	// The message warns of a line without a code.
	plain := owner.Post(apptest.Taxes+"/create", object{"name": "GST", "kind": "gst", "appliesTo": "service", "rate": 5}).
		Want(201).Text("data", "_id")
	billed(owner, nobody, 105, plain)
	if said := owner.Get(gstr1 + "?period=2026-04").Want(200).Text("message"); said == "" {
		t.Error("nothing is said of a line without a SAC")
	}
}

// shares has taxable value, CGST and SGST by rate, in paise.
type shares map[float64][3]int64

func (s shares) add(rate, taxable, cgst, sgst float64, sign int64) {
	was := s[rate]
	s[rate] = [3]int64{was[0] + sign*apptest.Paise(taxable), was[1] + sign*apptest.Paise(cgst),
		was[2] + sign*apptest.Paise(sgst)}
	if s[rate] == [3]int64{} {
		delete(s, rate)
	}
}

// cessRate is the rate of the one tax in these documents that isn't GST.
const cessRate = 7.5

// ofDocuments adds up the lines with GST of a month's documents, which it reads one by one.
func ofDocuments(c *apptest.Caller, from, to string) shares {
	c.Server.T.Helper()
	all := shares{}
	for _, kind := range []struct {
		path string
		sign int64
	}{{"/api/invoices/{org}", 1}, {"/api/credit-notes/{org}", -1}} {
		for _, entry := range c.Get(kind.path + "/list?limit=100&from=" + from + "&to=" + to).Want(200).List("data") {
			entry := entry.(map[string]any)
			if entry["status"] == "void" {
				continue
			}
			document := c.Get(kind.path + "/" + entry["_id"].(string)).Want(200)
			for i := range document.List("data", "lines") {
				value := func(field string) float64 { return document.Number("data", "lines", i, field) }
				if rate := value("taxRate"); rate > 0 && rate != cessRate {
					all.add(value("taxRate"), value("taxableValue"), value("cgst"), value("sgst"), kind.sign)
				}
			}
		}
	}
	return all
}

// ofReturn adds up the return's tables by rate, and table 12.
func ofReturn(c *apptest.Caller, period string) (tables, codes shares) {
	c.Server.T.Helper()
	r := c.Get(gstr1 + "?period=" + period).Want(200)
	tables, codes = shares{}, shares{}
	add := func(into shares, sign int64, row map[string]any) {
		into.add(row["rt"].(float64), row["txval"].(float64), row["camt"].(float64), row["samt"].(float64), sign)
	}
	for i := range r.List("data", "b2b") {
		for j := range r.List("data", "b2b", i, "inv") {
			for k := range r.List("data", "b2b", i, "inv", j, "itms") {
				add(tables, 1, r.At("data", "b2b", i, "inv", j, "itms", k, "itm_det").(map[string]any))
			}
		}
	}
	for i := range r.List("data", "b2cs") {
		add(tables, 1, r.At("data", "b2cs", i).(map[string]any))
	}
	for i := range r.List("data", "cdnr") {
		for j := range r.List("data", "cdnr", i, "nt") {
			for k := range r.List("data", "cdnr", i, "nt", j, "itms") {
				add(tables, -1, r.At("data", "cdnr", i, "nt", j, "itms", k, "itm_det").(map[string]any))
			}
		}
	}
	for _, half := range []string{"hsn_b2b", "hsn_b2c"} {
		for i := range r.List("data", "hsn", half) {
			add(codes, 1, r.At("data", "hsn", half, i).(map[string]any))
		}
	}
	return tables, codes
}

// Stays and services, some credited in whole or in part, for buyers of both kinds, over the end of a month: each
// month's return has what its own documents have, by rate and to the paisa.
func gstr1AddsUp(t *testing.T, owner *apptest.Caller) {
	random := rand.New(rand.NewPCG(4, 14)) // the same month each time
	rooms := owner.CreateRooms(4)
	taxes := []string{owner.CreateTax(nil), owner.CreateTax(object{"rate": 5}),
		owner.CreateTax(object{"kind": "other", "rate": cessRate}), ""}
	for n := range 24 {
		if n == 12 {
			owner.Server.Clock.Set(time.Date(2026, 4, 30, 18, 31, 0, 0, time.UTC)) // 1 May in Kolkata
			owner = owner.Server.Login(owner.Org, owner.Email)
		}
		buyer := object{"name": fmt.Sprint("Guest ", n), "address": apptest.Address()}
		if random.IntN(2) == 0 {
			buyer = company()
		}
		price := float64(random.IntN(15_000_00)+1) / 100
		body := object{"buyer": buyer, "issue": true, "lines": []any{
			object{"description": "Spa", "unitPrice": price, "taxId": taxes[random.IntN(4)]},
			object{"description": "Tea", "unitPrice": 33.33, "quantity": 3, "taxId": taxes[random.IntN(4)]}}}
		if n%3 == 0 {
			from := time.Date(2026, 6, 1+n, 0, 0, 0, 0, time.UTC)
			booked := apptest.Stay(from.Format("2006-01-02"), from.AddDate(0, 0, 2).Format("2006-01-02"), rooms[n%4]).
				Merged(object{"totalAmount": 2 * price})
			body["bookingId"] = owner.Post("/api/bookings/{org}/create", booked).Want(201).Text("data", "bookingId")
		}
		invoice := owner.Post("/api/invoices/{org}/create", body).Want(201)
		switch id := invoice.Text("data", "_id"); random.IntN(4) {
		case 0:
			owner.Post("/api/invoices/{org}/"+id+"/void", object{"reason": "Wrong"}).Want(200)
		case 1:
			owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": id, "reason": "Part",
				"amount": math.Floor(invoice.Number("data", "totalAmount")*30) / 100}).Want(201)
		case 2:
			owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": id, "reason": "Part", "amount": 0.07}).Want(201)
			owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": id, "reason": "All that is left"}).Want(201)
		}
	}
	for period, days := range map[string][2]string{"2026-04": {"2026-04-01", "2026-04-30"},
		"2026-05": {"2026-05-01", "2026-05-31"}} {
		want := ofDocuments(owner, days[0], days[1])
		tables, codes := ofReturn(owner, period)
		if len(want) == 0 || !maps.Equal(tables, want) || !maps.Equal(codes, want) {
			t.Errorf("%s: the documents have %v, the tables %v, table 12 %v", period, want, tables, codes)
		}
	}
}

func gstr1BillsOfSupply(_ *testing.T, owner *apptest.Caller) {
	hotel := owner.AnotherHotel()
	billed(hotel, object{"name": "Asha"}, 100, "")
	hotel.Put("/api/organization/{org}/update", object{"gstin": "27AAPFU0939F1ZV"}).Want(200)
	billed(hotel, object{"name": "Asha"}, 200, hotel.CreateTax(nil))
	hotel.Get(gstr1+"?period=2026-04").Want(200).Is([]any{}, "data", "nil", "inv").
		Is(map[string]any{"num": 1.0, "from": "INV-2", "to": "INV-2", "totnum": 1.0, "cancel": 0.0, "net_issue": 1.0}, "data",
			"doc_issue", "doc_det", 0, "docs", 0)
}

// A booking site that collects tax at source has sold a stay and settled another; a company that collects none, a
// third. Table 14 is by the site's number, less what is credited, and the other tables are as without it.
func gstr1Operators(t *testing.T, owner *apptest.Caller) {
	owner = owner.AnotherHotel(object{"gstin": "27AAPFU0939F1ZV"})
	const collector = "27AAACM3025E1CA"
	body := func(name, number string) object {
		return object{"name": name, "canLeaveOnAccount": true, "tcsGstin": number}
	}
	for _, wrong := range []string{"27AAPFU0939F1ZV", "27AAACM3025E1CB", "x"} {
		owner.Post("/api/companies/{org}/create", body("Site", wrong)).Bad("tcsGstin")
	}
	site := owner.Post("/api/companies/{org}/create", body("StayFinder", " 27aaacm3025e1ca ")).Want(201).
		Is(collector, "data", "tcsGstin").Text("data", "_id")
	other := owner.Post("/api/companies/{org}/create", body("Rao", "")).Want(201).Text("data", "_id")
	laundry, rooms := owner.CreateTax(nil), owner.CreateRooms(3)
	stay := func(room, companyID string) string {
		return owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-15", room).
			Merged(object{"companyId": companyID})).Want(201).Text("data", "bookingId")
	}
	invoiced := func(price float64, fields object) string {
		return owner.Post("/api/invoices/{org}/create", object{"buyer": object{"name": "Asha"}, "issue": true,
			"lines": []any{object{"description": "Laundry", "unitPrice": price, "taxId": laundry},
				object{"description": "Untaxed", "unitPrice": 50}}}.Merged(fields)).Want(201).Text("data", "_id")
	}
	table := func(value, each float64) {
		t.Helper()
		r := owner.Get(gstr1 + "?period=2026-04").Want(200)
		if value == 0 {
			r.Is(nil, "data", "supeco")
			return
		}
		r.Is(map[string]any{"clttx": []any{map[string]any{"etin": collector, "suppval": value, "igst": 0.0, "cgst": each,
			"sgst": each, "cess": 0.0, "flag": "N"}}}, "data", "supeco")
	}
	invoiced(1180, object{"bookingId": stay(rooms[0], other)})
	invoiced(118, nil)
	table(0, 0)
	// a night of 5,000 with 5 % in it, and laundry of 2,360 with 18 %
	first := invoiced(2360, object{"bookingId": stay(rooms[1], site)})
	table(4761.90+2000, 119.05+180)
	second := billed(owner, company(), 590, laundry)
	owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": second, "reason": "Stained", "amount": 118}).Want(201)
	table(6761.90, 299.05)
	owner.Post("/api/companies/{org}/"+site+"/invoices", object{"invoiceId": second}).Want(201)
	sums := object{"grossAmount": 472, "commissionAmount": 0, "gstOnCommission": 0, "tcsAmount": 0, "tdsAmount": 0,
		"netAmount": 472}
	settled := owner.Post("/api/settlements/{org}/create", sums.Merged(object{"companyId": site, "statementNumber": "S-1",
		"lines": []object{sums.Merged(object{"reference": "SF-1", "invoiceId": second})}})).Want(201).Text("data", "_id")
	table(6761.90+500-100, 299.05+45-9)
	owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": first, "reason": "All of it"}).Want(201)
	table(400, 36)
	r := owner.Get(gstr1+"?period=2026-04").Want(200).Is(companyGSTIN, "data", "b2b", 0, "ctin")
	r.Is(500, "data", "b2b", 0, "inv", 0, "itms", 0, "itm_det", "txval")
	var file map[string]any
	if content := owner.Download(gstr1+".json?period=2026-04", "application/octet-stream"); json.Unmarshal(content.Raw,
		&file) != nil || fmt.Sprint(file["supeco"]) != fmt.Sprint(r.At("data", "supeco")) {
		t.Errorf("the file is %s", content.Raw)
	}
	book, err := excelize.OpenReader(bytes.NewReader(owner.Download(gstr1+".xlsx?period=2026-04",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet").Raw))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	for cell, want := range map[string]string{"A5": "Liable to collect tax u/s 52(TCS)", "B5": collector,
		"C5": "StayFinder", "D5": "400.00", "F5": "36.00", "G5": "36.00", "D3": "400.00"} {
		if got, err := book.GetCellValue("eco", cell); got != want || err != nil {
			t.Errorf("%s is %q, %v; want %q", cell, got, err, want)
		}
	}
	owner.Post("/api/settlements/{org}/"+settled+"/reverse", object{"reason": "Twice"}).Want(200)
	table(0, 0)
	operatorsLate(owner, site, invoiced(1180, object{"bookingId": stay(rooms[2], site)}),
		invoiced(1180, nil))
}

// A settlement of May moves an invoice of April, which is locked, into table 14: it says so, and so does May's return.
// What was sold through the site already moves nowhere.
func operatorsLate(owner *apptest.Caller, site, sold, late string) {
	owner.Server.T.Helper()
	owner = owner.OnDay("2026-05-02")
	owner.Put("/api/accounts/{org}/lock", object{"until": "2026-04-30", "reason": "April is filed"}).Want(200)
	sums := object{"grossAmount": 100, "commissionAmount": 0, "gstOnCommission": 0, "tcsAmount": 0, "tdsAmount": 0,
		"netAmount": 100}
	settle := func(number string, line object) apptest.Answer {
		return owner.Post("/api/settlements/{org}/create", sums.Merged(object{"companyId": site, "statementNumber": number,
			"lines": []object{sums.Merged(object{"reference": number}).Merged(line)}})).Want(201).
			Is(nil, "data", "warnings")
	}
	settle("S-2", object{"invoiceId": sold})
	made := settle("S-3", nil).Text("data", "_id")
	owner.Get(gstr1+"?period=2026-05").Want(200).Is([]any{}, "warnings")
	owner.Post("/api/settlements/{org}/"+made+"/apply", object{"line": 1, "invoiceId": late}).Want(200).
		Is("locked-month", "data", "warnings", 0, "code")
	owner.Get(gstr1+"?period=2026-05").Want(200).Is("operator-amended", "warnings", 0, "code")
	owner.Get(gstr1+"?period=2026-06").Want(200).Is([]any{}, "warnings")
	owner.Post("/api/settlements/{org}/"+made+"/reverse", object{"reason": "Twice"}).Want(200).Is(nil, "data", "warnings")
	owner.Get(gstr1+"?period=2026-05").Want(200).Is([]any{}, "warnings")
}
