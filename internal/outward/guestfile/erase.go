package guestfile

import (
	"context"
	"errors"
	"slices"

	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
)

// Erasing is that a guest is to be forgotten: what was removed, and what stays until when.
type Erasing struct {
	GuestID string         `db:"guest_id,key"`
	By      string         `db:"asked_by,fixed"`
	ByName  string         `db:"asked_by_name,fixed"`
	At      int64          `db:"asked_at,fixed"` // UTC milliseconds
	Removed map[string]int `db:"removed,json"`   // numbers of records, by the names of keepers
	Kept    []Stays        `db:"kept,json"`
	LooksOn date.Date      `db:"next_on"` // the day after which somebody looks again; "": nothing stays
}

// Stays is what stays of a guest.
type Stays struct {
	Of string `json:"of" doc:"Where it is" example:"invoices"`
	guest.Kept
}

var (
	errTried = errors.New("only tried")
)

// erase forgets a guest, but for what a law has the hotel keep. With preview it only tells. Asked again, it tells what
// stays now.
func (s *Service) erase(ctx context.Context, sc scope.Scope, guestID string, preview bool) (e Erasing, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if err := lock(tx, sc, guestID); err != nil {
			return err
		}
		e, err = findErasing(tx, sc, guestID)
		if err == nil || !errors.Is(err, db.ErrNoRows) {
			return err
		}
		g, err := s.guests.LockWhole(tx, sc, guestID)
		if err != nil {
			return err
		}
		e = Erasing{GuestID: g.ID, By: sc.User, ByName: sc.UserName, At: tx.Now.UnixMilli(), Removed: map[string]int{}}
		if err := s.forget(tx, sc, &e, g); err != nil {
			return err
		}
		if err := insertErasing(tx, sc, e); err != nil {
			return err
		}
		if preview {
			return errTried
		}
		return s.bus.Publish(tx, sc, erased.Of(g.ID, e.facts()))
	})
	if errors.Is(err, errTried) {
		err = nil
	}
	return e, err
}

// forget lets all keepers remove what they may, and then removes what the guest's own record may not have any more.
func (s *Service) forget(tx *db.Tx, sc scope.Scope, e *Erasing, g guest.Abroad) error {
	today := sc.Today(tx.Now)
	e.Kept, e.LooksOn = []Stays{}, ""
	until := date.Date("") // the last day on which the register has the guest
	was, err := mergedInto(tx, sc, g.ID)
	if err != nil {
		return err
	}
	for _, guestID := range append(was, g.ID) {
		err := s.eachErase(tx, sc, guest.Erasure{GuestID: guestID, AskedAt: e.At, Today: today},
			func(name string, done guest.Erased) {
				if done.Removed > 0 {
					e.Removed[name] += done.Removed
				}
				for _, kept := range done.Kept {
					e.keep(name, kept)
					if slices.Contains(registers, name) {
						until = max(until, kept.Until)
					}
				}
			})
		if err == nil {
			err = removeMergesOf(tx, sc, guestID)
		}
		if err != nil {
			return err
		}
	}
	if until != "" {
		e.keep("guest", guest.Kept{Number: 1, What: "name, nationality, address, date of birth and identity document",
			Why: packs.Of(sc.Country).Registration.KeptBy, Until: until})
	}
	e.Removed["guest"] = 1
	if until == "" && len(e.Kept) == 0 {
		used, err := s.guests.InUse(tx, sc, g.ID)
		if err == nil && !used {
			return s.guests.Remove(tx, sc, g.ID)
		}
		if err != nil {
			return err
		}
	}
	return s.guests.Rewrite(tx, sc, g.Erased(tx.Now.UnixMilli(), until != ""))
}

// eachErase lets all keepers remove what they may of a guest.
func (s *Service) eachErase(tx *db.Tx, sc scope.Scope, e guest.Erasure,
	note func(name string, done guest.Erased)) error {
	for _, k := range s.keepers {
		done, err := k.Erase(tx, sc, e)
		if err != nil {
			return err
		}
		note(k.Name, done)
	}
	return nil
}

// registers are the keepers whose records have a guest be in the register of guests, or in a report to an authority.
var registers = []string{"bookings", "stays", "formsIII"}

func (e *Erasing) keep(of string, kept guest.Kept) {
	e.Kept = append(e.Kept, Stays{of, kept})
	if e.LooksOn == "" || kept.Until < e.LooksOn {
		e.LooksOn = kept.Until
	}
}

// Continue removes what laws had the hotel keep of erased guests until yesterday.
func (s *Service) Continue(ctx context.Context, sc scope.Scope) error {
	due, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]string, error) { return dueErasings(tx, sc, sc.Today(tx.Now)) })
	for _, guestID := range due {
		if err == nil {
			err = s.continueOne(ctx, sc, guestID)
		}
	}
	return err
}

func (s *Service) continueOne(ctx context.Context, sc scope.Scope, guestID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := lock(tx, sc, guestID); err != nil {
			return err
		}
		e, err := findErasing(tx, sc, guestID)
		if err != nil || e.LooksOn == "" || e.LooksOn >= sc.Today(tx.Now) { // else another node was faster
			return err
		}
		g, err := s.guests.LockWhole(tx, sc, guestID)
		if err == nil {
			err = s.forget(tx, sc, &e, g)
		} else if errs.Is(err, errs.KindNotFound) { // somebody has deleted what was left
			e.Kept, e.LooksOn, err = []Stays{}, "", nil
		}
		if err != nil {
			return err
		}
		if err := saveErasing(tx, sc, &e); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, erased.Of(e.GuestID, e.facts()))
	})
}

// erasing is what stays of an erased guest. NotFound if the guest isn't to be forgotten.
func (s *Service) erasing(ctx context.Context, sc scope.Scope, guestID string) (Erasing, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Erasing, error) {
		e, err := findErasing(tx, sc, guestID)
		if errors.Is(err, db.ErrNoRows) {
			return e, errs.NotFound("There is no such guest, or the guest isn't erased.")
		}
		return e, err
	})
}

func (e Erasing) facts() eraseFacts {
	removed, kept := 0, 0
	for _, number := range e.Removed {
		removed += number
	}
	for _, stays := range e.Kept {
		kept += stays.Number
	}
	return eraseFacts{removed, kept, string(e.LooksOn)}
}
