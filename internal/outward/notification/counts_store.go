package notification

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// In notification_counts, everyone stands for the user where shared notifications are counted, and anyType for the
// sum over all types.
const (
	everyone = ""
	anyType  = ""
)

// tally collects what a transaction changes in an organization's counts.
type tally map[countKey]counts

type countKey struct{ user, kind string }

type counts struct{ visible, seenShared, seenAddressed int64 }

func (t tally) change(user, kind string, by counts) {
	c := t[countKey{user, kind}]
	t[countKey{user, kind}] = counts{
		c.visible + by.visible, c.seenShared + by.seenShared, c.seenAddressed + by.seenAddressed,
	}
}

// visible counts notifications of a type that the user sees alone, or everyone shares.
func (t tally) visible(user, kind string, number int64) {
	t.change(user, anyType, counts{visible: number})
	t.change(user, kind, counts{visible: number})
}

// seen counts notifications that the user has read.
func (t tally) seen(user string, addressed bool, number int64) {
	if addressed {
		t.change(user, anyType, counts{seenAddressed: number})
	} else {
		t.change(user, anyType, counts{seenShared: number})
	}
}

// add writes the changes, always in the same order so that two transactions don't wait for each other.
func (t tally) add(tx *db.Tx, org string) error {
	keys := slices.SortedFunc(maps.Keys(t), func(a, b countKey) int {
		return cmp.Or(strings.Compare(a.user, b.user), strings.Compare(a.kind, b.kind))
	})
	for some := range slices.Chunk(keys, 1000) { // SQLite takes 32,766 arguments
		var args []any
		for _, k := range some {
			args = append(args, org, k.user, k.kind, t[k].visible, t[k].seenShared, t[k].seenAddressed)
		}
		if err := tx.Do(`INSERT INTO notification_counts (org_id, user_id, type, visible, seen_shared, seen_addressed)
			VALUES `+db.Rows(6, len(some))+` ON CONFLICT (org_id, user_id, type) DO UPDATE SET
				visible = notification_counts.visible + excluded.visible,
				seen_shared = notification_counts.seen_shared + excluded.seen_shared,
				seen_addressed = notification_counts.seen_addressed + excluded.seen_addressed`, args...); err != nil {
			return err
		}
	}
	return nil
}

// unread is how many notifications the caller sees and has not read, and how many of them are addressed to the caller:
// two rows, whatever the number.
func unread(tx *db.Tx, sc scope.Scope) (c UnreadCount, err error) {
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(visible - seen_shared - seen_addressed), 0) AS BIGINT),
			CAST(COALESCE(SUM(CASE WHEN user_id = $3 THEN visible - seen_addressed ELSE 0 END), 0) AS BIGINT)
		FROM notification_counts WHERE org_id = $1 AND user_id IN ($2, $3) AND type = $4`,
		sc.Org, everyone, sc.User, anyType).Scan(&c.UnreadCount, &c.AddressedCount)
	return c, err
}

// total is how many notifications of the type, or of all with anyType, the caller sees.
func total(tx *db.Tx, sc scope.Scope, kind string) (number int, err error) {
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(visible), 0) AS BIGINT)
		FROM notification_counts WHERE org_id = $1 AND user_id IN ($2, $3) AND type = $4`,
		sc.Org, everyone, sc.User, kind).Scan(&number)
	return number, err
}
