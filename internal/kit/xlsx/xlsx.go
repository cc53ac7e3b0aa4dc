// Package xlsx writes workbooks of texts, numbers and dates, as spreadsheet programs open them (ECMA-376), and reads
// the texts of a sheet. It knows no formulas: text is always stored as text.
package xlsx

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"time"

	"sarai/internal/kit/date"
)

// MediaType is that of a workbook.
const MediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// Sheet is one sheet of a workbook. Spreadsheet programs refuse a name of more than 31 characters, and these: []:*?/\.
type Sheet struct {
	Name   string
	Width  float64 // of its columns, in characters
	Frozen bool    // the first row stays where it is when one scrolls
	Rows   [][]Cell
}

// Cell is a value and how it is shown.
type Cell struct {
	Value any // a string, an int, a float64, a Number or a date.Date; nil: nothing
	Style Style
}

// Number is written digit for digit.
type Number string

// Style is how a cell is shown.
type Style struct {
	Bold   bool
	Format string // a number format, such as yyyy-mm-dd or #,##0.00; empty: the program's own choice
}

// maxText is how many characters a cell may hold. What is longer is cut.
const maxText = 32767

// Write returns the workbook's file.
func Write(sheets []Sheet) ([]byte, error) {
	var file bytes.Buffer
	book := zip.NewWriter(&file)
	// The standard style is the first: a cell that names none has it.
	styles := []Style{{}}
	for i, sheet := range sheets {
		var err error
		if styles, err = sheet.write(book, i+1, styles); err != nil {
			return nil, fmt.Errorf("sheet %s: %w", sheet.Name, err)
		}
	}
	for _, part := range []struct{ path, content string }{
		{"[Content_Types].xml", contentTypes(len(sheets))},
		{"_rels/.rels", relations(relation{"officeDocument", "xl/workbook.xml"})},
		{"xl/workbook.xml", workbook(sheets)},
		{"xl/_rels/workbook.xml.rels", workbookRelations(len(sheets))},
		{"xl/styles.xml", stylesheet(styles)},
	} {
		if err := write(book, part.path, []byte(part.content)); err != nil {
			return nil, err
		}
	}
	err := book.Close()
	return file.Bytes(), err
}

func write(book *zip.Writer, path string, content []byte) error {
	part, err := book.Create(path)
	if err == nil {
		_, err = part.Write(content)
	}
	return err
}

const (
	declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	main        = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	documents   = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	packages    = `http://schemas.openxmlformats.org/package/2006/`
	kind        = `application/vnd.openxmlformats-officedocument.spreadsheetml.`
)

func contentTypes(sheets int) string {
	s := declaration + `<Types xmlns="` + packages + `content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="` + kind + `sheet.main+xml"/>` +
		`<Override PartName="/xl/styles.xml" ContentType="` + kind + `styles+xml"/>`
	for i := range sheets {
		s += fmt.Sprintf(`<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>`, i+1, kind)
	}
	return s + `</Types>`
}

type relation struct{ kind, target string }

// relations number their targets from rId1 on.
func relations(list ...relation) string {
	s := declaration + `<Relationships xmlns="` + packages + `relationships">`
	for i, r := range list {
		s += fmt.Sprintf(`<Relationship Id="rId%d" Type="%s/%s" Target="%s"/>`, i+1, documents, r.kind, r.target)
	}
	return s + `</Relationships>`
}

func workbookRelations(sheets int) string {
	var list []relation
	for i := range sheets {
		list = append(list, relation{"worksheet", fmt.Sprintf("worksheets/sheet%d.xml", i+1)})
	}
	return relations(append(list, relation{"styles", "styles.xml"})...)
}

func workbook(sheets []Sheet) string {
	s := declaration + `<workbook ` + main + ` xmlns:r="` + documents + `"><sheets>`
	for i, sheet := range sheets {
		s += fmt.Sprintf(`<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, escaped(sheet.Name), i+1, i+1)
	}
	return s + `</sheets></workbook>`
}

// ownFormats is the first id of a number format that isn't one of those that every program has.
const ownFormats = 164

func stylesheet(styles []Style) string {
	formats, cells, number := "", "", 0
	for _, style := range styles {
		id, font := 0, 0
		if style.Format != "" {
			id = ownFormats + number
			number++
			formats += fmt.Sprintf(`<numFmt numFmtId="%d" formatCode="%s"/>`, id, escaped(style.Format))
		}
		if style.Bold {
			font = 1
		}
		cells += fmt.Sprintf(`<xf numFmtId="%d" fontId="%d" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" `+
			`applyFont="1"/>`, id, font)
	}
	if number > 0 {
		formats = fmt.Sprintf(`<numFmts count="%d">%s</numFmts>`, number, formats)
	}
	const font = `<sz val="11"/><name val="Calibri"/><family val="2"/>`
	return declaration + `<styleSheet ` + main + `>` + formats +
		`<fonts count="2"><font>` + font + `</font><font><b/>` + font + `</font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>` +
		`</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
		fmt.Sprintf(`<cellXfs count="%d">%s</cellXfs>`, len(styles), cells) +
		`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

// write adds the sheet, and returns the styles with those that it needs besides.
func (s Sheet) write(book *zip.Writer, number int, styles []Style) ([]Style, error) {
	var b bytes.Buffer
	b.WriteString(declaration + `<worksheet ` + main + `><sheetViews><sheetView workbookViewId="0">`)
	if s.Frozen {
		b.WriteString(`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>`)
	}
	b.WriteString(`</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>`)
	columns := 0
	for _, row := range s.Rows {
		columns = max(columns, len(row))
	}
	if columns > 0 && s.Width > 0 {
		fmt.Fprintf(&b, `<cols><col min="1" max="%d" width="%g" customWidth="1"/></cols>`, columns, s.Width)
	}
	b.WriteString(`<sheetData>`)
	for y, row := range s.Rows {
		fmt.Fprintf(&b, `<row r="%d">`, y+1)
		for x, cell := range row {
			if cell.Value == nil {
				continue
			}
			style := slices.Index(styles, cell.Style)
			if style < 0 {
				style = len(styles)
				styles = append(styles, cell.Style)
			}
			fmt.Fprintf(&b, `<c r="%s%d" s="%d"`, column(x), y+1, style)
			if err := writeValue(&b, cell.Value); err != nil {
				return nil, err
			}
		}
		b.WriteString(`</row>`)
	}
	b.WriteString(`</sheetData></worksheet>`)
	return styles, write(book, fmt.Sprintf("xl/worksheets/sheet%d.xml", number), b.Bytes())
}

// writeValue writes the rest of a cell. A date is the number of days since the end of 1899.
func writeValue(b *bytes.Buffer, value any) error {
	number := ""
	switch value := value.(type) {
	case string:
		b.WriteString(` t="inlineStr"><is><t xml:space="preserve">` + escaped(value) + `</t></is></c>`)
		return nil
	case int:
		number = strconv.Itoa(value)
	case float64:
		number = strconv.FormatFloat(value, 'f', -1, 64)
	case Number:
		number = string(value)
	case date.Date:
		number = strconv.Itoa(int(value.Time().Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)) / (24 * time.Hour)))
	default:
		return fmt.Errorf("no cell can hold a %T", value)
	}
	b.WriteString(`><v>` + escaped(number) + `</v></c>`)
	return nil
}

// escaped is the text as XML has it. What XML can't hold becomes U+FFFD.
func escaped(text string) string {
	if len(text) > maxText {
		text = string([]rune(text)[:min(maxText, len([]rune(text)))])
	}
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a Buffer takes everything
	return b.String()
}

// column is the name of a column, counted from 0: A, B … Z, AA.
func column(x int) string {
	name := ""
	for ; x >= 0; x = x/26 - 1 {
		name = string(rune('A'+x%26)) + name
	}
	return name
}
