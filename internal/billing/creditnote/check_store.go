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
	"a credit note that isn't its lines": `SELECT n.number FROM credit_notes n WHERE n.org_id = $1 AND n.total <>
		n.rounding + (SELECT SUM(l.total) FROM credit_note_lines l
			WHERE l.org_id = $1 AND l.credit_note_id = n.credit_note_id)`,
}
