package rates

import (
	"encoding/json"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/tariff"
)

// row is the key of a year's cells of a product or a category.
type row struct{ subject, year string }

// cellTable is a table of cells: of products, or of categories.
type cellTable[C comparable] struct {
	selection string // of subject, year and ranges within the years $2 to $3
	subject   string // the column
	insert    string
	update    string
}

var (
	productCells = &cellTable[tariff.Cell]{
		selection: `SELECT product_id, year, ranges FROM rate_cells WHERE org_id = $1 AND year >= $2 AND year <= $3`,
		subject:   "product_id",
		insert:    `INSERT INTO rate_cells (org_id, product_id, year, ranges) VALUES `,
		update:    ` ON CONFLICT (org_id, product_id, year) DO UPDATE SET ranges = excluded.ranges`,
	}
	categoryCells = &cellTable[tariff.CategoryCell]{
		selection: `SELECT category_id, year, ranges FROM category_cells WHERE org_id = $1 AND year >= $2 AND year <= $3`,
		subject:   "category_id",
		insert:    `INSERT INTO category_cells (org_id, category_id, year, ranges) VALUES `,
		update:    ` ON CONFLICT (org_id, category_id, year) DO UPDATE SET ranges = excluded.ranges`,
	}
)

// How many values and rows a statement takes. Rows of four columns take PostgreSQL a third less time by the hundred
// than by twenty, and no less with more; SQLite takes as long with any number.
const (
	mostNamed     = 200
	rowsPerInsert = 100
)

// read reads the cells of the years. Without subjects it reads those of all.
func (t *cellTable[C]) read(tx *db.Tx, sc scope.Scope, subjects []string, from, to date.Date) (
	map[row]tariff.Ranges[C], error) {
	cells := map[row]tariff.Ranges[C]{}
	if subjects == nil {
		return cells, t.readInto(tx, cells, t.selection, sc.Org, string(from), string(to))
	}
	for some := range slices.Chunk(subjects, mostNamed) {
		args := []any{sc.Org, string(from), string(to)}
		for _, subject := range some {
			args = append(args, subject)
		}
		query := t.selection + ` AND ` + t.subject + ` IN (` + db.Placeholders(4, len(some)) + `)`
		if err := t.readInto(tx, cells, query, args...); err != nil {
			return nil, err
		}
	}
	return cells, nil
}

func (t *cellTable[C]) readInto(tx *db.Tx, cells map[row]tariff.Ranges[C], query string, args ...any) error {
	rows, err := tx.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	var of row
	var text []byte
	for rows.Next() {
		if err := rows.Scan(&of.subject, &of.year, &text); err != nil {
			return err
		}
		var ranges tariff.Ranges[C]
		if err := json.Unmarshal(text, &ranges); err != nil {
			return err
		}
		cells[of] = ranges
	}
	return rows.Err()
}

func (t *cellTable[C]) save(tx *db.Tx, sc scope.Scope, cells map[row]tariff.Ranges[C]) error {
	var values []any
	flush := func() error {
		if len(values) == 0 {
			return nil
		}
		err := tx.Do(t.insert+db.Rows(4, len(values)/4)+t.update, values...)
		values = values[:0]
		return err
	}
	for of, ranges := range cells {
		text, err := json.Marshal(append(tariff.Ranges[C]{}, ranges...))
		if err != nil {
			return err
		}
		values = append(values, sc.Org, of.subject, of.year, string(text))
		if len(values) == 4*rowsPerInsert {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// categoryIDs is the set of the hotel's room categories.
func categoryIDs(tx *db.Tx, sc scope.Scope) (map[string]bool, error) {
	ids, err := db.All(tx, db.Value[string], `SELECT category_id FROM room_categories WHERE org_id = $1`, sc.Org)
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set, err
}
