package notification

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/record/lockorder"
	"sarai/internal/record/may"
)

// Service writes, lists and removes notifications, and writes mails.
type Service struct {
	db        *db.DB
	bus       *event.Bus
	directory *user.Directory
	live      Live
	outbox    *mail.Outbox
	wake      bell // there are mails to write
	atEnd     *db.AtEnd[heard]
}

// heard is an event as Record got it.
type heard struct {
	sc     scope.Scope
	of     event.Event
	config db.Later[config] // the organization's
}

// Live sends an event to every client of the organization once tx is committed.
type Live func(tx *db.Tx, org, event string, payload any)

// New makes the service.
func New(d *db.DB, bus *event.Bus, directory *user.Directory, outbox *mail.Outbox, live Live) *Service {
	s := &Service{db: d, bus: bus, directory: directory, outbox: outbox, live: live, wake: make(bell, 1)}
	s.atEnd = db.NewAtEnd(lockorder.Notifications, func(tx *db.Tx, events []heard) (func() error, error) {
		return nil, byOrganization(events, func(org string, events []heard) error { return s.notify(tx, org, events) })
	})
	return s
}

// Seed gives a new organization its configuration: mail and live events on, every type, and the usual guest letters. It
// leaves an existing configuration alone.
func Seed(tx *db.Tx, org string) error { return seedConfig(tx, org, initial(tx.Now)) }

// Erase deletes the configuration of an organization that nobody has come into.
func Erase(tx *db.Tx, org string) error { return db.Erase(tx, org, "notification_configs") }

// Record listens on the event bus: it writes the event's notice, if it has one, for everyone in the organization, and
// queues what is mailed about it. It does so at the end of the transaction, for all of its events at once, since the
// counts of an organization's notifications are rows that its transactions wait for.
func (s *Service) Record(tx *db.Tx, sc scope.Scope, e event.Event) error {
	config := db.Once(tx, configKey(sc.Org), func() db.Later[config] { return configOf(tx, sc.Org) })
	if e.Notice != nil {
		s.atEnd.Note(tx, heard{sc: sc, of: e, config: config})
	}
	return nil
}

// configKey names the question for an organization's configuration. The first event of a transaction asks it, also one
// without a notice: most are followed by one that has a notice.
type configKey string

// byOrganization calls fn with the events, one organization after another in the order of their ids, so that no two
// transactions wait for each other.
func byOrganization(events []heard, fn func(org string, events []heard) error) error {
	byOrg := map[string][]heard{}
	for _, e := range events {
		byOrg[e.sc.Org] = append(byOrg[e.sc.Org], e)
	}
	for _, org := range slices.Sorted(maps.Keys(byOrg)) {
		if err := fn(org, byOrg[org]); err != nil {
			return err
		}
	}
	return nil
}

// notify writes the notices of the organization's events.
func (s *Service) notify(tx *db.Tx, org string, events []heard) error {
	c, err := events[0].config.Get()
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	var written []notification
	for _, e := range events {
		notice := e.of.Notice
		n := notification{ID: id.New(), Type: notice.Type.String(), Title: notice.Title, Message: notice.Message,
			ReferenceID: e.of.ResourceID, ReferenceType: e.of.ResourceType, CreatedAt: tx.Now.UnixMilli(),
			Recipients: notice.To, Addressed: len(notice.To) > 0}
		if c.Email && !notice.Unreachable && c.GuestLetters.has(n.Type) {
			if err := s.queueLetter(tx, e.sc, n); err != nil {
				return err
			}
		}
		if c.Enabled.has(n.Type) {
			written = append(written, n)
		}
	}
	if err := s.write(tx, org, c, written...); err != nil {
		return err
	}
	for _, n := range written {
		if c.Email && c.StaffMails.has(n.Type) {
			s.queueMails(tx, events[0].sc, n, toStaff)
		}
	}
	return nil
}

// write inserts the notifications and tells them live.
func (s *Service) write(tx *db.Tx, org string, c config, list ...notification) error {
	if err := insert(tx, org, list...); err != nil {
		return err
	}
	for _, n := range list {
		s.tell(tx, org, c, "notification:created", Created{Notification: n.view(org, nil), Org: org})
	}
	return nil
}

// tell sends a live event, unless the organization has switched those off.
func (s *Service) tell(tx *db.Tx, org string, c config, name string, payload any) {
	if c.Push {
		s.live(tx, org, name, payload)
	}
}

// create writes a notification by hand. n has its content and recipients.
func (s *Service) create(ctx context.Context, sc scope.Scope, n notification) (notification, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (notification, error) {
		c, err := configOf(tx, sc.Org).Get()
		if err != nil {
			return n, err
		}
		if err := check(tx, sc, c, n); err != nil {
			return n, err
		}
		return s.writeByHand(tx, sc, c, n)
	})
}

// writeByHand writes a person's notification to others, and queues its mails: always if the recipients were named.
func (s *Service) writeByHand(tx *db.Tx, sc scope.Scope, c config, n notification) (notification, error) {
	n.ID, n.CreatedAt = id.New(), tx.Now.UnixMilli()
	n.Recipients = slices.Compact(slices.Sorted(slices.Values(n.Recipients)))
	if n.Addressed = len(n.Recipients) > 0; n.Addressed && !slices.Contains(n.Recipients, sc.User) {
		n.Author = sc.User
	}
	if err := s.write(tx, sc.Org, c, n); err != nil {
		return n, err
	}
	if c.Email || n.Addressed {
		s.queueMails(tx, sc, n, toReaders)
	}
	return n, s.bus.Publish(tx, sc, created.Of(n.ID, createdDetails{n.Type, n.Title, len(n.Recipients)}))
}

// check refuses a type that is switched off, and names every recipient that is no user of the organization.
func check(tx *db.Tx, sc scope.Scope, c config, n notification) error {
	var fields errs.Fields
	if !c.allows(n.Type) {
		fields.Add("type", "is switched off in the notification configuration")
	}
	if len(n.Recipients) > 0 {
		unknown, err := strangers(tx, sc.Org, n.Recipients)
		if err != nil {
			return err
		}
		for i, recipient := range n.Recipients {
			if slices.Contains(unknown, recipient) {
				fields.Add(fmt.Sprintf("recipients[%d]", i), "must be the id of a user of the organization")
			}
		}
	}
	return fields.Err()
}

// config is the organization's configuration.
func (s *Service) config(ctx context.Context, sc scope.Scope) (config, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (config, error) { return configOf(tx, sc.Org).Get() })
}

// configure changes the configuration by edit. It writes and publishes nothing when nothing differs.
func (s *Service) configure(ctx context.Context, sc scope.Scope, edit func(*config)) (config, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (config, error) {
		before, err := lockConfig(tx, sc.Org)
		if err != nil {
			return before, err
		}
		if err := sc.CheckVersion(before.Version); err != nil {
			return before, err
		}
		after := before
		if edit(&after); after == before {
			return after, nil
		}
		after.UpdatedAt = tx.Now.UnixMilli()
		if err := saveConfig(tx, sc.Org, &after); err != nil {
			return after, err
		}
		return after, s.bus.Publish(tx, sc, configured.Of(sc.Org, configuredDetails{before.view(), after.view()}))
	})
}

func (s *Service) unread(ctx context.Context, sc scope.Scope) (UnreadCount, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (UnreadCount, error) { return unread(tx, sc) })
}

// page is a part of what the caller sees, newest first.
type page struct {
	listing.Page[notification]
	readings map[string][]reading // by notification
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (page, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (p page, err error) {
		if p.Page, err = list.Page(tx, sc, *in, in.Paging); err != nil {
			return p, err
		}
		if err := addAudiences(tx, sc.Org, p.Records); err != nil {
			return p, err
		}
		p.readings, err = readings(tx, sc.Org, idsOf(p.Records))
		return p, err
	})
}

// readers are those of a notification that the caller sees or may delete.
func (s *Service) readers(ctx context.Context, sc scope.Scope, notificationID string) ([]reading, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]reading, error) {
		if _, err := holdDeletable(tx, sc, notificationID, ""); err != nil {
			return nil, err
		}
		return readersOf(tx, sc.Org, notificationID)
	})
}

// read records that the caller has read the notification, and returns all its readers. A second time changes nothing.
func (s *Service) read(ctx context.Context, sc scope.Scope, notificationID string) ([]reading, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) ([]reading, error) {
		n, err := hold(tx, sc, notificationID, tx.LockShared("n"))
		if err != nil {
			return nil, err
		}
		if err := markRead(tx, sc, n); err != nil {
			return nil, err
		}
		payload := Read{NotificationID: notificationID, UserID: sc.User, Org: sc.Org}
		if err := s.report(tx, sc, "notification:read", payload); err != nil {
			return nil, err
		}
		return readersOf(tx, sc.Org, notificationID)
	})
}

// readAll records that the caller has read everything visible, and returns how much of it was unread.
func (s *Service) readAll(ctx context.Context, sc scope.Scope) (int64, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (int64, error) {
		number, err := markAllRead(tx, sc)
		if err != nil {
			return 0, err
		}
		return number, s.report(tx, sc, "notification:read_all", ReadAll{UserID: sc.User, Org: sc.Org})
	})
}

// report is tell for callers that haven't read the configuration.
func (s *Service) report(tx *db.Tx, sc scope.Scope, name string, payload any) error {
	c, err := configOf(tx, sc.Org).Get()
	if err == nil {
		s.tell(tx, sc.Org, c, name, payload)
	}
	return err
}

// delete removes a notification for everyone who sees it.
func (s *Service) delete(ctx context.Context, sc scope.Scope, notificationID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		n, err := holdDeletable(tx, sc, notificationID, tx.LockExclusive())
		if err != nil {
			return err
		}
		if err := remove(tx, sc.Org, []notification{n}); err != nil {
			return err
		}
		payload := Deleted{NotificationID: notificationID, Org: sc.Org}
		if err := s.report(tx, sc, "notification:deleted", payload); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, deleted.Of(notificationID, deletedDetails{n.Type}))
	})
}

// cleanUp removes what is older than the retention period in every organization where the caller holds
// notifications.manage, and returns how much it was. It fails with Forbidden if there is no such organization.
func (s *Service) cleanUp(ctx context.Context, sc scope.Scope) (deleted int, err error) {
	orgs, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]string, error) { return organizationsOf(tx, sc.User) })
	if err != nil {
		return 0, err
	}
	allowed := false
	for _, org := range orgs {
		m, err := s.directory.Lookup(ctx, org, sc.User)
		if err != nil {
			return deleted, err
		}
		if !m.Enters() || !m.Permissions.Has(may.Notifications, scope.Manage) {
			continue
		}
		allowed = true
		there := sc
		there.Org, there.UserName, there.Currency, there.Zone = org, m.Name, m.Currency, m.Zone
		removed, err := s.removeExpired(ctx, org, func(tx *db.Tx, number int) error {
			return s.bus.Publish(tx, there, cleanedUp.Of(org, cleanedUpDetails{number}))
		})
		if deleted += removed; err != nil {
			return deleted, err
		}
	}
	if !allowed {
		return 0, errs.Forbidden("Your role does not allow this: it needs the permission " +
			may.Manage(may.Notifications).String() + ".")
	}
	return deleted, nil
}

// Sweep removes what is older than its organization's retention period, everywhere; a background job calls it.
func (s *Service) Sweep(ctx context.Context) error {
	orgs, err := db.Read(ctx, s.db, organizationsWithExpired)
	for _, org := range orgs {
		_, failed := s.removeExpired(ctx, org, func(*db.Tx, int) error { return nil })
		err = errors.Join(err, failed)
	}
	return err
}

// removalBatch is how many notifications one transaction removes: on SQLite everybody else's writes wait for it.
const removalBatch = 200

// removeExpired removes in batches, publishes each in its transaction, and returns how many notifications it removed.
func (s *Service) removeExpired(
	ctx context.Context, org string, publish func(tx *db.Tx, number int) error,
) (int, error) {
	for sum := 0; ; {
		number, err := db.Write(ctx, s.db, func(tx *db.Tx) (int, error) {
			number, err := removeSome(tx, org)
			if err != nil || number == 0 {
				return 0, err
			}
			return number, publish(tx, number)
		})
		if sum += number; err != nil || number < removalBatch {
			return sum, err
		}
	}
}

// removeSome removes at most removalBatch expired notifications, and returns how many.
func removeSome(tx *db.Tx, org string) (int, error) {
	c, err := configOf(tx, org).Get()
	if err != nil {
		return 0, err
	}
	var all []notification
	for _, addressed := range []bool{false, true} {
		some, err := expired(tx, org, addressed, c.oldest(tx.Now), removalBatch-len(all))
		if err != nil {
			return 0, err
		}
		all = append(all, some...)
	}
	return len(all), remove(tx, org, all)
}
