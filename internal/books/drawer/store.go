package drawer

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

var (
	entryTable = table.Of[Entry]("shift_entries", "org_id")
	sumTable   = table.Of[Sum]("shift_entries", "org_id")

	entryList = listing.New[Query](entryTable.Scan, listing.Spec{Table: "shift_entries", Key: "entry_id",
		Columns: entryTable.Columns(""), Order: "created_at DESC, entry_id DESC",
		Filters: []listing.Filter{listing.By("shiftId", listing.Narrow, "shift_id = ?")}})
)

// OpenOn is the shift that is open on an account; "" if none is.
func OpenOn(tx *db.Tx, sc scope.Scope, accountID string) (string, error) {
	return db.One(tx, db.Value[string], `SELECT COALESCE(MAX(shift_id), '') FROM open_shifts
		WHERE org_id = $1 AND account_id = $2`, sc.Org, accountID)
}

// RequireIdle fails with Conflict if a shift is open on the account with this name.
func RequireIdle(tx *db.Tx, sc scope.Scope, accountID, name string) error {
	shift, err := OpenOn(tx, sc, accountID)
	if err == nil && shift != "" {
		err = errs.Conflict("A shift is open on %s: close it first.", name)
	}
	return err
}

// Open gives the entries of an account to the shift from now on, and the payments that the caller takes elsewhere. It
// fails with Conflict if a shift is open on it.
func Open(tx *db.Tx, sc scope.Scope, accountID, name, shiftID string) error {
	found, err := tx.Exec(`INSERT INTO open_shifts (org_id, account_id, shift_id, cashier_id)
		VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`, sc.Org, accountID, shiftID, sc.User)
	if err == nil && found == 0 {
		err = errs.Conflict("A shift is open on %s already: close it first.", name)
	}
	return err
}

// Close ends Open. It fails with Conflict if the shift isn't open on the account.
func Close(tx *db.Tx, sc scope.Scope, accountID, shiftID string) error {
	found, err := tx.Exec(`DELETE FROM open_shifts WHERE org_id = $1 AND account_id = $2 AND shift_id = $3`,
		sc.Org, accountID, shiftID)
	if err == nil && found == 0 {
		err = errs.Conflict("The shift is closed already.")
	}
	return err
}

const copied = `INSERT INTO shift_entries (org_id, entry_id, posting_id, position, account, amount, business_date,
		document, document_id, number, method, note, created_by, created_at, shift_id, in_drawer)
	SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT), CAST($5 AS TEXT),
		CAST($6 AS BIGINT), CAST($7 AS TEXT), CAST($8 AS TEXT), CAST($9 AS TEXT), CAST($10 AS TEXT), CAST($11 AS TEXT),
		CAST($12 AS TEXT), CAST($13 AS TEXT), CAST($14 AS BIGINT), `

// Note copies an entry of the books to the shift that it belongs to, if there is any. One that names its shift belongs
// to that one.
func Note(tx *db.Tx, sc scope.Scope, e Entry) error {
	args := []any{sc.Org, id.New(), e.PostingID, int64(e.Position), e.Account, int64(e.Amount), string(e.Day), e.Document,
		e.DocumentID, e.Number, e.Method, e.Note, e.CreatedBy, e.CreatedAt}
	switch {
	case e.ShiftID != "":
		return tx.Do(copied+`CAST($15 AS TEXT), TRUE`, append(args, e.ShiftID)...)
	case e.Method != "":
		return tx.Do(copied+`o.shift_id, o.account_id = $5 FROM open_shifts o
			WHERE o.org_id = $1 AND (o.account_id = $5 OR o.cashier_id = $13)
			ORDER BY CASE WHEN o.account_id = $5 THEN 0 ELSE 1 END, o.shift_id LIMIT 1`, args...)
	}
	return tx.Do(copied+`o.shift_id, TRUE FROM open_shifts o WHERE o.org_id = $1 AND o.account_id = $5`, args...)
}

// Moved is what the entries on the drawer of a shift add up to.
func Moved(tx *db.Tx, sc scope.Scope, shiftID string) db.Later[money.Amount] {
	return db.Ask(tx, db.Value[money.Amount], `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM shift_entries
		WHERE org_id = $1 AND shift_id = $2 AND in_drawer`, sc.Org, shiftID)
}

// Sums are the sums of a shift's entries by where, what, how and who; those of the drawer first.
func Sums(tx *db.Tx, sc scope.Scope, shiftID string) db.Later[[]Sum] {
	return db.AskAll(tx, sumTable.Scan, `SELECT in_drawer, document, method, created_by, COUNT(*) AS entries,
			CAST(SUM(CASE WHEN amount > 0 THEN amount ELSE 0 END) AS BIGINT) AS received,
			CAST(SUM(CASE WHEN amount < 0 THEN -amount ELSE 0 END) AS BIGINT) AS given
		FROM shift_entries WHERE org_id = $1 AND shift_id = $2
		GROUP BY in_drawer, document, method, created_by ORDER BY in_drawer DESC, document, method, created_by`,
		sc.Org, shiftID)
}

// All are all entries of a shift, the oldest first.
func All(tx *db.Tx, sc scope.Scope, shiftID string) db.Later[[]Entry] {
	return db.AskAll(tx, entryTable.Scan, `SELECT `+entryTable.Columns("")+` FROM shift_entries
		WHERE org_id = $1 AND shift_id = $2 ORDER BY created_at, entry_id`, sc.Org, shiftID)
}

// Page is a page of a shift's entries, the newest first.
func Page(tx *db.Tx, sc scope.Scope, q Query) (listing.Page[Entry], error) {
	return entryList.Page(tx, sc, q, q.Query)
}
