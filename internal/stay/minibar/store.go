package minibar

import (
	"encoding/json"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// claim takes the key for this transaction, and reports whether nobody has posted with it before. Who posts with it at
// the same moment waits.
func claim(tx *db.Tx, sc scope.Scope, r request, fingerprint string) (bool, error) {
	taken, err := tx.Exec(`INSERT INTO minibar_posts
			(org_id, post_key, request, room_id, booking_id, answer, posted_by, posted_by_name, created_at)
		VALUES ($1, $2, $3, $4, '', '', $5, $6, $7) ON CONFLICT (org_id, post_key) DO NOTHING`, sc.Org, r.key, fingerprint,
		r.roomID, sc.User, sc.UserName, tx.Now.UnixMilli())
	return taken == 1, err
}

// finish keeps what was answered to the key.
func finish(tx *db.Tx, sc scope.Scope, key, bookingID string, answered any) error {
	answer, err := json.Marshal(answered)
	if err != nil {
		return err
	}
	return tx.Do(`UPDATE minibar_posts SET booking_id = $3, answer = $4 WHERE org_id = $1 AND post_key = $2`, sc.Org,
		key, bookingID, string(answer))
}

// answered reads what was answered to a key, and the fingerprint of its request.
func answered(tx *db.Tx, sc scope.Scope, key string) (answer, fingerprint string, err error) {
	err = tx.QueryRow(`SELECT request, answer FROM minibar_posts WHERE org_id = $1 AND post_key = $2`, sc.Org, key).
		Scan(&fingerprint, &answer)
	return answer, fingerprint, err
}
