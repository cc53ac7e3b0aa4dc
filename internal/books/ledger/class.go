package ledger

import (
	"slices"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// The classes of accounts. They are the kinds, too, of the accounts that a hotel adds to its chart: vouchers post to
// those, and no money is in them.
const (
	Asset     = "asset"
	Liability = "liability"
	Income    = "income"
	Expense   = "expense"
	Equity    = "equity"
)

// Classes are all of them, in the order of a chart.
var Classes = []string{Asset, Liability, Equity, Income, Expense}

// HoldsMoney tells whether the account is one that guests can pay into.
func (a Account) HoldsMoney() bool { return !slices.Contains(Classes, a.Kind) }

// Class is the account's class: money, and what others owe, are assets.
func (a Account) Class() string {
	if a.HoldsMoney() {
		return Asset
	}
	return a.Kind
}

func (a Account) checkDefault() error {
	if a.Default && !a.HoldsMoney() {
		return errs.InvalidField("isDefault", "must be false for an account of kind %s: no payments go into it", a.Kind)
	}
	return nil
}

// Every lists the organization's accounts, the oldest first.
func Every(tx *db.Tx, sc scope.Scope) ([]Account, error) {
	return db.All(tx, scanAccount, selectAccounts+oldestFirst, sc.Org)
}
