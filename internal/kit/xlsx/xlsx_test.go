package xlsx_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"sarai/internal/kit/date"
	"sarai/internal/kit/xlsx"
)

// What is written is what another program reads: values, the way they are shown, widths and the row that stays.
func TestWrite(t *testing.T) {
	bold, day, money := xlsx.Style{Bold: true}, xlsx.Style{Format: "yyyy-mm-dd"}, xlsx.Style{Format: "#,##0.00"}
	wide := make([]xlsx.Cell, 28)
	wide[27] = xlsx.Cell{Value: "far right"}
	const odd = " <b> & \"it's\" = \n\t\u0905 "
	content, err := xlsx.Write([]xlsx.Sheet{
		{Name: "First & <last>", Width: 16, Frozen: true, Rows: [][]xlsx.Cell{
			{{Value: "Heading", Style: bold}, {Value: "=1+1", Style: bold}},
			{{Value: date.Date("2026-04-14"), Style: day}, {Value: 1234567.5, Style: money}, {}, {Value: -3}},
			{{Value: odd}, {Value: xlsx.Number("100000000000000.10")}, {Value: xlsx.Number("0.10"), Style: money}},
			{{Value: strings.Repeat("\u0905", 40000)}, {Value: "a\x00b"}},
		}},
		{Name: "Second", Width: 20, Rows: [][]xlsx.Cell{wide}},
		{Name: "Empty"},
	})
	if err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	if got := strings.Join(book.GetSheetList(), "|"); got != "First & <last>|Second|Empty" {
		t.Errorf("the sheets are %s", got)
	}
	const first = "First & <last>"
	for _, cell := range []struct{ sheet, at, raw, shown string }{
		{first, "A1", "Heading", "Heading"}, {first, "B1", "=1+1", "=1+1"},
		{first, "A2", "46126", "2026-04-14"}, {first, "B2", "1234567.5", "1,234,567.50"}, {first, "C2", "", ""},
		{first, "D2", "-3", "-3"}, {first, "A3", odd, odd}, {first, "B3", "100000000000000.10", ""},
		{first, "C3", "0.10", "0.10"}, {first, "A4", strings.Repeat("\u0905", 32767), ""}, {first, "B4", "a\ufffdb", ""},
		{"Second", "AB1", "far right", "far right"},
	} {
		raw, err := book.GetCellValue(cell.sheet, cell.at, excelize.Options{RawCellValue: true})
		if raw != cell.raw || err != nil {
			t.Errorf("%s holds %q (%v), want %q", cell.at, raw, err, cell.raw)
		}
		if shown, _ := book.GetCellValue(cell.sheet, cell.at); cell.shown != "" && shown != cell.shown {
			t.Errorf("%s is shown as %q, want %q", cell.at, shown, cell.shown)
		}
		if formula, err := book.GetCellFormula(cell.sheet, cell.at); formula != "" || err != nil {
			t.Errorf("%s is the formula %q (%v)", cell.at, formula, err)
		}
	}
	for at, want := range map[string]bool{"A1": true, "A2": false, "A3": false} {
		id, err := book.GetCellStyle(first, at)
		if err != nil {
			t.Fatal(err)
		}
		style, err := book.GetStyle(id)
		if err != nil || (style.Font != nil && style.Font.Bold) != want {
			t.Errorf("%s has the style %+v (%v), bold is to be %t", at, style, err, want)
		}
	}
	for sheet, want := range map[string]float64{first: 16, "Second": 20} {
		if width, err := book.GetColWidth(sheet, "B"); width != want || err != nil {
			t.Errorf("the columns of %s are %g wide (%v)", sheet, width, err)
		}
	}
	if panes, err := book.GetPanes(first); err != nil || !panes.Freeze || panes.YSplit != 1 {
		t.Errorf("the heading doesn't stay: %+v, %v", panes, err)
	}
	if panes, err := book.GetPanes("Second"); err != nil || panes.Freeze {
		t.Errorf("a row stays that shouldn't: %+v, %v", panes, err)
	}
}

func TestRefusedValue(t *testing.T) {
	if _, err := xlsx.Write([]xlsx.Sheet{{Name: "A", Rows: [][]xlsx.Cell{{{Value: true}}}}}); err == nil {
		t.Error("a value of another kind was written")
	}
}
