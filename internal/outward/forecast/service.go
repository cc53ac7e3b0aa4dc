package forecast

import (
	"context"
	"math"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
)

// Service forecasts the occupancy.
type Service struct{ db *db.DB }

// New makes the service.
func New(d *db.DB) *Service { return &Service{db: d} }

const (
	byDefault = 30 // nights
	mostDays  = 366
)

// span is the nights that are asked for, each empty for the default: the thirty from tonight on.
func span(from, to, today date.Date) (first, last date.Date, err error) {
	var bad errs.Fields
	if from != "" {
		date.CheckDay(&bad, "from", from)
	}
	if to != "" {
		date.CheckDay(&bad, "to", to)
	}
	if err := bad.Err(); err != nil {
		return from, to, err
	}
	if from == "" {
		from = today
	}
	if to == "" {
		to = from.AddDays(byDefault - 1)
	}
	if from < today {
		bad.Add("from", "must not be before today, %s: earlier nights are over", today.Short())
	}
	switch last := today.AddDays(mostDays - 1); {
	case to > last:
		bad.Add("to", "must not be after %s: it is at most %d days ahead", last.Short(), mostDays-1)
	case from > to:
		bad.Add("to", "must not be before from")
	}
	return from, to, bad.Err()
}

// ahead is the forecast of some nights.
type ahead struct {
	from, to date.Date
	nights   []coming
}

func (s *Service) ahead(ctx context.Context, sc scope.Scope, from, to date.Date) (ahead, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (a ahead, err error) {
		if a.from, a.to, err = span(from, to, sc.Today(tx.Now)); err != nil {
			return a, err
		}
		h, err := load(tx, sc, a.to)
		if err != nil {
			return a, err
		}
		for _, day := range date.Days(a.from, a.to.AddDays(1)) {
			a.nights = append(a.nights, h.coming(day))
		}
		return a, nil
	})
}

// load reads what the forecasts of the nights until the last one follow from.
func load(tx *db.Tx, sc scope.Scope, last date.Date) (*history, error) {
	today := sc.Today(tx.Now)
	h := &history{days: daysAt(tx.Now, sc.Zone), today: number(today), most: today.DaysUntil(last),
		first: math.MaxInt32, known: map[int]*night{}}
	var err error
	if h.sell, err = toSell(tx, sc, today.AddDays(-tested), last); err != nil {
		return nil, err
	}
	booked, err := firstBooked(tx, sc)
	if err != nil || booked == nil {
		return h, err
	}
	h.first = h.of(*booked)
	for year := range years + 1 {
		aside := min(year, 1) * beside * 7
		from := today.AddDays(-tested - year*yearBefore - aside)
		to := last.AddDays(-year*yearBefore + aside)
		if number(to) < h.first {
			break
		}
		if year > 0 {
			to = min(to, today.AddDays(-tested-(year-1)*yearBefore-min(year-1, 1)*beside*7-1))
		}
		rooms, err := roomsOf(tx, sc, from, to)
		if err != nil {
			return nil, err
		}
		for _, r := range rooms {
			h.add(r, number(from), number(to))
		}
	}
	h.sum()
	return h, nil
}

// toSell counts the rooms in use less the blocked ones, by night.
func toSell(tx *db.Tx, sc scope.Scope, from, to date.Date) (map[int]int, error) {
	rooms, err := inventory.RoomsInService(tx, sc, from, to)
	if err != nil {
		return nil, err
	}
	held, err := inventory.HeldInCategories(tx, sc, from, to.AddDays(1))
	sell := map[int]int{}
	for day, count := range rooms {
		sell[number(day)] = count
	}
	for _, h := range held {
		sell[number(h.Night)] = max(0, sell[number(h.Night)]-h.Blocks)
	}
	return sell, err
}
