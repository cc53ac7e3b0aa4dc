package listing

import (
	"fmt"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
)

// Sums is a table of what a list's records come to by month and by some of their columns: its key is org_id, month,
// which is "2026-04", or "" for records without a day, and Kinds. Whoever changes the records keeps it. Sums over days
// take whole months from it, and read the records of the days before and after those. Without Day there is no month:
// the table says how many records there are of each kind, and which kinds there are.
type Sums struct {
	Table     string
	Documents string   // their table with its alias: "invoices i"
	ID, Day   string   // their columns
	Kinds     []string // columns of both tables: what lists ask beside days
	Adds      []Sum    // "number" is one of them
	Counted   string   // the condition for those that count; "": all
	Along     string   // without Day: the column by which the records of a kind stand in an index that begins with Kinds
}

// Sum is a column of a Sums, and what each document adds to it.
type Sum struct{ Column, Of string }

// Counting is the statement that adds what the document $2 of the organization $1 says to its month, $3 times: -1 takes
// it off.
func (m *Sums) Counting() string {
	key := strings.Join(append([]string{"org_id", "month"}, m.Kinds...), ", ")
	var columns, each, raised []string
	for _, sum := range m.Adds {
		columns = append(columns, sum.Column)
		each = append(each, fmt.Sprintf("CAST($3 AS BIGINT) * (%s)", sum.Of))
		raised = append(raised, fmt.Sprintf("%s = %s.%[1]s + excluded.%[1]s", sum.Column, m.Table))
	}
	return `INSERT INTO ` + m.Table + ` (` + key + `, ` + strings.Join(columns, ", ") + `)
		SELECT ` + strings.Join(slices.Concat([]string{"org_id", "substr(" + m.Day + ", 1, 7)"}, m.Kinds, each), ", ") + `
		FROM ` + m.Documents + ` WHERE org_id = $1 AND ` + m.ID + ` = $2` + m.counted() + `
		ON CONFLICT (` + key + `) DO UPDATE SET ` + strings.Join(raised, ", ")
}

func (m *Sums) counted() string {
	if m.Counted == "" {
		return ""
	}
	return " AND " + db.Beside(m.Counted)
}

// Never is what the table must never hold: other sums than those of the documents. A month of nothing is as good as
// none.
func (m *Sums) Never() db.Never {
	columns, grouped := m.Kinds, m.Kinds
	if m.Day != "" {
		columns = append([]string{"month"}, m.Kinds...)
		grouped = append([]string{"substr(" + m.Day + ", 1, 7)"}, m.Kinds...)
	}
	kinds, groups := strings.Join(columns, ", "), strings.Join(grouped, ", ")
	var sums, added, something []string
	for _, sum := range m.Adds {
		sums = append(sums, sum.Column)
		added = append(added, "CAST(SUM("+sum.Of+") AS BIGINT)")
		something = append(something, sum.Column+" <> 0")
	}
	counted := ""
	if m.Counted != "" {
		counted = " AND " + m.Counted
	}
	rows := `SELECT ` + groups + `, ` + strings.Join(added, ", ") + ` FROM ` + m.Documents + ` WHERE org_id = $1` +
		counted + ` GROUP BY ` + groups
	kept := `SELECT ` + kinds + `, ` + strings.Join(sums, ", ") + ` FROM ` + m.Table + ` WHERE org_id = $1`
	return db.Never{
		"what " + m.Table + " should add up":    rows + ` EXCEPT ` + kept,
		m.Table + " that add up something else": kept + ` AND (` + strings.Join(something, " OR ") + `) EXCEPT ` + rows,
	}
}

// of selects Kinds and sums of these documents: their table, as Documents or narrowed, and the conditions that follow
// the one on the organization ($1), with Counted among them.
func (m *Sums) of(documents, conditions string) string {
	columns := slices.Clone(m.Kinds)
	for _, sum := range m.Adds {
		columns = append(columns, sum.Of+" AS "+sum.Column)
	}
	return `SELECT ` + strings.Join(columns, ", ") + ` FROM ` + documents + ` WHERE org_id = $1` + conditions
}

// Between selects rows with Kinds and sums that together come to what the documents of the days [from, to] do; "" is
// open. The conditions, of which args are all arguments, are on Kinds alone, and choose no index (db.Beside).
func (m *Sums) Between(conditions string, args []any, from, to date.Date) (string, []any) {
	months, head, tail := cut(from, to)
	within := func(column string, s span) string {
		args = append(args, s.from, s.before)
		return ` AND ` + column + ` >= ` + db.Placeholders(len(args)-1, 1) + ` AND ` + column + ` < ` +
			db.Placeholders(len(args), 1)
	}
	columns := slices.Clone(m.Kinds)
	for _, sum := range m.Adds {
		columns = append(columns, sum.Column)
	}
	query := `SELECT ` + strings.Join(columns, ", ") + ` FROM ` + m.Table + ` WHERE org_id = $1` + conditions +
		within("month", months)
	if from+to != "" {
		query += ` UNION ALL ` + m.of(m.Documents, m.counted()+conditions+within(m.Day, head)) +
			` UNION ALL ` + m.of(m.Documents, m.counted()+conditions+within(m.Day, tail))
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
		begins := string(monthFrom(from))
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

// monthOf is the first day of the day's month.
func monthOf(day date.Date) date.Date { return day[:len("2006-01-")] + "01" }

// monthFrom is the first day of a month that isn't before the day.
func monthFrom(day date.Date) date.Date {
	if day == monthOf(day) {
		return day
	}
	return monthOf(monthOf(day).AddDays(31))
}

// summed tells whether the query asks for nothing but what the kept sums tell apart.
func (r *request) summed() bool {
	if r.Sums == nil || r.Sums.Day == "" || r.hits != nil {
		return false
	}
	for _, g := range r.given {
		if g.Summed == "" && g.Column != r.Sums.Day {
			return false
		}
	}
	return true
}

// between is what is kept of all that the query finds, and what of months is cut off.
func (r *request) between() (string, []any) {
	where, days := db.Where(r.sc.Org), [upper + 1]date.Date{}
	for _, g := range r.given {
		if g.end != none {
			days[g.end] = date.Date(g.value.(string))
			continue
		}
		text, values := r.filled(g.Summed, g.value)
		where.And(db.Beside(text), values...)
	}
	conditions, args := where.SQL()
	return r.Sums.Between(conditions, args, days[lower], days[upper])
}

// oneByOne is the table and conditions of what the query finds, if its records are counted and added up one by one.
func (r *request) oneByOne() (table, conditions string, args []any) {
	table, where := r.narrowed(r.way(0), false)
	conditions, args = where.SQL()
	return table, conditions, args
}

// sums is how many numbers totals finds.
func (s *Spec) sums() int { return 1 + len(s.Totals) + len(s.Apart) }

// totals asks for the number of all that the query finds, and for the totals.
func (r *request) totals() db.Later[[]int64] {
	all := []db.Later[[]int64]{r.ofAll()}
	for _, apart := range r.Apart {
		all = append(all, r.ofApart(apart))
	}
	return db.Then(db.Every(all), func(sums [][]int64) ([]int64, error) { return slices.Concat(sums...), nil })
}

func (r *request) ofApart(a Apart) db.Later[[]int64] {
	fewer := *r
	fewer.given = append(slices.Clone(r.given), r.give(&Filter{Condition: Condition{Where: a.Where, Leads: Own}}, nil))
	table, conditions, args := fewer.oneByOne()
	return numbersIn(r.tx, 1, `SELECT CAST(COALESCE(SUM(`+a.Of+`), 0) AS BIGINT) FROM `+table+`
		WHERE `+r.alias()+`.org_id = $1`+conditions, args)
}

const number = "CAST(COALESCE(SUM(number), 0) AS BIGINT)"

// keptNumber is how many records the query finds by the sums that are kept.
func (r *request) keptNumber() (found int, err error) {
	kept, args := r.between()
	err = r.tx.QueryRow(`SELECT `+number+` FROM (`+kept+`) AS added`, args...).Scan(&found)
	return found, err
}

func (r *request) ofAll() db.Later[[]int64] {
	if r.hits.Many() && len(r.given) == 0 && len(r.Totals) == 0 {
		return db.Then(r.hits.count(r.tx, r.sc), func(number int64) ([]int64, error) { return []int64{number}, nil })
	}
	columns := number
	for _, total := range r.Totals {
		columns += ", CAST(COALESCE(SUM(" + total + "), 0) AS BIGINT)"
	}
	if r.summed() {
		kept, args := r.between()
		return r.numbers(`SELECT `+columns+` FROM (`+kept+`) AS added`, args)
	}
	table, conditions, args := r.oneByOne()
	if len(r.Totals) > 0 {
		return r.numbers(`SELECT `+columns+` FROM (`+r.Sums.of(table, conditions)+`) AS added`, args)
	}
	if len(r.given) == 1 && r.given[0].ids != "" && r.hits == nil && r.Always == "" { // without a look at the records
		return r.numbers(`SELECT COUNT(*) FROM `+idsOf(r.given[0], "$2"), args)
	}
	return r.numbers(`SELECT COUNT(*) FROM `+table+` WHERE `+r.alias()+`.org_id = $1`+conditions, args)
}

func (r *request) numbers(query string, args []any) db.Later[[]int64] {
	return numbersIn(r.tx, 1+len(r.Totals), query, args)
}

// numbersIn asks for a row of so many numbers.
func numbersIn(tx *db.Tx, numbers int, query string, args []any) db.Later[[]int64] {
	return db.Ask(tx, func(row db.Scanner) ([]int64, error) {
		sums := make([]int64, numbers)
		into := make([]any, len(sums))
		for i := range sums {
			into[i] = &sums[i]
		}
		err := row.Scan(into...)
		return sums, err
	}, query, args...)
}
