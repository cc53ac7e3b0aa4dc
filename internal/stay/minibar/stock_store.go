package minibar

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
)

var (
	moveTable  = table.Of[Move]("minibar_moves", "org_id")
	stockTable = table.Of[Stock]("minibar_stock", "org_id")
	parTable   = table.Of[Par]("minibar_pars", "org_id")
)

// lockStock reads how many of an item the room holds, and keeps others from moving it until the transaction ends.
func lockStock(tx *db.Tx, sc scope.Scope, roomID, serviceID string) (Stock, error) {
	if err := tx.Do(`INSERT INTO minibar_stock (org_id, room_id, service_id, on_hand, counted_at)
			VALUES ($1, $2, $3, 0, 0)
		ON CONFLICT (org_id, room_id, service_id) DO UPDATE SET on_hand = minibar_stock.on_hand`, sc.Org, roomID,
		serviceID); err != nil {
		return Stock{}, err
	}
	return db.One(tx, stockTable.Scan, `SELECT `+stockTable.Columns("")+` FROM minibar_stock
		WHERE org_id = $1 AND room_id = $2 AND service_id = $3`, sc.Org, roomID, serviceID)
}

func saveStock(tx *db.Tx, sc scope.Scope, s Stock) error {
	return tx.Do(`UPDATE minibar_stock SET on_hand = $4, counted_at = $5
		WHERE org_id = $1 AND room_id = $2 AND service_id = $3`, sc.Org, s.RoomID, s.ServiceID, s.OnHand, s.CountedAt)
}

// movedSince is what was moved of an item after an instant, but for counts.
func movedSince(tx *db.Tx, sc scope.Scope, m Move) (int, error) {
	return db.One(tx, db.Value[int], `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM minibar_moves
		WHERE org_id = $1 AND room_id = $2 AND moved_at > $3 AND service_id = $4 AND kind <> $5`, sc.Org, m.RoomID, m.At,
		m.ServiceID, Counted)
}

// movesOf are those of a room that a sale was charged for, and what was given back of it.
func movesOf(tx *db.Tx, sc scope.Scope, roomID, saleID string) ([]Move, error) {
	return db.All(tx, moveTable.Scan, `SELECT `+moveTable.Columns("")+` FROM minibar_moves
		WHERE org_id = $1 AND room_id = $2 AND sale_id = $3`, sc.Org, roomID, saleID)
}

// mostMoves are shown of a room.
const mostMoves = 50

// lastMoves are those of a room, the last one first.
func lastMoves(tx *db.Tx, sc scope.Scope, roomID string) ([]Move, error) {
	return db.All(tx, moveTable.Scan, `SELECT `+moveTable.Columns("")+` FROM minibar_moves
		WHERE org_id = $1 AND room_id = $2 ORDER BY moved_at DESC, move_id DESC LIMIT $3`, sc.Org, roomID, mostMoves)
}

// stockOf is what the rooms hold, by room and item.
func stockOf(tx *db.Tx, sc scope.Scope, roomIDs []string) (map[string]map[string]int, error) {
	list, err := db.AllAmong(tx, stockTable.Scan, roomIDs, func(among string) string {
		return `SELECT ` + stockTable.Columns("") + ` FROM minibar_stock WHERE org_id = $1 AND room_id IN ` + among
	}, sc.Org)
	rooms := map[string]map[string]int{}
	for _, s := range list {
		if rooms[s.RoomID] == nil {
			rooms[s.RoomID] = map[string]int{}
		}
		rooms[s.RoomID][s.ServiceID] = s.OnHand
	}
	return rooms, err
}

func pars(tx *db.Tx, sc scope.Scope) ([]Par, error) {
	return db.All(tx, parTable.Scan, `SELECT `+parTable.Columns("")+` FROM minibar_pars WHERE org_id = $1
		ORDER BY place_id, service_id`, sc.Org)
}

// savePars replaces what a place is to hold.
func savePars(tx *db.Tx, sc scope.Scope, placeID string, list []Par) error {
	if err := tx.Do(`DELETE FROM minibar_pars WHERE org_id = $1 AND place_id = $2`, sc.Org, placeID); err != nil {
		return err
	}
	for _, p := range list { // somebody may have set it at the same moment
		if err := tx.Do(`INSERT INTO minibar_pars (org_id, place_id, service_id, par) VALUES ($1, $2, $3, $4)
			ON CONFLICT (org_id, place_id, service_id) DO UPDATE SET par = excluded.par`, sc.Org, p.PlaceID, p.ServiceID,
			p.Par); err != nil {
			return err
		}
	}
	return nil
}
