package bankfile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/xlsx"
)

func sample(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// told is a file in words.
func told(f File) string {
	lines := []string{f.Format}
	for _, balance := range []*money.Amount{f.Opening, f.Closing} {
		if balance == nil {
			lines = append(lines, "-")
		} else {
			lines = append(lines, string(balance.Number("INR")))
		}
	}
	for _, l := range f.Lines {
		lines = append(lines, fmt.Sprintf("%s %s %s [%s]", l.Day, l.Amount.Number("INR"), l.Text, l.Reference))
	}
	return strings.Join(lines, "\n")
}

func TestSamples(t *testing.T) {
	ofx := "ofx\n10000\n14882\n2026-04-14 5000 RAO & SONS Advance [A1]\n2026-04-15 -118 CHARGES [000124]"
	for name, want := range map[string]string{
		"hdfc.csv": "csv\n125000\n6531.42\n2026-04-01 5000 UPI-ASHA RAO-ASHA@UPI-609112345678-ROOM [0000609112345678]\n" +
			"2026-04-02 -123456.78 NEFT DR-LAKE LAUNDRY-N092260001 [N092260001]\n" +
			"2026-04-03 -11.8 NEFT CHARGES INCL GST 010426 []",
		"icici.csv": "csv\n50000\n39999.5\n2026-04-14 2500 MMT/IMPS/610412345678/Ravi Das []\n" +
			"2026-04-15 -12500.5 CLG/LOTUS TRAVELS [000123]",
		"sbi.csv": "csv\n250000\n1230000\n2026-04-14 1000000 BY TRANSFER-NEFT*ACME TRAVELS [TRANSFER FROM 4897]\n" +
			"2026-04-15 -20000 ATM WDL []",
		"axis.csv": "csv\n10000\n9250\n2026-04-15 -1500 TO CLG [004567]\n" +
			"2026-04-16 750 UPI/P2A/610612345678/MEERA NAIR []",
		"signed.csv": "csv\n-\n-\n2026-04-14 1234.56 Card settlement []\n2026-04-15 -12.5 Café Übersee []",
		"v1.ofx":     ofx, "v2.ofx": ofx,
		"camt053.xml": "camt053\n10000\n14882\n2026-04-14 5000 Rao Sons Advance [UTR12345]\n2026-04-15 -118 Charges [B2]",
		"mt940.sta": "mt940\n10000\n14882\n2026-04-14 5000 NEFT RAO SONS Advance [UTR12345]\n" +
			"2026-04-15 -118 Chargesof April [B2]",
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Read(sample(t, name), "INR")
			if err != nil {
				t.Fatal(err, errs.FieldsOf(err))
			}
			if got := told(f); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// A file says the same in whatever way its letters are written.
func TestEncodings(t *testing.T) {
	plain := string(sample(t, "signed.csv"))
	want, err := Read([]byte(plain), "INR")
	if err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func(string) (string, error){
		"UTF-8 with a mark": func(s string) (string, error) { return "\ufeff" + s, nil },
		"Windows-1252":      charmap.Windows1252.NewEncoder().String,
		"UTF-16LE":          unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String,
		"UTF-16BE":          unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder().String,
		"lines of Windows":  func(s string) (string, error) { return strings.ReplaceAll(s, "\n", "\r\n"), nil },
	} {
		written, err := write(plain)
		if err != nil {
			t.Fatal(name, err)
		}
		got, err := Read([]byte(written), "INR")
		if err != nil || told(got) != told(want) {
			t.Errorf("%s: %v\n%s", name, err, told(got))
		}
	}
	if _, err := Read([]byte("D\x00a\x00t\x00e\x00"), "INR"); err == nil {
		t.Error("UTF-16 without a mark was read")
	}
}

// A workbook says the same as the table that it was made of.
func TestWorkbooks(t *testing.T) {
	sheet := func(rows ...[]any) []byte {
		s := xlsx.Sheet{Name: "Statement"}
		for _, r := range rows {
			var cells []xlsx.Cell
			for _, value := range r {
				cells = append(cells, xlsx.Cell{Value: value})
			}
			s.Rows = append(s.Rows, cells)
		}
		content, err := xlsx.Write([]xlsx.Sheet{s})
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	heads := []any{"Txn Date", "Narration", "Chq./Ref.No.", "Withdrawal Amt.", "Deposit Amt.", "Closing Balance"}
	f, err := Read(sheet([]any{"HDFC BANK"}, []any{"Statement from", date.Date("2026-04-01")}, []any{}, heads,
		[]any{date.Date("2026-04-01"), "UPI ASHA", xlsx.Number("6.09112345678E11"), nil, 5000, xlsx.Number("130000.1")},
		[]any{xlsx.Number("46114.75"), "NEFT", "000124", xlsx.Number("118.09999999999999"), nil, 129882},
		[]any{"03/04/2026", "In words", "-", "", "1,00,000.50", "2,29,882.50"},
		[]any{"Total", "", "", 118.1, 105000.5}), "INR")
	want := "xlsx\n125000.1\n229882.5\n2026-04-01 5000 UPI ASHA [609112345678]\n2026-04-02 -118.1 NEFT [000124]\n" +
		"2026-04-03 100000.5 In words []"
	if err != nil || told(f) != want {
		t.Errorf("got\n%s\nwant\n%s\n%v", told(f), want, errs.FieldsOf(err))
	}
	for words, content := range map[string][]byte{
		"workbook of Excel":  []byte("PK\x03\x04 none"),
		"row of headings":    sheet([]any{"Date", "Amount"}, []any{date.Date("2026-04-01"), 5}),
		"line 3: the date":   sheet(heads, []any{date.Date("2026-04-01"), "x", "", nil, 5}, []any{99999, "x", "", nil, 5}),
		"line 2: the amount": sheet(heads, []any{date.Date("2026-04-01"), "x", "", "abc1"}),
		"at least one":       sheet(heads),
		"balance must be": sheet(heads, []any{date.Date("2026-04-01"), "x", "", nil, 5, 5},
			[]any{date.Date("2026-04-01"), "x", "", nil, 5, 99}),
	} {
		f, err := Read(content, "INR")
		fields := errs.FieldsOf(err)
		if len(fields) != 1 || fields[0].Field != "file" || !strings.Contains(fields[0].Message, words) {
			t.Errorf("%s: %v\n%s", words, err, told(f))
		}
	}
}

func TestRefused(t *testing.T) {
	const head = "Date,Narration,Debit,Credit,Balance\n"
	bomb := `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Document>&b;</Document>`
	for content, want := range map[string]string{
		"":                                 "row of headings",
		"Date,Amount\n1/4/2026,5\n":        "row of headings",
		head:                               "at least one transaction",
		head + "31/02/2026,x,5,,5\n":       "line 2: the date",
		head + "04/31/2026,x,5,,5\n":       "line 2: the date",
		head + "01/04/2026,x,abc1,,5\n":    "line 2: the amount",
		head + "01/04/2026,x,12,34,5,,5\n": "line 2: must be paid in or out",
		head + "01/04/2026,x,1e9,,5\n":     "line 2: the amount",
		head + "01/04/2026,x,,1.999,5\n":   "at most 2 decimals",
		head + "01/04/2026,x," + strings.Repeat("9", 39) + ",,5\n":          "too large",
		head + "01/04/2026,x,,5,5\n\n01/04/2026,y,,5,11\n":                  "line 4: the balance must be ₹10.00",
		head + "01/04/2026,x,,,5\n":                                         "line 2: must have an amount",
		bomb:                                                                "no document type",
		"<Document><a>":                                                     "well-formed XML",
		"<Document></Document>":                                             "CAMT.053",
		"<OFX><CURDEF>USD<STMTTRN>":                                         "must be in INR",
		"<OFX><STMTTRN><TRNAMT>5":                                           "cut off in transaction 1",
		"<OFX><STMTTRN><DTPOSTED>20260414<TRNAMT>x</STMTTRN>":               "TRNAMT: the amount",
		"<OFX><STMTTRN><DTPOSTED>x<TRNAMT>5</STMTTRN>":                      "DTPOSTED: the date",
		":20:x\n:60F:C260414INR1,00\n:61:nonsense\n":                        "line 3: must be a transaction",
		":20:x\n:60F:C260414EUR1,00\n":                                      "must be in INR",
		":20:x\n:60F:C260414INR1,\n:61:260414C1,NTRFx\n:62F:C260414INR3,\n": "add up to its closing balance",
	} {
		f, err := Read([]byte(content), "INR")
		if err == nil {
			t.Errorf("%.80q was read:\n%s", content, told(f))
			continue
		}
		fields := errs.FieldsOf(err)
		if len(fields) != 1 || fields[0].Field != "file" || !strings.Contains(fields[0].Message, want) {
			t.Errorf("%.80q: %v, want %q", content, fields, want)
		}
	}
}

func TestAmounts(t *testing.T) {
	for text, want := range map[string]money.Amount{"1,23,456.78": 12345678, "1234": 123400, "₹ 500": 50000,
		"500.00 Dr": -50000,
		"500.00Cr":  50000, "(12.50)": -1250, "-12.5": -1250, "12.5-": -1250, "1.234,56": 123456, "12,5": 1250,
		"1,234": 123400, "+3": 300, "0.10": 10, ".5": 50, "12.500": 1250, "1.234.567": 123456700} {
		if got, err := amountOf(text, "INR"); err != nil || got != want {
			t.Errorf("%s: %d %v", text, got, err)
		}
	}
	for _, text := range []string{"", "-", ".", "1,2", "1,2,3", "1.2.3", "0x10", "1e3", "½", "--1", "=1+1", "1,23,45"} {
		if got, err := amountOf(text, "INR"); err == nil && text != "1,2" {
			t.Errorf("%q is %d", text, got)
		}
	}
}

// Whatever is written in a file, reading ends, and what is read adds up.
func TestAnything(t *testing.T) {
	var samples []string
	names, _ := filepath.Glob("testdata/*")
	for _, name := range names {
		samples = append(samples, string(sample(t, filepath.Base(name))))
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(samples).Draw(t, "sample")
		for range rapid.IntRange(0, 5).Draw(t, "cuts") {
			at := rapid.IntRange(0, len(text)).Draw(t, "at")
			end := rapid.IntRange(at, min(at+40, len(text))).Draw(t, "end")
			text = text[:at] + rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "<", ">", ",", "\n", ":61:", "9"})).
				Draw(t, "put") + text[end:]
		}
		f, err := Read([]byte(text), "INR")
		if err != nil {
			if fields := errs.FieldsOf(err); len(fields) != 1 || fields[0].Field != "file" {
				t.Fatal(err)
			}
			return
		}
		var sum money.Amount
		for _, l := range f.Lines {
			if sum += l.Amount; l.Amount == 0 || len(l.Day) != 10 {
				t.Fatalf("%+v", l)
			}
		}
		if f.Opening != nil && *f.Opening+sum != *f.Closing {
			t.Fatalf("%s", told(f))
		}
	})
}
