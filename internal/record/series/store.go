package series

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/record/lockorder"
)

var (
	seriesTable  = table.Of[series]("series")
	selectSeries = `SELECT ` + seriesTable.Columns("") + ` FROM series WHERE org_id = $1`
)

// advance takes the next number and asks for the series, whose next number is the one after it; db.ErrNoRows if the
// series is in another financial year.
func advance(tx *db.Tx, sc scope.Scope, module, year string) db.Later[series] {
	if module == Booking || module == Quote { // whoever takes another one has the books
		tx.Locks(lockorder.Numbers, module)
	}
	return db.Ask(tx, seriesTable.Scan, `UPDATE series SET next_number = next_number + 1, last_number = next_number,
			version = version + 1
		WHERE org_id = $1 AND module = $2 AND (NOT yearly OR year = $3) RETURNING `+seriesTable.Columns(""), sc.Org, module,
		year)
}

// Lock keeps others from taking a number of the bookings' series until the transaction ends. A transaction that makes
// several bookings takes it before it locks their categories.
func Lock(tx *db.Tx, sc scope.Scope) error {
	tx.Locks(lockorder.Numbers, Booking)
	_, err := lock(tx, sc, Booking)
	return err
}

// lock keeps others from taking a number until the transaction ends, and reads the series.
func lock(tx *db.Tx, sc scope.Scope, module string) (series, error) {
	return db.One(tx, seriesTable.Scan, `UPDATE series SET updated_at = updated_at WHERE org_id = $1 AND module = $2
		RETURNING `+seriesTable.Columns(""), sc.Org, module)
}

// Seed gives a new organization its series. Those that it has already stay as they are.
func Seed(tx *db.Tx, org string) error {
	var args []any
	for _, module := range modules {
		args = append(args, org, module, id.New(), defaultPrefixes[module], "-", 1, 0, tx.Now.UnixMilli(),
			tx.Now.UnixMilli())
	}
	return tx.Do(`INSERT INTO series (org_id, module, series_id, prefix, separator, next_number, last_number,
			created_at, updated_at)
		VALUES `+db.Rows(9, len(modules))+` ON CONFLICT (org_id, module) DO NOTHING`, args...)
}

// Erase deletes the series of an organization that nobody has come into.
func Erase(tx *db.Tx, org string) error { return db.Erase(tx, org, "series") }

// issuedNumbers returns the highest number that the series ever issued with each stem.
func issuedNumbers(tx *db.Tx, s series) (map[string]int64, error) {
	type stem struct {
		name string
		last int64
	}
	past, err := db.All(tx, func(row db.Scanner) (p stem, err error) {
		err = row.Scan(&p.name, &p.last)
		return p, err
	},
		`SELECT stem, last_number FROM series_stems WHERE org_id = $1 AND module = $2`, s.Org, s.Module)
	if err != nil {
		return nil, err
	}
	issued := map[string]int64{}
	for _, p := range past {
		issued[p.name] = p.last
	}
	if s.Last > 0 {
		issued[s.stem()] = s.Last // what series_stems has of the present stem is older
	}
	return issued, nil
}

// store writes the change. If the series leaves its stem, store keeps how far the stem came.
func store(tx *db.Tx, present series, changed *series) error {
	if present.stem() != changed.stem() && present.Last > 0 {
		if err := tx.Do(`INSERT INTO series_stems (org_id, module, stem, last_number) VALUES ($1, $2, $3, $4)
			ON CONFLICT (org_id, module, stem) DO UPDATE SET last_number = excluded.last_number`,
			present.Org, present.Module, present.stem(), present.Last); err != nil {
			return err
		}
	}
	return seriesTable.Update(tx, nil, changed)
}

func every(tx *db.Tx, sc scope.Scope) ([]series, error) {
	return db.All(tx, seriesTable.Scan, selectSeries, sc.Org)
}

func find(tx *db.Tx, sc scope.Scope, module string) (series, error) {
	return db.One(tx, seriesTable.Scan, selectSeries+` AND module = $2`, sc.Org, module)
}
