package ledger

import (
	"sarai/internal/books/balance"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/record/lockorder"
)

// posted is an entry as the sums take it.
type posted struct {
	balance.Entry
	currency string
}

// atEnd counts what a transaction has posted, as its last act: one statement of each kind for all its postings.
var atEnd = db.NewAtEnd(lockorder.Sums, func(tx *db.Tx, entries []posted) (func() error, error) {
	sums := make([]balance.Entry, len(entries))
	for i, e := range entries {
		sums[i] = e.Entry
	}
	return addToTurnover(tx, entries), balance.Add(tx, sums)
})

// addToTurnover adds what was moved to the turnover of the books, which the transaction has locked. It fails with
// Invalid for more than money.MaxSum.
func addToTurnover(tx *db.Tx, entries []posted) (then func() error) {
	moved := map[string]money.Amount{}
	for _, e := range entries {
		moved[e.Org] += max(e.Amount, 0)
	}
	counted := map[string]db.Later[int64]{}
	for _, e := range entries {
		org := e.Org
		if _, asked := counted[org]; !asked {
			counted[org] = db.AskChanged(tx, `UPDATE books SET turnover = turnover + $2 WHERE org_id = $1 AND turnover <= $3`,
				org, int64(moved[org]), int64(money.MaxSum-moved[org]))
		}
	}
	return func() error {
		for _, e := range entries {
			if books, err := counted[e.Org].Get(); err != nil {
				return err
			} else if books == 0 {
				return errs.InvalidField("amount", "is too large: with it, the hotel's books would add up to more than %s %s",
					money.MaxSum.Number(e.currency), e.currency)
			}
		}
		return nil
	}
}
