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
	// How often to look for mails that another node has left behind.
	lookEvery = 5 * time.Second
	// What happened longer ago is no news any more; its mails are not written.
	news = 24 * time.Hour
	// How many rows one look takes from the queue at a time.
	mailsAtOnce = 50
)

// modules are those that the types are about. Staff mails go to members who may change records of the module: those who
// work with it, not those who look something up in it, as housekeeping does in the bookings.
var modules = map[string]string{
	event.BookingCreated.String():   may.Bookings,
	event.BookingUpdated.String():   may.Bookings,
	event.BookingCancelled.String(): may.Bookings,
	event.PaymentReceived.String():  may.Payments,
	event.InvoiceGenerated.String(): may.Invoices,
	event.GuestCheckedIn.String():   may.Bookings,
	event.GuestCheckedOut.String():  may.Bookings,
}

// queueMails notes that mails about the notification are to be written to members.
func (s *Service) queueMails(tx *db.Tx, sc scope.Scope, n notification, audience string) error {
	inserted, err := insertMails(tx, sc, n, audience)
	if inserted {
		s.wakeWriter(tx)
	}
	return err
}

// queueLetter notes that a letter about what the notice tells is to be written to the guest.
func (s *Service) queueLetter(tx *db.Tx, sc scope.Scope, n notification) error {
	s.wakeWriter(tx)
	return insertLetter(tx, queued{Org: sc.Org, ID: id.New(), Actor: sc.User, Audience: toGuest, Type: n.Type,
		ReferenceID: n.ReferenceID, ReferenceType: n.ReferenceType, CreatedAt: n.CreatedAt})
}

func (s *Service) wakeWriter(tx *db.Tx) {
	tx.AfterCommit(func() {
		select {
		case s.wake <- struct{}{}:
		default: // it knows already
		}
	})
}

// Run writes mails until ctx ends.
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

// WriteMails writes every queued mail into the outbox. One that fails holds up no other; it stays for the next time.
func (s *Service) WriteMails(ctx context.Context) error {
	var failures []error
	last := queued{}
	for ctx.Err() == nil {
		some, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]queued, error) { return nextQueued(tx, last) })
		if err != nil {
			return errors.Join(append(failures, err)...)
		}
		for _, q := range some {
			if err := s.writeMails(ctx, q); err != nil {
				failures = append(failures, err)
			}
			last = q
		}
		if len(some) < mailsAtOnce {
			break
		}
	}
	return errors.Join(failures...)
}

// writeMails writes one mail for each address. It is composed beforehand, so that nobody's write waits for it; each
// address gets exactly one because the queue's row is deleted in the same transaction.
func (s *Service) writeMails(ctx context.Context, q queued) error {
	compose := s.staffMail
	if q.Audience == toGuest {
		compose = s.guestLetter
	}
	m, to, err := compose(ctx, q)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		mine, err := take(tx, q)
		if err != nil || !mine {
			return err
		}
		for _, address := range to {
			m.To = address
			if err := emailtemplate.Post(tx, q.Org, m); err != nil && !errs.Is(err, errs.KindInvalid) {
				return err // an address that can't be written to must not cost the others their mail
			}
		}
		return nil
	})
}

// staffMail composes the mail about a notification and finds who gets it. Nobody does if the notification is gone or no
// news any more, or the organization deleted.
func (s *Service) staffMail(ctx context.Context, q queued) (m mail.Message, to []string, err error) {
	var members []member
	m, err = db.Read(ctx, s.db, func(tx *db.Tx) (m mail.Message, err error) {
		o, err := organization.Get(tx, q.Org)
		if err != nil {
			return m, err
		}
		n, err := newsOf(tx, q, tx.Now.Add(-news))
		if err != nil {
			return m, err
		}
		q.Type = n.Type
		members, err = addressees(tx, q)
		return mail.Message{Subject: o.Name + ": " + n.Title, Text: n.Message + "\n\n" + o.Name + "\n"}, err
	})
	if errors.Is(err, db.ErrNoRows) {
		return m, nil, nil
	}
	for _, each := range members {
		works := true
		if q.Audience == toStaff && err == nil {
			works, err = s.worksWith(ctx, q, each.login)
		}
		if works {
			to = append(to, each.email)
		}
	}
	return m, to, err
}

// worksWith reports whether the member may change what events of the type are about.
func (s *Service) worksWith(ctx context.Context, q queued, login string) (bool, error) {
	m, found, _, err := s.directory.Lookup(ctx, q.Org, login)
	return found && m.Permissions.Has(modules[q.Type], scope.Update), err
}
