package room

import (
	"errors"
	"slices"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/lockorder"
)

// stored is a room's row.
type stored struct {
	Room
	NumberKey string        `db:"number_key"`
	Own       *money.Amount `db:"rate"` // nil: the category's rate is the room's
}

func rowOf(r Room) stored {
	row := stored{Room: r, NumberKey: strings.ToLower(r.Number)}
	if r.OwnRate {
		row.Own = &r.Rate
	}
	return row
}

var (
	rooms       = table.Of[stored]("rooms", "org_id")
	selectRooms = `SELECT ` + rooms.Columns("r") + `, c.name, c.base_rate
		FROM rooms r JOIN room_categories c ON c.org_id = r.org_id AND c.category_id = r.category_id
		WHERE r.org_id = $1`
)

func scanRoom(row db.Scanner) (Room, error) {
	var found stored
	err := row.Scan(append(rooms.Pointers(&found), &found.Category, &found.Rate)...)
	if found.Own != nil {
		found.Rate, found.OwnRate = *found.Own, true
	}
	return found.Room, err
}

func sortByNumber(rooms []Room) {
	slices.SortFunc(rooms, func(a, b Room) int { return Naturally(a.Number, b.Number) })
}

func find(tx *db.Tx, sc scope.Scope, id string) (Room, error) {
	room, err := db.One(tx, scanRoom, selectRooms+` AND r.room_id = $2`, sc.Org, id)
	if errors.Is(err, db.ErrNoRows) {
		return room, errNoRoom
	}
	return room, err
}

// lock keeps others from changing or deleting the room until the transaction ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, id string) (Room, error) {
	tx.Locks(lockorder.Rooms, id)
	if err := tx.Do(`UPDATE rooms SET updated_at = updated_at WHERE org_id = $1 AND room_id = $2`,
		sc.Org, id); err != nil {
		return Room{}, err
	}
	return find(tx, sc, id)
}

// touch notes that something about the room has changed now.
func touch(tx *db.Tx, sc scope.Scope, id string) error {
	return tx.Do(`UPDATE rooms SET updated_at = $3, version = version + 1
		WHERE org_id = $1 AND room_id = $2`, sc.Org, id, tx.Now.UnixMilli())
}

// lockExclusive waits until no booking in the making holds the shared lock on the room, so that all its nights can be
// seen.
func lockExclusive(tx *db.Tx, sc scope.Scope, id string) error {
	tx.Locks(lockorder.Rooms, id)
	var found string
	return tx.QueryRow(`SELECT room_id FROM rooms WHERE org_id = $1 AND room_id = $2`+tx.LockExclusive(),
		sc.Org, id).Scan(&found)
}

func insert(tx *db.Tx, sc scope.Scope, r Room) error {
	return rooms.InsertOr(tx, named(r), []any{sc.Org}, rowOf(r))
}

// checkNumber refuses, as a Conflict, more rooms than a hotel may have; 0 is any number. Of rooms that are made at the
// same moment, each counts those that it sees.
func checkNumber(tx *db.Tx, sc scope.Scope, most int) error {
	if most == 0 {
		return nil
	}
	var number int
	err := tx.QueryRow(`SELECT COUNT(*) FROM rooms WHERE org_id = $1`, sc.Org).Scan(&number)
	if err == nil && number > most {
		err = errs.Conflict("A hotel can have %d rooms on this server, and yours has them.", most)
	}
	return err
}

func save(tx *db.Tx, sc scope.Scope, r Room) error {
	row := rowOf(r)
	return rooms.UpdateOr(tx, named(r), []any{sc.Org}, &row)
}

// named turns a violated constraint into the field that is wrong.
func named(r Room) func(err error) error {
	return func(err error) error {
		switch {
		case db.IsUnique(err):
			return errs.InvalidField("roomNumber", "%s belongs to another room", r.Number)
		case db.IsForeignKey(err):
			return errNoCategoryOfHotel
		}
		return err
	}
}

func allRooms(tx *db.Tx, sc scope.Scope) ([]Room, error) {
	return db.All(tx, scanRoom, selectRooms, sc.Org)
}

// InUse are the categories of the rooms in use, both by their ids: for who counts rooms, at a fraction of All's cost.
func InUse(tx *db.Tx, sc scope.Scope) (map[string]string, error) {
	rows, err := tx.Query(`SELECT room_id, category_id FROM rooms WHERE org_id = $1 AND is_active`, sc.Org)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	categories := map[string]string{}
	for rows.Next() {
		var roomID, categoryID string
		if err := rows.Scan(&roomID, &categoryID); err != nil {
			return nil, err
		}
		categories[roomID] = categoryID
	}
	return categories, rows.Err()
}

// lockRoomsShared reads the rooms with these ids and keeps them from being changed or deleted; other transactions may
// hold the same lock.
func lockRoomsShared(tx *db.Tx, sc scope.Scope, ids []string) db.Later[[]Room] {
	if len(ids) == 0 {
		return db.Known[[]Room](nil, nil)
	}
	args := []any{sc.Org}
	for _, id := range ids {
		args = append(args, id)
	}
	return db.AskAll(tx, scanRoom,
		selectRooms+` AND r.room_id IN (`+db.Placeholders(2, len(ids))+`)`+tx.LockShared("r"), args...)
}

// setHousekeeping notes how clean the rooms are.
func setHousekeeping(tx *db.Tx, sc scope.Scope, ids []string, housekeeping string) error {
	for _, id := range ids {
		tx.Locks(lockorder.Rooms, id)
	}
	args := []any{sc.Org, housekeeping, tx.Now.UnixMilli()}
	for _, id := range ids {
		args = append(args, id)
	}
	return tx.Do(`UPDATE rooms SET housekeeping = $2, housekeeping_at = $3, updated_at = $3,
			version = version + 1
		WHERE org_id = $1 AND room_id IN (`+db.Placeholders(4, len(ids))+`)`, args...)
}

// Confirm notes that the room was seen at an instant, in UTC milliseconds, to be as clean as it is. That is no change
// of the room. Callers hold it.
func Confirm(tx *db.Tx, sc scope.Scope, roomID string, at int64) error {
	return tx.Do(`UPDATE rooms SET housekeeping_at = $3 WHERE org_id = $1 AND room_id = $2`, sc.Org, roomID, at)
}

func remove(tx *db.Tx, sc scope.Scope, r Room) error {
	_, err := tx.Exec(`DELETE FROM rooms WHERE org_id = $1 AND room_id = $2`, sc.Org, r.ID)
	if db.IsForeignKey(err) {
		return errs.Conflict("Room %s has been booked before, so its record must stay; deactivate it instead.", r.Number)
	}
	return err
}
