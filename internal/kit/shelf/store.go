package shelf

import (
	"encoding/base64"
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// Shelf is a table of files: of each record of its owner one at each place.
type Shelf struct {
	put, get, remove string
	missing          error
}

// Of is the shelf in the table, with the columns org_id, that of the record's id, position, content and added_at.
// missing is the answer where there is no file.
func Of(table, record string, missing error) Shelf {
	const at = " WHERE org_id = $1 AND "
	return Shelf{
		put: `INSERT INTO ` + table + ` (org_id, ` + record + `, position, content, added_at)
			VALUES ($1, $2, $3, $4, $5) ON CONFLICT (org_id, ` + record + `, position)
			DO UPDATE SET content = excluded.content, added_at = excluded.added_at`,
		get:     `SELECT content FROM ` + table + at + record + ` = $2 AND position = $3`,
		remove:  `DELETE FROM ` + table + at + record + ` = $2 AND position = $3`,
		missing: missing,
	}
}

// Put keeps the file in the place of the one that is there.
func (s Shelf) Put(tx *db.Tx, sc scope.Scope, recordID string, place int, content []byte) error {
	return tx.Do(s.put, sc.Org, recordID, place, base64.StdEncoding.EncodeToString(content), tx.Now.UnixMilli())
}

// Get reads the file.
func (s Shelf) Get(tx *db.Tx, sc scope.Scope, recordID string, place int) ([]byte, error) {
	content, err := db.One(tx, func(row db.Scanner) ([]byte, error) {
		var encoded string
		if err := row.Scan(&encoded); err != nil {
			return nil, err
		}
		return base64.StdEncoding.DecodeString(encoded)
	}, s.get, sc.Org, recordID, place)
	if errors.Is(err, db.ErrNoRows) {
		err = s.missing
	}
	return content, err
}

// Remove deletes the file, if there is one.
func (s Shelf) Remove(tx *db.Tx, sc scope.Scope, recordID string, place int) error {
	return tx.Do(s.remove, sc.Org, recordID, place)
}
