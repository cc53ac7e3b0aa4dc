package change

import (
	"cmp"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/desk"
	"sarai/internal/stay/lodging"
)

// What the nights cost that a change of the stay brings.
const (
	KeepPrice = "keep"  // the rate of the room's booking; in another room, what they cost before
	ListPrice = "list"  // the room's own rate
	GivenRate = "rates" // what the request asks for each
)

// NewStay gives an open booking other dates or details. A date that is "" stays as it is; nil leaves the details alone.
// The arrival can change only until the guest has arrived (one who came early can still begin earlier), and the
// departure not to a day before today from then on.
type NewStay struct {
	CheckIn, CheckOut date.Date
	Price             string         // of the nights that are new: KeepPrice, ListPrice or GivenRate
	Rates             []lodging.Rate // of every night that is not posted yet, if the price is GivenRate
	Edit              func(d *booking.Details)
	OnwardOf          string  // the room whose party goes on to another one
	Onward            *Onward // nil: nobody does
	Force             bool    // although somebody is still in that room
	DropMoves         bool    // moves to come on the new day of departure or later fall away
}

func (n NewStay) apply(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking) error {
	was, details := b.Copy(), stayDetails{}
	checkIn, checkOut := cmp.Or(n.CheckIn, b.CheckIn), cmp.Or(n.CheckOut, b.CheckOut)
	if b.DayUse() {
		checkIn = cmp.Or(n.CheckIn, checkOut)
		checkOut = cmp.Or(n.CheckOut, checkIn)
	}
	if checkIn != b.CheckIn || checkOut != b.CheckOut || n.Price == GivenRate || n.Onward != nil {
		if err := n.redate(s, tx, sc, b, checkIn, checkOut); err != nil {
			return err
		}
		details = stayDetails{OldCheckIn: was.CheckIn, OldCheckOut: was.CheckOut, CheckIn: checkIn, CheckOut: checkOut,
			OldTotalAmount: new(was.Total.Number(sc.Currency)), TotalAmount: new(b.Total.Number(sc.Currency)),
			Lessened: lessened(was, b, sc.Currency)}
	}
	if n.Edit != nil {
		n.Edit(&b.Details)
		b.Details = b.Details.Completed()
	}
	if b.MealPlan != was.MealPlan {
		details.OldMealPlan, details.MealPlan = &was.MealPlan, &b.MealPlan
	}
	if b.Is(was) {
		return nil
	}
	details.About = b.About()
	return b.Publish(tx, s.bus, sc, booking.Updated("stay from "+b.CheckIn.Text()+" to "+b.CheckOut.Text(),
		stayChanged.Of(b.ID, details)))
}

// redate gives an open booking other dates or prices.
func (n NewStay) redate(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking, checkIn, checkOut date.Date) error {
	if err := b.RequireOpen("its dates can't change any more"); err != nil {
		return err
	}
	was, is := lodging.Dates{CheckIn: b.CheckIn, CheckOut: b.CheckOut}, lodging.Dates{CheckIn: checkIn, CheckOut: checkOut}
	if err := was.CheckChange(is, b.Status == booking.CheckedIn, sc.Today(tx.Now)); err != nil {
		return err
	}
	rooms := b.Rooms
	if n.DropMoves {
		rooms = rooms.WithoutMoves(checkOut, b.Today)
	}
	rooms, err := rooms.Restay(b.CheckIn, checkIn, checkOut)
	if err != nil {
		return err
	}
	known, err := b.InUse(tx, sc, s.rooms, rooms)
	if err != nil {
		return err
	}
	var fields errs.Fields
	switch n.Price {
	case ListPrice:
		for _, r := range rooms.Current() {
			if !r.Assigned() {
				continue // it has no rate but that of its booking
			}
			r.PriceNew(b.Rooms[r.Position], known[r.RoomID].Rate)
		}
	case GivenRate:
		rooms.PriceNights(&fields, "rates", n.Rates)
	}
	if err := fields.Err(); err != nil {
		return err
	}
	b.CheckIn, b.CheckOut = checkIn, checkOut
	return n.restay(s, tx, sc, b, rooms)
}

// NightPrices changes what nights of the stay cost, also those that are posted.
type NightPrices struct {
	Rates  []lodging.Rate
	Reason string
}

func (n NightPrices) apply(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking) error {
	if b.Status == booking.Cancelled {
		return errs.Conflict("Booking %s is cancelled: its nights can't change any more.", b.Code)
	}
	was, rooms := b.Copy(), b.Rooms.Clone()
	var fields errs.Fields
	if rooms.Reprice(&fields, n.Rates); len(fields) > 0 {
		return fields.Err()
	}
	if err := rearrange(tx, sc, b, rooms, n.Reason); err != nil || b.Is(was) {
		return err
	}
	return b.Publish(tx, s.bus, sc, booking.Updated("prices of nights changed", nightsPriced.Of(b.ID,
		nightsDetails{About: b.About(), Reason: n.Reason, Nights: was.Rooms.Repriced(b.Rooms, sc.Currency),
			OldTotalAmount: was.Total.Number(sc.Currency), TotalAmount: b.Total.Number(sc.Currency),
			Lessened: lessened(was, b, sc.Currency)})))
}

// rearrange gives a booking that is not cancelled other rooms, nights or prices, and the total that they make, and
// brings the folio in line.
func rearrange(tx *db.Tx, sc scope.Scope, b *booking.Booking, rooms lodging.Rooms, why string) error {
	for i := range rooms {
		rooms[i].Position = i
	}
	if err := rooms.Check(b.Rooms); err != nil {
		return err
	}
	if err := b.Exchange(tx, sc, b.Rooms, rooms); err != nil {
		return err
	}
	a, err := account.Of(tx, sc, b).Get()
	if err != nil {
		return err
	}
	return a.Reprice(rooms, why)
}

// taken is the room that was given, also one that the party leaves again for another.
func taken(b *booking.Booking, roomID string) *lodging.Room {
	if r := b.Rooms.CurrentByName(roomID); r != nil {
		return r
	}
	i := slices.IndexFunc(b.Rooms, func(r lodging.Room) bool {
		return r.Name() == roomID && r.Released == lodging.Moved
	})
	return &b.Rooms[i]
}

// give is rearrange for a change that gives the booking a room. A guest in house who takes it at once finds who is in
// it, as at a check-in.
func give(tx *db.Tx, sc scope.Scope, b *booking.Booking, rooms lodging.Rooms, roomID string, force bool) error {
	if err := rearrange(tx, sc, b, rooms, account.StayChanged); err != nil {
		return err
	}
	r := taken(b, roomID)
	if !b.InHouse(r) || !r.Assigned() || b.Rooms.Awaits(r, b.Today) {
		return nil
	}
	settings, guests := ledger.Read(tx, sc), booking.RoomsInHouse(tx, sc, b.ID)
	rules, err := settings.Get()
	if err != nil {
		return err
	}
	inHouse, err := guests.Get()
	if err != nil {
		return err
	}
	b.Warnings = desk.StillIn(inHouse, roomID, r.Number)
	return desk.Heed(rules.DeskRules, sc, b.Warnings, force)
}
