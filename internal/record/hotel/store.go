package hotel

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/id"
)

// row is a new hotel.
type row struct {
	Hotel
	Edition string `db:"tax_edition"`
}

var (
	rows        = table.Of[row]("hotels", "org_id")
	hotels      = table.Of[Hotel]("hotels", "org_id")
	taxation    = table.Of[Taxation]("hotels", "org_id")
	selectHotel = `SELECT ` + hotels.Columns("") + ` FROM hotels WHERE org_id = $1`
)

// Of is the organization's hotel; db.ErrNoRows if the organization is unknown.
func Of(tx *db.Tx, org string) db.Later[Hotel] { return db.Ask(tx, hotels.Scan, selectHotel, org) }

// Insert stores the hotel of a new organization.
func Insert(tx *db.Tx, org string, h Hotel) error { return rows.Insert(tx, []any{org}, row{Hotel: h}) }

// Save writes the organization's hotel.
func Save(tx *db.Tx, org string, h *Hotel) error { return hotels.Update(tx, []any{org}, h) }

// Erase deletes the hotel of an organization that nobody has come into.
func Erase(tx *db.Tx, org string) error { return db.Erase(tx, org, "hotels") }

// Taxation is what an organization's tax depends on, besides its taxes.
type Taxation struct {
	GSTIN   string `db:"gstin"`       // "": it is not registered
	Country string `db:"country"`     // as in Hotel
	Edition string `db:"tax_edition"` // of its taxes: those that were read with the same one are the same
}

// TaxationOf is what an organization's tax depends on.
func TaxationOf(tx *db.Tx, org string) db.Later[Taxation] {
	return db.Ask(tx, taxation.Scan, `SELECT `+taxation.Columns("")+` FROM hotels WHERE org_id = $1`, org)
}

// NewTaxEdition notes that the organization's taxes change in this transaction.
func NewTaxEdition(tx *db.Tx, org string) error {
	return tx.Do(`UPDATE hotels SET tax_edition = $2 WHERE org_id = $1`, org, id.New())
}
