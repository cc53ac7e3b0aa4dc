package master

import (
	"maps"
	"slices"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/folio"
)

var (
	moves       = table.Of[Move]("folio_moves", "org_id")
	selectMoves = `SELECT ` + moves.Columns("") + ` FROM folio_moves WHERE org_id = $1 AND `
)

// AddMoves notes moves, who made them and when.
func AddMoves(tx *db.Tx, sc scope.Scope, list []Move) error {
	for i := range list {
		list[i].ID, list[i].By, list[i].At = id.New(), sc.User, tx.Now.UnixMilli()
	}
	return moves.Insert(tx, []any{sc.Org}, list...)
}

// mostMoves is how many moves a folio shows: the last ones.
const mostMoves = 500

func movesOfGroup(tx *db.Tx, sc scope.Scope, groupID string) ([]Move, error) {
	return db.All(tx, moves.Scan, selectMoves+`group_id = $2 AND group_id <> ''
		ORDER BY moved_at DESC, move_id DESC`+db.Limit(3), sc.Org, groupID, mostMoves, 0)
}

func movesOfBooking(tx *db.Tx, sc scope.Scope, bookingID string) ([]Move, error) {
	return db.All(tx, moves.Scan, selectMoves+`booking_id = $2
		ORDER BY moved_at DESC, move_id DESC`+db.Limit(3), sc.Org, bookingID, mostMoves, 0)
}

// GivenSince are the ids of the folios to or from which charges were given at this moment or later: of bookings and
// groups, each once.
func GivenSince(tx *db.Tx, sc scope.Scope, since time.Time) ([]string, error) {
	ids := map[string]bool{}
	_, err := db.All(tx, func(row db.Scanner) (m Move, err error) {
		err = row.Scan(&m.BookingID, &m.From, &m.To)
		for _, id := range []string{m.BookingID, m.From, m.To} {
			if id != "" && id != folio.OfCompany {
				ids[id] = true
			}
		}
		return m, err
	}, `SELECT booking_id, from_payer, to_payer FROM folio_moves
		WHERE org_id = $1 AND moved_at >= $2 AND `+db.Beside("kind = '"+OfCharge+"'"), sc.Org, since.UnixMilli())
	return slices.Sorted(maps.Keys(ids)), err
}
