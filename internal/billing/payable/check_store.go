package payable

import "sarai/internal/kit/db"

// Never is what the accounts of vendors must never hold.
var Never = db.Never{
	"vendors that are owed something else than the books say": `SELECT 'payables' AS account, SUM(x.amount) FROM
		(SELECT amount FROM vendor_entries WHERE org_id = $1
		UNION ALL SELECT amount FROM ledger_entries WHERE org_id = $1 AND account = 'payables') x
		HAVING SUM(x.amount) <> 0`,
	"a day on which vendors are owed something else than the books say": `SELECT x.business_date, SUM(x.amount) FROM
		(SELECT business_date, amount FROM vendor_entries WHERE org_id = $1
		UNION ALL SELECT business_date, amount FROM ledger_entries WHERE org_id = $1 AND account = 'payables') x
		GROUP BY x.business_date HAVING SUM(x.amount) <> 0`,
	"a bill on which its lines owe something else": `SELECT x.number, x.amount + x.tax - x.paid, e.owed FROM expenses x
		LEFT JOIN (SELECT bill_id, vendor_id, SUM(amount) AS owed FROM vendor_entries WHERE org_id = $1
		GROUP BY bill_id, vendor_id) e ON e.bill_id = x.expense_id AND e.vendor_id = x.vendor_id
		WHERE x.org_id = $1 AND x.due_date <> '' AND x.status = 'recorded'
		AND x.amount + x.tax - x.paid <> COALESCE(e.owed, 0)`,
	"lines by which a bill is owed on two days, or to two vendors": `SELECT e.bill_id, e.vendor_id, e.due_date,
		SUM(e.amount) FROM vendor_entries e WHERE e.org_id = $1 AND e.bill_id <> ''
		GROUP BY e.bill_id, e.vendor_id, e.due_date HAVING SUM(e.amount) <> 0 AND NOT EXISTS (SELECT 1 FROM expenses x
		WHERE x.org_id = $1 AND x.expense_id = e.bill_id AND x.vendor_id = e.vendor_id AND x.open_due = e.due_date)`,
	"advances of a vendor that aren't": `SELECT x.vendor_id, SUM(x.amount) FROM
		(SELECT vendor_id, amount FROM vendor_entries WHERE org_id = $1 AND bill_id = ''
		UNION ALL SELECT vendor_id, unapplied FROM vendor_payments WHERE org_id = $1 AND status = 'recorded') x
		GROUP BY x.vendor_id HAVING SUM(x.amount) <> 0`,
	"a payment to a vendor that isn't its parts": `SELECT p.number FROM vendor_payments p WHERE p.org_id = $1
		AND p.status = 'recorded' AND p.amount - p.unapplied <> (SELECT COALESCE(SUM(x.amount), 0) FROM expense_payments x
		WHERE x.org_id = $1 AND x.vendor_payment_id = p.vendor_payment_id AND x.vendor_payment_id <> ''
		AND x.status = 'recorded')`,
}
