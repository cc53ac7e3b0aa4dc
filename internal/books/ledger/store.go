package ledger

import (
	"cmp"
	"errors"

	"sarai/internal/books/balance"
	"sarai/internal/books/businessday"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/lockorder"
)

// accountRow is an account as it is stored.
type accountRow struct {
	Account
	NameKey string `db:"name_key"`
}

var (
	booksTable     = table.Of[Books]("books", "org_id")
	accountTable   = table.Of[accountRow]("accounts", "org_id")
	selectAccounts = `SELECT ` + accountTable.Columns("") + ` FROM accounts WHERE org_id = $1`
)

// Seed gives a new organization its books: prices include the tax, days are closed at three in the morning, nobody is
// checked in to a room in which somebody still is, and there is one account of each kind.
func Seed(tx *db.Tx, org string) error {
	now := tx.Now.UnixMilli()
	if err := tx.Do(`INSERT INTO books (org_id, version, prices_include_tax, issue_at_checkout, round_to_whole,
			refuse_occupied_room, input_tax_rule, due_days, audit_hour, audit_no_shows, updated_at)
		VALUES ($1, 0, TRUE, FALSE, FALSE, TRUE, $3, 0, 3, FALSE, $2)`, org, now, BySales); err != nil {
		return err
	}
	var accounts []accountRow
	for _, a := range ofEachKind {
		accounts = append(accounts, accountRow{Account{ID: id.New(), Name: a[0], Kind: a[1], Default: true, Active: true,
			CreatedAt: now, UpdatedAt: now, Version: 1}, nameKey(a[0])})
	}
	return accountTable.Insert(tx, []any{org}, accounts...)
}

// Erase deletes the books of an organization that nobody has come into.
func Erase(tx *db.Tx, org string) error { return db.Erase(tx, org, "accounts", "books") }

// Lock locks the organization's books until the transaction ends, and reads them. A transaction that moves money or
// changes an invoice takes this lock before any other, such as a booking's. So an organization's transactions of that
// kind run one after another and never deadlock.
func Lock(tx *db.Tx, sc scope.Scope) db.Later[Locked] {
	tx.Locks(lockorder.Books, sc.Org)
	books := db.Ask(tx, booksTable.Scan, `UPDATE books SET version = version + 1 WHERE org_id = $1
		RETURNING `+booksTable.Columns(""), sc.Org)
	days := businessday.Read(tx, sc)
	return db.Then(books, func(books Books) (Locked, error) {
		days, err := days.Get()
		return Locked{Books: books, Days: days, tx: tx}, err
	})
}

// Read reads the books without a lock.
func Read(tx *db.Tx, sc scope.Scope) db.Later[Books] {
	return db.Ask(tx, booksTable.Scan, `SELECT `+booksTable.Columns("")+` FROM books WHERE org_id = $1`, sc.Org)
}

func saveBooks(tx *db.Tx, sc scope.Scope, b *Books) error {
	return booksTable.Update(tx, []any{sc.Org}, b)
}

// Any reports whether the organization's books have any entry.
func Any(tx *db.Tx, org string) (found bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM ledger_entries WHERE org_id = $1)`, org).Scan(&found)
	return found, err
}

func scanAccount(row db.Scanner) (Account, error) {
	found, err := accountTable.Scan(row)
	return found.Account, err
}

// AccountFor is the account with this id, which must be active, or for "" the default account for the method. It fails
// with Invalid, naming the field accountId, if there is no such account.
func AccountFor(tx *db.Tx, sc scope.Scope, accountID string, method Method) db.Later[Account] {
	if accountID != "" {
		return Usable(tx, sc, "accountId", accountID)
	}
	kind := kindOf[method]
	return db.Else(db.Ask(tx, scanAccount, selectAccounts+` AND kind = $2 AND is_default`, sc.Org, kind),
		func(a Account, err error) (Account, error) {
			if errors.Is(err, db.ErrNoRows) {
				err = errs.InvalidField("accountId", "must be given, as no account of kind %s is the default", kind)
			}
			return a, cmp.Or(err, a.checkUsable("accountId"))
		})
}

// Usable finds an account that may take money. It fails with Invalid, naming the field, for any other.
func Usable(tx *db.Tx, sc scope.Scope, field, accountID string) db.Later[Account] {
	return db.Else(db.Ask(tx, scanAccount, selectAccounts+` AND account_id = $2`, sc.Org, accountID),
		func(a Account, err error) (Account, error) {
			if errors.Is(err, db.ErrNoRows) {
				err = errs.InvalidField(field, "must be the id of one of the hotel's accounts")
			}
			return a, cmp.Or(err, a.checkUsable(field))
		})
}

func (a Account) checkUsable(field string) error {
	switch {
	case !a.Active:
		return errs.InvalidField(field, "names the account %s, which is not in use", a.Name)
	case !a.HoldsMoney():
		return errs.InvalidField(field, "must name an account that money is in: %s is of kind %s, and moves by vouchers",
			a.Name, a.Kind)
	}
	return nil
}

// Names maps the ids of all accounts to their names.
func Names(tx *db.Tx, sc scope.Scope) db.Later[map[string]string] {
	return db.Then(db.AskAll(tx, scanAccount, selectAccounts, sc.Org), func(all []Account) (map[string]string, error) {
		names := map[string]string{}
		for _, a := range all {
			names[a.ID] = a.Name
		}
		return names, nil
	})
}

const (
	newestFirst = ` ORDER BY created_at DESC, account_id DESC`
	oldestFirst = ` ORDER BY created_at, account_id`
)

func allAccounts(tx *db.Tx, sc scope.Scope, order string) ([]Opened, error) {
	return withOpenings(tx, sc, selectAccounts+order, sc.Org)
}

// withOpenings reads the accounts that the query selects, with their opening balances.
func withOpenings(tx *db.Tx, sc scope.Scope, query string, args ...any) ([]Opened, error) {
	accounts, err := db.All(tx, scanAccount, query, args...)
	if err != nil || len(accounts) == 0 {
		return nil, err
	}
	ids := []any{sc.Org}
	for _, a := range accounts {
		ids = append(ids, a.ID)
	}
	openings := map[string]money.Amount{}
	_, err = db.All(tx, func(row db.Scanner) (e Entry, err error) {
		err = row.Scan(&e.Account, &e.Amount)
		openings[e.Account] += e.Amount
		return e, err
	}, `SELECT account, amount FROM ledger_entries
		WHERE org_id = $1 AND document_id IN (`+db.Placeholders(2, len(accounts))+`) AND document = 'opening'
			AND account = document_id`, ids...)
	list := make([]Opened, len(accounts))
	for i, a := range accounts {
		list[i] = Opened{a, openings[a.ID]}
	}
	return list, err
}

var errNoAccount = errs.NotFound("There is no such account.")

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
	return accountTable.InsertOr(tx, named, []any{sc.Org}, accountRow{a, nameKey(a.Name)})
}

func saveAccount(tx *db.Tx, sc scope.Scope, a *Account) error {
	row := accountRow{*a, nameKey(a.Name)}
	err := accountTable.UpdateOr(tx, named, []any{sc.Org}, &row)
	a.Version = row.Version
	return err
}

// named turns a duplicate into Invalid, naming the field.
func named(err error) error {
	if db.IsUnique(err) {
		return errs.InvalidField("name", "belongs to another account")
	}
	return err
}

// replaceDefault clears the flag of the default account of this kind if the given account is to be the default.
func replaceDefault(tx *db.Tx, sc scope.Scope, a Account) error {
	if !a.Default {
		return nil
	}
	return tx.Do(`UPDATE accounts SET is_default = FALSE, updated_at = $4, version = version + 1
		WHERE org_id = $1 AND kind = $2 AND account_id <> $3 AND is_default`, sc.Org, a.Kind, a.ID, tx.Now.UnixMilli())
}

func removeAccount(tx *db.Tx, sc scope.Scope, accountID string) error {
	return tx.Do(`DELETE FROM accounts WHERE org_id = $1 AND account_id = $2`, sc.Org, accountID)
}

// inBooks reports whether the account has any entry.
func inBooks(tx *db.Tx, sc scope.Scope, accountID string) (used bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM ledger_entries WHERE org_id = $1 AND account = $2)`,
		sc.Org, accountID).Scan(&used)
	return used, err
}

func linesOf(tx *db.Tx, sc scope.Scope, account string, from, to date.Date) ([]Line, error) {
	return db.All(tx, func(row db.Scanner) (l Line, err error) {
		err = row.Scan(&l.Date, &l.Document, &l.DocumentID, &l.Number, &l.Note, &l.Amount, &l.CreatedAt)
		return l, err
	}, `SELECT business_date, document, document_id, number, note, amount, created_at FROM ledger_entries
		WHERE org_id = $1 AND account = $2 AND business_date >= $3 AND business_date <= $4
		ORDER BY business_date, created_at, posting_id, position`, sc.Org, account, string(from), string(to))
}

// Entries are the entries of the days [from, to], of one account unless it is empty, at most so many. They are found
// account by account: no index has all entries by their days.
func Entries(tx *db.Tx, sc scope.Scope, from, to date.Date, account string, most int) ([]Posted, error) {
	of := db.Where(sc.Org, string(from), string(to), string(balance.YearOf(from)), string(balance.YearOf(to)), most)
	of.Given("e.account = ?", account)
	and, args := of.SQL()
	return db.All(tx, entryTable.Scan, `SELECT `+entryTable.Columns("e")+` FROM ledger_entries e
		WHERE e.org_id = $1 AND e.account IN (SELECT s.account FROM account_sums s
			WHERE s.org_id = $1 AND s.span = 'year' AND s.start >= $4 AND s.start <= $5)
			AND e.business_date >= $2 AND e.business_date <= $3`+and+`
		ORDER BY e.business_date, e.created_at, e.posting_id, e.position LIMIT $6`, args...)
}
