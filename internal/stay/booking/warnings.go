package booking

import (
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/record/may"
)

// Refuse refuses to go on against warnings, unless they are overridden by force.
func Refuse(sc scope.Scope, warnings []errs.Warning, force bool) error {
	var refused errs.Fields
	for _, w := range warnings {
		refused.Add("force", "must be true to go on, and needs bookings.manage: %s", strings.TrimSuffix(w.Message, "."))
	}
	if force && len(refused) > 0 {
		if !sc.Permissions.Has(may.Bookings, scope.Manage) {
			return errs.Forbidden("Your role does not allow force: it needs the permission bookings.manage.")
		}
		return nil
	}
	return refused.Err()
}

// heedDoNotRent warns of guests who get no room any more, or refuses them if the hotel's settings say so.
func heedDoNotRent(sc scope.Scope, rules ledger.DeskRules, asked db.Later[[]guest.Guest],
	force bool) ([]errs.Warning, error) {
	guests, err := asked.Get()
	if err != nil {
		return nil, err
	}
	warnings := guest.WarnOf(sc, guests)
	if rules.RefuseDoNotRent {
		err = Refuse(sc, warnings, force)
	}
	return warnings, err
}
