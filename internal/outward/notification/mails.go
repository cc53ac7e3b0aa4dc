package notification

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
)

const (
	// How often to look for mails that another node did not write.
	lookEvery = 5 * time.Second
	// Of events that are older, no mails are written.
	news = 24 * time.Hour
	// How many rows one look takes from the queue at a time.
	mailsAtOnce = 50
)

// modules says which module a type is about. Staff mails go to members who may change the module's records: those who
// work with them, not those who only look them up, as housekeeping does with bookings.
var modules = map[string]string{
	event.BookingCreated.String():   may.Bookings,
	event.BookingUpdated.String():   may.Bookings,
	event.BookingCancelled.String(): may.Bookings,
	event.PaymentReceived.String():  may.Payments,
	event.InvoiceGenerated.String(): may.Invoices,
	event.GuestCheckedIn.String():   may.Bookings,
	event.GuestCheckedOut.String():  may.Bookings,
	event.WaitlistOpened.String():   may.Bookings,
	event.HoldEnding.String():       may.Bookings,
	event.FormDue.String():          may.Guests,
}

// queueMails queues the mails to members about the notification.
func (s *Service) queueMails(tx *db.Tx, sc scope.Scope, n notification, audience string) {
	inserted := insertMails(tx, sc, n, audience)
	tx.AfterCommit(func() {
		if _, err := inserted.Get(); err == nil {
			s.wake.ring()
		}
	})
}

// queueLetter queues the letter that tells the guest what the notification tells members.
func (s *Service) queueLetter(tx *db.Tx, sc scope.Scope, n notification) error {
	tx.AfterCommit(s.wake.ring)
	return insertLetter(tx, queued{Org: sc.Org, ID: id.New(), Actor: sc.User, Audience: toGuest, Type: n.Type,
		ReferenceID: n.ReferenceID, ReferenceType: n.ReferenceType, CreatedAt: n.CreatedAt})
}

// bell wakes whoever receives from it.
type bell chan struct{}

func (b bell) ring() {
	select {
	case b <- struct{}{}:
	default: // it rings already
	}
}

// Run writes queued mails until ctx ends.
func (s *Service) Run(ctx context.Context, log *slog.Logger) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for ctx.Err() == nil {
		if err := s.WriteMails(ctx); err != nil && ctx.Err() == nil {
			log.LogAttrs(ctx, slog.LevelError, "mails of notifications can't be written; they are tried again",
				slog.String("error", err.Error()))
		}
		select {
		case <-ctx.Done():
		case <-s.wake:
		case <-look.C:
		}
	}
}

// WriteMails moves every queued mail to the outbox. One that fails doesn't hold up the others: it stays in the queue.
func (s *Service) WriteMails(ctx context.Context) error {
	var failures []error
	last := queued{}
	for ctx.Err() == nil {
		some, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]queued, error) { return nextQueued(tx, last) })
		if err != nil {
			return errors.Join(append(failures, err)...)
		}
		if err := s.writeAll(ctx, some); err != nil {
			failures = append(failures, err)
		}
		if len(some) < mailsAtOnce {
			break
		}
		last = some[len(some)-1]
	}
	return errors.Join(failures...)
}

// mailing is a mail and everyone who gets it.
type mailing struct {
	mail.Message
	to []addressee
}

// writeAll writes the mails of the queue's rows. Rows of which nobody gets a mail, as many of a small hotel are, share
// one write.
func (s *Service) writeAll(ctx context.Context, some []queued) error {
	var failures []error
	var nobodys []queued
	for _, q := range some {
		compose := s.staffMail
		if q.Audience == toGuest {
			compose = s.guestLetter
		}
		// Composed before the write, so that nobody's write waits for that.
		m, err := compose(ctx, q)
		switch {
		case err != nil:
		case len(m.to) == 0:
			nobodys = append(nobodys, q)
		default:
			err = s.db.Write(ctx, func(tx *db.Tx) error { return m.write(tx, s.outbox, q) })
		}
		failures = append(failures, err)
	}
	if len(nobodys) > 0 {
		failures = append(failures, s.db.Write(ctx, func(tx *db.Tx) error { return drop(tx, nobodys) }))
	}
	return errors.Join(failures...)
}

// write writes one mail for each addressee. Each gets exactly one because the queue's row is deleted in the same
// transaction.
func (m mailing) write(tx *db.Tx, outbox *mail.Outbox, q queued) error {
	mine, err := take(tx, q)
	if err != nil || !mine {
		return err
	}
	for _, a := range m.to {
		m.To = a.email
		if err := emailtemplate.Post(tx, outbox, q.Org, m.Message); err != nil && !errs.Is(err, errs.KindInvalid) {
			return err // one bad address must not cost the others their mail
		}
	}
	return nil
}

// staffMail composes the mail about a notification. Nobody gets it if the notification is gone or no longer news, or
// the organization is deleted.
func (s *Service) staffMail(ctx context.Context, q queued) (mailing, error) {
	type found struct {
		mailing
		module string
	}
	m, err := db.Read(ctx, s.db, func(tx *db.Tx) (m found, err error) {
		o, err := organization.Get(tx, q.Org).Get()
		if err != nil {
			return m, err
		}
		n, err := newsOf(tx, q, tx.Now.Add(-news))
		if err != nil {
			return m, err
		}
		m.Member = true
		m.Subject, m.Text = o.Name+": "+n.Title, n.Message+"\n\n"+o.Name+"\n"
		m.module = modules[n.Type]
		m.to, err = addressees(tx, q)
		return m, err
	})
	if errors.Is(err, db.ErrNoRows) {
		return mailing{}, nil
	}
	if err == nil && q.Audience == toStaff {
		m.to, err = s.thoseWhoWorkWith(ctx, q.Org, m.module, m.to)
	}
	return m.mailing, err
}

// thoseWhoWorkWith are the members who may change records of the module.
func (s *Service) thoseWhoWorkWith(ctx context.Context, org, module string, all []addressee) ([]addressee, error) {
	var staff []addressee
	for _, a := range all {
		m, err := s.directory.Lookup(ctx, org, a.login)
		if err != nil {
			return nil, err
		}
		if m.Enters() && m.Permissions.Has(module, scope.Update) {
			staff = append(staff, a)
		}
	}
	return staff, nil
}
