package expense

import (
	"errors"

	"sarai/internal/billing/payable"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
	"sarai/internal/record/wordindex"
)

// stored is an expense's row.
type stored struct {
	Expense
	Status     string `db:"status,fixed"` // "recorded" or "deleted"
	SearchText string `db:"search_text"`
}

func rowOf(e Expense) stored {
	return stored{Expense: e, Status: "recorded", SearchText: e.searchText()}
}

var (
	expenseTable = table.Of[stored]("expenses", "org_id")

	list = listing.New[ListQuery](scan, listing.Spec{
		Table: "expenses e", Key: "e.expense_id", Columns: expenseTable.Columns("e") + ", COALESCE(a.name, '')",
		Joins:  "LEFT JOIN accounts a ON a.org_id = e.org_id AND a.account_id = e.account_id",
		Always: "e.status = 'recorded'", Order: "e.created_at DESC, e.expense_id DESC",
		Filters: []listing.Filter{
			{Name: "status", Of: map[string]listing.Condition{Unpaid: {Where: "e.open_due <> ''", Leads: listing.Own},
				"overdue": {Where: "e.open_due <> '' AND e.open_due < {today}", Leads: listing.Own}}},
			listing.By("vendorId", listing.Narrow, "e.vendor_id = ?").Sum("vendor_id = ?"),
			listing.By("category", listing.Narrow, "e.category = ?").Sum("category = ?"),
			listing.By("accountId", listing.Narrow, "e.account_id = ?").Sum("account_id = ?"),
			listing.From("from", "e.expense_date"),
			listing.To("to", "e.expense_date"),
		},
		Words: &listing.Words{Kind: wordindex.Expense}, Sums: &months.Sums, Totals: []string{"amount", "tax"},
		Apart: []listing.Apart{{Where: "e.open_due <> ''", Of: "e.amount + e.tax - e.paid"}},
	})

	// selectExpenses leaves out those that are deleted. More conditions may follow it.
	selectExpenses = list.Select() + ` AND e.status = 'recorded'`

	// months has what expenses come to by month and all that their list asks, without those that are deleted.
	months = ledger.NewMonthly(listing.Sums{Table: "expense_months", Documents: "expenses e", ID: "e.expense_id",
		Day: "e.expense_date", Kinds: []string{"vendor_id", "category", "account_id"},
		Adds: []listing.Sum{{Column: "number", Of: "1"},
			{Column: "amount", Of: "e.amount"}, {Column: "tax", Of: "e.tax"}}, Counted: "e.status = 'recorded'"})
)

func scan(row db.Scanner) (Expense, error) {
	var found stored
	err := row.Scan(append(expenseTable.Pointers(&found), &found.AccountName)...)
	return found.Expense, err
}

func find(tx *db.Tx, sc scope.Scope, expenseID string) (Expense, error) {
	e, err := db.One(tx, scan, selectExpenses+` AND e.expense_id = $2`, sc.Org, expenseID)
	if errors.Is(err, db.ErrNoRows) {
		return e, errNoExpense
	}
	if err != nil {
		return e, err
	}
	return withParts(tx, sc, e)
}

// lock keeps others from changing the expense or its file until the transaction ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, expenseID string) (Expense, error) {
	if err := tx.Do(`UPDATE expenses SET updated_at = $3
		WHERE org_id = $1 AND expense_id = $2 AND status = 'recorded'`, sc.Org, expenseID, tx.Now.UnixMilli()); err != nil {
		return Expense{}, err
	}
	return find(tx, sc, expenseID)
}

func insert(books ledger.Locked, sc scope.Scope, e Expense) error {
	tx := books.Tx()
	if err := expenseTable.Insert(tx, []any{sc.Org}, rowOf(e)); err != nil {
		return err
	}
	if err := insertLines(tx, sc, e); err != nil {
		return err
	}
	if err := months.Add(books, sc, e.ID); err != nil {
		return err
	}
	return wordindex.Add(tx, sc, wordindex.Expense, e.ID, e.Words())
}

// correct is save for an expense whose money may be another.
func correct(books ledger.Locked, sc scope.Scope, e *Expense) error {
	return months.Change(books, sc, e.ID, func() error { return save(books.Tx(), sc, e) })
}

// save stores everything of the expense, which comes to as much as before.
func save(tx *db.Tx, sc scope.Scope, e *Expense) error {
	row := rowOf(*e)
	if err := expenseTable.Update(tx, []any{sc.Org}, &row); err != nil {
		return err
	}
	e.Version = row.Version
	return wordindex.Set(tx, sc, wordindex.Expense, e.ID, e.Words())
}

func markDeleted(books ledger.Locked, sc scope.Scope, expenseID string) error {
	tx := books.Tx()
	err := months.Change(books, sc, expenseID, func() error {
		return tx.Do(`UPDATE expenses SET status = 'deleted', file_name = '', file_type = '', file_size = 0, open_due = ''
			WHERE org_id = $1 AND expense_id = $2`, sc.Org, expenseID)
	})
	if err != nil {
		return err
	}
	return wordindex.Forget(tx, sc, wordindex.Expense, expenseID)
}

// category is a category in use, with the sums of its expenses.
type category struct {
	name string
	sums
}

func categories(tx *db.Tx, sc scope.Scope, days DaysQuery) ([]category, error) {
	added, args := months.Between("", []any{sc.Org}, days.From, days.To)
	return db.All(tx, func(row db.Scanner) (c category, err error) {
		err = row.Scan(&c.name, &c.count, &c.amount, &c.tax)
		return c, err
	}, `SELECT category, CAST(SUM(number) AS BIGINT), CAST(SUM(amount) AS BIGINT), CAST(SUM(tax) AS BIGINT)
		FROM (`+added+`) AS added
		GROUP BY category HAVING SUM(number) > 0 ORDER BY SUM(amount + tax) DESC, category`, args...)
}

// checkFiles refuses a file with which the organization's files would have more bytes together than they may; 0 is any
// number.
func checkFiles(tx *db.Tx, sc scope.Scope, e Expense, most int64) error {
	if most == 0 {
		return nil
	}
	var others int64
	err := tx.QueryRow(`SELECT CAST(COALESCE(SUM(file_size), 0) AS BIGINT) FROM expenses
		WHERE org_id = $1 AND expense_id <> $2`, sc.Org, e.ID).Scan(&others)
	if err == nil && others+e.FileSize > most {
		err = errs.InvalidField("file", "is too large: your organization's files may have %d MiB together", most>>20)
	}
	return err
}

func insertPieces(tx *db.Tx, sc scope.Scope, expenseID string, pieces []string) error {
	for i, piece := range pieces {
		if err := tx.Do(`INSERT INTO expense_files (org_id, expense_id, position, content)
			VALUES ($1, $2, $3, $4)`, sc.Org, expenseID, i, piece); err != nil {
			return err
		}
	}
	return nil
}

func deletePieces(tx *db.Tx, sc scope.Scope, expenseID string) error {
	return tx.Do(`DELETE FROM expense_files WHERE org_id = $1 AND expense_id = $2`, sc.Org, expenseID)
}

func readPieces(tx *db.Tx, sc scope.Scope, expenseID string) ([]string, error) {
	return db.All(tx, db.Value[string],
		`SELECT content FROM expense_files WHERE org_id = $1 AND expense_id = $2 ORDER BY position`, sc.Org, expenseID)
}

// VendorInUse reports whether any expense or line of an account names the vendor. Deleted expenses count, as the
// books still have them.
func VendorInUse(tx *db.Tx, sc scope.Scope, vendorID string) (used bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM expenses
		WHERE org_id = $1 AND vendor_id = $2 AND vendor_id <> '')`, sc.Org, vendorID).Scan(&used)
	if err != nil || used {
		return used, err
	}
	return payable.InUse(tx, sc, vendorID)
}

// Exists tells whether the hotel has an expense of this id that isn't deleted.
func Exists(tx *db.Tx, sc scope.Scope, expenseID string) (bool, error) {
	_, err := find(tx, sc, expenseID)
	if errors.Is(err, errNoExpense) {
		return false, nil
	}
	return err == nil, err
}
