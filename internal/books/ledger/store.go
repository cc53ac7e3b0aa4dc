package ledger

import (
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Names are the names of all accounts by their ids.
func Names(tx *db.Tx, sc scope.Scope) (map[string]string, error) {
	all, err := db.All(tx, scanAccount, selectAccounts, sc.Org)
	names := map[string]string{}
	for _, a := range all {
		names[a.ID] = a.Name
	}
	return names, err
}

// withOpenings reads accounts, each with its opening balance.
func withOpenings(tx *db.Tx, sc scope.Scope, query string, args ...any) ([]Opened, error) {
	accounts, err := db.All(tx, scanAccount, query, args...)
	if err != nil || len(accounts) == 0 {
		return nil, err
	}
	list, at, ids := make([]Opened, len(accounts)), map[string]int{}, []any{sc.Org}
	for i, a := range accounts {
		list[i].Account, at[a.ID] = a, i
		ids = append(ids, a.ID)
	}
	rows, err := tx.Query(`SELECT account, CAST(SUM(amount) AS BIGINT) FROM ledger_entries WHERE org_id = $1 AND document_id IN (`+
		db.Placeholders(2, len(accounts))+`) AND document = 'opening' AND account = document_id GROUP BY account`, ids...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var account string
		var opening money.Amount
		if err := rows.Scan(&account, &opening); err != nil {
			return nil, err
		}
		list[at[account]].Opening = opening
	}
	return list, rows.Err()
}

func find(tx *db.Tx, sc scope.Scope, accountID string) (Opened, error) {
	found, err := withOpenings(tx, sc, selectAccounts+` AND account_id = $2`, sc.Org, accountID)
	if err != nil {
		return Opened{}, err
	}
	if len(found) == 0 {
		return Opened{}, errNoAccount
	}
	return found[0], nil
}

func insertAccount(tx *db.Tx, sc scope.Scope, a Account) error {
	_, err := tx.Exec(`INSERT INTO accounts (org_id, account_id, name, name_key, kind, is_default, is_active, notes, balance, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10)`,
		sc.Org, a.ID, a.Name, nameKey(a.Name), a.Kind, a.Default, a.Active, a.Notes, a.CreatedAt, a.UpdatedAt)
	return named(err)
}

func saveAccount(tx *db.Tx, sc scope.Scope, a Account) error {
	_, err := tx.Exec(`UPDATE accounts SET name = $3, name_key = $4, is_default = $5, is_active = $6, notes = $7, updated_at = $8 WHERE org_id = $1 AND account_id = $2`,
		sc.Org, a.ID, a.Name, nameKey(a.Name), a.Default, a.Active, a.Notes, a.UpdatedAt)
	return named(err)
}

func named(err error) error {
	if db.IsUnique(err) {
		return errs.InvalidField("name", "belongs to another account")
	}
	return err
}

// stepBack lets the default of the account's kind make room, if the account is to be it.
func stepBack(tx *db.Tx, sc scope.Scope, a Account) error {
	if !a.Default {
		return nil
	}
	_, err := tx.Exec(`UPDATE accounts SET is_default = FALSE, updated_at = $4 WHERE org_id = $1 AND kind = $2 AND account_id <> $3 AND is_default`,
		sc.Org, a.Kind, a.ID, tx.Now.UnixMilli())
	return err
}

func removeAccount(tx *db.Tx, sc scope.Scope, accountID string) error {
	_, err := tx.Exec(`DELETE FROM accounts WHERE org_id = $1 AND account_id = $2`, sc.Org, accountID)
	return err
}

// inBooks tells whether the account has any entry.
func inBooks(tx *db.Tx, sc scope.Scope, accountID string) (used bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM ledger_entries WHERE org_id = $1 AND account = $2)`, sc.Org, accountID).Scan(&used)
	return used, err
}

func balanceBefore(tx *db.Tx, sc scope.Scope, account string, day date.Date) (balance money.Amount, err error) {
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_entries WHERE org_id = $1 AND account = $2 AND business_date < $3`,
		sc.Org, account, string(day)).Scan(&balance)
	return balance, err
}

func entries(tx *db.Tx, sc scope.Scope, account string, from, to date.Date) ([]Line, error) {
	return db.All(tx, func(row db.Scanner) (l Line, err error) {
		err = row.Scan(&l.Date, &l.Document, &l.DocumentID, &l.Number, &l.Note, &l.Amount, &l.CreatedAt)
		return l, err
	}, `SELECT business_date, document, document_id, number, note, amount, created_at FROM ledger_entries
		WHERE org_id = $1 AND account = $2 AND business_date >= $3 AND business_date <= $4 ORDER BY business_date, created_at, posting_id, position`,
		sc.Org, account, string(from), string(to))
}

// sums are the balances of all accounts that have any entry, after the day.
func sums(tx *db.Tx, sc scope.Scope, day date.Date) (map[string]money.Amount, error) {
	rows, err := tx.Query(`SELECT account, CAST(SUM(amount) AS BIGINT) FROM ledger_entries WHERE org_id = $1 AND business_date <= $2 GROUP BY account`, sc.Org, string(day))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	balances := map[string]money.Amount{}
	for rows.Next() {
		var account string
		var balance money.Amount
		if err := rows.Scan(&account, &balance); err != nil {
			return nil, err
		}
		balances[account] = balance
	}
	return balances, rows.Err()
}

func insertTransfer(tx *db.Tx, sc scope.Scope, t Transfer) error {
	_, err := tx.Exec(`INSERT INTO account_transfers (org_id, transfer_id, from_account, to_account, amount, business_date, notes, created_by, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, sc.Org, t.ID, t.From, t.To, int64(t.Amount), string(t.Date), t.Notes, t.CreatedBy, t.CreatedAt)
	return err
}

// transferFilter is what the list of transfers is narrowed by; empty members don't narrow.
type transferFilter struct {
	account  string // on either side
	from, to date.Date
}

// and is what the filter adds to a condition that begins with the organization ($1), and all arguments.
func (f transferFilter) and(sc scope.Scope) (string, []any) {
	conditions, args := "", []any{sc.Org}
	add := func(condition string, value any) {
		args = append(args, value)
		conditions += " AND " + strings.ReplaceAll(condition, "?", db.Placeholders(len(args), 1))
	}
	if f.account != "" {
		add("(from_account = ? OR to_account = ?)", f.account)
	}
	if f.from != "" {
		add("business_date >= ?", string(f.from))
	}
	if f.to != "" {
		add("business_date <= ?", string(f.to))
	}
	return conditions, args
}

func listTransfers(tx *db.Tx, sc scope.Scope, f transferFilter, limit, offset int) (list []Transfer, total int, err error) {
	and, args := f.and(sc)
	if err := tx.QueryRow(`SELECT COUNT(*) FROM account_transfers WHERE org_id = $1`+and, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	args = append(args, limit, offset)
	list, err = db.All(tx, func(row db.Scanner) (t Transfer, err error) {
		err = row.Scan(&t.ID, &t.From, &t.To, &t.Amount, &t.Date, &t.Notes, &t.CreatedBy, &t.CreatedAt)
		return t, err
	}, `SELECT transfer_id, from_account, to_account, amount, business_date, notes, created_by, created_at FROM account_transfers WHERE org_id = $1`+and+
		` ORDER BY created_at DESC, transfer_id DESC`+db.Limit(len(args)-1), args...)
	return list, total, err
}
