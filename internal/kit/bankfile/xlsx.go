package bankfile

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"time"

	"sarai/internal/kit/xlsx"
)

const zipStart = "PK\x03\x04"

// readXLSX reads the first sheet of a workbook as the rows of a CSV file, whose headings it has.
func readXLSX(content []byte, currency string) (File, error) {
	sheet, err := xlsx.Read(content)
	if err != nil {
		return File{}, refused("must be a workbook of Excel (.xlsx) with at most 5000 rows on its first sheet, or be saved " +
			"as CSV")
	}
	rows := make([]row, len(sheet))
	for i, cells := range sheet {
		rows[i] = row{i + 1, cells}
	}
	t, ok := tableOf(rows, currency)
	if !ok {
		return File{}, refused(wanted)
	}
	for _, r := range t.rows {
		t.plain(r)
	}
	f, err := t.file()
	f.Format = XLSX
	return f, err
}

func isWorkbook(content []byte) bool { return bytes.HasPrefix(content, []byte(zipStart)) }

// plain writes what the row has as numbers of the workbook as a CSV file has them.
func (t *table) plain(r row) {
	for column, at := range t.at {
		if at < 0 || at >= len(r.cells) {
			continue
		}
		switch written := strings.TrimSpace(r.cells[at]); column {
		case day, valueDay:
			r.cells[at] = plainDay(written)
		case debit, credit, amount, balance:
			r.cells[at] = plainNumber15(written)
		case reference:
			if scientific.MatchString(written) {
				r.cells[at] = plainNumber15(written)
			}
		}
	}
}

// The days of 1990 to 2099 as workbooks number them, which have a time of day behind the point.
const firstDay, lastDay = 32874, 73050

func plainDay(written string) string {
	days, err := strconv.ParseFloat(written, 64)
	if err != nil || !(days >= firstDay && days < lastDay+1) {
		return written
	}
	return time.Date(1899, 12, 30+int(days), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

var (
	scientific = regexp.MustCompile(`^-?\d(\.\d+)?[eE]\+?\d{1,2}$`)
	stored     = regexp.MustCompile(`^-?\d+(\.\d+)?([eE][-+]?\d{1,3})?$`)
)

// plainNumber15 writes a number with the 15 digits that spreadsheet programs show of one: they store 100.1 as
// 100.09999999999999.
func plainNumber15(written string) string {
	if !stored.MatchString(written) || !strings.ContainsAny(written, ".eE") {
		return written
	}
	number, err := strconv.ParseFloat(written, 64)
	if err == nil {
		number, err = strconv.ParseFloat(strconv.FormatFloat(number, 'e', 14, 64), 64)
	}
	if err != nil {
		return written
	}
	return strconv.FormatFloat(number, 'f', -1, 64)
}
