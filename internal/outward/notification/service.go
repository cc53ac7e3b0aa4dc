package notification

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
)

// Service writes, lists and removes notifications.
type Service struct {
	db        *db.DB
	bus       *event.Bus
	directory *user.Directory
	wake      chan struct{} // there are mails to write

	// Live sends an event to every client of the organization once tx is committed; nil: nobody is told.
	Live func(tx *db.Tx, org, event string, payload any)
	// Bookings tells the mails what the bookings are that they are about.
	Bookings *booking.Service
}

// New makes the service. Live and Bookings are connected before it serves.
func New(d *db.DB, bus *event.Bus, directory *user.Directory) *Service {
	return &Service{db: d, bus: bus, directory: directory, wake: make(chan struct{}, 1)}
}

// Seed gives a new organization its configuration: both channels and every type on. One that is there stays.
func Seed(tx *db.Tx, org string) error {
	enabled, err := encodeTypes(switchable)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO notification_configs (org_id, email_enabled, push_enabled, retention_days, enabled_types, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (org_id) DO NOTHING`,
		org, true, true, defaultRetentionDays, enabled, tx.Now.UnixMilli())
	return err
}

// Record listens on the event bus: it writes the event's notice, if it has one, for everyone of the organization.
func (s *Service) Record(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if e.Notice == nil {
		return nil
	}
	c, err := configOf(tx, sc.Org)
	if errors.Is(err, db.ErrNoRows) || err == nil && !c.on(e.Notice.Type.String()) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.write(tx, sc, c, notification{kind: e.Notice.Type.String(), title: e.Notice.Title, message: e.Notice.Message,
		referenceID: e.ResourceID, referenceType: e.ResourceType, org: sc.Org, id: id.New(), createdAt: tx.Now.UnixMilli()})
}

// write inserts the notification and tells it by the channels that are on.
func (s *Service) write(tx *db.Tx, sc scope.Scope, c config, n notification) error {
	if err := insert(tx, n); err != nil {
		return err
	}
	if c.email {
		if err := s.queueMails(tx, sc, n); err != nil {
			return err
		}
	}
	s.tell(tx, c, "notification:created", Created{Notification: n.view(nil), Org: n.org}, n.org)
	return nil
}

// tell sends a live event, unless the organization has that channel off.
func (s *Service) tell(tx *db.Tx, c config, name string, payload any, org string) {
	if s.Live != nil && c.push {
		s.Live(tx, org, name, payload)
	}
}

// create writes a notification by hand.
func (s *Service) create(ctx context.Context, sc scope.Scope, n notification) (view View, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) (err error) {
		view, err = idempotency.Do(tx, sc, func() (View, error) { return s.createIn(tx, sc, n) })
		return err
	})
	return view, err
}

func (s *Service) createIn(tx *db.Tx, sc scope.Scope, n notification) (View, error) {
	c, err := configOf(tx, sc.Org)
	if err != nil {
		return View{}, err
	}
	if err := check(tx, sc, c, n); err != nil {
		return View{}, err
	}
	n.recipients = slices.Compact(slices.Sorted(slices.Values(n.recipients)))
	n.org, n.id, n.createdAt = sc.Org, id.New(), tx.Now.UnixMilli()
	if err := s.write(tx, sc, c, n); err != nil {
		return View{}, err
	}
	return n.view(nil), s.bus.Publish(tx, sc, event.Event{Action: "notification.created", ResourceType: "notification", ResourceID: n.id,
		Details: map[string]any{"type": n.kind, "title": n.title, "recipients": len(n.recipients)}})
}

// check refuses a type that is switched off, and names every recipient that is no user of the organization.
func check(tx *db.Tx, sc scope.Scope, c config, n notification) error {
	var fields errs.Fields
	if !c.allows(n.kind) {
		fields.Add("type", "is switched off in the notification configuration")
	}
	if len(n.recipients) > 0 {
		unknown, err := strangers(tx, sc.Org, n.recipients)
		if err != nil {
			return err
		}
		for i, recipient := range n.recipients {
			if slices.Contains(unknown, recipient) {
				fields.Add(fmt.Sprintf("recipients[%d]", i), "must be the id of a user of the organization")
			}
		}
	}
	return fields.Err()
}

// config is the organization's configuration.
func (s *Service) config(ctx context.Context, sc scope.Scope) (c config, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		c, err = configOf(tx, sc.Org)
		return err
	})
	return c, err
}

// configure changes the configuration by edit. Nothing is written or published when nothing differs.
func (s *Service) configure(ctx context.Context, sc scope.Scope, edit func(*config) error) (changed config, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		present, err := lockConfig(tx, sc.Org)
		if err != nil {
			return err
		}
		changed = present
		if err := edit(&changed); err != nil || changed == present {
			return err
		}
		if err := saveConfig(tx, sc.Org, changed); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, event.Event{Action: "settings.updated", ResourceType: "notification_config", ResourceID: sc.Org,
			Details: map[string]any{"old": present.view(), "new": changed.view()}})
	})
	return changed, err
}

func (s *Service) unread(ctx context.Context, sc scope.Scope) (number int, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		number, err = unread(tx, sc)
		return err
	})
	return number, err
}

// list is a page of what the caller sees, newest first, with the number of all of the type; kind "" is any.
func (s *Service) list(ctx context.Context, sc scope.Scope, kind string, limit, offset int) (views []Listed, number int, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if number, err = total(tx, sc, kind); err != nil {
			return err
		}
		all, err := page(tx, sc, kind, limit, offset)
		if err != nil {
			return err
		}
		ids := make([]string, len(all))
		for i, n := range all {
			ids[i] = n.id
		}
		recipients, err := recipientsOf(tx, sc.Org, ids)
		if err != nil {
			return err
		}
		readers, err := readings(tx, sc.Org, ids)
		views = make([]Listed, len(all))
		for i, n := range all {
			n.recipients = recipients[n.id]
			views[i] = listed(n, readers[n.id], sc.User)
		}
		return err
	})
	return views, number, err
}

// readers is who has read a notification that the caller sees.
func (s *Service) readers(ctx context.Context, sc scope.Scope, notificationID string) (list []reading, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if _, _, err := hold(tx, sc, notificationID, ""); err != nil {
			return err
		}
		list, err = readersOf(tx, sc.Org, notificationID)
		return err
	})
	return list, err
}

func readersOf(tx *db.Tx, org, notificationID string) ([]reading, error) {
	byNotification, err := readings(tx, org, []string{notificationID})
	return byNotification[notificationID], err
}

// read notes that the caller has read the notification; a second time changes nothing. It returns all who have.
func (s *Service) read(ctx context.Context, sc scope.Scope, notificationID string) (list []reading, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		_, addressed, err := hold(tx, sc, notificationID, tx.LockShared("n"))
		if err != nil {
			return err
		}
		if err := markRead(tx, sc, notificationID, addressed); err != nil {
			return err
		}
		if err := s.report(tx, sc, "notification:read", Read{NotificationID: notificationID, UserID: sc.User, Org: sc.Org}); err != nil {
			return err
		}
		list, err = readersOf(tx, sc.Org, notificationID)
		return err
	})
	return list, err
}

// readAll notes that the caller has read everything visible, and tells how much of it was new.
func (s *Service) readAll(ctx context.Context, sc scope.Scope) (number int64, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if number, err = markAllRead(tx, sc); err != nil {
			return err
		}
		return s.report(tx, sc, "notification:read_all", ReadAll{UserID: sc.User, Org: sc.Org})
	})
	return number, err
}

// report is tell where the configuration isn't at hand.
func (s *Service) report(tx *db.Tx, sc scope.Scope, name string, payload any) error {
	c, err := configOf(tx, sc.Org)
	if err == nil {
		s.tell(tx, c, name, payload, sc.Org)
	}
	return err
}

// delete removes a notification that the caller sees.
func (s *Service) delete(ctx context.Context, sc scope.Scope, notificationID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		kind, addressed, err := hold(tx, sc, notificationID, tx.LockExclusive())
		if err != nil {
			return err
		}
		if err := remove(tx, sc.Org, []doomed{{notificationID, kind, addressed}}); err != nil {
			return err
		}
		if err := s.report(tx, sc, "notification:deleted", Deleted{NotificationID: notificationID, Org: sc.Org}); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, event.Event{Action: "notification.deleted", ResourceType: "notification", ResourceID: notificationID,
			Details: map[string]any{"type": kind}})
	})
}

// cleanUp removes what is older than the retention period in every organization where the caller holds
// notifications.manage, and returns how much it was. It fails with Forbidden where there is none such.
func (s *Service) cleanUp(ctx context.Context, sc scope.Scope) (deleted int, err error) {
	var orgs []string
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		orgs, err = db.All(tx, scanText, `SELECT org_id FROM login_organizations WHERE login_id = $1 ORDER BY org_id`, sc.User)
		return err
	})
	if err != nil {
		return 0, err
	}
	allowed := false
	for _, org := range orgs {
		m, found, _, err := s.directory.Lookup(ctx, org, sc.User)
		if err != nil {
			return deleted, err
		}
		if !found || !m.Joined || !m.Active || !m.Permissions.Has(may.Notifications, scope.Manage) {
			continue
		}
		allowed = true
		there := sc
		there.Org, there.UserName, there.Currency, there.Zone = org, m.Name, m.Currency, m.Zone
		removed, err := s.removeExpired(ctx, org, func(tx *db.Tx, number int) error {
			return s.bus.Publish(tx, there, event.Event{Action: "notification.cleaned_up", ResourceType: "notification_config", ResourceID: org,
				Details: map[string]any{"deletedCount": number}})
		})
		if deleted += removed; err != nil {
			return deleted, err
		}
	}
	if !allowed {
		return 0, errs.Forbidden("Your role does not allow this: it needs the permission " + may.Manage(may.Notifications).String() + ".")
	}
	return deleted, nil
}

// Sweep removes what is older than its organization's retention period, everywhere; a background job calls it.
func (s *Service) Sweep(ctx context.Context) error {
	var orgs []string
	err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
		orgs, err = db.All(tx, scanText, `SELECT org_id FROM notification_configs c WHERE EXISTS (SELECT 1 FROM notifications n
				WHERE n.org_id = c.org_id AND n.addressed = FALSE AND n.created_at < $1 - c.retention_days * 86400000)
			OR EXISTS (SELECT 1 FROM notifications n
				WHERE n.org_id = c.org_id AND n.addressed = TRUE AND n.created_at < $1 - c.retention_days * 86400000)`, tx.Now.UnixMilli())
		return err
	})
	for _, org := range orgs {
		_, failed := s.removeExpired(ctx, org, func(*db.Tx, int) error { return nil })
		err = errors.Join(err, failed)
	}
	return err
}

// removalBatch is how many notifications one transaction removes: on SQLite everybody else's writes wait for it.
const removalBatch = 200

// removeExpired removes in batches, each with what publish says of it in its transaction, and tells how many it removed.
func (s *Service) removeExpired(ctx context.Context, org string, publish func(tx *db.Tx, number int) error) (sum int, err error) {
	for {
		number := 0
		err := s.db.Write(ctx, func(tx *db.Tx) error {
			c, err := configOf(tx, org)
			if err != nil {
				return err
			}
			var all []doomed
			for _, addressed := range []bool{false, true} {
				some, err := expired(tx, org, addressed, c.oldest(tx.Now), removalBatch-len(all))
				if err != nil {
					return err
				}
				all = append(all, some...)
			}
			if number = len(all); number == 0 {
				return nil
			}
			if err := remove(tx, org, all); err != nil {
				return err
			}
			return publish(tx, number)
		})
		if err != nil {
			return sum, err
		}
		if sum += number; number < removalBatch {
			return sum, nil
		}
	}
}
