package minibar

import (
	"context"
	"encoding/json"
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
	"sarai/internal/stay/housekeeping"
	"sarai/internal/stay/offer"
	"sarai/internal/stay/roomstays"
)

// Service posts what was taken from minibars, and knows what they hold.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	rooms    *room.Service
	extras   *extras.Service
	cleaning *housekeeping.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, rooms *room.Service, sold *extras.Service,
	cleaning *housekeeping.Service) *Service {
	return &Service{d, bus, rooms, sold, cleaning}
}

// Post charges what was taken to the booking that was in the room. With a key it does so once, and answers a repetition
// as it answered the first time; Invalid if the key came with something else before.
func (s *Service) Post(ctx context.Context, sc scope.Scope, asked Request) (Posting, error) {
	if err := asked.check(); err != nil {
		return Posting{}, err
	}
	what := request{asked.Key, asked.RoomID, asked}
	return once(ctx, s, sc, what, func(tx *db.Tx, key string) (Posting, string, error) {
		asked.Key = key
		p, err := s.post(tx, sc, asked)
		return p, p.BookingID, err
	})
}

// once does what is asked for once for each key, and answers a repetition as it answered the first time.
func once[T any](ctx context.Context, s *Service, sc scope.Scope, r request,
	do func(tx *db.Tx, key string) (answer T, bookingID string, err error)) (T, error) {
	fingerprint, err := r.fingerprint()
	if err != nil {
		return *new(T), err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (T, error) {
		r := r
		if r.key == "" {
			r.key = id.New()
		}
		isNew, err := claim(tx, sc, r, fingerprint)
		if err != nil {
			return *new(T), err
		}
		if !isNew {
			return again[T](tx, sc, r.key, fingerprint)
		}
		answer, bookingID, err := do(tx, r.key)
		if err == nil {
			err = finish(tx, sc, r.key, bookingID, answer)
		}
		return answer, err
	})
}

// again is what was answered to the key before.
func again[T any](tx *db.Tx, sc scope.Scope, key, fingerprint string) (answer T, err error) {
	text, before, err := answered(tx, sc, key)
	if err == nil && before != fingerprint {
		err = errs.InvalidField("key", "was used before for something else: use a new one")
	}
	if err != nil {
		return answer, err
	}
	return answer, json.Unmarshal([]byte(text), &answer)
}

func (s *Service) post(tx *db.Tx, sc scope.Scope, r Request) (Posting, error) {
	days, err := businessday.Hold(tx, sc).Get()
	if err != nil {
		return Posting{}, err
	}
	at, err := instant(r.At, tx.Now, ": charge it at the desk")
	if err != nil {
		return Posting{}, err
	}
	in, err := s.roomOf(tx, sc, r.RoomID)
	if err != nil {
		return Posting{}, err
	}
	p := Posting{Key: r.Key, RoomID: r.RoomID, RoomNumber: in.Number, Date: days.Business()}
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
	moves := make([]Move, len(p.Lines))
	for i, l := range p.Lines {
		moves[i] = Move{RoomID: p.RoomID, ServiceID: l.ServiceID, Kind: Taken, Amount: -l.Count, SaleID: l.SaleID, At: at}
	}
	return p, moveAll(tx, sc, moves)
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
