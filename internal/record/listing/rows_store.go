package listing

import (
	"cmp"
	"fmt"
	"strings"

	"sarai/internal/kit/db"
)

// Gathered is up to how many records that a filter finds are gathered by its index, and sorted. More of them are found
// by walking the order's index, where they are dense. A test of both ways changes it.
var Gathered = 12_000

// rows is how a list reads one page: the page's keys come from an index alone, in the list's order, and what stands
// before the page is skipped there. Only the page's own rows are read whole, and joined.
type rows struct {
	*Spec
	order    string
	keyOrder string // the same for the keys, by gather; "": order
	keyTable string // where the keys are looked for, with the table's alias; "": Table
	covered  bool   // the order's index has all columns, and nothing is joined: what selects keys selects rows
	more     string // columns that are read after the others
}

// Select returns the statement that reads rows whole, to be followed by conditions on them. It ends with "org_id = $1".
func (s *Spec) Select() string {
	return fmt.Sprintf("SELECT %s FROM %s %s WHERE %s.org_id = $1", s.Columns, s.Table, s.Joins, s.alias())
}

func (s *Spec) alias() string { return s.Table[strings.LastIndexByte(s.Table, ' ')+1:] }

// keys selects the keys of all that the conditions find, in the list's order. The conditions follow "org_id = $1".
func (r rows) keys(conditions string) string {
	columns := r.Key + " AS page_key"
	if r.covered {
		columns = r.Columns + ", " + r.Covered
	}
	return fmt.Sprintf(`SELECT %s FROM %s WHERE %s.org_id = $1%s ORDER BY %s`,
		columns, cmp.Or(r.keyTable, r.Table), r.alias(), conditions, cmp.Or(r.keyOrder, r.order))
}

// among returns the statement that reads the rows with the selected keys whole, in the list's order. CROSS JOIN keeps
// SQLite from walking the order's index once more.
func (r rows) among(keys string) string {
	if r.covered {
		return fmt.Sprintf(`SELECT %s%s FROM (%s) AS page ORDER BY %s`, r.Columns, r.more, keys, r.order)
	}
	return fmt.Sprintf(`SELECT %s%s FROM (%s) AS page CROSS JOIN %s %s WHERE %s.org_id = $1 AND %s = page.page_key
		ORDER BY %s`, r.Columns, r.more, keys, r.Table, r.Joins, r.alias(), r.Key, r.order)
}

// near reads the keys from the list's end if the page is nearer to that, and returns the page's length and offset from
// there. among puts the rows into the list's order again. So many keys are found on all pages, among so many that are
// gone through: at worst those that aren't found all stand at the end.
func (r *rows) near(found, among, limit, offset int) (length, skipped int) {
	left := max(found-offset, 0) // from the page's first row on
	if left+among-found >= offset {
		return limit, offset
	}
	columns := strings.Split(cmp.Or(r.keyOrder, r.order), ", ")
	for i, column := range columns {
		ascending, descends := strings.CutSuffix(column, " DESC")
		if !descends {
			ascending += " DESC"
		}
		columns[i] = ascending
	}
	r.keyOrder = strings.Join(columns, ", ")
	return min(limit, left), max(left-limit, 0)
}

// merge selects a page of the keys that several selects have, each from an index in this order, up to the page's end.
// The next two arguments are the page's length and offset. Merging without knowing how much of each is wanted,
// PostgreSQL would sort all of them.
func merge(dialect db.Dialect, order string, args int, selects []string) string {
	order = " ORDER BY " + order
	if dialect == db.PostgreSQL {
		for i, keys := range selects {
			selects[i] = fmt.Sprintf("(%s%s LIMIT CAST($%d AS BIGINT) + CAST($%d AS BIGINT))", keys, order, args+1, args+2)
		}
	}
	return strings.Join(selects, " UNION ALL ") + order + db.Limit(args+1)
}

// gather is the order written so that no index has it: what the conditions find is gathered by an index of theirs, and
// sorted.
func gather(order string) string {
	first, _, _ := strings.Cut(order, " ")
	column, nothing := strings.TrimSuffix(first, ","), " || ''" // to a day, which is text
	if isInstant(column) {
		nothing = " + 0"
	}
	return column + nothing + strings.TrimPrefix(order, column)
}
