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
		return "", errs.Conflict("The next %s number, %s, has more than the %d characters that GST allows. Give the %s "+
			"series a shorter prefix or a lower nextNumber first.",
			title(module), number, maxCode, title(module))
	}
	return number, nil
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

// title is the module's name in a sentence.
func title(module string) string { return strings.ReplaceAll(module, "_", " ") }

func (s *Service) all(ctx context.Context, sc scope.Scope) ([]series, error) {
	list, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]series, error) {
		list, err := every(tx, sc)
		if err != nil {
			return nil, err
		}
		for i := range list {
			if list[i], err = list[i].inYear(tx, financialYear(sc.Today(tx.Now))); err != nil {
				return nil, err
			}
		}
		return list, nil
	})
	slices.SortFunc(list, func(a, b series) int {
		return slices.Index(modules, a.module) - slices.Index(modules,
			b.module)
	})
	return list, err
}

func (s *Service) one(ctx context.Context, sc scope.Scope, module string) (series, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (series, error) {
		found, err := find(tx, sc, module)
		if err != nil {
			return found, orNotFound(err)
		}
		return found.inYear(tx, financialYear(sc.Today(tx.Now)))
	})
}

func orNotFound(err error) error {
	if errors.Is(err, db.ErrNoRows) {
		return errs.NotFound("There is no such series. There is one for each of " + strings.Join(modules, ", ") + ".")
	}
	return err
}

// change replaces what edit changes of prefix, separator, next and yearly. Nothing is written or published when nothing
// differs. It fails with Invalid when the series would issue a code again or too long a one.
func (s *Service) change(ctx context.Context, sc scope.Scope, module string, edit func(*series)) (series, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (series, error) {
		// The lock comes first: no number is issued between the check and the change.
		stored, err := lock(tx, sc, module)
		if err != nil {
			return stored, orNotFound(err)
		}
		year := financialYear(sc.Today(tx.Now))
		present, err := stored.inYear(tx, year)
		if err != nil {
			return present, err
		}
		changed := present
		edit(&changed)
		if changed == present {
			return present, nil
		}
		changed.updatedAt = tx.Now.UnixMilli()
		issued, err := issuedNumbers(tx, stored)
		if err != nil {
			return changed, err
		}
		if changed.yearly != present.yearly {
			changed = changed.switched(year, present.next, issued)
		}
		if err := check(changed, issued); err != nil {
			return changed, err
		}
		changed.last = issued[changed.stem()]
		if err := store(tx, stored, changed); err != nil {
			return changed, err
		}
		return changed, s.bus.Publish(tx, sc, event.Event{Action: "settings.updated", ResourceType: "series",
			ResourceID: changed.id, Details: map[string]any{"module": module, "from": present.preview(),
				"to": changed.preview()}})
	})
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

func check(changed series, issued map[string]int64) error {
	var fields errs.Fields
	if lowest, blocking := lowestNext(changed.stem(), issued); changed.next < lowest {
		fields.Add("nextNumber", "must be at least %d with this prefix and separator, because %s was issued already", lowest,
			blocking)
	}
	if preview := changed.preview(); len(preview) > maxCode {
		fields.Add("prefix", "must be shorter: %s has more than the %d characters that GST allows a document number",
			preview, maxCode)
	}
	return fields.Err()
}
