package ledger

import (
	"slices"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// Key names an entry of a posting.
type Key struct {
	PostingID string
	Position  int
}

// Key is the entry's name.
func (p Posted) Key() Key { return Key{p.PostingID, p.Position} }

const entriesAtOnce = 200

// EntriesAt reads those of the keys that are entries of the account, in no order.
func EntriesAt(tx *db.Tx, sc scope.Scope, account string, keys []Key) (found []Posted, err error) {
	for part := range slices.Chunk(keys, entriesAtOnce) {
		args := []any{sc.Org, account}
		for _, k := range part {
			args = append(args, k.PostingID)
		}
		all, err := db.All(tx, entryTable.Scan, `SELECT `+entryTable.Columns("")+` FROM ledger_entries
			WHERE org_id = $1 AND posting_id IN (`+db.Placeholders(3, len(part))+`) AND account || '' = $2`, args...)
		if err != nil {
			return nil, err
		}
		for _, e := range all {
			if slices.Contains(part, e.Key()) {
				found = append(found, e)
			}
		}
	}
	return found, nil
}

// EntriesOf are the entries of a document in an account.
func EntriesOf(tx *db.Tx, sc scope.Scope, documentID, account string) ([]Posted, error) {
	return db.All(tx, entryTable.Scan, `SELECT `+entryTable.Columns("")+` FROM ledger_entries
		WHERE org_id = $1 AND document_id = $2 AND account || '' = $3`, sc.Org, documentID, account)
}

// References are what payers' banks call payments, by the payments' ids; without those that have none.
func References(tx *db.Tx, sc scope.Scope, paymentIDs []string) (map[string]string, error) {
	references := map[string]string{}
	for part := range slices.Chunk(paymentIDs, entriesAtOnce) {
		args := []any{sc.Org}
		for _, paymentID := range part {
			args = append(args, paymentID)
		}
		if _, err := db.All(tx, func(row db.Scanner) (paymentID string, err error) {
			var reference string
			err = row.Scan(&paymentID, &reference)
			references[paymentID] = reference
			return paymentID, err
		}, `SELECT payment_id, reference FROM payments WHERE org_id = $1 AND reference <> ''
			AND payment_id IN (`+db.Placeholders(2, len(part))+`)`, args...); err != nil {
			return nil, err
		}
	}
	return references, nil
}
