package sqlite

import (
	"context"
	"fmt"

	"sarai/internal/kit/db/engine"
	"sarai/internal/kit/db/sqlite/driver"
)

// wholeCheck reads all pages of a file, and compares indexes with their tables. "ok" is its one row where all is well.
const wholeCheck = "PRAGMA integrity_check(20)"

// Damage finds damaged pages, and orphans if the whole is looked through.
func (e *Engine) Damage(ctx context.Context, whole bool) (found []string, err error) {
	check := "PRAGMA quick_check(5)"
	if whole {
		check = wholeCheck
	}
	err = e.reading(ctx, func(r *runner) error {
		if found, err = all(r.Conn, value[string], check); err != nil || !whole {
			return err
		}
		orphans, err := all(r.Conn, orphan, "PRAGMA foreign_key_check")
		found = append(found, orphans[:min(20, len(orphans))]...)
		return err
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if Fault(err) == engine.Damaged {
		return []string{err.Error()}, nil
	}
	if len(found) > 0 && found[0] == "ok" {
		found = found[1:]
	}
	return found, err
}

func orphan(row engine.Scanner) (string, error) {
	var table, parent string
	var rowID, key any
	err := row.Scan(&table, &rowID, &parent, &key)
	return fmt.Sprintf("a row of %s refers to one of %s that isn't there", table, parent), err
}

func value[T any](row engine.Scanner) (value T, err error) {
	err = row.Scan(&value)
	return value, err
}

// all reads the rows of a query.
func all[T any](conn *driver.Conn, scan func(engine.Scanner) (T, error), query string) (list []T, err error) {
	rows, err := conn.Query(query)
	if err != nil {
		return nil, engine.InQuery(query, err)
	}
	defer rows.Close()
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return list, err
		}
		list = append(list, item)
	}
	if err := rows.Err(); err != nil {
		return list, engine.InQuery(query, err)
	}
	return list, nil
}
