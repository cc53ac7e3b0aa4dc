package scan

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
)

var (
	documentTable   = table.Of[Document]("guest_documents", "org_id")
	pieceTable      = table.Of[piece]("guest_document_pieces", "org_id")
	settingsTable   = table.Of[Settings]("guest_document_settings", "org_id")
	selectDocuments = `SELECT ` + documentTable.Columns("") + ` FROM guest_documents WHERE org_id = $1`
	selectPieces    = `SELECT ` + pieceTable.Columns("") + ` FROM guest_document_pieces WHERE org_id = $1`
)

func insert(tx *db.Tx, sc scope.Scope, d Document, pieces []piece) error {
	if err := documentTable.Insert(tx, []any{sc.Org}, d); err != nil {
		return err
	}
	for _, p := range pieces {
		if err := pieceTable.Insert(tx, []any{sc.Org}, p); err != nil {
			return err
		}
	}
	return nil
}

func find(tx *db.Tx, sc scope.Scope, guestID, kind string) (Document, error) {
	d, err := db.One(tx, documentTable.Scan, selectDocuments+` AND guest_id = $2 AND document = $3`, sc.Org, guestID, kind)
	if errors.Is(err, db.ErrNoRows) {
		return d, errNoDocument
	}
	return d, err
}

func ofGuest(tx *db.Tx, sc scope.Scope, guestID string) ([]Document, error) {
	return db.All(tx, documentTable.Scan, selectDocuments+` AND guest_id = $2 ORDER BY document`, sc.Org, guestID)
}

// setGuest gives a document to another guest. Callers have locked both.
func setGuest(tx *db.Tx, sc scope.Scope, from, to, fileID string) error {
	return tx.Do(`UPDATE guest_documents SET guest_id = $3 WHERE org_id = $1 AND guest_id = $2 AND file_id = $4`, sc.Org,
		from, to, fileID)
}

// remove deletes a document with its pages, and reports whether there was one.
func remove(tx *db.Tx, sc scope.Scope, guestID, kind string) (had bool, err error) {
	d, err := find(tx, sc, guestID, kind)
	if errors.Is(err, errNoDocument) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	gone, err := tx.Exec(`DELETE FROM guest_documents WHERE org_id = $1 AND guest_id = $2 AND document = $3
		AND file_id = $4`, sc.Org, guestID, kind, d.FileID)
	if err != nil {
		return false, err
	}
	return gone == 1, tx.Do(`DELETE FROM guest_document_pieces WHERE org_id = $1 AND file_id = $2`, sc.Org, d.FileID)
}

func piecesOf(tx *db.Tx, sc scope.Scope, fileID string, page int) ([]piece, error) {
	return db.All(tx, pieceTable.Scan, selectPieces+` AND file_id = $2 AND page = $3 ORDER BY position`, sc.Org, fileID,
		page)
}

// nextPieces are those after one, in the order of their key.
func nextPieces(tx *db.Tx, sc scope.Scope, after piece) ([]piece, error) {
	return db.All(tx, pieceTable.Scan, selectPieces+` AND (file_id, page, position) > ($2, $3, $4)
		ORDER BY file_id, page, position LIMIT 10`, sc.Org, after.FileID, after.Page, after.Position)
}

// replacePiece stores a piece in another form, if it is still there.
func replacePiece(tx *db.Tx, sc scope.Scope, p piece) error {
	return tx.Do(`UPDATE guest_document_pieces SET content = $5
		WHERE org_id = $1 AND file_id = $2 AND page = $3 AND position = $4`, sc.Org, p.FileID, p.Page, p.Position, p.Content)
}

// expired are some documents whose period is over.
func expired(tx *db.Tx, sc scope.Scope) ([]Document, error) {
	s, err := settings(tx, sc)
	if err != nil {
		return nil, err
	}
	last := sc.Today(tx.Now).AddDays(1 - s.KeptDays).Start(sc.Zone).UnixMilli() // a document of the day before is over
	return db.All(tx, documentTable.Scan, selectDocuments+` AND created_at < $2 ORDER BY created_at LIMIT $3`, sc.Org,
		last, deleteAtOnce)
}

// settings are the hotel's, or the defaults.
func settings(tx *db.Tx, sc scope.Scope) (Settings, error) {
	s, err := db.One(tx, settingsTable.Scan, `SELECT `+settingsTable.Columns("")+` FROM guest_document_settings
		WHERE org_id = $1`, sc.Org)
	if errors.Is(err, db.ErrNoRows) {
		return Settings{KeptDays: defaultKept, Version: 1}, nil
	}
	return s, err
}

// lockSettings reads the hotel's settings and keeps others from changing them until the transaction ends.
func lockSettings(tx *db.Tx, sc scope.Scope) (Settings, error) {
	if err := tx.Do(`INSERT INTO guest_document_settings (org_id, kept_days, updated_at, version) VALUES ($1, $2, $3, 1)
		ON CONFLICT (org_id) DO UPDATE SET updated_at = guest_document_settings.updated_at`, sc.Org, defaultKept,
		tx.Now.UnixMilli()); err != nil {
		return Settings{}, err
	}
	return settings(tx, sc)
}

func saveSettings(tx *db.Tx, sc scope.Scope, s *Settings) error {
	s.Version++
	return tx.Do(`UPDATE guest_document_settings SET kept_days = $2, updated_at = $3, version = $4 WHERE org_id = $1`,
		sc.Org, s.KeptDays, tx.Now.UnixMilli(), s.Version)
}

// Has tells whether there is a document of the kind of the guest.
func Has(tx *db.Tx, sc scope.Scope, guestID, kind string) (has bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM guest_documents WHERE org_id = $1 AND guest_id = $2
		AND document = $3)`, sc.Org, guestID, kind).Scan(&has)
	return has, err
}
