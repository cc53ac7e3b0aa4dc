package db

import "fmt"

// Limit is the end of a statement that reads one page: LIMIT takes parameter number from, OFFSET the next one.
// The cast keeps SQLite from planning by the bound number, for which it would parse the statement anew each time
// that it is bound.
func Limit(from int) string {
	return fmt.Sprintf(` LIMIT CAST($%d AS BIGINT) OFFSET $%d`, from, from+1)
}
