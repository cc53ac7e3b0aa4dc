package accrual

import (
	"maps"
	"slices"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/master"
)

// keptDay is a closed day whose unbilled revenue is kept folio by folio.
type keptDay struct {
	day date.Date // "": none is
	at  int64     // when it was kept, in UTC milliseconds
}

// keptFolio is what a folio had unbilled at the end of a day.
type keptFolio struct {
	Day    date.Date    `db:"day,key"`
	ID     string       `db:"folio_id,key"`
	Amount money.Amount `db:"amount"`
}

// mostKept is how many ends of months the first closing keeps: those before are worked out from them.
const mostKept = 13

// longest is how long a transaction may take that began before a day was kept, and ended after.
const longest = 24 * time.Hour

// keep keeps the ends of months that are closed by the last day and aren't kept yet, the newest first.
func keep(tx *db.Tx, sc scope.Scope, last date.Date) error {
	newest, err := newestKept(tx, sc)
	if err != nil {
		return err
	}
	end := last
	if last.AddDays(1).Time().Day() != 1 {
		end = monthBefore(last)
	}
	if end <= newest {
		return nil
	}
	first, err := firstPosted(tx, sc)
	if err != nil || first == "" {
		return err
	}
	for n := 0; n < mostKept && end > newest && end >= first; n++ {
		if err := keepDay(tx, sc, end); err != nil {
			return err
		}
		end = monthBefore(end)
	}
	return nil
}

// monthBefore is the last day of the month before the day's.
func monthBefore(day date.Date) date.Date { return day.AddDays(-day.Time().Day()) }

func keepDay(tx *db.Tx, sc scope.Scope, day date.Date) error {
	amounts, err := unbilledAfter(tx, sc, day)
	if err != nil {
		return err
	}
	folios := make([]keptFolio, 0, len(amounts))
	for _, id := range slices.Sorted(maps.Keys(amounts)) {
		folios = append(folios, keptFolio{day, id, amounts[id]})
	}
	return insertKept(tx, sc, keptDay{day, tx.Now.UnixMilli()}, folios)
}

// unbilledAfter is what each folio has unbilled at the end of the day, by the id of its booking or group; those with
// nothing are missing. It is that of the nearest kept day and what has moved between the two. A folio to or from which
// charges were given after that day was kept is added up anew.
func unbilledAfter(tx *db.Tx, sc scope.Scope, day date.Date) (map[string]money.Amount, error) {
	from, err := nearest(tx, sc, day)
	if err != nil {
		return nil, err
	}
	amounts := map[string]money.Amount{}
	if from.day == day {
		err = addKept(tx, sc, day, amounts)
	} else if from.day == "" {
		err = addMoves(tx, sc, "", day, 1, amounts)
	} else if err = addKept(tx, sc, from.day, amounts); err == nil && from.day < day {
		err = addMoves(tx, sc, from.day.AddDays(1), day, 1, amounts)
	} else if err == nil {
		err = addMoves(tx, sc, day.AddDays(1), from.day, -1, amounts)
	}
	if err != nil {
		return nil, err
	}
	if from.day != "" {
		given, err := master.GivenSince(tx, sc, time.UnixMilli(from.at).Add(-longest))
		if err != nil {
			return nil, err
		}
		anew, err := totals(tx, sc, given, day)
		if err != nil {
			return nil, err
		}
		for _, id := range given {
			delete(amounts, id)
		}
		for _, f := range anew {
			amounts[f.bookingID] = f.unbilled()
		}
	}
	maps.DeleteFunc(amounts, func(_ string, amount money.Amount) bool { return amount == 0 })
	return amounts, nil
}

// byFolio is what is unbilled by the end of the day, folio by folio, the oldest booking first.
func byFolio(tx *db.Tx, sc scope.Scope, last date.Date) ([]folio, error) {
	amounts, err := unbilledAfter(tx, sc, last)
	if err != nil {
		return nil, err
	}
	return totals(tx, sc, slices.Sorted(maps.Keys(amounts)), last)
}
