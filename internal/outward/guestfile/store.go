package guestfile

import (
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

var (
	mergeTable   = table.Of[Merge]("guest_merges", "org_id")
	selectMerges = `SELECT ` + mergeTable.Columns("") + ` FROM guest_merges WHERE org_id = $1`

	merges = listing.New[mergesInput](mergeTable.Scan, listing.Spec{Table: "guest_merges", Key: "merge_id",
		Columns: mergeTable.Columns(""), Order: "merged_at DESC, merge_id DESC",
		Filters: []listing.Filter{listing.By("guestId", listing.Own, "guest_id = ?")}})
)

func insertMerge(tx *db.Tx, sc scope.Scope, m Merge) error {
	return mergeTable.Insert(tx, []any{sc.Org}, m)
}

func saveMerge(tx *db.Tx, sc scope.Scope, m *Merge) error {
	return mergeTable.Update(tx, []any{sc.Org}, m)
}

// mergeIDs are the ids of the hotel's merges.
func mergeIDs(tx *db.Tx, sc scope.Scope) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT merge_id FROM guest_merges WHERE org_id = $1 ORDER BY merge_id`, sc.Org)
}

// setSnapshots stores what is kept of a merge in another form. It is never changed otherwise.
func setSnapshots(tx *db.Tx, sc scope.Scope, m Merge) error {
	return tx.Do(`UPDATE guest_merges SET kept_before = $3, kept_after = $4, duplicate = $5
		WHERE org_id = $1 AND merge_id = $2`, sc.Org, m.ID, m.Before, m.After, m.Duplicate)
}

func findMerge(tx *db.Tx, sc scope.Scope, mergeID string) (Merge, error) {
	m, err := db.One(tx, mergeTable.Scan, selectMerges+` AND merge_id = $2`, sc.Org, mergeID)
	if errors.Is(err, db.ErrNoRows) {
		return m, errNoMerge
	}
	return m, err
}

// mergeOf is the merge that made the pair one; db.ErrNoRows if there is none.
func mergeOf(tx *db.Tx, sc scope.Scope, p Pair) (Merge, error) {
	return db.One(tx, mergeTable.Scan, selectMerges+` AND duplicate_id = $2 AND guest_id = $3 AND undone_at IS NULL`,
		sc.Org, p.DuplicateID, p.GuestID)
}

// laterMerge is whose record has become part of the guest's after the merge; "" if none has.
func laterMerge(tx *db.Tx, sc scope.Scope, m Merge) (name string, err error) {
	name, err = db.One(tx, db.Value[string], `SELECT duplicate_name FROM guest_merges
		WHERE org_id = $1 AND guest_id = $2 AND undone_at IS NULL
			AND (merged_at > $3 OR merged_at = $3 AND merge_id > $4)
		ORDER BY merged_at DESC, merge_id DESC LIMIT 1`, sc.Org, m.GuestID, m.At, m.ID)
	if errors.Is(err, db.ErrNoRows) {
		return "", nil
	}
	return name, err
}

// mergesBefore are some of the merges from before an instant, in UTC milliseconds.
func mergesBefore(tx *db.Tx, sc scope.Scope, before int64) ([]Merge, error) {
	return db.All(tx, mergeTable.Scan, selectMerges+` AND merged_at < $2 ORDER BY merged_at, merge_id LIMIT 100`, sc.Org,
		before)
}

func removeMerge(tx *db.Tx, sc scope.Scope, mergeID string) error {
	return tx.Do(`DELETE FROM guest_merges WHERE org_id = $1 AND merge_id = $2`, sc.Org, mergeID)
}

// mergedInto are the ids of all records that have become part of the guest's, one after the other.
func mergedInto(tx *db.Tx, sc scope.Scope, guestID string) (all []string, err error) {
	for next := []string{guestID}; len(next) > 0 && err == nil; next = next[1:] {
		var ids []string
		ids, err = db.All(tx, db.Value[string], `SELECT duplicate_id FROM guest_merges
			WHERE org_id = $1 AND guest_id = $2 AND undone_at IS NULL ORDER BY duplicate_id`, sc.Org, next[0])
		all, next = append(all, ids...), append(next, ids...)
	}
	return all, err
}

// removeMergesOf removes what is kept of the guest's merges.
func removeMergesOf(tx *db.Tx, sc scope.Scope, guestID string) error {
	return tx.Do(`DELETE FROM guest_merges WHERE org_id = $1 AND guest_id = $2`, sc.Org, guestID)
}

var (
	erasingTable   = table.Of[Erasing]("guest_erasures", "org_id")
	selectErasings = `SELECT ` + erasingTable.Columns("") + ` FROM guest_erasures WHERE org_id = $1`
)

// findErasing reads that a guest is to be forgotten; db.ErrNoRows if the guest isn't.
func findErasing(tx *db.Tx, sc scope.Scope, guestID string) (Erasing, error) {
	return db.One(tx, erasingTable.Scan, selectErasings+` AND guest_id = $2`, sc.Org, guestID)
}

func insertErasing(tx *db.Tx, sc scope.Scope, e Erasing) error {
	return erasingTable.Insert(tx, []any{sc.Org}, e)
}

func saveErasing(tx *db.Tx, sc scope.Scope, e *Erasing) error {
	return erasingTable.Update(tx, []any{sc.Org}, e)
}

// dueErasings are the guests of whom something was kept until a day before this one.
func dueErasings(tx *db.Tx, sc scope.Scope, today date.Date) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT guest_id FROM guest_erasures
		WHERE org_id = $1 AND next_on <> '' AND next_on < $2 ORDER BY next_on, guest_id`, sc.Org, string(today))
}
