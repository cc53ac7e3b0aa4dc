package waitlist

import (
	"context"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/stay/lodging"
)

// moved is an entry as it was read, and what it is now.
type moved struct {
	Entry
	to string
}

// Look sees which of the hotel's entries can have their rooms now, which can't any more, and whose day is over.
func (s *Service) Look(ctx context.Context, sc scope.Scope) error {
	s.look.Lock()
	defer s.look.Unlock()
	list, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]moved, error) { return s.moves(tx, sc) })
	if err != nil {
		return err
	}
	for _, m := range list {
		err := s.db.Write(ctx, func(tx *db.Tx) error {
			changed, err := move(tx, sc, m.Entry, m.to)
			if err != nil || !changed { // else somebody was faster, and has told
				return err
			}
			return s.bus.Publish(tx, sc, m.event())
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (m moved) event() event.Event {
	switch m.to {
	case Open:
		return m.openedEvent()
	case Past:
		return passed.Of(m.ID, m.facts())
	}
	return filled.Of(m.ID, m.facts())
}

// moves are the entries whose status isn't right any more.
func (s *Service) moves(tx *db.Tx, sc scope.Scope) (list []moved, err error) {
	entries, err := live(tx, sc)
	if err != nil {
		return nil, err
	}
	var coming []Entry
	var stays []lodging.Dates
	for _, e := range entries {
		if e.CheckIn < sc.Today(tx.Now) {
			list = append(list, moved{e, Past})
			continue
		}
		coming, stays = append(coming, e), append(stays, e.stay())
	}
	sold, err := s.sold(tx, sc, stays)
	if err != nil {
		return nil, err
	}
	before := offered{}
	for _, e := range coming {
		status := Waiting
		if before.open(e, sold[e.stay()]) {
			status = Open
		}
		if status != e.Status {
			list = append(list, moved{e, status})
		}
	}
	return list, nil
}
