package app_test

import (
	"fmt"
	"regexp"
	"strconv"

	"sarai/internal/kit/db"
)

// table is the rows of a query over the organization ($1), each column as text.
func (c *caller) table(query string) [][]string {
	c.s.t.Helper()
	var rows [][]string
	err := c.s.db.Read(c.s.t.Context(), func(tx *db.Tx) error {
		found, err := tx.Query(query, c.org)
		if err != nil {
			return err
		}
		defer found.Close()
		columns, err := found.Columns()
		if err != nil {
			return err
		}
		for found.Next() {
			values, places := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				places[i] = &values[i]
			}
			if err := found.Scan(places...); err != nil {
				return err
			}
			row := make([]string, len(columns))
			for i, value := range values {
				row[i] = fmt.Sprint(value)
			}
			rows = append(rows, row)
		}
		return found.Err()
	})
	if err != nil {
		c.s.t.Fatalf("%s: %v", query, err)
	}
	return rows
}

// faults is where a check says what is wrong: a test, or a run of a property.
type faults interface {
	Helper()
	Errorf(format string, args ...any)
}

// none fails the test for every row of the query, which looks for what must never be.
func (c *caller) none(t faults, what, query string) {
	t.Helper()
	for _, row := range c.table(query) {
		t.Errorf("%s: %v", what, row)
	}
}

// booksBalance holds everything that is kept of money against everything else: what must hold after any operation.
func booksBalance(t faults, c *caller) {
	t.Helper()
	booksHold(t, c)
	for _, numbered := range []struct{ module, query string }{
		{"payment", `SELECT number FROM payments WHERE org_id = $1`},
		{"invoice", `SELECT number FROM invoices WHERE org_id = $1 AND number <> ''`},
		{"credit_note", `SELECT number FROM credit_notes WHERE org_id = $1`},
		{"expense", `SELECT number FROM expenses WHERE org_id = $1`},
		{"quote", `SELECT number FROM quotes WHERE org_id = $1`},
	} {
		c.gapless(t, numbered.module, numbered.query)
	}
	c.statementsAddUp(t)
}

// booksHold is booksBalance without what takes the API's word for it: quick enough after every step.
func booksHold(t faults, c *caller) {
	t.Helper()
	for what, query := range neverInBooks {
		c.none(t, what, query)
	}
}

// neverInBooks are queries that find nothing in books that are right.
var neverInBooks = map[string]string{
	"a posting that doesn't add up to zero": `SELECT posting_id, SUM(amount) FROM ledger_entries WHERE org_id = $1 GROUP BY posting_id HAVING SUM(amount) <> 0`,
	"an account whose balance is not its entries": `SELECT a.name, a.balance FROM accounts a WHERE a.org_id = $1
		AND a.balance <> (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entries e WHERE e.org_id = a.org_id AND e.account = a.account_id)`,
	"entries of an account that isn't there": `SELECT e.account FROM ledger_entries e WHERE e.org_id = $1 AND LENGTH(e.account) = 24
		AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.org_id = e.org_id AND a.account_id = e.account)`,
	"a payment whose parts aren't what is left of it": `SELECT p.number, p.status, p.amount, p.refunded FROM payments p WHERE p.org_id = $1 AND p.kind = 'payment'
		AND CASE p.status WHEN 'void' THEN 0 ELSE p.amount - p.refunded END <> (SELECT COALESCE(SUM(x.amount), 0) FROM payment_parts x WHERE x.org_id = p.org_id AND x.payment_id = p.payment_id)`,
	"a refund whose parts aren't its amount": `SELECT p.number FROM payments p WHERE p.org_id = $1 AND p.kind = 'refund'
		AND p.amount <> (SELECT COALESCE(SUM(x.amount), 0) FROM payment_parts x WHERE x.org_id = p.org_id AND x.payment_id = p.payment_id)`,
	"a part of nothing": `SELECT payment_id, amount FROM payment_parts WHERE org_id = $1 AND amount <= 0`,
	"a payment that isn't refunded by its refunds": `SELECT p.number FROM payments p WHERE p.org_id = $1 AND p.kind = 'payment'
		AND (p.refunded > p.amount OR p.refunded <> (SELECT COALESCE(SUM(r.amount), 0) FROM payments r WHERE r.org_id = p.org_id AND r.refund_of = p.payment_id))`,
	"a refund of no payment": `SELECT r.number FROM payments r WHERE r.org_id = $1 AND r.kind = 'refund'
		AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.org_id = r.org_id AND p.payment_id = r.refund_of AND p.kind = 'payment' AND p.status = 'recorded')`,
	"a booking that was not given back its refunds": `SELECT b.code, b.refunded FROM bookings b WHERE b.org_id = $1 AND b.refunded <> (SELECT COALESCE(SUM(x.amount), 0)
		FROM payment_parts x JOIN payments p ON p.org_id = x.org_id AND p.payment_id = x.payment_id WHERE x.org_id = b.org_id AND x.booking_id = b.booking_id AND p.kind = 'refund')`,
	"a booking that doesn't have its payments": `SELECT b.code, b.paid, b.refunded FROM bookings b WHERE b.org_id = $1 AND b.paid - b.refunded <> (SELECT COALESCE(SUM(x.amount), 0)
		FROM payment_parts x JOIN payments p ON p.org_id = x.org_id AND p.payment_id = x.payment_id WHERE x.org_id = b.org_id AND x.booking_id = b.booking_id AND p.kind = 'payment')`,
	"an invoice that isn't paid by its payments": `SELECT i.number, i.paid FROM invoices i WHERE i.org_id = $1 AND i.paid <> (SELECT COALESCE(SUM(x.amount), 0)
		FROM payment_parts x JOIN payments p ON p.org_id = x.org_id AND p.payment_id = x.payment_id WHERE x.org_id = i.org_id AND x.invoice_id = i.invoice_id AND p.kind = 'payment')`,
	"an invoice that isn't credited by its notes": `SELECT i.number, i.credited FROM invoices i WHERE i.org_id = $1
		AND i.credited <> (SELECT COALESCE(SUM(n.total), 0) FROM credit_notes n WHERE n.org_id = i.org_id AND n.invoice_id = i.invoice_id)`,
	"an invoice of which more is paid and credited than its total": `SELECT number, total, paid, credited FROM invoices WHERE org_id = $1 AND (paid < 0 OR credited < 0 OR paid + credited > total)`,
	"an invoice with the wrong status": `SELECT number, status, total, paid, credited FROM invoices WHERE org_id = $1 AND (
		status IN ('draft', 'void') AND paid <> 0 OR status = 'issued' AND paid <> 0 AND paid + credited < total OR status = 'partially_paid' AND (paid = 0 OR paid + credited = total) OR status = 'paid' AND paid + credited <> total)`,
	"a day whose payments aren't its sums": `SELECT d.day, d.payments, d.received FROM daily_money d WHERE d.org_id = $1 AND (
		d.payments <> (SELECT COUNT(*) FROM payments p WHERE p.org_id = d.org_id AND p.business_date = d.day AND p.kind = 'payment' AND p.status = 'recorded')
		OR d.received <> (SELECT COALESCE(SUM(p.amount), 0) FROM payments p WHERE p.org_id = d.org_id AND p.business_date = d.day AND p.kind = 'payment' AND p.status = 'recorded')
		OR d.refunds <> (SELECT COUNT(*) FROM payments p WHERE p.org_id = d.org_id AND p.business_date = d.day AND p.kind = 'refund')
		OR d.refunded <> (SELECT COALESCE(SUM(p.amount), 0) FROM payments p WHERE p.org_id = d.org_id AND p.business_date = d.day AND p.kind = 'refund')
		OR d.spent <> (SELECT COALESCE(SUM(e.amount + e.tax), 0) FROM expenses e WHERE e.org_id = d.org_id AND e.expense_date = d.day AND e.status = 'recorded'))`,
	"a day without its sums": `SELECT p.business_date FROM payments p WHERE p.org_id = $1 AND NOT EXISTS (SELECT 1 FROM daily_money d WHERE d.org_id = p.org_id AND d.day = p.business_date)`,
	"a payment that isn't in its account": `SELECT p.number FROM payments p WHERE p.org_id = $1
		AND CASE WHEN p.status = 'void' THEN 0 WHEN p.kind = 'refund' THEN -p.amount ELSE p.amount END <> (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entries e
			WHERE e.org_id = p.org_id AND e.document_id = p.payment_id AND e.account = p.account_id)`,
	"guests who owe something else than their invoices less their payments": `SELECT 'guests', SUM(e.amount) FROM ledger_entries e WHERE e.org_id = $1 AND e.account = 'guests' GROUP BY e.org_id HAVING SUM(e.amount) <>
		(SELECT COALESCE(SUM(i.total - i.credited), 0) FROM invoices i WHERE i.org_id = $1 AND i.status NOT IN ('draft', 'void'))
		- (SELECT COALESCE(SUM(CASE p.kind WHEN 'refund' THEN -p.amount ELSE p.amount END), 0) FROM payments p WHERE p.org_id = $1 AND p.status = 'recorded')`,
}

var lastNumber = regexp.MustCompile(`\d+$`)

// gapless fails the test unless the documents have all numbers from 1 to the last one issued, each once.
func (c *caller) gapless(t faults, module, query string) {
	t.Helper()
	seen, rows := map[int]bool{}, c.table(query)
	for _, row := range rows {
		n, err := strconv.Atoi(lastNumber.FindString(row[0]))
		if err != nil || seen[n] || n > len(rows) {
			t.Errorf("the %s numbers have a gap or a repetition at %s of %d", module, row[0], len(rows))
		}
		seen[n] = true
	}
	for _, row := range c.table(`SELECT next_number FROM series WHERE org_id = $1 AND module = '` + module + `'`) {
		if want := fmt.Sprint(len(rows) + 1); row[0] != want {
			t.Errorf("the next %s number is %s, want %s", module, row[0], want)
		}
	}
}

// statementsAddUp holds what the API says of the accounts together: balances, statements, and the trial balance.
func (c *caller) statementsAddUp(t faults) {
	t.Helper()
	trial := c.get("/api/accounts/{org}/trial-balance").want(200)
	if trial.number("data", "totalDebit") != trial.number("data", "totalCredit") {
		t.Errorf("the trial balance is not zero: %s", trial.raw)
	}
	inTrial := map[string]int64{}
	for _, row := range trial.list("data", "accounts") {
		r := row.(map[string]any)
		inTrial[r["account"].(string)] = paise(r["debit"]) - paise(r["credit"])
	}
	for _, entry := range c.get("/api/accounts/{org}/list").want(200).list("data") {
		a := entry.(map[string]any)
		id := a["_id"].(string)
		st := c.get("/api/accounts/{org}/" + id + "/statement").want(200)
		running := paise(st.at("data", "openingBalance"))
		for i := range st.list("data", "entries") {
			running += paise(st.at("data", "entries", i, "amount"))
			if running != paise(st.at("data", "entries", i, "balance")) {
				t.Errorf("the statement of %v doesn't run: %s", a["name"], st.raw)
			}
		}
		closing, balance := paise(st.at("data", "closingBalance")), paise(a["balance"])
		if running != closing || closing != balance || inTrial[id] != balance {
			t.Errorf("%v has %d by its list, %d by its statement, %d by the trial balance, and the entries come to %d", a["name"], balance, closing, inTrial[id], running)
		}
	}
}

// paise is an amount of the API in minor units.
func paise(number any) int64 {
	value := number.(float64) * 100
	if value < 0 {
		return -int64(-value + 0.5)
	}
	return int64(value + 0.5)
}
