package series

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Service reads and changes the series of an organization. The function Next takes numbers.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

// series is one row.
type series struct {
	Org       string `db:"org_id,key"`
	Module    string `db:"module,key"`
	ID        string `db:"series_id,fixed"`
	Prefix    string `db:"prefix"`
	Separator string `db:"separator"`
	Yearly    bool   `db:"yearly"`
	Year      string `db:"year"`             // of a yearly series: the financial year that Next and Last belong to
	Next      int64  `db:"next_number"`      // the number that the next document receives
	Last      int64  `db:"last_number"`      // the highest number issued with the present stem; 0: none
	CreatedAt int64  `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt int64  `db:"updated_at"`       // UTC milliseconds, when its settings were changed last
	Version   int64  `db:"version,version"`  // every change raises it
}

func (s series) stem() string {
	stem := s.Prefix + s.Separator
	if s.Yearly {
		stem += s.Year + cmp.Or(s.Separator, "-")
	}
	return stem
}

func (s series) preview() string { return code(s.stem(), s.Next) }

// begun returns the series where its stem left off: it goes on after what issued has of the stem, or begins with 1.
func (s series) begun(issued map[string]int64) series {
	s.Last = issued[s.stem()]
	s.Next, _ = lowestNext(s.stem(), issued)
	return s
}

// inYear returns the series as it is on a day of that financial year.
func (s series) inYear(tx *db.Tx, year string) (series, error) {
	if !s.Yearly || s.Year == year {
		return s, nil
	}
	issued, err := issuedNumbers(tx, s)
	s.Year = year
	return s.begun(issued), err
}

// yearOf is the financial year of today, in the words of the hotel's country.
func yearOf(tx *db.Tx, sc scope.Scope) string {
	return packs.Of(sc.Country).FinancialYear(sc.Today(tx.Now))
}

// Next takes the module's next number and returns the whole document number, such as "BK-42". Call it last in the
// document's transaction: until the commit, everybody else who wants a number of the series waits. It fails with
// Conflict if the number would be too long.
func Next(tx *db.Tx, sc scope.Scope, module string) db.Later[string] {
	year := yearOf(tx, sc)
	return db.Else(advance(tx, sc, module, year), func(taken series, err error) (string, error) {
		if errors.Is(err, db.ErrNoRows) {
			if err = turn(tx, sc, module, year); err == nil {
				taken, err = advance(tx, sc, module, year).Get()
			}
		}
		if err != nil {
			return "", fmt.Errorf("take a number of the %s series: %w", module, err)
		}
		taken.Next--
		return taken.number(packs.Of(sc.Country))
	})
}

// number is the whole number. It fails with Conflict if that is too long.
func (s series) number(c *country.Country) (string, error) {
	number := s.preview()
	if len(number) > c.LongestCode {
		return "", errs.Conflict("The next %s number, %s, has more than the %d characters that %s allows. Give the %s "+
			"series a shorter prefix or a lower nextNumber first.",
			title(s.Module), number, c.LongestCode, c.TaxLaw, title(s.Module))
	}
	return number, nil
}

// turn moves a yearly series into another financial year, and stores how far it came in the one before.
func turn(tx *db.Tx, sc scope.Scope, module, year string) error {
	present, err := lock(tx, sc, module)
	if err != nil {
		return err
	}
	turned, err := present.inYear(tx, year)
	if err != nil {
		return err
	}
	return store(tx, present, &turned)
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
			if list[i], err = list[i].inYear(tx, yearOf(tx, sc)); err != nil {
				return nil, err
			}
		}
		return list, nil
	})
	slices.SortFunc(list, func(a, b series) int {
		return slices.Index(modules, a.Module) - slices.Index(modules, b.Module)
	})
	return list, err
}

func (s *Service) one(ctx context.Context, sc scope.Scope, module string) (series, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (series, error) {
		found, err := find(tx, sc, module)
		if err != nil {
			return found, orNotFound(err)
		}
		return found.inYear(tx, yearOf(tx, sc))
	})
}

func orNotFound(err error) error {
	if errors.Is(err, db.ErrNoRows) {
		return errs.NotFound("There is no such series. There is one for each of " + strings.Join(modules, ", ") + ".")
	}
	return err
}

// change edits prefix, separator, next number and yearly. It stores and publishes nothing if nothing differs, and fails
// with Invalid if the series would issue a code again or one that is too long.
func (s *Service) change(ctx context.Context, sc scope.Scope, module string, edit func(*series)) (series, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (series, error) {
		// The lock comes first: no number is issued between the check and the change.
		stored, err := lock(tx, sc, module)
		if err != nil {
			return stored, orNotFound(err)
		}
		if err := sc.CheckVersion(stored.Version); err != nil {
			return stored, err
		}
		year := yearOf(tx, sc)
		present, err := stored.inYear(tx, year)
		if err != nil {
			return present, err
		}
		changed := present
		edit(&changed)
		if changed == present {
			return present, nil
		}
		changed.UpdatedAt = tx.Now.UnixMilli()
		issued, err := issuedNumbers(tx, stored)
		if err != nil {
			return changed, err
		}
		if changed.Yearly != present.Yearly {
			changed = changed.switched(year, present.Next, issued)
		}
		if err := check(packs.Of(sc.Country), changed, issued); err != nil {
			return changed, err
		}
		changed.Last = issued[changed.stem()]
		if err := store(tx, stored, &changed); err != nil {
			return changed, err
		}
		return changed, s.bus.Publish(tx, sc, updated.Of(changed.ID,
			updatedDetails{module, present.preview(), changed.preview()}))
	})
}

// switched returns the series after its option yearly was switched. It goes on after what its stem has issued, unless
// the edit asked for another next number than before.
func (s series) switched(year string, before int64, issued map[string]int64) series {
	if s.Year = ""; s.Yearly {
		s.Year = year
	}
	if s.Next == before {
		return s.begun(issued)
	}
	return s
}

// check names what would make the series issue a code again, or one that is too long.
func check(c *country.Country, changed series, issued map[string]int64) error {
	var fields errs.Fields
	if lowest, blocking := lowestNext(changed.stem(), issued); changed.Next < lowest {
		fields.Add("nextNumber", "must be at least %d with this prefix and separator, because %s was issued already", lowest,
			blocking)
	}
	if preview := changed.preview(); len(preview) > c.LongestCode {
		fields.Add("prefix", "must be shorter: %s has more than the %d characters that %s allows a document number",
			preview, c.LongestCode, c.TaxLaw)
	}
	return fields.Err()
}
