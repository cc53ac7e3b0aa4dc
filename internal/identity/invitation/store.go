package invitation

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/token"
)

var (
	table             = db.TableOf[Invitation]("invitations")
	selectInvitations = `SELECT ` + table.Columns("") + ` FROM invitations WHERE org_id = $1`
)

func byID(tx *db.Tx, org, id string) (Invitation, error) {
	return db.One(tx, table.Scan, selectInvitations+` AND invitation_id = $2`, org, id)
}

func all(tx *db.Tx, org string) ([]Invitation, error) {
	return db.All(tx, table.Scan, selectInvitations+` ORDER BY created_at DESC, invitation_id DESC`, org)
}

// unended lists the invitations of an address that let somebody in, or would if they were sent again.
func unended(tx *db.Tx, org, email string) ([]Invitation, error) {
	return db.All(tx, table.Scan, selectInvitations+` AND email = $2 AND status <> 'declined' AND used_at IS NULL`,
		org, email)
}

func insert(tx *db.Tx, i Invitation) error { return table.Insert(tx, nil, i) }

// save writes what can change. The caller has taken organization.LockMembers before reading i.
func save(tx *db.Tx, i Invitation) error {
	return table.Update(tx, nil, &i)
}

// changeID gives an invitation another id, in its links too.
func changeID(tx *db.Tx, i *Invitation) error {
	old := i.ID
	i.ID = id.Secret()
	err := tx.Do(`UPDATE invitations SET invitation_id = $3 WHERE org_id = $1 AND invitation_id = $2`,
		i.Org, old, i.ID)
	if err != nil {
		return err
	}
	return tx.Do(`UPDATE one_time_tokens SET subject_id = $2 WHERE subject_id = $1`, old, i.ID)
}

// remove deletes an invitation and every link of it.
func remove(tx *db.Tx, i Invitation) error {
	if err := dropLinks(tx, i.ID); err != nil {
		return err
	}
	return tx.Do(`DELETE FROM invitations WHERE org_id = $1 AND invitation_id = $2`, i.Org, i.ID)
}

// link is a mailed one-time token.
type link struct {
	hash, purpose, org, invitation, email string
	usedAt                                *int64
}

func linkBySecret(tx *db.Tx, secret string) (link, error) {
	return db.One(tx, func(row db.Scanner) (l link, err error) {
		err = row.Scan(&l.hash, &l.purpose, &l.org, &l.invitation, &l.email, &l.usedAt)
		return l, err
	}, `SELECT token_hash, purpose, org_id, subject_id, email, used_at FROM one_time_tokens WHERE token_hash = $1`,
		token.Hash(secret))
}

// newLink makes a token for the invitation and returns the secret, which is in the mail and nowhere else.
func newLink(tx *db.Tx, i Invitation, purpose string) (secret string, err error) {
	return newToken(tx, i, purpose, "", i.ExpiresAt)
}

// newAnswer notes which client has accepted the invitation, and returns the secret of its cookie.
func newAnswer(tx *db.Tx, i Invitation, client string) (secret string, err error) {
	return newToken(tx, i, purposeAnswer, client, tx.Now.Add(answerLife).UnixMilli())
}

// newToken stores a token that works until then, in UTC milliseconds, and returns its secret.
func newToken(tx *db.Tx, i Invitation, purpose, client string, until int64) (secret string, err error) {
	secret = token.Random()
	err = tx.Do(`INSERT INTO one_time_tokens (token_hash, purpose, org_id, subject_id, email, client, expires_at,
			created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		token.Hash(secret), purpose, i.Org, i.ID, i.Email, client, until, tx.Now.UnixMilli())
	return secret, err
}

// hasAnswered reports whether one of the address's answers came with this secret, or from this client a short while
// ago.
func hasAnswered(tx *db.Tx, email, secret, client string) (answered bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM one_time_tokens
		WHERE email = $1 AND purpose = $2 AND expires_at > $3
			AND (token_hash = $4 OR client = $5 AND client <> '' AND created_at > $6))`,
		email, purposeAnswer, tx.Now.UnixMilli(), token.Hash(secret), client,
		tx.Now.Add(-answerNearby).UnixMilli()).Scan(&answered)
	return answered, err
}

// useLink uses a token up, and reports whether it was unused.
func useLink(tx *db.Tx, hash string) (bool, error) {
	used, err := tx.Exec(`UPDATE one_time_tokens SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL`,
		hash, tx.Now.UnixMilli())
	return used == 1, err
}

// useLinks uses up every token of an invitation.
func useLinks(tx *db.Tx, invitation string) error {
	return tx.Do(`UPDATE one_time_tokens SET used_at = $2 WHERE subject_id = $1 AND used_at IS NULL`,
		invitation, tx.Now.UnixMilli())
}

func dropLinks(tx *db.Tx, invitation string) error {
	return tx.Do(`DELETE FROM one_time_tokens WHERE subject_id = $1`, invitation)
}

// OrganizationOf finds which of the organizations has the invitation; db.ErrNoRows if none has. It looks each of them
// up in the primary key.
func OrganizationOf(tx *db.Tx, orgs []string, id string) (org string, err error) {
	args := []any{id}
	for _, one := range orgs {
		args = append(args, one)
	}
	err = tx.QueryRow(`SELECT org_id FROM invitations
		WHERE invitation_id = $1 AND org_id IN (`+db.Placeholders(2, len(orgs))+`)`, args...).Scan(&org)
	return org, err
}

// registration names an invitation that waits for its person to register.
type registration struct{ org, invitation string }

// registrations finds, over all organizations, the invitations of an address whose registration link still works.
func registrations(tx *db.Tx, email string) ([]registration, error) {
	return db.All(tx, func(row db.Scanner) (r registration, err error) {
		err = row.Scan(&r.org, &r.invitation)
		return r, err
	}, `SELECT DISTINCT org_id, subject_id FROM one_time_tokens
		WHERE email = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3 ORDER BY org_id, subject_id`,
		email, PurposeRegister, tx.Now.UnixMilli())
}

// organizationOf finds the organization of an invitation by its tokens, which belong to no organization.
func organizationOf(tx *db.Tx, invitation string) (org string, err error) {
	err = tx.QueryRow(`SELECT org_id FROM one_time_tokens WHERE subject_id = $1 AND purpose IN ($2, $3) LIMIT 1`,
		invitation, PurposeInvite, PurposeRegister).Scan(&org)
	return org, err
}
