// Package idempotency answers a repeated request with the result of the first one. The result is stored in the same
// transaction as what the request changed, so that neither exists without the other.
package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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

// Write is db.Write for a request that may be repeated: create runs once for each Idempotency-Key. For 24 hours a
// repetition with the same method, path, caller and body gets the first result again, and any other request with the
// key fails with Invalid. T must survive JSON. Without a key Write is db.Write.
//
// Of an error of kind errs.KindUnavailable, KeyTold says whether it is known what has become of an earlier request with
// the key, or told that nobody knows.
func Write[T any](ctx context.Context, d *db.DB, sc scope.Scope, create func(tx *db.Tx) (T, error)) (T, error) {
	if sc.Idempotency.Key == "" {
		return db.Write(ctx, d, create)
	}
	found := unknown
	result, err := db.Write(ctx, d, func(tx *db.Tx) (T, error) { return once(tx, sc, &found, create) })
	var outage *errs.Error
	if found == unknown || !errors.As(err, &outage) || outage.Kind != errs.KindUnavailable {
		return result, err
	}
	told := *outage
	told.KeyTold = true
	if found == isRepeat {
		told.Message = "The database does not confirm at the moment what has become of the first request with this " +
			"Idempotency-Key, so it may be done or not. This one changed nothing. Send it again to learn which."
	}
	return result, &told
}

// place is which of the requests with its key one is.
type place int

const (
	unknown place = iota // the database hasn't told: an earlier one's commit may be under way still
	isFirst              // there was none, or it has failed
	isRepeat
)

// once runs create if the key is new, else it returns the first result.
func once[T any](tx *db.Tx, sc scope.Scope, found *place, create func(tx *db.Tx) (T, error)) (T, error) {
	var result T
	org := sc.Org
	if org == "" {
		org, sc.Idempotency.Key = anonymous, ownKey(sc)
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
		*found = isRepeat
		return replay[T](tx, org, sc.Idempotency)
	}
	*found = isFirst
	if result, err = create(tx); err != nil {
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

// ownKey keeps the keys of callers outside of any organization apart, who know nothing of each other and may choose the
// same one. Whoever is signed in has a key by who it is, a stranger by where the request comes from and by which
// program: more isn't known of one who repeats it.
func ownKey(sc scope.Scope) string {
	who := "user\x00" + sc.User
	if sc.User == "" {
		who = "stranger\x00" + sc.IP + "\x00" + sc.UserAgent
	}
	sum := sha256.Sum256([]byte(who + "\x00" + sc.Idempotency.Key))
	return hex.EncodeToString(sum[:])
}

func replay[T any](tx *db.Tx, org string, repeat scope.Idempotency) (result T, err error) {
	var fingerprint, stored string
	// A commit after mere reads waits for no standby. The lock is logged, so this one does: then the standby has the first
	// one, too.
	err = tx.QueryRow(`SELECT fingerprint, result FROM idempotency_keys WHERE org_id = $1 AND key = $2`+tx.LockExclusive(),
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
