package budget

import (
	"context"
	"reflect"
	"strconv"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Service does what can be done with budgets.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

func (s *Service) get(ctx context.Context, sc scope.Scope, year int) (budget, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (budget, error) { return find(tx, sc, year) })
}

// replace gives the year a budget instead of the one it has.
func (s *Service) replace(ctx context.Context, sc scope.Scope, year int, months []month) (budget, error) {
	after := budget{Year: year, Months: months}
	if err := after.check(sc); err != nil {
		return after, err
	}
	after = after.ordered() // fields are named as they were sent
	return db.Write(ctx, s.db, func(tx *db.Tx) (budget, error) {
		before, err := lock(tx, sc, year)
		if err == nil {
			err = sc.CheckVersion(before.Version)
		}
		if err != nil || reflect.DeepEqual(before.Months, after.Months) {
			return before, err
		}
		after.UpdatedAt, after.Version = tx.Now.UnixMilli(), before.Version
		if err := save(tx, sc, &after); err != nil {
			return after, err
		}
		return after, s.bus.Publish(tx, sc, changed.Of(strconv.Itoa(year),
			changedDetails{Year: year, Months: len(months)}))
	})
}

// Between is what is budgeted for the days [from, to].
func Between(tx *db.Tx, sc scope.Scope, from, to date.Date) (Sums, error) {
	sums := Sums{Revenue: map[Department]money.Amount{}}
	list, err := beginning(tx, sc, yearOf(sc, from), yearOf(sc, to))
	for _, b := range list {
		for _, m := range b.Months {
			sums.add(m, from, to)
		}
	}
	return sums, err
}
