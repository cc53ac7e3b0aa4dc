package hold

import (
	"context"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/offer"
)

// FreeRooms lists the rooms in use that are free on every night [from, to), in the order of their numbers.
type FreeRooms func(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]room.Room, error)

// Service makes and ends holds.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	rooms  *room.Service
	offers *offer.Service
	free   FreeRooms
}

// New makes the service. It panics without free, which packages above know.
func New(d *db.DB, bus *event.Bus, rooms *room.Service, offers *offer.Service, free FreeRooms) *Service {
	if free == nil {
		panic("hold.New: free is nil")
	}
	return &Service{db: d, bus: bus, rooms: rooms, offers: offers, free: free}
}

// Request is what somebody wants to keep: rooms of a category, or the room that an offer promises.
type Request struct {
	OfferToken        string
	CategoryID        string
	CheckIn, CheckOut date.Date
	Rooms             int
	For               time.Duration
	Until             time.Time // instead of For
	Notes             string

	GuestName, GuestPhone string // for whom; may be empty
}

// remindBefore is how long before the end of a hold the desk is told, if it is kept for longer than that.
const remindBefore = 24 * time.Hour

// Create holds rooms. Conflict if there are too few.
func (s *Service) Create(ctx context.Context, sc scope.Scope, a Request) (Hold, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Hold, error) {
		h := Hold{ID: id.New(), Status: Active, CheckIn: a.CheckIn, CheckOut: a.CheckOut, Notes: a.Notes,
			GuestName: a.GuestName, GuestPhone: a.GuestPhone,
			ExpiresAt: tx.Now.Add(a.For).UnixMilli(), CreatedBy: sc.User, CreatedAt: tx.Now.UnixMilli(),
			Version: 1}
		if a.OfferToken != "" {
			o, err := s.offers.Open(sc, "offerToken", a.OfferToken, tx.Now)
			if err != nil {
				return h, err
			}
			h.Offer, h.CheckIn, h.CheckOut, a.CategoryID = &o, o.CheckIn, o.CheckOut(), o.CategoryID
		}
		if err := h.check(sc.Today(tx.Now), a.Rooms); err != nil {
			return h, err
		}
		if !a.Until.IsZero() {
			h.ExpiresAt = a.Until.UnixMilli()
			if err := h.checkEnd(tx.Now, sc.Zone); err != nil {
				return h, err
			}
		}
		var err error
		if h.Rooms, err = s.choose(tx, sc, h, a); err != nil {
			return h, err
		}
		if _, err := inventory.HoldUntil(tx, sc, h.ID, h.ExpiresAt, h.stays()).Get(); err != nil {
			return h, err
		}
		if err := insert(tx, sc, h); err != nil {
			return h, err
		}
		return h, s.bus.Publish(tx, sc, created.Of(h.ID, h.facts()))
	})
}

// check refuses dates that are wrong or over.
func (h Hold) check(today date.Date, rooms int) error {
	var fields errs.Fields
	lodging.CheckStay(&fields, h.CheckIn, h.CheckOut, false, rooms)
	if len(fields) == 0 && h.CheckIn < today {
		fields.Add("checkIn", "must not be before today (%s)", today)
	}
	return fields.Err()
}

// choose finds rooms of the category that are free, and keeps them from being made inactive.
func (s *Service) choose(tx *db.Tx, sc scope.Scope, h Hold, a Request) ([]Room, error) {
	if _, err := s.rooms.FindCategory(tx, sc, "categoryId", a.CategoryID); err != nil {
		return nil, err
	}
	if err := inventory.LockCategory(tx, sc, a.CategoryID); err != nil {
		return nil, err
	}
	free, err := s.free(tx, sc, h.CheckIn, h.CheckOut)
	if err != nil {
		return nil, err
	}
	var chosen []Room
	var ids []string
	for _, r := range free {
		if r.CategoryID == a.CategoryID && len(chosen) < a.Rooms {
			chosen = append(chosen, Room{ID: r.ID, Number: r.Number, CategoryID: r.CategoryID, Category: r.Category})
			ids = append(ids, r.ID)
		}
	}
	switch {
	case len(chosen) == 0:
		return nil, errs.Conflict("No room of this category is free from %s to %s.", h.CheckIn.Text(), h.CheckOut.Text())
	case len(chosen) < a.Rooms:
		return nil, errs.InvalidField("rooms", "must be at most %d, which are free from %s to %s", len(chosen),
			h.CheckIn.Text(), h.CheckOut.Text())
	}
	locked, err := s.rooms.LockShared(tx, sc, ids).Get()
	for _, roomID := range ids {
		if r, there := locked[roomID]; err == nil && (!there || !r.Active) {
			err = errs.Conflict("A room has just been taken out of use. Try again.")
		}
	}
	return chosen, err
}

// update edits an active hold. An edit that changes nothing leaves no trace.
func (s *Service) update(ctx context.Context, sc scope.Scope, holdID string, edit func(*Hold)) (at, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (at, error) {
		before, err := lock(tx, sc, holdID)
		if err != nil {
			return at{}, err
		}
		if err := sc.CheckVersion(before.Version); err != nil {
			return at{}, err
		}
		if err := before.requireActive(tx.Now); err != nil {
			return at{}, err
		}
		after := before
		edit(&after)
		if after.ExpiresAt != before.ExpiresAt {
			if err := s.prolong(tx, sc, &after); err != nil {
				return at{}, err
			}
		} else if after.GuestName == before.GuestName && after.GuestPhone == before.GuestPhone &&
			after.Notes == before.Notes {
			return at{before, tx.Now}, nil
		}
		if err := save(tx, sc, &after); err != nil {
			return at{}, err
		}
		return at{after, tx.Now}, s.bus.Publish(tx, sc, updated.Of(after.ID, after.facts()))
	})
}

// prolong keeps the nights of an active hold until its new time, and tells the desk of that anew.
func (s *Service) prolong(tx *db.Tx, sc scope.Scope, h *Hold) error {
	if err := h.checkEnd(tx.Now, sc.Zone); err != nil {
		return err
	}
	h.RemindedAt = nil
	nights, err := inventory.Prolong(tx, sc, h.ID, h.ExpiresAt)
	if err == nil && nights < h.nights() {
		err = errs.Conflict("The hold has expired, and others have its rooms. Make a new one.")
	}
	return err
}

// Release ends a hold and gives its nights back.
func (s *Service) Release(ctx context.Context, sc scope.Scope, holdID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		h, err := find(tx, sc, holdID)
		if err != nil {
			return err
		}
		if err := h.requireActive(tx.Now); err != nil {
			return err
		}
		return s.end(tx, sc, h, Released, released.Of(h.ID, h.facts()))
	})
}

// Take ends an active hold inside the transaction that books its rooms, and gives its nights back for that. Conflict if
// the hold has ended.
func (s *Service) Take(tx *db.Tx, sc scope.Scope, holdID string) (Hold, error) {
	h, err := find(tx, sc, holdID)
	if err != nil {
		return h, err
	}
	if err := h.requireActive(tx.Now); err != nil {
		return h, err
	}
	return h, s.end(tx, sc, h, Booked, booked.Of(h.ID, h.facts()))
}

// Expire notes the end of holds whose time is over. Nothing waits for it.
func (s *Service) Expire(ctx context.Context, sc scope.Scope) error {
	over, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]Hold, error) { return expired(tx, sc) })
	if err != nil {
		return err
	}
	for _, h := range over {
		err := s.db.Write(ctx, func(tx *db.Tx) error { return s.expire(tx, sc, h.ID) })
		if err != nil && !errs.Is(err, errs.KindConflict) { // released or booked meanwhile
			return err
		}
	}
	return s.remind(ctx, sc)
}

// expire notes the end of a hold, unless it was prolonged meanwhile.
func (s *Service) expire(tx *db.Tx, sc scope.Scope, holdID string) error {
	h, err := lock(tx, sc, holdID)
	if err != nil || h.statusAt(tx.Now) != Expired {
		return err
	}
	return s.end(tx, sc, h, Expired, h.expiredFor())
}

// remind tells the desk, once, which holds end within a day.
func (s *Service) remind(ctx context.Context, sc scope.Scope) error {
	list, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]Hold, error) {
		return endingBy(tx, sc, tx.Now.Add(remindBefore).UnixMilli())
	})
	if err != nil {
		return err
	}
	for _, h := range list {
		err := s.db.Write(ctx, func(tx *db.Tx) error {
			first, err := remind(tx, sc, h)
			if err != nil || !first {
				return err
			}
			return s.bus.Publish(tx, sc, h.endingEvent(sc.Zone))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// end gives what is still the hold's back, once.
func (s *Service) end(tx *db.Tx, sc scope.Scope, h Hold, status string, happened event.Event) error {
	ended, err := end(tx, sc, h.ID, status)
	if err != nil {
		return err
	}
	if !ended {
		return errs.Conflict("The hold has just ended. Read it again.")
	}
	if err := inventory.ReleaseAll(tx, sc, h.ID); err != nil {
		return err
	}
	return s.bus.Publish(tx, sc, happened)
}

func (s *Service) get(ctx context.Context, sc scope.Scope, holdID string) (at, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (at, error) {
		h, err := find(tx, sc, holdID)
		return at{h, tx.Now}, err
	})
}

// at is a hold at a time, which tells its status.
type at struct {
	Hold
	now time.Time
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[at], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (listing.Page[at], error) {
		found, err := list.Page(tx, sc, *in, in.Paging)
		holds := make([]at, len(found.Records))
		for i, h := range found.Records {
			holds[i] = at{h, tx.Now}
		}
		return listing.Of(found, holds), err
	})
}
