package auth

import (
	"context"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// What the audit logs say of a login. Sessions that end by themselves leave no entry.
const (
	signedInAction  = "login.signed_in"
	refusedAction   = "login.refused"
	resetAction     = "login.reset_requested"
	endedAction     = "login.session_ended"
	passwordChanged = "user.password_changed"
)

// failureInterval is how often a login's failures to sign in leave an entry, so that an attack doesn't fill the logs.
const failureInterval = time.Minute

// trail writes what happens to logins into the audit logs of the organizations that they can enter.
type trail struct{ bus *event.Bus }

// note publishes what happened to the login in each of its organizations. A scope without a user means that nobody has
// proved who they are.
func (t trail) note(tx *db.Tx, sc scope.Scope, loginID, action string, details map[string]any) error {
	return t.publish(tx, sc, event.Event{Action: action, ResourceType: "login", ResourceID: loginID, Details: details})
}

func (t trail) publish(tx *db.Tx, sc scope.Scope, e event.Event) error {
	organizations, err := enterable(tx, e.ResourceID)
	if err != nil {
		return err
	}
	if sc.User == "" && sc.UserName == "" {
		sc.UserName = "Unknown"
	}
	for _, sc.Org = range organizations {
		if err := t.bus.Publish(tx, sc, e); err != nil {
			return err
		}
	}
	return nil
}

// by is the scope with the login as the one who acts.
func by(sc scope.Scope, of login) scope.Scope {
	sc.User, sc.UserName, sc.Email = of.id, of.name, of.email
	return sc
}

// noteFailure notes that somebody has failed to prove to be this login, at most once in an interval, and not while the
// database takes no writes.
func (p *passwords) noteFailure(ctx context.Context, sc scope.Scope, of login) error {
	if of.id == "" || p.clock.Now().Sub(time.UnixMilli(of.failureNoted)) < failureInterval {
		return nil
	}
	return unlessUnavailable(p.db.WriteSoon(ctx, func(tx *db.Tx) error {
		due, err := markFailure(tx, of.id, failureInterval)
		if err != nil || !due {
			return err
		}
		return p.trail.note(tx, sc, of.id, refusedAction, nil)
	}))
}
