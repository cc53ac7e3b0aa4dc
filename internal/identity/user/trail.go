package user

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Note publishes what happened to a login, the event's resource, in each organization that it belongs to, for their
// audit logs. A scope without a user means that nobody has proved who they are.
func (s *Service) Note(tx *db.Tx, sc scope.Scope, e event.Event) error {
	organizations, err := BelongsTo(tx, e.ResourceID)
	if err != nil {
		return err
	}
	if sc.User == "" && sc.UserName == "" {
		sc.UserName = "Unknown"
	}
	for _, sc.Org = range organizations {
		if err := s.bus.Publish(tx, sc, e); err != nil {
			return err
		}
	}
	return nil
}
