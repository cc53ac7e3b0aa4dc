package document

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/books/tax"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/kittest/pdftext"
	"sarai/internal/kit/money"
	"sarai/internal/kit/picture"
)

func haveli() Party {
	return Party{Name: "Haveli Sagar", Email: "accounts@haveli.example", Phone: "+91 294 222 0101",
		GSTIN: "08AAACH0000A1ZR", PAN: "AAACH0000A", StateCode: "08", State: "Rajasthan",
		Address: contact.Address{Line1: "12 Lake Palace Road", Line2: "Near Gangaur Ghat", City: "Udaipur",
			State: "Rajasthan", Pincode: "313001", Country: "India"}}
}

func textiles() Party {
	return Party{Name: "श्रीमती लक्ष्मी द्विवेदी (Dwivedi Textiles Pvt. Ltd.)", Email: "accounts@dwivedi.example",
		Phone: "+91 98290 12345", GSTIN: "27AAAAA0000A1Z2", StateCode: "27", State: "Maharashtra",
		Address: contact.Address{Line1: "४०१, शांति निकेतन, महात्मा गांधी मार्ग", City: "Mumbai", State: "Maharashtra",
			Pincode: "400001", Country: "India"}}
}

func night(number int, room string, price money.Amount, rate tax.Rate) Line {
	return Line{Description: "Room " + room + " (Lake Suite), " + date.Date("2026-04-14").AddDays(number).Short(),
		SAC: "996311", Quantity: "1", UnitPrice: price,
		Applied: named("GST on rooms", tax.Inclusive(tax.GST, rate, price))}
}

func named(name string, a tax.Applied) tax.Applied {
	a.Name = name
	return a
}

// invoice is a tax invoice of mixed rates, with everything on it.
func invoice() Paper {
	p := Paper{Kind: TaxInvoice, Number: "INV/26-27/118", Date: "2026-04-17", DueDate: "2026-05-02", Currency: "INR",
		Seller: haveli(), Buyer: textiles(), PlaceOfSupply: "08",
		Facts: []Fact{{"Booking", "BK-1042"}, {"Guest", "Asha Rao"}, {"Unit prices", "include tax"}},
		Notes: "Please quote the invoice number with your bank transfer.\n" +
			"HDFC Bank, account 5010 0000 0000, IFSC HDFC0000000.",
		RoundingRule: "Each tax is rounded to the paisa by line, halves away from zero; " +
			"the total is rounded to the whole rupee.",
		Created: time.Date(2026, 4, 17, 11, 5, 0, 0, time.UTC)}
	p.Lines = []Line{night(0, "101", 6_500_00, 500), night(1, "101", 6_500_00, 500), night(2, "101", 9_800_00, 1800),
		{Description: "Dinner at the terrace restaurant, table d'hôte with regional specialities", Detail: "Tue, 14 Apr 2026",
			SAC: "996332", Quantity: "2", UnitPrice: 1_450_00, Discount: 290_00,
			Applied: named("GST on food", tax.Inclusive(tax.GST, 500, 2_610_00))},
		{Description: "Airport transfer", Detail: "Fri, 17 Apr 2026", SAC: "996412", Quantity: "1.5", UnitPrice: 1_200_00,
			Applied: named("", tax.Inclusive(tax.None, 0, 1_800_00))}}
	return p.totalled(money.Amount(45))
}

// totalled is the paper with the total of its lines and this rounding.
func (p Paper) totalled(rounding money.Amount) Paper {
	p.Rounding, p.Total = rounding, p.sum().total+rounding
	p.Due = p.Total - p.Paid - p.Credited
	return p
}

func logo() *Logo {
	drawn := image.NewNRGBA(image.Rect(0, 0, 480, 200))
	for y := range 200 {
		for x := range 480 {
			if dx, dy := (x-240)*10/24, y-100; dx*dx+dy*dy < 90*90 && (x/12+y/12)%3 != 0 {
				drawn.SetNRGBA(x, y, color.NRGBA{29, 78, uint8(95 + x/4), 255})
			}
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, drawn); err != nil {
		panic(err)
	}
	clean, err := picture.Clean("", out.Bytes(), 600)
	if err != nil {
		panic(err)
	}
	return &Logo{Type: "image/png", Content: clean}
}

// papers are one of everything, by the name of what it shows.
func papers() map[string]Paper {
	whole := invoice()
	whole.Logo, whole.Paid, whole.Credited = logo(), 10_000_00, 1_000_00
	whole = whole.totalled(45)

	long := invoice()
	long.Lines = nil
	for i := range 200 {
		long.Lines = append(long.Lines, night(i/4, fmt.Sprint(101+i%4), 6_500_00+money.Amount(i*777), 500))
	}
	long = long.totalled(0)

	draft := invoice()
	draft.Number, draft.Stamp, draft.Date, draft.DueDate = "", "DRAFT", "", ""

	note := invoice()
	note.Kind, note.Number, note.OriginalNumber, note.OriginalDate, note.DueDate = CreditNote, "CN-3",
		"INV/26-27/118", "2026-04-17", ""
	note.Reason = "The air conditioning of room 101 did not work on the second night."
	note.Lines, note.Notes, note.RoundingRule = note.Lines[1:2], "", ""
	note = note.totalled(0)

	refund := receipt()
	refund.Kind, refund.Number, refund.OriginalNumber, refund.OriginalDate, refund.Reason = RefundVoucher, "PAY-91",
		"PAY-88", "2026-04-01", "Booking cancelled in time."

	slip := Paper{Kind: Receipt, Number: "PAY-95", Date: "2026-04-17", Currency: "INR", Seller: haveli(),
		Buyer: Party{Name: "Asha Rao"}, Facts: []Fact{{"Method", "Cash"}},
		Lines: []Line{{Description: "For invoice INV/26-27/118", Applied: tax.Inclusive(tax.None, 0, 7_000_00)}}}

	return map[string]Paper{"invoice": whole, "union": unionTerritory(), "long": long, "draft": draft,
		"supply": supply(), "quotation": quotation(), "creditnote": note, "receipt": receipt(), "refund": refund,
		"slip": slip.totalled(0), "strange": strange(), "empty": {Kind: TaxInvoice, Currency: "INR"}}
}

// unionTerritory is an invoice with UTGST, a tax that isn't GST, and amounts in crores.
func unionTerritory() Paper {
	p := invoice()
	p.Seller.GSTIN, p.Seller.StateCode, p.PlaceOfSupply = "35AAACH0000A1ZU", "35", "35"
	for i := range p.Lines {
		if l := &p.Lines[i]; l.Kind == tax.GST {
			l.Kind, l.Parts[1].Code = tax.UTGST, "utgst"
		}
	}
	p.Lines = append(p.Lines, Line{Description: "Entry to the marine park", Quantity: "4",
		UnitPrice: 1_25_00_000_00, Discount: 99_99_999_99, SAC: "999699",
		Applied: named("Island development tax", tax.Exclusive(tax.Other, 250, 4_00_00_000_01))})
	return p.totalled(0)
}

// supply is a bill of supply.
func supply() Paper {
	p := invoice()
	p.Kind, p.Number, p.Seller.GSTIN, p.PlaceOfSupply, p.RoundingRule = BillOfSupply, "BOS-7", "", "", ""
	p.Buyer = Party{Name: "Ravi Das"}
	for i := range p.Lines {
		p.Lines[i].Applied = tax.Inclusive(tax.None, 0, p.Lines[i].Total)
	}
	return p.totalled(0)
}

// quotation is one of a hotel abroad.
func quotation() Paper {
	p := Paper{Kind: Quotation, Number: "QT-12", Date: "2026-04-14", DueDate: "2026-04-28", Currency: "EUR",
		Seller: Party{Name: "Pension Edelweiß", Email: "info@edelweiss.example",
			Address: contact.Address{Line1: "Seestraße 7", City: "Bregenz", Pincode: "6900", Country: "Österreich"}},
		Buyer: Party{Name: "Ελένη Παπαδοπούλου", Email: "eleni@example.gr"},
		Facts: []Fact{{"Arrival", "Mon, 1 Jun 2026"}, {"Departure", "Fri, 5 Jun 2026"}},
		Lines: []Line{{Description: "Doppelzimmer mit Frühstück", Detail: "2 adults, 4 nights", Quantity: "4",
			UnitPrice: 129_50, Applied: named("Mehrwertsteuer", tax.Inclusive(tax.Other, 1000, 518_00))}},
		Created: time.Unix(1_776_000_000, 0)}
	return p.totalled(0)
}

// receipt is the voucher of an advance.
func receipt() Paper {
	p := Paper{Kind: ReceiptVoucher, Number: "PAY-88", Date: "2026-04-01", Currency: "INR", Seller: haveli(),
		Buyer: Party{Name: "மு. கருணாநிதி"}, PlaceOfSupply: "08",
		Facts: []Fact{{"Method", "UPI"}, {"Reference", "412345678901@okhdfcbank"}, {"Booking", "BK-1042"}},
		Lines: []Line{{Description: "Advance for booking BK-1042", Detail: "Stay from 14 Apr 2026 to 17 Apr 2026",
			SAC: "996311", Applied: named("GST on rooms", tax.Inclusive(tax.GST, 500, 5_000_00))}},
		Created: time.Date(2026, 4, 1, 8, 0, 0, 0, time.UTC)}
	return p.totalled(0)
}

// strange is an invoice whose texts are far too long, or of many scripts and directions.
func strange() Paper {
	p := invoice()
	p.Seller.Name = strings.Repeat("Hotel the Magnificent ", 6)
	p.Buyer = Party{Name: strings.Repeat("अत्यधिकलम्बानाम", 8),
		Address: contact.Address{Line1: strings.Repeat("W", 200), Line2: "مکان 12، لاہور", City: "中文 😀",
			Country: "\u202eIndia\ufeff"}}
	p.Notes = strings.Repeat("Line\n", 150) + strings.Repeat("x", 2000)
	p.Lines = append(p.Lines, Line{Description: strings.Repeat("W", 500), Detail: strings.Repeat("क्ष्म", 100),
		SAC: "996311", Quantity: "1", Applied: tax.Inclusive(tax.GST, 500, -1_00)})
	p.Facts = append(p.Facts, Fact{"A very long name of a fact", strings.Repeat("long value ", 20)})
	return p.totalled(-10)
}

// said is what papers must say, by their names in papers.
var said = map[string][]string{
	"invoice": { // the letters are those of rule 46
		"Tax Invoice", "INV/26-27/118", "17 Apr 2026", "2 May 2026", "Haveli Sagar", "12 Lake Palace Road",
		"08AAACH0000A1ZR", "Rajasthan (08)", // (a) to (c), (n)
		"श्रीमती लक्ष्मी द्विवेदी", "४०१, शांति निकेतन, महात्मा गांधी मार्ग", "27AAAAA0000A1Z2",
		"Maharashtra (27)", // (d) to (f)
		"996311", "Room 101 (Lake Suite), 14 Apr 2026", "1.5", "6,190.48", "154.76", "2.5%", "747.46", "9%",
		"CGST", "SGST", // (g) to (m)
		"₹27,210.45", "Rupees Twenty Seven Thousand Two Hundred Ten and Forty Five Paise Only",
		"Reverse charge\tNo", "For Haveli Sagar", "Authorised signatory", // (p), (q)
		"GST on rooms 5%\t12,380.96\t309.52\t309.52", "Paid\t-₹10,000.00", "Credited\t-₹1,000.00",
		"Balance due\t₹16,210.45", "halves away from zero", "IFSC HDFC0000000", "Page 1 of 1"},
	"union":  {"UTGST", "Andaman and Nicobar Islands", "Island development tax 2.5%", "4,10,27,210.01", "Other tax"},
	"supply": {"Bill of Supply", "BOS-7", "not registered under GST", "Ravi Das", "₹27,210.00"},
	"quotation": {"Quotation", "Valid until\t28 Apr 2026", "Pension Edelweiß", "Ελένη Παπαδοπούλου", "EUR 518.00",
		"EUR Five Hundred Eighteen Only", "Mehrwertsteuer 10%", "not an invoice"},
	"creditnote": { // rule 53
		"Credit Note", "CN-3", "INV/26-27/118 of 17 Apr 2026", "Reason: The air conditioning",
		"Total credit\t₹6,500.00"},
	"receipt": { // rule 50
		"Receipt Voucher", "PAY-88", "கருணாநிதி", "Advance for booking BK-1042", "996311", "4,761.90", "119.05",
		"2.5%", "Rajasthan (08)", "Reverse charge\tNo", "Amount received\t₹5,000.00", "UPI"},
	"refund": { // rule 51
		"Refund Voucher", "PAY-91", "Receipt voucher\tPAY-88 of 1 Apr 2026", "119.05",
		"Amount refunded\t₹5,000.00"},
	"slip":    {"Receipt no.\tPAY-95", "RECEIVED FROM", "For invoice INV/26-27/118", "Amount received\t₹7,000.00"},
	"draft":   {"(draft)"},
	"strange": {"中文 😀", "Page 5 of 5"},
	"empty":   {"Tax Invoice", "Rupees Zero Only"},
}

// neverSaid is what papers must not say.
var neverSaid = map[string][]string{"supply": {"CGST", "Reverse charge", "GSTIN"},
	"quotation": {"CGST", "GSTIN", "Balance due"}, "creditnote": {"Balance due", "Due date"},
	"draft": {"Balance due", "Due date"}, "slip": {"Reverse charge", "Place of supply"},
	"receipt": {"Qty", "Unit price", "Discount"}}

// Each kind of paper says what the rules of GST require, in words that can be searched.
func TestPapersSayWhatTheRulesRequire(t *testing.T) {
	all := papers()
	for name, wants := range said {
		content, err := all[name].PDF()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		text := pdftext.Text(t, content)
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s doesn't say %q:\n%s", name, want, text)
			}
		}
		for _, never := range neverSaid[name] {
			if strings.Contains(text, never) {
				t.Errorf("%s says %q:\n%s", name, never, text)
			}
		}
	}
}

// A paper with many lines has all of them, the columns' heads on every page, and its sums once.
func TestALongPaperGoesOverPages(t *testing.T) {
	p := papers()["long"]
	content, err := p.PDF()
	if err != nil {
		t.Fatal(err)
	}
	pages := pdftext.Pages(t, content)
	rows := 0
	for i, page := range pages {
		here := strings.Count(page, "996311")
		rows += here
		numbered := strings.Contains(page, fmt.Sprintf("Page %d of %d", i+1, len(pages)))
		headed := here == 0 || strings.Contains(page, "Description\tSAC\tQty")
		continued := i == 0 || strings.Contains(page, "Tax Invoice INV/26-27/118, continued")
		if !numbered || !headed || !continued {
			t.Errorf("page %d is not headed or numbered:\n%s", i+1, page)
		}
	}
	if rows != 200 || len(pages) < 5 || len(pages) > 10 {
		t.Errorf("%d rows on %d pages", rows, len(pages))
	}
	if text := strings.Join(pages, "\n"); strings.Count(text, p.Total.Text("INR")) != 2 { // the total and the balance
		t.Errorf("the total %s is not there once", p.Total.Text("INR"))
	}
}

// hashes are the papers' hashes by name.
func hashes(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name, p := range papers() {
		content, err := p.PDF()
		if err != nil {
			t.Fatal(err)
		}
		hash := sha256.Sum256(content)
		all[name] = hex.EncodeToString(hash[:])
	}
	return all
}

// The same paper gives the same bytes, in another process too; another paper gives others.
func TestAPaperHasTheSameBytes(t *testing.T) {
	want := hashes(t)
	if os.Getenv("PAPER_SUMS") != "" {
		fmt.Println(want)
		return
	}
	if again := hashes(t); !maps.Equal(again, want) {
		t.Errorf("drawn again: %v, want %v", again, want)
	}
	if different := slices.Compact(slices.Sorted(maps.Values(want))); len(different) != len(want) {
		t.Errorf("%d papers give %d files", len(want), len(different))
	}
	command := exec.Command(os.Args[0], "-test.run=^TestAPaperHasTheSameBytes$")
	command.Env = append(os.Environ(), "PAPER_SUMS=1", "TZ=America/New_York", "GOMAXPROCS=1")
	output, err := command.Output()
	if err != nil || !strings.Contains(string(output), fmt.Sprint(want)) {
		t.Errorf("another process (%v) draws\n%s, this one\n%v", err, output, want)
	}
}

// Whatever a paper holds, it is drawn, and nothing of it is outside a page.
func TestAnyPaperIsDrawn(t *testing.T) {
	words := rapid.OneOf(rapid.StringOfN(rapid.Rune(), 0, 40, 160),
		rapid.SampledFrom([]string{"", "x", "श्रीमती लक्ष्मी", strings.Repeat("W", 120), "a\nb\n\nc", "مکان ۱۲"}))
	amount := rapid.Custom(func(t *rapid.T) money.Amount {
		return money.Amount(rapid.OneOf(rapid.Int64Range(-1_000_000, 1_000_000),
			rapid.Int64Range(-int64(money.Max)/100, int64(money.Max)/100)).Draw(t, "amount"))
	})
	rapid.Check(t, func(r *rapid.T) {
		p := Paper{Kind: rapid.SampledFrom([]Kind{TaxInvoice, BillOfSupply, CreditNote, ReceiptVoucher, RefundVoucher,
			Receipt, Quotation}).Draw(r, "kind"), Number: words.Draw(r, "number"),
			Stamp:    rapid.SampledFrom([]string{"", "DRAFT", "VOID"}).Draw(r, "stamp"),
			Currency: rapid.SampledFrom([]string{"INR", "EUR", "JPY", "KWD"}).Draw(r, "currency"),
			Seller: Party{Name: words.Draw(r, "seller"), GSTIN: words.Draw(r, "gstin"),
				Address: contact.Address{Line1: words.Draw(r, "line")}}, Buyer: Party{Name: words.Draw(r, "buyer")},
			Reason: words.Draw(r, "reason"), Notes: words.Draw(r, "notes"), RoundingRule: words.Draw(r, "rule"),
			PlaceOfSupply: rapid.SampledFrom([]string{"", "08", "xx"}).Draw(r, "place")}
		for range rapid.IntRange(0, 8).Draw(r, "lines") {
			kind := rapid.SampledFrom([]string{tax.None, tax.GST, tax.UTGST, tax.Other}).Draw(r, "tax")
			p.Lines = append(p.Lines, Line{Description: words.Draw(r, "description"), Detail: words.Draw(r, "detail"),
				SAC:      rapid.StringMatching(`[0-9]{0,8}`).Draw(r, "sac"),
				Quantity: rapid.StringMatching(`[0-9]{0,6}`).Draw(r, "quantity"), UnitPrice: amount.Draw(r, "price"),
				Discount: amount.Draw(r, "discount"),
				Applied: named(words.Draw(r, "name"), tax.Exclusive(kind, tax.Rate(rapid.IntRange(0, 10_000).Draw(r, "rate")),
					amount.Draw(r, "taxable")))})
		}
		content, err := p.totalled(amount.Draw(r, "rounding")).PDF()
		if err != nil {
			r.Fatal(err)
		}
		pdftext.Pages(t, content)
		if t.Failed() {
			r.Fatal("something is outside a page")
		}
	})
}

func TestFilesAreNamedAfterTheDocument(t *testing.T) {
	for want, p := range map[string]Paper{"Tax Invoice INV-26-27-118.pdf": invoice(),
		"Tax Invoice (draft).pdf": {Kind: TaxInvoice}, "Credit Note ..-..-x.pdf": {Kind: CreditNote, Number: `../..\x`}} {
		if got := p.FileName(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestRatesAreWrittenInPercent(t *testing.T) {
	half := func(rate tax.Rate) string {
		return string(tax.Exclusive(tax.GST, rate, 1_00).Parts[0].Rate.Number()) + "%"
	}
	for want, got := range map[string]string{"18%": percent(1800), "9%": half(1800), "2.5%": half(500),
		"0%": half(0), "0.125%": half(25), "12.25%": percent(1225), "6.125%": half(1225), "100%": percent(10_000)} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestAPartyIsReadBackAsItWasStored(t *testing.T) {
	stored, err := textiles().Value()
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []any{stored, []byte(stored.(string))} {
		var back Party
		if err := back.Scan(form); err != nil || back != textiles() {
			t.Errorf("%+v: %v", back, err)
		}
	}
	nobody := textiles()
	if err := nobody.Scan(""); err != nil || nobody != (Party{}) {
		t.Errorf("%+v: %v", nobody, err)
	}
}

func BenchmarkPDF(b *testing.B) {
	p := papers()["invoice"]
	for b.Loop() {
		if _, err := p.PDF(); err != nil {
			b.Fatal(err)
		}
	}
}
