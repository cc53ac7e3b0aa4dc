package user

import (
	"database/sql"
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

// Member is a membership: a login in one organization.
type Member struct {
	Login       string
	Email       string
	Name        string
	Phone       string
	RoleID      string
	Designation string
	Active      bool
	Joined      bool // the person has said yes
	CreatedAt   web.Time
	UpdatedAt   web.Time
}

const columns = "login_id, email, name, phone, role_id, designation, is_active, joined_at, created_at, updated_at"

func scan(row db.Scanner) (m Member, err error) {
	var joined sql.NullInt64
	err = row.Scan(&m.Login, &m.Email, &m.Name, &m.Phone, &m.RoleID, &m.Designation, &m.Active, &joined, &m.CreatedAt,
		&m.UpdatedAt)
	m.Joined = joined.Valid
	return m, err
}

// Add makes a membership that nobody has joined yet, whatever m.Joined says; m's times are ignored. Conflict
// when the login is a member already.
func (s *Service) Add(tx *db.Tx, sc scope.Scope, m Member) error {
	_, err := tx.Exec(`INSERT INTO memberships (org_id, login_id, email, name, phone, role_id, designation, is_active,
		created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
		sc.Org, m.Login, NormalizeEmail(m.Email), m.Name, m.Phone, m.RoleID, m.Designation, m.Active, tx.Now.UnixMilli())
	if db.IsUnique(err) {
		return errs.InvalidField("email", "belongs to a user of the hotel already")
	}
	return err
}

// Join notes that the member has said yes; a second time changes nothing. The membership must be there.
func (s *Service) Join(tx *db.Tx, org, login string) error {
	now := tx.Now.UnixMilli()
	joined, err := tx.Exec(`UPDATE memberships SET joined_at = $3, updated_at = $3
		WHERE org_id = $1 AND login_id = $2 AND joined_at IS NULL`, org, login, now)
	if err != nil || joined == 0 {
		return err
	}
	_, err = tx.Exec(`INSERT INTO login_organizations (login_id, org_id, last_used_at) VALUES ($1, $2, $3)
		ON CONFLICT (login_id, org_id) DO NOTHING`, login, org, now)
	return err
}

// Admit lets a person in who has proved to be m: it adds the membership m if there is none yet and joins it. Of a
// membership that waits already it changes the name alone, since people know their own names best.
func (s *Service) Admit(tx *db.Tx, sc scope.Scope, m Member) error {
	waiting, err := s.Find(tx, sc.Org, m.Login)
	switch {
	case errors.Is(err, db.ErrNoRows):
		err = s.Add(tx, sc, m)
	case err == nil && !waiting.Joined:
		_, err = tx.Exec(`UPDATE memberships SET name = $3 WHERE org_id = $1 AND login_id = $2`, sc.Org, m.Login, m.Name)
	}
	if err != nil {
		return err
	}
	return s.Join(tx, sc.Org, m.Login)
}

// Find reads a membership; db.ErrNoRows when there is none.
func (s *Service) Find(tx *db.Tx, org, login string) (Member, error) {
	return db.One(tx, scan, `SELECT `+columns+` FROM memberships WHERE org_id = $1 AND login_id = $2`, org, login)
}

func all(tx *db.Tx, org string) ([]Member, error) {
	return db.All(tx, scan, `SELECT `+columns+` FROM memberships WHERE org_id = $1
		ORDER BY created_at DESC, login_id DESC`, org)
}

func save(tx *db.Tx, org string, m Member) error {
	_, err := tx.Exec(`UPDATE memberships SET name = $3, phone = $4, role_id = $5, designation = $6, is_active = $7,
		updated_at = $8
		WHERE org_id = $1 AND login_id = $2`, org, m.Login, m.Name, m.Phone, m.RoleID, m.Designation, m.Active,
		int64(m.UpdatedAt))
	return err
}

func remove(tx *db.Tx, org, login string) error {
	if _, err := tx.Exec(`DELETE FROM memberships WHERE org_id = $1 AND login_id = $2`, org, login); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM login_organizations WHERE login_id = $1 AND org_id = $2`, login, org)
	return err
}

// enterable counts the members with the role who can get in.
func enterable(tx *db.Tx, org, roleID string) (number int, err error) {
	err = tx.QueryRow(`SELECT COUNT(*) FROM memberships
		WHERE org_id = $1 AND role_id = $2 AND is_active AND joined_at IS NOT NULL`, org, roleID).Scan(&number)
	return number, err
}

func count(tx *db.Tx, org string) (o Overview, err error) {
	err = tx.QueryRow(`SELECT COUNT(*), COUNT(CASE WHEN is_active THEN 1 END) FROM memberships WHERE org_id = $1`,
		org).Scan(&o.Total, &o.Active)
	o.Inactive = o.Total - o.Active
	return o, err
}
