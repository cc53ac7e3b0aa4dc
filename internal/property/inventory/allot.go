package inventory

import (
	"cmp"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// allotTries is how often Allot looks again, because others have moved what the holder has to other rooms meanwhile.
const allotTries = 5

// Allot lets an allotment have so many rooms of the category on each of the nights, no more and no fewer. As with Keep,
// whoever wants one of these very rooms gets it while another one is free. It returns the nights on which too few are
// free; the holder has what there is then. Callers have locked the category (LockCategory).
func Allot(tx *db.Tx, sc scope.Scope, holderID, categoryID string, rooms map[date.Date]int) (short []date.Date,
	err error) {
	if len(rooms) == 0 {
		return nil, nil
	}
	for range allotTries {
		surplus, missing, err := allotted(tx, sc, holderID, categoryID, rooms)
		if err != nil {
			return nil, err
		}
		moved, err := giveBack(tx, sc, surplus)
		if err != nil {
			return nil, err
		}
		short, taken, err := allotFree(tx, sc, holderID, categoryID, missing)
		if err != nil || !moved && taken {
			return short, err
		}
	}
	return nil, errs.Conflict("These rooms changed at this moment. Try again.")
}

// allotted compares what the holder has with what it is to have: the nights that are too many, and how many rooms are
// missing by night.
func allotted(tx *db.Tx, sc scope.Scope, holderID, categoryID string, rooms map[date.Date]int) (surplus []Night,
	missing map[date.Date]int, err error) {
	missing = map[date.Date]int{}
	for night, number := range rooms {
		missing[night] = number
	}
	inCategory, err := roomsIn(tx, sc, categoryID)
	if err != nil {
		return nil, nil, err
	}
	from, to := ends(rooms)
	held, err := allottedNights(tx, sc, holderID, from, to)
	if err != nil {
		return nil, nil, err
	}
	place := func(n Night) int { return slices.Index(inCategory, n.RoomID) }
	slices.SortFunc(held, func(a, b Night) int { return cmp.Compare(place(a), place(b)) })
	for _, n := range held {
		if _, asked := rooms[n.Night]; !asked || place(n) < 0 {
			continue
		}
		if missing[n.Night]--; missing[n.Night] < 0 {
			surplus = append(surplus, n)
		}
	}
	for night, number := range missing {
		if number <= 0 {
			delete(missing, night)
		}
	}
	return surplus, missing, nil
}

// allotFree takes free rooms of the category. ok tells whether it got all that seemed free.
func allotFree(tx *db.Tx, sc scope.Scope, holderID, categoryID string, missing map[date.Date]int) (short []date.Date,
	ok bool, err error) {
	if len(missing) == 0 {
		return nil, true, nil
	}
	from, to := ends(missing)
	free, err := freeRooms(tx, sc, categoryID, from, to.AddDays(1))
	if err != nil {
		return nil, false, err
	}
	var wanted []Night
	for night, number := range missing {
		rooms := free[night]
		if len(rooms) < number {
			short = append(short, night)
		}
		for _, roomID := range rooms[:min(number, len(rooms))] {
			wanted = append(wanted, Night{RoomID: roomID, Night: night})
		}
	}
	slices.Sort(short)
	slices.SortFunc(wanted, compare)
	taken, err := take(tx, sc, Allotment, holderID, nil, wanted).Get()
	return short, taken == int64(len(wanted)), err
}

// ends are the first and the last of the nights.
func ends(rooms map[date.Date]int) (first, last date.Date) {
	for night := range rooms {
		if first == "" || night < first {
			first = night
		}
		last = max(last, night)
	}
	return first, last
}
