package series

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
)

const columns = "series_id, org_id, module, prefix, separator, yearly, year, next_number, last_number, created_at, " +
	"updated_at"

func scan(row db.Scanner) (s series, err error) {
	err = row.Scan(&s.id, &s.org, &s.module, &s.prefix, &s.separator, &s.yearly, &s.year, &s.next, &s.last, &s.createdAt,
		&s.updatedAt)
	return s, err
}

// advance moves the series on and gives it as it was before; ErrNoRows when it is in another financial year.
func advance(tx *db.Tx, sc scope.Scope, module, year string) (series, error) {
	taken, err := db.One(tx, scan, `UPDATE series SET next_number = next_number + 1, last_number = next_number
		WHERE org_id = $1 AND module = $2 AND (NOT yearly OR year = $3) RETURNING `+columns, sc.Org, module, year)
	taken.next--
	return taken, err
}

// lock keeps others from taking a number until the transaction ends, and reads the series.
func lock(tx *db.Tx, sc scope.Scope, module string) (series, error) {
	return db.One(tx, scan, `UPDATE series SET updated_at = updated_at WHERE org_id = $1 AND module = $2
		RETURNING `+columns, sc.Org, module)
}

// Seed gives a new organization its six series; those that it has already stay as they are.
func Seed(tx *db.Tx, org string) error {
	var args []any
	for _, module := range modules {
		args = append(args, org, module, id.New(), defaultPrefixes[module], "-", 1, 0, tx.Now.UnixMilli(), tx.Now.UnixMilli())
	}
	_, err := tx.Exec(`INSERT INTO series (org_id, module, series_id, prefix, separator, next_number, last_number,
		created_at, updated_at)
		VALUES `+db.Rows(9, len(modules))+` ON CONFLICT (org_id, module) DO NOTHING`, args...)
	return err
}

// issuedNumbers has, for each stem that the series ever issued a number with, the highest one.
func issuedNumbers(tx *db.Tx, s series) (map[string]int64, error) {
	type stem struct {
		name string
		last int64
	}
	past, err := db.All(tx, func(row db.Scanner) (p stem, err error) { return p, row.Scan(&p.name, &p.last) },
		`SELECT stem, last_number FROM series_stems WHERE org_id = $1 AND module = $2`, s.org, s.module)
	if err != nil {
		return nil, err
	}
	issued := map[string]int64{}
	for _, p := range past {
		issued[p.name] = p.last
	}
	if s.last > 0 {
		issued[s.stem()] = s.last // what is kept of the present stem is from before it was taken up again
	}
	return issued, nil
}

// store writes the change, and keeps how far the old stem came when the series leaves it.
func store(tx *db.Tx, present, changed series) error {
	if present.stem() != changed.stem() && present.last > 0 {
		if _, err := tx.Exec(`INSERT INTO series_stems (org_id, module, stem, last_number) VALUES ($1, $2, $3, $4)
			ON CONFLICT (org_id, module, stem) DO UPDATE SET last_number = excluded.last_number`,
			present.org, present.module, present.stem(), present.last); err != nil {
			return err
		}
	}
	_, err := tx.Exec(`UPDATE series SET prefix = $3, separator = $4, next_number = $5, last_number = $6, updated_at =
		$7, yearly = $8, year = $9
		WHERE org_id = $1 AND module = $2`,
		changed.org, changed.module, changed.prefix, changed.separator, changed.next, changed.last, changed.updatedAt,
		changed.yearly, changed.year)
	return err
}

func every(tx *db.Tx, sc scope.Scope) ([]series, error) {
	return db.All(tx, scan, `SELECT `+columns+` FROM series WHERE org_id = $1`, sc.Org)
}

func find(tx *db.Tx, sc scope.Scope, module string) (series, error) {
	return db.One(tx, scan, `SELECT `+columns+` FROM series WHERE org_id = $1 AND module = $2`, sc.Org, module)
}
