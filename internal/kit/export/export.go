// Package export writes tables of figures to files for people and their accountants: CSV and workbooks. What somebody
// has typed is text in them and never a formula.
package export

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/xlsx"
)

// Cell is a string, a number (int, float64 or money.Number) or a date.Date; nil and a date of "" are empty.
type Cell any

// Table is a sheet of a workbook: a row of headings, and the rows below it.
type Table struct {
	Name     string // of at most 31 characters
	Headings []Cell
	Rows     [][]Cell
}

// File is what a file has in it.
type File struct {
	Name   string // without its extension
	Tables []Table
}

// MaxRows is how many rows a table that grows with the hotel's records may have.
const MaxRows = 50_000

// CheckRows fails with Invalid, naming the field from, for more than MaxRows.
func CheckRows(rows int) error {
	if rows > MaxRows {
		return errs.InvalidField("from", "must be chosen with to, or another filter, so that at most %d rows are found: "+
			"these are more than a file has", MaxRows)
	}
	return nil
}

// Register is a table with a row for each record of a list, which has the newest first: the table has the oldest first.
func Register[R any](name string, headings []Cell, records []R, row func(R) []Cell) Table {
	t := Table{Name: name, Headings: headings, Rows: make([][]Cell, len(records))}
	for i, record := range records {
		t.Rows[len(records)-1-i] = row(record)
	}
	return t
}

// csv writes the tables below each other, with an empty line between them. Without the byte order mark, Excel would
// read the file in the character set of its own country.
func (f File) csv(scope.Scope) (*file.File, error) {
	var text bytes.Buffer
	text.WriteString("\ufeff")
	w := csv.NewWriter(&text)
	w.UseCRLF = true
	for i, t := range f.Tables {
		if i > 0 {
			w.Flush()
			text.WriteString("\r\n")
		}
		for _, row := range append([][]Cell{t.Headings}, t.Rows...) {
			record := make([]string, len(row))
			for column, value := range row {
				record[column] = plain(value)
			}
			if err := w.Write(record); err != nil {
				return nil, err
			}
		}
	}
	w.Flush()
	return &file.File{Name: f.Name + ".csv", Type: csvType, Content: text.Bytes()}, w.Error()
}

// plain is a cell as CSV has it.
func plain(value Cell) string {
	switch value := value.(type) {
	case nil:
		return ""
	case string:
		return harmless(value)
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

// harmless keeps spreadsheets from taking the text for a formula. Those of East Asia take full-width and small signs,
// too.
func harmless(text string) string {
	first, _ := utf8.DecodeRuneInString(text)
	if text != "" && strings.ContainsRune("=+-@＝＋－＠﹦﹢﹣﹫\t\r\n", first) {
		return "'" + text
	}
	return text
}

// Workbook writes each table to a sheet of a workbook.
func (f File) Workbook(sc scope.Scope) (*file.File, error) {
	amounts := xlsx.Style{Format: "#,##0"}
	if digits, _ := money.Decimals(sc.Currency); digits > 0 {
		amounts.Format += "." + strings.Repeat("0", digits)
	}
	sheets := make([]xlsx.Sheet, len(f.Tables))
	for i, t := range f.Tables {
		sheets[i] = xlsx.Sheet{Name: t.Name, Width: 16, Frozen: true, Rows: make([][]xlsx.Cell, len(t.Rows)+1)}
		for _, heading := range t.Headings {
			sheets[i].Rows[0] = append(sheets[i].Rows[0], xlsx.Cell{Value: heading, Style: xlsx.Style{Bold: true}})
		}
		for y, row := range t.Rows {
			cells := make([]xlsx.Cell, len(row))
			for x, value := range row {
				var err error
				if cells[x], err = styledCell(value, amounts); err != nil {
					return nil, err
				}
			}
			sheets[i].Rows[y+1] = cells
		}
	}
	content, err := xlsx.Write(sheets)
	return &file.File{Name: f.Name + ".xlsx", Type: xlsx.MediaType, Content: content}, err
}

// styledCell is a cell as a workbook has it. Spreadsheets have only floating-point numbers, but those hold an amount
// exactly, because it has at most fifteen digits.
func styledCell(value Cell, amounts xlsx.Style) (xlsx.Cell, error) {
	switch value := value.(type) {
	case date.Date:
		if value == "" {
			return xlsx.Cell{}, nil
		}
		return xlsx.Cell{Value: value, Style: xlsx.Style{Format: "yyyy-mm-dd"}}, nil
	case money.Number:
		number, err := strconv.ParseFloat(string(value), 64)
		return xlsx.Cell{Value: number, Style: amounts}, err
	}
	return xlsx.Cell{Value: value}, nil
}

// Row is a row of a table, or its headings.
func Row(cells ...Cell) []Cell { return cells }

// Name is that of a file about the days [from, to], each of which may be open.
func Name(what string, from, to date.Date) string {
	for _, day := range []date.Date{from, to} {
		if day != "" {
			what += "-" + string(day)
		}
	}
	return what
}
