package room

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"sarai/internal/books/businessday"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
)

// Service reads and changes categories, rooms and blocks.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	statuses Statuses
	maxRooms int // that a hotel may have; 0: any number
}

// Statuses tells what the calendar shows for rooms on a day, by room id; a room that is missing is available.
type Statuses func(tx *db.Tx, sc scope.Scope, day date.Date) (map[string]string, error)

// New makes the service of hotels that may have so many rooms; 0: any number. It panics without statuses, which
// packages above know.
func New(d *db.DB, bus *event.Bus, statuses Statuses, maxRooms int) *Service {
	if statuses == nil {
		panic("room.New: statuses is nil")
	}
	return &Service{db: d, bus: bus, statuses: statuses, maxRooms: maxRooms}
}

// Create makes a room. It sets the ID, the category's name and the times, and without OwnRate the rate too.
func (s *Service) Create(ctx context.Context, sc scope.Scope, r Room) (View, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (View, error) {
		days, err := businessday.Hold(tx, sc).Get()
		if err != nil {
			return View{}, err
		}
		created, err := s.create(tx, sc, r, days)
		if err != nil {
			return View{}, err
		}
		return s.view(tx, sc, created)
	})
}

func (s *Service) create(tx *db.Tx, sc scope.Scope, r Room, days businessday.Days) (Room, error) {
	r.ID = id.New()
	r.CreatedAt, r.UpdatedAt, r.Version = tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
	r.HousekeepingAt = r.CreatedAt
	if err := insert(tx, sc, r); err != nil {
		return r, err
	}
	if err := checkNumber(tx, sc, s.maxRooms); err != nil {
		return r, err
	}
	if r.Active {
		if err := inventory.Enter(tx, sc, r.ID, days); err != nil {
			return r, err
		}
	}
	made, err := find(tx, sc, r.ID)
	if err != nil {
		return r, err
	}
	return made, s.bus.Publish(tx, sc, created.Of(made.ID, made.facts(sc)))
}

// LockShared reads rooms, active or not, and keeps them from being made inactive or deleted until the transaction ends.
// Other transactions may hold the same lock. Ids that are no room of the organization are missing from the map.
func (s *Service) LockShared(tx *db.Tx, sc scope.Scope, ids []string) db.Later[map[string]Room] {
	return db.Then(lockRoomsShared(tx, sc, ids), func(list []Room) (map[string]Room, error) {
		rooms := make(map[string]Room, len(list))
		for _, room := range list {
			rooms[room.ID] = room
		}
		return rooms, nil
	})
}

// LockExclusive is LockShared for a caller that holds days of the rooms: no other transaction has a lock on them.
func (s *Service) LockExclusive(tx *db.Tx, sc scope.Scope, ids []string) db.Later[map[string]Room] {
	for _, id := range slices.Sorted(slices.Values(ids)) {
		_ = lockExclusive(tx, sc, id) // the rooms tell of every failure
	}
	return s.LockShared(tx, sc, ids)
}

// All lists every room, active or not, in the natural order of their numbers: 2 before 10.
func (s *Service) All(tx *db.Tx, sc scope.Scope) ([]Room, error) {
	rooms, err := allRooms(tx, sc)
	sortByNumber(rooms)
	return rooms, err
}

// MarkDirty records that the rooms need cleaning. Callers publish the event.
func (s *Service) MarkDirty(tx *db.Tx, sc scope.Scope, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	return setHousekeeping(tx, sc, ids, Dirty)
}

// change applies an edit to the room, with the rules of becoming inactive. It stores and publishes nothing when nothing
// differs.
func (s *Service) change(ctx context.Context, sc scope.Scope, roomID string, edit func(*Room) error) (View, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (View, error) {
		days, err := businessday.Hold(tx, sc).Get()
		if err != nil {
			return View{}, err
		}
		after, err := s.ChangeIn(tx, sc, roomID, days, edit)
		if err != nil {
			return View{}, err
		}
		return s.view(tx, sc, after)
	})
}

// ChangeIn applies an edit to the room, as an update does, inside the caller's transaction, which has locked the
// hotel's days before any room. A room that becomes as clean as it is does so now, unless the edit says when.
func (s *Service) ChangeIn(tx *db.Tx, sc scope.Scope, roomID string, days businessday.Days,
	edit func(*Room) error) (Room, error) {
	before, err := lock(tx, sc, roomID)
	if err == nil {
		err = sc.CheckVersion(before.Version)
	}
	if err != nil {
		return before, err
	}
	room := before
	room.HousekeepingAt = tx.Now.UnixMilli() // unless the edit knows better
	if err := edit(&room); err != nil {
		return before, err
	}
	if room.Housekeeping == before.Housekeeping {
		room.HousekeepingAt = before.HousekeepingAt
	}
	if room == before {
		return before, nil
	}
	if before.Active && !room.Active {
		if err := checkUnheld(tx, sc, room); err != nil {
			return before, err
		}
	} else if before.CategoryID != room.CategoryID {
		if err := vacate(tx, sc, before); err != nil {
			return before, err
		}
	}
	room.UpdatedAt = tx.Now.UnixMilli()
	if err := save(tx, sc, room); err != nil {
		return before, err
	}
	if err := followService(tx, sc, before, room, days); err != nil {
		return before, err
	}
	after, err := find(tx, sc, roomID) // with the name and rate of what may be another category
	if err != nil {
		return before, err
	}
	e := updated.Of(after.ID, updatedDetails{after.Number,
		event.FromTo[facts]{Before: before.facts(sc), After: after.facts(sc)}})
	if before.Housekeeping != after.Housekeeping {
		e.Touched = map[string][]string{"housekeeping": {after.ID}}
	}
	return after, s.bus.Publish(tx, sc, e)
}

// followService notes from which day on a room that has become active is in use, or one that was is no more.
func followService(tx *db.Tx, sc scope.Scope, before, after Room, days businessday.Days) error {
	switch {
	case after.Active && !before.Active:
		return inventory.Enter(tx, sc, after.ID, days)
	case before.Active && !after.Active:
		return inventory.Retire(tx, sc, after.ID, days)
	}
	return nil
}

// checkUnheld refuses to make a room inactive that has nights held from today on.
func checkUnheld(tx *db.Tx, sc scope.Scope, r Room) error {
	if err := vacate(tx, sc, r); err != nil {
		return err
	}
	return unheld(tx, sc, r, inventory.Booking, inventory.Early, inventory.Block, inventory.Option)
}

// vacate gives bookings for which the room is only kept, since none is assigned to them yet, others of its category.
func vacate(tx *db.Tx, sc scope.Scope, r Room) error {
	if err := lockExclusive(tx, sc, r.ID); err != nil {
		return err
	}
	night, ok, err := inventory.Vacate(tx, sc, r.ID, sc.Today(tx.Now))
	if err == nil && !ok {
		err = errs.Conflict("Bookings of its category need room %s on the night of %s: no other one is free.",
			r.Number, night.Short())
	}
	return err
}

// SetHousekeeping records how clean the room is.
func (s *Service) SetHousekeeping(ctx context.Context, sc scope.Scope, roomID, housekeeping string) (View, error) {
	return s.change(ctx, sc, roomID, func(r *Room) error {
		r.Housekeeping = housekeeping
		return nil
	})
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, roomID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		days, err := businessday.Hold(tx, sc).Get()
		if err != nil {
			return err
		}
		room, err := lock(tx, sc, roomID)
		if err != nil {
			return err
		}
		if err := vacate(tx, sc, room); err != nil {
			return err
		}
		if err := unheld(tx, sc, room, inventory.Booking, inventory.Early, inventory.Option); err != nil {
			return err
		}
		if err := removeBlocks(tx, sc, roomID); err != nil {
			return err
		}
		if err := remove(tx, sc, room); err != nil {
			return err
		}
		if err := inventory.Retire(tx, sc, roomID, days); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, deleted.Of(room.ID, room.facts(sc)))
	})
}

// unheld is a Conflict when a holder of one of these kinds has a night of the room from today on.
func unheld(tx *db.Tx, sc scope.Scope, r Room, kinds ...string) error {
	for _, kind := range kinds {
		night, held, err := inventory.FirstHeld(tx, sc, kind, r.ID, sc.Today(tx.Now))
		switch {
		case err != nil:
			return err
		case held && kind == inventory.Booking:
			return errs.Conflict("Room %s is booked for the night of %s. Move or cancel that booking first.", r.Number,
				night.Short())
		case held && kind == inventory.Early:
			return errs.Conflict("Room %s is kept on the night of %s for a guest who came early. Move that booking first.",
				r.Number, night.Short())
		case held && kind == inventory.Option:
			return errs.Conflict("Room %s is on hold for the night of %s. Release that hold first.", r.Number,
				night.Short())
		case held:
			return errs.Conflict("Room %s is blocked for the night of %s. Remove that block first.", r.Number,
				night.Short())
		}
	}
	return nil
}

// filter chooses rooms; its zero value takes all.
type filter struct {
	categoryID, floor, housekeeping, status, search string
	active                                          *bool
	byNumber                                        bool // else newest first
}

// asked is all that the filter asks for.
func (f filter) asked() []any {
	asked := []any{f.categoryID, f.floor, f.housekeeping, f.status, f.search, f.byNumber}
	if f.active != nil {
		asked = append(asked, *f.active)
	}
	return asked
}

func (f filter) takes(r Room, status string) bool {
	search := strings.ToLower(f.search)
	return (f.categoryID == "" || f.categoryID == r.CategoryID) &&
		(f.floor == "" || strings.EqualFold(f.floor, r.Floor)) &&
		(f.housekeeping == "" || f.housekeeping == r.Housekeeping) &&
		(f.status == "" || f.status == status) &&
		(f.active == nil || *f.active == r.Active) &&
		(strings.Contains(strings.ToLower(r.Number), search) || strings.Contains(strings.ToLower(r.Category), search))
}

// standing is a room and how it stands today.
type standing struct {
	Room
	status string
}

// A hotel has few enough rooms to choose and order them here, where 2 comes before 10.
var (
	newestFirst = listing.Held[standing]{Name: "rooms",
		Place:   func(r standing) []any { return []any{r.CreatedAt, r.ID} },
		Compare: func(a, b []any) int { return cmp.Or(cmp.Compare(b[0].(int64), a[0].(int64)), byText(b[1], a[1])) }}
	byNumber = listing.Held[standing]{Name: "rooms",
		Place:   func(r standing) []any { return []any{r.Number, r.ID} },
		Compare: func(a, b []any) int { return cmp.Or(Naturally(a[0].(string), b[0].(string)), byText(a[1], b[1])) }}
)

func byText(a, b any) int { return strings.Compare(a.(string), b.(string)) }

// list returns one page of the rooms that the filter takes.
func (s *Service) list(ctx context.Context, sc scope.Scope, f filter, p paging.Query) (listing.Page[standing], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (page listing.Page[standing], err error) {
		rooms, err := allRooms(tx, sc)
		if err != nil {
			return page, err
		}
		statuses, err := s.statuses(tx, sc, sc.Today(tx.Now))
		if err != nil {
			return page, err
		}
		var taken []standing
		for _, room := range rooms {
			if status := statusOf(statuses, room.ID); f.takes(room, status) {
				taken = append(taken, standing{room, status})
			}
		}
		order := newestFirst
		if f.byNumber {
			order = byNumber
		}
		return order.Page(sc, f.asked(), taken, p)
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, roomID string) (View, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (View, error) {
		room, err := find(tx, sc, roomID)
		if err != nil {
			return View{}, err
		}
		return s.view(tx, sc, room)
	})
}

func (s *Service) view(tx *db.Tx, sc scope.Scope, r Room) (View, error) {
	statuses, err := s.statuses(tx, sc, sc.Today(tx.Now))
	return r.view(sc, statusOf(statuses, r.ID)), err
}

func statusOf(statuses map[string]string, roomID string) string {
	if status, known := statuses[roomID]; known {
		return status
	}
	return available
}
