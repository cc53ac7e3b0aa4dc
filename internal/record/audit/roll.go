package audit

import (
	"context"
	"fmt"
	"log/slog"

	"sarai/internal/kit/chain"
	"sarai/internal/kit/db"
)

// roll is what the server signs of all logs: how many organizations have one, and which, so that one that was removed
// with its whole log is missed.
type roll struct {
	Number int64  `db:"logs"`
	Digest string `db:"logs_digest"` // of their ids
	Mark   string `db:"logs_mark"`   // our signature; empty if the roll is, or the one before wasn't signed
}

func (r roll) text() []byte { return chain.Roll(r.Number, r.Digest) }

// Erased takes an organization off the roll that goes with its whole log. The caller has locked the installation's row.
func (s *Service) Erased(tx *db.Tx, org string) error { return s.enter(tx, org, -1) }

// enter puts an organization on the roll, or with -1 takes it off. It never signs what follows a roll that isn't ours.
func (s *Service) enter(tx *db.Tx, org string, change int64) error {
	r, err := rollOf(tx)
	if err != nil {
		return err
	}
	ours := s.marks.Signed(r.text(), r.Mark) || r.Number == 0
	if !ours && r.Mark != "" {
		slog.Error("the roll of the audit logs isn't signed by one of our keys: sarai audit verify tells more")
	}
	r = roll{Number: r.Number + change, Digest: chain.Enter(r.Digest, org)}
	if ours && r.Number > 0 {
		r.Mark = s.marks.Sign(r.text())
	}
	return saveRoll(tx, r)
}

// SignAnew signs the roll with the newest key, so that the one that it was signed with needn't be kept until the next
// sign-up. A background job calls it.
func (s *Service) SignAnew(ctx context.Context) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		r, err := rollOf(tx)
		mark := s.marks.Sign(r.text())
		if err != nil || r.Mark == mark || !s.marks.Signed(r.text(), r.Mark) {
			return err
		}
		return signRoll(tx, r, mark)
	})
}

// fault tells what is wrong with the roll, where these organizations have logs.
func (s *Service) rollFault(r roll, orgs []string) string {
	digest := ""
	for _, org := range orgs {
		digest = chain.Enter(digest, org)
	}
	switch number := int64(len(orgs)); {
	case number < r.Number:
		return fmt.Sprintf("it had the logs of %d organizations, and there are %d: one was removed with its whole log",
			r.Number, number)
	case number > r.Number || digest != r.Digest:
		return fmt.Sprintf("it had the logs of %d organizations, and there are %d, not the same: one was put in",
			r.Number, number)
	case r.Number > 0 && !s.marks.Signed(r.text(), r.Mark):
		return "its roll isn't signed by any of the configured token keys: it was changed, or its key is missing"
	}
	return ""
}
