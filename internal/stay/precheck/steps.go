package precheck

import (
	"context"
	"slices"

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

// confirm takes that the stay is right as the guest has seen it.
func (s *Service) confirm(ctx context.Context, who visitor, from, to date.Date) error {
	return s.change(ctx, who, stepStay, "", func(_ *db.Tx, v *visit) error {
		if from != v.b.CheckIn || to != v.b.CheckOut {
			return errStale
		}
		v.From, v.To = from, to
		return nil
	})
}

// finish takes that the guest is done.
func (s *Service) finish(ctx context.Context, who visitor) error {
	return s.change(ctx, who, stepDue, "", func(_ *db.Tx, v *visit) error {
		if len(v.missing(v.b, v.people, v.cards)) > 0 {
			return errs.Invalid("Something is still missing. See what has no tick.")
		}
		if v.CompletedAt == nil {
			v.CompletedAt = new(v.now.UnixMilli())
		}
		return nil
	})
}

// plan is how and when the guest comes, and what he asks for.
type plan struct{ time, mode, details, requests string }

// planArrival notes when and how the guest comes, and what he asks for.
func (s *Service) planArrival(ctx context.Context, who visitor, p plan) error {
	return s.change(ctx, who, stepArrival, "", func(tx *db.Tx, v *visit) error {
		v.mark(stepArrival)
		return s.plan(tx, v, p)
	})
}

func (s *Service) plan(tx *db.Tx, v *visit, p plan) error {
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
func (s *Service) nameParty(ctx context.Context, who visitor, entries []entry) error {
	return s.change(ctx, who, stepParty, "", func(tx *db.Tx, v *visit) error {
		v.mark(stepParty)
		return s.nameAll(tx, v, entries)
	})
}

func (s *Service) nameAll(tx *db.Tx, v *visit, entries []entry) error {
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
		named, err := s.Parties.AddIn(tx, sc, b, e.room, party.Person{Name: e.name, Age: e.age}, party.Contact{})
		if err == nil && len(named.Warnings) > 0 {
			err = errs.InvalidField("name", "is one more than the room is booked for: ask the hotel")
		}
		return err
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
func (s *Service) noteDocuments(ctx context.Context, who visitor, personID string, given papers) error {
	return s.change(ctx, who, stepDocuments, personID, func(tx *db.Tx, v *visit) error {
		return s.note(tx, v, personID, given)
	})
}

func (s *Service) note(tx *db.Tx, v *visit, personID string, given papers) error {
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

// sendPicture stores the picture of a document of a guest of the stay, for the visitor whose visit it is.
func (s *Service) sendPicture(ctx context.Context, who visitor, v *visit, personID, kind string, f file.File) error {
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
	return s.change(ctx, who, stepDocuments, p.ID, func(_ *db.Tx, v *visit) error {
		v.mark(of("picture-"+kind, p.ID))
		return nil
	})
}

// signCard takes the answers of one card, and the picture of its signature, if there is one.
func (s *Service) signCard(ctx context.Context, who visitor, personID string, a registration.Answers,
	picture []byte) error {
	signature := ""
	if len(picture) > 0 { // cleaned outside of the transaction, of who may send one
		v, err := s.look(ctx, who)
		if err == nil {
			err = v.mayChange()
		}
		if err != nil {
			return err
		}
		if signature, err = registration.Drawn(v.sc, picture); err != nil {
			return errs.InvalidField("signature", "must be drawn")
		}
	}
	return s.change(ctx, who, stepCard, personID, func(tx *db.Tx, v *visit) error {
		return s.sign(tx, v, personID, a, signature)
	})
}

func (s *Service) sign(tx *db.Tx, v *visit, personID string, a registration.Answers, signature string) error {
	if !slices.ContainsFunc(v.cards, func(h registration.Held) bool { return h.StayGuestID == personID }) {
		return errStale
	}
	v.mark(of(stepCard, personID))
	return s.Registrations.Complete(tx, v.sc, v.b.ID, personID, a, signature)
}
