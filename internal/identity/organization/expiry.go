package organization

import (
	"context"
	"time"

	"sarai/internal/kit/db"
)

// answerTime is how long a sign-up waits for somebody to come in: as long as the link works that is mailed for it.
const answerTime = 7 * 24 * time.Hour

// ExpireSignUps deletes what strangers have signed up and nobody has come into, with its mails and, if it is for
// nothing else, its login. It returns how many organizations these were. A background job calls it.
//
// Whatever happens in an organization is in its audit log. One with a member, or with an entry about anything but the
// sign-up itself, is in use, and isn't looked at again. Those that the operator or somebody signed in has made are none
// of these.
func (s *Service) ExpireSignUps(ctx context.Context) (expired int, err error) {
	waiting, err := db.Read(ctx, s.db, unanswered)
	for _, org := range waiting {
		gone, err := db.Write(ctx, s.db, func(tx *db.Tx) (bool, error) { return s.expire(tx, org) })
		if err != nil {
			return expired, err
		}
		if gone {
			expired++
		}
	}
	return expired, err
}

// expire deletes the organization if nobody has come in, and reports whether it did.
func (s *Service) expire(tx *db.Tx, org string) (bool, error) {
	held, err := lockUnanswered(tx, org) // nobody comes in meanwhile
	if err != nil || !held {
		return false, err
	}
	used, err := s.hooks.InUse(tx, org)
	if err != nil || used {
		return false, err
	}
	o, err := Get(tx, org).Get()
	if err != nil {
		return false, err
	}
	if err := uncount(tx); err != nil {
		return false, err
	}
	if err := s.hooks.OnErase(tx, o); err != nil {
		return false, err
	}
	return true, erase(tx, org)
}
