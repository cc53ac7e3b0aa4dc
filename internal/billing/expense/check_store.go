package expense

import "sarai/internal/kit/db"

// Never is what an organization's expenses and what is added up of them must never hold.
func Never() db.Never {
	return months.Never()
}
