package quote

import (
	"cmp"
	"context"

	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/may"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/frontdesk"
)

// Accept makes a booking of the quote, once. It also requires bookings.create.
func (s *Service) Accept(ctx context.Context, sc scope.Scope, quoteID string, a Acceptance) (View, error) {
	if !sc.Permissions.Has(may.Bookings, scope.Create) {
		return View{}, errs.Forbidden("Your role does not allow this: accepting a quote makes a booking, " +
			"which needs the permission bookings.create.")
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (View, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return View{}, err
		}
		businessday.Hold(tx, sc) // to charge the lines of the quote; the booking takes its nights first
		q, err := lock(tx, sc, quoteID)
		if err != nil {
			return View{}, err
		}
		if err := q.requireOpen(today(tx, sc)); err != nil {
			return View{}, err
		}
		if len(q.Rooms) > 0 {
			if err := s.book(books, sc, &q, a); err != nil {
				return View{}, err
			}
		}
		q.close(tx, Accepted)
		if err := save(tx, sc, &q); err != nil {
			return View{}, err
		}
		return q.view(sc, today(tx, sc)), s.bus.Publish(tx, sc, accepted.Of(q.ID,
			acceptedDetails{q.Number, q.BookingID, q.BookingCode, q.Sum.Total.Number(sc.Currency), q.discount(sc.Currency)}))
	})
}

// Acceptance is what a booking needs that the quote doesn't know.
type Acceptance struct {
	GuestPhone, GuestEmail  string // "": the quote's
	Source, SpecialRequests string
	Advance                 money.Amount // taken now; recorded as a payment
	PaymentMethod           string       // of the advance; "" is cash
	Force                   bool         // against what the hotel's settings refuse; it needs bookings.manage
}

// book makes the booking, and charges the quote's other lines to its folio.
func (s *Service) book(books ledger.Locked, sc scope.Scope, q *Quote, a Acceptance) error {
	tx := books.Tx()
	q.GuestPhone, q.GuestEmail = cmp.Or(a.GuestPhone, q.GuestPhone), cmp.Or(a.GuestEmail, q.GuestEmail)
	if q.GuestPhone == "" {
		return errs.InvalidField("guestPhone", "must be given: the quote has none, and a booking needs one")
	}
	if _, err := s.guests.Get(tx, sc, q.GuestID); errs.Is(err, errs.KindNotFound) {
		q.GuestID = "" // deleted since, or never known: the booking makes a record
	} else if err != nil {
		return err
	}
	rooms, err := s.choose(tx, sc, *q)
	if err != nil {
		return err
	}
	total := q.roomsPrice()
	b, err := s.bookings.CreateIn(books, sc, booking.Request{GuestID: q.GuestID, GuestName: q.GuestName,
		GuestEmail: q.GuestEmail, GuestPhone: q.GuestPhone, CheckIn: q.CheckIn, CheckOut: q.CheckOut, Rooms: rooms,
		Details: booking.Details{MealPlan: q.MealPlan, Source: a.Source, SpecialRequests: a.SpecialRequests, Notes: q.Notes},
		Total:   &total,
		Advance: a.Advance, PaymentMethod: a.PaymentMethod, PricesIncludeTax: &q.PricesIncludeTax,
		Force: a.Force})
	if err != nil {
		return err
	}
	q.GuestID, q.BookingID, q.BookingCode = b.GuestID, b.ID, b.Code
	return s.chargeLines(tx, sc, b, *q)
}

// choose finds a room for every one that the quote offers.
func (s *Service) choose(tx *db.Tx, sc scope.Scope, q Quote) ([]booking.RoomRequest, error) {
	var ids, entries = map[string]bool{}, []booking.RoomRequest{}
	add := func(r Room, roomID string) {
		ids[roomID] = true
		entries = append(entries, booking.RoomRequest{RoomID: roomID, Rate: &r.Rate, Adults: r.Adults, Children: r.Children})
	}
	if err := s.requireInUse(tx, sc, q); err != nil {
		return nil, err
	}
	for _, r := range q.Rooms {
		if r.RoomID != "" {
			add(r, r.RoomID)
		}
	}
	for _, r := range q.Rooms {
		if r.RoomID != "" {
			continue
		}
		free, err := s.desk.FreeRoomsIn(tx, sc, frontdesk.Wanted{CheckIn: q.CheckIn, CheckOut: q.CheckOut, RoomType: r.Type})
		if err != nil {
			return nil, err
		}
		found := 0
		for _, candidate := range free {
			if found < r.Count && !ids[candidate.ID] {
				add(r, candidate.ID)
				found++
			}
		}
		if found < r.Count {
			return nil, errs.Conflict("Of the category %s %d of %d rooms are free from %s to %s. The quote stays open.",
				r.Type, found, r.Count, q.CheckIn.Short(), q.CheckOut.Short())
		}
	}
	return entries, nil
}

// requireInUse refuses a quote that names a room which the hotel has no more, or doesn't use.
func (s *Service) requireInUse(tx *db.Tx, sc scope.Scope, q Quote) error {
	var named []string
	for _, r := range q.Rooms {
		if r.RoomID != "" {
			named = append(named, r.RoomID)
		}
	}
	known, err := s.rooms.LockShared(tx, sc, named).Get()
	if err != nil {
		return err
	}
	for _, r := range q.Rooms {
		if found := known[r.RoomID]; r.RoomID != "" && !found.Active {
			return errs.Conflict("Room %s is not in use any more. Change the quote first.", r.Number)
		}
	}
	return nil
}

// chargeLines puts the quote's lines on the folio of its booking, at their prices, with the tax of today.
func (s *Service) chargeLines(tx *db.Tx, sc scope.Scope, b *booking.Booking, q Quote) error {
	if len(q.Lines) == 0 {
		return nil
	}
	var fields errs.Fields
	var charges []folio.Charge
	again := Quote{PricesIncludeTax: q.PricesIncludeTax}
	pricing, err := again.pricing(tx, sc)
	if err != nil {
		return err
	}
	again.price(pricing, items(q.Lines), &fields)
	if err := fields.Err(); err != nil {
		return err
	}
	for _, l := range again.Lines {
		charges = append(charges, l.Charge)
	}
	_, err = account.Charge(tx, sc, b, charges)
	return err
}
