package invitation

import (
	"sarai/internal/identity/onetime"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/id"
)

var (
	invitationTable   = table.Of[Invitation]("invitations")
	selectInvitations = `SELECT ` + invitationTable.Columns("") + ` FROM invitations WHERE org_id = $1`
)

func byID(tx *db.Tx, org, id string) (Invitation, error) {
	return db.One(tx, invitationTable.Scan, selectInvitations+` AND invitation_id = $2`, org, id)
}

func all(tx *db.Tx, org string) ([]Invitation, error) {
	return db.All(tx, invitationTable.Scan, selectInvitations+` ORDER BY created_at DESC, invitation_id DESC`, org)
}

// unended lists the invitations of an address that let somebody in, or would if they were sent again.
func unended(tx *db.Tx, org, email string) ([]Invitation, error) {
	return db.All(tx, invitationTable.Scan, selectInvitations+` AND email = $2 AND status <> 'declined'
		AND used_at IS NULL`, org, email)
}

func insert(tx *db.Tx, i Invitation) error { return invitationTable.Insert(tx, nil, i) }

// save writes what can change. The caller has taken organization.LockMembers before reading i.
func save(tx *db.Tx, i Invitation) error {
	return invitationTable.Update(tx, nil, &i)
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
	return onetime.Rename(tx, old, i.ID)
}

// remove deletes an invitation and every link of it.
func remove(tx *db.Tx, i Invitation) error {
	if err := onetime.Drop(tx, i.ID); err != nil {
		return err
	}
	return tx.Do(`DELETE FROM invitations WHERE org_id = $1 AND invitation_id = $2`, i.Org, i.ID)
}

// Erase deletes the invitations of an organization that nobody has come into, and their links.
func Erase(tx *db.Tx, org string) error {
	if err := onetime.Erase(tx, org); err != nil {
		return err
	}
	return db.Erase(tx, org, "invitations")
}

// OpenFor tells how many open invitations promise the role.
func OpenFor(tx *db.Tx, org, roleID string) (open int, err error) {
	err = tx.QueryRow(`SELECT COUNT(*) FROM invitations WHERE org_id = $1 AND role_id = $2
		AND status <> 'declined' AND used_at IS NULL AND expires_at > $3`, org, roleID, tx.Now.UnixMilli()).Scan(&open)
	return open, err
}

// ForgetRole deletes the ended invitations that name a role which goes.
func ForgetRole(tx *db.Tx, org, roleID string) error {
	return tx.Do(`DELETE FROM invitations WHERE org_id = $1 AND role_id = $2`, org, roleID)
}

// OfAddress reports whether any organization has invited the address.
func OfAddress(tx *db.Tx, email string) (invited bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM invitations WHERE email = $1)`, email).Scan(&invited)
	return invited, err
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
