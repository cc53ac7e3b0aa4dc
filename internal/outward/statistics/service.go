package statistics

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/outward/analytics"
	"sarai/internal/property/company"
	"sarai/internal/property/inventory"
)

// Service counts guests and lost bookings.
type Service struct{ db *db.DB }

// New makes the service.
func New(d *db.DB) *Service { return &Service{db: d} }

// month counts the guests of a month.
func (s *Service) month(ctx context.Context, sc scope.Scope, asked string) (month, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (m month, err error) {
		if m.from, m.to, err = monthOf(asked, sc.Today(tx.Now)); err != nil {
			return m, err
		}
		inUse, err := inventory.RoomsInService(tx, sc, m.from, m.to)
		if err != nil {
			return m, err
		}
		for _, rooms := range inUse {
			m.roomsAvailable += rooms
		}
		rooms, beds, err := bedsOf(tx, sc)
		if err != nil {
			return m, err
		}
		if rooms > 0 {
			m.bedsAvailable = (2*m.roomsAvailable*beds + rooms) / (2 * rooms)
		}
		stays, err := staysOf(tx, sc, m.from, m.to)
		if err != nil {
			return m, err
		}
		people, err := peopleOf(tx, sc, m.from, m.to)
		m.count(stays, people)
		return m, err
	})
}

// losses are the bookings that were cancelled, or whose guests never came, by parts.
type losses struct {
	from, to date.Date
	parts    []lost
	all      lost
	names    map[string]string // of companies
}

func (s *Service) losses(ctx context.Context, sc scope.Scope, by string, from, to date.Date) (losses, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (l losses, err error) {
		if l.from, l.to, err = analytics.Span(from, to, sc.Today(tx.Now)); err != nil {
			return l, err
		}
		list, err := droppedOf(tx, sc, l.from, l.to)
		if err != nil {
			return l, err
		}
		l.parts, l.all = parts(list, by)
		if by == "company" {
			l.names, err = company.Names(tx, sc)
		}
		return l, err
	})
}
