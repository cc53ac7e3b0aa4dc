package db

import (
	"cmp"
	"fmt"
	"strings"
)

// Gathered is up to how many records that a filter finds are gathered by its index, and sorted. More of them are found
// by walking the order's index, where they are dense. A test of both ways changes it.
var Gathered = 12_000

// Listing is how a list reads one page: the page's keys come from an index alone, in the list's order, and what stands
// before the page is skipped there. Only the page's own rows are read whole, and joined.
type Listing struct {
	Columns string // of the rows, each with its alias
	Table   string // with its alias: "invoices i"
	Joins   string // what belongs to a row, such as "LEFT JOIN bookings b ON …"
	Key     string // identifies a row within the organization: "i.invoice_id"
	Order   string // ends with Key

	KeyOrder string // the same for the keys, by Gather; "": Order
	KeyTable string // where the keys are looked for, with the table's alias; "": Table
	Covered  bool   // the order's index has all columns, and nothing is joined: what selects keys selects rows
}

// Select returns the statement that reads rows whole, to be followed by conditions on them. It ends with "org_id = $1".
func (l Listing) Select() string {
	return fmt.Sprintf("SELECT %s FROM %s %s WHERE %s.org_id = $1", l.Columns, l.Table, l.Joins, l.alias())
}

// Page returns the statement for the conditions, which follow "WHERE org_id = $1" and have this many arguments with it.
// The next two are the page's length and offset.
func (l Listing) Page(conditions string, args int) string {
	return l.Among(l.Keys(conditions) + Limit(args+1))
}

// Keys selects the keys of all that the conditions find, in the list's order.
func (l Listing) Keys(conditions string) string {
	columns := l.Key + " AS page_key"
	if l.Covered {
		columns = l.Columns + ", " + FirstOf(l.Order)
	}
	return fmt.Sprintf(`SELECT %s FROM %s WHERE %s.org_id = $1%s ORDER BY %s`,
		columns, cmp.Or(l.KeyTable, l.Table), l.alias(), conditions, cmp.Or(l.KeyOrder, l.Order))
}

// Among returns the statement that reads the rows with the selected keys whole, in the list's order. CROSS JOIN keeps
// SQLite from walking the order's index once more.
func (l Listing) Among(keys string) string {
	if l.Covered {
		return fmt.Sprintf(`SELECT %s FROM (%s) AS page ORDER BY %s`, l.Columns, keys, l.Order)
	}
	return fmt.Sprintf(`SELECT %s FROM (%s) AS page CROSS JOIN %s %s WHERE %s.org_id = $1 AND %s = page.page_key
		ORDER BY %s`, l.Columns, keys, l.Table, l.Joins, l.alias(), l.Key, l.Order)
}

// Near reads the keys from the list's end if the page is nearer to that, and returns the page's length and offset from
// there. Among puts the rows into the list's order again. So many keys are found on all pages, among so many that are
// gone through: at worst those that aren't found all stand at the end.
func (l Listing) Near(found, among, limit, offset int) (near Listing, length, skipped int) {
	left := max(found-offset, 0) // from the page's first row on
	if left+among-found >= offset {
		return l, limit, offset
	}
	columns := strings.Split(cmp.Or(l.KeyOrder, l.Order), ", ")
	for i, column := range columns {
		ascending, descends := strings.CutSuffix(column, " DESC")
		if !descends {
			ascending += " DESC"
		}
		columns[i] = ascending
	}
	l.KeyOrder = strings.Join(columns, ", ")
	return l, min(limit, left), max(left-limit, 0)
}

// Merge selects a page of the keys that several selects have, each from an index in this order, up to the page's end.
// The next two arguments are the page's length and offset. Merging without knowing how much of each is wanted,
// PostgreSQL would sort all of them.
func Merge(dialect Dialect, order string, args int, selects ...string) string {
	order = " ORDER BY " + order
	if dialect == PostgreSQL {
		for i, keys := range selects {
			selects[i] = fmt.Sprintf("(%s%s LIMIT CAST($%d AS BIGINT) + CAST($%d AS BIGINT))", keys, order, args+1, args+2)
		}
	}
	return strings.Join(selects, " UNION ALL ") + order + Limit(args+1)
}

// Gather is the order written so that no index has it: what the conditions find is gathered by an index of theirs, and
// sorted.
func Gather(order string) string {
	column, nothing := FirstOf(order), " || ''" // to a day, which is text
	if strings.HasSuffix(column, "_at") {
		nothing = " + 0"
	}
	return column + nothing + strings.TrimPrefix(order, column)
}

// FirstOf is the first column of an order.
func FirstOf(order string) string {
	first, _, _ := strings.Cut(order, " ")
	return strings.TrimSuffix(first, ",")
}

func (l Listing) alias() string { return l.Table[strings.LastIndexByte(l.Table, ' ')+1:] }

// Plain is a condition as it is: it may choose the index.
func Plain(condition string) string { return condition }

// Beside is a condition that chooses no index: it is asked of what other conditions find, or along the order's index.
func Beside(condition string) string { return "(" + condition + ") IS TRUE" }
