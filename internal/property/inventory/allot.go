package inventory

import (
	"maps"
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
	from, to := ends(rooms)
	held, err := db.All(tx, roomNights.Scan, `SELECT `+roomNights.Columns("n")+`
		FROM room_nights n JOIN rooms r ON r.org_id = n.org_id AND r.room_id = n.room_id
		WHERE n.org_id = $1 AND n.holder_id = $2 AND n.holder_kind = 'allotment' AND n.night >= $3 AND n.night <= $4
			AND r.category_id = $5 ORDER BY r.number_key DESC`,
		sc.Org, holderID, string(from), string(to), categoryID)
	for _, n := range held {
		if _, asked := rooms[n.Night]; !asked {
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
	return surplus, missing, err
}

// giveBack frees nights of an allotment, and tells whether one of them was in another room already.
func giveBack(tx *db.Tx, sc scope.Scope, nights []Night) (moved bool, err error) {
	byNight := map[date.Date][]any{}
	for _, n := range nights {
		byNight[n.Night] = append(byNight[n.Night], n.RoomID)
	}
	for _, night := range slices.Sorted(maps.Keys(byNight)) {
		rooms := byNight[night]
		args := append([]any{sc.Org, nights[0].HolderID, string(night)}, rooms...)
		gone, err := tx.Exec(`DELETE FROM room_nights WHERE org_id = $1 AND holder_id = $2 AND night = $3
			AND holder_kind = 'allotment' AND room_id IN (`+db.Placeholders(4, len(rooms))+`)`, args...)
		if err != nil {
			return false, err
		}
		moved = moved || gone < int64(len(rooms))
	}
	return moved, nil
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
