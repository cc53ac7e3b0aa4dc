package guest

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
)

// storedTravel is a row of guest_travel: its numbers are masked beside their encrypted whole.
type storedTravel struct {
	Travel
	PassportSealed string `db:"passport_sealed"`
	VisaSealed     string `db:"visa_sealed"`
}

func (row storedTravel) key() string { return row.GuestID }

func (row stored) key() string { return row.ID }

var (
	travelTable  = table.Of[storedTravel]("guest_travel", "org_id")
	selectTravel = `SELECT ` + travelTable.Columns("") + ` FROM guest_travel WHERE org_id = $1`
)

// findTravel reads what is noted; its first version, which is empty, if nothing is.
func findTravel(tx *db.Tx, sc scope.Scope, guestID string) (storedTravel, error) {
	row, err := db.One(tx, travelTable.Scan, selectTravel+` AND guest_id = $2`, sc.Org, guestID)
	if errors.Is(err, db.ErrNoRows) {
		return storedTravel{Travel: Travel{GuestID: guestID, Version: 1}}, nil
	}
	return row, err
}

// replaceTravel stores the row in the place of one that is there. Callers have locked the guest.
func replaceTravel(tx *db.Tx, sc scope.Scope, row storedTravel) error {
	if err := removeTravel(tx, sc, row.GuestID); err != nil {
		return err
	}
	return travelTable.Insert(tx, []any{sc.Org}, row)
}

func removeTravel(tx *db.Tx, sc scope.Scope, guestID string) error {
	return tx.Do(`DELETE FROM guest_travel WHERE org_id = $1 AND guest_id = $2`, sc.Org, guestID)
}

// unsealed are the next guests whose numbers are stored whole.
func unsealed(tx *db.Tx, sc scope.Scope, after string) ([]stored, error) {
	return db.All(tx, guestTable.Scan, selectGuests+` AND guest_id > $2 AND id_number <> '' AND id_number_sealed = ''
		AND id_number NOT LIKE 'XXXXXXXX%' ORDER BY guest_id LIMIT $3`, sc.Org, after, sealAtOnce)
}

// sealedNumbers are the next guests whose numbers are sealed.
func sealedNumbers(tx *db.Tx, sc scope.Scope, after string) ([]stored, error) {
	return db.All(tx, guestTable.Scan, selectGuests+` AND guest_id > $2 AND id_number_sealed <> '' ORDER BY guest_id
		LIMIT $3`, sc.Org, after, sealAtOnce)
}

// setNumber stores the number of a guest in another form, if it is still sealed as it was.
func setNumber(tx *db.Tx, sc scope.Scope, was string, row stored) error {
	return tx.Do(`UPDATE guests SET id_number = $4, id_number_sealed = $5, document_key = $6
		WHERE org_id = $1 AND guest_id = $2 AND id_number_sealed = $3`, sc.Org, row.ID, was, string(row.IDNumber),
		row.Sealed, row.DocumentKey)
}

// sealedTravel are the next rows with numbers.
func sealedTravel(tx *db.Tx, sc scope.Scope, after string) ([]storedTravel, error) {
	return db.All(tx, travelTable.Scan, selectTravel+` AND guest_id > $2 ORDER BY guest_id LIMIT $3`, sc.Org, after,
		sealAtOnce)
}

// setTravelNumbers stores the numbers sealed anew, if they are still as they were.
func setTravelNumbers(tx *db.Tx, sc scope.Scope, row storedTravel, passport, visa string) error {
	return tx.Do(`UPDATE guest_travel SET passport_sealed = $4, visa_sealed = $5
		WHERE org_id = $1 AND guest_id = $2 AND version = $3`, sc.Org, row.GuestID, row.Version, passport, visa)
}

// Origin is what says whether a guest is from abroad.
type Origin struct{ GuestID, Nationality, PassportCountry, SpecialCategory string }

// Origins are those of guests, by their ids.
func Origins(tx *db.Tx, sc scope.Scope, ids []string) (map[string]Origin, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	args := []any{sc.Org}
	for _, id := range ids {
		args = append(args, id)
	}
	list, err := db.All(tx, func(row db.Scanner) (o Origin, err error) {
		err = row.Scan(&o.GuestID, &o.Nationality, &o.PassportCountry, &o.SpecialCategory)
		return o, err
	}, `SELECT g.guest_id, g.nationality, COALESCE(t.passport_country, ''), COALESCE(t.special_category, '') FROM guests g
		LEFT JOIN guest_travel t ON t.org_id = g.org_id AND t.guest_id = g.guest_id
		WHERE g.org_id = $1 AND g.guest_id IN (`+db.Placeholders(2, len(ids))+`)`, args...)
	origins := make(map[string]Origin, len(list))
	for _, o := range list {
		origins[o.GuestID] = o
	}
	return origins, err
}
