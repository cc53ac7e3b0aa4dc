package notification

import (
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
)

// Whom a queued mail is for.
const (
	toReaders = ""      // everyone who sees the notification
	toStaff   = "staff" // everyone who works with what the notification is about
	toGuest   = "guest" // the guest of the booking, payment or invoice
)

// queued is what waits in notification_mails to be written.
type queued struct {
	Org           string `db:"org_id"`
	ID            string `db:"notification_id"` // of a guest letter: an id of its own
	Actor         string `db:"actor_id"`        // did it, so gets no mail
	Audience      string `db:"audience"`
	Type          string `db:"type"` // like the next two, only of a guest letter
	ReferenceID   string `db:"reference_id"`
	ReferenceType string `db:"reference_type"`
	CreatedAt     int64  `db:"created_at"`
}

var queue = table.Of[queued]("notification_mails")

func insertLetter(tx *db.Tx, q queued) error { return queue.Insert(tx, nil, q) }

// insertMails queues the mails of a notification, if there is anybody but the actor to write to; else the answer is
// db.ErrNoRows.
func insertMails(tx *db.Tx, sc scope.Scope, n notification, audience string) db.Later[string] {
	return db.Ask(tx, db.Value[string],
		`INSERT INTO notification_mails (org_id, notification_id, actor_id, audience, created_at)
		SELECT n.org_id, n.notification_id, $3, $4, n.created_at FROM notifications n
		WHERE n.org_id = $1 AND n.notification_id = $2 AND EXISTS (
			SELECT 1 FROM memberships WHERE org_id = $1 AND login_id <> $3 AND is_active AND joined_at IS NOT NULL)
		RETURNING notification_id`, sc.Org, n.ID, sc.User, audience)
}

// nextQueued are the next few in the queue after last, in the order of organization and id.
func nextQueued(tx *db.Tx, last queued) ([]queued, error) {
	return db.All(tx, queue.Scan, `SELECT `+queue.Columns("")+` FROM notification_mails
		WHERE (org_id, notification_id) > ($1, $2) ORDER BY org_id, notification_id`+db.Limit(3),
		last.Org, last.ID, mailsAtOnce, 0)
}

// take removes a row from the queue and reports whether it was still there. If it wasn't, another node has written its
// mails.
func take(tx *db.Tx, q queued) (bool, error) {
	deleted, err := tx.Exec(`DELETE FROM notification_mails WHERE org_id = $1 AND notification_id = $2`, q.Org, q.ID)
	return deleted == 1, err
}

// drop removes rows from the queue that nobody gets a mail of.
func drop(tx *db.Tx, rows []queued) error {
	for _, q := range rows {
		if _, err := take(tx, q); err != nil {
			return err
		}
	}
	return nil
}

// newsOf is the notification of a queued mail; db.ErrNoRows if it is gone or was created before since.
func newsOf(tx *db.Tx, q queued, since time.Time) (notification, error) {
	return db.One(tx, notifications.Scan, `SELECT `+notifications.Columns("")+` FROM notifications
		WHERE org_id = $1 AND notification_id = $2 AND created_at >= $3`, q.Org, q.ID, since.UnixMilli())
}

// addressee is a member with the address of the member's mails, or a guest, who has no login.
type addressee struct{ login, email string }

// addressees are the active members, except the actor, who share the notification or are among its recipients.
func addressees(tx *db.Tx, q queued) ([]addressee, error) {
	return db.All(tx, func(row db.Scanner) (a addressee, err error) {
		err = row.Scan(&a.login, &a.email)
		return a, err
	}, `SELECT login_id, email FROM memberships m
		WHERE m.org_id = $1 AND m.login_id <> $3 AND m.is_active AND m.joined_at IS NOT NULL AND (
			EXISTS (SELECT 1 FROM notifications WHERE org_id = $1 AND notification_id = $2 AND addressed = FALSE)
			OR EXISTS (SELECT 1 FROM notification_recipients
				WHERE org_id = $1 AND notification_id = $2 AND user_id = m.login_id))
		ORDER BY m.email`, q.Org, q.ID, q.Actor)
}
