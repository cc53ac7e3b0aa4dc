package db

import "fmt"

// Page returns the end of a statement that reads one page of a list, after its "WHERE org_id = $1". The page's keys come
// from an index alone, in the list's order: what stands before the page is skipped there and no row of it is read. Only
// the page's rows are read whole, and put into the order once more.
//
// from is the table, with the alias that the conditions and the order use; key is its column that identifies a row
// within the organization. The parameters numbered next and next+1 are the page's length and offset.
func Page(from, key, conditions, order string, next int) string {
	return fmt.Sprintf(` AND %[1]s IN (SELECT %[1]s FROM %[2]s WHERE org_id = $1%[3]s ORDER BY %[4]s%[5]s) ORDER BY %[4]s`,
		key, from, conditions, order, Limit(next))
}
