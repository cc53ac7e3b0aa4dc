package inventory

import (
	"errors"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/lockorder"
)

var (
	roomNights   = table.Of[Night]("room_nights", "org_id")
	selectNights = `SELECT ` + roomNights.Columns("") + ` FROM room_nights WHERE org_id = $1`
)

// rowsPerInsert bounds a statement's parameters, of which engines take only so many.
const rowsPerInsert = 1000

// take holds those of the nights that are free, or an option's whose time is over, and tells how many there were. The
// conflicting row is taken over in the same statement, so no other holder can come between.
func take(tx *db.Tx, sc scope.Scope, kind, holderID string, expiresAt *int64, nights []Night) db.Later[int64] {
	tx.Locks(lockorder.Nights, sc.Org)
	var taken []db.Later[int64]
	for chunk := range slices.Chunk(nights, rowsPerInsert) {
		args := make([]any, 0, 6*len(chunk)+1)
		for _, night := range chunk {
			args = append(args, sc.Org, night.RoomID, string(night.Night), kind, holderID, expiresAt)
		}
		taken = append(taken, db.AskChanged(tx, `INSERT INTO room_nights
				(org_id, room_id, night, holder_kind, holder_id, expires_at)
			VALUES `+db.Rows(6, len(chunk))+` ON CONFLICT (org_id, room_id, night) DO UPDATE
				SET holder_kind = excluded.holder_kind, holder_id = excluded.holder_id, expires_at = excluded.expires_at
			WHERE room_nights.expires_at <= `+db.Placeholders(6*len(chunk)+1, 1), append(args, tx.Now.UnixMilli())...))
	}
	return db.Then(db.Every(taken), func(counts []int64) (sum int64, _ error) {
		for _, n := range counts {
			sum += n
		}
		return sum, nil
	})
}

// heldByOthers lists the nights that others hold in the rooms of the stays, between their first and their last night.
func heldByOthers(tx *db.Tx, sc scope.Scope, holderID string, stays []Stay) ([]Night, error) {
	from, to := span(stays)
	args := append([]any{sc.Org, holderID, string(from), string(to)}, roomsOf(stays)...)
	return db.All(tx, roomNights.Scan, selectNights+` AND holder_id <> $2 AND night >= $3 AND night < $4 AND room_id IN (`+
		db.Placeholders(5, len(stays))+`) ORDER BY room_id, night`, args...)
}

// span is from the first night of the stays to the day after the last one.
func span(stays []Stay) (from, to date.Date) {
	from, to = stays[0].From, stays[0].To
	for _, stay := range stays {
		from, to = min(from, stay.From), max(to, stay.To)
	}
	return from, to
}

// release frees the holder's nights of the stays. Nights that it doesn't hold stay as they are.
func release(tx *db.Tx, sc scope.Scope, holderID string, stays []Stay) error {
	for _, group := range alike(stays) {
		args := []any{sc.Org, holderID, string(group[0].From), string(group[0].To)}
		if err := tx.Do(`DELETE FROM room_nights
			WHERE org_id = $1 AND holder_id = $2 AND night >= $3 AND night < $4
				AND room_id IN (`+db.Placeholders(5, len(group))+`)`, append(args, roomsOf(group)...)...); err != nil {
			return err
		}
	}
	return nil
}

// roomsOf are the ids of the stays' rooms, as arguments.
func roomsOf(stays []Stay) []any {
	ids := make([]any, len(stays))
	for i, stay := range stays {
		ids[i] = stay.RoomID
	}
	return ids
}

// ReleaseBetween frees the holder's nights [from, to) in all rooms.
func ReleaseBetween(tx *db.Tx, sc scope.Scope, holderID string, from, to date.Date) error {
	if from >= to {
		return nil
	}
	return tx.Do(`DELETE FROM room_nights WHERE org_id = $1 AND holder_id = $2 AND night >= $3 AND night < $4`,
		sc.Org, holderID, string(from), string(to))
}

// Prolong lets an option keep its nights until another time, in UTC milliseconds, and tells how many it still has.
func Prolong(tx *db.Tx, sc scope.Scope, holderID string, expiresAt int64) (nights int64, err error) {
	tx.Locks(lockorder.Nights, sc.Org)
	return tx.Exec(`UPDATE room_nights SET expires_at = $3
		WHERE org_id = $1 AND holder_id = $2 AND holder_kind = 'hold'`, sc.Org, holderID, expiresAt)
}

// ReleaseAll frees every night and day of the holder, past ones too.
func ReleaseAll(tx *db.Tx, sc scope.Scope, holderID string) error {
	err := tx.Do(`DELETE FROM room_nights WHERE org_id = $1 AND holder_id = $2`, sc.Org, holderID)
	if err == nil {
		err = tx.Do(`DELETE FROM room_days WHERE org_id = $1 AND holder_id = $2`, sc.Org, holderID)
	}
	return err
}

// releaseKind frees every night that the holder has in this kind.
func releaseKind(tx *db.Tx, sc scope.Scope, kind, holderID string) error {
	return tx.Do(`DELETE FROM room_nights WHERE org_id = $1 AND holder_id = $2 AND holder_kind = $3`,
		sc.Org, holderID, kind)
}

// releaseNight frees one night that is kept for an entry or an allotment, and tells whether it was.
func releaseNight(tx *db.Tx, sc scope.Scope, n Night) (bool, error) {
	gone, err := tx.Exec(`DELETE FROM room_nights
		WHERE org_id = $1 AND room_id = $2 AND night = $3 AND holder_kind = $5 AND holder_id = $4`,
		sc.Org, n.RoomID, string(n.Night), n.HolderID, n.Kind)
	return gone == 1, err
}

// LockCategory keeps others from looking for free rooms of the category until the transaction ends.
func LockCategory(tx *db.Tx, sc scope.Scope, categoryID string) error {
	tx.Locks(lockorder.Categories, categoryID)
	return tx.Do(`UPDATE room_categories SET updated_at = updated_at WHERE org_id = $1 AND category_id = $2`,
		sc.Org, categoryID)
}

// roomsIn lists the category's rooms in use, the last numbers first, and keeps them from being made inactive until the
// transaction ends.
func roomsIn(tx *db.Tx, sc scope.Scope, categoryID string) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT r.room_id FROM rooms r
		WHERE r.org_id = $1 AND r.category_id = $2 AND r.is_active ORDER BY r.number_key DESC`+tx.LockShared("r"),
		sc.Org, categoryID)
}

// freeRooms finds the category's rooms in use that are free on each of the nights [from, to), and keeps them from being
// made inactive until the transaction ends.
func freeRooms(tx *db.Tx, sc scope.Scope, categoryID string, from, to date.Date) (freeByNight, error) {
	rooms, err := roomsIn(tx, sc, categoryID)
	if err != nil {
		return nil, err
	}
	held, err := db.All(tx, roomNights.Scan, `SELECT `+roomNights.Columns("n")+`
		FROM room_nights n JOIN rooms r ON r.org_id = n.org_id AND r.room_id = n.room_id
		WHERE n.org_id = $1 AND n.night >= $2 AND n.night < $3 AND r.category_id = $4 AND `+unexpired+`$5)`,
		sc.Org, string(from), string(to), categoryID, tx.Now.UnixMilli())
	if err != nil {
		return nil, err
	}
	taken := map[Night]bool{}
	for _, n := range held {
		taken[Night{RoomID: n.RoomID, Night: n.Night}] = true
	}
	free := freeByNight{}
	for _, day := range date.Days(from, to) {
		for _, roomID := range rooms {
			if !taken[Night{RoomID: roomID, Night: day}] {
				free[day] = append(free[day], roomID)
			}
		}
	}
	return free, nil
}

// kept is a night that is kept for an entry of a category, or an allotment.
type kept struct {
	Night
	categoryID string
}

const selectKept = `FROM room_nights n JOIN rooms r ON r.org_id = n.org_id AND r.room_id = n.room_id
	WHERE n.org_id = $1 AND n.holder_kind IN ('unassigned', 'allotment')`

// keptIn finds those of the nights that are kept for entries and allotments, in the order of rooms and nights.
func keptIn(tx *db.Tx, sc scope.Scope, nights []Night) ([]kept, error) {
	if len(nights) == 0 {
		return nil, nil
	}
	from, to := nights[0].Night, nights[0].Night
	var rooms []string
	for _, n := range nights {
		from, to, rooms = min(from, n.Night), max(to, n.Night), append(rooms, n.RoomID)
	}
	slices.Sort(rooms)
	rooms = slices.Compact(rooms)
	args := []any{sc.Org, string(from), string(to)}
	for _, roomID := range rooms {
		args = append(args, roomID)
	}
	found, err := db.All(tx, func(row db.Scanner) (k kept, err error) {
		err = row.Scan(append(roomNights.Pointers(&k.Night), &k.categoryID)...)
		return k, err
	}, `SELECT `+roomNights.Columns("n")+`, r.category_id `+selectKept+` AND n.night >= $2 AND n.night <= $3
		AND n.room_id IN (`+db.Placeholders(4, len(rooms))+`) ORDER BY n.room_id, n.night`, args...)
	return slices.DeleteFunc(found, func(k kept) bool {
		return !slices.ContainsFunc(nights, func(n Night) bool { return compare(n, k.Night) == 0 })
	}), err
}

// keptFrom finds the nights of the room that are kept for entries and allotments, from one on.
func keptFrom(tx *db.Tx, sc scope.Scope, roomID string, from date.Date) ([]Night, error) {
	return db.All(tx, roomNights.Scan, `SELECT `+roomNights.Columns("n")+` `+selectKept+`
		AND n.room_id = $2 AND n.night >= $3`, sc.Org, roomID, string(from))
}

// unexpired is the condition on room_nights n that the night isn't an option's whose time, compared with the parameter,
// is over.
const unexpired = `(n.expires_at IS NULL OR n.expires_at > `

// FirstHeld finds the first night, or of a booking day, on or after from that a holder of this kind has in the room,
// unless its time is over. ok is false if there is none.
func FirstHeld(tx *db.Tx, sc scope.Scope, kind, roomID string, from date.Date) (night date.Date, ok bool, err error) {
	err = tx.QueryRow(`SELECT n.night FROM room_nights n
			WHERE n.org_id = $1 AND n.room_id = $2 AND n.night >= $3 AND n.holder_kind = $4 AND `+unexpired+`$5)
		UNION ALL SELECT d.day FROM room_days d
			WHERE d.org_id = $1 AND d.room_id = $2 AND d.day >= $3 AND $4 = '`+Booking+`'
		ORDER BY night LIMIT 1`, sc.Org, roomID, string(from), kind, tx.Now.UnixMilli()).Scan((*string)(&night))
	if errors.Is(err, db.ErrNoRows) {
		return "", false, nil
	}
	return night, err == nil, err
}

// Held lists the nights [from, to) that are held in all rooms.
func Held(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]Night, error) {
	return db.All(tx, roomNights.Scan, `SELECT `+roomNights.Columns("n")+` FROM room_nights n
		WHERE n.org_id = $1 AND n.night >= $2 AND n.night < $3 AND `+unexpired+`$4)`,
		sc.Org, string(from), string(to), tx.Now.UnixMilli())
}

// Taken is what is held in all rooms between two dates.
type Taken struct{ nights, days map[string][]date.Date }

// ReadTaken reads what is held from the night from on, up to the day to: for who asks about many stays between them.
func ReadTaken(tx *db.Tx, sc scope.Scope, from, to date.Date) (taken Taken, err error) {
	taken.nights, err = byRoom(tx, `SELECT n.room_id, n.night FROM room_nights n
		WHERE n.org_id = $1 AND n.night >= $2 AND n.night < $3 AND `+unexpired+`$4)`,
		sc.Org, string(from), string(to), tx.Now.UnixMilli())
	if err == nil {
		taken.days, err = byRoom(tx, `SELECT d.room_id, d.day FROM room_days d
			WHERE d.org_id = $1 AND d.day > $2 AND d.day < $3`, sc.Org, string(from), string(to))
	}
	return taken, err
}

// byRoom are the dates of each room, in their order, of a query for rooms and dates.
func byRoom(tx *db.Tx, query string, args ...any) (map[string][]date.Date, error) {
	rows, err := tx.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	dates := map[string][]date.Date{}
	for rows.Next() {
		var roomID string
		var day date.Date
		if err := rows.Scan(&roomID, (*string)(&day)); err != nil {
			return nil, err
		}
		dates[roomID] = append(dates[roomID], day)
	}
	for _, of := range dates {
		slices.Sort(of)
	}
	return dates, rows.Err()
}

// Free tells whether the room is one of those of the function Free, for who holds nothing.
func (t Taken) Free(roomID string, from, to date.Date) bool {
	return !hasBetween(t.nights[roomID], from, to) && !hasBetween(t.days[roomID], from.AddDays(1), to)
}

// hasBetween tells whether one of the sorted dates is in [from, to).
func hasBetween(dates []date.Date, from, to date.Date) bool {
	i, _ := slices.BinarySearch(dates, from)
	return i < len(dates) && dates[i] < to
}

// Free is the set of rooms, inactive ones too, whose nights [from, to) nobody holds, nor a day between them. What is
// kept for the asker's own entries of a category is free for it; "" is nobody.
func Free(tx *db.Tx, sc scope.Scope, from, to date.Date, asker string) (map[string]bool, error) {
	// What is held on a few nights stands together in an index; asking room by room would look everywhere.
	ids, err := db.All(tx, db.Value[string], `SELECT r.room_id FROM rooms r WHERE r.org_id = $1 AND r.room_id NOT IN (
			SELECT n.room_id FROM room_nights n
				WHERE n.org_id = $1 AND n.night >= $2 AND n.night < $3 AND `+unexpired+`$4)
				AND NOT (n.holder_kind = 'unassigned' AND n.holder_id = $5))
			AND NOT EXISTS (SELECT 1 FROM room_days d
				WHERE d.org_id = $1 AND d.room_id = r.room_id AND d.day > $2 AND d.day < $3)`,
		sc.Org, string(from), string(to), tx.Now.UnixMilli(), asker)
	return setOf(ids), err
}

// FreeOn is the set of rooms, inactive ones too, that are free in the daytime of the day.
func FreeOn(tx *db.Tx, sc scope.Scope, day date.Date) (map[string]bool, error) {
	ids, err := db.All(tx, db.Value[string], `SELECT r.room_id FROM rooms r WHERE r.org_id = $1
			AND NOT EXISTS (SELECT 1 FROM room_days d WHERE d.org_id = $1 AND d.room_id = r.room_id AND d.day = $2)
			AND NOT EXISTS (SELECT 1 FROM room_nights n
				WHERE n.org_id = $1 AND n.room_id = r.room_id AND n.night = $2 AND `+unexpired+`$4)
					AND (n.holder_kind = 'block' OR n.holder_kind <> 'unassigned' AND EXISTS (SELECT 1 FROM room_nights b
						WHERE b.org_id = $1 AND b.room_id = n.room_id AND b.night = $3 AND b.holder_id = n.holder_id)))`,
		sc.Org, string(day), string(day.AddDays(-1)), tx.Now.UnixMilli())
	return setOf(ids), err
}

func setOf(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// insertDay holds the day of the stay. Conflict if it is held already.
func insertDay(tx *db.Tx, sc scope.Scope, holderID string, s Stay) error {
	inserted, err := tx.Exec(`INSERT INTO room_days (org_id, room_id, day, holder_id) VALUES ($1, $2, $3, $4)
		ON CONFLICT (org_id, room_id, day) DO NOTHING`, sc.Org, s.RoomID, string(s.From), holderID)
	if err == nil && inserted == 0 {
		err = errs.Conflict("Room %s is taken in the daytime of %s.", s.RoomNumber, s.From.Short())
	}
	return err
}

// deleteDay frees the holder's day of the stay.
func deleteDay(tx *db.Tx, sc scope.Scope, holderID string, s Stay) error {
	return tx.Do(`DELETE FROM room_days WHERE org_id = $1 AND holder_id = $2 AND room_id = $3 AND day = $4`,
		sc.Org, holderID, s.RoomID, string(s.From))
}

// daysUsed are the days, in their order, on which rooms of the stays are in day use, between the first and the
// last night of all of them.
func daysUsed(tx *db.Tx, sc scope.Scope, stays []Stay) db.Later[[]Night] {
	from, to := span(stays)
	return db.AskAll(tx, func(row db.Scanner) (n Night, err error) {
		err = row.Scan(&n.RoomID, (*string)(&n.Night))
		return n, err
	}, `SELECT room_id, day FROM room_days WHERE org_id = $1 AND day >= $2 AND day < $3
		AND room_id IN (`+db.Placeholders(4, len(stays))+`) ORDER BY day`,
		append([]any{sc.Org, string(from), string(to)}, roomsOf(stays)...)...)
}

// Count is how many nights of a category's rooms in use are held.
type Count struct {
	CategoryID string
	Night      date.Date
	Blocks     int
	Others     int // bookings, options and allotments
}

// HeldInCategories counts the nights [from, to) of active rooms that are held, by category and night.
func HeldInCategories(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]Count, error) {
	return db.All(tx, func(row db.Scanner) (c Count, err error) {
		err = row.Scan(&c.CategoryID, (*string)(&c.Night), &c.Blocks, &c.Others)
		return c, err
	}, `SELECT r.category_id, n.night, SUM(CASE WHEN n.holder_kind = 'block' THEN 1 ELSE 0 END),
			SUM(CASE WHEN n.holder_kind = 'block' THEN 0 ELSE 1 END)
		FROM room_nights n JOIN rooms r ON r.org_id = n.org_id AND r.room_id = n.room_id
		WHERE n.org_id = $1 AND n.night >= $2 AND n.night < $3 AND r.is_active AND `+unexpired+`$4)
		GROUP BY r.category_id, n.night`, sc.Org, string(from), string(to), tx.Now.UnixMilli())
}
