package quote

import (
	"context"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/record/series"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/frontdesk"
)

// Service does what can be done with quotes.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	rooms    *room.Service
	guests   *guest.Service
	bookings *booking.Service
	desk     *frontdesk.Service
	outbox   *mail.Outbox
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, rooms *room.Service, guests *guest.Service, bookings *booking.Service,
	desk *frontdesk.Service, outbox *mail.Outbox) *Service {
	return &Service{db: d, bus: bus, rooms: rooms, guests: guests, bookings: bookings, desk: desk, outbox: outbox}
}

// Edit sets what is asked for, adds to fields what is wrong with it, and returns the lines that the quote is to have.
type Edit func(q *Quote, fields *errs.Fields) []folio.Item

// write applies the edit, and prices the quote anew.
func (s *Service) write(tx *db.Tx, sc scope.Scope, q Quote, edit Edit) (Quote, error) {
	var fields errs.Fields
	day, knownGuest, emailBefore := today(tx, sc), q.GuestID, q.GuestEmail
	lines := edit(&q, &fields)
	q.planMeals()
	if q.GuestID != "" && q.GuestID != knownGuest {
		if err := s.nameGuest(tx, sc, &q, &fields); err != nil {
			return q, err
		}
	}
	q.Lines = make([]Line, len(lines)) // so many, for check; price writes them
	q.check(&fields, emailBefore, day)
	if err := s.describe(tx, sc, &q, &fields); err != nil {
		return q, err
	}
	pricing, err := q.pricing(tx, sc)
	if err != nil {
		return q, err
	}
	if len(fields) == 0 {
		q.price(pricing, lines, &fields)
	} else { // to name the lines' bad fields too
		new(Quote).price(pricing, lines, &fields)
	}
	return q, fields.Err()
}

// nameGuest takes over from the guest's record what the request doesn't say.
func (s *Service) nameGuest(tx *db.Tx, sc scope.Scope, q *Quote, fields *errs.Fields) error {
	known, err := s.guests.Get(tx, sc, q.GuestID)
	if errs.Is(err, errs.KindNotFound) {
		fields.Add("guestId", "must be the id of one of the hotel's guests, or be left out")
		return nil
	}
	for _, field := range []struct {
		into  *string
		value string
	}{{&q.GuestName, known.Name}, {&q.GuestEmail, known.Email}, {&q.GuestPhone, known.Phone}} {
		if *field.into == "" {
			*field.into = field.value
		}
	}
	return err
}

// Create drafts a quote. Once for each Idempotency-Key.
func (s *Service) Create(ctx context.Context, sc scope.Scope, edit Edit) (View, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (View, error) {
		books, err := ledger.Read(tx, sc).Get()
		if err != nil {
			return View{}, err
		}
		day, now := today(tx, sc), tx.Now.UnixMilli()
		q, err := s.write(tx, sc, Quote{ID: id.New(), Status: Draft, Date: day, PricesIncludeTax: books.PricesIncludeTax,
			CreatedBy: sc.User, CreatedAt: now, UpdatedAt: now, Version: 1}, edit)
		if err != nil {
			return View{}, err
		}
		if q.Number, err = series.Next(tx, sc, series.Quote).Get(); err != nil {
			return View{}, err
		}
		if err := insert(tx, sc, q); err != nil {
			return View{}, err
		}
		return q.view(sc, day), s.bus.Publish(tx, sc, created.Of(q.ID, wholeDetails{q.Number, q.eventFacts(sc)}))
	})
}

func (s *Service) update(ctx context.Context, sc scope.Scope, quoteID string, edit Edit) (View, error) {
	return s.change(ctx, sc, quoteID, func(tx *db.Tx, q *Quote) error {
		after, err := s.write(tx, sc, *q, edit)
		if err != nil {
			return err
		}
		changes := event.Changes[Facts]{Before: q.eventFacts(sc), After: after.eventFacts(sc)}
		*q = after
		return s.bus.Publish(tx, sc, updated.Of(q.ID, updatedDetails{q.Number, changes}))
	})
}

// change runs one operation on an open quote, and saves what it has changed.
func (s *Service) change(ctx context.Context, sc scope.Scope, quoteID string,
	operation func(tx *db.Tx, q *Quote) error) (View, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (View, error) {
		q, err := lock(tx, sc, quoteID)
		if err != nil {
			return View{}, err
		}
		if err := sc.CheckVersion(q.Version); err != nil {
			return View{}, err
		}
		if err := q.requireOpen(today(tx, sc)); err != nil {
			return View{}, err
		}
		q.UpdatedAt = tx.Now.UnixMilli()
		if err := operation(tx, &q); err != nil {
			return View{}, err
		}
		err = save(tx, sc, &q)
		return q.view(sc, today(tx, sc)), err
	})
}

// Decline ends a quote that the guest does not want.
func (s *Service) Decline(ctx context.Context, sc scope.Scope, quoteID, reason string) (View, error) {
	return s.change(ctx, sc, quoteID, func(tx *db.Tx, q *Quote) error {
		q.close(tx, Declined)
		q.Reason = reason
		return s.bus.Publish(tx, sc, declined.Of(q.ID, declinedDetails{q.Number, reason}))
	})
}

// close gives the quote its last status.
func (q *Quote) close(tx *db.Tx, status string) {
	now := tx.Now.UnixMilli()
	q.Status, q.ClosedAt, q.UpdatedAt = status, &now, now
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, quoteID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		q, err := lock(tx, sc, quoteID)
		if err != nil {
			return err
		}
		if status := q.statusOn(today(tx, sc)); status != Draft {
			return errs.Conflict("Quote %s is %s: only a draft can be deleted.", q.Number, status)
		}
		if err := remove(tx, sc, quoteID); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, deleted.Of(q.ID, wholeDetails{q.Number, q.eventFacts(sc)}))
	})
}

// Expire writes down which quotes of the organization have expired. Reads know it without.
func (s *Service) Expire(ctx context.Context, sc scope.Scope) error {
	due, err := db.ReadOne(ctx, s.db, func(tx *db.Tx) (bool, error) { return anyOverdue(tx, sc, today(tx, sc)) })
	if err != nil || !due {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		quotes, err := overdue(tx, sc, today(tx, sc))
		if err != nil {
			return err
		}
		for _, q := range quotes {
			q.close(tx, Expired)
			if err := save(tx, sc, &q); err != nil {
				return err
			}
			if err := s.bus.Publish(tx, sc, expired.Of(q.ID, expiredDetails{q.Number, q.ValidUntil})); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, quoteID string) (View, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (View, error) {
		q, err := find(tx, sc, quoteID)
		return q.view(sc, today(tx, sc)), err
	})
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[ListedView], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (listing.Page[ListedView], error) {
		found, err := list.Page(tx, sc, *in, in.Paging)
		views := make([]ListedView, len(found.Records))
		for i, q := range found.Records {
			views[i] = q.listed(sc, today(tx, sc))
		}
		return listing.Of(found, views), err
	})
}

func today(tx *db.Tx, sc scope.Scope) date.Date { return sc.Today(tx.Now) }
