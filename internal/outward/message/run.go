package message

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

// waiting are the hotels with bookings that may want a confirmation.
type waiting struct {
	lock sync.Mutex
	of   map[string]scope.Scope
	bell chan struct{}
}

func (w *waiting) add(sc scope.Scope) {
	w.lock.Lock()
	w.of[sc.Org] = sc
	w.lock.Unlock()
	select {
	case w.bell <- struct{}{}:
	default: // it rings already
	}
}

func (w *waiting) take() map[string]scope.Scope {
	w.lock.Lock()
	defer w.lock.Unlock()
	taken := w.of
	w.of = map[string]scope.Scope{}
	return taken
}

// Follow listens on the event bus: a booking may want its confirmation once it is committed, and of one that is
// cancelled no letter is sent that waits.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	switch e.Action {
	case booking.Created.Action:
		job := sc.Job()
		job.Country, job.Language = sc.Country, sc.Language
		tx.AfterCommit(func() { s.waiting.add(job) })
	case "booking.deleted":
		if err := withdraw(tx, sc.Org, e.ResourceID); err != nil || e.Change != "removed" {
			return err
		}
		return forget(tx, sc.Org, e.ResourceID)
	}
	return nil
}

// withdraw takes the letters of a cancelled booking back whose mails wait. If the booking comes back, they are due
// again.
func withdraw(tx *db.Tx, org, bookingID string) error {
	waiting, err := waitingOf(tx, org, bookingID)
	if err != nil {
		return err
	}
	for _, w := range waiting {
		withdrawn, err := mail.Withdraw(tx, org, w.ID)
		if err != nil {
			return err
		}
		if !withdrawn {
			continue // it is on its way
		}
		if err := settle(tx, org, w.ID, Skipped, "The booking was cancelled before the letter was sent."); err != nil {
			return err
		}
		if err := unclaim(tx, org, bookingID, w.Kind); err != nil {
			return err
		}
	}
	return nil
}

// Run writes confirmations of what is booked on this node, until ctx ends. Look writes all letters.
func (s *Service) Run(ctx context.Context, log *slog.Logger) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.waiting.bell:
		}
		for _, sc := range s.waiting.take() {
			if err := s.look(ctx, sc, Confirmation); err != nil && ctx.Err() == nil {
				log.LogAttrs(ctx, slog.LevelError, "confirmations can't be written; they are tried again",
					slog.String("org", sc.Org), slog.String("error", err.Error()))
			}
		}
	}
}

// Look writes the letters of the hotel that are due. Any number of nodes may do so at once.
func (s *Service) Look(ctx context.Context, sc scope.Scope) error { return s.look(ctx, sc, Kinds...) }

func (s *Service) look(ctx context.Context, sc scope.Scope, kinds ...Kind) error {
	type found struct {
		set  Settings
		h    house
		list map[Kind][]stay
	}
	f, err := db.Read(ctx, s.db, func(tx *db.Tx) (f found, err error) {
		if f.set, err = chosen(tx, sc.Org); err != nil || !f.set.anyOn() {
			return f, err
		}
		if f.h, err = houseOf(tx, sc); err != nil {
			return f, err
		}
		f.list, err = f.set.candidates(tx, sc, f.h, kinds)
		return f, err
	})
	if errors.Is(err, db.ErrNoRows) {
		return nil // the hotel has chosen nothing
	}
	if err != nil {
		return err
	}
	var failures []error
	for _, k := range kinds {
		for _, of := range f.list[k] {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			// One that fails doesn't hold up the others: it is tried again.
			failures = append(failures, s.write(ctx, sc, k, of.bookingID))
		}
	}
	return errors.Join(failures...)
}

func houseOf(tx *db.Tx, sc scope.Scope) (house, error) {
	o, err := organization.Get(tx, sc.Org).Get()
	return house{sc.Zone, o.DefaultCheckIn}, err
}

// candidates are the stays whose letters are due now.
func (s Settings) candidates(tx *db.Tx, sc scope.Scope, h house, kinds []Kind) (map[Kind][]stay, error) {
	due := map[Kind][]stay{}
	today := sc.Today(tx.Now)
	for _, k := range kinds {
		l := s.of(k)
		if !l.On || k != Confirmation && !s.awake(tx.Now, h).Equal(tx.Now) {
			continue
		}
		var list []stay
		var err error
		switch k {
		case Confirmation:
			list, err = made(tx, sc.Org, k, later(time.UnixMilli(l.Since), tx.Now.Add(-24*time.Hour)))
		case InStay:
			list, err = inHouse(tx, sc.Org, k)
		case Farewell, Review:
			// A letter that waits for a moment after the departure, and then for a week at most.
			list, err = departed(tx, sc.Org, k, today.AddDays(-l.Days-int(lateBy.Hours()/24)-1))
		default:
			list, err = arriving(tx, sc.Org, k, today, today.AddDays(-l.Days))
		}
		if err != nil {
			return nil, err
		}
		for _, of := range list {
			if s.due(k, of, h, tx.Now) {
				due[k] = append(due[k], of)
			}
		}
	}
	return due, nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// write writes a stay's letter of the kind, unless somebody has done so, or it isn't due any more.
func (s *Service) write(ctx context.Context, sc scope.Scope, k Kind, bookingID string) error {
	var set Settings
	d, err := db.Read(ctx, s.db, func(tx *db.Tx) (d draft, err error) {
		if set, err = chosen(tx, sc.Org); err != nil {
			return d, err
		}
		b, err := booking.Find(tx, sc, bookingID).Get()
		if err != nil {
			return d, err
		}
		if d, err = s.compose(tx, sc, k, b, nil, false); err != nil {
			return d, err
		}
		err = d.decide(tx, sc.Org)
		return d, err
	})
	if errs.Is(err, errs.KindNotFound) {
		return nil // the booking was just deleted
	}
	if err != nil {
		return err
	}
	if err := s.enclose(ctx, sc, &d); err != nil {
		return err
	}
	called, err := db.Write(ctx, s.db, func(tx *db.Tx) (*Written, error) {
		ok, err := s.stillDue(tx, sc, k, d.booking, set)
		if err != nil || !ok {
			return nil, err
		}
		first, err := claim(tx, sc.Org, bookingID, k)
		if err != nil || !first { // else somebody was faster
			return nil, err
		}
		if err := s.post(tx, sc.Org, d, ""); err != nil {
			return nil, err
		}
		return d.called(tx, sc.Org, set)
	})
	if err != nil || called == nil {
		return err
	}
	return s.carry(ctx, sc, *called)
}

// stillDue tells whether booking and settings are as the letter was composed by, and it is due.
func (s *Service) stillDue(tx *db.Tx, sc scope.Scope, k Kind, b *booking.Booking, set Settings) (bool, error) {
	now, err := booking.Find(tx, sc, b.ID).Get()
	if errs.Is(err, errs.KindNotFound) {
		return false, nil
	}
	if err != nil || now.Version != b.Version {
		return false, err
	}
	settings, err := chosen(tx, sc.Org)
	if err != nil || settings.Version != set.Version {
		return false, err
	}
	h, err := houseOf(tx, sc)
	return err == nil && set.due(k, stayOf(now), h, tx.Now), err
}

// expireAtOnce is how many letters one transaction deletes.
const expireAtOnce = 500

// Expire deletes letters, and what the outbox has kept of mails about records, when the hotel's period is over.
func (s *Service) Expire(ctx context.Context, sc scope.Scope) error {
	set, err := db.Read(ctx, s.db, func(tx *db.Tx) (Settings, error) { return chosen(tx, sc.Org) })
	if errors.Is(err, db.ErrNoRows) {
		return nil // the hotel has set none
	}
	if err != nil {
		return err
	}
	for _, some := range []func(tx *db.Tx, org string, before int64, most int) (int64, error){expireSome, mail.Expire} {
		for more := true; more; {
			more, err = db.Write(ctx, s.db, func(tx *db.Tx) (bool, error) {
				before := tx.Now.AddDate(0, 0, -set.KeptDays).UnixMilli()
				deleted, err := some(tx, sc.Org, before, expireAtOnce)
				return deleted == expireAtOnce, err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
