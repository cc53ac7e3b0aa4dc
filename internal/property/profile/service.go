package profile

import (
	"context"

	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
)

// Service does what can be done with notes and consents.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	guests *guest.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, guests *guest.Service) *Service { return &Service{d, bus, guests} }

// WriteNote stores a new note about a guest.
func (s *Service) WriteNote(ctx context.Context, sc scope.Scope, n Note) (Note, error) {
	if err := n.check(); err != nil {
		return n, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Note, error) {
		if err := s.lockKnown(tx, sc, n.GuestID); err != nil {
			return n, err
		}
		n.ID, n.CreatedBy, n.CreatedByName = id.New(), sc.User, sc.UserName
		n.CreatedAt, n.UpdatedAt, n.Version = tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
		if err := insertNote(tx, sc, n); err != nil {
			return n, err
		}
		return n, s.bus.Publish(tx, sc, noted.Of(n.GuestID, n.facts()))
	})
}

func (s *Service) note(ctx context.Context, sc scope.Scope, guestID, noteID string) (Note, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Note, error) { return findNote(tx, sc, guestID, noteID) })
}

func (s *Service) changeNote(ctx context.Context, sc scope.Scope, guestID, noteID string,
	edit func(*Note)) (Note, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Note, error) {
		before, err := lockNote(tx, sc, guestID, noteID)
		if err == nil {
			err = sc.CheckVersion(before.Version)
		}
		if err != nil {
			return before, err
		}
		after := before
		if edit(&after); after == before {
			return before, nil
		}
		if err := after.check(); err != nil {
			return before, err
		}
		after.UpdatedAt = tx.Now.UnixMilli()
		if err := saveNote(tx, sc, &after); err != nil {
			return after, err
		}
		return after, s.bus.Publish(tx, sc, noteChanged.Of(guestID, after.facts()))
	})
}

func (s *Service) deleteNote(ctx context.Context, sc scope.Scope, guestID, noteID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		n, err := lockNote(tx, sc, guestID, noteID)
		if err != nil {
			return err
		}
		if err := removeNote(tx, sc, noteID); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, noteDeleted.Of(guestID, n.facts()))
	})
}

func (s *Service) listNotes(ctx context.Context, sc scope.Scope, in notesInput) (listing.Page[Note], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (listing.Page[Note], error) {
		if _, err := s.guests.Get(tx, sc, in.GuestID.String()); err != nil {
			return listing.Page[Note]{}, err
		}
		return notes.Page(tx, sc, in, in.Paging)
	})
}

// NoteConsent stores what a guest has answered.
func (s *Service) NoteConsent(ctx context.Context, sc scope.Scope, c Consent) (Consent, error) {
	if err := c.check(); err != nil {
		return c, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Consent, error) {
		if err := s.lockKnown(tx, sc, c.GuestID); err != nil {
			return c, err
		}
		c.ID, c.NotedBy, c.NotedByName, c.NotedAt = id.New(), sc.User, sc.UserName, tx.Now.UnixMilli()
		if err := insertConsent(tx, sc, c); err != nil {
			return c, err
		}
		return c, s.bus.Publish(tx, sc, consented.Of(c.GuestID, consentFacts{c.Purpose, c.Granted, c.Notice, c.Channel}))
	})
}

// consents are the guest's answers, the latest first.
func (s *Service) consents(ctx context.Context, sc scope.Scope, guestID string) ([]Consent, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]Consent, error) {
		if _, err := s.guests.Get(tx, sc, guestID); err != nil {
			return nil, err
		}
		return consentsOf(tx, sc, guestID)
	})
}

// lockKnown locks a guest who isn't to be forgotten.
func (s *Service) lockKnown(tx *db.Tx, sc scope.Scope, guestID string) error {
	g, err := s.guests.Lock(tx, sc, guestID)
	if err != nil {
		return err
	}
	return g.RequireKnown()
}
