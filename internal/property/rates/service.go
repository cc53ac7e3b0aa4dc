package rates

import (
	"context"
	"slices"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/rateplan"
	"sarai/internal/property/tariff"
	"sarai/internal/record/event"
)

// Service reads and writes the rates of single dates.
type Service struct {
	db   *db.DB
	bus  *event.Bus
	kept *lru.Cache[string, kept] // by organization
}

// kept is a hotel's rates at a version.
type kept struct {
	version int64
	rates   *tariff.Tariff
}

const (
	keptHotels = 64
	keptRanges = 100_000 // of one hotel, which take some 10 MB; larger rates are read each time
)

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service {
	cache, err := lru.New[string, kept](keptHotels)
	if err != nil {
		panic(err) // only for a size that isn't positive
	}
	return &Service{db: d, bus: bus, kept: cache}
}

// Tariff is all rates of the hotel, as the transaction sees them. It keeps rates that it has read for others, if none
// of them changed meanwhile: in a Write that doesn't hold the lock of package rateplan, each statement sees what is
// committed by then.
func (s *Service) Tariff(tx *db.Tx, sc scope.Scope) db.Later[*tariff.Tariff] {
	return db.Then(rateplan.Version(tx, sc), func(version int64) (*tariff.Tariff, error) {
		if known, ok := s.kept.Get(sc.Org); ok && known.version == version {
			return known.rates, nil
		}
		t, err := load(tx, sc)
		if err != nil {
			return nil, err
		}
		size := 0
		for _, ranges := range t.Cells {
			size += len(ranges)
		}
		now, err := rateplan.Version(tx, sc).Get()
		if err == nil && now == version && size <= keptRanges {
			s.kept.Add(sc.Org, kept{version, t})
		}
		return t, err
	})
}

func load(tx *db.Tx, sc scope.Scope) (t *tariff.Tariff, err error) {
	t = &tariff.Tariff{Policies: map[string]tariff.Policy{}}
	if t.Plans, err = rateplan.Plans(tx, sc); err != nil {
		return nil, err
	}
	if t.Products, err = rateplan.Products(tx, sc); err != nil {
		return nil, err
	}
	policies, err := rateplan.Policies(tx, sc)
	if err != nil {
		return nil, err
	}
	for _, p := range policies {
		t.Policies[p.ID] = p
	}
	if t.Services, err = rateplan.Services(tx, sc); err != nil {
		return nil, err
	}
	if t.Bands, err = rateplan.AgeBands(tx, sc); err != nil {
		return nil, err
	}
	if t.Cells, err = joined(tx, sc, productCells); err != nil {
		return nil, err
	}
	if t.Categories, err = joined(tx, sc, categoryCells); err != nil {
		return nil, err
	}
	return t.Complete(), nil
}

// joined reads the cells of all years, those of a product or category side by side.
func joined[C comparable](tx *db.Tx, sc scope.Scope, t *cellTable[C]) (map[string]tariff.Ranges[C], error) {
	cells, err := t.read(tx, sc, nil, "0000", "9999")
	if err != nil {
		return nil, err
	}
	all := map[string]tariff.Ranges[C]{}
	for of, ranges := range cells {
		all[of.subject] = append(all[of.subject], ranges...)
	}
	for _, ranges := range all {
		slices.SortFunc(ranges, func(a, b tariff.Range[C]) int { return strings.Compare(string(a.From), string(b.From)) })
	}
	return all, nil
}

// Apply makes all changes, or none.
func (s *Service) Apply(ctx context.Context, sc scope.Scope, w Write) (Written, error) {
	cells, err := w.check()
	if err != nil {
		return Written{}, err
	}
	return db.Write(ctx, s.db, func(tx *db.Tx) (Written, error) {
		if err := rateplan.Lock(tx, sc); err != nil {
			return Written{}, err
		}
		present, err := rateplan.Version(tx, sc).Get()
		if err == nil {
			err = sc.CheckVersion(present)
		}
		if err == nil {
			err = w.allow(tx, sc)
		}
		if err != nil {
			return Written{}, err
		}
		products, err := writeCells(tx, sc, productCells, w.products(), w.productParts())
		if err != nil {
			return Written{}, err
		}
		categories, err := writeCells(tx, sc, categoryCells, w.categories(), w.categoryParts())
		if err != nil {
			return Written{}, err
		}
		if !products && !categories { // nothing differs
			return Written{present, cells}, nil
		}
		version, err := s.note(tx, sc, w, cells)
		return Written{version, cells}, err
	})
}

// asked chooses what a calendar shows; empty ids take all.
type asked struct {
	from, to                      date.Date // both included
	productID, planID, categoryID string
}

const (
	longestCalendar = 731    // days
	largestCalendar = 50_000 // cells of products
)

// calendar is what is in force.
type calendar struct {
	*tariff.Tariff
	asked
	dates   []date.Date
	days    [][]tariff.Day // of the products, in their order; nil for those that weren't asked for
	version int64
}

func (c calendar) shows(p *tariff.Product) bool {
	return (c.productID == "" || c.productID == p.ID) && (c.planID == "" || c.planID == p.PlanID) &&
		(c.categoryID == "" || c.categoryID == p.CategoryID)
}

// calendar computes what is in force on the days.
func (s *Service) calendar(ctx context.Context, sc scope.Scope, a asked) (calendar, error) {
	c, err := db.Read(ctx, s.db, func(tx *db.Tx) (c calendar, err error) {
		c.asked = a.within(sc.Today(tx.Now))
		if err := c.asked.check(); err != nil {
			return c, err
		}
		if c.version, err = rateplan.Version(tx, sc).Get(); err != nil {
			return c, err
		}
		c.Tariff, err = s.Tariff(tx, sc).Get()
		return c, err
	})
	if err != nil {
		return c, err
	}
	shown := 0
	for i := range c.Products {
		if c.shows(&c.Products[i]) {
			shown++
		}
	}
	c.dates = date.Days(c.from, c.to.AddDays(1))
	if cells := shown * len(c.dates); cells > largestCalendar {
		return c, errs.InvalidField("to", "makes %d days of %d products, and at most %d cells are answered at once: ask for "+
			"fewer days, or for one plan", len(c.dates), shown, largestCalendar)
	}
	c.days = c.Effective(c.dates, c.shows)
	return c, nil
}

// within gives days that are missing: 31 of them from today on.
func (a asked) within(today date.Date) asked {
	if a.from == "" {
		a.from = today
	}
	if _, err := date.Parse(string(a.from)); err == nil && a.to == "" {
		a.to = a.from.AddDays(30)
	}
	return a
}

func (a asked) check() error {
	if err := date.CheckDays(a.from, a.to); err != nil {
		return err
	}
	if a.from.DaysUntil(a.to) >= longestCalendar {
		return errs.InvalidField("to", "must be less than %d days after from", longestCalendar)
	}
	return nil
}

func (s *Service) changes(ctx context.Context, sc scope.Scope, after int64, limit int) (
	[]rateplan.Change, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) ([]rateplan.Change, error) {
		return rateplan.ChangesAfter(tx, sc, after, limit)
	})
}
