package accrual

import (
	"strings"

	"sarai/internal/kit/db"
)

// Never is what an organization's unbilled revenue must never be.
var Never = db.Never{
	"unbilled revenue that isn't what folios have unbilled": `SELECT b.closed_day FROM business_days b WHERE b.org_id = $1
		AND EXISTS (SELECT 1 FROM ledger_entries e WHERE e.org_id = $1 AND e.account = 'unbilled')
		AND (SELECT SUM(e.amount) FROM ledger_entries e WHERE e.org_id = $1 AND e.account = 'unbilled')
		<> (SELECT COALESCE(SUM(earned - invoiced), 0) FROM (` +
		strings.NewReplacer("$2", "''", "$3", "(SELECT closed_day FROM business_days WHERE org_id = $1)").Replace(moves) +
		`) AS moves)`,
	"kept unbilled revenue that isn't what its account had": `SELECT d.day FROM unbilled_days d WHERE d.org_id = $1
		AND EXISTS (SELECT 1 FROM ledger_entries e WHERE e.org_id = $1 AND e.account = 'unbilled'
			AND e.business_date <= d.day)
		AND (SELECT COALESCE(SUM(f.amount), 0) FROM unbilled_folios f WHERE f.org_id = $1 AND f.day = d.day)
		<> (SELECT SUM(e.amount) FROM ledger_entries e WHERE e.org_id = $1 AND e.account = 'unbilled'
			AND e.business_date <= d.day)`,
}
