package allotment

import (
	"maps"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
)

var (
	nights       = table.Of[Night]("allotments", "org_id", "holder_id")
	selectNights = `SELECT ` + nights.Columns("") + ` FROM allotments WHERE org_id = $1 AND holder_id = $2`
)

// Of lists the nights of an allotment, by categories and nights.
func Of(tx *db.Tx, sc scope.Scope, holderID string) db.Later[[]Night] {
	return db.AskAll(tx, nights.Scan, selectNights+` ORDER BY category_id, night`, sc.Org, holderID)
}

func ofCategory(tx *db.Tx, sc scope.Scope, holderID, categoryID string) ([]Night, error) {
	return db.All(tx, nights.Scan, selectNights+` AND category_id = $3 ORDER BY night`, sc.Org, holderID, categoryID)
}

func save(tx *db.Tx, sc scope.Scope, holderID string, n Night) error {
	return nights.Update(tx, []any{sc.Org, holderID}, &n)
}

// addPicked adds so many times the rooms to what was picked up.
func addPicked(tx *db.Tx, sc scope.Scope, holderID, categoryID string, rooms map[date.Date]int, times int) error {
	for _, night := range slices.Sorted(maps.Keys(rooms)) {
		if err := tx.Do(`INSERT INTO allotments (org_id, holder_id, category_id, night, blocked, picked, holds, released)
			VALUES ($1, $2, $3, $4, 0, 0, FALSE, FALSE) ON CONFLICT (org_id, holder_id, category_id, night) DO NOTHING`,
			sc.Org, holderID, categoryID, string(night)); err != nil {
			return err
		}
		if err := tx.Do(`UPDATE allotments SET picked = picked + $5
			WHERE org_id = $1 AND holder_id = $2 AND category_id = $3 AND night = $4`,
			sc.Org, holderID, categoryID, string(night), times*rooms[night]); err != nil {
			return err
		}
	}
	return nil
}

func setBlocked(tx *db.Tx, sc scope.Scope, holderID, categoryID string, rooms map[date.Date]int, holds bool) error {
	for _, night := range slices.Sorted(maps.Keys(rooms)) {
		if err := tx.Do(`INSERT INTO allotments (org_id, holder_id, category_id, night, blocked, picked, holds, released)
			VALUES ($1, $2, $3, $4, $5, 0, $6, FALSE) ON CONFLICT (org_id, holder_id, category_id, night)
			DO UPDATE SET blocked = excluded.blocked, holds = excluded.holds`,
			sc.Org, holderID, categoryID, string(night), rooms[night], holds); err != nil {
			return err
		}
	}
	return nil
}

// note keeps what is blocked and picked up of the nights, as the figures of today.
func note(tx *db.Tx, sc scope.Scope, holderID, categoryID string, nights []date.Date) error {
	if len(nights) == 0 {
		return nil
	}
	args := []any{sc.Org, holderID, categoryID, string(sc.Today(tx.Now))}
	for _, night := range nights {
		args = append(args, string(night))
	}
	if err := tx.Do(`DELETE FROM allotment_days WHERE org_id = $1 AND holder_id = $2 AND category_id = $3 AND day = $4
		AND night IN (`+db.Placeholders(5, len(nights))+`)`, args...); err != nil {
		return err
	}
	return tx.Do(`INSERT INTO allotment_days (org_id, holder_id, category_id, night, day, blocked, picked)
		SELECT org_id, holder_id, category_id, night, $4, blocked, picked FROM allotments
		WHERE org_id = $1 AND holder_id = $2 AND category_id = $3
			AND night IN (`+db.Placeholders(5, len(nights))+`)`, args...)
}

// On lists what was blocked and picked up at the end of a day, by categories and nights. Of it only these figures are
// known.
func On(tx *db.Tx, sc scope.Scope, holderID string, day date.Date) ([]Night, error) {
	return db.All(tx, func(row db.Scanner) (n Night, err error) {
		err = row.Scan(&n.CategoryID, (*string)(&n.Night), &n.Blocked, &n.Picked)
		return n, err
	}, `SELECT d.category_id, d.night, d.blocked, d.picked FROM allotment_days d
		WHERE d.org_id = $1 AND d.holder_id = $2 AND d.day = (
			SELECT MAX(l.day) FROM allotment_days l WHERE l.org_id = $1 AND l.holder_id = $2
				AND l.category_id = d.category_id AND l.night = d.night AND l.day <= $3)
		ORDER BY d.category_id, d.night`, sc.Org, holderID, string(day))
}

// InCategory is how many rooms of a category are held on a night for all holders together.
type InCategory struct {
	CategoryID string
	Night      date.Date
	Rooms      int
}

// Between tells what is held on the nights [from, to), by categories and nights.
func Between(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]InCategory, error) {
	return db.All(tx, func(row db.Scanner) (c InCategory, err error) {
		err = row.Scan(&c.CategoryID, (*string)(&c.Night), &c.Rooms)
		return c, err
	}, `SELECT category_id, night, SUM(blocked - picked) FROM allotments
		WHERE org_id = $1 AND night >= $2 AND night < $3 AND holds AND blocked > picked GROUP BY category_id, night`,
		sc.Org, string(from), string(to))
}

// Due is a holder with the first night that was not released yet.
type Due struct {
	HolderID string
	First    date.Date
}

// Unreleased lists the holders with nights that were not released yet.
func Unreleased(tx *db.Tx, sc scope.Scope) ([]Due, error) {
	return db.All(tx, func(row db.Scanner) (d Due, err error) {
		err = row.Scan(&d.HolderID, (*string)(&d.First))
		return d, err
	}, `SELECT holder_id, MIN(night) FROM allotments WHERE org_id = $1 AND released = FALSE GROUP BY holder_id
		ORDER BY holder_id`, sc.Org)
}

// Sum are the room-nights of an allotment, of all categories and nights.
type Sum struct{ Blocked, Picked int }

// Sums are those of the allotments of some holders, by their ids; a holder without one is left out.
func Sums(tx *db.Tx, sc scope.Scope, holderIDs []string) (map[string]Sum, error) {
	sums := map[string]Sum{}
	if len(holderIDs) == 0 {
		return sums, nil
	}
	args := []any{sc.Org}
	for _, id := range holderIDs {
		args = append(args, id)
	}
	_, err := db.All(tx, func(row db.Scanner) (holderID string, err error) {
		var s Sum
		err = row.Scan(&holderID, &s.Blocked, &s.Picked)
		sums[holderID] = s
		return holderID, err
	}, `SELECT holder_id, SUM(blocked), SUM(picked) FROM allotments
		WHERE org_id = $1 AND holder_id IN (`+db.Placeholders(2, len(holderIDs))+`) GROUP BY holder_id`, args...)
	return sums, err
}
