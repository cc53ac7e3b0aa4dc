package maintenance

import (
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/shelf"
	"sarai/internal/record/listing"
)

var errNoPhoto = errs.NotFound("The ticket has no such photo.")

var (
	ticketTable   = table.Of[Ticket]("maintenance_tickets", "org_id")
	selectTickets = `SELECT ` + ticketTable.Columns("") + ` FROM maintenance_tickets WHERE org_id = $1`

	list = listing.New[listInput](ticketTable.Scan, listing.Spec{Table: "maintenance_tickets", Key: "ticket_id",
		Columns: ticketTable.Columns(""), Order: "created_at DESC, ticket_id DESC",
		Filters: []listing.Filter{
			listing.By("roomId", listing.Along, "room_id = ?"),
			listing.By("assigneeId", listing.Along, "assignee_id = ?"),
			listing.By("status", listing.Along, "status = ?"),
			listing.By("priority", listing.Plain, "priority = ?"),
			listing.From("from", "due_day"), listing.To("to", "due_day").And("due_day > ''"),
		}})

	photos = shelf.Of("maintenance_photos", "ticket_id", errNoPhoto)

	scheduleTable   = table.Of[Schedule]("maintenance_schedules", "org_id")
	selectSchedules = `SELECT ` + scheduleTable.Columns("") + ` FROM maintenance_schedules WHERE org_id = $1`
)

func insert(tx *db.Tx, sc scope.Scope, t ...Ticket) error {
	return ticketTable.Insert(tx, []any{sc.Org}, t...)
}

func find(tx *db.Tx, sc scope.Scope, ticketID string) (Ticket, error) {
	t, err := db.One(tx, ticketTable.Scan, selectTickets+` AND ticket_id = $2`, sc.Org, ticketID)
	if errors.Is(err, db.ErrNoRows) {
		return t, errs.NotFound("There is no such maintenance ticket.")
	}
	return t, err
}

// lock keeps others from changing the ticket until the transaction ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, ticketID string) (Ticket, error) {
	if err := tx.Do(`UPDATE maintenance_tickets SET updated_at = updated_at WHERE org_id = $1 AND ticket_id = $2`, sc.Org,
		ticketID); err != nil {
		return Ticket{}, err
	}
	return find(tx, sc, ticketID)
}

func save(tx *db.Tx, sc scope.Scope, t *Ticket) error {
	t.UpdatedAt = tx.Now.UnixMilli()
	return ticketTable.Update(tx, []any{sc.Org}, t)
}

// liveIn is how many live tickets a room has.
func liveIn(tx *db.Tx, sc scope.Scope, roomID string) (number int, err error) {
	err = tx.QueryRow(`SELECT COUNT(*) FROM maintenance_tickets WHERE org_id = $1 AND room_id = $2
		AND status IN ('open', 'in-progress')`, sc.Org, roomID).Scan(&number)
	return number, err
}

func insertSchedule(tx *db.Tx, sc scope.Scope, s Schedule) error {
	return scheduleTable.Insert(tx, []any{sc.Org}, s)
}

func findSchedule(tx *db.Tx, sc scope.Scope, scheduleID string) (Schedule, error) {
	s, err := db.One(tx, scheduleTable.Scan, selectSchedules+` AND schedule_id = $2`, sc.Org, scheduleID)
	if errors.Is(err, db.ErrNoRows) {
		return s, errs.NotFound("There is no such maintenance schedule.")
	}
	return s, err
}

func lockSchedule(tx *db.Tx, sc scope.Scope, scheduleID string) (Schedule, error) {
	if err := tx.Do(`UPDATE maintenance_schedules SET updated_at = updated_at
		WHERE org_id = $1 AND schedule_id = $2`, sc.Org, scheduleID); err != nil {
		return Schedule{}, err
	}
	return findSchedule(tx, sc, scheduleID)
}

func saveSchedule(tx *db.Tx, sc scope.Scope, s *Schedule) error {
	s.UpdatedAt = tx.Now.UnixMilli()
	return scheduleTable.Update(tx, []any{sc.Org}, s)
}

func removeSchedule(tx *db.Tx, sc scope.Scope, scheduleID string) error {
	return tx.Do(`DELETE FROM maintenance_schedules WHERE org_id = $1 AND schedule_id = $2`, sc.Org, scheduleID)
}

// schedules are all of the hotel's, by title.
func schedules(tx *db.Tx, sc scope.Scope) ([]Schedule, error) {
	return db.All(tx, scheduleTable.Scan, selectSchedules+` ORDER BY title, schedule_id`, sc.Org)
}

// roomsMade are the rooms that have a ticket of the schedule for the day; "" is a place.
func roomsMade(tx *db.Tx, sc scope.Scope, scheduleID string, day date.Date) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT room_id FROM maintenance_tickets
		WHERE org_id = $1 AND schedule_id = $2 AND schedule_id <> '' AND schedule_day = $3`, sc.Org, scheduleID, string(day))
}
