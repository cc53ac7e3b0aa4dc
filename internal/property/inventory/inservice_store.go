package inventory

import (
	"slices"

	"sarai/internal/books/businessday"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
)

// inService is a run of days [From, To) on which a room is in use; To is "" while it is.
type inService struct {
	RoomID string    `db:"room_id,key"`
	From   date.Date `db:"from_day,key"`
	To     date.Date `db:"to_day"`
}

var roomsInService = table.Of[inService]("rooms_in_service", "org_id")

// Enter notes that the room is in use from the business day on. Callers hold the days, as callers of Retire do.
func Enter(tx *db.Tx, sc scope.Scope, roomID string, days businessday.Days) error {
	again, err := tx.Exec(`UPDATE rooms_in_service SET to_day = '' WHERE org_id = $1 AND room_id = $2 AND to_day = $3`,
		sc.Org, roomID, string(days.Business()))
	if err != nil || again > 0 {
		return err
	}
	return roomsInService.Insert(tx, []any{sc.Org}, inService{RoomID: roomID, From: days.Business()})
}

// Retire notes that the room is in use no more from the business day on. It still counts on the days before.
func Retire(tx *db.Tx, sc scope.Scope, roomID string, days businessday.Days) error {
	return tx.Do(`UPDATE rooms_in_service SET to_day = $3 WHERE org_id = $1 AND room_id = $2 AND to_day = ''`,
		sc.Org, roomID, string(days.Business()))
}

// earlier are the stays that begin before today.
func earlier(stays []Stay, today date.Date) []Stay {
	return slices.DeleteFunc(slices.Clone(stays), func(s Stay) bool { return s.From >= min(today, s.To) })
}

// enterEarlier lets rooms be in use from the first night on that they hold in one of the earlier stays, but for closed
// days.
func enterEarlier(tx *db.Tx, sc scope.Scope, days businessday.Days, earlier []Stay) error {
	for _, group := range alike(earlier) {
		from := group[0].From
		args := append([]any{sc.Org, string(max(from, days.FirstOpen()))}, roomsOf(group)...)
		if err := tx.Do(`UPDATE rooms_in_service SET from_day = $2
			WHERE org_id = $1 AND from_day > $2 AND room_id IN (`+db.Placeholders(3, len(group))+`) AND from_day = (
				SELECT MIN(s.from_day) FROM rooms_in_service s WHERE s.org_id = $1 AND s.room_id = rooms_in_service.room_id)`,
			args...); err != nil {
			return err
		}
	}
	return nil
}

// RoomsInService counts, for each day from one to another, the rooms that are in use on it; for days before the first
// room those of the first room's day. Rooms that were deleted since count, and blocked ones do.
func RoomsInService(tx *db.Tx, sc scope.Scope, from, to date.Date) (map[date.Date]int, error) {
	runs, err := db.All(tx, roomsInService.Scan, `SELECT `+roomsInService.Columns("")+` FROM rooms_in_service
		WHERE org_id = $1 AND (to_day = '' OR to_day > from_day)`, sc.Org)
	if err != nil {
		return nil, err
	}
	var first date.Date
	for i, run := range runs {
		if i == 0 || run.From < first {
			first = run.From
		}
	}
	count := map[date.Date]int{}
	for _, day := range date.Days(from, to.AddDays(1)) {
		on := max(day, first)
		for _, run := range runs {
			if run.From <= on && (run.To == "" || on < run.To) {
				count[day]++
			}
		}
	}
	return count, nil
}
