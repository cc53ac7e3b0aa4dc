package frontdesk

import (
	"context"
	"slices"
	"strings"

	"sarai/internal/books/balance"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
	"sarai/internal/property/rates"
	"sarai/internal/property/room"
	"sarai/internal/property/tariff"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

// Service answers what the front desk asks about its day.
type Service struct {
	db    *db.DB
	rooms *room.Service
	rates *rates.Service
}

// New makes the service.
func New(d *db.DB, rooms *room.Service, r *rates.Service) *Service {
	return &Service{db: d, rooms: rooms, rates: r}
}

// Cells reads the calendar of the days [from, to), from being today or later: each room's days in their order. A room
// that is missing is available on all of them. It reads a row a stay, not a row a night.
func Cells(tx *db.Tx, sc scope.Scope, from, to date.Date) (map[string]Days, error) {
	c := calendar{dates: date.Days(from, to), rooms: map[string]Days{}}
	if err := c.readStays(tx, sc, from, to); err != nil {
		return nil, err
	}
	return c.rooms, c.readBlocks(tx, sc, from, to)
}

// StatusesOn gives the calendar value of each room on one day, today or later; a room that is missing is available.
func StatusesOn(tx *db.Tx, sc scope.Scope, day date.Date) (map[string]string, error) {
	cells, err := Cells(tx, sc, day, day.AddDays(1))
	statuses := make(map[string]string, len(cells))
	for roomID, days := range cells {
		if days[0].Status != "" {
			statuses[roomID] = days[0].Status
		}
	}
	return statuses, err
}

// Overview counts today's arrivals, departures and stayovers in bookings, availability and occupancy in rooms.
func (s *Service) Overview(ctx context.Context, sc scope.Scope) (Overview, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Overview, error) { return s.OverviewIn(tx, sc) })
}

// OverviewIn is Overview inside the caller's transaction.
func (s *Service) OverviewIn(tx *db.Tx, sc scope.Scope) (o Overview, err error) {
	today := sc.Today(tx.Now)
	if err := countBookings(tx, sc, today, &o); err != nil {
		return o, err
	}
	rooms, err := s.rooms.All(tx, sc)
	if err != nil {
		return o, err
	}
	statuses, err := StatusesOn(tx, sc, today)
	if err != nil {
		return o, err
	}
	inHouse, err := booking.RoomsInHouse(tx, sc, "").Get()
	if err != nil {
		return o, err
	}
	o.countRooms(rooms, statuses, inHouse)
	if o.RevenueToday, _, err = balance.Moved(tx, sc, today, today); err != nil {
		return o, err
	}
	o.RevenueMonth, _, err = balance.Moved(tx, sc, today[:8]+"01", today)
	return o, err
}

// Wanted is a stay for which free rooms are looked for.
type Wanted struct {
	CheckIn, CheckOut date.Date
	RoomType          string // the category's name; "" for any
	DayUse            bool   // the daytime of CheckIn, which is CheckOut then
	BookingID         string // what is kept for this booking's own entries is free for it; "" for a new one
}

// Availability is what is free for a stay.
type Availability struct {
	Rooms    []room.Room // free on every night, or in the daytime of the date
	ByMoving []string    // the categories that have a free room each night, but none that is free on all of them
}

// Available lists the rooms in use that are free for the stay. Invalid names bad dates as checkIn and checkOut, and
// bookingId where there is no such booking.
func (s *Service) Available(ctx context.Context, sc scope.Scope, wanted Wanted) (Availability, error) {
	var fields errs.Fields
	lodging.CheckStay(&fields, wanted.CheckIn, wanted.CheckOut, wanted.DayUse, 1)
	if err := fields.Err(); err != nil {
		return Availability{}, err
	}
	return db.Read(ctx, s.db, func(tx *db.Tx) (a Availability, err error) {
		if err := wanted.requireBooking(tx, sc); err != nil {
			return a, err
		}
		rooms, err := s.rooms.All(tx, sc)
		if err == nil {
			a.Rooms, err = wanted.free(tx, sc, rooms)
		}
		if err == nil && wanted.CheckIn.DaysUntil(wanted.CheckOut) > 1 {
			a.ByMoving, err = s.byMoving(tx, sc, wanted, rooms, a.Rooms)
		}
		return a, err
	})
}

func (w Wanted) requireBooking(tx *db.Tx, sc scope.Scope) error {
	if w.BookingID == "" {
		return nil
	}
	_, err := booking.Find(tx, sc, w.BookingID).Get()
	if errs.Is(err, errs.KindNotFound) {
		return errs.InvalidField("bookingId", "is no booking of this hotel")
	}
	return err
}

// byMoving names the categories that are free for the stay only for who changes rooms.
func (s *Service) byMoving(tx *db.Tx, sc scope.Scope, wanted Wanted, rooms, free []room.Room) ([]string, error) {
	full := map[string]bool{} // the categories without a room that is free throughout
	for _, r := range rooms {
		if wanted.takes(r) {
			full[r.CategoryID] = true
		}
	}
	for _, r := range free {
		delete(full, r.CategoryID)
	}
	if len(full) == 0 {
		return nil, nil
	}
	list, err := s.CategoriesIn(tx, sc, wanted.CheckIn, wanted.CheckOut)
	var names []string
	for _, c := range list {
		soldOut := slices.ContainsFunc(c.Nights, func(n tariff.CategoryNight) bool { return n.Free < 1 })
		if full[c.ID] && !soldOut {
			names = append(names, c.Name)
		}
	}
	return names, err
}

// FreeRoomsIn lists the rooms in use that are free on every night of the stay, whose dates are right, or in the daytime
// of its date.
func (s *Service) FreeRoomsIn(tx *db.Tx, sc scope.Scope, wanted Wanted) ([]room.Room, error) {
	rooms, err := s.rooms.All(tx, sc)
	if err != nil {
		return nil, err
	}
	return wanted.free(tx, sc, rooms)
}

// free are those of the hotel's rooms that are free.
func (w Wanted) free(tx *db.Tx, sc scope.Scope, rooms []room.Room) ([]room.Room, error) {
	unheld, err := w.unheld(tx, sc)
	if err != nil {
		return nil, err
	}
	overstayed, err := overstayedRooms(tx, sc, w.CheckIn, w.CheckOut)
	if err != nil {
		return nil, err
	}
	var free []room.Room
	for _, r := range rooms {
		if w.takes(r) && unheld[r.ID] && !overstayed[r.ID] {
			free = append(free, r)
		}
	}
	return free, nil
}

// takes tells whether the room is one that is looked for.
func (w Wanted) takes(r room.Room) bool {
	return r.Active && (w.RoomType == "" || sameName(r.Category, w.RoomType))
}

// unheld are the rooms that nobody holds.
func (w Wanted) unheld(tx *db.Tx, sc scope.Scope) (map[string]bool, error) {
	if w.DayUse {
		return inventory.FreeOn(tx, sc, w.CheckIn)
	}
	return inventory.Free(tx, sc, w.CheckIn, w.CheckOut, w.BookingID)
}

// overstayedRooms are the rooms that can't be offered for a stay over tonight although nobody holds the night: a guest
// who should have left is still in them.
func overstayedRooms(tx *db.Tx, sc scope.Scope, from, to date.Date) (map[string]bool, error) {
	rooms, today := map[string]bool{}, sc.Today(tx.Now)
	if today < from || today >= to {
		return rooms, nil
	}
	statuses, err := StatusesOn(tx, sc, today)
	for roomID, status := range statuses {
		rooms[roomID] = status == Occupied
	}
	return rooms, err
}

func sameName(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }
