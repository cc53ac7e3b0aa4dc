package organization

import (
	"sarai/internal/identity/onetime"
	"sarai/internal/kit/db"
)

// unanswered lists sign-ups whose time is over, as many as one sweep takes.
func unanswered(tx *db.Tx) ([]string, error) {
	return db.All(tx, db.Value[string],
		`SELECT org_id FROM organizations WHERE unanswered AND deleted_at IS NULL AND created_at <= $1
		ORDER BY created_at, org_id LIMIT 500`, tx.Now.Add(-answerTime).UnixMilli())
}

// lockUnanswered is LockMembers for a sign-up, which it takes off the list: whoever isn't deleted now is in use. It
// reports whether the organization was on it.
func lockUnanswered(tx *db.Tx, org string) (bool, error) {
	held, err := tx.Exec(`UPDATE organizations SET members_version = members_version + 1, unanswered = FALSE
		WHERE org_id = $1 AND unanswered AND deleted_at IS NULL`, org)
	return held == 1, err
}

// inUse reports whether there is a member, or an audit entry of anything but the sign-up, a refusal of the invitation,
// and the server's closing of empty days.
func inUse(tx *db.Tx, org string) (used bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM memberships WHERE org_id = $1)
		OR EXISTS (SELECT 1 FROM audit_entries
			WHERE org_id = $1 AND action NOT IN ('organization.created', 'user.invitation_declined', 'night_audit.closed'))`,
		org).Scan(&used)
	return used, err
}

// furnished are the tables in which an organization has rows that nobody has come into; none refers to a later one.
// They belong to other packages: TestSignUpsThatNobodyAnswersExpire looks into all that there are.
var furnished = []string{"invitations", "outbox", "mail_counts", "taxes", "accounts", "books",
	"email_templates", "notification_configs", "series", "roles", "night_audits", "changes", "revisions", "audit_heads",
	"audit_entries", "organizations"}

// erase deletes an organization that nobody has come into.
func erase(tx *db.Tx, org string) error {
	if err := onetime.Erase(tx, org); err != nil {
		return err
	}
	for _, table := range furnished {
		if err := tx.Do(`DELETE FROM `+table+` WHERE org_id = $1`, org); err != nil {
			return err
		}
	}
	return tx.Do(`UPDATE installation SET sign_ups = sign_ups - 1 WHERE singleton = 'sarai'`)
}
