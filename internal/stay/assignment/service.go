package assignment

import (
	"context"
	"errors"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
	"sarai/internal/property/room"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/change"
	"sarai/internal/stay/lodging"
)

// Service assigns rooms.
type Service struct {
	db      *db.DB
	clock   clock.Clock
	rooms   *room.Service
	changes *change.Service
}

// New makes the service.
func New(d *db.DB, c clock.Clock, rooms *room.Service, changes *change.Service) *Service {
	return &Service{db: d, clock: c, rooms: rooms, changes: changes}
}

// Choice is the room that an entry is given; without a RoomID no room is free for all of its nights.
type Choice struct {
	entry
	Number, Before string // the room's number, and that of the room before; "" for none
	RoomID         string
}

var errTried = errors.New("only tried")

// Assign gives the entries of the bookings that arrive from one day to another, both included, rooms of their
// categories, or with dry only tells which it would give.
func (s *Service) Assign(ctx context.Context, sc scope.Scope, from, to date.Date, dry bool) (
	choices []Choice, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		choices, err = s.choose(tx, sc, from, to)
		if err != nil {
			return err
		}
		if dry {
			return errTried
		}
		return s.apply(tx, sc, choices)
	})
	if errors.Is(err, errTried) {
		err = nil
	}
	return choices, err
}

// choose plans category by category.
func (s *Service) choose(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]Choice, error) {
	entries, err := s.entries(tx, sc, from, to)
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	rooms, err := s.rooms.All(tx, sc)
	if err != nil {
		return nil, err
	}
	numbers, byCategory, of := map[string]string{}, map[string][]string{}, map[string][]entry{}
	for _, r := range rooms {
		numbers[r.ID] = r.Number
		if r.Active {
			byCategory[r.CategoryID] = append(byCategory[r.CategoryID], r.ID)
		}
	}
	var order []string
	for _, e := range entries {
		if of[e.categoryID] == nil {
			order = append(order, e.categoryID)
		}
		of[e.categoryID] = append(of[e.categoryID], e)
	}
	others, err := takenByOthers(tx, sc, entries)
	if err != nil {
		return nil, err
	}
	var choices []Choice
	for _, categoryID := range order {
		chosen := plan(of[categoryID], byCategory[categoryID], others)
		for i, e := range of[categoryID] {
			if roomID := chosen[i]; roomID == "" || roomID != e.roomID {
				choices = append(choices, Choice{e, numbers[roomID], numbers[e.roomID], roomID})
			}
		}
	}
	return choices, nil
}

// entries are what may be given a room: of bookings whose guests have not arrived, the open ones, and those whose room
// is not locked. It locks the bookings.
func (s *Service) entries(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]entry, error) {
	ids, err := arriving(tx, sc, from, to)
	if err != nil {
		return nil, err
	}
	var list []entry
	for _, id := range ids {
		b, err := booking.Lock(tx, sc, id).Get()
		if err != nil {
			return nil, err
		}
		if b.Status != booking.Confirmed {
			continue
		}
		for _, r := range b.Rooms.Current() {
			e := entry{bookingID: b.ID, code: b.Code, position: r.Position, roomID: r.RoomID, categoryID: r.CategoryID,
				from: r.From, to: r.To}
			if movable(*r) {
				list = append(list, e)
			}
		}
	}
	return list, nil
}

func movable(r lodging.Room) bool { return r.CategoryID != "" && !r.Locked && r.From < r.To }

// takenByOthers are the nights, while the entries last and some before, that are neither theirs nor kept for open ones
// or groups.
func takenByOthers(tx *db.Tx, sc scope.Scope, entries []entry) (taken, error) {
	const before = 31
	from, to := entries[0].from, entries[0].to
	own := taken{}
	for _, e := range entries {
		from, to = min(from, e.from), max(to, e.to)
		if e.roomID != "" {
			own.add(e.roomID, e.from, e.to)
		}
	}
	nights, err := inventory.Held(tx, sc, from.AddDays(-before), to)
	others := taken{}
	for _, n := range nights {
		if n.Kind != inventory.Unassigned && n.Kind != inventory.Allotment && !own[n.RoomID][n.Night] {
			others.add(n.RoomID, n.Night, n.Night.AddDays(1))
		}
	}
	return others, err
}

// apply makes the choices: rooms that change hands are all taken back before they are given.
func (s *Service) apply(tx *db.Tx, sc scope.Scope, choices []Choice) error {
	for _, c := range choices {
		if c.RoomID != "" && c.entry.roomID != "" {
			if _, err := s.changes.MakeIn(tx, sc, c.bookingID, change.Unassign{RoomID: c.entry.roomID}); err != nil {
				return err
			}
		}
	}
	for _, c := range choices {
		if c.RoomID == "" {
			continue
		}
		b, err := booking.Find(tx, sc, c.bookingID).Get()
		if err != nil {
			return err
		}
		give := change.Assign{EntryID: b.Rooms[c.position].EntryID, RoomID: c.RoomID}
		if _, err := s.changes.MakeIn(tx, sc, c.bookingID, give); err != nil {
			return err
		}
	}
	return nil
}
