package ledger

import (
	"maps"

	"sarai/internal/kit/db"
)

// Never is what an organization's accounts, entries and what is added up of them must never hold.
func Never() db.Never {
	all := maps.Clone(never)
	for _, months := range []*Monthly{Months, transferMonths} {
		maps.Copy(all, months.Never())
	}
	return all
}

var never = db.Never{
	"a posting that doesn't add up to zero": `SELECT posting_id, SUM(amount) FROM ledger_entries WHERE org_id = $1
		GROUP BY posting_id HAVING SUM(amount) <> 0`,
	"an account whose balance is not its entries": `SELECT a.name, a.balance FROM accounts a WHERE a.org_id = $1
		AND a.balance <> (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entries e WHERE e.org_id = $1
		AND e.account = a.account_id)`,
	"an account's day that isn't its entries": `SELECT s.account, s.start, s.amount FROM account_sums s
		WHERE s.org_id = $1 AND s.span = 'day' AND s.amount <> (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entries e
		WHERE e.org_id = $1 AND e.account = s.account AND e.business_date = s.start)`,
	"an account's month that isn't its entries": `SELECT s.account, s.start, s.amount FROM account_sums s
		WHERE s.org_id = $1 AND s.span = 'month' AND s.amount <> (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entries e
		WHERE e.org_id = $1 AND e.account = s.account AND substr(e.business_date, 1, 7) || '-01' = s.start)`,
	"an account's year that isn't its entries": `SELECT s.account, s.start, s.amount FROM account_sums s
		WHERE s.org_id = $1 AND s.span = 'year' AND s.amount <> (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entries e
		WHERE e.org_id = $1 AND e.account = s.account AND substr(e.business_date, 1, 4) || '-01-01' = s.start)`,
	"an entry in no sum of a day, a month and a year": `SELECT e.account, e.business_date FROM ledger_entries e
		WHERE e.org_id = $1 AND (SELECT COUNT(*) FROM account_sums s WHERE s.org_id = $1 AND s.account = e.account
		AND (s.span = 'day' AND s.start = e.business_date
			OR s.span = 'month' AND s.start = substr(e.business_date, 1, 7) || '-01'
			OR s.span = 'year' AND s.start = substr(e.business_date, 1, 4) || '-01-01')) <> 3`,
	"entries of an account that isn't there": `SELECT e.account FROM ledger_entries e WHERE e.org_id = $1
		AND LENGTH(e.account) = 24
		AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.org_id = $1 AND a.account_id = e.account)`,
	"a day whose payments aren't its sums": `SELECT d.day, d.payments, d.received FROM daily_money d WHERE d.org_id = $1
		AND (d.payments <> (SELECT COUNT(*) FROM payments p WHERE p.org_id = $1 AND p.business_date = d.day
		AND p.kind = 'payment' AND p.status = 'recorded')
		OR d.received <> (SELECT COALESCE(SUM(p.amount), 0) FROM payments p WHERE p.org_id = $1
		AND p.business_date = d.day AND p.kind = 'payment' AND p.status = 'recorded')
		OR d.refunds <> (SELECT COUNT(*) FROM payments p WHERE p.org_id = $1 AND p.business_date = d.day
		AND p.kind = 'refund')
		OR d.refunded <> (SELECT COALESCE(SUM(p.amount), 0) FROM payments p WHERE p.org_id = $1
		AND p.business_date = d.day AND p.kind = 'refund')
		OR d.spent <> (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entries e WHERE e.org_id = $1
		AND e.business_date = d.day AND e.document NOT IN ('voucher', 'settlement', 'commission')
		AND (e.account IN ('expenses', 'input-tax', 'claimed-tax', 'unclaimed-tax', 'payables', 'tds-payable') OR
		e.document = 'expense' AND e.account IN (SELECT account_id FROM accounts WHERE org_id = $1 AND kind = 'expense'))))`,
	"a day without its sums": `SELECT p.business_date FROM payments p WHERE p.org_id = $1 AND NOT EXISTS (SELECT 1
		FROM daily_money d WHERE d.org_id = $1 AND d.day = p.business_date)`,
	"books whose debits aren't their credits": `SELECT SUM(amount) FROM ledger_entries WHERE org_id = $1
		HAVING SUM(amount) <> 0`,
}
