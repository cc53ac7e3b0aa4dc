package profile

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
	noteTable    = table.Of[Note]("guest_notes", "org_id")
	consentTable = table.Of[Consent]("guest_consents", "org_id")

	selectNotes    = `SELECT ` + noteTable.Columns("") + ` FROM guest_notes WHERE org_id = $1`
	selectConsents = `SELECT ` + consentTable.Columns("") + ` FROM guest_consents WHERE org_id = $1`

	notes = listing.New[notesInput](noteTable.Scan, listing.Spec{Table: "guest_notes", Key: "note_id",
		Columns: noteTable.Columns(""), Order: "created_at DESC, note_id DESC",
		Filters: []listing.Filter{listing.By("guestId", listing.Own, "guest_id = ?"),
			listing.By("department", listing.Plain, "department = ?")}})
)

// lockNote keeps others from changing the note until the transaction ends, and reads it.
func lockNote(tx *db.Tx, sc scope.Scope, guestID, noteID string) (Note, error) {
	if err := tx.Do(`UPDATE guest_notes SET updated_at = updated_at WHERE org_id = $1 AND note_id = $2`,
		sc.Org, noteID); err != nil {
		return Note{}, err
	}
	return findNote(tx, sc, guestID, noteID)
}

func findNote(tx *db.Tx, sc scope.Scope, guestID, noteID string) (Note, error) {
	n, err := db.One(tx, noteTable.Scan, selectNotes+` AND note_id = $2 AND guest_id = $3`, sc.Org, noteID, guestID)
	if errors.Is(err, db.ErrNoRows) {
		return n, errNoNote
	}
	return n, err
}

func insertNote(tx *db.Tx, sc scope.Scope, n Note) error {
	return noteTable.Insert(tx, []any{sc.Org}, n)
}

func saveNote(tx *db.Tx, sc scope.Scope, n *Note) error {
	return noteTable.Update(tx, []any{sc.Org}, n)
}

func removeNote(tx *db.Tx, sc scope.Scope, noteID string) error {
	return tx.Do(`DELETE FROM guest_notes WHERE org_id = $1 AND note_id = $2`, sc.Org, noteID)
}

func insertConsent(tx *db.Tx, sc scope.Scope, c Consent) error {
	return consentTable.Insert(tx, []any{sc.Org}, c)
}

// consentsOf are the guest's answers, the latest first.
func consentsOf(tx *db.Tx, sc scope.Scope, guestID string) ([]Consent, error) {
	return db.All(tx, consentTable.Scan, selectConsents+` AND guest_id = $2 ORDER BY noted_at DESC, consent_id DESC`,
		sc.Org, guestID)
}

func notesOf(tx *db.Tx, sc scope.Scope, guestID string) ([]Note, error) {
	return db.All(tx, noteTable.Scan, selectNotes+` AND guest_id = $2 ORDER BY created_at, note_id`, sc.Org, guestID)
}

func moveNotes(tx *db.Tx, sc scope.Scope, m guest.Move) ([]string, error) {
	ids, err := m.Chosen(db.All(tx, db.Value[string], `SELECT note_id FROM guest_notes
		WHERE org_id = $1 AND guest_id = $2 ORDER BY created_at, note_id`, sc.Org, m.From))
	for some := range slices.Chunk(ids, guest.MovedAtOnce) {
		if err == nil {
			err = tx.Do(`UPDATE guest_notes SET guest_id = $2 WHERE org_id = $1 AND note_id IN (`+
				db.Placeholders(3, len(some))+`)`, guest.Args(sc, m.To, some)...)
		}
	}
	return ids, err
}

func moveConsents(tx *db.Tx, sc scope.Scope, m guest.Move) ([]string, error) {
	ids, err := m.Chosen(db.All(tx, db.Value[string], `SELECT consent_id FROM guest_consents
		WHERE org_id = $1 AND guest_id = $2 ORDER BY noted_at, consent_id`, sc.Org, m.From))
	for some := range slices.Chunk(ids, guest.MovedAtOnce) {
		if err == nil {
			err = tx.Do(`UPDATE guest_consents SET guest_id = $2 WHERE org_id = $1 AND consent_id IN (`+
				db.Placeholders(3, len(some))+`)`, guest.Args(sc, m.To, some)...)
		}
	}
	return ids, err
}

func removeNotes(tx *db.Tx, sc scope.Scope, guestID string) (int64, error) {
	return tx.Exec(`DELETE FROM guest_notes WHERE org_id = $1 AND guest_id = $2`, sc.Org, guestID)
}

func removeConsents(tx *db.Tx, sc scope.Scope, guestID string) (int64, error) {
	return tx.Exec(`DELETE FROM guest_consents WHERE org_id = $1 AND guest_id = $2`, sc.Org, guestID)
}
