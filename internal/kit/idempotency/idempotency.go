// Package idempotency makes a repeated request answer what its first run answered. The answer is kept in the
// transaction of what it protects: either both are there or neither.
package idempotency

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

const lifetime = 24 * time.Hour

// anonymous stands for the organization of requests that have none yet, such as sign-up.
const anonymous = "anonymous"

// Write is db.Write for a request that may be repeated: create runs once for each Idempotency-Key, as in Do.
func Write[T any](ctx context.Context, d *db.DB, sc scope.Scope, create func(tx *db.Tx) (T, error)) (T, error) {
	return db.Write(ctx, d, func(tx *db.Tx) (T, error) {
		return Do(tx, sc, func() (T, error) { return create(tx) })
	})
}

// Do runs create once for each Idempotency-Key within 24 hours and gives the first result again to a repetition
// with the same method, path, caller and body; with another one it fails with Invalid. T must survive JSON.
// Without a key it just runs create.
func Do[T any](tx *db.Tx, sc scope.Scope, create func() (T, error)) (T, error) {
	var result T
	if sc.Idempotency.Key == "" {
		return create()
	}
	org := sc.Org
	if org == "" {
		org = anonymous
	}
	now := tx.Now.UnixMilli()
	if _, err := tx.Exec(`DELETE FROM idempotency_keys WHERE org_id = $1 AND key = $2 AND created_at <= $3`,
		org, sc.Idempotency.Key, now-lifetime.Milliseconds()); err != nil {
		return result, err
	}
	// Inserting first makes a concurrent repetition wait for this transaction's end instead of running too.
	inserted, err := tx.Exec(`INSERT INTO idempotency_keys (org_id, key, fingerprint, result, created_at)
		VALUES ($1, $2, $3, '', $4) ON CONFLICT (org_id, key) DO NOTHING`,
		org, sc.Idempotency.Key, sc.Idempotency.Fingerprint, now)
	if err != nil {
		return result, err
	}
	if inserted == 0 {
		return replay[T](tx, org, sc.Idempotency)
	}
	if result, err = create(); err != nil {
		return result, err
	}
	stored, err := json.Marshal(result)
	if err != nil {
		return result, err
	}
	_, err = tx.Exec(`UPDATE idempotency_keys SET result = $3 WHERE org_id = $1 AND key = $2`, org, sc.Idempotency.Key, string(stored))
	return result, err
}

func replay[T any](tx *db.Tx, org string, repeat scope.Idempotency) (result T, err error) {
	var fingerprint, stored string
	err = tx.QueryRow(`SELECT fingerprint, result FROM idempotency_keys WHERE org_id = $1 AND key = $2`,
		org, repeat.Key).Scan(&fingerprint, &stored)
	if errors.Is(err, db.ErrNoRows) {
		return result, errs.Conflict("The first request with this Idempotency-Key has just failed. Send it again.")
	}
	if err != nil {
		return result, err
	}
	if fingerprint != repeat.Fingerprint {
		return result, errs.InvalidField("Idempotency-Key", "was used before with another request; use a new key for a new request")
	}
	return result, json.Unmarshal([]byte(stored), &result)
}

// Forget removes the keys that are older than 24 hours; a background job calls it.
func Forget(tx *db.Tx) error {
	_, err := tx.Exec(`DELETE FROM idempotency_keys WHERE created_at <= $1`, tx.Now.Add(-lifetime).UnixMilli())
	return err
}
