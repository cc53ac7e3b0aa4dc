package ledger

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
)

// openings are the document of opening balances: they correct the books, no cash moves by them, and no shift has them.
const openings = "opening"

// outside tells whether the posting belongs to no shift, whatever is open.
func (p Posting) outside() bool { return p.NoShift || p.Document == openings }

// checkShifts refuses to move cash in or out of a drawer on which no shift is open, if the hotel wants one to be.
func checkShifts(books Locked, sc scope.Scope, p Posting) error {
	if !books.CashNeedsShift || p.outside() || p.Shift != "" {
		return nil
	}
	for _, e := range p.Entries {
		if !id.Valid(e.Account) || e.Amount == 0 {
			continue
		}
		idle, err := db.All(books.Tx(), db.Value[string], `SELECT name FROM accounts WHERE org_id = $1
			AND account_id = $2 AND kind = 'cash' AND NOT is_safe AND shift_id = ''`, sc.Org, e.Account)
		if err != nil {
			return err
		}
		if len(idle) > 0 {
			return errs.Conflict("No shift is open on %s: open one before cash goes in or out of it.", idle[0])
		}
	}
	return nil
}

// noteShift copies an entry on one of the hotel's accounts to the shift that it belongs to: the posting's, or the one
// that is open on the account; a payment or refund on an account without one to the shift that the caller works.
func noteShift(tx *db.Tx, sc scope.Scope, p Posting, e Posted) error {
	if p.outside() {
		return nil
	}
	const copied = `INSERT INTO shift_entries (org_id, entry_id, posting_id, position, account, amount, business_date,
			document, document_id, number, method, note, created_by, created_at, shift_id, in_drawer)
		SELECT a.org_id, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT), CAST($5 AS TEXT), CAST($6 AS BIGINT),
			CAST($7 AS TEXT), CAST($8 AS TEXT), CAST($9 AS TEXT), CAST($10 AS TEXT), CAST($11 AS TEXT),
			CAST($12 AS TEXT), CAST($13 AS TEXT), CAST($14 AS BIGINT), `
	args := []any{sc.Org, id.New(), e.PostingID, int64(e.Position), e.Account, int64(e.Amount), string(e.Day), e.Document,
		e.DocumentID, e.Number, string(p.Method), e.Note, e.CreatedBy, e.CreatedAt}
	switch {
	case p.Shift != "":
		return tx.Do(copied+`CAST($15 AS TEXT), TRUE FROM accounts a WHERE a.org_id = $1 AND a.account_id = $5`,
			append(args, p.Shift)...)
	case e.Document == Payment || e.Document == Refund:
		return tx.Do(copied+`a.shift_id, a.account_id = $5 FROM accounts a
			WHERE a.org_id = $1 AND a.shift_id <> '' AND (a.account_id = $5 OR a.shift_cashier = $13)
			ORDER BY CASE WHEN a.account_id = $5 THEN 0 ELSE 1 END, a.shift_id LIMIT 1`, args...)
	}
	return tx.Do(copied+`a.shift_id, TRUE FROM accounts a
		WHERE a.org_id = $1 AND a.account_id = $5 AND a.shift_id <> ''`, args...)
}

// Drawer is the account with this id, on which a shift may be opened. It fails with Invalid, naming the field
// accountId, for any other.
func Drawer(books Locked, sc scope.Scope, accountID string) (Account, error) {
	a, err := usable(books.Tx(), sc, "accountId", accountID).Get()
	if err == nil && !a.IsDrawer() {
		err = errs.InvalidField("accountId", "must be the id of a drawer: an account of kind cash that is no safe")
	}
	return a, err
}

// OpenShift gives the entries of a drawer to the shift from now on, and the payments that the caller takes elsewhere. It
// fails with Conflict if a shift is open on it.
func OpenShift(books Locked, sc scope.Scope, a Account, shiftID string) error {
	found, err := books.Tx().Exec(`UPDATE accounts SET shift_id = $3, shift_cashier = $4, version = version + 1
		WHERE org_id = $1 AND account_id = $2 AND shift_id = ''`, sc.Org, a.ID, shiftID, sc.User)
	if err == nil && found == 0 {
		err = errs.Conflict("A shift is open on %s already: close it first.", a.Name)
	}
	return err
}

// CloseShift ends OpenShift. It fails with Conflict if the shift isn't open on the account.
func CloseShift(books Locked, sc scope.Scope, accountID, shiftID string) error {
	found, err := books.Tx().Exec(`UPDATE accounts SET shift_id = '', shift_cashier = '', version = version + 1
		WHERE org_id = $1 AND account_id = $2 AND shift_id = $3`, sc.Org, accountID, shiftID)
	if err == nil && found == 0 {
		err = errs.Conflict("The shift is closed already.")
	}
	return err
}

// InShift is what the entries on the drawer of a shift add up to.
func InShift(tx *db.Tx, sc scope.Scope, shiftID string) db.Later[money.Amount] {
	return db.Ask(tx, db.Value[money.Amount], `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM shift_entries
		WHERE org_id = $1 AND shift_id = $2 AND in_drawer`, sc.Org, shiftID)
}

// ShiftSum is what the entries of a shift come to that are alike.
type ShiftSum struct {
	InDrawer  bool         `db:"in_drawer"` // false: what the cashier took elsewhere
	Document  string       `db:"document"`
	Method    Method       `db:"method"` // of payments and refunds; "" of anything else
	CreatedBy string       `db:"created_by"`
	Entries   int          `db:"entries"`
	In        money.Amount `db:"received"`
	Out       money.Amount `db:"given"` // positive
}

// ShiftEntry is an entry of a shift.
type ShiftEntry struct {
	ID         string       `db:"entry_id,key"`
	ShiftID    string       `db:"shift_id"`
	InDrawer   bool         `db:"in_drawer"`
	Account    string       `db:"account"`
	Amount     money.Amount `db:"amount"`
	Day        date.Date    `db:"business_date"`
	Document   string       `db:"document"`
	DocumentID string       `db:"document_id"`
	Number     string       `db:"number"`
	Method     Method       `db:"method"`
	Note       string       `db:"note"`
	CreatedBy  string       `db:"created_by"`
	CreatedAt  int64        `db:"created_at"` // UTC milliseconds
}

// ShiftEntriesQuery asks for a page of a shift's entries.
type ShiftEntriesQuery struct {
	web.Paging
	ShiftID web.ID `path:"shiftId" doc:"The shift's id"`
}

var (
	shiftEntryTable = table.Of[ShiftEntry]("shift_entries", "org_id")
	shiftSumTable   = table.Of[ShiftSum]("shift_entries", "org_id")

	shiftEntryList = listing.New[ShiftEntriesQuery](shiftEntryTable.Scan, listing.Spec{Table: "shift_entries",
		Key: "entry_id", Columns: shiftEntryTable.Columns(""), Order: "created_at DESC, entry_id DESC",
		Filters: []listing.Filter{listing.By("shiftId", listing.Narrow, "shift_id = ?")}})
)

// ShiftSums are the sums of a shift's entries by where, what, how and who.
func ShiftSums(tx *db.Tx, sc scope.Scope, shiftID string) db.Later[[]ShiftSum] {
	return db.AskAll(tx, shiftSumTable.Scan, `SELECT in_drawer, document, method, created_by, COUNT(*) AS entries,
			CAST(SUM(CASE WHEN amount > 0 THEN amount ELSE 0 END) AS BIGINT) AS received,
			CAST(SUM(CASE WHEN amount < 0 THEN -amount ELSE 0 END) AS BIGINT) AS given
		FROM shift_entries WHERE org_id = $1 AND shift_id = $2
		GROUP BY in_drawer, document, method, created_by ORDER BY in_drawer DESC, document, method, created_by`,
		sc.Org, shiftID)
}

// ShiftEntries are all entries of a shift, the oldest first.
func ShiftEntries(tx *db.Tx, sc scope.Scope, shiftID string) db.Later[[]ShiftEntry] {
	return db.AskAll(tx, shiftEntryTable.Scan, `SELECT `+shiftEntryTable.Columns("")+` FROM shift_entries
		WHERE org_id = $1 AND shift_id = $2 ORDER BY created_at, entry_id`, sc.Org, shiftID)
}

// ShiftEntriesPage is a page of a shift's entries, the newest first.
func ShiftEntriesPage(tx *db.Tx, sc scope.Scope, in ShiftEntriesQuery) (listing.Page[ShiftEntry], error) {
	return shiftEntryList.Page(tx, sc, in, in.Paging)
}
