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

func findAll(tx *db.Tx, sc scope.Scope, ids []string) ([]stored, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	args := []any{sc.Org}
	for _, id := range ids {
		args = append(args, id)
	}
	return db.All(tx, guestTable.Scan, selectGuests+` AND guest_id IN (`+db.Placeholders(2, len(ids))+`)`, args...)
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
	if err := guestTable.Insert(tx, []any{sc.Org}, g); err != nil {
		return err
	}
	return wordindex.Add(tx, sc, wordindex.Guest, g.ID, g.Words())
}

func save(tx *db.Tx, sc scope.Scope, g *stored) error {
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
	if err := forgetApart(tx, sc, guestID); err != nil {
		return err
	}
	return wordindex.Forget(tx, sc, wordindex.Guest, guestID)
}

// LinkedTo tells whether any guest is the company's.
func LinkedTo(tx *db.Tx, sc scope.Scope, companyID string) (bool, error) {
	return db.One(tx, db.Value[bool], `SELECT EXISTS (SELECT 1 FROM guests
		WHERE org_id = $1 AND company_id = $2 AND company_id <> '')`, sc.Org, companyID)
}

// NotToRent asks for the guests who get no room any more and are this one, or have this telephone number or e-mail
// address; "" is nobody's.
func NotToRent(tx *db.Tx, sc scope.Scope, guestID, phone, email string) db.Later[[]Guest] {
	return db.Then(db.AskAll(tx, guestTable.Scan, selectGuests+` AND do_not_rent_at > 0
		AND (guest_id = $2 OR $3 <> '' AND phone_key = $3 OR $4 <> '' AND email_key = $4) ORDER BY guest_id LIMIT 3`,
		sc.Org, guestID, phoneKey(phone), contact.CanonicalEmail(email)), masked)
}

// masked are the guests of rows, with the numbers of their documents masked.
func masked(rows []stored) ([]Guest, error) {
	guests := make([]Guest, len(rows))
	for i, row := range rows {
		guests[i] = row.Guest
	}
	return guests, nil
}

// anyUnkeyed tells whether there is a record from before the keys: most sweeps find none, and write nothing.
func anyUnkeyed(tx *db.Tx, sc scope.Scope) (bool, error) {
	return db.One(tx, db.Value[bool], `SELECT EXISTS (SELECT 1 FROM guests WHERE org_id = $1 AND NOT keyed)`, sc.Org)
}

// unkeyed are the next records from before the keys.
func unkeyed(tx *db.Tx, sc scope.Scope) ([]stored, error) {
	return db.All(tx, guestTable.Scan, selectGuests+` AND NOT keyed ORDER BY guest_id LIMIT 500`+
		tx.LockExclusive(), sc.Org)
}

func setKeys(tx *db.Tx, sc scope.Scope, guestID string, k Keys) error {
	return tx.Do(`UPDATE guests SET phone_key = $3, email_key = $4, document_key = $5, birth_key = $6, keyed = TRUE
		WHERE org_id = $1 AND guest_id = $2`, sc.Org, guestID, k.PhoneKey, k.EmailKey, k.DocumentKey, k.BirthKey)
}
