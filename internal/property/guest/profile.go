package guest

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"unicode/utf8"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/may"
)

// DoNotRentCode is the code of warnings about guests who get no room any more.
const DoNotRentCode = "do-not-rent"

var languageCode = regexp.MustCompile(`^[a-z]{2}$`)

// check adds to fields what can't be in a profile.
func (p Profile) check(bad *errs.Fields) {
	if p.Language != "" && !languageCode.MatchString(p.Language) {
		bad.Add("language", "must be a code of ISO 639-1, such as hi")
	}
	bad.CheckLine("vip", p.VIP)
	seen := map[string]bool{}
	for i, wish := range p.Preferences {
		field := fmt.Sprintf("preferences[%d]", i)
		bad.CheckLine(field, wish)
		if length := utf8.RuneCountInString(wish); length == 0 || length > 100 {
			bad.Add(field, "must have 1 to 100 characters")
		}
		if seen[wish] {
			bad.Add(field, "must not be there twice")
		}
		seen[wish] = true
	}
}

// SetDoNotRent notes that the guest gets no room any more, and why.
func (s *Service) SetDoNotRent(ctx context.Context, sc scope.Scope, guestID, reason string) (Guest, error) {
	var bad errs.Fields
	if bad.CheckLine("reason", reason); len(bad) > 0 {
		return Guest{}, bad.Err()
	}
	return db.Write(ctx, s.db, func(tx *db.Tx) (Guest, error) {
		g, err := lock(tx, sc, guestID)
		if err == nil {
			err = cmp.Or(sc.CheckVersion(g.Version), g.RequireKnown())
		}
		if err != nil || g.DoNotRentAt != nil && g.DoNotRentReason == reason {
			return g.Guest, err
		}
		g.DoNotRent = DoNotRent{reason, sc.User, sc.UserName, new(tx.Now.UnixMilli())}
		g.UpdatedAt = tx.Now.UnixMilli()
		if err := save(tx, sc, &g); err != nil {
			return Guest{}, err
		}
		return g.Guest, s.bus.Publish(tx, sc, doNotRentSet.Of(g.ID, named{g.Name}))
	})
}

// rentAgain takes the decision back.
func (s *Service) rentAgain(ctx context.Context, sc scope.Scope, guestID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		g, err := lock(tx, sc, guestID)
		if err != nil || g.DoNotRentAt == nil {
			return err
		}
		g.DoNotRent = DoNotRent{}
		g.UpdatedAt = tx.Now.UnixMilli()
		if err := save(tx, sc, &g); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, doNotRentLifted.Of(g.ID, named{g.Name}))
	})
}

// WarnOf are the warnings of guests who get no room any more. Why is only for those who may view guests.
func WarnOf(sc scope.Scope, guests []Guest) (list []errs.Warning) {
	for _, g := range guests {
		message := g.Name + " is marked do not rent"
		if sc.Permissions.Has(may.Guests, scope.View) {
			message += ": " + g.DoNotRentReason
		}
		list = append(list, errs.Warning{Code: DoNotRentCode, Message: message})
	}
	return list
}
