// Package idempotency answers a repeated request with the result of the first one. The result is stored in the same
// transaction as what the request changed, so that neither exists without the other.
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

// anonymous stands in for the organization of requests that have none yet, such as sign-up.
const anonymous = "anonymous"

// Write is db.Write for a request that may be repeated: create runs once for each Idempotency-Key, as in Do.
func Write[T any](ctx context.Context, d *db.DB, sc scope.Scope, create func(tx *db.Tx) (T, error)) (T, error) {
	return db.Write(ctx, d, func(tx *db.Tx) (T, error) {
		return Do(tx, sc, func() (T, error) { return create(tx) })
	})
}

// Do runs create once for each Idempotency-Key. For 24 hours a repetition with the same method, path, caller and body
// gets the first result again, and any other request with the key fails with Invalid. T must survive JSON. Without a
// key Do just runs create.
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
	if err := tx.Do(`DELETE FROM idempotency_keys WHERE org_id = $1 AND key = $2 AND created_at <= $3`,
		org, sc.Idempotency.Key, now-lifetime.Milliseconds()); err != nil {
		return result, err
	}
	// Because the key is inserted first, a concurrent repetition waits for this transaction instead of running as well.
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
	err = tx.Do(`UPDATE idempotency_keys SET result = $3 WHERE org_id = $1 AND key = $2`,
		org, sc.Idempotency.Key, string(stored))
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
		return result, errs.InvalidField("Idempotency-Key",
			"was used before with another request; use a new key for a new request")
	}
	return result, json.Unmarshal([]byte(stored), &result)
}

// Forget removes keys that are older than 24 hours.
func Forget(tx *db.Tx) error {
	return tx.Do(`DELETE FROM idempotency_keys WHERE created_at <= $1`, tx.Now.Add(-lifetime).UnixMilli())
}
