package precheck

import (
	"context"
	"encoding/binary"
	"errors"
	"reflect"
	"slices"
	"time"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/party"
	"sarai/internal/stay/registration"
)

// visitor is who opens a link, and what the request brings.
type visitor struct {
	scope.Scope
	token string
	proof string // the cookie; "": there is none
}

// visit is a link that somebody has opened.
type visit struct {
	key
	Record
	token    string
	sc       scope.Scope
	now      time.Time
	b        *booking.Booking
	settings Settings
	hotel    organization.Organization
	logoID   string
	people   []party.Person
	cards    []registration.Held
	proved   bool
}

var (
	errGone   = errs.NotFound("This link has ended. Ask the hotel for a new one.")
	errProve  = errs.Forbidden("Type the last four digits of the telephone once more.")
	errWrong  = errs.Forbidden("These are not the last four digits of the telephone that the booking has.")
	errStale  = errs.Invalid("The stay was changed meanwhile. Look at it once more.")
	errClosed = errs.Conflict("Nothing can be changed here any more. Whatever has changed, tell the front desk.")
	errEarly  = errs.Conflict("It is too early for this. Come back when online check-in is open.")
)

const proofLife = 30 * time.Minute

// open reads what a link leads to. lock keeps the booking from being changed. The answer to a link that doesn't work is
// always the same.
func (s *Service) open(tx *db.Tx, who visitor, lock bool) (*visit, error) {
	k, ok := s.read(who.token)
	if !ok {
		return nil, errGone
	}
	v := &visit{key: k, token: who.token, now: tx.Now}
	var err error
	if v.hotel, err = organization.Get(tx, k.org).Get(); err != nil {
		return nil, orGone(err)
	}
	if v.sc, err = organization.Job(tx, k.org); err != nil {
		return nil, orGone(err)
	}
	v.sc.UserName, v.sc.IP, v.sc.UserAgent = "Guest", who.IP, who.UserAgent
	if lock {
		_, err = booking.Lock(tx, v.sc, k.bookingID).Get()
	}
	if err != nil {
		return nil, orGone(err)
	}
	found, err := registration.Find(tx, v.sc, k.bookingID)
	if err != nil {
		return nil, orGone(err)
	}
	v.b = found[0]
	known, err := isLink(tx, v.sc, k.bookingID, k.hash)
	if err != nil {
		return nil, err
	}
	if v.settings, err = settings(tx, v.sc); err != nil {
		return nil, err
	}
	if !known || !v.settings.Enabled || v.b.Closed() || v.b.Today > v.b.CheckOut {
		return nil, errGone
	}
	return v, s.complete(tx, v, who.proof)
}

func orGone(err error) error {
	if errs.Is(err, errs.KindNotFound) || errors.Is(err, db.ErrNoRows) {
		return errGone
	}
	return err
}

// complete reads what else belongs to a visit.
func (s *Service) complete(tx *db.Tx, v *visit, proof string) (err error) {
	v.proved = s.proves(v, proof)
	if v.Record, err = find(tx, v.sc, v.b.ID); err != nil {
		return err
	}
	if v.logoID, err = organization.LogoID(tx, v.org); err != nil || !v.proved {
		return err
	}
	return s.readPeople(tx, v)
}

func (s *Service) readPeople(tx *db.Tx, v *visit) (err error) {
	if v.people, err = party.Of(tx, v.sc, v.b).Get(); err != nil {
		return err
	}
	v.cards, err = s.Registrations.Cards(tx, v.sc, v.b)
	return err
}

// look reads what a link leads to, in a transaction of its own.
func (s *Service) look(ctx context.Context, who visitor) (*visit, error) {
	if _, ok := s.read(who.token); !ok { // without asking the database
		return nil, errGone
	}
	return db.Read(ctx, s.DB, func(tx *db.Tx) (*visit, error) { return s.open(tx, who, false) })
}

// logo reads the hotel's logo for whoever has a link.
func (s *Service) logo(ctx context.Context, who visitor) (organization.Logo, error) {
	v, err := s.look(ctx, who)
	if err != nil {
		return organization.Logo{}, err
	}
	return db.Read(ctx, s.DB, func(tx *db.Tx) (organization.Logo, error) {
		logo, err := organization.StoredLogo(tx, v.org, v.logoID)
		return logo, orGone(err)
	})
}

// proofOf is what a proof is bound to: the link, and the telephone.
func (v *visit) proofOf() string { return "proof/" + v.hash + "/" + lastFour(v.b.GuestPhone) }

// proof is a new proof that the visitor knows the digits.
func (s *Service) proof(v *visit) string {
	until := binary.BigEndian.AppendUint64(nil, uint64(v.now.Add(proofLife).UnixMilli()))
	return s.Box.Seal(until, v.proofOf())
}

func (s *Service) proves(v *visit, proof string) bool {
	if proof == "" || len(proof) > 400 {
		return false
	}
	until, err := s.Box.Open(proof, v.proofOf())
	return err == nil && len(until) == 8 && int64(binary.BigEndian.Uint64(until)) > v.now.UnixMilli()
}

// prove takes the digits that a visitor types, and returns the proof. Forbidden for wrong ones, TooMany after too many.
func (s *Service) prove(ctx context.Context, who visitor, typed string) (proof string, err error) {
	k, ok := s.read(who.token)
	if !ok {
		return "", errGone
	}
	try, err := s.limit.Begin(k.hash, who.IP, "")
	if err != nil {
		return "", err
	}
	var refused error
	err = s.DB.Write(ctx, func(tx *db.Tx) error {
		refused = nil
		v, err := s.open(tx, who, true)
		if err != nil {
			return err
		}
		if wait := time.UnixMilli(v.LockedUntil).Sub(tx.Now); wait > 0 {
			refused = errs.TooMany(tooMany, wait)
			return nil
		}
		if isRight(v.b.GuestPhone, typed) {
			proof = s.proof(v)
			if v.Tries == 0 {
				return nil
			}
			v.Tries, v.LockedUntil = 0, 0
			return setTries(tx, v.sc, v.Record)
		}
		refused = errWrong
		return s.noteWrong(tx, v)
	})
	if err == nil {
		err = refused
	}
	if err == nil {
		try.Cancelled()
	}
	return proof, err
}

// noteWrong counts a wrong try, and locks the booking's links after some.
func (s *Service) noteWrong(tx *db.Tx, v *visit) error {
	v.Tries++
	lock := lockAfter(v.Tries)
	if lock > 0 {
		v.LockedUntil = tx.Now.Add(lock).UnixMilli()
	}
	if err := setTries(tx, v.sc, v.Record); err != nil || lock == 0 {
		return err
	}
	return v.b.Publish(tx, s.Bus, v.sc, locked.Of(v.b.ID, lockDetails{v.b.Code, v.Tries}))
}

// mayChange tells why nothing can be changed now; nil if it can.
func (v *visit) mayChange() error {
	switch {
	case !v.proved:
		return errProve
	case v.b.Status != booking.Confirmed || v.VerifiedAt != nil:
		return errClosed
	case v.b.Today < v.settings.opensOn(v.b):
		return errEarly
	}
	return nil
}

// change does a step for a visitor who has proved to be the guest, and notes that. personID is for whom; "" is for all.
func (s *Service) change(ctx context.Context, who visitor, step, personID string,
	do func(tx *db.Tx, v *visit) error) error {
	if _, ok := s.read(who.token); !ok {
		return errGone
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		v, err := s.open(tx, who, true)
		if err != nil {
			return err
		}
		if err := v.mayChange(); err != nil {
			return err
		}
		was := v.Record
		was.Done = slices.Clone(was.Done)
		if err := do(tx, v); err != nil {
			return err
		}
		if v.StartedAt == nil {
			v.StartedAt = new(tx.Now.UnixMilli())
		}
		if err := s.reopen(tx, v, &was); err != nil || reflect.DeepEqual(v.Record, was) {
			return err
		}
		if err := save(tx, v.sc, &v.Record); err != nil {
			return err
		}
		e := progressed.Of(v.b.ID, stepDetails{v.b.Code, step, personID})
		if v.CompletedAt != nil && was.CompletedAt == nil {
			e = completed.Of(v.b.ID, details{v.b.Code, v.b.GuestName})
		}
		return v.b.Publish(tx, s.Bus, v.sc, e)
	})
}

// reopen takes back that an online check-in was complete, if a change has left something open.
func (s *Service) reopen(tx *db.Tx, v *visit, was *Record) error {
	if was.CompletedAt == nil {
		return nil
	}
	b, err := booking.Find(tx, v.sc, v.b.ID).Get()
	if err != nil {
		return err
	}
	v.b = b
	if err := s.readPeople(tx, v); err != nil {
		return err
	}
	if len(v.missing(v.b, v.people, v.cards)) > 0 {
		v.CompletedAt = nil
	}
	return nil
}
