package creditnote

import (
	"maps"

	"sarai/internal/kit/db"
)

// Never is what an organization's credit notes and what is added up of them must never hold.
func Never() db.Never {
	all := months.Never()
	maps.Copy(all, never)
	return all
}

var never = db.Never{
	"a credit note that isn't its lines": `SELECT n.number FROM credit_notes n LEFT JOIN
		(SELECT credit_note_id, SUM(total) AS total FROM credit_note_lines WHERE org_id = $1 GROUP BY credit_note_id) l
		ON l.credit_note_id = n.credit_note_id
		WHERE n.org_id = $1 AND (l.total IS NULL OR n.total <> l.total + n.rounding)`,
}
