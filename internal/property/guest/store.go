package guest

import (
	"errors"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/record/wordindex"
)

var guestTable = table.Of[Guest]("guests", "org_id")

var (
	selectGuests = `SELECT ` + guestTable.Columns("") + ` FROM guests WHERE org_id = $1`

	listing = db.Listing{Columns: guestTable.Columns(""), Table: "guests", Key: "guest_id",
		Order: "created_at DESC, guest_id DESC"}
)

func find(tx *db.Tx, sc scope.Scope, guestID string) (Guest, error) {
	g, err := db.One(tx, guestTable.Scan, selectGuests+` AND guest_id = $2`, sc.Org, guestID)
	if errors.Is(err, db.ErrNoRows) {
		return g, errNoGuest
	}
	return g, err
}

// lock keeps others from changing or deleting the guest until the transaction ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, guestID string) (Guest, error) {
	if err := tx.Do(`UPDATE guests SET updated_at = updated_at WHERE org_id = $1 AND guest_id = $2`,
		sc.Org, guestID); err != nil {
		return Guest{}, err
	}
	return find(tx, sc, guestID)
}

// searched is what the list's search looks into.
var searched = wordindex.List{Kind: wordindex.Guest, Table: "guests", As: "guests", Key: "guest_id"}

// search reads one page of the guests with the text in what they are searched by (all for an empty one), newest first.
func search(tx *db.Tx, sc scope.Scope, text string, limit, offset int) (page found, err error) {
	hits, err := searched.Search(tx, sc, text)
	if err != nil {
		return page, err
	}
	if page.total, err = countAll(tx, sc, hits); err != nil {
		return page, err
	}
	l, walk := listing, !hits.Few()
	if !walk {
		l.KeyOrder = db.Gather(l.Order)
	}
	where := hits.Where(sc.Org)
	hits.Narrow(where, walk)
	conditions, args := where.SQL()
	l.KeyTable = hits.Table(l.Table)
	page.guests, err = db.All(tx, guestTable.Scan, l.Page(conditions, len(args)), append(args, limit, offset)...)
	return page, err
}

func countAll(tx *db.Tx, sc scope.Scope, hits *wordindex.Hits) (total int, err error) {
	if hits.Many() {
		return hits.Count(tx, sc)
	}
	where := hits.Where(sc.Org)
	hits.Narrow(where, false)
	conditions, args := where.SQL()
	err = tx.QueryRow(`SELECT COUNT(*) FROM `+hits.Table("guests")+` WHERE org_id = $1`+conditions, args...).Scan(&total)
	return total, err
}

func insert(tx *db.Tx, sc scope.Scope, g Guest) error {
	g.SearchText = contact.SearchText(g.Phone, g.Name, g.Email)
	if err := guestTable.Insert(tx, []any{sc.Org}, g); err != nil {
		return err
	}
	return wordindex.Add(tx, sc, wordindex.Guest, g.ID, g.Words())
}

func save(tx *db.Tx, sc scope.Scope, g *Guest) error {
	g.SearchText = contact.SearchText(g.Phone, g.Name, g.Email)
	if err := guestTable.Update(tx, []any{sc.Org}, g); err != nil {
		return err
	}
	return wordindex.Set(tx, sc, wordindex.Guest, g.ID, g.Words())
}

func remove(tx *db.Tx, sc scope.Scope, guestID string) error {
	if err := tx.Do(`DELETE FROM guests WHERE org_id = $1 AND guest_id = $2`, sc.Org, guestID); err != nil {
		return err
	}
	return wordindex.Forget(tx, sc, wordindex.Guest, guestID)
}
