package apptest

import (
	"bytes"
	"encoding/csv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// Register reads the rows of a list's file, by their headings, and fails unless its workbook has the same headings and
// as many rows.
func (c *Caller) Register(path, query string) (rows []map[string]string) {
	t := c.Server.T
	t.Helper()
	content := string(c.Download(path+"/export.csv"+query, "text/csv; charset=utf-8").Raw)
	table, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(content, "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	file := c.Download(path+"/export.xlsx"+query, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
	book, err := excelize.OpenReader(bytes.NewReader(file.Raw))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	sheet, err := book.GetRows(book.GetSheetName(0))
	if err != nil || len(sheet) != len(table) || !slices.Equal(sheet[0], table[0]) {
		t.Errorf("the workbook of %s%s has %d rows below %q (%v), its CSV %d below %q", path, query, len(sheet), sheet[0],
			err, len(table), table[0])
	}
	for y, cells := range table[1:] {
		row := map[string]string{}
		for x, heading := range table[0] {
			row[heading] = cells[x]
			c.sameCell(book, heading, x+1, y+2, cells[x])
		}
		rows = append(rows, row)
	}
	return rows
}

// sameCell fails unless the workbook has in the cell what CSV has: text as such and never a formula, an amount or a
// date as a number.
func (c *Caller) sameCell(book *excelize.File, heading string, x, y int, csv string) {
	t, sheet := c.Server.T, book.GetSheetName(0)
	t.Helper()
	cell, err := excelize.CoordinatesToCellName(x, y)
	if err != nil {
		t.Fatal(err)
	}
	value, err := book.GetCellValue(sheet, cell, excelize.Options{RawCellValue: true})
	kind, kindErr := book.GetCellType(sheet, cell)
	if formula, _ := book.GetCellFormula(sheet, cell); err != nil || kindErr != nil || formula != "" {
		t.Errorf("cell %s is the formula %q (%v, %v)", cell, formula, err, kindErr)
	}
	isText := kind == excelize.CellTypeSharedString || kind == excelize.CellTypeInlineString
	if day, err := time.Parse(time.DateOnly, csv); err == nil && !isText {
		csv = strconv.Itoa(int(day.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24))
	}
	if want := strings.TrimPrefix(csv, "'"); value != want && value != csv {
		t.Errorf("cell %s has %q, CSV %q", cell, value, csv)
	}
	if isText && strings.HasSuffix(heading, " INR") {
		t.Errorf("cell %s has the text %q, no number", cell, value)
	}
}

// HasRow fails unless the row has these cells.
func (c *Caller) HasRow(row, want map[string]string) {
	c.Server.T.Helper()
	for _, heading := range slices.Sorted(maps.Keys(want)) {
		if row[heading] != want[heading] {
			c.Server.T.Errorf("%s is %q, want %q, in %v", heading, row[heading], want[heading], row)
		}
	}
}
