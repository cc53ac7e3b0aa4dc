package ledger

import (
	"fmt"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// Monthly is a table of what documents come to by month and by some of their columns: its key is org_id, month, which
// is "2026-04", or "" for documents without a day, and Kinds. Whatever changes documents keeps it, by Add and Change.
// Sums over days take whole months from it, and read the documents of the days before and after those.
type Monthly struct {
	Table     string
	Documents string   // their table with its alias: "invoices i"
	ID, Day   string   // their columns
	Kinds     []string // columns of both tables: what lists ask beside days
	Sums      []Sum
	Counted   string // the condition for those that count; "": all

	counting string // the statement of count, which most writes of money run
}

// NewMonthly makes the table ready to be kept.
func NewMonthly(m Monthly) Monthly {
	m.counting = m.countSQL()
	return m
}

// Sum is a column of a Monthly, and what each document adds to it.
type Sum struct{ Column, Of string }

// Add adds a new document to its month.
func (m Monthly) Add(books Locked, sc scope.Scope, documentID string) error {
	return m.count(books, sc, documentID, 1)
}

// Change runs change, which changes the document or deletes it, and lets the months follow: what the document added
// before is taken off, and what it adds then is added.
func (m Monthly) Change(books Locked, sc scope.Scope, documentID string, change func() error) error {
	if err := m.count(books, sc, documentID, -1); err != nil {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	return m.count(books, sc, documentID, 1)
}

// count adds what the document's row says to its month; by is 1, or -1 to take it off. The books are locked, so an
// organization's transactions never wait for each other's months.
func (m Monthly) count(books Locked, sc scope.Scope, documentID string, by int) error {
	return books.Tx().Do(m.counting, sc.Org, documentID, by)
}

func (m Monthly) countSQL() string {
	key := strings.Join(append([]string{"org_id", "month"}, m.Kinds...), ", ")
	var columns, each, raised []string
	for _, sum := range m.Sums {
		columns = append(columns, sum.Column)
		each = append(each, fmt.Sprintf("CAST($3 AS BIGINT) * (%s)", sum.Of))
		raised = append(raised, fmt.Sprintf("%s = %s.%[1]s + excluded.%[1]s", sum.Column, m.Table))
	}
	return `INSERT INTO ` + m.Table + ` (` + key + `, ` + strings.Join(columns, ", ") + `)
		SELECT ` + strings.Join(slices.Concat([]string{"org_id", "substr(" + m.Day + ", 1, 7)"}, m.Kinds, each), ", ") + `
		FROM ` + m.Documents + ` WHERE org_id = $1 AND ` + m.ID + ` = $2` + m.counted() + `
		ON CONFLICT (` + key + `) DO UPDATE SET ` + strings.Join(raised, ", ")
}

func (m Monthly) counted() string {
	if m.Counted == "" {
		return ""
	}
	return " AND " + db.Beside(m.Counted)
}

// Never is what the table must never hold: other sums than those of the documents. A month of nothing is as good as
// none.
func (m Monthly) Never() db.Never {
	kinds := strings.Join(append([]string{"month"}, m.Kinds...), ", ")
	grouped := strings.Join(append([]string{"substr(" + m.Day + ", 1, 7)"}, m.Kinds...), ", ")
	var sums, added, something []string
	for _, sum := range m.Sums {
		sums = append(sums, sum.Column)
		added = append(added, "CAST(SUM("+sum.Of+") AS BIGINT)")
		something = append(something, sum.Column+" <> 0")
	}
	counted := ""
	if m.Counted != "" {
		counted = " AND " + m.Counted
	}
	rows := `SELECT ` + grouped + `, ` + strings.Join(added, ", ") + ` FROM ` + m.Documents + ` WHERE org_id = $1` +
		counted + ` GROUP BY ` + grouped
	kept := `SELECT ` + kinds + `, ` + strings.Join(sums, ", ") + ` FROM ` + m.Table + ` WHERE org_id = $1`
	return db.Never{
		"what " + m.Table + " should add up":    rows + ` EXCEPT ` + kept,
		m.Table + " that add up something else": kept + ` AND (` + strings.Join(something, " OR ") + `) EXCEPT ` + rows,
	}
}

// Of selects Kinds and Sums of these documents: their table, as Documents or narrowed, and the conditions that follow
// the one on the organization ($1).
func (m Monthly) Of(documents, conditions string) string {
	columns := slices.Clone(m.Kinds)
	for _, sum := range m.Sums {
		columns = append(columns, sum.Of+" AS "+sum.Column)
	}
	return `SELECT ` + strings.Join(columns, ", ") + ` FROM ` + documents + ` WHERE org_id = $1` + m.counted() + conditions
}

// Between selects rows with Kinds and Sums that together come to what the documents of the days [from, to] do; "" is
// open. The conditions, of which args are all arguments, are on Kinds alone, and choose no index (db.Beside).
func (m Monthly) Between(conditions string, args []any, from, to date.Date) (string, []any) {
	months, head, tail := cut(from, to)
	within := func(column string, s span) string {
		args = append(args, s.from, s.before)
		return ` AND ` + column + ` >= ` + db.Placeholders(len(args)-1, 1) + ` AND ` + column + ` < ` +
			db.Placeholders(len(args), 1)
	}
	columns := slices.Clone(m.Kinds)
	for _, sum := range m.Sums {
		columns = append(columns, sum.Column)
	}
	query := `SELECT ` + strings.Join(columns, ", ") + ` FROM ` + m.Table + ` WHERE org_id = $1` + conditions +
		within("month", months)
	if from+to != "" {
		query += ` UNION ALL ` + m.Of(m.Documents, conditions+within(m.Day, head)) +
			` UNION ALL ` + m.Of(m.Documents, conditions+within(m.Day, tail))
	}
	return query, args
}

// span is from a day or month to before another.
type span struct{ from, before string }

// cut cuts the days [from, to] into whole months, the days before them, and those after. Without any day the months are
// all, "" among them.
func cut(from, to date.Date) (months, head, tail span) {
	const first, last = "0000-00", "9999-99"
	if from+to == "" {
		return span{"", last}, head, tail
	}
	months = span{first, last}
	if from != "" {
		begins := string(firstFrom(from, monthOf, 31))
		months.from, head = begins[:len(first)], span{string(from), begins}
	}
	if to != "" {
		after := to.AddDays(1)
		months.before, tail = string(after[:len(last)]), span{string(monthOf(after)), string(after)}
	}
	if months.from > months.before { // all in one month
		head.before, tail = tail.before, span{}
	}
	return months, head, tail
}
