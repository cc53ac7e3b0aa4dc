package guest

import (
	"cmp"
	"errors"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

const selectGuests = `SELECT guest_id, name, email, phone, id_type, id_number, nationality, gstin, company, address,
		date_of_birth, notes, created_at, updated_at
	FROM guests WHERE org_id = $1`

func scanGuest(row db.Scanner) (g Guest, err error) {
	err = row.Scan(&g.ID, &g.Name, &g.Email, &g.Phone, &g.IDType, (*string)(&g.IDNumber), &g.Nationality, &g.GSTIN, &g.Company,
		&g.Address, (*string)(&g.DateOfBirth), &g.Notes, &g.CreatedAt, &g.UpdatedAt)
	return g, err
}

func find(tx *db.Tx, sc scope.Scope, guestID string) (Guest, error) {
	g, err := db.One(tx, scanGuest, selectGuests+` AND guest_id = $2`, sc.Org, guestID)
	if errors.Is(err, db.ErrNoRows) {
		return g, errNoGuest
	}
	return g, err
}

// lock keeps others from changing or deleting the guest until the transaction ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, guestID string) (Guest, error) {
	touched, err := tx.Exec(`UPDATE guests SET updated_at = $3 WHERE org_id = $1 AND guest_id = $2`,
		sc.Org, guestID, tx.Now.UnixMilli())
	if err != nil {
		return Guest{}, err
	}
	if touched == 0 {
		return Guest{}, errNoGuest
	}
	return find(tx, sc, guestID)
}

// search lists one page of the guests whose name, phone or e-mail has the text (all for an empty one), newest first,
// and counts them all.
func search(tx *db.Tx, sc scope.Scope, text string, limit, offset int) (page []Guest, total int, err error) {
	where, args := "", []any{sc.Org}
	if text != "" {
		where = ` AND (search_text LIKE $2 ESCAPE '\' OR search_text LIKE $3 ESCAPE '\')`
		written := strings.ToLower(text)
		args = append(args, "%"+db.EscapeLike(written)+"%", "%"+db.EscapeLike(cmp.Or(contact.PhoneDigits(text), written))+"%")
	}
	if err = tx.QueryRow(`SELECT COUNT(*) FROM guests WHERE org_id = $1`+where, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	page, err = db.All(tx, scanGuest, selectGuests+where+` ORDER BY created_at DESC, guest_id DESC`+db.Limit(len(args)+1),
		append(args, limit, offset)...)
	return page, total, err
}

func insert(tx *db.Tx, sc scope.Scope, g Guest) error {
	_, err := tx.Exec(`INSERT INTO guests (org_id, guest_id, name, email, phone, id_type, id_number, nationality, gstin,
			company, address, date_of_birth, notes, search_text, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)`,
		sc.Org, g.ID, g.Name, g.Email, g.Phone, g.IDType, string(g.IDNumber), g.Nationality, g.GSTIN,
		g.Company, g.Address, string(g.DateOfBirth), g.Notes, g.searchText(), g.CreatedAt)
	return err
}

func save(tx *db.Tx, sc scope.Scope, g Guest) error {
	_, err := tx.Exec(`UPDATE guests SET name = $3, email = $4, phone = $5, id_type = $6, id_number = $7, nationality = $8,
			gstin = $9, company = $10, address = $11, date_of_birth = $12, notes = $13, search_text = $14
		WHERE org_id = $1 AND guest_id = $2`,
		sc.Org, g.ID, g.Name, g.Email, g.Phone, g.IDType, string(g.IDNumber), g.Nationality,
		g.GSTIN, g.Company, g.Address, string(g.DateOfBirth), g.Notes, g.searchText())
	return err
}

func remove(tx *db.Tx, sc scope.Scope, guestID string) error {
	_, err := tx.Exec(`DELETE FROM guests WHERE org_id = $1 AND guest_id = $2`, sc.Org, guestID)
	return err
}
