package waitlist

import (
	"context"
	"log/slog"
	"sync"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/property/room"
	"sarai/internal/property/tariff"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/stay/lodging"
)

// Sold tells, for each of the stays, how far the categories are sold on its nights, and how many rooms are free
// throughout.
type Sold func(tx *db.Tx, sc scope.Scope, stays []lodging.Dates) (map[lodging.Dates][]tariff.Category, error)

// Service keeps the waitlists of all hotels.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	rooms  *room.Service
	guests *guest.Service
	sold   Sold
	due    due
	look   sync.Mutex // one look of a node after the other, so that the last has seen the rest
}

// New makes the service. It panics without sold, which packages above know.
func New(d *db.DB, bus *event.Bus, rooms *room.Service, guests *guest.Service, sold Sold) *Service {
	if sold == nil {
		panic("waitlist.New: sold is nil")
	}
	return &Service{db: d, bus: bus, rooms: rooms, guests: guests, sold: sold,
		due: newDue()}
}

// Create puts somebody on the waitlist.
func (s *Service) Create(ctx context.Context, sc scope.Scope, e Entry) (Entry, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Entry, error) {
		e.ID, e.Status, e.CreatedBy, e.Version = id.New(), Waiting, sc.User, 1
		e.CreatedAt, e.UpdatedAt = tx.Now.UnixMilli(), tx.Now.UnixMilli()
		if err := e.check(sc.Today(tx.Now)); err != nil {
			return e, err
		}
		if err := s.complete(tx, sc, &e); err != nil {
			return e, err
		}
		number, err := countLive(tx, sc)
		if err != nil {
			return e, err
		}
		if number >= mostLive {
			return e, errs.Conflict("The waitlist is full: it has %d entries. Take some off first.", number)
		}
		if err := insert(tx, sc, e); err != nil {
			return e, err
		}
		return e, s.bus.Publish(tx, sc, created.Of(e.ID, e.facts()))
	})
}

// complete gives the entry the name of its category. Invalid names a category or a guest that isn't the hotel's.
func (s *Service) complete(tx *db.Tx, sc scope.Scope, e *Entry) error {
	e.Category = ""
	if e.CategoryID != "" {
		c, err := s.rooms.FindCategory(tx, sc, "categoryId", e.CategoryID)
		if err != nil {
			return err
		}
		e.Category = c.Name
	}
	if e.GuestID == "" {
		return nil
	}
	_, err := s.guests.Lock(tx, sc, e.GuestID)
	if errs.Is(err, errs.KindNotFound) {
		return errs.InvalidField("guestId", "must be the id of one of the hotel's guests, or be left out")
	}
	return err
}

// update edits an entry that has not ended. One that asks for other rooms waits anew. An edit that changes nothing
// leaves no trace.
func (s *Service) update(ctx context.Context, sc scope.Scope, entryID string, edit func(*Entry)) (Entry, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Entry, error) {
		before, err := s.lockLive(tx, sc, entryID)
		if err != nil {
			return before, err
		}
		after := before
		if edit(&after); after == before {
			return after, nil
		}
		if err := after.check(sc.Today(tx.Now)); err != nil {
			return after, err
		}
		if err := s.complete(tx, sc, &after); err != nil {
			return after, err
		}
		if !after.asksLike(before) {
			after.Status, after.OpenedAt = Waiting, nil
		}
		after.UpdatedAt = tx.Now.UnixMilli()
		if err := save(tx, sc, &after); err != nil {
			return after, err
		}
		return after, s.bus.Publish(tx, sc, updated.Of(after.ID, after.facts()))
	})
}

// lockLive is lock for an entry that has not ended, in the version that the caller knows.
func (s *Service) lockLive(tx *db.Tx, sc scope.Scope, entryID string) (Entry, error) {
	e, err := lock(tx, sc, entryID)
	if err != nil {
		return e, err
	}
	if err := sc.CheckVersion(e.Version); err != nil {
		return e, err
	}
	return e, e.requireLive()
}

// cancel takes an entry off the waitlist. Its record stays.
func (s *Service) cancel(ctx context.Context, sc scope.Scope, entryID string) (Entry, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Entry, error) {
		e, err := s.lockLive(tx, sc, entryID)
		if err != nil {
			return e, err
		}
		e.Status, e.OpenedAt, e.UpdatedAt = Cancelled, nil, tx.Now.UnixMilli()
		if err := save(tx, sc, &e); err != nil {
			return e, err
		}
		return e, s.bus.Publish(tx, sc, cancelled.Of(e.ID, e.facts()))
	})
}

// Book ends an entry inside the transaction that books its rooms. Invalid names an entry that isn't the hotel's by the
// field waitlistId; Conflict if it has ended.
func (s *Service) Book(tx *db.Tx, sc scope.Scope, entryID, bookingID, code string) error {
	e, err := lock(tx, sc, entryID)
	if errs.Is(err, errs.KindNotFound) {
		return errs.InvalidField("waitlistId", "must be the id of one of the entries of the hotel's waitlist")
	}
	if err != nil {
		return err
	}
	if err := e.requireLive(); err != nil {
		return err
	}
	e.Status, e.OpenedAt, e.BookingID, e.UpdatedAt = Booked, nil, bookingID, tx.Now.UnixMilli()
	if err := save(tx, sc, &e); err != nil {
		return err
	}
	return s.bus.Publish(tx, sc, booked.Of(e.ID, bookedFacts{e.GuestName, bookingID, code}))
}

func (s *Service) get(ctx context.Context, sc scope.Scope, entryID string) (Entry, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (Entry, error) { return find(tx, sc, entryID) })
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[Entry], error) {
	return list.Read(ctx, s.db, sc, *in, in.Paging)
}

// freeing are the resource types whose events may free rooms, or take them.
var freeing = map[string]bool{"booking": true, "hold": true, "room": true, "room_category": true, "rates": true,
	"night_audit": true, "waitlist": true, "group": true}

// Follow listens on the event bus: once what may have freed rooms is committed, the hotel's entries are due.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if freeing[e.ResourceType] {
		tx.AfterCommit(func() { s.due.add(sc) })
	}
	return nil
}

// Run looks at the entries of the hotels that are due, until ctx ends.
func (s *Service) Run(ctx context.Context, log *slog.Logger) {
	s.due.run(ctx, func(sc scope.Scope) {
		if err := s.Look(ctx, sc); err != nil && ctx.Err() == nil {
			log.LogAttrs(ctx, slog.LevelError, "a waitlist can't be looked at; it is tried again",
				slog.String("error", err.Error()))
		}
	})
}
