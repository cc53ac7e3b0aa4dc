package analytics

import (
	"bytes"
	stdcsv "encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

// fileKind is a format that figures are exported in.
type fileKind struct{ extension, mediaType string }

var (
	xlsx = fileKind{"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}
	csv  = fileKind{"csv", "text/csv; charset=utf-8"}
)

// cell is a string, a number (int, float64 or money.Number) or a date.Date; nil is empty.
type cell any

// table is a sheet of a workbook: a row of headings, and the rows below it.
type table struct {
	name     string
	headings []cell
	rows     [][]cell
}

// export is the contents of a file.
type export []table

// file writes the tables to a file named after the report and the day.
func (e export) file(report string, today date.Date, kind fileKind, currency string) (*web.File, error) {
	write := e.csv
	if kind == xlsx {
		write = func() ([]byte, error) { return e.xlsx(currency) }
	}
	content, err := write()
	name := report + "-" + string(today) + "." + kind.extension
	return &web.File{Name: name, Type: kind.mediaType, Content: content}, err
}

// csv writes the tables below each other, with an empty line between them. Without the byte order mark, Excel would
// read the file in the character set of its own country.
func (e export) csv() ([]byte, error) {
	var file bytes.Buffer
	file.WriteString("\ufeff")
	w := stdcsv.NewWriter(&file)
	w.UseCRLF = true
	for i, t := range e {
		if i > 0 {
			w.Flush()
			file.WriteString("\r\n")
		}
		for _, row := range append([][]cell{t.headings}, t.rows...) {
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
	return file.Bytes(), w.Error()
}

// plain is a cell as CSV has it.
func plain(value cell) string {
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

// harmless keeps spreadsheets from taking the text for a formula.
func harmless(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return "'" + text
	}
	return text
}

// xlsx writes each table to a sheet of a workbook. Text is stored as text, so it is never taken for a formula.
func (e export) xlsx(currency string) (content []byte, err error) {
	book := excelize.NewFile()
	defer func() { err = errors.Join(err, book.Close()) }()
	styles, err := stylesOf(book, currency)
	if err != nil {
		return nil, err
	}
	for i, t := range e {
		if i == 0 {
			err = book.SetSheetName("Sheet1", t.name)
		} else {
			_, err = book.NewSheet(t.name)
		}
		if err != nil {
			return nil, err
		}
		if err := t.write(book, styles); err != nil {
			return nil, err
		}
	}
	var file bytes.Buffer
	err = book.Write(&file)
	return file.Bytes(), err
}

// styles are the ids of the workbook's styles.
type styles struct{ heading, date, money int }

func stylesOf(book *excelize.File, currency string) (s styles, err error) {
	amount, day := "#,##0", "yyyy-mm-dd"
	if digits, _ := money.Decimals(currency); digits > 0 {
		amount += "." + strings.Repeat("0", digits)
	}
	for _, style := range []struct {
		into *int
		as   excelize.Style
	}{
		{&s.heading, excelize.Style{Font: &excelize.Font{Bold: true}}},
		{&s.date, excelize.Style{CustomNumFmt: &day}},
		{&s.money, excelize.Style{CustomNumFmt: &amount}},
	} {
		if *style.into, err = book.NewStyle(&style.as); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (t table) write(book *excelize.File, s styles) error {
	sheet, err := book.NewStreamWriter(t.name)
	if err != nil {
		return err
	}
	if err := sheet.SetColWidth(1, len(t.headings), 16); err != nil {
		return err
	}
	headingStays := excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}
	if err := sheet.SetPanes(&headingStays); err != nil {
		return err
	}
	headings := make([]any, len(t.headings))
	for i, heading := range t.headings {
		headings[i] = excelize.Cell{StyleID: s.heading, Value: heading}
	}
	if err := sheet.SetRow("A1", headings); err != nil {
		return err
	}
	for i, row := range t.rows {
		values := make([]any, len(row))
		for column, value := range row {
			if values[column], err = s.styled(value); err != nil {
				return err
			}
		}
		if err := sheet.SetRow("A"+strconv.Itoa(i+2), values); err != nil {
			return err
		}
	}
	return sheet.Flush()
}

// styled is a cell as a workbook has it. Spreadsheets have only floating-point numbers, but those hold an amount
// exactly, because it has at most fifteen digits.
func (s styles) styled(value cell) (any, error) {
	switch value := value.(type) {
	case date.Date:
		return excelize.Cell{StyleID: s.date, Value: value.Time()}, nil
	case money.Number:
		number, err := strconv.ParseFloat(string(value), 64)
		return excelize.Cell{StyleID: s.money, Value: number}, err
	}
	return value, nil
}

// row is a row of a table, or its headings.
func row(cells ...cell) []cell { return cells }

func exportOverview(_ scope.Scope, v OverviewView) export {
	t := table{"Overview", row("Figure", "Value"), [][]cell{
		row("Occupied rooms", v.OccupiedRooms),
		row("Rooms", v.TotalRooms),
		row("Occupancy %", v.OccupancyRate),
		row("Check-ins today", v.CheckInsToday),
		row("Check-outs today", v.CheckOutsToday),
	}}
	if v.RevenueToday != nil && v.OutstandingBalance != nil {
		t.rows = append(t.rows, row("Revenue today", *v.RevenueToday),
			row("Outstanding balance", *v.OutstandingBalance))
	}
	return export{t}
}

func exportOccupancy(_ scope.Scope, days []OccupancyView) export {
	t := table{name: "Occupancy", headings: row("Date", "Occupancy %", "Occupied", "Rooms")}
	for _, d := range days {
		t.rows = append(t.rows, row(d.Date, d.Occupancy, d.Occupied, d.Total))
	}
	return export{t}
}

func exportRevenue(sc scope.Scope, periods []RevenueView) export {
	t := table{name: "Revenue", headings: row("Period", "Amount "+sc.Currency, "Payments")}
	for _, p := range periods {
		t.rows = append(t.rows, row(p.Label, p.Amount, p.Count))
	}
	return export{t}
}

func exportOutstanding(sc scope.Scope, v OutstandingView) export {
	ages := table{name: "Outstanding", headings: row("Days overdue", "Invoices", "Amount "+sc.Currency)}
	number := 0
	for _, b := range v.Brackets {
		ages.rows = append(ages.rows, row(b.Label, b.Count, b.Total))
		number += b.Count
	}
	ages.rows = append(ages.rows, row("All", number, v.TotalOutstanding))
	top := table{name: "Largest", headings: row("Invoice", "Guest", "Amount "+sc.Currency, "Due", "Days overdue")}
	for _, d := range v.TopInvoices {
		top.rows = append(top.rows, row(d.InvoiceNumber, d.GuestName, d.Amount, d.DueDate, d.DaysOverdue))
	}
	return export{ages, top}
}

func exportExpenseRevenue(sc scope.Scope, v ExpenseRevenueView) export {
	t := table{name: "Expenses and revenue, in cash",
		headings: row("Month", "Revenue "+sc.Currency, "Expense "+sc.Currency)}
	for _, m := range v.Data {
		t.rows = append(t.rows, row(m.Month, m.Revenue, m.Expense))
	}
	t.rows = append(t.rows,
		row("All", v.Summary.TotalRevenue, v.Summary.TotalExpense), row("Net profit", v.Summary.NetProfit))
	return export{t}
}

func exportCalendar(_ scope.Scope, v CalendarView) export {
	t := table{name: "Calendar", headings: row("Room", "Category")}
	for _, day := range v.Dates {
		t.headings = append(t.headings, string(day))
	}
	for _, r := range v.Rooms {
		cells := row(r.RoomNumber, r.Category)
		for _, d := range r.Days {
			text := d.Status
			if d.GuestName != nil {
				text += ": " + *d.GuestName
			}
			cells = append(cells, text)
		}
		t.rows = append(t.rows, cells)
	}
	return export{t}
}

func exportKPIs(sc scope.Scope, v KPIView) export {
	figures := table{"Key figures", row("Figure", "Value"), [][]cell{
		row("From", v.From),
		row("To", v.To),
		row("Rooms available", v.RoomsAvailable),
		row("Rooms sold", v.RoomsSold),
		row("Complimentary rooms", v.ComplimentaryRooms),
		row("Day uses", v.DayUses),
		row("Rooms revenue "+sc.Currency, v.RoomsRevenue),
		row("Other revenue "+sc.Currency, v.OtherRevenue),
		row("ADR "+sc.Currency, v.ADR),
		row("RevPAR "+sc.Currency, v.RevPAR),
		row("Occupancy %", v.Occupancy),
		row("Arrivals", v.Arrivals),
		row("Average stay (nights)", v.AverageStay),
		row("Average lead time (days)", v.AverageLeadTime),
		row("Cancellations", v.Cancellations),
		row("No-shows", v.NoShows),
	}}
	sources := table{name: "Sources", headings: row("Source", "Bookings", "Share %")}
	for _, s := range v.SourceMix {
		sources.rows = append(sources.rows, row(s.Source, s.Bookings, s.Share))
	}
	plans := table{name: "Meal plans", headings: row("Meal plan", "Bookings", "Share %")}
	for _, p := range v.MealPlanMix {
		plans.rows = append(plans.rows, row(p.MealPlan, p.Bookings, p.Share))
	}
	return export{figures, sources, plans}
}

func exportPace(sc scope.Scope, nights []PaceView) export {
	t := table{name: "Pace", headings: row("Night", "Rooms", "Revenue "+sc.Currency, "Last year", "Rooms last year",
		"Revenue last year "+sc.Currency)}
	for _, n := range nights {
		t.rows = append(t.rows, row(n.Date, n.Rooms, n.Revenue, n.LastYearDate, n.LastYearRooms, n.LastYearRevenue))
	}
	return export{t}
}
