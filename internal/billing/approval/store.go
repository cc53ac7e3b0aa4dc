package approval

import (
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

var (
	limitTable    = table.Of[Limits]("approval_limits", "org_id")
	approvalTable = table.Of[Approval]("approvals", "org_id")
	codeTable     = table.Of[code]("approval_codes", "org_id")

	list = listing.New[listInput](approvalTable.Scan, listing.Spec{Table: "approvals", Key: "approval_id",
		Columns: approvalTable.Columns(""), Order: "asked_at DESC, approval_id DESC",
		Filters: []listing.Filter{
			listing.By("mine", listing.Along, "asked_by = {user}"),
			listing.By("seen", listing.Along, "(asked_by = {user} OR ? LIKE '%,' || kind || ',%')"),
			listing.By("status", listing.Along, "status = ?"),
			listing.By("kind", listing.Along, "kind = ?"),
		}})
)

const selectLimits = `SELECT limits, own_acts, updated_at, version FROM approval_limits WHERE org_id = $1`

// limitsKey names the question for an organization's limits.
type limitsKey string

// limitsOf asks for the limits.
func limitsOf(tx *db.Tx, sc scope.Scope) db.Later[Limits] {
	return db.Once(tx, limitsKey(sc.Org), func() db.Later[Limits] {
		return db.Else(db.Ask(tx, limitTable.Scan, selectLimits, sc.Org), unset)
	})
}

// unset is what holds where there is no row.
func unset(l Limits, err error) (Limits, error) {
	if errors.Is(err, db.ErrNoRows) {
		return Limits{Of: map[string]money.Amount{}, Version: 1}, nil
	}
	return l, err
}

// lockLimits reads the limits and keeps others from changing them until the transaction ends.
func lockLimits(tx *db.Tx, sc scope.Scope) (Limits, error) {
	if err := tx.Do(`INSERT INTO approval_limits (org_id, limits, own_acts, updated_at, version)
		VALUES ($1, '{}', FALSE, 0, 1)
		ON CONFLICT (org_id) DO UPDATE SET version = approval_limits.version`, sc.Org); err != nil {
		return Limits{}, err
	}
	return db.One(tx, limitTable.Scan, selectLimits, sc.Org)
}

func saveLimits(tx *db.Tx, sc scope.Scope, l *Limits) error {
	return limitTable.Update(tx, []any{sc.Org}, l)
}

func find(tx *db.Tx, sc scope.Scope, approvalID string) (Approval, error) {
	a, err := db.One(tx, approvalTable.Scan, `SELECT `+approvalTable.Columns("")+` FROM approvals
		WHERE org_id = $1 AND approval_id = $2`, sc.Org, approvalID)
	if errors.Is(err, db.ErrNoRows) {
		return a, errs.NotFound("There is no such approval.")
	}
	return a, err
}

// PendingUntil are the approvals that were asked for until the day, and wait; the oldest first.
func PendingUntil(tx *db.Tx, sc scope.Scope, last date.Date) ([]Approval, error) {
	return db.All(tx, approvalTable.Scan, `SELECT `+approvalTable.Columns("")+` FROM approvals
		WHERE org_id = $1 AND status = 'pending' AND asked_at < $2 AND expires_at > $3 ORDER BY asked_at, approval_id`,
		sc.Org, last.AddDays(1).Start(sc.Zone).UnixMilli(), tx.Now.UnixMilli())
}

// findRequest reads the approval that the same request has asked for; ErrNoRows if there is none.
func findRequest(tx *db.Tx, sc scope.Scope, requestKey string) (Approval, error) {
	return db.One(tx, approvalTable.Scan, `SELECT `+approvalTable.Columns("")+` FROM approvals
		WHERE org_id = $1 AND request_key = $2`, sc.Org, requestKey)
}

// errTwice is when the same request asks twice at the same instant.
var errTwice = errors.New("the request has just asked")

func insert(tx *db.Tx, sc scope.Scope, a Approval) error {
	return approvalTable.InsertOr(tx, func(err error) error {
		if db.IsUnique(err) {
			return errTwice
		}
		return err
	}, []any{sc.Org}, a)
}

// release lets the same request ask anew: it has no Idempotency-Key, and was decided.
func release(tx *db.Tx, sc scope.Scope, a Approval) error {
	return tx.Do(`UPDATE approvals SET request_key = approval_id WHERE org_id = $1 AND approval_id = $2`, sc.Org, a.ID)
}

// decide ends the approval, if it still waits.
func decide(tx *db.Tx, sc scope.Scope, a Approval) (bool, error) {
	changed, err := tx.Exec(`UPDATE approvals SET status = $3, decided_by = $4, decided_by_name = $5, decided_at = $6,
			decision_reason = $7, request = ''
		WHERE org_id = $1 AND approval_id = $2 AND status = 'pending' AND expires_at > $6`,
		sc.Org, a.ID, a.Status, a.DecidedBy, a.DecidedByName, tx.Now.UnixMilli(), a.DecisionReason)
	return changed > 0, err
}

// expire ends what has waited too long.
func expire(tx *db.Tx, org string) error {
	return tx.Do(`UPDATE approvals SET status = 'expired', request = ''
		WHERE org_id = $1 AND status = 'pending' AND expires_at <= $2`, org, tx.Now.UnixMilli())
}

// code is what is kept of a member's code.
type code struct {
	User        string `db:"user_id,key"`
	Hash        string `db:"hash"`
	Failures    int64  `db:"failures"`     // wrong ones in a row
	LockedUntil int64  `db:"locked_until"` // UTC milliseconds
	UpdatedAt   int64  `db:"updated_at"`   // UTC milliseconds
}

// codeOf reads a member's code; one without a hash if there is none.
func codeOf(tx *db.Tx, sc scope.Scope, user string) (code, error) {
	c, err := db.One(tx, codeTable.Scan, `SELECT `+codeTable.Columns("")+` FROM approval_codes
		WHERE org_id = $1 AND user_id = $2`, sc.Org, user)
	if errors.Is(err, db.ErrNoRows) {
		return code{User: user}, nil
	}
	return c, err
}

// withCode are the members who have a code.
func withCode(tx *db.Tx, sc scope.Scope) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT user_id FROM approval_codes WHERE org_id = $1`, sc.Org)
}

func saveCode(tx *db.Tx, sc scope.Scope, hash string) error {
	return tx.Do(`INSERT INTO approval_codes (org_id, user_id, hash, failures, locked_until, updated_at)
		VALUES ($1, $2, $3, 0, 0, $4)
		ON CONFLICT (org_id, user_id) DO UPDATE SET hash = excluded.hash, failures = 0, locked_until = 0,
			updated_at = excluded.updated_at`, sc.Org, sc.User, hash, tx.Now.UnixMilli())
}

func removeCode(tx *db.Tx, sc scope.Scope) (bool, error) {
	removed, err := tx.Exec(`DELETE FROM approval_codes WHERE org_id = $1 AND user_id = $2`, sc.Org, sc.User)
	return removed > 0, err
}

// countTry counts a try as wrong before it is looked at, so that many at once don't slip past the limit. It reports
// whether the try may be looked at: the code isn't locked.
func countTry(tx *db.Tx, sc scope.Scope, user string) (bool, error) {
	now := tx.Now.UnixMilli()
	counted, err := tx.Exec(`UPDATE approval_codes
		SET failures = CASE WHEN failures >= $3 THEN 1 ELSE failures + 1 END,
			locked_until = CASE WHEN failures = $3 - 1 THEN CAST($5 AS BIGINT) ELSE 0 END
		WHERE org_id = $1 AND user_id = $2 AND locked_until <= $4`,
		sc.Org, user, maxFailures, now, now+codeLock.Milliseconds())
	return counted > 0, err
}

// forgiveTries forgets the wrong tries after a right one.
func forgiveTries(tx *db.Tx, sc scope.Scope, user string) error {
	return tx.Do(`UPDATE approval_codes SET failures = 0, locked_until = 0 WHERE org_id = $1 AND user_id = $2`,
		sc.Org, user)
}
