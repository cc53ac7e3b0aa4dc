package minibar

import (
	"context"
	"fmt"

	"sarai/internal/books/businessday"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/extras"
	"sarai/internal/stay/offer"
	"sarai/internal/stay/roomstays"
)

// Service posts what was taken from minibars.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	rooms  *room.Service
	extras *extras.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, rooms *room.Service, sold *extras.Service) *Service {
	return &Service{d, bus, rooms, sold}
}

// Post charges what was taken to the booking that was in the room. With a key it does so once, and answers a repetition
// as it answered the first time; Invalid if the key came with something else before.
func (s *Service) Post(ctx context.Context, sc scope.Scope, asked Request) (Posting, error) {
	if err := asked.check(); err != nil {
		return Posting{}, err
	}
	fingerprint, err := asked.fingerprint()
	if err != nil {
		return Posting{}, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Posting, error) {
		r := asked
		if r.Key == "" {
			r.Key = id.New()
		}
		isNew, err := claim(tx, sc, r, fingerprint)
		if err != nil {
			return Posting{}, err
		}
		if !isNew {
			return again(tx, sc, r.Key, fingerprint)
		}
		return s.post(tx, sc, r)
	})
}

// again is what was posted with the key before.
func again(tx *db.Tx, sc scope.Scope, key, fingerprint string) (Posting, error) {
	p, before, err := posted(tx, sc, key)
	if err == nil && before != fingerprint {
		err = errs.InvalidField("key", "was used before for something else: use a new one")
	}
	return p, err
}

func (s *Service) post(tx *db.Tx, sc scope.Scope, r Request) (Posting, error) {
	days, err := businessday.Hold(tx, sc).Get()
	if err != nil {
		return Posting{}, err
	}
	at, err := r.instant(tx.Now)
	if err != nil {
		return Posting{}, err
	}
	rooms, err := s.rooms.All(tx, sc)
	if err != nil {
		return Posting{}, err
	}
	p := Posting{Key: r.Key, RoomID: r.RoomID, Date: days.Business()}
	for _, one := range rooms {
		if one.ID == r.RoomID {
			p.RoomNumber = one.Number
		}
	}
	if p.RoomNumber == "" {
		return p, errs.InvalidField("roomId", "must be the id of one of the hotel's rooms")
	}
	stay, err := stayAt(tx, sc, r.RoomID, p.RoomNumber, at)
	if err != nil {
		return p, err
	}
	p, err = booking.Change(tx, sc, stay.BookingID, func(b *booking.Booking) (Posting, error) {
		return s.charge(tx, sc, b, r, p)
	})
	if err != nil {
		return p, err
	}
	return p, finish(tx, sc, p)
}

// stayAt is the stay that is charged for what was taken then: Conflict unless it is in house.
func stayAt(tx *db.Tx, sc scope.Scope, roomID, number string, at int64) (roomstays.Stay, error) {
	stays, err := roomstays.Last(tx, sc, roomID)
	if err != nil {
		return roomstays.Stay{}, err
	}
	stay, any := roomstays.At(stays, at)
	if !any {
		return stay, errs.Conflict("Nobody has come to room %s by then: nobody can be charged for its minibar.", number)
	}
	if !stay.InHouse() {
		return stay, errs.Conflict("Booking %s, which was in room %s, has left. The desk can post it as a late charge: "+
			"POST /api/bookings/%s/%s/charges.", stay.Code, number, sc.Org, stay.BookingID)
	}
	return stay, nil
}

// charge sells the items to a locked booking, and posts them at once.
func (s *Service) charge(tx *db.Tx, sc scope.Scope, b *booking.Booking, r Request, p Posting) (Posting, error) {
	if b.Status != booking.CheckedIn {
		return p, errs.Conflict("Booking %s has just left. The desk can post it as a late charge.", b.Code)
	}
	var services []offer.Added
	for i, item := range r.Items {
		services = append(services, offer.Added{ServiceID: item.ServiceID, Quantity: item.Count,
			Field: fmt.Sprintf("items[%d].", i)})
	}
	before := b.Extras
	sold, err := s.extras.SellMinibar(tx, sc, b, services)
	if err != nil {
		return p, err
	}
	p.BookingID, p.Code, p.Total, p.Lines = b.ID, b.Code, b.Extras-before, make([]Line, len(sold))
	for i, one := range sold {
		p.Lines[i] = Line{ServiceID: one.ServiceID, SaleID: one.ID, LineID: one.PostedLine(), Name: one.Name,
			Count: one.Quantity, Price: one.Price}
	}
	return p, s.bus.Publish(tx, sc, postedEvent.Of(b.ID, p.details(sc)))
}
