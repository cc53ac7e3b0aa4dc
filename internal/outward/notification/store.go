package notification

import (
	"errors"
	"slices"
	"strconv"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

var (
	configs       = table.Of[config]("notification_configs", "org_id")
	notifications = table.Of[notification]("notifications", "org_id")
)

// configOf is what the organization has chosen; db.ErrNoRows if nobody has given it a configuration.
func configOf(tx *db.Tx, org string) db.Later[config] {
	return db.Ask(tx, configs.Scan, `SELECT `+configs.Columns("")+` FROM notification_configs WHERE org_id = $1`, org)
}

// lockConfig is configOf for a change: writing first takes the row's lock.
func lockConfig(tx *db.Tx, org string) (config, error) {
	return db.One(tx, configs.Scan, `UPDATE notification_configs SET updated_at = updated_at WHERE org_id = $1
		RETURNING `+configs.Columns(""), org)
}

func saveConfig(tx *db.Tx, org string, c *config) error {
	return configs.Update(tx, []any{org}, c)
}

// seedConfig leaves a configuration that is there alone.
func seedConfig(tx *db.Tx, org string, c config) error {
	return tx.Do(`INSERT INTO notification_configs (org_id, `+configs.Columns("")+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1) ON CONFLICT (org_id) DO NOTHING`,
		org, c.Email, c.Push, c.RetentionDays, string(c.Enabled), string(c.GuestLetters), string(c.StaffMails), c.UpdatedAt)
}

// insert writes the notifications and counts them.
func insert(tx *db.Tx, org string, list ...notification) error {
	if err := notifications.Insert(tx, []any{org}, list...); err != nil {
		return err
	}
	counted := tally{}
	for _, n := range list {
		if !n.Addressed {
			counted.visible(everyone, n.Type, 1)
		} else if err := address(tx, org, n, counted); err != nil {
			return err
		}
	}
	return counted.add(tx, org)
}

// address writes who an addressed notification is for, and counts it for each of them.
func address(tx *db.Tx, org string, n notification, counted tally) error {
	var args []any
	add := func(user string, isAuthor bool) {
		args = append(args, org, n.ID, user, n.Type, n.CreatedAt, isAuthor)
		counted.visible(user, n.Type, 1)
	}
	for _, user := range n.Recipients {
		add(user, false)
	}
	if n.Author != "" {
		add(n.Author, true)
		counted.seen(n.Author, true, 1)
	}
	return tx.Do(`INSERT INTO notification_recipients
			(org_id, notification_id, user_id, type, created_at, is_author)
		VALUES `+db.Rows(6, len(args)/6), args...)
}

// hold finds a notification that the caller sees, for a change in what depends on it: with tx.LockShared nobody deletes
// it meanwhile, with tx.LockExclusive nobody reads it. It fails with NotFound if the caller sees none such.
func hold(tx *db.Tx, sc scope.Scope, notificationID, lock string) (notification, error) {
	return holdWhere(tx, ` AND (addressed = FALSE OR EXISTS (
		SELECT 1 FROM notification_recipients WHERE org_id = $1 AND notification_id = $2 AND user_id = $3))`+lock,
		sc.Org, notificationID, sc.User)
}

// holdDeletable is hold, but finds any notification for a caller who may delete notifications.
func holdDeletable(tx *db.Tx, sc scope.Scope, notificationID, lock string) (notification, error) {
	if !sc.Permissions.Has(may.Notifications, scope.Delete) {
		return hold(tx, sc, notificationID, lock)
	}
	return holdWhere(tx, lock, sc.Org, notificationID)
}

func holdWhere(tx *db.Tx, conditions string, args ...any) (notification, error) {
	n, err := db.One(tx, notifications.Scan, `SELECT `+notifications.Columns("")+` FROM notifications n
		WHERE org_id = $1 AND notification_id = $2`+conditions, args...)
	if errors.Is(err, db.ErrNoRows) {
		err = errUnknown
	}
	return n, err
}

// list is what the caller sees: the shared and the addressed notifications are in an index each. mailList is the mails
// about a booking, which package mail keeps.
var (
	list = listing.New[listInput](notifications.Scan, listing.Spec{
		Table: "notifications n", Key: "n.notification_id", Columns: notifications.Columns("n"),
		Order: "n.created_at DESC, n.notification_id DESC",
		Filters: []listing.Filter{
			listing.By("type", listing.Along, "type = ?").Sum("type = ?"),
		},
		Parts: []listing.Part{{Table: "notifications", Where: "addressed = FALSE"},
			{Table: "notification_recipients", Where: "user_id = {user}"}},
		Kept: func(tx *db.Tx, sc scope.Scope, is func(string) string) (int, error) { return total(tx, sc, is("type")) },
	})

	mailList = listing.New[mailsInput](mail.ScanKept, listing.Spec{Table: "outbox", Key: "mail_id",
		Columns: mail.KeptColumns, Order: "created_at DESC, mail_id DESC",
		Filters: []listing.Filter{listing.By("bookingId", listing.Along, "about = ?")}})
)

// reading is that a user has read a notification.
type reading struct {
	notification, user, name string
	at                       int64
}

func scanReading(row db.Scanner) (r reading, err error) {
	err = row.Scan(&r.notification, &r.user, &r.name, &r.at)
	return r, err
}

// readings are those of the notifications, the first reader first. Readers who are no longer members have no name.
func readings(tx *db.Tx, org string, ids []string) (map[string][]reading, error) {
	byNotification := map[string][]reading{}
	if len(ids) == 0 {
		return byNotification, nil
	}
	all, err := db.All(tx, scanReading, `SELECT r.notification_id, r.user_id, COALESCE(m.name, ''), r.read_at
		FROM notification_reads r LEFT JOIN memberships m ON m.org_id = r.org_id AND m.login_id = r.user_id
		WHERE r.org_id = $1 AND r.notification_id IN (`+db.Placeholders(2, len(ids))+`)
		ORDER BY r.read_at, r.user_id`, withIDs(org, ids)...)
	for _, r := range all {
		byNotification[r.notification] = append(byNotification[r.notification], r)
	}
	return byNotification, err
}

func readersOf(tx *db.Tx, org, notificationID string) ([]reading, error) {
	byNotification, err := readings(tx, org, []string{notificationID})
	return byNotification[notificationID], err
}

// addAudiences fills in the recipients and the author of those notifications that are addressed.
func addAudiences(tx *db.Tx, org string, all []notification) error {
	if len(all) == 0 {
		return nil
	}
	type listener struct {
		notification, user string
		isAuthor           bool
	}
	ids := idsOf(all)
	listeners, err := db.All(tx, func(row db.Scanner) (l listener, err error) {
		err = row.Scan(&l.notification, &l.user, &l.isAuthor)
		return l, err
	}, `SELECT notification_id, user_id, is_author FROM notification_recipients
		WHERE org_id = $1 AND notification_id IN (`+db.Placeholders(2, len(ids))+`)`, withIDs(org, ids)...)
	for _, l := range listeners {
		n := &all[slices.Index(ids, l.notification)]
		if l.isAuthor {
			n.Author = l.user
		} else {
			n.Recipients = append(n.Recipients, l.user)
		}
	}
	for _, n := range all {
		slices.Sort(n.Recipients) // not in the statement: SQLite would walk an index in that order
	}
	return err
}

func idsOf(all []notification) []string {
	ids := make([]string, len(all))
	for i, n := range all {
		ids[i] = n.ID
	}
	return ids
}

func withIDs(org string, ids []string) []any {
	args := []any{org}
	for _, id := range ids {
		args = append(args, id)
	}
	return args
}

// strangers are those of the users who are not members of the organization.
func strangers(tx *db.Tx, org string, users []string) ([]string, error) {
	members, err := db.All(tx, db.Value[string], `SELECT login_id FROM memberships WHERE org_id = $1 AND login_id IN (`+
		db.Placeholders(2, len(users))+`)`, withIDs(org, users)...)
	return slices.DeleteFunc(slices.Clone(users), func(user string) bool { return slices.Contains(members, user) }), err
}

// organizationsOf are those that the login belongs to.
func organizationsOf(tx *db.Tx, login string) ([]string, error) {
	return db.All(tx, db.Value[string],
		`SELECT org_id FROM login_organizations WHERE login_id = $1 ORDER BY org_id`, login)
}

// organizationsWithExpired are those that have notifications older than their retention period.
func organizationsWithExpired(tx *db.Tx) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT org_id FROM notification_configs c
		WHERE EXISTS (SELECT 1 FROM notifications n
			WHERE n.org_id = c.org_id AND n.addressed = FALSE AND n.created_at < $1 - c.retention_days * 86400000)
		OR EXISTS (SELECT 1 FROM notifications n
			WHERE n.org_id = c.org_id AND n.addressed = TRUE AND n.created_at < $1 - c.retention_days * 86400000)`,
		tx.Now.UnixMilli())
}

// markRead records once that the caller has read the notification. For its author there is nothing to record.
func markRead(tx *db.Tx, sc scope.Scope, n notification) error {
	inserted, err := tx.Exec(`INSERT INTO notification_reads (org_id, notification_id, user_id, read_at)
		SELECT n.org_id, n.notification_id, $3, $4 FROM notifications n
		WHERE n.org_id = $1 AND n.notification_id = $2 AND NOT EXISTS (
			SELECT 1 FROM notification_recipients WHERE org_id = $1 AND notification_id = $2 AND user_id = $3 AND is_author)
		ON CONFLICT (org_id, notification_id, user_id) DO NOTHING`, sc.Org, n.ID, sc.User, tx.Now.UnixMilli())
	if err != nil || inserted == 0 {
		return err
	}
	counted := tally{}
	counted.seen(sc.User, n.Addressed, 1)
	return counted.add(tx, sc.Org)
}

// markAllRead records that the caller has read everything visible, and returns how much was unread. Each statement
// walks back from the newest until it has found as many unread ones as the counts say, so what was read long ago costs
// nothing; counts and notifications are of one snapshot. NOT EXISTS would let PostgreSQL begin with all that was ever
// read.
func markAllRead(tx *db.Tx, sc scope.Scope) (int64, error) {
	shared, err := tx.Exec(`INSERT INTO notification_reads (org_id, notification_id, user_id, read_at)
		SELECT n.org_id, n.notification_id, $2, $3 FROM notifications n
		WHERE n.org_id = $1 AND n.addressed = FALSE AND 0 = (
			SELECT COUNT(*) FROM notification_reads r
			WHERE r.org_id = $1 AND r.notification_id = n.notification_id AND r.user_id = $2)
		ORDER BY n.created_at DESC, n.notification_id DESC
		LIMIT (SELECT CAST(COALESCE(SUM(CASE WHEN user_id = '' THEN visible ELSE -seen_shared END), 0) AS BIGINT)
			FROM notification_counts WHERE org_id = $1 AND user_id IN ('', $2) AND type = '')`+tx.LockShared("n")+`
		ON CONFLICT (org_id, notification_id, user_id) DO NOTHING`, sc.Org, sc.User, tx.Now.UnixMilli())
	if err != nil {
		return 0, err
	}
	addressed, err := tx.Exec(`INSERT INTO notification_reads (org_id, notification_id, user_id, read_at)
		SELECT n.org_id, n.notification_id, $2, $3 FROM notification_recipients t
		JOIN notifications n ON n.org_id = t.org_id AND n.notification_id = t.notification_id
		WHERE t.org_id = $1 AND t.user_id = $2 AND t.is_author = FALSE AND 0 = (
			SELECT COUNT(*) FROM notification_reads r
			WHERE r.org_id = $1 AND r.notification_id = t.notification_id AND r.user_id = $2)
		ORDER BY t.created_at DESC, t.notification_id DESC
		LIMIT (SELECT CAST(COALESCE(SUM(visible - seen_addressed), 0) AS BIGINT)
			FROM notification_counts WHERE org_id = $1 AND type = '' AND user_id = $2)`+tx.LockShared("n")+`
		ON CONFLICT (org_id, notification_id, user_id) DO NOTHING`, sc.Org, sc.User, tx.Now.UnixMilli())
	if err != nil || shared+addressed == 0 {
		return 0, err
	}
	counted := tally{}
	counted.seen(sc.User, false, shared)
	counted.seen(sc.User, true, addressed)
	return shared + addressed, counted.add(tx, sc.Org)
}

// expired are at most limit shared or addressed notifications that are older than oldest, held for deletion.
func expired(tx *db.Tx, org string, addressed bool, oldest int64, limit int) ([]notification, error) {
	return db.All(tx, notifications.Scan, `SELECT `+notifications.Columns("")+` FROM notifications
		WHERE org_id = $1 AND addressed = $2 AND created_at < $3
		ORDER BY created_at, notification_id LIMIT `+strconv.Itoa(limit)+tx.LockExclusive(), org, addressed, oldest)
}

// remove deletes the held notifications with all that belongs to them, and counts them out.
func remove(tx *db.Tx, org string, all []notification) error {
	if len(all) == 0 {
		return nil
	}
	if err := addAudiences(tx, org, all); err != nil {
		return err
	}
	ids := idsOf(all)
	readers, err := readings(tx, org, ids)
	if err != nil {
		return err
	}
	counted := tally{}
	for _, n := range all {
		if !n.Addressed {
			counted.visible(everyone, n.Type, -1)
		}
		for _, user := range n.Recipients {
			counted.visible(user, n.Type, -1)
		}
		if n.Author != "" {
			counted.visible(n.Author, n.Type, -1)
			counted.seen(n.Author, true, -1)
		}
		for _, r := range readers[n.ID] {
			counted.seen(r.user, n.Addressed, -1)
		}
	}
	tables := []string{"notification_mails", "notification_reads", "notification_recipients", "notifications"}
	for _, table := range tables {
		if err := tx.Do(`DELETE FROM `+table+` WHERE org_id = $1 AND notification_id IN (`+
			db.Placeholders(2, len(ids))+`)`, withIDs(org, ids)...); err != nil {
			return err
		}
	}
	if err := counted.add(tx, org); err != nil {
		return err
	}
	// Types may be anybody's words, so none is kept for its own sake.
	return tx.Do(`DELETE FROM notification_counts WHERE org_id = $1 AND type <> '' AND visible = 0`, org)
}
