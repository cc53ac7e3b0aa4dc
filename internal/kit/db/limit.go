package db

import "fmt"

// Limit returns the end of a statement that reads one page: LIMIT takes the parameter numbered from, OFFSET the next
// one. The cast keeps SQLite from planning by the bound number, for which it would parse the statement again at each
// call.
func Limit(from int) string {
	return fmt.Sprintf(` LIMIT CAST($%d AS BIGINT) OFFSET $%d`, from, from+1)
}
