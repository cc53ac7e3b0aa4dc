package waitlist

import (
	"errors"
	"slices"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/record/listing"
)

var (
	entryTable    = table.Of[Entry]("waitlist", "org_id")
	selectEntries = `SELECT ` + entryTable.Columns("") + ` FROM waitlist WHERE org_id = $1`

	list = listing.New[listInput](entryTable.Scan, listing.Spec{Table: "waitlist", Key: "waitlist_id",
		Columns: entryTable.Columns(""), Order: "created_at, waitlist_id",
		Filters: []listing.Filter{
			{Name: "status", Condition: listing.Condition{Where: "status = ?", Leads: listing.Along},
				Of: map[string]listing.Condition{
					"live": {Where: "status IN ('open', 'waiting')", Leads: listing.Own}}},
			listing.From("from", "check_in"), listing.To("to", "check_in")}})
)

func insert(tx *db.Tx, sc scope.Scope, e Entry) error { return entryTable.Insert(tx, []any{sc.Org}, e) }

func save(tx *db.Tx, sc scope.Scope, e *Entry) error { return entryTable.Update(tx, []any{sc.Org}, e) }

func find(tx *db.Tx, sc scope.Scope, entryID string) (Entry, error) {
	e, err := db.One(tx, entryTable.Scan, selectEntries+` AND waitlist_id = $2`, sc.Org, entryID)
	if errors.Is(err, db.ErrNoRows) {
		return e, errNoEntry
	}
	return e, err
}

// lock keeps others from changing the entry until the transaction ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, entryID string) (Entry, error) {
	if err := tx.Do(`UPDATE waitlist SET updated_at = updated_at WHERE org_id = $1 AND waitlist_id = $2`,
		sc.Org, entryID); err != nil {
		return Entry{}, err
	}
	return find(tx, sc, entryID)
}

// live lists the entries that wait or are open, in the order in which they came.
func live(tx *db.Tx, sc scope.Scope) ([]Entry, error) {
	return db.All(tx, entryTable.Scan, selectEntries+` AND status IN ('open', 'waiting')
		ORDER BY created_at, waitlist_id`, sc.Org)
}

// countLive is how many entries wait or are open.
func countLive(tx *db.Tx, sc scope.Scope) (number int, err error) {
	err = tx.QueryRow(`SELECT COUNT(*) FROM waitlist WHERE org_id = $1 AND status IN ('open', 'waiting')`,
		sc.Org).Scan(&number)
	return number, err
}

// move changes the status of an entry that is as it was read, and reports whether it was.
func move(tx *db.Tx, sc scope.Scope, e Entry, status string) (bool, error) {
	var openedAt *int64
	if status == Open {
		openedAt = new(tx.Now.UnixMilli())
	}
	changed, err := tx.Exec(`UPDATE waitlist SET status = $4, opened_at = $5, updated_at = $6, version = version + 1
		WHERE org_id = $1 AND waitlist_id = $2 AND version = $3`, sc.Org, e.ID, e.Version, status, openedAt,
		tx.Now.UnixMilli())
	return changed == 1, err
}

// GuestInUse tells whether the guest waits.
func GuestInUse(tx *db.Tx, sc scope.Scope, guestID string) (waits bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM waitlist WHERE org_id = $1 AND status IN ('open', 'waiting')
		AND guest_id = $2)`, sc.Org, guestID).Scan(&waits)
	return waits, err
}

// moveToGuest gives entries to another guest.
func moveToGuest(tx *db.Tx, sc scope.Scope, m guest.Move) ([]string, error) {
	ids, err := m.Chosen(db.All(tx, db.Value[string], `SELECT waitlist_id FROM waitlist
		WHERE org_id = $1 AND guest_id = $2 AND guest_id <> '' ORDER BY waitlist_id`, sc.Org, m.From))
	for some := range slices.Chunk(ids, guest.MovedAtOnce) {
		if err == nil {
			args := append(guest.Args(sc, m.To, some), tx.Now.UnixMilli())
			err = tx.Do(`UPDATE waitlist SET guest_id = $2, version = version + 1,
				updated_at = `+db.Placeholders(len(args), 1)+` WHERE org_id = $1
				AND waitlist_id IN (`+db.Placeholders(3, len(some))+`)`, args...)
		}
	}
	return ids, err
}

func ofGuest(tx *db.Tx, sc scope.Scope, guestID string) ([]Entry, error) {
	return db.All(tx, entryTable.Scan, selectEntries+` AND guest_id = $2 AND guest_id <> '' ORDER BY waitlist_id`,
		sc.Org, guestID)
}

// erase takes the guest off the waitlist, and what the entries say of the guest off them.
func erase(tx *db.Tx, sc scope.Scope, guestID string) (int64, error) {
	return tx.Exec(`UPDATE waitlist SET guest_name = $3, guest_phone = '', guest_email = '', notes = '', guest_id = '',
			status = CASE WHEN status IN ('open', 'waiting') THEN 'cancelled' ELSE status END, version = version + 1,
			updated_at = $4
		WHERE org_id = $1 AND guest_id = $2 AND guest_id <> ''`, sc.Org, guestID, guest.ErasedName, tx.Now.UnixMilli())
}
