package notification

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
)

const (
	// How often mails are looked for that another node has left behind.
	lookEvery = 5 * time.Second
	// What happened longer ago is no news any more; its mails are not written.
	news = 24 * time.Hour
	// How many notifications one look takes from the table at a time.
	mailsAtOnce = 50
)

// queueMails notes that mails are to be written, if there is anybody but the actor to write to.
func (s *Service) queueMails(tx *db.Tx, sc scope.Scope, n notification) error {
	queued, err := tx.Exec(`INSERT INTO notification_mails (org_id, notification_id, actor_id, created_at)
		SELECT $1, $2, $3, $4 WHERE EXISTS (
			SELECT 1 FROM memberships WHERE org_id = $1 AND login_id <> $3 AND is_active AND joined_at IS NOT NULL)`,
		sc.Org, n.id, sc.User, n.createdAt)
	if err != nil || queued == 0 {
		return err
	}
	tx.AfterCommit(func() {
		select {
		case s.wake <- struct{}{}:
		default: // it is told already
		}
	})
	return nil
}

// Run writes mails until ctx ends.
func (s *Service) Run(ctx context.Context, log *slog.Logger) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for ctx.Err() == nil {
		if err := s.WriteMails(ctx); err != nil && ctx.Err() == nil {
			log.LogAttrs(ctx, slog.LevelError, "mails of notifications can't be written; they are tried again", slog.String("error", err.Error()))
		}
		select {
		case <-ctx.Done():
		case <-s.wake:
		case <-look.C:
		}
	}
}

// pending is a notification whose mails are to be written.
type pending struct{ org, id, actor string }

// WriteMails writes every mail that waits, into the outbox. One that fails holds up no other; it stays for the next time.
func (s *Service) WriteMails(ctx context.Context) error {
	var failures []error
	last := pending{}
	for ctx.Err() == nil {
		var some []pending
		err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
			some, err = db.All(tx, func(row db.Scanner) (p pending, err error) { return p, row.Scan(&p.org, &p.id, &p.actor) },
				`SELECT org_id, notification_id, actor_id FROM notification_mails WHERE (org_id, notification_id) > ($1, $2)
				ORDER BY org_id, notification_id`+db.Limit(3), last.org, last.id, mailsAtOnce, 0)
			return err
		})
		if err != nil {
			return errors.Join(append(failures, err)...)
		}
		for _, p := range some {
			if err := s.writeMails(ctx, p); err != nil {
				failures = append(failures, err)
			}
			last = p
		}
		if len(some) < mailsAtOnce {
			break
		}
	}
	return errors.Join(failures...)
}

// writeMails writes a notification's mails. The letter is made beforehand, so that nobody's write waits for it; what
// makes each recipient get one is that the row of notification_mails is deleted in the same transaction.
func (s *Service) writeMails(ctx context.Context, p pending) error {
	letter, to, err := s.letter(ctx, p)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		mine, err := tx.Exec(`DELETE FROM notification_mails WHERE org_id = $1 AND notification_id = $2`, p.org, p.id)
		if err != nil || mine == 0 {
			return err
		}
		for _, address := range to {
			letter.To = address
			if err := mail.Enqueue(tx, p.org, letter); err != nil && !errs.Is(err, errs.KindInvalid) {
				return err // an address that can't be written to must not cost the others their mail
			}
		}
		return nil
	})
}

// letter makes the mail and finds who gets it: every recipient who is an active member but the one who did it.
// Nobody does when the notification is gone or no news any more, or the organization deleted.
func (s *Service) letter(ctx context.Context, p pending) (letter mail.Message, to []string, err error) {
	var n notification
	var o organization.Organization
	err = s.db.Read(ctx, func(tx *db.Tx) (err error) {
		to = nil
		if o, err = organization.Get(tx, p.org); err != nil {
			return err
		}
		n, err = db.One(tx, scan, `SELECT `+columns+` FROM notifications WHERE org_id = $1 AND notification_id = $2 AND created_at >= $3`,
			p.org, p.id, tx.Now.Add(-news).UnixMilli())
		if err != nil {
			return err
		}
		to, err = addresses(tx, p)
		return err
	})
	if errors.Is(err, db.ErrNoRows) || err == nil && len(to) == 0 {
		return letter, nil, nil
	}
	if err != nil {
		return letter, nil, err
	}
	letter, err = s.compose(ctx, o, n)
	return letter, to, err
}

func addresses(tx *db.Tx, p pending) ([]string, error) {
	return db.All(tx, scanText, `SELECT email FROM memberships m
		WHERE m.org_id = $1 AND m.login_id <> $3 AND m.is_active AND m.joined_at IS NOT NULL AND (
			EXISTS (SELECT 1 FROM notifications WHERE org_id = $1 AND notification_id = $2 AND addressed = FALSE)
			OR EXISTS (SELECT 1 FROM notification_recipients WHERE org_id = $1 AND notification_id = $2 AND user_id = m.login_id))
		ORDER BY m.email`, p.org, p.id, p.actor)
}
