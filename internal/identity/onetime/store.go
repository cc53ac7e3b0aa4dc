package onetime

import (
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/token"
)

// kept is how long a token stays after it expired.
const kept = 7 * 24 * time.Hour

// Token is what a secret stands for. Times are UTC milliseconds.
type Token struct {
	Hash      string `db:"token_hash,key"`
	Purpose   string `db:"purpose"`
	Org       string `db:"org_id"` // may be empty
	Subject   string `db:"subject_id"`
	Email     string `db:"email"`
	Client    string `db:"client"` // the network that it was made for, or empty
	ExpiresAt int64  `db:"expires_at"`
	UsedAt    *int64 `db:"used_at"` // nil until it is used
	CreatedAt int64  `db:"created_at"`
}

var (
	tokenTable = table.Of[Token]("one_time_tokens")
	tokens     = `SELECT ` + tokenTable.Columns("") + ` FROM one_time_tokens `
)

// Make stores a token and returns its secret, which is stored nowhere.
func Make(tx *db.Tx, t Token) (secret string, err error) {
	secret = token.Random()
	t.Hash, t.CreatedAt = token.Hash(secret), tx.Now.UnixMilli()
	return secret, tokenTable.Insert(tx, nil, t)
}

// BySecret finds a token, also one that doesn't work any more; db.ErrNoRows if there is none for the purpose.
func BySecret(tx *db.Tx, secret, purpose string) (Token, error) {
	return db.One(tx, tokenTable.Scan, tokens+`WHERE token_hash = $1 AND purpose = $2`, token.Hash(secret), purpose)
}

// Use uses a token up, and reports whether it still worked: of several at once, one wins.
func Use(tx *db.Tx, secret, purpose string) (bool, error) {
	used, err := tx.Exec(`UPDATE one_time_tokens SET used_at = $3
		WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3`,
		token.Hash(secret), purpose, tx.Now.UnixMilli())
	return used == 1, err
}

// UseAll uses up every token of the subject.
func UseAll(tx *db.Tx, subject string) error {
	return tx.Do(`UPDATE one_time_tokens SET used_at = $2 WHERE subject_id = $1 AND used_at IS NULL`,
		subject, tx.Now.UnixMilli())
}

// Working reports whether the subject has a token for the purpose that works.
func Working(tx *db.Tx, subject, purpose string) (works bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM one_time_tokens
		WHERE subject_id = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3)`,
		subject, purpose, tx.Now.UnixMilli()).Scan(&works)
	return works, err
}

// WorkingFor lists the tokens for the purpose that work and were made for the address, over all organizations.
func WorkingFor(tx *db.Tx, email, purpose string) ([]Token, error) {
	return db.All(tx, tokenTable.Scan, tokens+`WHERE email = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3
		ORDER BY org_id, subject_id`, email, purpose, tx.Now.UnixMilli())
}

// Proves reports whether a token for the purpose was made for the address and has this secret, or was made for this
// client within the time before.
func Proves(tx *db.Tx, email, purpose, secret, client string, within time.Duration) (proves bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM one_time_tokens
		WHERE email = $1 AND purpose = $2 AND expires_at > $3
			AND (token_hash = $4 OR client = $5 AND client <> '' AND created_at > $6))`,
		email, purpose, tx.Now.UnixMilli(), token.Hash(secret), client, tx.Now.Add(-within).UnixMilli()).Scan(&proves)
	return proves, err
}

// OrganizationOf finds the organization of a subject's tokens for one of the purposes; db.ErrNoRows if there are none.
func OrganizationOf(tx *db.Tx, subject, purpose, other string) (org string, err error) {
	err = tx.QueryRow(`SELECT org_id FROM one_time_tokens WHERE subject_id = $1 AND purpose IN ($2, $3) LIMIT 1`,
		subject, purpose, other).Scan(&org)
	return org, err
}

// Rename gives the tokens of a subject to what the subject is called now.
func Rename(tx *db.Tx, old, subject string) error {
	return tx.Do(`UPDATE one_time_tokens SET subject_id = $2 WHERE subject_id = $1`, old, subject)
}

// Drop deletes the tokens of a subject.
func Drop(tx *db.Tx, subject string) error {
	return tx.Do(`DELETE FROM one_time_tokens WHERE subject_id = $1`, subject)
}

// DropUnused deletes the tokens of a subject for the purpose that weren't used.
func DropUnused(tx *db.Tx, subject, purpose string) error {
	return tx.Do(`DELETE FROM one_time_tokens WHERE subject_id = $1 AND purpose = $2 AND used_at IS NULL`,
		subject, purpose)
}

// Erase deletes the tokens of an organization.
func Erase(tx *db.Tx, org string) error {
	return tx.Do(`DELETE FROM one_time_tokens WHERE org_id = $1`, org)
}

// Sweep deletes tokens a week after they expired. A background job calls it.
func Sweep(tx *db.Tx) error {
	return tx.Do(`DELETE FROM one_time_tokens WHERE expires_at <= $1`, tx.Now.Add(-kept).UnixMilli())
}
