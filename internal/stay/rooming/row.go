package rooming

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
)

// Row is a person on a rooming list. Texts are empty where nothing is said.
type Row struct {
	Field             string // its place in the request, such as "rows[3]."
	Reference         string // the list's own name for the room
	Name              string
	Phone, Email      string
	Category          string // its id, or its name
	CheckIn, CheckOut date.Date
	Sharing           string // rows with the same share a room
	Requests          string
	Adults, Children  int // 0 adults: as many as share
}

// mostRows is how many rows a list may have.
const mostRows = 500

// columns are the names that a list's first line may give its columns, in lower case without blanks, dots and dashes.
var columns = map[string]string{
	"reference": "reference", "ref": "reference", "no": "reference", "sno": "reference", "srno": "reference",
	"name": "name", "guest": "name", "guestname": "name",
	"phone": "phone", "mobile": "phone", "telephone": "phone", "email": "email",
	"category": "category", "roomtype": "category", "type": "category",
	"checkin": "checkIn", "arrival": "checkIn", "from": "checkIn",
	"checkout": "checkOut", "departure": "checkOut", "to": "checkOut",
	"sharing": "sharing", "sharingwith": "sharing", "room": "sharing",
	"requests": "requests", "request": "requests", "remarks": "requests", "notes": "requests",
	"adults": "adults", "children": "children",
}

// needed are the columns that a list can't do without.
var needed = []string{"name", "category", "checkIn", "checkOut"}

var squeeze = strings.NewReplacer(" ", "", ".", "", "-", "", "_", "", "\ufeff", "")

// parseText reads pasted rows or a CSV file: by tabs, semicolons or commas, whichever its first line has first.
func parseText(field, text string) ([]Row, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	first, _, _ := strings.Cut(text, "\n")
	from := csv.NewReader(strings.NewReader(text))
	from.FieldsPerRecord, from.LazyQuotes = -1, true
	for _, comma := range []rune{'\t', ';'} {
		if strings.ContainsRune(first, comma) {
			from.Comma = comma
			break
		}
	}
	from.TrimLeadingSpace = from.Comma != '\t' // else an empty cell would be left out
	table, err := from.ReadAll()
	if err != nil {
		return nil, errs.InvalidField(field, "must be lines of columns, with a name above each column")
	}
	return parseTable(field, table)
}

// parseTable reads the rows of a table whose first line names the columns.
func parseTable(field string, table [][]string) (rows []Row, err error) {
	if len(table) == 0 {
		return nil, errs.InvalidField(field, "has no lines")
	}
	var names []string
	has := map[string]bool{}
	for _, title := range table[0] {
		name := columns[strings.ToLower(squeeze.Replace(title))]
		names, has[name] = append(names, name), true
	}
	for _, name := range needed {
		if !has[name] {
			return nil, errs.InvalidField(field, "must name its columns in the first line: %s is missing", name)
		}
	}
	var fields errs.Fields
	for i, line := range table[1:] {
		if strings.TrimSpace(strings.Join(line, "")) == "" {
			continue
		}
		row := Row{Field: fmt.Sprintf("rows[%d].", i)}
		for n, value := range line {
			if n < len(names) {
				row.set(&fields, names[n], strings.TrimSpace(value))
			}
		}
		if rows = append(rows, row); len(rows) > mostRows {
			return nil, errs.InvalidField(field, "must have at most %d rows", mostRows)
		}
	}
	if len(rows) == 0 {
		return nil, errs.InvalidField(field, "has no rows below the names of its columns")
	}
	return rows, fields.Err()
}

func (r *Row) set(fields *errs.Fields, name, value string) {
	number := func() int {
		n, err := strconv.Atoi(value)
		if value != "" && (err != nil || n < 0 || n > 50) {
			fields.Add(r.Field+name, "must be a number from 0 to 50")
		}
		return n
	}
	day := func() date.Date {
		found, ok := parseDay(value)
		if !ok {
			fields.Add(r.Field+name, "must be a date such as 01/04/2026 or 1 Apr 2026")
		}
		return found
	}
	switch name {
	case "reference":
		r.Reference = value
	case "name":
		r.Name = value
	case "phone":
		r.Phone = value
	case "email":
		r.Email = value
	case "category":
		r.Category = value
	case "checkIn":
		r.CheckIn = day()
	case "checkOut":
		r.CheckOut = day()
	case "sharing":
		r.Sharing = value
	case "requests":
		r.Requests = value
	case "adults":
		r.Adults = number()
	case "children":
		r.Children = number()
	}
}

// parseDay reads a date as people write it, the day before the month, or as a spreadsheet stores it.
func parseDay(text string) (date.Date, bool) {
	for _, layout := range []string{"2006-01-02", "2/1/2006", "2-1-2006", "2.1.2006", "2 Jan 2006", "2-Jan-2006",
		"2 January 2006", "2/1/06", "2-Jan-06"} {
		if t, err := time.Parse(layout, text); err == nil {
			return date.Of(t, time.UTC), true
		}
	}
	const first, last = 36526, 73050 // 2000 to 2099
	if days, err := strconv.ParseFloat(text, 64); err == nil && days >= first && days <= last {
		return date.Date("1899-12-30").AddDays(int(days)), true
	}
	return "", false
}
