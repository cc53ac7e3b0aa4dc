package party

import (
	"context"
	"reflect"
	"slices"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

// Service names the people of bookings.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	guests *guest.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, guests *guest.Service) *Service {
	return &Service{db: d, bus: bus, guests: guests}
}

// Party is a booking with its people.
type Party struct {
	*booking.Booking
	People   []Person
	Warnings []errs.Warning // of the change that was made
}

// Get reads the people of a booking.
func (s *Service) Get(ctx context.Context, sc scope.Scope, bookingID string) (Party, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Party, error) {
		b, err := booking.Find(tx, sc, bookingID).Get()
		if err != nil {
			return Party{}, err
		}
		people, err := Of(tx, sc, b).Get()
		return Party{Booking: b, People: people}, err
	})
}

// Add names one more person, as AddIn does. Once for each Idempotency-Key.
func (s *Service) Add(ctx context.Context, sc scope.Scope, bookingID, roomName string, p Person,
	reached Contact) (Party, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Party, error) {
		return booking.Change(tx, sc, bookingID, func(b *booking.Booking) (Party, error) {
			return s.AddIn(tx, sc, b, roomName, p, reached)
		})
	})
}

// AddIn names one more person in a room of a locked booking that the caller saves. An adult without a guest record gets
// one. Invalid names bad values by the fields of the API.
func (s *Service) AddIn(tx *db.Tx, sc scope.Scope, b *booking.Booking, roomName string, p Person,
	reached Contact) (Party, error) {
	return s.change(tx, sc, b, func(people []Person) ([]Person, *lodging.Room, error) {
		r, err := room(b, roomName)
		if err != nil {
			return nil, nil, err
		}
		p.ID, p.EntryID, p.Position = id.New(), r.EntryID, 1
		for _, other := range In(people, r.EntryID) {
			p.Position = max(p.Position, other.Position+1)
		}
		if err := s.identify(tx, sc, b, &p, people, reached); err != nil {
			return nil, nil, err
		}
		if err := save(tx, sc, b, p); err != nil {
			return nil, nil, err
		}
		return append(people, p), r, s.publish(tx, sc, b, added, p, r)
	})
}

// identify checks a person who joins, and links them to their record: the given one, or for an adult a new one.
func (s *Service) identify(tx *db.Tx, sc scope.Scope, b *booking.Booking, p *Person, people []Person,
	reached Contact) error {
	if p.GuestID != "" {
		g, err := s.guests.Lock(tx, sc, p.GuestID)
		if err == nil {
			err = g.RequireKnown()
		} else if errs.Is(err, errs.KindNotFound) {
			err = errs.InvalidField("guestId", "must be the id of one of the hotel's guests, or be left out")
		}
		if err != nil {
			return err
		}
		if p.Name == "" {
			p.Name = g.Name
		}
	}
	if err := p.check(b, reached); err != nil {
		return err
	}
	if err := p.join(people); err != nil || p.GuestID != "" || p.Age != nil {
		return err
	}
	var err error
	p.GuestID, err = s.guests.Create(tx, sc, guest.Guest{Name: p.Name, Phone: reached.Phone, Email: reached.Email})
	return err
}

// Update edits a person, as UpdateIn does.
func (s *Service) Update(ctx context.Context, sc scope.Scope, bookingID, personID string,
	edit func(p *Person) (roomName string)) (Party, error) {
	return s.write(ctx, sc, bookingID, func(tx *db.Tx, b *booking.Booking) (Party, error) {
		return s.UpdateIn(tx, sc, b, personID, edit)
	})
}

// UpdateIn edits a person of a locked booking that the caller saves. edit may name another room. Of the booking's own
// guest only room and days can change.
func (s *Service) UpdateIn(tx *db.Tx, sc scope.Scope, b *booking.Booking, personID string,
	edit func(p *Person) (roomName string)) (Party, error) {
	return s.edit(tx, sc, b, personID, func(people []Person, p Person) ([]Person, *lodging.Room, error) {
		was := p
		to := edit(&p)
		if was.OfBooking(b) && p.Name != was.Name {
			return nil, nil, errs.InvalidField("name", "is that of the booking's own guest: correct it by update-guest")
		}
		r, err := ofEntry(b, p.EntryID), p.check(b, Contact{})
		if to != "" && err == nil {
			r, err = room(b, to)
		}
		if err != nil {
			return nil, nil, err
		}
		if p.EntryID = r.EntryID; p.EntryID != was.EntryID {
			err = p.join(people)
		}
		if err != nil || reflect.DeepEqual(p, was) {
			return people, r, err
		}
		if err := save(tx, sc, b, p); err != nil {
			return nil, nil, err
		}
		after := append(without(people, p.ID), p)
		return complete(b, after), r, s.publish(tx, sc, b, edited, p, r)
	})
}

// Remove takes a person off a booking, as RemoveIn does.
func (s *Service) Remove(ctx context.Context, sc scope.Scope, bookingID, personID string) (Party, error) {
	return s.write(ctx, sc, bookingID, func(tx *db.Tx, b *booking.Booking) (Party, error) {
		return s.RemoveIn(tx, sc, b, personID)
	})
}

// RemoveIn takes a person off a locked booking that the caller saves. Conflict for the booking's own guest.
func (s *Service) RemoveIn(tx *db.Tx, sc scope.Scope, b *booking.Booking, personID string) (Party, error) {
	return s.edit(tx, sc, b, personID, func(people []Person, p Person) ([]Person, *lodging.Room, error) {
		if p.OfBooking(b) {
			return nil, nil, errs.Conflict("%s is the guest of booking %s: change the guest instead.", p.Name, b.Code)
		}
		if err := remove(tx, sc, b, p.ID); err != nil {
			return nil, nil, err
		}
		r := ofEntry(b, p.EntryID)
		return without(people, p.ID), r, s.publish(tx, sc, b, removed, p, r)
	})
}

// Sharer is somebody who shares a room, by name.
type Sharer struct {
	Name string
	Contact
}

// ShareIn lets these adults share a room of a locked booking, which the caller saves, with its first guest: who isn't
// in it is added. Other adults who share it are taken off, unless they are to stay.
func (s *Service) ShareIn(tx *db.Tx, sc scope.Scope, b *booking.Booking, roomName string, sharers []Sharer,
	othersStay bool) error {
	people, err := Of(tx, sc, b).Get()
	if err != nil {
		return err
	}
	r, err := room(b, roomName)
	if err != nil {
		return err
	}
	wanted := slices.Clone(sharers)
	for i, p := range In(people, r.EntryID) {
		at := slices.IndexFunc(wanted, func(w Sharer) bool { return w.Name == p.Name })
		switch {
		case i == 0 || p.Age != nil:
		case at >= 0:
			wanted = slices.Delete(wanted, at, at+1)
		case !othersStay:
			if _, err := s.RemoveIn(tx, sc, b, p.ID); err != nil {
				return err
			}
		}
	}
	for _, w := range wanted {
		if _, err := s.AddIn(tx, sc, b, roomName, Person{Name: w.Name}, w.Contact); err != nil {
			return err
		}
	}
	return nil
}

// write changes the people of a booking in a transaction of its own.
func (s *Service) write(ctx context.Context, sc scope.Scope, bookingID string,
	change func(tx *db.Tx, b *booking.Booking) (Party, error)) (Party, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Party, error) {
		return booking.Change(tx, sc, bookingID, func(b *booking.Booking) (Party, error) { return change(tx, b) })
	})
}

// edit changes one person of a locked booking; NotFound if nobody has this id.
func (s *Service) edit(tx *db.Tx, sc scope.Scope, b *booking.Booking, personID string,
	change func(people []Person, p Person) ([]Person, *lodging.Room, error)) (Party, error) {
	return s.change(tx, sc, b, func(people []Person) ([]Person, *lodging.Room, error) {
		for _, p := range people {
			if p.ID == personID {
				return change(people, p)
			}
		}
		return nil, nil, errs.NotFound("The booking has no such guest.")
	})
}

// change makes one change of the people of a locked booking, and puts their names on its rooms.
func (s *Service) change(tx *db.Tx, sc scope.Scope, b *booking.Booking,
	make func(people []Person) ([]Person, *lodging.Room, error)) (Party, error) {
	if b.Status == booking.Cancelled {
		return Party{}, errs.Conflict("Booking %s is cancelled: its guests can't change any more.", b.Code)
	}
	people, err := Of(tx, sc, b).Get()
	if err != nil {
		return Party{}, err
	}
	people, r, err := make(people)
	if err != nil {
		return Party{}, err
	}
	for _, differs := range write(b, people) {
		if err := booking.SaveRoom(tx, sc, b, differs); err != nil {
			return Party{}, err
		}
	}
	return Party{b, people, warnings(r, people)}, nil
}

// publish tells of a person, and lets the booking's version rise: who is in it is part of it.
func (s *Service) publish(tx *db.Tx, sc scope.Scope, b *booking.Booking, kind event.Typed[facts], p Person,
	r *lodging.Room) error {
	b.UpdatedAt = tx.Now.UnixMilli()
	return b.Publish(tx, s.bus, sc, kind.Of(b.ID, facts{b.About(), p.ID, p.GuestID, p.Name, r.Number}))
}
