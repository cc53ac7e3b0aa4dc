package receivable

import "sarai/internal/kit/db"

// Never is what the accounts of companies must never hold.
var Never = db.Never{
	"companies that owe something else than the books say": `SELECT 'companies' AS account, SUM(x.amount) FROM
		(SELECT amount FROM company_entries WHERE org_id = $1
		UNION ALL SELECT -amount FROM ledger_entries WHERE org_id = $1 AND account = 'companies') x
		HAVING SUM(x.amount) <> 0`,
	"a day on which companies owe something else than the books say": `SELECT x.business_date, SUM(x.amount) FROM
		(SELECT business_date, amount FROM company_entries WHERE org_id = $1
		UNION ALL SELECT business_date, -amount FROM ledger_entries WHERE org_id = $1 AND account = 'companies') x
		GROUP BY x.business_date HAVING SUM(x.amount) <> 0`,
	"a company's balance that isn't its lines": `SELECT a.company_id, a.balance FROM company_accounts a
		WHERE a.org_id = $1 AND a.balance <> (SELECT COALESCE(SUM(e.amount), 0) FROM company_entries e
		WHERE e.org_id = $1 AND e.company_id = a.company_id)`,
	"a company's balance that isn't its open invoices less its unapplied payments": `SELECT a.company_id, a.balance
		FROM company_accounts a WHERE a.org_id = $1 AND a.balance <> (SELECT COALESCE(SUM(i.open), 0)
		FROM company_invoices i WHERE i.org_id = $1 AND i.company_id = a.company_id) - a.unapplied`,
	"an invoice of which a company owes something else": `SELECT c.number, c.open, i.total - i.credited - i.paid
		FROM company_invoices c JOIN invoices i ON i.org_id = c.org_id AND i.invoice_id = c.invoice_id
		WHERE c.org_id = $1 AND (c.open <> i.total - i.credited - i.paid OR c.disputed > c.open
		OR i.status IN ('draft', 'void'))`,
	"unapplied payments of a company that aren't": `SELECT a.company_id, a.unapplied FROM company_accounts a
		WHERE a.org_id = $1 AND a.unapplied <> (SELECT COALESCE(SUM(p.amount), 0) FROM payment_parts p
		JOIN payments m ON m.org_id = p.org_id AND m.payment_id = p.payment_id AND m.kind = 'payment'
		WHERE p.org_id = $1 AND p.booking_id = a.company_id AND p.invoice_id = '')
		+ (SELECT COALESCE(SUM(l.unapplied), 0) FROM payout_lines l WHERE l.org_id = $1 AND l.company_id = a.company_id)`,
}
