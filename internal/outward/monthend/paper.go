package monthend

import (
	"fmt"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
)

// papers are the list of what stands in the way, then the statements' tables, each a list for the printer.
func (l list) papers(sc scope.Scope, tables []export.Table) []document.List {
	kinds := []document.Kind{document.BalanceSheet, document.ProfitAndLoss, document.TrialBalance}
	papers := []document.List{l.paper(sc)}
	for i, t := range tables {
		papers = append(papers, printed(kinds[i], t, sc.Currency))
	}
	return papers
}

func (l list) paper(sc scope.Scope) document.List {
	paper := document.List{Kind: document.MonthEndList, Columns: []document.ListColumn{{Title: "Code", Share: 20},
		{Title: "Name", Share: 40}, {Title: "Date", Share: 20}, {Title: "Amount", Share: 20, Number: true}}}
	for _, i := range l.items {
		group := document.ListGroup{Name: fmt.Sprintf("%s: %d", titles[i.kind], len(i.records))}
		for _, r := range i.records[:min(len(i.records), mostShown)] {
			group.Rows = append(group.Rows, []string{r.Code, r.Name, r.Day.Short(), r.Amount.Grouped(sc.Currency)})
		}
		paper.Groups = append(paper.Groups, group)
	}
	return paper
}

// printed is a statement's table for the printer: its first column are the groups, the second and third name the
// account.
func printed(kind document.Kind, t export.Table, currency string) document.List {
	const named = 3
	paper := document.List{Kind: kind, Columns: []document.ListColumn{{Title: "Account", Share: 40}}}
	for _, heading := range t.Headings[named:] {
		paper.Columns = append(paper.Columns, document.ListColumn{Title: heading.(string),
			Share: 60 / (len(t.Headings) - named), Number: true})
	}
	for _, cells := range t.Rows {
		section := cells[0].(string)
		if last := len(paper.Groups) - 1; last < 0 || paper.Groups[last].Name != section {
			paper.Groups = append(paper.Groups, document.ListGroup{Name: section})
		}
		row := []string{strings.TrimSpace(cells[1].(string) + " " + cells[2].(string))}
		for _, cell := range cells[named:] {
			row = append(row, text(cell, currency))
		}
		group := &paper.Groups[len(paper.Groups)-1]
		group.Rows = append(group.Rows, row)
	}
	return paper
}

func text(cell export.Cell, currency string) string {
	switch cell := cell.(type) {
	case money.Number:
		if amount, err := cell.In(currency); err == nil {
			return amount.Grouped(currency)
		}
	case date.Date:
		return cell.Short()
	}
	return fmt.Sprint(cell)
}
