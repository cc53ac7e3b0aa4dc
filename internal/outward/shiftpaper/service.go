package shiftpaper

import (
	"context"
	"fmt"
	"time"

	"sarai/internal/books/till"
	"sarai/internal/country/words"
	"sarai/internal/kit/db"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
)

// Service prints the reports of shifts.
type Service struct{ db *db.DB }

// New makes the service.
func New(d *db.DB) *Service { return &Service{d} }

// paper is the report of a shift, to be drawn.
func (s *Service) paper(ctx context.Context, sc scope.Scope, shiftID string) (document.List, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (document.List, error) {
		printed, err := till.Print(tx, sc, shiftID)
		if err != nil {
			return document.List{}, err
		}
		paper := document.List{Kind: document.ShiftReport, Date: printed.OpenedOn, Created: tx.Now,
			Printed: words.Of(sc).Moment(tx.Now.In(sc.Zone))}
		if paper.Seller, err = document.Seller(tx, sc); err != nil {
			return paper, err
		}
		draw(&paper, sc, printed)
		return paper, nil
	})
}

// numbers is how many columns stand behind a row's name: those of the widest table.
const numbers = 5

// draw puts the report's tables below each other, each with its headings as its first row.
func draw(paper *document.List, sc scope.Scope, printed till.Printed) {
	language := paper.Seller.Language
	moment := func(ms int64) string { return language.Moment(time.UnixMilli(ms).In(sc.Zone)) }
	ended := "…"
	if printed.Closed != nil {
		ended = moment(*printed.Closed)
	}
	paper.Summary = fmt.Sprintf("%s %d · %s · %s – %s", printed.Drawer, printed.Number, printed.Cashier,
		moment(printed.Opened), ended)
	paper.Columns = []document.ListColumn{{Share: 30}}
	for range numbers {
		paper.Columns = append(paper.Columns, document.ListColumn{Share: 14, Number: true})
	}
	for _, t := range printed.Tables {
		headings := line(t.Headings, sc.Currency)
		for i, h := range headings {
			headings[i] = language.Say(h)
		}
		group := document.ListGroup{Name: language.Say(t.Name), Rows: [][]string{headings}}
		for _, cells := range t.Rows {
			row := line(cells, sc.Currency)
			row[0] = language.Say(row[0])
			group.Rows = append(group.Rows, row)
		}
		paper.Groups = append(paper.Groups, group)
	}
}

// line are the cells as texts, one for each column.
func line(cells []export.Cell, currency string) []string {
	texts := make([]string, 1+numbers)
	for i, cell := range cells {
		texts[i] = fmt.Sprint(cell)
		if n, is := cell.(money.Number); is {
			if amount, err := n.Sum(currency); err == nil {
				texts[i] = amount.Grouped(currency)
			}
		}
	}
	return texts
}
