package ledger

import (
	"errors"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Account is a place where the hotel's money is, or somebody who owes it.
type Account struct {
	ID        string
	Name      string // unique in the organization without regard to case
	Kind      string // one of Kinds
	Default   bool   // takes the movements of its kind that name no account; one of each kind at most
	Active    bool
	Notes     string
	Balance   money.Amount // every entry of the account added up; may be below zero
	CreatedAt int64        // UTC milliseconds
	UpdatedAt int64
}

// Kinds are the kinds of accounts.
var Kinds = []string{"cash", "bank", "card", "upi", "ota"}

// kindOf says into what kind of account a method's money goes that names none.
var kindOf = map[string]string{"cash": "cash", "card": "card", "upi": "upi", "bank_transfer": "bank", "ota": "ota", "other": "cash"}

var seeded = [][2]string{{"Cash", "cash"}, {"Bank", "bank"}, {"Card", "card"}, {"UPI", "upi"}, {"OTA receivable", "ota"}}

// Seed gives a new organization its books: prices that include the tax, days closed at three in the morning, and one
// account of each kind.
func Seed(tx *db.Tx, org string) error {
	now := tx.Now.UnixMilli()
	if _, err := tx.Exec(`INSERT INTO books (org_id, version, prices_include_tax, issue_at_checkout, round_to_whole, due_days, audit_hour, audit_no_shows, closed_day, updated_at)
		VALUES ($1, 0, TRUE, FALSE, FALSE, 0, 3, FALSE, '', $2)`, org, now); err != nil {
		return err
	}
	var args []any
	for _, account := range seeded {
		args = append(args, org, id.New(), account[0], nameKey(account[0]), account[1], true, true, "", 0, now, now)
	}
	_, err := tx.Exec(`INSERT INTO accounts (org_id, account_id, name, name_key, kind, is_default, is_active, notes, balance, created_at, updated_at)
		VALUES `+db.Rows(11, len(seeded)), args...)
	return err
}

func nameKey(name string) string { return strings.ToLower(name) }

const selectAccounts = `SELECT account_id, name, kind, is_default, is_active, notes, balance, created_at, updated_at FROM accounts WHERE org_id = $1`

func scanAccount(row db.Scanner) (a Account, err error) {
	err = row.Scan(&a.ID, &a.Name, &a.Kind, &a.Default, &a.Active, &a.Notes, &a.Balance, &a.CreatedAt, &a.UpdatedAt)
	return a, err
}

// AccountFor is the account that is named, which must be in use; or, where none is, the default one of the method's
// kind. What can't be used is Invalid, on the field accountId.
func AccountFor(tx *db.Tx, sc scope.Scope, accountID, method string) (Account, error) {
	if accountID == "" {
		kind := kindOf[method]
		a, err := db.One(tx, scanAccount, selectAccounts+` AND kind = $2 AND is_default`, sc.Org, kind)
		if errors.Is(err, db.ErrNoRows) {
			err = errs.InvalidField("accountId", "must be given, as no account of kind %s is the default", kind)
		}
		return a, err
	}
	return usable(tx, sc, "accountId", accountID)
}

// usable is the account of this id if money may be moved in it.
func usable(tx *db.Tx, sc scope.Scope, field, accountID string) (Account, error) {
	a, err := db.One(tx, scanAccount, selectAccounts+` AND account_id = $2`, sc.Org, accountID)
	if errors.Is(err, db.ErrNoRows) {
		return a, errs.InvalidField(field, "must be the id of one of the hotel's accounts")
	}
	if err == nil && !a.Active {
		err = errs.InvalidField(field, "names the account %s, which is not in use", a.Name)
	}
	return a, err
}
