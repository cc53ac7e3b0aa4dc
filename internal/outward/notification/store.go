package notification

import (
	"errors"
	"slices"
	"strconv"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

const configColumns = "email_enabled, push_enabled, retention_days, enabled_types"

func scanConfig(row db.Scanner) (c config, err error) {
	return c, row.Scan(&c.email, &c.push, &c.retentionDays, &c.enabled)
}

// configOf is what the organization has chosen; db.ErrNoRows when nobody has made it a configuration.
func configOf(tx *db.Tx, org string) (config, error) {
	return db.One(tx, scanConfig, `SELECT `+configColumns+` FROM notification_configs WHERE org_id = $1`, org)
}

// lockConfig is configOf for a change: writing first takes the row's lock.
func lockConfig(tx *db.Tx, org string) (config, error) {
	return db.One(tx, scanConfig, `UPDATE notification_configs SET updated_at = updated_at WHERE org_id = $1 RETURNING `+configColumns, org)
}

func saveConfig(tx *db.Tx, org string, c config) error {
	_, err := tx.Exec(`UPDATE notification_configs SET email_enabled = $2, push_enabled = $3, retention_days = $4, enabled_types = $5, updated_at = $6
		WHERE org_id = $1`, org, c.email, c.push, c.retentionDays, c.enabled, tx.Now.UnixMilli())
	return err
}

// insert writes the notification and counts it.
func insert(tx *db.Tx, n notification) error {
	_, err := tx.Exec(`INSERT INTO notifications (org_id, notification_id, type, title, message, reference_id, reference_type, created_at, addressed)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		n.org, n.id, n.kind, n.title, n.message, n.referenceID, n.referenceType, n.createdAt, n.addressed())
	if err != nil {
		return err
	}
	counted := tally{}
	if !n.addressed() {
		counted.visible(everyone, n.kind, 1)
		return counted.add(tx, n.org)
	}
	var args []any
	for _, user := range n.recipients {
		args = append(args, n.org, n.id, user, n.kind, n.createdAt)
		counted.visible(user, n.kind, 1)
	}
	if _, err := tx.Exec(`INSERT INTO notification_recipients (org_id, notification_id, user_id, type, created_at)
		VALUES `+db.Rows(5, len(n.recipients)), args...); err != nil {
		return err
	}
	return counted.add(tx, n.org)
}

const columns = "org_id, notification_id, type, title, message, reference_id, reference_type, created_at"

func scan(row db.Scanner) (n notification, err error) {
	return n, row.Scan(&n.org, &n.id, &n.kind, &n.title, &n.message, &n.referenceID, &n.referenceType, &n.createdAt)
}

// sighted is what a caller may see of a notification.
const sighted = `org_id = $1 AND notification_id = $2 AND (addressed = FALSE OR EXISTS (
	SELECT 1 FROM notification_recipients WHERE org_id = $1 AND notification_id = $2 AND user_id = $3))`

// hold finds the notification for a change in what depends on it: with keep (tx.LockShared) nobody deletes it meanwhile,
// with tx.LockExclusive nobody reads it. It fails with NotFound when the caller sees none such.
func hold(tx *db.Tx, sc scope.Scope, notificationID, keep string) (kind string, addressed bool, err error) {
	err = tx.QueryRow(`SELECT type, addressed FROM notifications n WHERE `+sighted+keep, sc.Org, notificationID, sc.User).Scan(&kind, &addressed)
	if errors.Is(err, db.ErrNoRows) {
		err = errUnknown
	}
	return kind, addressed, err
}

// page is what the caller sees, newest first. kind anyType is any type.
func page(tx *db.Tx, sc scope.Scope, kind string, limit, offset int) ([]notification, error) {
	args := []any{sc.Org, sc.User, limit + offset, limit, offset}
	if kind != anyType {
		args = append(args, kind)
	}
	return db.All(tx, scan, pageOf(kind), args...)
}

// pageOf is the statement of page: the newest shared and the newest addressed notifications, each from an index, merged.
func pageOf(kind string) string {
	ofType, recipientOfType := "", ""
	if kind != anyType {
		ofType, recipientOfType = "AND type = $6", "AND r.type = $6"
	}
	return `SELECT ` + columns + ` FROM (
			SELECT * FROM (SELECT ` + columns + ` FROM notifications
				WHERE org_id = $1 AND addressed = FALSE ` + ofType + `
				ORDER BY created_at DESC, notification_id DESC LIMIT CAST($3 AS BIGINT)) AS shared
			UNION ALL
			SELECT * FROM (SELECT ` + columnsOf("n") + ` FROM notification_recipients r
				JOIN notifications n ON n.org_id = r.org_id AND n.notification_id = r.notification_id
				WHERE r.org_id = $1 AND r.user_id = $2 ` + recipientOfType + `
				ORDER BY r.created_at DESC, r.notification_id DESC LIMIT CAST($3 AS BIGINT)) AS addressed
		) AS both_kinds ORDER BY created_at DESC, notification_id DESC` + db.Limit(4)
}

func columnsOf(alias string) string {
	return alias + ".org_id, " + alias + ".notification_id, " + alias + ".type, " + alias + ".title, " + alias + ".message, " +
		alias + ".reference_id, " + alias + ".reference_type, " + alias + ".created_at"
}

// reading is that a user has read a notification.
type reading struct {
	notification, user, name string
	at                       int64
}

func scanReading(row db.Scanner) (r reading, err error) {
	return r, row.Scan(&r.notification, &r.user, &r.name, &r.at)
}

// readings are those of the notifications, the first reader first. Who is a member no longer has no name.
func readings(tx *db.Tx, org string, ids []string) (map[string][]reading, error) {
	byNotification := map[string][]reading{}
	if len(ids) == 0 {
		return byNotification, nil
	}
	all, err := db.All(tx, scanReading, `SELECT r.notification_id, r.user_id, COALESCE(m.name, ''), r.read_at FROM notification_reads r
		LEFT JOIN memberships m ON m.org_id = r.org_id AND m.login_id = r.user_id
		WHERE r.org_id = $1 AND r.notification_id IN (`+db.Placeholders(2, len(ids))+`) ORDER BY r.read_at, r.user_id`, withIDs(org, ids)...)
	for _, r := range all {
		byNotification[r.notification] = append(byNotification[r.notification], r)
	}
	return byNotification, err
}

// recipientsOf are the recipients of those of the notifications that are addressed.
func recipientsOf(tx *db.Tx, org string, ids []string) (map[string][]string, error) {
	byNotification := map[string][]string{}
	if len(ids) == 0 {
		return byNotification, nil
	}
	pairs, err := db.All(tx, func(row db.Scanner) (p [2]string, err error) { return p, row.Scan(&p[0], &p[1]) },
		`SELECT notification_id, user_id FROM notification_recipients WHERE org_id = $1 AND notification_id IN (`+
			db.Placeholders(2, len(ids))+`)`, withIDs(org, ids)...)
	for _, p := range pairs {
		byNotification[p[0]] = append(byNotification[p[0]], p[1])
	}
	for _, users := range byNotification {
		slices.Sort(users) // not in the statement: SQLite would walk an index in that order
	}
	return byNotification, err
}

func withIDs(org string, ids []string) []any {
	args := []any{org}
	for _, id := range ids {
		args = append(args, id)
	}
	return args
}

func scanText(row db.Scanner) (text string, err error) { return text, row.Scan(&text) }

// strangers are those of the users who are no members of the organization.
func strangers(tx *db.Tx, org string, users []string) ([]string, error) {
	members, err := db.All(tx, scanText, `SELECT login_id FROM memberships WHERE org_id = $1 AND login_id IN (`+
		db.Placeholders(2, len(users))+`)`, withIDs(org, users)...)
	return slices.DeleteFunc(slices.Clone(users), func(user string) bool { return slices.Contains(members, user) }), err
}

// markRead notes that the caller has read the notification, once.
func markRead(tx *db.Tx, sc scope.Scope, notificationID string, addressed bool) error {
	inserted, err := tx.Exec(`INSERT INTO notification_reads (org_id, notification_id, user_id, read_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (org_id, notification_id, user_id) DO NOTHING`, sc.Org, notificationID, sc.User, tx.Now.UnixMilli())
	if err != nil || inserted == 0 {
		return err
	}
	counted := tally{}
	counted.seen(sc.User, addressed, 1)
	return counted.add(tx, sc.Org)
}

// markAllRead notes that the caller has read everything visible, and tells how much was new. Each statement walks from
// the newest back to as many unread ones as the counts promise, so what was read long ago costs nothing; counts and
// notifications are those of one snapshot. NOT EXISTS would let PostgreSQL begin with all that was ever read.
func markAllRead(tx *db.Tx, sc scope.Scope) (int64, error) {
	shared, err := tx.Exec(`INSERT INTO notification_reads (org_id, notification_id, user_id, read_at)
		SELECT n.org_id, n.notification_id, $2, $3 FROM notifications n
		WHERE n.org_id = $1 AND n.addressed = FALSE AND 0 = (
			SELECT COUNT(*) FROM notification_reads r WHERE r.org_id = $1 AND r.notification_id = n.notification_id AND r.user_id = $2)
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
		WHERE t.org_id = $1 AND t.user_id = $2 AND 0 = (
			SELECT COUNT(*) FROM notification_reads r WHERE r.org_id = $1 AND r.notification_id = t.notification_id AND r.user_id = $2)
		ORDER BY t.created_at DESC, t.notification_id DESC
		LIMIT (SELECT CAST(COALESCE(SUM(visible - seen_addressed), 0) AS BIGINT) FROM notification_counts WHERE org_id = $1 AND type = '' AND user_id = $2)`+
		tx.LockShared("n")+`
		ON CONFLICT (org_id, notification_id, user_id) DO NOTHING`, sc.Org, sc.User, tx.Now.UnixMilli())
	if err != nil || shared+addressed == 0 {
		return 0, err
	}
	counted := tally{}
	counted.seen(sc.User, false, shared)
	counted.seen(sc.User, true, addressed)
	return shared + addressed, counted.add(tx, sc.Org)
}

// doomed is a notification that is about to be deleted, and held.
type doomed struct {
	id, kind  string
	addressed bool
}

// expired are at most limit notifications of one audience that are older than oldest, held for deletion.
func expired(tx *db.Tx, org string, addressed bool, oldest int64, limit int) ([]doomed, error) {
	return db.All(tx, func(row db.Scanner) (d doomed, err error) { return d, row.Scan(&d.id, &d.kind, &d.addressed) },
		`SELECT notification_id, type, addressed FROM notifications WHERE org_id = $1 AND addressed = $2 AND created_at < $3
		ORDER BY created_at, notification_id LIMIT `+strconv.Itoa(limit)+tx.LockExclusive(), org, addressed, oldest)
}

// remove deletes the held notifications with all that belongs to them, and counts them out.
func remove(tx *db.Tx, org string, all []doomed) error {
	if len(all) == 0 {
		return nil
	}
	counted, ids, byID := tally{}, make([]string, len(all)), map[string]doomed{}
	for i, d := range all {
		ids[i], byID[d.id] = d.id, d
		if !d.addressed {
			counted.visible(everyone, d.kind, -1)
		}
	}
	recipients, err := recipientsOf(tx, org, ids)
	if err != nil {
		return err
	}
	for notificationID, users := range recipients {
		for _, user := range users {
			counted.visible(user, byID[notificationID].kind, -1)
		}
	}
	readers, err := readings(tx, org, ids)
	if err != nil {
		return err
	}
	for notificationID, read := range readers {
		for _, r := range read {
			counted.seen(r.user, byID[notificationID].addressed, -1)
		}
	}
	for _, table := range []string{"notification_mails", "notification_reads", "notification_recipients", "notifications"} {
		if _, err := tx.Exec(`DELETE FROM `+table+` WHERE org_id = $1 AND notification_id IN (`+db.Placeholders(2, len(ids))+`)`,
			withIDs(org, ids)...); err != nil {
			return err
		}
	}
	if err := counted.add(tx, org); err != nil {
		return err
	}
	// Types may be anybody's words, so none is kept for its own sake.
	_, err = tx.Exec(`DELETE FROM notification_counts WHERE org_id = $1 AND type <> '' AND visible = 0`, org)
	return err
}
