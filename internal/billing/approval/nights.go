package approval

import (
	"encoding/json"

	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/group"
	"sarai/internal/stay/lodging"
)

// newNights are nights that a booking didn't have before: all of it, the room that was added last, or the days that
// are new. What they cost less than the hotel's own prices is found out where the hotel has a limit for it.
type newNights struct {
	bookingID string
	lastRoom  bool
	from, to  date.Date // the days that it had already; "": none
}

// roomsOf lists the hotel's rooms.
type roomsOf func(tx *db.Tx, sc scope.Scope) ([]room.Room, error)

// newNightsOf are those of which the event tells, if it tells of any.
func newNightsOf(e event.Event) (*newNights, error) {
	n := &newNights{bookingID: e.ResourceID}
	switch e.Name() {
	case "booking.created":
	case "booking.updated room-added":
		n.lastRoom = true
	case "booking.updated stay":
		var days struct{ OldCheckIn, OldCheckOut, CheckIn, CheckOut date.Date }
		if err := json.Unmarshal(e.Details, &days); err != nil {
			return nil, err
		}
		if days.CheckIn >= days.OldCheckIn && days.CheckOut <= days.OldCheckOut {
			return nil, nil
		}
		n.from, n.to = days.OldCheckIn, days.OldCheckOut
	default:
		return nil, nil
	}
	return n, nil
}

// acts are what the nights cost less than the hotel's own prices for them: those of the offer that a room was booked
// by, else those of the booking's group, else the room's own rate, or the category's. A day's use has no price of the
// hotel's, so only one for nothing counts.
func (n newNights) acts(tx *db.Tx, sc scope.Scope, rooms roomsOf) ([]Act, error) {
	b, err := booking.Find(tx, sc, n.bookingID).Get()
	if err != nil {
		return nil, err
	}
	p, err := pricesFor(tx, sc, rooms, b)
	if err != nil {
		return nil, err
	}
	var less, free money.Amount
	for i := range b.Rooms {
		r := &b.Rooms[i]
		if r.Released != "" || n.lastRoom && i < len(b.Rooms)-1 {
			continue
		}
		for k, night := range r.Nights {
			day := r.From.AddDays(k)
			if n.from != "" && day >= n.from && day < n.to {
				continue
			}
			own := p.of(r, k)
			switch {
			case night.Price == 0:
				free += own
			case !r.DayUse:
				less += p.inBooking(own, day) - night.Price
			}
		}
	}
	of := Document{"booking", b.ID, b.Code}
	return append(one(Complimentary, free, of), one(Discount, less, of)...), nil
}

// prices are what a booking's nights would cost by the hotel.
type prices struct {
	rooms      map[string]money.Amount
	categories map[string]money.Amount
	group      map[groupNight]money.Amount
	inclusive  bool // whether the hotel's prices have the tax inside
	booking    *booking.Booking
	rules      *tax.Rules
}

type groupNight struct {
	categoryID string
	day        date.Date
}

func pricesFor(tx *db.Tx, sc scope.Scope, rooms roomsOf, b *booking.Booking) (p prices, err error) {
	settings, rules := ledger.Read(tx, sc), tax.Load(tx, sc)
	p = prices{rooms: map[string]money.Amount{}, categories: map[string]money.Amount{},
		group: map[groupNight]money.Amount{}, booking: b}
	all, err := rooms(tx, sc)
	if err != nil {
		return p, err
	}
	for _, r := range all {
		p.rooms[r.ID] = r.Rate
	}
	categories, err := room.Categories(tx, sc)
	if err != nil {
		return p, err
	}
	for _, c := range categories {
		p.categories[c.ID] = c.BaseRate
	}
	if b.GroupID != "" {
		rates, err := group.Rates(tx, sc, b.GroupID)
		if err != nil {
			return p, err
		}
		for _, r := range rates {
			p.group[groupNight{r.CategoryID, r.Night}] = r.Price
		}
	}
	s, err := settings.Get()
	if err != nil {
		return p, err
	}
	p.inclusive = s.PricesIncludeTax
	p.rules, err = rules.Get()
	return p, err
}

// of is what the room's night costs by the hotel.
func (p prices) of(r *lodging.Room, night int) money.Amount {
	if s := r.Sold; s != nil && night < len(s.Prices) {
		return s.Prices[night]
	}
	if price, known := p.group[groupNight{r.CategoryID, r.From.AddDays(night)}]; known {
		return price
	}
	if price, known := p.rooms[r.RoomID]; known {
		return price
	}
	return p.categories[r.CategoryID]
}

// inBooking is a price of the hotel as the booking quotes prices: with the tax inside, or without.
func (p prices) inBooking(price money.Amount, day date.Date) money.Amount {
	if p.inclusive == p.booking.PricesIncludeTax {
		return price
	}
	applied := p.rules.Night(day, price, p.inclusive)
	if p.booking.PricesIncludeTax {
		return applied.Total
	}
	return applied.Taxable
}
