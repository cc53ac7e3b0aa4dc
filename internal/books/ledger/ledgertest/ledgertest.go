package ledgertest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
)

// never has what the books must never hold beside what package ledger knows of its own tables.
var never = db.Never{
	"a payment whose parts aren't what is left of it": `SELECT p.number, p.status, p.amount, p.refunded FROM payments p
		WHERE p.org_id = $1 AND p.kind = 'payment'
		AND CASE p.status WHEN 'void' THEN 0 ELSE p.amount - p.refunded END <> (SELECT COALESCE(SUM(x.amount), 0)
		FROM payment_parts x WHERE x.org_id = p.org_id AND x.payment_id = p.payment_id)`,
	"a refund whose parts aren't its amount": `SELECT p.number FROM payments p WHERE p.org_id = $1 AND p.kind = 'refund'
		AND p.amount <> (SELECT COALESCE(SUM(x.amount), 0) FROM payment_parts x WHERE x.org_id = p.org_id
		AND x.payment_id = p.payment_id)`,
	"a part of nothing": `SELECT payment_id, amount FROM payment_parts WHERE org_id = $1 AND amount <= 0`,
	"a payment that isn't refunded by its refunds": `SELECT p.number FROM payments p WHERE p.org_id = $1
		AND p.kind = 'payment'
		AND (p.refunded > p.amount OR p.refunded <> (SELECT COALESCE(SUM(r.amount), 0) FROM payments r
		WHERE r.org_id = p.org_id AND r.refund_of = p.payment_id))`,
	"a refund of no payment": `SELECT r.number FROM payments r WHERE r.org_id = $1 AND r.kind = 'refund'
		AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.org_id = r.org_id AND p.payment_id = r.refund_of
		AND p.kind = 'payment' AND p.status = 'recorded')`,
	"a booking that was not given back its refunds": `SELECT b.code, b.refunded FROM bookings b WHERE b.org_id = $1
		AND b.refunded <> (SELECT COALESCE(SUM(x.amount), 0)
		FROM payment_parts x JOIN payments p ON p.org_id = x.org_id AND p.payment_id = x.payment_id WHERE x.org_id = b.org_id
		AND x.booking_id = b.booking_id AND p.kind = 'refund')`,
	"a booking that doesn't have its payments": `SELECT b.code, b.paid, b.refunded FROM bookings b WHERE b.org_id = $1
		AND b.paid - b.refunded <> (SELECT COALESCE(SUM(x.amount), 0)
		FROM payment_parts x JOIN payments p ON p.org_id = x.org_id AND p.payment_id = x.payment_id WHERE x.org_id = b.org_id
		AND x.booking_id = b.booking_id AND p.kind = 'payment')
		+ (SELECT COALESCE(SUM(s.amount), 0) FROM company_settlements s WHERE s.org_id = b.org_id
		AND s.booking_id = b.booking_id AND NOT s.is_void)
		+ (SELECT COALESCE(SUM(s.settled), 0) FROM payout_lines s WHERE s.org_id = b.org_id
		AND s.booking_id = b.booking_id)`,
	"an invoice that isn't paid by its payments": `SELECT i.number, i.paid FROM invoices i WHERE i.org_id = $1 AND i.paid
		<> (SELECT COALESCE(SUM(x.amount), 0)
		FROM payment_parts x JOIN payments p ON p.org_id = x.org_id AND p.payment_id = x.payment_id WHERE x.org_id = i.org_id
		AND x.invoice_id = i.invoice_id AND p.kind = 'payment')
		+ (SELECT COALESCE(SUM(s.amount), 0) FROM company_settlements s WHERE s.org_id = i.org_id
		AND s.invoice_id = i.invoice_id AND NOT s.is_void)
		+ (SELECT COALESCE(SUM(s.settled), 0) FROM payout_lines s WHERE s.org_id = i.org_id
		AND s.invoice_id = i.invoice_id)`,
	"an invoice that isn't credited by its notes": `SELECT i.number, i.credited FROM invoices i WHERE i.org_id = $1
		AND i.credited <> (SELECT COALESCE(SUM(n.total), 0) FROM credit_notes n WHERE n.org_id = i.org_id
		AND n.invoice_id = i.invoice_id)`,
	"an invoice of which more is paid and credited than its total": `SELECT number, total, paid, credited FROM invoices
		WHERE org_id = $1 AND (paid < 0 OR credited < 0 OR paid + credited > total)`,
	"an invoice with the wrong status": `SELECT number, status, total, paid, credited FROM invoices WHERE org_id = $1 AND (
		status IN ('draft', 'void') AND paid <> 0 OR status = 'issued' AND paid <> 0 AND paid + credited < total
		OR status = 'partially_paid' AND (paid = 0 OR paid + credited = total) OR status = 'paid'
		AND paid + credited <> total)`,
	"an expense that isn't in the books": `SELECT x.number FROM expenses x WHERE x.org_id = $1
		AND CASE x.status WHEN 'recorded' THEN x.amount + x.tax ELSE 0 END <> (SELECT COALESCE(SUM(e.amount), 0)
		FROM ledger_entries e WHERE e.org_id = x.org_id AND e.document_id = x.expense_id
		AND (e.account IN ('expenses', 'input-tax', 'claimed-tax', 'unclaimed-tax') OR e.document = 'expense'
			AND e.account IN (SELECT a.account_id FROM accounts a WHERE a.org_id = x.org_id AND a.kind = 'expense')))`,
	"a day on which more or less is mapped than its sums say": `SELECT m.day FROM mapped_sums m WHERE m.org_id = $1
		GROUP BY m.day HAVING SUM(m.amount) <> (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entries e
			JOIN accounts a ON a.org_id = $1 AND a.account_id = e.account AND a.kind IN ('income', 'expense')
			WHERE e.org_id = $1 AND e.business_date = m.day AND e.document IN ('invoice', 'credit_note', 'expense'))`,
	"a bill that owes something else than the books say": `SELECT x.number FROM expenses x WHERE x.org_id = $1
		AND CASE WHEN x.status = 'recorded' AND x.due_date <> '' THEN x.paid - x.amount - x.tax
			- (SELECT COALESCE(SUM(p.amount), 0) FROM expense_payments p WHERE p.org_id = x.org_id
			AND p.expense_id = x.expense_id AND p.status = 'recorded' AND p.vendor_payment_id <> '') ELSE 0 END <>
		(SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entries e WHERE e.org_id = x.org_id AND e.account = 'payables'
			AND e.document_id = x.expense_id)`,
	"a bill that isn't paid by its payments": `SELECT x.number FROM expenses x WHERE x.org_id = $1 AND x.due_date <> ''
		AND (x.paid <> (SELECT COALESCE(SUM(p.amount), 0) FROM expense_payments p WHERE p.org_id = x.org_id
			AND p.expense_id = x.expense_id AND p.status = 'recorded') OR x.paid > x.amount + x.tax
			OR x.open_due <> CASE WHEN x.status = 'recorded' AND x.paid < x.amount + x.tax THEN x.due_date ELSE '' END)`,
	"an entry made on a day after it was closed": `SELECT e.document, e.number, e.business_date FROM ledger_entries e
		JOIN night_audits a ON a.org_id = e.org_id AND a.day = e.business_date
		WHERE e.org_id = $1 AND e.created_at > a.closed_at`,
	"a line posted on a day after it was closed": `SELECT l.booking_id, l.description, l.posted_on FROM folio_lines l
		JOIN night_audits a ON a.org_id = l.org_id AND a.day = l.posted_on
		WHERE l.org_id = $1 AND l.created_at > a.closed_at`,
	"a payment that isn't in its account": `SELECT p.number FROM payments p WHERE p.org_id = $1
		AND CASE WHEN p.status = 'void' THEN 0 WHEN p.kind = 'refund' THEN -p.amount ELSE p.amount END <>
		(SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entries e
			WHERE e.org_id = p.org_id AND e.document_id = p.payment_id AND e.account = p.account_id)`,
	"an invoice that isn't its lines": `SELECT i.invoice_id, i.number, i.status FROM invoices i LEFT JOIN
		(SELECT invoice_id, SUM(discount) AS discount, SUM(taxable) AS taxable, SUM(total) AS total FROM invoice_lines
		WHERE org_id = $1 GROUP BY invoice_id) l ON l.invoice_id = i.invoice_id WHERE i.org_id = $1
		AND (l.total IS NULL OR i.discount <> l.discount OR i.taxable <> l.taxable OR i.total <> l.total + i.rounding
		OR i.total < 0)`,
	"a note that isn't its lines": `SELECT n.number FROM credit_notes n WHERE n.org_id = $1 AND n.total <> n.rounding +
		(SELECT SUM(l.total) FROM credit_note_lines l
		WHERE l.org_id = n.org_id AND l.credit_note_id = n.credit_note_id)`,
	"an invoice's line that isn't credited by its notes": `SELECT l.invoice_id, l.position, l.credited FROM invoice_lines l
		WHERE l.org_id = $1 AND l.credited <> (SELECT COALESCE(SUM(x.total), 0)
		FROM credit_note_lines x JOIN credit_notes n ON n.org_id = x.org_id AND n.credit_note_id = x.credit_note_id
		WHERE n.org_id = l.org_id AND n.invoice_id = l.invoice_id AND x.position = l.position)`,
	"a wholly credited invoice that isn't its notes": `SELECT i.number FROM invoices i JOIN (SELECT invoice_id,
		SUM(taxable) AS taxable, SUM(total) AS total, SUM(rounding) AS rounding
		FROM credit_notes WHERE org_id = $1 GROUP BY invoice_id) n ON n.invoice_id = i.invoice_id
		WHERE i.org_id = $1 AND i.credited = i.total AND (i.taxable <> n.taxable OR i.total <> n.total
		OR i.rounding <> n.rounding)`,
	"an invoice's line that its folio doesn't bill by it": `SELECT x.invoice_id, x.description FROM invoice_lines x
		JOIN invoices i ON i.org_id = x.org_id AND i.invoice_id = x.invoice_id
		WHERE x.org_id = $1 AND i.status <> 'void' AND x.folio_line_id <> '' AND (x.credited = 0 OR x.credited <> x.total)
		AND NOT EXISTS (SELECT 1 FROM folio_lines l
		WHERE l.org_id = x.org_id AND l.booking_id = CASE x.booking_id WHEN '' THEN i.booking_id ELSE x.booking_id END
			AND l.line_id = x.folio_line_id AND l.invoice_id = x.invoice_id AND l.total = x.total AND l.reversed_by = '')`,
	"a booking that retains something and isn't cancelled": `SELECT b.code, b.retained FROM bookings b WHERE b.org_id = $1
		AND (b.retained < 0 OR b.retained > 0 AND (b.status <> 'cancelled' OR b.cancellation_charge > 0))`,
	"a credit on a folio that isn't what a note takes off its line": `SELECT l.booking_id, l.description, l.total
		FROM folio_lines l WHERE l.org_id = $1 AND l.invoice_id <> '' AND l.reversed_by = '' AND EXISTS (SELECT 1
		FROM invoice_lines x WHERE x.org_id = l.org_id AND x.invoice_id = l.invoice_id AND x.folio_line_id = l.line_id
		AND x.credited <> -(SELECT COALESCE(SUM(c.total), 0) FROM folio_lines c WHERE c.org_id = l.org_id
		AND c.booking_id = l.booking_id AND c.credits = l.line_id AND c.invoice_id = l.invoice_id))`,
	"a line of a folio that is billed by no invoice": `SELECT l.booking_id, l.description FROM folio_lines l
		WHERE l.org_id = $1 AND l.invoice_id <> '' AND l.kind <> 'adjustment'
		AND NOT EXISTS (SELECT 1 FROM invoice_lines x WHERE x.org_id = l.org_id AND x.invoice_id = l.invoice_id
		AND x.folio_line_id = l.line_id)`,
	"an invoice that isn't its lines on folios less its notes": `SELECT l.invoice_id, SUM(l.total)
		FROM folio_lines l WHERE l.org_id = $1 AND l.invoice_id <> '' GROUP BY l.invoice_id
		HAVING SUM(l.total) <> COALESCE((SELECT SUM(i.total - i.credited - CASE i.status WHEN 'draft' THEN i.rounding
		ELSE 0 END) FROM invoices i
			WHERE i.org_id = $1 AND i.invoice_id = l.invoice_id AND i.status <> 'void'), 0)`,
	"a line of another payer than its invoice": `SELECT l.booking_id, l.description, l.payer FROM folio_lines l
		JOIN invoices i ON i.org_id = l.org_id AND i.invoice_id = l.invoice_id
		WHERE l.org_id = $1 AND l.invoice_id <> '' AND l.payer <> 'company' AND l.payer <> i.group_id`,
	"a rounding that isn't its documents'": `SELECT e.account, SUM(e.amount) FROM ledger_entries e
		WHERE e.org_id = $1 AND e.account = 'rounding' GROUP BY e.account
		HAVING SUM(e.amount) <> (SELECT COALESCE(SUM(n.rounding), 0) FROM credit_notes n WHERE n.org_id = $1)
			- (SELECT COALESCE(SUM(i.rounding), 0) FROM invoices i WHERE i.org_id = $1 AND i.status NOT IN ('draft', 'void'))`,
	"guests and companies who owe something else than their invoices less their payments": `SELECT 'guests',
		SUM(e.amount) FROM ledger_entries e WHERE e.org_id = $1 AND e.account IN ('guests', 'companies')
		GROUP BY e.org_id HAVING SUM(e.amount) <>
		(SELECT COALESCE(SUM(i.total - i.credited), 0) FROM invoices i WHERE i.org_id = $1 AND i.status NOT IN ('draft',
		'void'))
		- (SELECT COALESCE(SUM(CASE p.kind WHEN 'refund' THEN -p.amount ELSE p.amount END), 0) FROM payments p
		WHERE p.org_id = $1 AND p.status = 'recorded')
		- (SELECT COALESCE(SUM(s.amount), 0) FROM company_settlements s WHERE s.org_id = $1 AND NOT s.is_void)
		- (SELECT COALESCE(SUM(s.settled + s.unapplied), 0) FROM payout_lines s WHERE s.org_id = $1)`,
	"what was settled without money, and the books don't say": `SELECT s.kind, s.amount FROM company_settlements s
		WHERE s.org_id = $1 AND CASE WHEN s.is_void THEN 0 ELSE s.amount END <> (SELECT COALESCE(SUM(e.amount), 0)
		FROM ledger_entries e WHERE e.org_id = s.org_id AND e.document_id = s.settlement_id
		AND e.account IN ('tds', 'discounts', 'bad-debts'))`,
}

// kept are the tables of what lists add up: what they tell apart, what they add up, and how it follows from other rows.
var kept = []struct{ table, kinds, sums, rows string }{
	{"booking_counts", "status, source, channel, created_by", "number", `SELECT status, source, channel, created_by,
		COUNT(*) FROM bookings WHERE org_id = $1 GROUP BY status, source, channel, created_by`},
	{"payment_months", "month, kind, method, account_id, status", "number, amount", `SELECT substr(business_date, 1, 7),
		kind, method, account_id, status, COUNT(*), CAST(SUM(amount) AS BIGINT)
		FROM payments WHERE org_id = $1 GROUP BY substr(business_date, 1, 7), kind, method, account_id, status`},
	{"transfer_months", "month, from_account, to_account", "number", `SELECT substr(business_date, 1, 7), from_account,
		to_account, COUNT(*) FROM account_transfers WHERE org_id = $1
		GROUP BY substr(business_date, 1, 7), from_account, to_account`},
	{"invoice_months", "month, status", "number, taxable, tax, total, paid, credited", `SELECT
		substr(invoice_date, 1, 7), status, COUNT(*), CAST(SUM(taxable) AS BIGINT),
		CAST(SUM(total - taxable - rounding) AS BIGINT), CAST(SUM(total) AS BIGINT), CAST(SUM(paid) AS BIGINT),
		CAST(SUM(credited) AS BIGINT) FROM invoices WHERE org_id = $1 GROUP BY substr(invoice_date, 1, 7), status`},
	{"credit_note_months", "month", "number, taxable, tax, total", `SELECT substr(note_date, 1, 7), COUNT(*),
		CAST(SUM(taxable) AS BIGINT), CAST(SUM(total - taxable - rounding) AS BIGINT), CAST(SUM(total) AS BIGINT)
		FROM credit_notes WHERE org_id = $1 GROUP BY substr(note_date, 1, 7)`},
	{"expense_months", "month, vendor_id, category, account_id", "number, amount, tax", `SELECT
		substr(expense_date, 1, 7), vendor_id, category, account_id, COUNT(*), CAST(SUM(amount) AS BIGINT),
		CAST(SUM(tax) AS BIGINT) FROM expenses WHERE org_id = $1 AND status = 'recorded'
		GROUP BY substr(expense_date, 1, 7), vendor_id, category, account_id`},
}

// checks are the queries of never, and those that compare kept tables both ways; a row of nothing is as good as none.
func checks() db.Never {
	all := ledger.Never()
	maps.Copy(all, never)
	for _, k := range kept {
		sums := `SELECT ` + k.kinds + `, ` + k.sums + ` FROM ` + k.table + ` WHERE org_id = $1`
		something := ` AND (` + strings.ReplaceAll(k.sums, ", ", " <> 0 OR ") + ` <> 0)`
		all["what "+k.table+" doesn't add up"] = k.rows + ` EXCEPT ` + sums
		all[k.table+" that add up something else"] = sums + something + ` EXCEPT ` + k.rows
	}
	return all
}

// Faults describes what is wrong in the organization's books, a sentence each; nothing if they are right.
func Faults(tx *db.Tx, org string) (faults []string, err error) {
	if faults, err = checks().Faults(tx, org); err != nil {
		return nil, err
	}
	taxes, err := taxFaults(tx, org)
	return append(faults, taxes...), err
}

// numbers has the numbers of the documents of each series.
var numbers = map[string]string{
	"payment":     `SELECT number FROM payments WHERE org_id = $1`,
	"invoice":     `SELECT number FROM invoices WHERE org_id = $1 AND number <> ''`,
	"credit_note": `SELECT number FROM credit_notes WHERE org_id = $1`,
	"expense":     `SELECT number FROM expenses WHERE org_id = $1`,
	"quote":       `SELECT number FROM quotes WHERE org_id = $1`,
}

var digits = regexp.MustCompile(`\d+$`)

// Gaps describes what is wrong with the numbers of an organization that never changed its series: each series must run
// from 1 to the last number issued, each number once.
func Gaps(tx *db.Tx, org string) (gaps []string, err error) {
	for module, query := range numbers {
		rows, err := Rows(tx, query, org)
		if err != nil {
			return nil, err
		}
		seen := map[int]bool{}
		for _, row := range rows {
			n, err := strconv.Atoi(digits.FindString(row[0]))
			if err != nil || seen[n] || n < 1 || n > len(rows) {
				gaps = append(gaps, fmt.Sprintf("the %s numbers have a gap or a repetition at %s of %d", module, row[0], len(rows)))
			}
			seen[n] = true
		}
		next, err := Rows(tx, `SELECT next_number FROM series WHERE org_id = $1 AND module = $2`, org, module)
		if err != nil {
			return nil, err
		}
		if want := fmt.Sprint(len(rows) + 1); len(next) != 1 || next[0][0] != want {
			gaps = append(gaps, fmt.Sprintf("the next %s number is %v, want %s", module, next, want))
		}
	}
	slices.Sort(gaps)
	return gaps, nil
}

// Rows reads the rows of a query, each column as text.
func Rows(tx *db.Tx, query string, args ...any) (rows [][]string, err error) {
	return db.Texts(tx, query, args...)
}
