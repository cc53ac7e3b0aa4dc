package series

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Service reads and changes the series of an organization. Taking a number is the function Next.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

// series is one row. last is the highest number issued with the present stem, 0 when there is none.
type series struct {
	id, org, module      string
	prefix, separator    string
	yearly               bool
	year                 string // of a yearly series: the financial year that next and last belong to
	next, last           int64
	createdAt, updatedAt int64
}

func (s series) stem() string {
	stem := s.prefix + s.separator
	if s.yearly {
		stem += s.year + cmp.Or(s.separator, "-")
	}
	return stem
}

func (s series) preview() string { return code(s.stem(), s.next) }

// begun is the series where its stem has issued what issued says: it goes on after that, or begins with 1.
func (s series) begun(issued map[string]int64) series {
	s.last = issued[s.stem()]
	s.next, _ = lowestNext(s.stem(), issued)
	return s
}

// inYear is the series as it is on a day of that financial year.
func (s series) inYear(tx *db.Tx, year string) (series, error) {
	if !s.yearly || s.year == year {
		return s, nil
	}
	issued, err := issuedNumbers(tx, s)
	s.year = year
	return s.begun(issued), err
}

// Next takes the module's next number and gives the whole document number, such as "BK-42". Call it last in the
// document's transaction: from here to the commit the organization's other takers wait. It fails with Conflict
// when the number would be too long.
func Next(tx *db.Tx, sc scope.Scope, module string) (string, error) {
	year := financialYear(sc.Today(tx.Now))
	taken, err := advance(tx, sc, module, year)
	if errors.Is(err, db.ErrNoRows) {
		if err = turn(tx, sc, module, year); err == nil {
			taken, err = advance(tx, sc, module, year)
		}
	}
	if err != nil {
		return "", fmt.Errorf("take a number of the %s series: %w", module, err)
	}
	number := taken.preview()
	if len(number) > maxCode {
		return "", errs.Conflict("The next %s number, %s, has more than the %d characters that GST allows. Give the %s series a shorter prefix or a lower nextNumber first.",
			title(module), number, maxCode, title(module))
	}
	return number, nil
}

// advance moves the series on and gives it as it was before; ErrNoRows when it is in another financial year.
func advance(tx *db.Tx, sc scope.Scope, module, year string) (series, error) {
	taken, err := db.One(tx, scan, `UPDATE series SET next_number = next_number + 1, last_number = next_number
		WHERE org_id = $1 AND module = $2 AND (NOT yearly OR year = $3) RETURNING `+columns, sc.Org, module, year)
	taken.next--
	return taken, err
}

// turn brings a yearly series into another financial year, and keeps how far it came in the one before.
func turn(tx *db.Tx, sc scope.Scope, module, year string) error {
	present, err := lock(tx, sc, module)
	if err != nil {
		return err
	}
	turned, err := present.inYear(tx, year)
	if err != nil {
		return err
	}
	return store(tx, present, turned)
}

// lock keeps others from taking a number until the transaction ends, and reads the series.
func lock(tx *db.Tx, sc scope.Scope, module string) (series, error) {
	return db.One(tx, scan, `UPDATE series SET updated_at = updated_at WHERE org_id = $1 AND module = $2 RETURNING `+columns, sc.Org, module)
}

// title is the module's name in a sentence.
func title(module string) string { return strings.ReplaceAll(module, "_", " ") }

// Seed gives a new organization its six series; those that it has already stay as they are.
func Seed(tx *db.Tx, org string) error {
	var args []any
	for _, module := range modules {
		args = append(args, org, module, id.New(), defaultPrefixes[module], "-", 1, 0, tx.Now.UnixMilli(), tx.Now.UnixMilli())
	}
	_, err := tx.Exec(`INSERT INTO series (org_id, module, series_id, prefix, separator, next_number, last_number, created_at, updated_at)
		VALUES `+db.Rows(9, len(modules))+` ON CONFLICT (org_id, module) DO NOTHING`, args...)
	return err
}

const columns = "series_id, org_id, module, prefix, separator, yearly, year, next_number, last_number, created_at, updated_at"

func scan(row db.Scanner) (s series, err error) {
	err = row.Scan(&s.id, &s.org, &s.module, &s.prefix, &s.separator, &s.yearly, &s.year, &s.next, &s.last, &s.createdAt, &s.updatedAt)
	return s, err
}

func (s *Service) all(ctx context.Context, sc scope.Scope) (list []series, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if list, err = db.All(tx, scan, `SELECT `+columns+` FROM series WHERE org_id = $1`, sc.Org); err != nil {
			return err
		}
		for i := range list {
			if list[i], err = list[i].inYear(tx, financialYear(sc.Today(tx.Now))); err != nil {
				return err
			}
		}
		return nil
	})
	slices.SortFunc(list, func(a, b series) int { return slices.Index(modules, a.module) - slices.Index(modules, b.module) })
	return list, err
}

func (s *Service) one(ctx context.Context, sc scope.Scope, module string) (found series, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		found, err = db.One(tx, scan, `SELECT `+columns+` FROM series WHERE org_id = $1 AND module = $2`, sc.Org, module)
		if err != nil {
			return orNotFound(err)
		}
		found, err = found.inYear(tx, financialYear(sc.Today(tx.Now)))
		return err
	})
	return found, err
}

func orNotFound(err error) error {
	if errors.Is(err, db.ErrNoRows) {
		return errs.NotFound("There is no such series. There is one for each of " + strings.Join(modules, ", ") + ".")
	}
	return err
}

// change replaces what edit changes of prefix, separator, next and yearly. Nothing is written or published when nothing
// differs. It fails with Invalid when the series would issue a code again or too long a one.
func (s *Service) change(ctx context.Context, sc scope.Scope, module string, edit func(*series)) (changed series, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		// The lock comes first: no number is issued between the check and the change.
		stored, err := lock(tx, sc, module)
		if err != nil {
			return orNotFound(err)
		}
		year := financialYear(sc.Today(tx.Now))
		present, err := stored.inYear(tx, year)
		if err != nil {
			return err
		}
		changed = present
		edit(&changed)
		if changed == present {
			return nil
		}
		changed.updatedAt = tx.Now.UnixMilli()
		issued, err := issuedNumbers(tx, stored)
		if err != nil {
			return err
		}
		if changed.yearly != present.yearly {
			changed = changed.switched(year, present.next, issued)
		}
		if err := check(changed, issued); err != nil {
			return err
		}
		changed.last = issued[changed.stem()]
		if err := store(tx, stored, changed); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, event.Event{Action: "settings.updated", ResourceType: "series", ResourceID: changed.id,
			Details: map[string]any{"module": module, "from": present.preview(), "to": changed.preview()}})
	})
	return changed, err
}

// switched is a series whose option was switched. Unless another next number than the one before was asked for, it goes
// on after what its stem has issued.
func (s series) switched(year string, before int64, issued map[string]int64) series {
	if s.year = ""; s.yearly {
		s.year = year
	}
	if s.next == before {
		return s.begun(issued)
	}
	return s
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

func check(changed series, issued map[string]int64) error {
	var fields errs.Fields
	if lowest, blocking := lowestNext(changed.stem(), issued); changed.next < lowest {
		fields.Add("nextNumber", "must be at least %d with this prefix and separator, because %s was issued already", lowest, blocking)
	}
	if preview := changed.preview(); len(preview) > maxCode {
		fields.Add("prefix", "must be shorter: %s has more than the %d characters that GST allows a document number", preview, maxCode)
	}
	return fields.Err()
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
	_, err := tx.Exec(`UPDATE series SET prefix = $3, separator = $4, next_number = $5, last_number = $6, updated_at = $7, yearly = $8, year = $9
		WHERE org_id = $1 AND module = $2`,
		changed.org, changed.module, changed.prefix, changed.separator, changed.next, changed.last, changed.updatedAt, changed.yearly, changed.year)
	return err
}
