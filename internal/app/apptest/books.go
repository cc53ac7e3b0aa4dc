package apptest

import (
	"sarai/internal/billing/agentfee"
	"sarai/internal/billing/payable"
	"sarai/internal/billing/receivable"
	"sarai/internal/books/ledger/ledgertest"
	"sarai/internal/kit/db"
)

// DefaultAccount is the id of the default account of this kind.
func (c *Caller) DefaultAccount(kind string) string {
	c.Server.T.Helper()
	for _, entry := range c.Get("/api/accounts/{org}/list").Want(200).List("data") {
		if a := entry.(map[string]any); a["kind"] == kind && a["isDefault"] == true {
			return a["_id"].(string)
		}
	}
	c.Server.T.Fatalf("there is no default account of kind %s", kind)
	return ""
}

// Balance is what is in an account.
func (c *Caller) Balance(account string) float64 {
	c.Server.T.Helper()
	return c.Get("/api/accounts/{org}/"+account).Want(200).Number("data", "balance")
}

// Reporter is where a check says what is wrong: a test, or a run of a property.
type Reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// report fails the test for every fault that the check finds in the organization's books.
func (c *Caller) report(t Reporter, check func(tx *db.Tx, org string) ([]string, error)) {
	t.Helper()
	err := c.Server.DB.Read(c.Server.T.Context(), func(tx *db.Tx) error {
		found, err := check(tx, c.Org)
		for _, fault := range found {
			t.Errorf("%s", fault)
		}
		return err
	})
	if err != nil {
		t.Errorf("%v", err)
	}
}

// BooksBalance fails unless all records of money agree with each other, as they must after any operation.
func BooksBalance(t Reporter, c *Caller) {
	t.Helper()
	BooksHold(t, c)
	c.report(t, ledgertest.Gaps)
	c.statementsAddUp(t)
}

// BooksHold is BooksBalance without the requests to the API: quick enough for every step of a random test.
func BooksHold(t Reporter, c *Caller) {
	t.Helper()
	c.report(t, ledgertest.Faults)
	c.report(t, receivable.Never.Faults)
	c.report(t, agentfee.Never.Faults)
	c.report(t, payable.Never.Faults)
}

// statementsAddUp fails unless the API's balances, statements and trial balance agree.
func (c *Caller) statementsAddUp(t Reporter) {
	t.Helper()
	trial := c.Get("/api/accounts/{org}/trial-balance").Want(200)
	if trial.Number("data", "totalDebit") != trial.Number("data", "totalCredit") {
		t.Errorf("the trial balance is not zero: %s", trial.Raw)
	}
	inTrial := map[string]int64{}
	for _, row := range trial.List("data", "accounts") {
		r := row.(map[string]any)
		inTrial[r["account"].(string)] = Paise(r["debit"]) - Paise(r["credit"])
	}
	for _, entry := range c.Get("/api/accounts/{org}/list").Want(200).List("data") {
		a := entry.(map[string]any)
		id := a["_id"].(string)
		st := c.Get("/api/accounts/{org}/" + id + "/statement").Want(200)
		running := Paise(st.At("data", "openingBalance"))
		for i := range st.List("data", "entries") {
			running += Paise(st.At("data", "entries", i, "amount"))
			if running != Paise(st.At("data", "entries", i, "balance")) {
				t.Errorf("the statement of %v doesn't run: %s", a["name"], st.Raw)
			}
		}
		closing, balance := Paise(st.At("data", "closingBalance")), Paise(a["balance"])
		if running != closing || closing != balance || inTrial[id] != balance {
			t.Errorf("%v has %d by its list, %d by its statement, %d by the trial balance, and the entries come to %d",
				a["name"], balance, closing, inTrial[id], running)
		}
	}
}

// FoliosAddUp fails unless bookings owe what their folios say.
func FoliosAddUp(t Reporter, c *Caller) {
	t.Helper()
	for _, booking := range c.Get("/api/bookings/{org}/list?limit=100").Want(200).List("data") {
		id := booking.(map[string]any)["bookingId"].(string)
		_, folio := c.FolioLines(id)
		due := c.Get(BookingPath(id, "")).Want(200).Number("data", "balanceDue")
		if Paise(due) != Paise(folio.At("data", "totals", "balanceDue")) ||
			Paise(due) != Paise(folio.At("data", "totals", "balance"))+Paise(folio.At("data", "totals", "toBePosted"))-
				Paise(folio.At("data", "totals", "routedAmount")) {
			t.Errorf("the booking owes %v and its folio says %s", due, folio.Raw)
		}
	}
}

// InBooks is what the entries of an account add up to, in paise.
func (c *Caller) InBooks(account string) int64 {
	c.Server.T.Helper()
	return c.QueryInt(`SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_entries
		WHERE org_id = $1 AND account = $2`, account)
}

// Balanced fails unless every posting adds up to zero, every account's balance is the sum of its entries, and every
// day's spending that of its expenses.
func Balanced(t Reporter, c *Caller) {
	t.Helper()
	for what, query := range map[string]string{
		"postings that don't add up": `SELECT COUNT(*) FROM (SELECT posting_id FROM ledger_entries WHERE org_id = $1
			GROUP BY posting_id HAVING SUM(amount) <> 0) p`,
		"accounts unlike their entries": `SELECT COUNT(*) FROM accounts a WHERE org_id = $1 AND balance <> (
			SELECT COALESCE(SUM(amount), 0) FROM ledger_entries e
			WHERE e.org_id = a.org_id AND e.account = a.account_id)`,
		"days unlike the expenses in their books": `SELECT COUNT(*) FROM daily_money m WHERE org_id = $1 AND spent <> (
			SELECT COALESCE(SUM(amount), 0) FROM ledger_entries e
			WHERE e.org_id = m.org_id AND e.business_date = m.day
				AND e.account IN ('expenses', 'input-tax', 'claimed-tax', 'unclaimed-tax', 'payables', 'tds-payable'))`,
		"expenses unlike their entries": `SELECT COUNT(*) FROM expenses x WHERE org_id = $1
			AND CASE status WHEN 'recorded' THEN amount + tax ELSE 0 END <> (
			SELECT COALESCE(SUM(amount), 0) FROM ledger_entries e
			WHERE e.org_id = x.org_id AND e.document_id = x.expense_id
				AND e.account IN ('expenses', 'input-tax', 'claimed-tax', 'unclaimed-tax'))`,
		"expenses on days without money": `SELECT COUNT(*) FROM expenses e WHERE org_id = $1 AND status = 'recorded'
			AND due_date = '' AND NOT EXISTS (SELECT 1 FROM daily_money m WHERE m.org_id = e.org_id AND m.day = e.posted_on)`,
	} {
		if n := c.QueryInt(query); n != 0 {
			t.Errorf("%d %s", n, what)
		}
	}
}
