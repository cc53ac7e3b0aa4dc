package xlsx_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"sarai/internal/kit/date"
	"sarai/internal/kit/xlsx"
)

func TestReadsWhatItWrites(t *testing.T) {
	content, err := xlsx.Write([]xlsx.Sheet{{Name: "List", Rows: [][]xlsx.Cell{
		{{Value: "Name"}, {Value: "From"}, {Value: "Rooms"}},
		{{Value: "Asha & Ravi <b>"}, {Value: date.Date("2026-04-14")}, {Value: 3}},
		{{}, {Value: " 2 "}, {}},
	}}, {Name: "Other"}})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := xlsx.Read(content)
	if got := fmt.Sprintf("%q", rows); err != nil || !strings.Contains(got, `"Asha & Ravi <b>" "46126" "3"`) {
		t.Errorf("read %s, %v", got, err)
	}
}

// Texts stand in a table of their own, in runs, or in the cell; cells may be left out, and rows empty.
func TestReadsWhatOthersWrite(t *testing.T) {
	rows, err := xlsx.Read(book(t, map[string]string{
		"xl/sharedStrings.xml": `<sst><si><t>Name</t></si><si><r><t>As</t></r><r><t>ha</t></r></si></sst>`,
		"xl/worksheets/sheet1.xml": `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c>` +
			`<c r="C1" t="inlineStr"><is><t>Room</t></is></c></row><row r="2"/>` +
			`<row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4" t="s"><v>99</v></c><c r="C4"><f>1+1</f><v>2</v></c></row>` +
			`</sheetData></worksheet>`}))
	if got := fmt.Sprintf("%q", rows); err != nil || got != `[["Name" "" "Room"] [] [] ["Asha" "" "2"]]` {
		t.Errorf("read %s, %v", got, err)
	}
}

func TestRefusesWhatIsNoWorkbook(t *testing.T) {
	large := strings.Repeat(" ", 9<<20)
	many := strings.Repeat(`<row><c r="A1"><v>1</v></c></row>`, 5001)
	for name, content := range map[string][]byte{
		"nothing": nil, "a text": []byte("PK\x03\x04 none"), "no sheet": book(t, map[string]string{"a": "b"}),
		"no XML":        book(t, map[string]string{"xl/worksheets/sheet1.xml": "<row"}),
		"a bomb":        book(t, map[string]string{"xl/worksheets/sheet1.xml": large}),
		"too many rows": book(t, map[string]string{"xl/worksheets/sheet1.xml": "<s>" + many + "</s>"}),
	} {
		if rows, err := xlsx.Read(content); !errors.Is(err, xlsx.ErrUnreadable) {
			t.Errorf("%s was read: %d rows, %v", name, len(rows), err)
		}
	}
}

func book(t *testing.T, parts map[string]string) []byte {
	t.Helper()
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for path, content := range parts {
		part, err := w.Create(path)
		if err == nil {
			_, err = part.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}
