package guest

import (
	"errors"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
	"sarai/internal/record/wordindex"
)

// stored is a guest's row. Its IDNumber is masked if Sealed has the whole one; numbers from before they were sealed are
// whole until SealNumbers has seen them.
type stored struct {
	Guest
	Sealed string `db:"id_number_sealed"`
}

var guestTable = table.Of[stored]("guests", "org_id")

var (
	selectGuests = `SELECT ` + guestTable.Columns("") + ` FROM guests WHERE org_id = $1`

	list = listing.New[listInput](guestTable.Scan, listing.Spec{Table: "guests", Key: "guest_id",
		Columns: guestTable.Columns(""), Order: "created_at DESC, guest_id DESC",
		Words: &listing.Words{Kind: wordindex.Guest}})
)

func find(tx *db.Tx, sc scope.Scope, guestID string) (stored, error) {
	g, err := db.One(tx, guestTable.Scan, selectGuests+` AND guest_id = $2`, sc.Org, guestID)
	if errors.Is(err, db.ErrNoRows) {
		return g, errNoGuest
	}
	return g, err
}

// lock keeps others from changing or deleting the guest until the transaction ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, guestID string) (stored, error) {
	if err := tx.Do(`UPDATE guests SET updated_at = updated_at WHERE org_id = $1 AND guest_id = $2`,
		sc.Org, guestID); err != nil {
		return stored{}, err
	}
	return find(tx, sc, guestID)
}

func insert(tx *db.Tx, sc scope.Scope, g stored) error {
	g.SearchText = contact.SearchText(g.Phone, g.Name, g.Email)
	if err := guestTable.Insert(tx, []any{sc.Org}, g); err != nil {
		return err
	}
	return wordindex.Add(tx, sc, wordindex.Guest, g.ID, g.Words())
}

func save(tx *db.Tx, sc scope.Scope, g *stored) error {
	g.SearchText = contact.SearchText(g.Phone, g.Name, g.Email)
	if err := guestTable.Update(tx, []any{sc.Org}, g); err != nil {
		return err
	}
	return wordindex.Set(tx, sc, wordindex.Guest, g.ID, g.Words())
}

// remove deletes the guest's row with what belongs to it.
func remove(tx *db.Tx, sc scope.Scope, guestID string) error {
	if err := removeTravel(tx, sc, guestID); err != nil {
		return err
	}
	if err := tx.Do(`DELETE FROM guests WHERE org_id = $1 AND guest_id = $2`, sc.Org, guestID); err != nil {
		return err
	}
	return wordindex.Forget(tx, sc, wordindex.Guest, guestID)
}
