package organization

import (
	"sarai/internal/identity/factor"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// ErrBarred refuses a member who lacks the second factor that the organization asks for.
var ErrBarred error = &errs.Error{Kind: errs.KindForbidden,
	Message: "This organization asks for a second factor, and you have none. Set one up in your account " +
		"(POST /api/auth/mfa/begin); then you can go on.",
	Fields: []errs.Field{{Field: "secondFactor", Message: "must be set up in your account"}}}

// checkRule refuses a caller who asks others for what the caller lacks. A job has no second factor, and asks for none.
func checkRule(tx *db.Tx, sc scope.Scope, before, after bool) error {
	if before || !after {
		return nil
	}
	has, err := factor.Has(tx, sc.User)
	if err == nil && !has {
		return errs.Invalid("Set up a second factor for yourself before you ask others for one.",
			errs.Field{Field: "requiresMFA", Message: "must stay false until you have a second factor yourself"})
	}
	return err
}
