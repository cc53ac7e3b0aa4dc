package inventory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/books/businessday"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// The kinds of holders.
const (
	Booking = "booking"
	Early   = "early" // a booking, by its id: nights before its stay, kept for guests who are in house already
	Block   = "block"
	// Unassigned is a booking too, by its id: nights of its entries that have no room of their own yet. See Keep.
	Unassigned = "unassigned"
	// Allotment is a group, by its id: nights of some rooms of a category, kept for its bookings to come. See Allot.
	Allotment = "allotment"
	Option    = "hold" // rooms kept for somebody until a time; see HoldUntil
)

// Stay is a room for the nights [From, To), or for the daytime of From. RoomNumber is only for messages.
type Stay struct {
	RoomID     string
	RoomNumber string
	From, To   date.Date
	DayUse     bool // then To is From
}

// Night is one held night of a room.
type Night struct {
	RoomID   string    `db:"room_id,key"`
	Night    date.Date `db:"night,key"`
	Kind     string    `db:"holder_kind"` // one of the kinds of holders
	HolderID string    `db:"holder_id"`
}

// Hold takes every night of the stays for the holder, also from options whose time is over. If one of them is held
// otherwise, even by the holder itself, it fails with a Conflict whose message names rooms and nights. The value is how
// many nights it took.
func Hold(tx *db.Tx, sc scope.Scope, kind, holderID string, stays []Stay) db.Later[int] {
	return hold(tx, sc, kind, holderID, nil, stays)
}

// HoldUntil is Hold for an option. From the instant on, in UTC milliseconds, anybody may take its nights.
func HoldUntil(tx *db.Tx, sc scope.Scope, holderID string, expiresAt int64, stays []Stay) db.Later[int] {
	return hold(tx, sc, Option, holderID, &expiresAt, stays)
}

// HoldFree takes those of the nights that are free, and tells how many are not.
func HoldFree(tx *db.Tx, sc scope.Scope, kind, holderID string, stays []Stay) (missed int, err error) {
	nights, err := nightsOf(stays)
	if err != nil {
		return 0, err
	}
	taken, err := take(tx, sc, kind, holderID, nil, nights).Get()
	return len(nights) - int(taken), err
}

func hold(tx *db.Tx, sc scope.Scope, kind, holderID string, expiresAt *int64, stays []Stay) db.Later[int] {
	nights, err := nightsOf(stays)
	if err != nil || len(stays) == 0 {
		return db.Known(0, err)
	}
	var days db.Later[businessday.Days]
	before := earlier(stays, sc.Today(tx.Now))
	if len(before) > 0 {
		days = businessday.Hold(tx, sc)
	}
	taken, used := take(tx, sc, kind, holderID, expiresAt, nights), daysUsed(tx, sc, stays)
	return db.Then(taken, func(inserted int64) (int, error) {
		if inserted < int64(len(nights)) {
			more, err := takeAgain(tx, sc, kind, holderID, expiresAt, nights)
			if err != nil {
				return 0, err
			}
			inserted += more
		}
		if inserted < int64(len(nights)) {
			held, err := heldByOthers(tx, sc, holderID, stays)
			return 0, cmp.Or(err, conflict(stays, nights, held))
		}
		if err := holdDays(tx, sc, holderID, dayUses(stays)); err != nil {
			return 0, err
		}
		if err := requireNoDayUse(used, kind, stays); err != nil {
			return 0, err
		}
		open, err := days.Get()
		if err != nil {
			return 0, err
		}
		return len(nights), enterEarlier(tx, sc, open, before)
	})
}

// takeAgain takes those of the nights from which it can displace what was kept for rooms that are not assigned.
func takeAgain(tx *db.Tx, sc scope.Scope, kind, holderID string, expiresAt *int64, nights []Night) (int64, error) {
	freed, err := displace(tx, sc, nights)
	if err != nil {
		return 0, err
	}
	return take(tx, sc, kind, holderID, expiresAt, freed).Get()
}

// nightsOf lists the nights of the stays, ordered by room and night. It fails with a Conflict if a room is asked for
// twice for the same night.
func nightsOf(stays []Stay) ([]Night, error) {
	var nights []Night
	for _, stay := range stays {
		for night := stay.From; night < stay.To; night = night.AddDays(1) {
			nights = append(nights, Night{RoomID: stay.RoomID, Night: night})
		}
	}
	slices.SortFunc(nights, compare)
	for i := 1; i < len(nights); i++ {
		if compare(nights[i-1], nights[i]) == 0 {
			number := stays[slices.IndexFunc(stays, func(s Stay) bool { return s.RoomID == nights[i].RoomID })].RoomNumber
			return nil, errs.Conflict("Room %s is asked for twice on %s.", number, nights[i].Night.Short())
		}
	}
	return nights, nil
}

func compare(a, b Night) int {
	return cmp.Or(strings.Compare(a.RoomID, b.RoomID), strings.Compare(string(a.Night), string(b.Night)))
}

// How much a message names.
const (
	roomsNamed  = 5
	nightsNamed = 3 // of each room
)

// conflict says which of the wanted nights are held: a sentence for each room, in the order of the stays.
func conflict(stays []Stay, wanted, held []Night) error {
	taken := map[string][]Night{}
	for _, night := range held {
		if _, isWanted := slices.BinarySearchFunc(wanted, night, compare); isWanted {
			taken[night.RoomID] = append(taken[night.RoomID], night)
		}
	}
	var sentences []string
	unnamed := 0
	for _, stay := range stays {
		nights := taken[stay.RoomID]
		delete(taken, stay.RoomID) // a room in two stays is named once
		switch {
		case len(nights) == 0:
		case len(sentences) == roomsNamed:
			unnamed++
		default:
			sentences = append(sentences, sentence(stay.RoomNumber, nights))
		}
	}
	switch {
	case len(sentences) == 0:
		// The holder has the nights itself, or they were released at this moment.
		return errs.Conflict("These rooms could not be held for these nights, because they changed at this moment or are " +
			"held for it already. Read them again.")
	case unnamed == 1:
		sentences = append(sentences, "One more room is taken.")
	case unnamed > 1:
		sentences = append(sentences, fmt.Sprintf("%d more rooms are taken.", unnamed))
	}
	return errs.Conflict("%s", strings.Join(sentences, " "))
}

// sentence is such as "Room 101 is taken on 3 Apr 2026, 4 Apr 2026, 5 Apr 2026 and 2 more nights."
func sentence(roomNumber string, nights []Night) string {
	word := "blocked"
	var dates []string
	for _, night := range nights {
		if night.Kind != Block {
			word = "taken"
		}
		dates = append(dates, night.Night.Short())
	}
	last := ""
	switch more := len(dates) - nightsNamed; {
	case more == 1:
		last = "one more night"
	case more > 1:
		last = fmt.Sprintf("%d more nights", more)
	case len(dates) > 1:
		last = dates[len(dates)-1]
		dates = dates[:len(dates)-1]
	}
	text := strings.Join(dates[:min(len(dates), nightsNamed)], ", ")
	if last != "" {
		text += " and " + last
	}
	return fmt.Sprintf("Room %s is %s on %s.", roomNumber, word, text)
}
