package db

import (
	"fmt"
	"maps"
	"slices"
)

// Never has queries over an organization ($1), by what their rows would be: a database in which all is well has none.
type Never map[string]string

// Faults describes the rows that there are, a line each.
func (n Never) Faults(tx *Tx, org string) (faults []string, err error) {
	for _, what := range slices.Sorted(maps.Keys(n)) {
		rows, err := Texts(tx, n[what], org)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		for _, row := range rows {
			faults = append(faults, fmt.Sprintf("%s: %v", what, row))
		}
	}
	slices.Sort(faults)
	return faults, nil
}

// Texts reads the rows of a query, each column as text.
func Texts(tx *Tx, query string, args ...any) (rows [][]string, err error) {
	found, err := tx.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	columns, err := found.Columns()
	if err != nil {
		return nil, err
	}
	for found.Next() {
		values, places := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			places[i] = &values[i]
		}
		if err := found.Scan(places...); err != nil {
			return nil, err
		}
		row := make([]string, len(columns))
		for i, value := range values {
			row[i] = fmt.Sprint(value)
		}
		rows = append(rows, row)
	}
	return rows, found.Err()
}
