package lodging

import (
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

// What the front desk is warned of. A hotel's settings may refuse each of them.
const (
	EarlyArrival = "early-arrival"
	DirtyRoom    = "dirty-room"
	OccupiedRoom = "occupied-room"
	BalanceOwed  = "balance-owed"
)

// Heed refuses those of the warnings that the hotel's settings refuse, unless they are overridden.
func Heed(rules ledger.DeskRules, sc scope.Scope, warnings []web.Warning, force bool) error {
	refuses := map[string]bool{EarlyArrival: rules.RefuseEarlyArrival, DirtyRoom: rules.RefuseDirtyRoom,
		OccupiedRoom: rules.RefuseOccupiedRoom, BalanceOwed: rules.RefuseBalanceOwed}
	var refused errs.Fields
	for _, w := range warnings {
		if refuses[w.Code] {
			refused.Add("force", "must be true to go on, and needs bookings.manage: %s",
				strings.TrimSuffix(w.Message, "."))
		}
	}
	if force && len(refused) > 0 {
		if !sc.Permissions.Has(may.Bookings, scope.Manage) {
			return errs.Forbidden("Your role does not allow force: it needs the permission bookings.manage.")
		}
		return nil
	}
	return refused.Err()
}
