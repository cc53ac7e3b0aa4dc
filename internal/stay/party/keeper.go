package party

import (
	"fmt"
	"slices"

	"sarai/internal/country/packs"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/gueststays"
)

// OfGuests keeps the people of bookings: whom they are beside the booking's own guest, and under which names. It comes
// after what keeps bookings, whose own guests' names are on rooms too.
var OfGuests = guest.Keeper{Name: "stays", Move: moveToGuest, Tell: tell, Erase: eraseGuest}

// Stay is a booking that a guest is in, and as whom.
type Stay struct {
	gueststays.Registered
	PersonID string
}

// StaysOf are the stays of a guest: those of the guest's own bookings, and those in other people's.
func StaysOf(tx *db.Tx, sc scope.Scope, guestID string) (list []Stay, err error) {
	persons, err := personsOf(tx, sc, guestID)
	if err != nil {
		return nil, err
	}
	own, err := booking.IDsOfGuest(tx, sc, guestID)
	if err != nil {
		return nil, err
	}
	for _, bookingID := range own {
		persons = append(persons, whose{bookingID, bookingID})
	}
	ids := make([]string, len(persons))
	for i, p := range persons {
		ids[i] = p.bookingID
	}
	slices.Sort(ids)
	register, err := gueststays.RegisterOf(tx, sc, slices.Compact(ids))
	for _, one := range register {
		for _, p := range persons {
			if p.bookingID == one.BookingID {
				list = append(list, Stay{one, p.personID})
			}
		}
	}
	return list, err
}

// LockAll locks all bookings that one of the guests is in, in the order of their ids.
func LockAll(tx *db.Tx, sc scope.Scope, guests ...string) error {
	var ids []string
	for _, guestID := range guests {
		own, err := booking.IDsOfGuest(tx, sc, guestID)
		if err != nil {
			return err
		}
		others, err := BookingsOf(tx, sc, guestID)
		if err != nil {
			return err
		}
		ids = append(append(ids, own...), others...)
	}
	slices.Sort(ids)
	for _, bookingID := range slices.Compact(ids) {
		if _, err := booking.Lock(tx, sc, bookingID).Get(); err != nil {
			return err
		}
	}
	return nil
}

// moveToGuest gives the persons to another guest. Their names stay as they are in the booking.
func moveToGuest(tx *db.Tx, sc scope.Scope, m guest.Move) ([]string, error) {
	persons, err := personsOf(tx, sc, m.From)
	ids := make([]string, len(persons))
	for i, p := range persons {
		ids[i] = p.personID
	}
	ids, err = m.Chosen(ids, err)
	for _, id := range ids {
		if err == nil {
			err = setGuest(tx, sc, m.From, m.To, id)
		}
	}
	return ids, err
}

func tell(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "code", Label: "Booking"}, {Name: "name", Label: "Name"},
		{Name: "age", Label: "Age"}, {Name: "arrives", Label: "Arrival"}, {Name: "departs", Label: "Departure"}}}
	ids, err := BookingsOf(tx, sc, guestID)
	for _, bookingID := range ids {
		if err != nil {
			return s, err
		}
		var b *booking.Booking
		var people []Person
		if b, err = booking.Find(tx, sc, bookingID).Get(); err == nil {
			people, err = Of(tx, sc, b).Get()
		}
		for _, p := range people {
			if p.GuestID != guestID || p.OfBooking(b) {
				continue
			}
			age := ""
			if p.Age != nil {
				age = fmt.Sprint(*p.Age)
			}
			s.Records = append(s.Records, []string{b.Code, p.Name, age, p.Arrives.Short(), p.Departs.Short()})
		}
	}
	return s, err
}

// eraseGuest keeps the guest's name in bookings that are live, and as long as the register of guests has it.
func eraseGuest(tx *db.Tx, sc scope.Scope, e guest.Erasure) (erased guest.Erased, err error) {
	stays, err := StaysOf(tx, sc, e.GuestID)
	law := packs.Of(sc.Country).Registration
	for _, stay := range stays {
		if err != nil {
			return erased, err
		}
		own := stay.PersonID == stay.BookingID
		switch {
		case stay.Live && own: // the booking's keeper says so
		case stay.Live:
			erased.Keep("the name in the booking", gueststays.NotOver, stay.Until)
		case stay.Until != "" && stay.Until >= e.Today && own:
		case stay.Until != "" && stay.Until >= e.Today:
			erased.Keep("the name in the booking", law.KeptBy, stay.Until)
		default:
			var changed bool
			if changed, err = eraseFrom(tx, sc, stay); changed && !own {
				erased.Removed++
			}
		}
	}
	return erased, err
}

// eraseFrom removes a person's name from a booking and its rooms.
func eraseFrom(tx *db.Tx, sc scope.Scope, stay Stay) (changed bool, err error) {
	b, err := booking.Lock(tx, sc, stay.BookingID).Get()
	if err != nil {
		return false, err
	}
	people, err := Of(tx, sc, b).Get()
	if err != nil {
		return false, err
	}
	at := slices.IndexFunc(people, func(p Person) bool { return p.ID == stay.PersonID })
	if p := &people[at]; !p.OfBooking(b) && p.Name != guest.ErasedName {
		changed = true
		p.Name, p.Arrives, p.Departs = guest.ErasedName, "", ""
		if err := save(tx, sc, b, *p); err != nil {
			return false, err
		}
	}
	for _, differs := range write(b, people) {
		changed = true
		if err := booking.SaveRoom(tx, sc, b, differs); err != nil {
			return false, err
		}
	}
	if !changed {
		return false, nil
	}
	return true, booking.Save(tx, sc, b, b.Status)
}
