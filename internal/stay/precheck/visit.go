package precheck

import (
	"context"
	"encoding/binary"
	"errors"
	"reflect"
	"slices"
	"time"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/party"
	"sarai/internal/stay/registration"
)

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

// open reads what a link leads to; proof is the visitor's cookie. lock keeps the booking from being changed. The answer
// to a link that doesn't work is always the same.
func (s *Service) open(tx *db.Tx, visitor scope.Scope, token, proof string, lock bool) (*visit, error) {
	k, ok := s.read(token)
	if !ok {
		return nil, errGone
	}
	v := &visit{key: k, token: token, now: tx.Now}
	var err error
	if v.hotel, err = organization.Get(tx, k.org).Get(); err != nil {
		return nil, orGone(err)
	}
	if v.sc, err = v.hotel.Scope(scope.ForJob(k.org, v.hotel.Currency, nil)); err != nil {
		return nil, err
	}
	v.sc.UserName, v.sc.IP, v.sc.UserAgent = "Guest", visitor.IP, visitor.UserAgent
	seek := booking.Find
	if lock {
		seek = booking.Lock
	}
	if v.b, err = seek(tx, v.sc, k.bookingID).Get(); err != nil {
		return nil, orGone(err)
	}
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
	return v, s.complete(tx, v, proof)
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

func (s *Service) look(ctx context.Context, visitor scope.Scope, token, proof string) (*visit, error) {
	if _, ok := s.read(token); !ok { // without asking the database
		return nil, errGone
	}
	return db.Read(ctx, s.DB, func(tx *db.Tx) (*visit, error) { return s.open(tx, visitor, token, proof, false) })
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
func (s *Service) prove(ctx context.Context, visitor scope.Scope, token, typed string) (proof string, err error) {
	k, ok := s.read(token)
	if !ok {
		return "", errGone
	}
	try, err := s.limit.Begin(k.hash, visitor.IP, "")
	if err != nil {
		return "", err
	}
	var refused error
	err = s.DB.Write(ctx, func(tx *db.Tx) error {
		refused = nil
		v, err := s.open(tx, visitor, token, "", true)
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
func (s *Service) change(ctx context.Context, visitor scope.Scope, token, proof, step, personID string,
	do func(tx *db.Tx, v *visit) error) error {
	if _, ok := s.read(token); !ok {
		return errGone
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		v, err := s.open(tx, visitor, token, proof, true)
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

// confirm takes that the stay is right as the guest has seen it.
func (v *visit) confirm(from, to date.Date) error {
	if from != v.b.CheckIn || to != v.b.CheckOut {
		return errStale
	}
	v.From, v.To = from, to
	return nil
}

// finish takes that the guest is done.
func (v *visit) finish() error {
	if len(v.missing(v.b, v.people, v.cards)) > 0 {
		return errs.Invalid("Something is still missing. See what has no tick.")
	}
	if v.CompletedAt == nil {
		v.CompletedAt = new(v.now.UnixMilli())
	}
	return nil
}

// plan is how and when the guest comes, and what he asks for.
type plan struct{ time, mode, details, requests string }

func (s *Service) planArrival(tx *db.Tx, v *visit, p plan) error {
	_, err := booking.Change(tx, v.sc, v.b.ID, func(b *booking.Booking) (none struct{}, err error) {
		was := b.Copy()
		b.ExpectedArrival, b.TransportMode, b.TransportDetails = p.time, p.mode, p.details
		if !b.Is(was) {
			err = b.Publish(tx, s.Bus, v.sc, booking.ArrivalPlanned.Of(b.ID, booking.ArrivalPlannedDetails{
				About: b.About(), Time: b.ExpectedArrival, Mode: b.TransportMode}))
		}
		if b.SpecialRequests == p.requests || err != nil {
			return none, err
		}
		b.SpecialRequests = p.requests
		return none, b.Publish(tx, s.Bus, v.sc, progressed.Of(b.ID, stepDetails{b.Code, stepArrival, ""}))
	})
	v.mark(stepArrival)
	return err
}

// entry is a row of the form in which the guests are named.
type entry struct {
	id, room, name string
	age            *int // of a child
	field          string
}

// nameParty names the guests of the stay. Somebody new with the name of somebody who is in the room already is the same
// person, so that a second click adds nobody.
func (s *Service) nameParty(tx *db.Tx, v *visit, entries []entry) error {
	_, err := booking.Change(tx, v.sc, v.b.ID, func(b *booking.Booking) (none struct{}, err error) {
		people, err := party.Of(tx, v.sc, b).Get()
		if err != nil {
			return none, err
		}
		taken := map[string]bool{}
		for _, e := range entries {
			taken[e.id] = true
		}
		for _, e := range entries {
			if err := s.nameOne(tx, v.sc, b, people, taken, e); err != nil {
				return none, errs.In(e.field, err)
			}
		}
		return none, nil
	})
	v.mark(stepParty)
	return err
}

func (s *Service) nameOne(tx *db.Tx, sc scope.Scope, b *booking.Booking, people []party.Person, taken map[string]bool,
	e entry) (err error) {
	var r string
	for _, one := range registration.Present(b) {
		if one.Name() == e.room {
			r = one.EntryID
		}
	}
	at := slices.IndexFunc(people, func(p party.Person) bool { return p.ID == e.id })
	switch {
	case r == "" || e.id == b.ID || e.id != "" && at < 0:
		return errStale // of another stay, or gone meanwhile
	case e.id != "" && e.name == "" && e.age == nil:
		_, err = s.Parties.RemoveIn(tx, sc, b, e.id)
	case e.id != "":
		_, err = s.Parties.UpdateIn(tx, sc, b, e.id, func(p *party.Person) string {
			p.Name = e.name
			if (p.Age == nil) == (e.age == nil) { // who is a child is for the desk to say
				p.Age = e.age
			}
			return ""
		})
	case e.name == "" && e.age == nil:
	default:
		same := slices.IndexFunc(people, func(p party.Person) bool {
			return p.EntryID == r && p.Name == e.name && !taken[p.ID]
		})
		if same >= 0 {
			taken[people[same].ID] = true
			return nil
		}
		_, err = s.Parties.AddIn(tx, sc, b, e.room, party.Person{Name: e.name, Age: e.age}, party.Contact{})
	}
	return err
}

// papers are what a guest says of himself: texts are empty where the record stays as it is.
type papers struct {
	record guest.Guest
	number string
	travel guest.Travel
}

// person finds one of the people of the stay who have a record.
func (v *visit) person(id string) (party.Person, error) {
	people := withRecord(v.people)
	at := slices.IndexFunc(people, func(p party.Person) bool { return p.ID == id })
	if at < 0 {
		return party.Person{}, errStale
	}
	return people[at], nil
}

// noteDocuments notes what a guest of the stay says of himself.
func (s *Service) noteDocuments(tx *db.Tx, v *visit, personID string, given papers) error {
	p, err := v.person(personID)
	if err != nil {
		return err
	}
	record, err := s.Guests.Change(tx, v.sc, p.GuestID, func(g *guest.Guest, today date.Date) error {
		return given.apply(g, today)
	})
	if err != nil {
		return err
	}
	abroad, err := s.Guests.ChangeTravel(tx, v.sc, p.GuestID, given.travelInto)
	if err != nil {
		return err
	}
	pictured := slices.ContainsFunc(documents, func(kind string) bool { return v.has(of("picture-"+kind, p.ID)) })
	if record.IDNumber == "" && abroad.Travel.PassportNumber == "" && !pictured {
		return errs.InvalidField("idNumber", "is required, unless you send a picture of the document first")
	}
	v.mark(of(stepDocuments, p.ID))
	return nil
}

// documents are the kinds of pictures that guests send.
var documents = []string{"passport", "visa", "id-front", "id-back"}

// sendPicture stores the picture of a document of a guest of the stay.
func (s *Service) sendPicture(ctx context.Context, v *visit, proof, personID, kind string, f file.File) error {
	p, err := v.person(personID)
	if err != nil {
		return err
	}
	if !slices.Contains(documents, kind) {
		return errStale
	}
	if _, err := s.Scans.Store(ctx, v.sc, p.GuestID, kind, f); err != nil {
		return err
	}
	return s.change(ctx, v.sc, v.token, proof, stepDocuments, p.ID, func(_ *db.Tx, v *visit) error {
		v.mark(of("picture-"+kind, p.ID))
		return nil
	})
}

// signCard takes the answers of one card, and its signature, unless it is empty.
func (s *Service) signCard(tx *db.Tx, v *visit, personID string, a registration.Answers, signature string) error {
	if !slices.ContainsFunc(v.cards, func(h registration.Held) bool { return h.StayGuestID == personID }) {
		return errStale
	}
	v.mark(of(stepCard, personID))
	return s.Registrations.Complete(tx, v.sc, v.b.ID, personID, a, signature)
}
