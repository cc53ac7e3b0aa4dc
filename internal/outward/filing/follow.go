package filing

import (
	"cmp"
	"slices"
	"time"

	"sarai/internal/country/india"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/party"
)

// comings are the changes of a booking that bring, name or take away guests of a stay.
var comings = []string{"checked-in", "rooms-checked-in", "checked-out", "rooms-checked-out", "guest-added",
	"stay-guest", "guest-removed", "guest", "cancelled", "reinstated"}

// origins are the fields of a guest's record that say who is from abroad.
var origins = []string{"nationality", "passportCountry", "specialCategory"}

// stay is a booking whose forms are to be settled.
type stay struct {
	sc        scope.Scope
	bookingID string
}

// settleAll settles the forms of stays, once each, when all of the transaction is written: events tell of a booking
// before it is stored.
func (s *Service) settleAll(tx *db.Tx, stays []stay) (func() error, error) {
	settled := map[string]bool{}
	for _, one := range stays {
		if settled[one.bookingID] {
			continue
		}
		settled[one.bookingID] = true
		if err := s.settle(tx, one.sc, one.bookingID); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// Follow listens on the event bus: it makes the forms of a stay be what they must be when guests come or go, or are
// found to be from abroad.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if packs.Of(sc.Country).Code != india.Country.Code {
		return nil
	}
	switch {
	case e.ResourceType == "booking" && slices.Contains(comings, e.Change):
		s.atEnd.Note(tx, stay{sc, e.ResourceID})
	case e.ResourceType == "guest":
		changed, _ := guest.ChangedIn(e)
		if e.Change != "merged" && e.Change != "unmerged" &&
			!slices.ContainsFunc(changed, func(name string) bool { return slices.Contains(origins, name) }) {
			return nil
		}
		ids, err := booking.InHouseOf(tx, sc, e.ResourceID)
		if err != nil {
			return err
		}
		shared, err := party.BookingsOf(tx, sc, e.ResourceID)
		if err != nil {
			return err
		}
		for _, bookingID := range append(ids, shared...) {
			s.atEnd.Note(tx, stay{sc, bookingID})
		}
	}
	return nil
}

// settle makes the forms of a booking be what they must be.
func (s *Service) settle(tx *db.Tx, sc scope.Scope, bookingID string) error {
	b, err := booking.Find(tx, sc, bookingID).Get()
	if err != nil {
		return err
	}
	known, err := OfBooking(tx, sc, bookingID)
	if err != nil {
		return err
	}
	wanted, err := s.wanted(tx, sc, b)
	if err != nil {
		return err
	}
	for _, was := range known {
		at := slices.IndexFunc(wanted, func(f Form) bool { return f.StayGuestID == was.StayGuestID })
		if at >= 0 {
			err = s.adjust(tx, sc, was, wanted[at])
			wanted = slices.Delete(wanted, at, at+1)
		} else if !was.everFiled() {
			if err = remove(tx, sc, was.ID); err == nil {
				err = s.bus.Publish(tx, sc, withdrawn.Of(was.ID, was.facts()))
			}
		}
		if err != nil {
			return err
		}
	}
	for _, f := range wanted {
		f.ID, f.CreatedAt, f.UpdatedAt, f.Version = id.New(), tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
		f.settle()
		if err := insert(tx, sc, f); err != nil {
			return err
		}
		if err := s.bus.Publish(tx, sc, opened.Of(f.ID, f.facts())); err != nil {
			return err
		}
	}
	return nil
}

// adjust gives a form what its stay says now.
func (s *Service) adjust(tx *db.Tx, sc scope.Scope, was, now Form) error {
	f := was
	f.GuestID, f.GuestName, f.Room, f.CheckOut = now.GuestID, now.GuestName, now.Room, now.CheckOut
	f.ArrivedAt, f.ArrivalDay, f.DepartedAt = now.ArrivedAt, now.ArrivalDay, now.DepartedAt
	f.settle()
	if same(f, was) {
		return nil
	}
	f.UpdatedAt = tx.Now.UnixMilli()
	if err := save(tx, sc, &f); err != nil {
		return err
	}
	if was.DepartedAt == nil && f.DepartedAt != nil {
		return s.bus.Publish(tx, sc, departed.Of(f.ID, f.facts()))
	}
	return nil
}

// same tells whether both say the same of the stay.
func same(f, g Form) bool {
	return f.GuestID == g.GuestID && f.GuestName == g.GuestName && f.Room == g.Room && f.CheckOut == g.CheckOut &&
		f.ArrivedAt == g.ArrivedAt && (f.DepartedAt == nil) == (g.DepartedAt == nil) &&
		(f.DepartedAt == nil || *f.DepartedAt == *g.DepartedAt)
}

// wanted are the forms of the people from abroad who have arrived, as the booking says.
func (s *Service) wanted(tx *db.Tx, sc scope.Scope, b *booking.Booking) (list []Form, err error) {
	if b.Status == booking.Cancelled || b.ArrivedAt == nil {
		return nil, nil
	}
	people, err := party.Of(tx, sc, b).Get()
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, p := range people {
		if p.GuestID != "" {
			ids = append(ids, p.GuestID)
		}
	}
	abroad, err := guest.Origins(tx, sc, ids)
	if err != nil {
		return nil, err
	}
	for _, p := range people {
		room := roomOf(b, p)
		if room == nil || !room.Arrived() || p.GuestID == "" || !fromAbroad(abroad[p.GuestID]) {
			continue
		}
		day := date.Of(time.UnixMilli(*room.ArrivedAt), sc.Zone)
		list = append(list, Form{BookingID: b.ID, BookingCode: b.Code, StayGuestID: p.ID, GuestID: p.GuestID,
			GuestName: p.Name, Room: room.Number, CheckOut: b.CheckOut, ArrivedAt: *room.ArrivedAt, ArrivalDay: day,
			DepartedAt: cmp.Or(room.CheckedOutAt, b.CheckedOutAt)})
	}
	return list, nil
}

// roomOf is the room that the person has now, or had last.
func roomOf(b *booking.Booking, p party.Person) (last *lodging.Room) {
	for i := range b.Rooms {
		if b.Rooms[i].EntryID == p.EntryID {
			last = &b.Rooms[i]
		}
	}
	return last
}
