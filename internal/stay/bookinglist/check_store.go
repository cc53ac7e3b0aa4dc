package bookinglist

import "sarai/internal/kit/db"

const (
	countedKinds = `status, source, channel, created_by`
	counts       = `SELECT ` + countedKinds + `, number FROM booking_counts WHERE org_id = $1`
	counted      = `SELECT ` + countedKinds + `, COUNT(*) FROM bookings WHERE org_id = $1 GROUP BY ` + countedKinds
)

// Never is what the counts that the list takes its totals from must never hold. A count of nothing is as good as none.
var Never = db.Never{
	"bookings that booking_counts doesn't count": counted + ` EXCEPT ` + counts,
	"booking_counts that count something else":   counts + ` AND number <> 0 EXCEPT ` + counted,
}
