package accrual

import (
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// Agrees tells whether what is unbilled after the day is what all folios add up to, and how many have anything.
func Agrees(tx *db.Tx, sc scope.Scope, day date.Date) (agree bool, number int, err error) {
	slowly, err := db.All(tx, func(row db.Scanner) (f folio, err error) {
		err = row.Scan(&f.bookingID, &f.earned, &f.invoiced)
		return f, err
	}, `SELECT booking_id, CAST(SUM(earned) AS BIGINT), CAST(SUM(invoiced) AS BIGINT) FROM (`+moves+`) AS moves
		GROUP BY booking_id HAVING SUM(earned) <> SUM(invoiced) ORDER BY booking_id`, sc.Org, "", string(day))
	if err != nil {
		return false, 0, err
	}
	found, err := byFolio(tx, sc, day)
	return slices.Equal(found, slowly), len(slowly), err
}
