package gstreturn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"sarai/internal/books/tax"
	"sarai/internal/country/india"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/paper/document"
	"sarai/internal/stay/folio"
)

// The GSTINs of the hotel and of a company that it bills.
const (
	hotel  = "27AAPFU0939F1ZV"
	buying = "29AAACH0000A1ZN"
)

func lines(kind string, rate tax.Rate, taxable, half money.Amount) sum {
	return sum{sac: india.LodgingSAC, description: "Night", kind: kind, rate: rate, quantity: folio.One,
		amounts: amounts{taxable, half, half}}
}

func issuedTo(gstin, number string, total money.Amount, sums ...sum) paper {
	return paper{id: number, number: number, day: "2026-10-14", of: "2026-10-14", place: "27", total: total, sums: sums,
		buyer: document.Party{Name: "Buyer of " + number, GSTIN: gstin}}
}

func TestBuild(t *testing.T) {
	void := issuedTo("", "INV-3", 9_999_00, lines(tax.GST, 500, 9_999_00, 0))
	void.void = true
	laundry := sum{sac: "999712", description: "Laundry", kind: tax.GST, rate: 1800, quantity: folio.One,
		amounts: amounts{100_00, 9_00, 9_00}}
	book := sum{sac: "4901", description: "Guide book", kind: tax.GST, rate: 500, quantity: 2500,
		amounts: amounts{200_00, 5_00, 5_00}}
	taxi := sum{description: "Taxi", kind: tax.Exempt, amounts: amounts{taxable: 250_00}}
	beer := sum{sac: "2203", description: "Beer", kind: tax.NonGST, rate: 2000, amounts: amounts{taxable: 300_00}}
	r := build(hotel, "2026-10", []paper{
		issuedTo(buying, "INV-1", 10_500_00, lines(tax.GST, 500, 5_000_00, 125_00), lines(tax.GST, 1800, 4_449_15, 400_43)),
		issuedTo("", "INV-2", 7_960_00, lines(tax.GST, 500, 7_000_00, 175_00), laundry, book, taxi),
		void,
		issuedTo(buying, "INV-5", 1_050_00, lines(tax.GST, 500, 1_000_00, 25_00)),
		issuedTo("07AAACH0000B1ZR", "INV-6", 300_00, beer),
	}, []paper{
		issuedTo(buying, "CN-1", 525_00, lines(tax.GST, 500, 500_00, 12_50)),
		issuedTo("", "CN-2", 8_400_00, lines(tax.GST, 500, 8_000_00, 200_00)),
	})
	got, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"gstin":"27AAPFU0939F1ZV","fp":"102026",
		"b2b":[{"ctin":"29AAACH0000A1ZN","inv":[
			{"inum":"INV-1","idt":"14-10-2026","val":10500.00,"pos":"27","rchrg":"N","inv_typ":"R","itms":[
				{"num":1,"itm_det":{"rt":5,"txval":5000.00,"camt":125.00,"samt":125.00,"csamt":0.00}},
				{"num":2,"itm_det":{"rt":18,"txval":4449.15,"camt":400.43,"samt":400.43,"csamt":0.00}}]},
			{"inum":"INV-5","idt":"14-10-2026","val":1050.00,"pos":"27","rchrg":"N","inv_typ":"R","itms":[
				{"num":1,"itm_det":{"rt":5,"txval":1000.00,"camt":25.00,"samt":25.00,"csamt":0.00}}]}]}],
		"b2cs":[
			{"sply_ty":"INTRA","typ":"OE","pos":"27","rt":5,"txval":-800.00,"camt":-20.00,"samt":-20.00,"csamt":0.00},
			{"sply_ty":"INTRA","typ":"OE","pos":"27","rt":18,"txval":100.00,"camt":9.00,"samt":9.00,"csamt":0.00}],
		"cdnr":[{"ctin":"29AAACH0000A1ZN","nt":[
			{"ntty":"C","nt_num":"CN-1","nt_dt":"14-10-2026","val":525.00,"pos":"27","rchrg":"N","inv_typ":"R","itms":[
				{"num":1,"itm_det":{"rt":5,"txval":500.00,"camt":12.50,"samt":12.50,"csamt":0.00}}]}]}],
		"cdnur":[],
		"nil":{"inv":[
			{"sply_ty":"INTRAB2B","expt_amt":0.00,"nil_amt":0.00,"ngsup_amt":300.00},
			{"sply_ty":"INTRAB2C","expt_amt":250.00,"nil_amt":0.00,"ngsup_amt":0.00}]},
		"hsn":{"hsn_b2b":[
			{"num":1,"hsn_sc":"996311","desc":"Room accommodation","uqc":"NA","qty":0,"rt":5,"iamt":0.00,
				"txval":5500.00,"camt":137.50,"samt":137.50,"csamt":0.00},
			{"num":2,"hsn_sc":"996311","desc":"Room accommodation","uqc":"NA","qty":0,"rt":18,"iamt":0.00,
				"txval":4449.15,"camt":400.43,"samt":400.43,"csamt":0.00}],
		"hsn_b2c":[
			{"num":1,"hsn_sc":"4901","desc":"Guide book","uqc":"OTH","qty":2.5,"rt":5,"iamt":0.00,
				"txval":200.00,"camt":5.00,"samt":5.00,"csamt":0.00},
			{"num":2,"hsn_sc":"996311","desc":"Room accommodation","uqc":"NA","qty":0,"rt":5,"iamt":0.00,
				"txval":-1000.00,"camt":-25.00,"samt":-25.00,"csamt":0.00},
			{"num":3,"hsn_sc":"999712","desc":"Laundry","uqc":"NA","qty":0,"rt":18,"iamt":0.00,
				"txval":100.00,"camt":9.00,"samt":9.00,"csamt":0.00}]},
		"doc_issue":{"doc_det":[
			{"doc_num":1,"doc_typ":"Invoices for outward supply","docs":[
				{"num":1,"from":"INV-1","to":"INV-3","totnum":3,"cancel":1,"net_issue":2},
				{"num":2,"from":"INV-5","to":"INV-6","totnum":2,"cancel":0,"net_issue":2}]},
			{"doc_num":5,"doc_typ":"Credit Note","docs":[
				{"num":1,"from":"CN-1","to":"CN-2","totnum":2,"cancel":0,"net_issue":2}]}]}}`
	if flat := strings.NewReplacer("\n", "", "\t", "").Replace(want); string(got) != flat {
		t.Errorf("got  %s\nwant %s", got, flat)
	}
}

func TestAMonthWithoutDocuments(t *testing.T) {
	r := build(hotel, "2026-10", nil, nil)
	got, err := json.Marshal(r)
	want := `{"gstin":"27AAPFU0939F1ZV","fp":"102026","b2b":[],"b2cs":[],"cdnr":[],"cdnur":[],"nil":{"inv":[]},` +
		`"hsn":{"hsn_b2b":[],"hsn_b2c":[]},"doc_issue":{"doc_det":[]}}`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v", got, err)
	}
	file, err := r.upload()
	var plain bytes.Buffer
	want = `{"gstin":"27AAPFU0939F1ZV","fp":"102026","version":"GST3.2.3","hash":"hash"}`
	if err != nil || json.Compact(&plain, file) != nil || plain.String() != want {
		t.Errorf("the file is %s, %v", file, err)
	}
	if _, err := r.workbook(); err != nil {
		t.Error(err)
	}
}

func TestUploadHasNoEmptyTable(t *testing.T) {
	r := build(hotel, "2026-10", []paper{issuedTo("", "INV-1", 105_00, lines(tax.GST, 500, 100_00, 2_50))}, nil)
	file, err := r.upload()
	if err != nil {
		t.Fatal(err)
	}
	var whole map[string]any
	if err := json.Unmarshal(file, &whole); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"b2b", "cdnr", "cdnur", "nil"} {
		if _, there := whole[table]; there {
			t.Errorf("the file has the empty table %s: %s", table, file)
		}
	}
	has := func(text string) bool { return strings.Contains(string(file), text) }
	if has("[]") || !has(`"hsn_b2c"`) || has(`"hsn_b2b"`) {
		t.Errorf("the file is %s", file)
	}
}

func TestRuns(t *testing.T) {
	for _, test := range []struct {
		numbers string
		want    string
	}{
		{"INV-2 INV-1 INV-3", "INV-1…INV-3:3"},
		{"INV-9 INV-10 INV-11", "INV-9…INV-11:3"},
		{"INV-1 INV-3", "INV-1…INV-1:1 INV-3…INV-3:1"},
		{"INV/26-27/1 INV/25-26/8 INV/26-27/2 INV/25-26/9", "INV/25-26/8…INV/25-26/9:2 INV/26-27/1…INV/26-27/2:2"},
		{"7 8 A8", "7…8:2 A8…A8:1"},
		{"A19 A110", "A19…A19:1 A110…A110:1"},
		{"INV- INV-1", "INV-…INV-1:2"},
	} {
		var papers []paper
		for _, number := range strings.Fields(test.numbers) {
			papers = append(papers, paper{number: number})
		}
		var got []string
		for _, run := range runs(papers) {
			got = append(got, fmt.Sprintf("%s…%s:%d", run.From, run.To, run.Total))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %s, want %s", test.numbers, strings.Join(got, " "), test.want)
		}
	}
}

func TestExact(t *testing.T) {
	for amount, want := range map[money.Amount]money.Number{0: "0.00", 5: "0.05", -5: "-0.05", 100: "1.00",
		1_25_000_50: "125000.50", -1_00: "-1.00"} {
		if got := exact(amount); got != want || paise(got) != amount {
			t.Errorf("%d is written %s", amount, got)
		}
	}
}

// Both all tables together and table 12 have the taxable value and taxes of the invoices less those of the notes, by
// rate and to the paisa. Void invoices are not in them.
func TestTotalsAreThoseOfTheDocuments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		papers := func(what string) (list []paper) {
			for i := range rapid.IntRange(0, 12).Draw(t, what) {
				gstin := rapid.SampledFrom([]string{"", buying, "07AAACH0000B1ZR"}).Draw(t, "buyer")
				p := issuedTo(gstin, fmt.Sprint(what, "-", i+1), 0)
				p.void = what == "INV" && rapid.IntRange(0, 4).Draw(t, "void") == 0
				for range rapid.IntRange(1, 4).Draw(t, "lines") {
					kind := rapid.SampledFrom([]string{tax.GST, tax.GST, tax.Other, tax.None}).Draw(t, "kind")
					rate := rapid.SampledFrom([]tax.Rate{0, 500, 1800}).Draw(t, "rate")
					charge := tax.Exclusive(kind, rate, money.Amount(rapid.Int64Range(1, 10_00_000).Draw(t, "value")))
					sac := rapid.SampledFrom([]string{india.LodgingSAC, "999712"}).Draw(t, "sac")
					p.sums = append(p.sums, sum{sac: sac, kind: kind, rate: rate,
						amounts: amounts{charge.Taxable, charge.Parts.Of("cgst"), charge.Parts.Of("sgst")}})
				}
				list = append(list, p)
			}
			return list
		}
		invoices, notes := papers("INV"), papers("CN")
		want := map[string]amounts{}
		add := func(p paper, sign money.Amount) {
			for _, s := range p.sums {
				if s.taxed() && !p.void {
					rate := string(s.rate.Number())
					want[rate] = want[rate].plus(amounts{sign * s.taxable, sign * s.cgst, sign * s.sgst})
				}
			}
		}
		for _, i := range invoices {
			add(i, 1)
		}
		for _, n := range notes {
			add(n, -1)
		}
		r := build(hotel, "2026-10", invoices, notes)
		if got := r.byRate(); !equal(got, want) {
			t.Fatalf("the tables have %v, the documents %v", got, want)
		}
		codes := map[string]amounts{}
		for _, c := range append(r.HSN.Registered, r.HSN.Others...) {
			if c.Rate != "0" {
				codes[string(c.Rate)] = codes[string(c.Rate)].plus(c.amounts())
			}
		}
		if !equal(codes, want) {
			t.Fatalf("table 12 has %v, the documents %v", codes, want)
		}
	})
}

// byRate adds up the tables by rate. Credit notes count as negative.
func (r Return) byRate() map[string]amounts {
	all := map[string]amounts{}
	for _, buyer := range r.B2B {
		for _, i := range buyer.Invoices {
			for _, item := range i.Items {
				all[string(item.Detail.Rate)] = all[string(item.Detail.Rate)].plus(item.Detail.amounts())
			}
		}
	}
	for _, s := range r.B2CS {
		all[string(s.Rate)] = all[string(s.Rate)].plus(s.amounts())
	}
	for _, buyer := range r.CDNR {
		for _, n := range buyer.Notes {
			for _, item := range n.Items {
				all[string(item.Detail.Rate)] = all[string(item.Detail.Rate)].plus(item.Detail.amounts().minus())
			}
		}
	}
	return all
}

func (v TaxView) amounts() amounts { return amounts{paise(v.Taxable), paise(v.CGST), paise(v.SGST)} }

// equal compares two sums by rate. A rate that is missing is the same as one with zero amounts.
func equal(a, b map[string]amounts) bool {
	for _, pair := range [][2]map[string]amounts{{a, b}, {b, a}} {
		for rate, all := range pair[0] {
			if all != pair[1][rate] {
				return false
			}
		}
	}
	return true
}

func TestWorkbook(t *testing.T) {
	evil := issuedTo(buying, "INV-1", 10_500_00, lines(tax.GST, 500, 5_000_00, 125_00),
		lines(tax.GST, 1800, 4_449_15, 400_43))
	evil.buyer.Name = `=HYPERLINK("http://evil.example")`
	content, err := build(hotel, "2026-10",
		[]paper{evil, issuedTo("", "INV-2", 1, lines(tax.GST, 500, 7_000_10, 175_00))},
		[]paper{issuedTo(buying, "CN-1", 525_00, lines(tax.GST, 500, 500_00, 12_50))}).workbook()
	if err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	const all = "b2b,sez,de b2cl b2cs cdnr cdnur exp at atadj exemp hsn(b2b) hsn(b2c) docs"
	if got := strings.Join(book.GetSheetList(), " "); got != all {
		t.Errorf("the sheets are %s", got)
	}
	for sheet, want := range map[string][][]string{
		"b2b,sez,de": {
			{"Summary For B2B, SEZ, DE (4A, 4B, 6B, 6C)"},
			{"", "", "", "", "", "", "", "", "", "", "", "Total Taxable Value", "Total Cess"},
			{"", "", "", "", "", "", "", "", "", "", "", "9449.15", "0.00"},
			{"GSTIN/UIN of Recipient", "Receiver Name", "Invoice Number", "Invoice date", "Invoice Value", "Place Of Supply",
				"Reverse Charge", "Applicable % of Tax Rate", "Invoice Type", "E-Commerce GSTIN", "Rate", "Taxable Value",
				"Cess Amount"},
			{buying, evil.buyer.Name, "INV-1", "14-Oct-2026", "10500.00", "27-Maharashtra", "N", "", "Regular B2B", "", "5",
				"5000.00", "0.00"},
			{buying, evil.buyer.Name, "INV-1", "14-Oct-2026", "10500.00", "27-Maharashtra", "N", "", "Regular B2B", "", "18",
				"4449.15", "0.00"},
		},
		"b2cs": {
			{"Summary For B2CS(7)"},
			{"", "", "", "", "Total Taxable Value", "Total Cess"},
			{"", "", "", "", "7000.10", "0.00"},
			{"Type", "Place Of Supply", "Applicable % of Tax Rate", "Rate", "Taxable Value", "Cess Amount",
				"E-Commerce GSTIN"},
			{"OE", "27-Maharashtra", "", "5", "7000.10", "0.00"},
		},
		"docs": {
			{"Summary of documents issued during the tax period (13)"},
			{"", "", "", "Total Number", "Total Cancelled"},
			{"", "", "", "3", "0"},
			{"Nature of Document", "Sr. No. From", "Sr. No. To", "Total Number", "Cancelled"},
			{"Invoices for outward supply", "INV-1", "INV-2", "2", "0"},
			{"Credit Note", "CN-1", "CN-1", "1", "0"},
		},
	} {
		rows, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			for len(row) > 0 && row[len(row)-1] == "" {
				row = row[:len(row)-1]
			}
			rows[i] = row
		}
		if !reflect.DeepEqual(rows, want) {
			t.Errorf("%s has\n%q, want\n%q", sheet, rows, want)
		}
	}
	if formula, err := book.GetCellFormula("b2b,sez,de", "B5"); formula != "" || err != nil {
		t.Errorf("a buyer's name became the formula %q, %v", formula, err)
	}
	kind, err := book.GetCellType("b2b,sez,de", "E5")
	if err != nil || kind != excelize.CellTypeUnset && kind != excelize.CellTypeNumber {
		t.Errorf("an amount is of type %d, %v", kind, err)
	}
}

func TestPortalDate(t *testing.T) {
	if got := portalDate(date.Date("2026-04-01")); got != "01-04-2026" || sheetDate(got) != "01-Apr-2026" {
		t.Errorf("got %s and %s", got, sheetDate(got))
	}
}
