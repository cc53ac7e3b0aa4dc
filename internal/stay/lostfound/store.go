package lostfound

import (
	"errors"
	"slices"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/shelf"
	"sarai/internal/property/guest"
	"sarai/internal/record/listing"
)

var errNoPhoto = errs.NotFound("The lost item has no such photo.")

var (
	itemTable   = table.Of[Item]("lost_items", "org_id")
	selectItems = `SELECT ` + itemTable.Columns("") + ` FROM lost_items WHERE org_id = $1`

	list = listing.New[listInput](itemTable.Scan, listing.Spec{Table: "lost_items", Key: "item_id",
		Columns: itemTable.Columns(""), Order: "created_at DESC, item_id DESC",
		Filters: []listing.Filter{
			listing.By("roomId", listing.Along, "room_id = ?"),
			listing.By("status", listing.Along, "status = ?"),
			listing.From("from", "found_day"), listing.To("to", "found_day"),
		}})

	photos = shelf.Of("lost_item_photos", "item_id", errNoPhoto)

	entryTable   = table.Of[Entry]("lost_item_entries", "org_id")
	entryColumns = entryTable.Columns("")
)

func insert(tx *db.Tx, sc scope.Scope, i Item, e Entry) error {
	if err := itemTable.Insert(tx, []any{sc.Org}, i); err != nil {
		return err
	}
	return entryTable.Insert(tx, []any{sc.Org}, e)
}

func find(tx *db.Tx, sc scope.Scope, itemID string) (Item, error) {
	i, err := db.One(tx, itemTable.Scan, selectItems+` AND item_id = $2`, sc.Org, itemID)
	if errors.Is(err, db.ErrNoRows) {
		return i, errs.NotFound("There is no such lost item.")
	}
	return i, err
}

// lock keeps others from changing the item until the transaction ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, itemID string) (Item, error) {
	if err := tx.Do(`UPDATE lost_items SET updated_at = updated_at WHERE org_id = $1 AND item_id = $2`, sc.Org,
		itemID); err != nil {
		return Item{}, err
	}
	return find(tx, sc, itemID)
}

func save(tx *db.Tx, sc scope.Scope, i *Item) error {
	i.UpdatedAt = tx.Now.UnixMilli()
	return itemTable.Update(tx, []any{sc.Org}, i)
}

func addEntry(tx *db.Tx, sc scope.Scope, e Entry) error {
	return entryTable.Insert(tx, []any{sc.Org}, e)
}

// entriesOf are what became of an item, in the order in which it was written.
func entriesOf(tx *db.Tx, sc scope.Scope, itemID string) ([]Entry, error) {
	return db.All(tx, entryTable.Scan, `SELECT `+entryColumns+` FROM lost_item_entries
		WHERE org_id = $1 AND item_id = $2 ORDER BY position`, sc.Org, itemID)
}

// GuestInUse tells whether an item is the guest's.
func GuestInUse(tx *db.Tx, sc scope.Scope, guestID string) (used bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM lost_items WHERE org_id = $1 AND guest_id = $2 AND guest_id <> '')`,
		sc.Org, guestID).Scan(&used)
	return used, err
}

func ofGuest(tx *db.Tx, sc scope.Scope, guestID string) ([]Item, error) {
	return db.All(tx, itemTable.Scan, selectItems+` AND guest_id = $2 AND guest_id <> '' ORDER BY item_id`, sc.Org,
		guestID)
}

// moveToGuest gives items to another guest.
func moveToGuest(tx *db.Tx, sc scope.Scope, m guest.Move) ([]string, error) {
	ids, err := m.Chosen(db.All(tx, db.Value[string], `SELECT item_id FROM lost_items
		WHERE org_id = $1 AND guest_id = $2 AND guest_id <> '' ORDER BY item_id`, sc.Org, m.From))
	for some := range slices.Chunk(ids, guest.MovedAtOnce) {
		if err == nil {
			args := append(guest.Args(sc, m.To, some), tx.Now.UnixMilli())
			err = tx.Do(`UPDATE lost_items SET guest_id = $2, version = version + 1,
				updated_at = `+db.Placeholders(len(args), 1)+` WHERE org_id = $1
				AND item_id IN (`+db.Placeholders(3, len(some))+`)`, args...)
		}
	}
	return ids, err
}

// forget removes what an item and its entries say of people.
func forget(tx *db.Tx, sc scope.Scope, i Item) error {
	i.GuestID, i.GuestName = "", guest.ErasedName
	if err := save(tx, sc, &i); err != nil {
		return err
	}
	return tx.Do(`UPDATE lost_item_entries SET name = CASE WHEN name = '' THEN '' ELSE $3 END, note = ''
		WHERE org_id = $1 AND item_id = $2`, sc.Org, i.ID, guest.ErasedName)
}
