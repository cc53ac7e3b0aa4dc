package allotment

import (
	"maps"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
)

// Night is a night of a category in an allotment.
type Night struct {
	CategoryID string    `db:"category_id,key"`
	Night      date.Date `db:"night,key"`
	Blocked    int       `db:"blocked"`
	Picked     int       `db:"picked"` // may be more than was blocked: the rest came from what was free
	Holds      bool      `db:"holds"`
	Released   bool      `db:"released"`
}

// Held is how many rooms are kept for bookings to come.
func (n Night) Held() int {
	if !n.Holds {
		return 0
	}
	return max(0, n.Blocked-n.Picked)
}

// Rooms are numbers of rooms by category and night.
type Rooms map[string]map[date.Date]int

// Add adds so many rooms of the category on the nights [from, to).
func (r Rooms) Add(categoryID string, from, to date.Date, number int) {
	for _, night := range date.Days(from, to) {
		if r[categoryID] == nil {
			r[categoryID] = map[date.Date]int{}
		}
		r[categoryID][night] += number
	}
}

// Beyond are the rooms that these have and those don't.
func (r Rooms) Beyond(those Rooms) Rooms {
	more := Rooms{}
	for categoryID, nights := range r {
		for night, number := range nights {
			if over := number - those[categoryID][night]; over > 0 {
				more.Add(categoryID, night, night.AddDays(1), over)
			}
		}
	}
	return more
}

// Categories are the ids, in their order.
func (r Rooms) Categories() []string { return slices.Sorted(maps.Keys(r)) }

// Lock locks the categories, in the order of their ids. Whoever takes nights besides locks them before.
func Lock(tx *db.Tx, sc scope.Scope, categories []string) error {
	for _, categoryID := range slices.Compact(slices.Sorted(slices.Values(categories))) {
		if err := inventory.LockCategory(tx, sc, categoryID); err != nil {
			return err
		}
	}
	return nil
}

// PickUp lets the holder's bookings have rooms. It comes before they take their nights, and after Lock.
func PickUp(tx *db.Tx, sc scope.Scope, holderID string, rooms Rooms) error {
	_, err := move(tx, sc, holderID, rooms, 1)
	return err
}

// GiveBack takes rooms back from the holder's bookings, once they have given their nights back, and after Lock. It
// tells the nights of which it couldn't hold all again.
func GiveBack(tx *db.Tx, sc scope.Scope, holderID string, rooms Rooms) (short []date.Date, err error) {
	return move(tx, sc, holderID, rooms, -1)
}

func move(tx *db.Tx, sc scope.Scope, holderID string, rooms Rooms, sign int) (short []date.Date, err error) {
	for _, categoryID := range rooms.Categories() {
		nights := rooms[categoryID]
		if err := addPicked(tx, sc, holderID, categoryID, nights, sign); err != nil {
			return nil, err
		}
		missing, err := settle(tx, sc, holderID, categoryID, nights)
		if err != nil {
			return nil, err
		}
		short = append(short, missing...)
	}
	return short, nil
}

// settle holds what is to be held of these nights of the category.
func settle(tx *db.Tx, sc scope.Scope, holderID, categoryID string, nights map[date.Date]int) ([]date.Date, error) {
	list, err := ofCategory(tx, sc, holderID, categoryID)
	if err != nil {
		return nil, err
	}
	held := map[date.Date]int{}
	for _, n := range list {
		if _, asked := nights[n.Night]; asked {
			held[n.Night] = n.Held()
		}
	}
	if err := note(tx, sc, holderID, categoryID, slices.Sorted(maps.Keys(nights))); err != nil {
		return nil, err
	}
	return inventory.Allot(tx, sc, holderID, categoryID, held)
}

// Block sets how many rooms are blocked, and holds them if holds. Nights that were released are held anew. Conflict
// names the nights on which too few rooms are free.
func Block(tx *db.Tx, sc scope.Scope, holderID string, rooms Rooms, holds bool) error {
	if err := Lock(tx, sc, rooms.Categories()); err != nil {
		return err
	}
	var short []date.Date
	for _, categoryID := range rooms.Categories() {
		if err := setBlocked(tx, sc, holderID, categoryID, rooms[categoryID], holds); err != nil {
			return err
		}
		missing, err := settle(tx, sc, holderID, categoryID, rooms[categoryID])
		if err != nil {
			return err
		}
		short = append(short, missing...)
	}
	return tooFew(short)
}

func tooFew(short []date.Date) error {
	if len(short) == 0 {
		return nil
	}
	return errs.Conflict("Too few rooms of the category are free on %s.", date.Join(short))
}

// Hold lets the allotment hold its nights from a day on, but for those that were released, or hold none of them.
func Hold(tx *db.Tx, sc scope.Scope, holderID string, from date.Date, holds bool) error {
	return change(tx, sc, holderID, func(n Night) (Night, bool) {
		was := n.Holds
		n.Holds = holds && !n.Released
		return n, n.Night >= from && n.Holds != was
	})
}

// Wash lowers what is blocked and not picked up of the nights [from, to), of one category or with "" of all, by so many
// percent, halves up. It tells how many room-nights that was.
func Wash(tx *db.Tx, sc scope.Scope, holderID, categoryID string, from, to date.Date, percent int) (washed int,
	err error) {
	err = change(tx, sc, holderID, func(n Night) (Night, bool) {
		unsold := n.Blocked - n.Picked
		if unsold <= 0 || n.Night < from || n.Night >= to || categoryID != "" && n.CategoryID != categoryID {
			return n, false
		}
		less := (unsold*percent + 50) / 100
		n.Blocked -= less
		washed += less
		return n, less > 0
	})
	return washed, err
}

// Release holds no more of the nights that are before the day and were not released yet. It tells how many room-nights
// that has freed.
func Release(tx *db.Tx, sc scope.Scope, holderID string, before date.Date) (freed int, err error) {
	err = change(tx, sc, holderID, func(n Night) (Night, bool) {
		if n.Released || n.Night >= before {
			return n, false
		}
		freed += n.Held()
		n.Holds, n.Released = false, true
		return n, true
	})
	return freed, err
}

// change changes nights of the allotment, and holds them as they are then. Conflict names the nights on which too few
// rooms are free.
func change(tx *db.Tx, sc scope.Scope, holderID string, edit func(Night) (Night, bool)) error {
	list, err := Of(tx, sc, holderID).Get()
	if err != nil || len(list) == 0 {
		return err
	}
	rooms := Rooms{}
	for _, n := range list {
		rooms.Add(n.CategoryID, n.Night, n.Night.AddDays(1), 0)
	}
	if err := Lock(tx, sc, rooms.Categories()); err != nil {
		return err
	}
	var short []date.Date
	for _, categoryID := range rooms.Categories() {
		missing, err := changeIn(tx, sc, holderID, categoryID, edit)
		if err != nil {
			return err
		}
		short = append(short, missing...)
	}
	return tooFew(short)
}

// changeIn changes nights of a locked category.
func changeIn(tx *db.Tx, sc scope.Scope, holderID, categoryID string, edit func(Night) (Night, bool)) ([]date.Date,
	error) {
	list, err := ofCategory(tx, sc, holderID, categoryID)
	if err != nil {
		return nil, err
	}
	held, washed := map[date.Date]int{}, []date.Date{}
	for _, n := range list {
		after, changed := edit(n)
		if !changed {
			continue
		}
		if err := save(tx, sc, holderID, after); err != nil {
			return nil, err
		}
		if after.Blocked != n.Blocked {
			washed = append(washed, n.Night)
		}
		held[n.Night] = after.Held()
	}
	if err := note(tx, sc, holderID, categoryID, washed); err != nil {
		return nil, err
	}
	return inventory.Allot(tx, sc, holderID, categoryID, held)
}
