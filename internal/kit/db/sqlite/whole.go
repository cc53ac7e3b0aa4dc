package sqlite

import (
	"context"
	"errors"
	"strings"
)

// WholeCheck reads all pages of a file, and compares indexes with their tables. "ok" is its one row where all is well.
const WholeCheck = "PRAGMA integrity_check(20)"

// CheckFile opens the file at path, checks all of it, and counts its tables and their rows unless it finds damage.
func CheckFile(ctx context.Context, path string) (tables int, rows int64, damage []string, err error) {
	conn, err := Open(path, "query_only(ON)")
	if err != nil {
		return 0, 0, nil, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	conn.Within(ctx)
	if damage, err = column[string](conn, WholeCheck); err != nil || len(damage) != 1 || damage[0] != "ok" {
		return 0, 0, damage, err
	}
	names, err := column[string](conn, "SELECT name FROM sqlite_schema WHERE type = 'table'")
	if err != nil {
		return 0, 0, nil, err
	}
	for _, name := range names {
		counted, err := column[int64](conn, `SELECT COUNT(*) FROM "`+strings.ReplaceAll(name, `"`, `""`)+`"`)
		if err != nil {
			return 0, 0, nil, err
		}
		rows += counted[0]
	}
	return len(names), rows, nil, nil
}

// column is the one column of a query's rows.
func column[T any](conn *Conn, query string) (values []T, err error) {
	rows, err := conn.Query(query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var value T
		if err := rows.Scan(&value); err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, rows.Err()
}
