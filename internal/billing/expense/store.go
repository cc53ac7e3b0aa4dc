package expense

import (
	"errors"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
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

	listing = db.Listing{Columns: expenseTable.Columns("e") + ", COALESCE(a.name, '')", Table: "expenses e",
		Joins: "LEFT JOIN accounts a ON a.org_id = e.org_id AND a.account_id = e.account_id", Key: "e.expense_id",
		Order: "e.created_at DESC, e.expense_id DESC"}

	// selectExpenses leaves out those that are deleted. More conditions may follow it.
	selectExpenses = listing.Select() + ` AND e.status = 'recorded'`

	// months has what expenses come to by month and all that their list asks, without those that are deleted.
	months = ledger.NewMonthly(ledger.Monthly{Table: "expense_months", Documents: "expenses e", ID: "e.expense_id",
		Day: "e.expense_date", Kinds: []string{"vendor_id", "category", "account_id"},
		Sums: []ledger.Sum{{Column: "number", Of: "1"},
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

// filter narrows the list; zero values match everything.
type filter struct {
	vendorID, category, accountID, search string
	from, to                              date.Date
	open                                  bool      // bills on which something is owed
	isOverdue                             bool      // bills on which something is owed that was due before today
	overdue                               date.Date // today, if isOverdue; the transaction knows it
	hits                                  *wordindex.Hits
}

// searched is what the list's search looks into.
var searched = wordindex.List{Kind: wordindex.Expense, Table: "expenses", As: "e", Key: "expense_id"}

// and is what the filter adds to a condition on the organization ($1), with all arguments. By days the expenses are
// found by their days, or else along the list's order, of a vendor, a category or an account if one is given. What a
// search has found is found by that, unless the list is walked.
func (f filter) and(sc scope.Scope, byDays, walk bool) (string, []any) {
	other, day := db.Plain, db.Beside
	if byDays {
		other, day = db.Beside, db.Plain
	}
	c := f.hits.Where(sc.Org)
	if f.owing() {
		other, day = db.Beside, db.Beside
		c.And("e.open_due <> ''")
	}
	c.Given("e.open_due < ?", f.overdue)
	c.Given(other("e.vendor_id = ?"), f.vendorID)
	c.Given(other("e.category = ?"), f.category)
	c.Given(other("e.account_id = ?"), f.accountID)
	c.Given(day("e.expense_date >= ?"), f.from)
	c.Given(day("e.expense_date <= ?"), f.to)
	f.hits.Narrow(c, walk)
	return c.SQL()
}

// owing tells whether the filter finds only bills on which something is owed, which are few.
func (f filter) owing() bool { return f.open || f.overdue != "" }

// byDays tells whether the filter has days, and nothing that leads to fewer expenses.
func (f filter) byDays() bool {
	return f.from+f.to != "" && f.vendorID+f.category+f.accountID == "" && !f.hits.Few()
}

// added selects what adds up to the sums: months and what of them is cut off, unless it is searched.
func (f filter) added(sc scope.Scope) (string, []any) {
	if f.hits != nil || f.owing() {
		and, args := f.and(sc, f.byDays(), false)
		return months.Of(f.hits.Table("expenses e"), and), args
	}
	kind := db.Where(sc.Org)
	kind.Given(db.Beside("vendor_id = ?"), f.vendorID)
	kind.Given(db.Beside("category = ?"), f.category)
	kind.Given(db.Beside("account_id = ?"), f.accountID)
	and, args := kind.SQL()
	return months.Between(and, args, f.from, f.to)
}

func total(tx *db.Tx, sc scope.Scope, f filter) (all sums, err error) {
	added, args := f.added(sc)
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(number), 0) AS BIGINT), CAST(COALESCE(SUM(amount), 0) AS BIGINT),
			CAST(COALESCE(SUM(tax), 0) AS BIGINT)
		FROM (`+added+`) AS added`, args...).
		Scan(&all.count, &all.amount, &all.tax)
	return all, err
}

// owed is what is still to be paid of the bills that the filter finds.
func owed(tx *db.Tx, sc scope.Scope, f filter) (sum money.Amount, err error) {
	f.open = true
	and, args := f.and(sc, false, false)
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(e.amount + e.tax - e.paid), 0) AS BIGINT)
		FROM `+f.hits.Table("expenses e")+` WHERE e.org_id = $1 AND `+db.Beside("e.status = 'recorded'")+and, args...).
		Scan(&sum)
	return sum, err
}

// list reads a page of the expenses, of which the filter finds this many.
func list(tx *db.Tx, sc scope.Scope, f filter, found, limit, offset int) ([]Expense, error) {
	l, byDays := listing, f.byDays() && found <= db.Gathered
	l.KeyTable = f.hits.Table(l.Table)
	if byDays || f.hits.Few() || f.owing() {
		l.KeyOrder = db.Gather(l.Order)
	}
	and, args := f.and(sc, byDays, !byDays && !f.hits.Few())
	return db.All(tx, scan, l.Page(" AND "+db.Beside("e.status = 'recorded'")+and, len(args)),
		append(args, limit, offset)...)
}

// category is a category in use, with the sums of its expenses.
type category struct {
	name string
	sums
}

func categories(tx *db.Tx, sc scope.Scope, f filter) ([]category, error) {
	added, args := f.added(sc)
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

// VendorInUse reports whether any expense names the vendor. Deleted expenses count, as the books still have them.
func VendorInUse(tx *db.Tx, sc scope.Scope, vendorID string) (used bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM expenses
		WHERE org_id = $1 AND vendor_id = $2 AND vendor_id <> '')`, sc.Org, vendorID).Scan(&used)
	return used, err
}
