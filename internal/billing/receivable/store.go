package receivable

import (
	"errors"
	"maps"
	"slices"

	"sarai/internal/billing/ageing"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

var (
	accountTable = table.Of[Account]("company_accounts", "org_id")
	itemTable    = table.Of[Item]("company_invoices", "org_id")
	lineTable    = table.Of[Line]("company_entries", "org_id")
)

// atOnce bounds how many invoices one statement names.
const atOnce = 100

// open makes the company's account unless it has one.
func open(tx *db.Tx, sc scope.Scope, companyID string) error {
	return tx.Do(`INSERT INTO company_accounts (org_id, company_id, balance, unapplied) VALUES ($1, $2, 0, 0)
		ON CONFLICT DO NOTHING`, sc.Org, companyID)
}

// Find reads the company's account; one of zero if it has none.
func Find(tx *db.Tx, sc scope.Scope, companyID string) (Account, error) {
	a, err := db.One(tx, accountTable.Scan, `SELECT `+accountTable.Columns("")+` FROM company_accounts
		WHERE org_id = $1 AND company_id = $2`, sc.Org, companyID)
	if errors.Is(err, db.ErrNoRows) {
		return Account{CompanyID: companyID}, nil
	}
	return a, err
}

// Open opens the company's account, if it has none, to take a payment.
func Open(books ledger.Locked, sc scope.Scope, companyID string) error {
	return open(books.Tx(), sc, companyID)
}

// InUse tells whether the company has an account.
func InUse(tx *db.Tx, sc scope.Scope, companyID string) (bool, error) {
	return db.One(tx, db.Value[bool], `SELECT EXISTS (SELECT 1 FROM company_accounts
		WHERE org_id = $1 AND company_id = $2)`, sc.Org, companyID)
}

func insertItem(tx *db.Tx, sc scope.Scope, item Item) error {
	return itemTable.InsertOr(tx, func(err error) error {
		if db.IsUnique(err) {
			return errs.Conflict("Invoice %s is on a company's account already.", item.Number)
		}
		return err
	}, []any{sc.Org}, item)
}

// ItemOf finds the invoice on an account; nil if it is on none.
func ItemOf(tx *db.Tx, sc scope.Scope, invoiceID string) (*Item, error) {
	item, err := db.One(tx, itemTable.Scan, `SELECT `+itemTable.Columns("")+` FROM company_invoices
		WHERE org_id = $1 AND invoice_id = $2`, sc.Org, invoiceID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	return &item, err
}

// OpenItems are the company's invoices of which something is open, the first due first.
func OpenItems(tx *db.Tx, sc scope.Scope, companyID string) ([]Item, error) {
	return db.All(tx, itemTable.Scan, `SELECT `+itemTable.Columns("")+` FROM company_invoices
		WHERE org_id = $1 AND company_id = $2 AND open > 0 ORDER BY due_date, invoice_id`, sc.Org, companyID)
}

// DueUntil are the invoices of all companies that are due until a day and of which something is open, by company, the
// first due first.
func DueUntil(tx *db.Tx, sc scope.Scope, day date.Date) ([]Item, error) {
	return db.All(tx, itemTable.Scan, `SELECT `+itemTable.Columns("")+` FROM company_invoices
		WHERE org_id = $1 AND open > 0 AND due_date <= $2 ORDER BY company_id, due_date, invoice_id`, sc.Org, string(day))
}

// touched is what the company paid and settled of the invoice since that came to its account.
func touched(tx *db.Tx, sc scope.Scope, invoiceID, companyID string) (money.Amount, error) {
	return db.One(tx, db.Value[money.Amount], `SELECT CAST(i.amount - i.open + COALESCE((SELECT SUM(e.amount)
		FROM company_entries e WHERE e.org_id = $1 AND e.company_id = $3 AND e.invoice_id = $2
		AND e.document = 'credit_note' AND e.created_at >= i.moved_at), 0) AS BIGINT)
		FROM company_invoices i WHERE i.org_id = $1 AND i.invoice_id = $2 AND i.company_id = $3`, sc.Org, invoiceID,
		companyID)
}

func removeItem(tx *db.Tx, sc scope.Scope, item Item) error {
	return tx.Do(`DELETE FROM company_invoices WHERE org_id = $1 AND invoice_id = $2`, sc.Org, item.InvoiceID)
}

// SetDispute notes what of the invoice the company contests.
func SetDispute(books ledger.Locked, sc scope.Scope, invoiceID string, amount money.Amount, text string) error {
	return books.Tx().Do(`UPDATE company_invoices SET disputed = CASE WHEN open < $3 THEN open ELSE $3 END, dispute = $4
		WHERE org_id = $1 AND invoice_id = $2`, sc.Org, invoiceID, int64(amount), text)
}

// concerned finds each invoice among the parts that is on an account, with its company and when it is due, and which of
// the accounts among them are companies'.
func concerned(tx *db.Tx, sc scope.Scope, parts []ledger.Part) (items map[string]Item, companies map[string]bool,
	err error) {
	items, companies = map[string]Item{}, map[string]bool{}
	var invoiceIDs, accounts []string
	for _, p := range parts {
		switch {
		case p.InvoiceID != "":
			invoiceIDs = append(invoiceIDs, p.InvoiceID)
		case p.BookingID != "":
			accounts = append(accounts, p.BookingID)
		}
	}
	var asked []db.Later[[]Item]
	for some := range slices.Chunk(invoiceIDs, atOnce) {
		asked = append(asked, db.AskAll(tx, func(row db.Scanner) (i Item, err error) {
			return i, row.Scan(&i.InvoiceID, &i.CompanyID, &i.Due)
		}, `SELECT invoice_id, company_id, due_date FROM company_invoices WHERE org_id = $1 AND invoice_id IN (`+
			db.Placeholders(2, len(some))+`)`, args(sc, some)...))
	}
	found, err := db.Known[[]string](nil, nil), error(nil)
	if accounts = slices.Compact(slices.Sorted(slices.Values(accounts))); len(accounts) > 0 {
		found = db.AskAll(tx, db.Value[string], `SELECT company_id FROM company_accounts WHERE org_id = $1
			AND company_id IN (`+db.Placeholders(2, len(accounts))+`)`, args(sc, accounts)...)
	}
	for _, a := range asked {
		list, err := a.Get()
		if err != nil {
			return nil, nil, err
		}
		for _, i := range list {
			items[i.InvoiceID] = i
		}
	}
	ids, err := found.Get()
	for _, id := range ids {
		companies[id] = true
	}
	return items, companies, err
}

// Companies tells which of the ids are companies with accounts.
func Companies(tx *db.Tx, sc scope.Scope, ids []string) (map[string]bool, error) {
	parts := make([]ledger.Part, len(ids))
	for i := range ids {
		parts[i].BookingID = ids[i]
	}
	_, companies, err := concerned(tx, sc, parts)
	return companies, err
}

func args(sc scope.Scope, ids []string) []any {
	list := []any{sc.Org}
	for _, id := range ids {
		list = append(list, id)
	}
	return list
}

// settle takes the amounts off what is open of the invoices.
func settle(tx *db.Tx, sc scope.Scope, amounts map[string]money.Amount) error {
	for some := range slices.Chunk(slices.Sorted(maps.Keys(amounts)), atOnce) {
		list, cases := args(sc, some), ""
		for i, id := range some {
			cases += " WHEN " + db.Placeholders(2+i, 1) + " THEN CAST(" + db.Placeholders(len(list)+1, 1) + " AS BIGINT)"
			list = append(list, int64(amounts[id]))
		}
		off := `CASE invoice_id` + cases + ` END`
		if err := tx.Do(`UPDATE company_invoices SET open = open - `+off+`,
			disputed = CASE WHEN open - `+off+` < disputed THEN open - `+off+` ELSE disputed END
			WHERE org_id = $1 AND invoice_id IN (`+db.Placeholders(2, len(some))+`)`, list...); err != nil {
			return err
		}
	}
	return nil
}

func addUnapplied(tx *db.Tx, sc scope.Scope, companyID string, amount money.Amount) error {
	return tx.Do(`UPDATE company_accounts SET unapplied = unapplied + $3 WHERE org_id = $1 AND company_id = $2`,
		sc.Org, companyID, int64(amount))
}

func addBalance(tx *db.Tx, sc scope.Scope, companyID string, amount money.Amount) error {
	return tx.Do(`UPDATE company_accounts SET balance = balance + $3 WHERE org_id = $1 AND company_id = $2`,
		sc.Org, companyID, int64(amount))
}

// Before is what the company's lines before a day come to.
func Before(tx *db.Tx, sc scope.Scope, companyID string, day date.Date) (money.Amount, error) {
	return db.One(tx, db.Value[money.Amount], `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM company_entries
		WHERE org_id = $1 AND company_id = $2 AND business_date < $3`, sc.Org, companyID, string(day))
}

// Lines are the company's of the days [from, to], the oldest first, but at most as many.
func Lines(tx *db.Tx, sc scope.Scope, companyID string, from, to date.Date, most int) ([]Line, error) {
	return db.All(tx, lineTable.Scan, `SELECT `+lineTable.Columns("")+` FROM company_entries
		WHERE org_id = $1 AND company_id = $2 AND business_date >= $3 AND business_date <= $4
		ORDER BY business_date, created_at, entry_id`+db.Limit(5), sc.Org, companyID, string(from), string(to), most, 0)
}

// Dues are what is open of all accounts by the days on which it is due, and what is unapplied, as a sum below zero.
func Dues(tx *db.Tx, sc scope.Scope) ([]ageing.Due, error) {
	return db.All(tx, ageing.ScanDue, `SELECT company_id, due_date, CAST(SUM(open) AS BIGINT) FROM company_invoices
		WHERE org_id = $1 AND open > 0 GROUP BY company_id, due_date
		UNION ALL SELECT company_id, '', -unapplied FROM company_accounts WHERE org_id = $1 AND unapplied <> 0`, sc.Org)
}

// DuesAfter are what has happened to the accounts after a day, by the days on which it is due.
func DuesAfter(tx *db.Tx, sc scope.Scope, day date.Date) ([]ageing.Due, error) {
	return db.All(tx, ageing.ScanDue, `SELECT company_id, due_date, CAST(SUM(amount) AS BIGINT) FROM company_entries
		WHERE org_id = $1 AND business_date > $2 GROUP BY company_id, due_date`, sc.Org, string(day))
}
