package flash

import (
	"strconv"

	"sarai/internal/books/budget"
	"sarai/internal/country/words"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
)

// row is a figure with the budget and the year before; each is a number (int, float64 or money.Amount), or nil.
type row struct {
	name                any // a string, or a budget.Department
	now, budget, before any
}

// rows are the period's figures in the order in which papers and files have them.
func (p period) rows() []row {
	now, before, b := shown(p.now), shown(p.before), p.planned()
	list := []row{
		{"Rooms available", now.Available, nil, before.Available},
		{"Rooms sold", now.Sold, known(b.sold), before.Sold},
		{"Complimentary rooms", now.Complimentary, nil, before.Complimentary},
		{"Occupancy %", now.occupancy, known(b.occupancy), before.occupancy},
		{"ADR", now.adr, known(b.adr), before.adr},
		{"RevPAR", now.revPar, known(b.revPar), before.revPar},
		{"TRevPAR", now.tRevPar, known(b.tRevPar), before.tRevPar},
	}
	for _, d := range p.departments() {
		var planned any
		if revenue, is := p.budget.Revenue[d]; is {
			planned = revenue
		}
		list = append(list, row{d, p.now.revenue[d], planned, p.before.revenue[d]})
	}
	return append(list,
		row{"Revenue", p.now.total(), known(p.budget.Total()), p.before.total()},
		row{"Arrivals", p.now.arrivals, nil, p.before.arrivals},
		row{"Departures", p.now.departures, nil, p.before.departures},
		row{"No-shows", p.now.noShows, nil, p.before.noShows},
		row{"Cancellations", p.now.cancellations, nil, p.before.cancellations},
		row{"Received", p.now.received, nil, p.before.received},
		row{"Refunded", p.now.refunded, nil, p.before.refunded})
}

// known is what the pointer points to, or nil.
func known[T any](value *T) any {
	if value == nil {
		return nil
	}
	return *value
}

// named is the name of a row in a language.
func (r row) named(say func(string, ...any) string) string {
	d, is := r.name.(budget.Department)
	switch {
	case !is:
		return say(r.name.(string))
	case d.Kind == budget.Rooms:
		return say("Rooms")
	case d.Kind == budget.Direct:
		return say("Invoices of no booking")
	case d.Kind == budget.Other:
		return say("Other charges")
	}
	return d.Name
}

// paperOf is the report as a list for the printer.
func paperOf(r report, sc scope.Scope) document.List {
	language := words.Of(sc)
	list := document.List{Kind: document.FlashReport, Columns: []document.ListColumn{{Title: "Figure", Share: 34},
		{Title: "Actual", Share: 22, Number: true}, {Title: "Budget", Share: 22, Number: true},
		{Title: "Last year", Share: 22, Number: true}}}
	list.Summary = language.Say("Owed by guests %s, by companies %s", r.guests.Grouped(sc.Currency),
		r.companies.Grouped(sc.Currency)) + " · " + language.Say("Picked up: %s room-nights", strconv.Itoa(r.pickUp.nights))
	for _, part := range []struct {
		name string
		of   period
	}{{language.Say("The day"), r.on}, {language.Say("Month to date"), r.month}, {language.Say("Year to date"), r.year}} {
		group := document.ListGroup{Name: part.name}
		for _, row := range part.of.rows() {
			group.Rows = append(group.Rows, []string{row.named(language.Say), text(row.now, sc), text(row.budget, sc),
				text(row.before, sc)})
		}
		for _, m := range part.of.now.methods {
			group.Rows = append(group.Rows, []string{language.Say(string(m.Method)),
				text(m.Received-m.Refunded, sc), "", ""})
		}
		list.Groups = append(list.Groups, group)
	}
	return list
}

func text(value any, sc scope.Scope) string {
	switch value := value.(type) {
	case int:
		return strconv.Itoa(value)
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	case money.Amount:
		return value.Grouped(sc.Currency)
	}
	return ""
}

// tables are the report as sheets of a file.
func tables(r report, sc scope.Scope) []export.Table {
	english := words.English
	var list []export.Table
	for _, part := range []struct {
		name string
		of   period
	}{{"Day", r.on}, {"Month to date", r.month}, {"Year to date", r.year}} {
		t := export.Table{Name: part.name, Headings: export.Row("Figure", "Actual", "Budget", "Last year")}
		for _, row := range part.of.rows() {
			t.Rows = append(t.Rows, export.Row(row.named(english.Say), cell(row.now, sc), cell(row.budget, sc),
				cell(row.before, sc)))
		}
		for _, m := range part.of.now.methods {
			t.Rows = append(t.Rows, export.Row("Paid by "+string(m.Method), cell(m.Received-m.Refunded, sc), nil, nil))
		}
		list = append(list, t)
	}
	return append(list, export.Table{Name: "Now", Headings: export.Row("Figure", "Value"), Rows: [][]export.Cell{
		export.Row("Owed by guests", cell(r.guests, sc)), export.Row("Owed by companies", cell(r.companies, sc)),
		export.Row("Bookings made on the day", r.pickUp.bookings), export.Row("Room-nights picked up", r.pickUp.nights)}})
}

func cell(value any, sc scope.Scope) export.Cell {
	if amount, is := value.(money.Amount); is {
		return amount.Number(sc.Currency)
	}
	return value
}
