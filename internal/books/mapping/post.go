package mapping

import (
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Post posts the document as the hotel's mapping says now, and keeps which accounts that were.
func (p Posting) Post(books ledger.Locked, sc scope.Scope) error {
	k, err := read(books.Tx(), sc).Get()
	if err != nil {
		return err
	}
	to := map[int]string{}
	for _, l := range p.lines {
		if account := k.Mapping.to(l); account != "" {
			to[l.position] = account
		}
	}
	if k.Version > 1 { // else nothing was ever kept
		if err := keep(books.Tx(), sc, p.DocumentID, to); err != nil {
			return err
		}
	}
	return p.post(books, sc, to)
}

// PostBack posts what takes a document back, whole or in part, to the accounts that its lines were posted to.
func (p Posting) PostBack(books ledger.Locked, sc scope.Scope, documentID string) error {
	to, err := kept(books.Tx(), sc, documentID)
	if err != nil {
		return err
	}
	return p.post(books, sc, to)
}

func (p Posting) post(books ledger.Locked, sc scope.Scope, to map[int]string) error {
	p.Entries = slices.Clone(p.Entries) // this may run again
	moved := map[string]money.Amount{}
	for _, l := range p.lines {
		if account := to[l.position]; account != "" {
			p.move(l.own, -l.amount)
			p.move(account, l.amount)
			moved[l.own] += l.amount
		}
	}
	day := books.Days.Posting(p.Day)
	for _, own := range []string{ledger.RoomSales, ledger.OtherSales, ledger.Expenses} {
		if err := addSum(books.Tx(), sc, own, day, moved[own]); err != nil {
			return err
		}
	}
	return ledger.Post(books, sc, p.Posting)
}

// ExpenseMoves tells whether an expense that was posted would go to another account with this category.
func ExpenseMoves(tx *db.Tx, sc scope.Scope, expenseID, category string) (bool, error) {
	k, err := read(tx, sc).Get()
	if err != nil {
		return false, err
	}
	to, err := kept(tx, sc, expenseID)
	return to[0] != k.Mapping.to(line{own: ledger.Expenses, name: category}), err
}
