package analytics

import (
	"bytes"
	stdcsv "encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/kit/xlsx"
)

// fileKind is a format that figures are exported in.
type fileKind struct{ extension, mediaType string }

var (
	workbook = fileKind{"xlsx", xlsx.MediaType}
	csv      = fileKind{"csv", "text/csv; charset=utf-8"}
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
	if kind == workbook {
		write = func() ([]byte, error) { return e.workbook(currency) }
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

// workbook writes each table to a sheet of a workbook.
func (e export) workbook(currency string) ([]byte, error) {
	amounts := xlsx.Style{Format: "#,##0"}
	if digits, _ := money.Decimals(currency); digits > 0 {
		amounts.Format += "." + strings.Repeat("0", digits)
	}
	sheets := make([]xlsx.Sheet, len(e))
	for i, t := range e {
		sheets[i] = xlsx.Sheet{Name: t.name, Width: 16, Frozen: true, Rows: make([][]xlsx.Cell, len(t.rows)+1)}
		for _, heading := range t.headings {
			sheets[i].Rows[0] = append(sheets[i].Rows[0], xlsx.Cell{Value: heading, Style: xlsx.Style{Bold: true}})
		}
		for y, row := range t.rows {
			for _, value := range row {
				styled, err := styledCell(value, amounts)
				if err != nil {
					return nil, err
				}
				sheets[i].Rows[y+1] = append(sheets[i].Rows[y+1], styled)
			}
		}
	}
	return xlsx.Write(sheets)
}

// styledCell is a cell as a workbook has it. Spreadsheets have only floating-point numbers, but those hold an amount
// exactly, because it has at most fifteen digits.
func styledCell(value cell, amounts xlsx.Style) (xlsx.Cell, error) {
	switch value := value.(type) {
	case date.Date:
		return xlsx.Cell{Value: value, Style: xlsx.Style{Format: "yyyy-mm-dd"}}, nil
	case money.Number:
		number, err := strconv.ParseFloat(string(value), 64)
		return xlsx.Cell{Value: number, Style: amounts}, err
	}
	return xlsx.Cell{Value: value}, nil
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
