package party

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

// Person is one of the people of a room.
type Person struct {
	ID       string    `db:"stay_guest_id,key"` // of the booking's own guest the booking's
	EntryID  string    `db:"entry_id"`
	Position int       `db:"position"`
	GuestID  string    `db:"guest_id"` // "": a child, who has no record
	Name     string    `db:"name"`     // "" of a child nobody has named
	Age      *int      `db:"age"`      // of a child, in years; nil: an adult
	Arrives  date.Date `db:"arrives"`  // "": with the room
	Departs  date.Date `db:"departs"`  // "": with the room
}

// Contact is how a person who is new to the hotel is reached.
type Contact struct{ Phone, Email string }

const (
	adult      = 18 // the age from which nobody is a child
	mostInRoom = 20
)

// MoreGuests warns that more people are in a room than it was booked for.
const MoreGuests = "more-guests"

// OfBooking tells whether the person is the booking's own guest.
func (p Person) OfBooking(b *booking.Booking) bool { return p.ID == b.ID }

// complete adds the booking's own guest to the people who have rows, and sorts them: by room, the booking's guest first
// in its own.
func complete(b *booking.Booking, people []Person) []Person {
	at := slices.IndexFunc(people, func(p Person) bool { return p.OfBooking(b) })
	if at < 0 {
		at = len(people)
		people = append(people, Person{ID: b.ID, EntryID: b.Rooms[0].EntryID})
	}
	own := &people[at]
	own.GuestID, own.Name, own.Position = b.GuestID, b.GuestName, -1
	place := map[string]int{}
	for i, r := range b.Rooms {
		if _, known := place[r.EntryID]; !known {
			place[r.EntryID] = i
		}
	}
	slices.SortStableFunc(people, func(x, y Person) int {
		return cmp.Or(cmp.Compare(place[x.EntryID], place[y.EntryID]), cmp.Compare(x.Position, y.Position),
			strings.Compare(x.ID, y.ID))
	})
	return people
}

// In are the people of the entry, in their order.
func In(people []Person, entryID string) (list []Person) {
	for _, p := range people {
		if p.EntryID == entryID {
			list = append(list, p)
		}
	}
	return list
}

// room finds a room that the booking shows by its name. Invalid names it as roomId.
func room(b *booking.Booking, name string) (*lodging.Room, error) {
	for _, r := range b.Shown() {
		if r.Name() == name {
			return r, nil
		}
	}
	return nil, errs.InvalidField("roomId", "must be the id of a room of this booking (it has %s)",
		strings.Join(lodging.Numbers(b.Shown()), ", "))
}

// ofEntry is the room that the entry has now, or had last.
func ofEntry(b *booking.Booking, entryID string) (last *lodging.Room) {
	for i := range b.Rooms {
		if b.Rooms[i].EntryID == entryID {
			last = &b.Rooms[i]
		}
	}
	return last
}

func without(people []Person, id string) []Person {
	return slices.DeleteFunc(slices.Clone(people), func(p Person) bool { return p.ID == id })
}

// check names what is wrong with a person of a stay.
func (p Person) check(b *booking.Booking, reached Contact) error {
	var fields errs.Fields
	if p.Age == nil && strings.TrimSpace(p.Name) == "" {
		fields.Add("name", "is required of an adult")
	}
	fields.CheckLine("name", p.Name)
	if p.Age != nil && (*p.Age < 0 || *p.Age >= adult) {
		fields.Add("age", "must be that of a child, from 0 to %d; leave it out for an adult", adult-1)
	}
	p.checkDay(&fields, b, "arrives", p.Arrives)
	p.checkDay(&fields, b, "departs", p.Departs)
	if p.Arrives != "" && p.Departs != "" && p.Arrives > p.Departs {
		fields.Add("departs", "must not be before arrives")
	}
	contact.CheckPhone(&fields, "phone", reached.Phone)
	contact.CheckEmail(&fields, "email", reached.Email)
	return fields.Err()
}

func (p Person) checkDay(fields *errs.Fields, b *booking.Booking, name string, day date.Date) {
	if day == "" {
		return
	}
	if _, err := date.Parse(string(day)); err != nil {
		fields.Add(name, "%s", err)
	} else if day < b.CheckIn || day > b.CheckOut {
		fields.Add(name, "must be a day of the stay, from %s to %s", b.CheckIn.Short(), b.CheckOut.Short())
	}
}

// join refuses somebody who is in the booking already, or for whom its room has no place.
func (p Person) join(people []Person) error {
	for _, other := range people {
		if p.GuestID != "" && other.ID != p.ID && other.GuestID == p.GuestID {
			return errs.InvalidField("guestId", "must not be a guest who is in this booking already (%s)", other.Name)
		}
	}
	if len(In(people, p.EntryID)) >= mostInRoom {
		return errs.Conflict("The room has %d guests already.", mostInRoom)
	}
	return nil
}

// write puts the people's names on the rooms of the booking, and returns the rooms that differ from before.
func write(b *booking.Booking, people []Person) (changed []*lodging.Room) {
	for i := range b.Rooms {
		r := &b.Rooms[i]
		lead, sharers := "", []string{}
		for n, p := range In(people, r.EntryID) {
			switch {
			case n == 0 && !p.OfBooking(b):
				lead = p.Name
			case n > 0 && p.Name != "":
				sharers = append(sharers, p.Name)
			}
		}
		if names := strings.Join(sharers, ", "); r.GuestName != lead || r.Sharers != names {
			r.GuestName, r.Sharers = lead, names
			changed = append(changed, r)
		}
	}
	return changed
}

// warnings tell that there are more people in a room than it was booked for.
func warnings(r *lodging.Room, people []Person) []errs.Warning {
	adults, children := 0, 0
	for _, p := range In(people, r.EntryID) {
		if p.Age == nil {
			adults++
		} else {
			children++
		}
	}
	if adults <= r.Adults && adults+children <= r.Adults+r.Children {
		return nil
	}
	which := "The room"
	if r.Assigned() {
		which = "Room " + r.Number
	}
	return []errs.Warning{{Code: MoreGuests, Message: fmt.Sprintf("%s is booked for %d: %d are named.", which,
		r.Adults+r.Children, adults+children)}}
}
