package analytics

import (
	"sarai/internal/kit/export"
	"sarai/internal/kit/scope"
)

func exportDepartments(_ scope.Scope, departments []DepartmentView) []export.Table {
	t := export.Table{Name: "Departments", Headings: export.Row("Kind", "Department", "Revenue", "Tax", "Total")}
	for _, d := range departments {
		t.Rows = append(t.Rows, export.Row(d.Kind, d.Department, d.Revenue, d.Tax, d.Total))
	}
	return []export.Table{t}
}

func exportOverview(_ scope.Scope, v OverviewView) []export.Table {
	t := export.Table{Name: "Overview", Headings: export.Row("Figure", "Value"), Rows: [][]export.Cell{
		export.Row("Occupied rooms", v.OccupiedRooms),
		export.Row("Rooms", v.TotalRooms),
		export.Row("Occupancy %", v.OccupancyRate),
		export.Row("Check-ins today", v.CheckInsToday),
		export.Row("Check-outs today", v.CheckOutsToday),
	}}
	if v.RevenueToday != nil && v.OutstandingBalance != nil {
		t.Rows = append(t.Rows, export.Row("Revenue today", *v.RevenueToday),
			export.Row("Outstanding balance", *v.OutstandingBalance))
	}
	return []export.Table{t}
}

func exportOccupancy(_ scope.Scope, days []OccupancyView) []export.Table {
	t := export.Table{Name: "Occupancy", Headings: export.Row("Date", "Occupancy %", "Occupied", "Rooms")}
	for _, d := range days {
		t.Rows = append(t.Rows, export.Row(d.Date, d.Occupancy, d.Occupied, d.Total))
	}
	return []export.Table{t}
}

func exportRevenue(sc scope.Scope, periods []RevenueView) []export.Table {
	t := export.Table{Name: "Revenue", Headings: export.Row("Period", "Amount "+sc.Currency, "Payments")}
	for _, p := range periods {
		t.Rows = append(t.Rows, export.Row(p.Label, p.Amount, p.Count))
	}
	return []export.Table{t}
}

func exportOutstanding(sc scope.Scope, v OutstandingView) []export.Table {
	ages := export.Table{Name: "Outstanding", Headings: export.Row("Days overdue", "Invoices", "Amount "+sc.Currency)}
	number := 0
	for _, b := range v.Brackets {
		ages.Rows = append(ages.Rows, export.Row(b.Label, b.Count, b.Total))
		number += b.Count
	}
	ages.Rows = append(ages.Rows, export.Row("All", number, v.TotalOutstanding))
	top := export.Table{Name: "Largest",
		Headings: export.Row("Invoice", "Guest", "Amount "+sc.Currency, "Due", "Days overdue")}
	for _, d := range v.TopInvoices {
		top.Rows = append(top.Rows, export.Row(d.InvoiceNumber, d.GuestName, d.Amount, d.DueDate, d.DaysOverdue))
	}
	return []export.Table{ages, top}
}

func exportExpenseRevenue(sc scope.Scope, v ExpenseRevenueView) []export.Table {
	t := export.Table{Name: "Expenses and revenue, in cash",
		Headings: export.Row("Month", "Revenue "+sc.Currency, "Expense "+sc.Currency)}
	for _, m := range v.Data {
		t.Rows = append(t.Rows, export.Row(m.Month, m.Revenue, m.Expense))
	}
	t.Rows = append(t.Rows,
		export.Row("All", v.Summary.TotalRevenue, v.Summary.TotalExpense), export.Row("Net profit", v.Summary.NetProfit))
	return []export.Table{t}
}

func exportCalendar(_ scope.Scope, v CalendarView) []export.Table {
	t := export.Table{Name: "Calendar", Headings: export.Row("Room", "Category")}
	for _, day := range v.Dates {
		t.Headings = append(t.Headings, string(day))
	}
	for _, r := range v.Rooms {
		cells := export.Row(r.RoomNumber, r.Category)
		for _, d := range r.Days {
			text := d.Status
			if d.GuestName != nil {
				text += ": " + *d.GuestName
			}
			cells = append(cells, text)
		}
		t.Rows = append(t.Rows, cells)
	}
	return []export.Table{t}
}

func exportKPIs(sc scope.Scope, v KPIView) []export.Table {
	figures := export.Table{Name: "Key figures", Headings: export.Row("Figure", "Value"), Rows: [][]export.Cell{
		export.Row("From", v.From),
		export.Row("To", v.To),
		export.Row("Rooms available", v.RoomsAvailable),
		export.Row("Rooms sold", v.RoomsSold),
		export.Row("Complimentary rooms", v.ComplimentaryRooms),
		export.Row("Day uses", v.DayUses),
		export.Row("Rooms revenue "+sc.Currency, v.RoomsRevenue),
		export.Row("Other revenue "+sc.Currency, v.OtherRevenue),
		export.Row("ADR "+sc.Currency, v.ADR),
		export.Row("RevPAR "+sc.Currency, v.RevPAR),
		export.Row("Occupancy %", v.Occupancy),
		export.Row("Arrivals", v.Arrivals),
		export.Row("Average stay (nights)", v.AverageStay),
		export.Row("Average lead time (days)", v.AverageLeadTime),
		export.Row("Cancellations", v.Cancellations),
		export.Row("No-shows", v.NoShows),
	}}
	sources := export.Table{Name: "Sources", Headings: export.Row("Source", "Bookings", "Share %")}
	for _, s := range v.SourceMix {
		sources.Rows = append(sources.Rows, export.Row(s.Source, s.Bookings, s.Share))
	}
	plans := export.Table{Name: "Meal plans", Headings: export.Row("Meal plan", "Bookings", "Share %")}
	for _, p := range v.MealPlanMix {
		plans.Rows = append(plans.Rows, export.Row(p.MealPlan, p.Bookings, p.Share))
	}
	return []export.Table{figures, sources, plans}
}

func exportPace(sc scope.Scope, nights []PaceView) []export.Table {
	t := export.Table{Name: "Pace", Headings: export.Row("Night", "Rooms", "Revenue "+sc.Currency, "Last year",
		"Rooms last year", "Revenue last year "+sc.Currency)}
	for _, n := range nights {
		t.Rows = append(t.Rows, export.Row(n.Date, n.Rooms, n.Revenue, n.LastYearDate, n.LastYearRooms, n.LastYearRevenue))
	}
	return []export.Table{t}
}
