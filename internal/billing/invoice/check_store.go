package invoice

import "sarai/internal/kit/db"

// Never is what an organization's invoices and what is added up of them must never hold.
func Never() db.Never {
	all := months.Never()
	all["an invoice that isn't its lines"] = `SELECT i.invoice_id, i.number, i.status FROM invoices i LEFT JOIN
		(SELECT invoice_id, SUM(total) AS total FROM invoice_lines WHERE org_id = $1 GROUP BY invoice_id) l
		ON l.invoice_id = i.invoice_id
		WHERE i.org_id = $1 AND (l.total IS NULL OR i.total <> l.total + i.rounding)`
	return all
}
