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

// EntriesAt reads those of the keys that are entries of the account, in no order.
func EntriesAt(tx *db.Tx, sc scope.Scope, account string, keys []Key) ([]Posted, error) {
	postings := make([]string, len(keys))
	for n, k := range keys {
		postings[n] = k.PostingID
	}
	slices.Sort(postings)
	postings = slices.Compact(postings)
	all, err := db.AllAmong(tx, entryTable.Scan, postings, func(among string) string {
		return `SELECT ` + entryTable.Columns("") + ` FROM ledger_entries
			WHERE org_id = $1 AND account || '' = $2 AND posting_id IN ` + among
	}, sc.Org, account)
	return slices.DeleteFunc(all, func(e Posted) bool { return !slices.Contains(keys, e.Key()) }), err
}

// EntriesOf are the entries of a document in an account.
func EntriesOf(tx *db.Tx, sc scope.Scope, documentID, account string) ([]Posted, error) {
	return db.All(tx, entryTable.Scan, `SELECT `+entryTable.Columns("")+` FROM ledger_entries
		WHERE org_id = $1 AND document_id = $2 AND account || '' = $3`, sc.Org, documentID, account)
}

// References are what payers' banks call payments, by the payments' ids; without those that have none.
func References(tx *db.Tx, sc scope.Scope, paymentIDs []string) (map[string]string, error) {
	references := map[string]string{}
	_, err := db.AllAmong(tx, func(row db.Scanner) (paymentID string, err error) {
		var reference string
		err = row.Scan(&paymentID, &reference)
		references[paymentID] = reference
		return paymentID, err
	}, paymentIDs, func(among string) string {
		return `SELECT payment_id, reference FROM payments WHERE org_id = $1 AND reference <> '' AND payment_id IN ` + among
	}, sc.Org)
	return references, err
}
