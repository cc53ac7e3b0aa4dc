package mapping

import "sarai/internal/record/event"

var changed = event.Define[details]("books.mapping_changed", "books", 1,
	"What is posted later goes to other accounts.")

type details struct {
	Rooms      string   `json:"rooms" doc:"The account of sales of rooms; empty: the books' own"`
	OtherSales string   `json:"otherSales" doc:"Of other sales that no code is of"`
	Sales      []ofName `json:"sales" doc:"Of other sales, by tax code"`
	Expenses   []ofName `json:"expenses" doc:"Of expenses, by category"`
}

type ofName struct {
	Name      string `json:"name" doc:"The beginning of a tax code, or a category" example:"9963"`
	AccountID string `json:"accountId" doc:"The account"`
}

func (m Mapping) facts() details {
	d := details{Rooms: m.Rooms, OtherSales: m.Others, Sales: []ofName{}, Expenses: []ofName{}}
	for _, t := range m.Codes {
		d.Sales = append(d.Sales, ofName{t.Name, t.Account})
	}
	for _, t := range m.Expenses {
		d.Expenses = append(d.Expenses, ofName{t.Name, t.Account})
	}
	return d
}
