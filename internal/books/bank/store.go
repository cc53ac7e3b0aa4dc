package bank

import (
	"errors"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

var (
	statementTable = table.Of[Statement]("bank_statements", "org_id")
	lineTable      = table.Of[Line]("bank_lines", "org_id")
	matchTable     = table.Of[Match]("bank_matches", "org_id")
	ruleTable      = table.Of[Rule]("bank_rules", "org_id")

	statementList = listing.New[statementsInput](statementTable.Scan, listing.Spec{Table: "bank_statements",
		Key: "statement_id", Columns: statementTable.Columns(""), Order: "created_at DESC, statement_id DESC",
		Filters: []listing.Filter{listing.By("accountId", listing.Along, "account_id = ?")}})

	lineList = listing.New[linesInput](lineTable.Scan, listing.Spec{Table: "bank_lines", Key: "line_id",
		Columns: lineTable.Columns(""), Order: "day DESC, line_id DESC",
		Filters: []listing.Filter{
			listing.By("statementId", listing.Along, "statement_id = ?"),
			listing.By("accountId", listing.Along, "account_id = ?"),
			listing.By("state", listing.Along, "state = ?"),
			listing.From("from", "day"), listing.To("to", "day"),
		}})

	selectLines = `SELECT ` + lineTable.Columns("") + ` FROM bank_lines WHERE org_id = $1`
)

// byDigest finds a file by its content; nil: it was never imported into the account.
func byDigest(tx *db.Tx, sc scope.Scope, accountID, digest string) (*Statement, error) {
	return atMostOne(db.One(tx, statementTable.Scan, `SELECT `+statementTable.Columns("")+` FROM bank_statements
		WHERE org_id = $1 AND account_id = $2 AND digest = $3`, sc.Org, accountID, digest))
}

func atMostOne[T any](found T, err error) (*T, error) {
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	return &found, err
}

// findStatement reads a statement of the account; NotFound if there is none.
func findStatement(tx *db.Tx, sc scope.Scope, accountID, statementID string) (Statement, error) {
	s, err := db.One(tx, statementTable.Scan, `SELECT `+statementTable.Columns("")+` FROM bank_statements
		WHERE org_id = $1 AND statement_id = $2`, sc.Org, statementID)
	if errors.Is(err, db.ErrNoRows) || err == nil && s.AccountID != accountID {
		err = errs.NotFound("There is no such statement.")
	}
	return s, err
}

// findLine reads a line of the account; NotFound if there is none.
func findLine(tx *db.Tx, sc scope.Scope, accountID, lineID string) (Line, error) {
	l, err := db.One(tx, lineTable.Scan, selectLines+` AND line_id = $2`, sc.Org, lineID)
	if errors.Is(err, db.ErrNoRows) || err == nil && l.AccountID != accountID {
		err = errs.NotFound("There is no such line.")
	}
	return l, err
}

// opening is what was in the account before; nil: no file has said so.
func opening(tx *db.Tx, sc scope.Scope, accountID string) (*Line, error) {
	return atMostOne(db.One(tx, lineTable.Scan, selectLines+` AND account_id = $2 AND fingerprint = $3`, sc.Org,
		accountID, beforeAll))
}

// known are the fingerprints of the account's lines on the days.
func known(tx *db.Tx, sc scope.Scope, accountID string, from, to date.Date) (map[string]bool, error) {
	found := map[string]bool{}
	_, err := db.All(tx, func(row db.Scanner) (fingerprint string, err error) {
		err = row.Scan(&fingerprint)
		found[fingerprint] = true
		return fingerprint, err
	}, `SELECT fingerprint FROM bank_lines WHERE org_id = $1 AND account_id = $2 AND day >= $3 AND day <= $4`, sc.Org,
		accountID, string(from), string(to))
	return found, err
}

// insertStatement writes the statement with its lines. It fails with Conflict if the same was imported meanwhile.
func insertStatement(tx *db.Tx, sc scope.Scope, s Statement, lines []Line) error {
	twice := func(err error) error {
		if db.IsUnique(err) {
			return errs.Conflict("The same was imported at this moment. Read the account's statements again.")
		}
		return err
	}
	if err := statementTable.InsertOr(tx, twice, []any{sc.Org}, s); err != nil {
		return err
	}
	return lineTable.InsertOr(tx, twice, []any{sc.Org}, lines...)
}

func removeStatement(tx *db.Tx, sc scope.Scope, s Statement) error {
	if err := tx.Do(`DELETE FROM bank_lines WHERE org_id = $1 AND statement_id = $2`, sc.Org, s.ID); err != nil {
		return err
	}
	return tx.Do(`DELETE FROM bank_statements WHERE org_id = $1 AND statement_id = $2`, sc.Org, s.ID)
}

// decided counts the lines of a statement that aren't open.
func decided(tx *db.Tx, sc scope.Scope, statementID string) (count int, err error) {
	err = tx.QueryRow(`SELECT COUNT(*) FROM bank_lines WHERE org_id = $1 AND statement_id = $2 AND state <> 'open'`,
		sc.Org, statementID).Scan(&count)
	return count, err
}

// anyStatement tells whether the account has a statement.
func anyStatement(tx *db.Tx, sc scope.Scope, accountID string) (found bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM bank_statements WHERE org_id = $1 AND account_id = $2)`, sc.Org,
		accountID).Scan(&found)
	return found, err
}

func removeLine(tx *db.Tx, sc scope.Scope, l Line) error {
	return tx.Do(`DELETE FROM bank_lines WHERE org_id = $1 AND line_id = $2`, sc.Org, l.ID)
}

func insertLine(tx *db.Tx, sc scope.Scope, l Line) error {
	return lineTable.Insert(tx, []any{sc.Org}, l)
}

// decide stores the line if it still is in the state before. It fails with Conflict if somebody was faster.
func decide(tx *db.Tx, sc scope.Scope, before string, l *Line) error {
	changed, err := tx.Exec(`UPDATE bank_lines SET state = $4, settled_on = $5, reason = $6, decided_by = $7,
			decided_by_name = $8, decided_at = $9, matched_with = $10
		WHERE org_id = $1 AND line_id = $2 AND state = $3`, sc.Org, l.ID, before, l.State, string(l.SettledOn), l.Reason,
		l.DecidedBy, l.DecidedByName, l.DecidedAt, l.With)
	if err == nil && changed == 0 {
		err = errs.Conflict("Somebody has just decided about this line. Read it again.")
	}
	return err
}

// insertMatches fails with Conflict if an entry belongs to another line.
func insertMatches(tx *db.Tx, sc scope.Scope, matches []Match) error {
	return matchTable.InsertOr(tx, func(err error) error {
		if db.IsUnique(err) {
			return errs.InvalidField("entries", "must be matched with no other line: one of them is. Read the line again")
		}
		return err
	}, []any{sc.Org}, matches...)
}

func matchesOf(tx *db.Tx, sc scope.Scope, lineID string) ([]Match, error) {
	return db.All(tx, matchTable.Scan, `SELECT `+matchTable.Columns("")+` FROM bank_matches
		WHERE org_id = $1 AND line_id = $2 ORDER BY posting_id, position`, sc.Org, lineID)
}

// matchedWith are the other lines of the one that has their matches, the oldest first.
func matchedWith(tx *db.Tx, sc scope.Scope, lineID string) ([]Line, error) {
	return db.All(tx, lineTable.Scan, selectLines+` AND matched_with = $2 AND matched_with <> '' ORDER BY day, line_id`,
		sc.Org, lineID)
}

func removeMatches(tx *db.Tx, sc scope.Scope, lineID string) error {
	return tx.Do(`DELETE FROM bank_matches WHERE org_id = $1 AND line_id = $2`, sc.Org, lineID)
}

// taken are the account's entries of the days that are matched with lines, where both are of asOf at the latest.
func taken(tx *db.Tx, sc scope.Scope, accountID string, from, to, asOf date.Date) (map[ledger.Key]bool, error) {
	keys := map[ledger.Key]bool{}
	_, err := db.All(tx, func(row db.Scanner) (k ledger.Key, err error) {
		err = row.Scan(&k.PostingID, &k.Position)
		keys[k] = true
		return k, err
	}, `SELECT posting_id, position FROM bank_matches
		WHERE org_id = $1 AND account_id = $2 AND entry_day >= $3 AND entry_day <= $4 AND settled_on <= $5`, sc.Org,
		accountID, string(from), string(to), string(asOf))
	return keys, err
}

// settledBefore is the sum of the account's entries before the day that are matched, where both are of asOf at the
// latest.
func settledBefore(tx *db.Tx, sc scope.Scope, accountID string, day, asOf date.Date) (sum money.Amount, err error) {
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM bank_matches
		WHERE org_id = $1 AND account_id = $2 AND entry_day < $3 AND settled_on <= $4`, sc.Org, accountID, string(day),
		string(asOf)).Scan(&sum)
	return sum, err
}

// bankBalance is the sum of the account's lines of the days (after, until].
func bankBalance(tx *db.Tx, sc scope.Scope, accountID string, after, until date.Date) (sum money.Amount, err error) {
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM bank_lines
		WHERE org_id = $1 AND account_id = $2 AND day > $3 AND day <= $4`, sc.Org, accountID, string(after),
		string(until)).Scan(&sum)
	return sum, err
}

// stated is the newest statement that ends on the day or before, and says what was in the account then; nil: there is
// none.
func stated(tx *db.Tx, sc scope.Scope, accountID string, day date.Date) (*Statement, error) {
	return atMostOne(db.One(tx, statementTable.Scan, `SELECT `+statementTable.Columns("")+` FROM bank_statements
		WHERE org_id = $1 AND account_id = $2 AND last_day <= $3 AND closing IS NOT NULL
		ORDER BY last_day DESC, created_at DESC LIMIT 1`, sc.Org, accountID, string(day)))
}

// outstanding are the lines until the day that no entry until then is, the oldest first; at most so many. A line of
// nothing, such as the balance before the first statement of a new account, is left out.
func outstanding(tx *db.Tx, sc scope.Scope, accountID string, day date.Date, most int) ([]Line, error) {
	return db.All(tx, lineTable.Scan, selectLines+` AND account_id = $2 AND day <= $3
		AND amount <> 0 AND (settled_on = '' OR settled_on > $3) ORDER BY day, line_id LIMIT $4`,
		sc.Org, accountID, string(day), most)
}

func rulesOf(tx *db.Tx, sc scope.Scope, accountID string) ([]Rule, error) {
	return db.All(tx, ruleTable.Scan, `SELECT `+ruleTable.Columns("")+` FROM bank_rules
		WHERE org_id = $1 AND account_id = $2 ORDER BY pattern, kind, target`, sc.Org, accountID)
}

func rulesFor(tx *db.Tx, sc scope.Scope, accountID, pattern string) ([]Rule, error) {
	if pattern == "" {
		return nil, nil
	}
	return db.All(tx, ruleTable.Scan, `SELECT `+ruleTable.Columns("")+` FROM bank_rules
		WHERE org_id = $1 AND account_id = $2 AND pattern = $3 ORDER BY uses DESC, updated_at DESC`, sc.Org, accountID,
		pattern)
}

// learn counts that the rule was confirmed. Lines without words teach nothing.
func learn(tx *db.Tx, sc scope.Scope, r Rule) error {
	if r.Pattern == "" {
		return nil
	}
	changed, err := tx.Exec(`UPDATE bank_rules SET uses = uses + 1, updated_at = $6
		WHERE org_id = $1 AND account_id = $2 AND pattern = $3 AND kind = $4 AND target = $5`, sc.Org, r.AccountID,
		r.Pattern, r.Kind, r.Target, r.UpdatedAt)
	if err != nil || changed > 0 {
		return err
	}
	return ruleTable.Insert(tx, []any{sc.Org}, r)
}

func removeRule(tx *db.Tx, sc scope.Scope, accountID, ruleID string) (Rule, error) {
	r, err := db.One(tx, ruleTable.Scan, `SELECT `+ruleTable.Columns("")+` FROM bank_rules
		WHERE org_id = $1 AND rule_id = $2`, sc.Org, ruleID)
	if errors.Is(err, db.ErrNoRows) || err == nil && r.AccountID != accountID {
		return r, errs.NotFound("There is no such rule.")
	}
	if err != nil {
		return r, err
	}
	return r, tx.Do(`DELETE FROM bank_rules WHERE org_id = $1 AND rule_id = $2`, sc.Org, ruleID)
}
