package user

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// Member is a membership: a login in one organization.
type Member struct {
	Login       string `db:"login_id,key"`
	Email       string `db:"email,fixed"`
	Name        string `db:"name"`
	Phone       string `db:"phone"`
	RoleID      string `db:"role_id"`
	Designation string `db:"designation"`
	Active      bool   `db:"is_active"`
	JoinedAt    *int64 `db:"joined_at,fixed"`  // UTC milliseconds; nil until the person may come in
	CreatedAt   int64  `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt   int64  `db:"updated_at"`       // UTC milliseconds
	Version     int64  `db:"version,version"`  // every change raises it
}

// Joined reports whether the person has said yes, with an address that is proved or registered by this organization.
func (m Member) Joined() bool { return m.JoinedAt != nil }

var (
	memberTable   = table.Of[Member]("memberships", "org_id")
	selectMembers = `SELECT ` + memberTable.Columns("") + ` FROM memberships WHERE org_id = $1`
)

// Add makes a membership that nobody has joined yet, and sets its times. It fails with Invalid if the login is a member
// already.
func (s *Service) Add(tx *db.Tx, sc scope.Scope, m Member) (Member, error) {
	m.Email, m.JoinedAt = NormalizeEmail(m.Email), nil
	m.CreatedAt, m.UpdatedAt, m.Version = tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
	return m, memberTable.InsertOr(tx, func(err error) error {
		if db.IsUnique(err) {
			return errs.InvalidField("email", "belongs to a user of the hotel already")
		}
		return err
	}, []any{sc.Org}, m)
}

// Admit lets in a person who has said yes and has proved to be m: Expect and join.
func (s *Service) Admit(tx *db.Tx, sc scope.Scope, m Member) error {
	if err := s.Expect(tx, sc, m); err != nil {
		return err
	}
	_, err := join(tx, sc.Org, m.Login)
	return err
}

// JoinExpected lets a login, whose address has just been proved, into every organization that it has said yes to. It
// returns those that it wasn't in before.
func (s *Service) JoinExpected(tx *db.Tx, login string) (joined []string, err error) {
	organizations, err := db.All(tx, db.Value[string],
		`SELECT org_id FROM login_organizations WHERE login_id = $1 ORDER BY org_id`, login)
	if err != nil {
		return nil, err
	}
	for _, org := range organizations {
		isNew, err := join(tx, org, login)
		if err != nil {
			return nil, err
		}
		if isNew {
			joined = append(joined, org)
		}
	}
	return joined, nil
}

// NameIn is the name of the organization's member with this login; db.ErrNoRows if there is none.
func NameIn(tx *db.Tx, org, login string) (string, error) {
	return db.One(tx, db.Value[string], `SELECT name FROM memberships WHERE org_id = $1 AND login_id = $2`, org, login)
}

// ActiveName is NameIn of a member who can get in; db.ErrNoRows if there is none.
func ActiveName(tx *db.Tx, org, login string) (string, error) {
	return db.One(tx, db.Value[string], `SELECT name FROM memberships
		WHERE org_id = $1 AND login_id = $2 AND is_active AND joined_at IS NOT NULL`, org, login)
}

// Any tells whether the organization has a member, one who is to join too.
func Any(tx *db.Tx, org string) (bool, error) {
	return db.One(tx, db.Value[bool], `SELECT EXISTS (SELECT 1 FROM memberships WHERE org_id = $1)`, org)
}

// join makes a member of a person who has said yes and is known, and reports whether it was none before.
func join(tx *db.Tx, org, login string) (bool, error) {
	joined, err := tx.Exec(`UPDATE memberships SET joined_at = $3, updated_at = $3, version = version + 1
		WHERE org_id = $1 AND login_id = $2 AND joined_at IS NULL`, org, login, tx.Now.UnixMilli())
	return joined == 1, err
}

// Expect notes that the person of m has said yes: it adds the membership m if there is none yet. Of a membership that
// waits already it changes only the name, since people know their own names best. Nobody gets in by it.
func (s *Service) Expect(tx *db.Tx, sc scope.Scope, m Member) error {
	waiting, err := s.Find(tx, sc.Org, m.Login)
	switch {
	case errors.Is(err, db.ErrNoRows):
		_, err = s.Add(tx, sc, m)
	case err == nil && !waiting.Joined():
		err = tx.Do(`UPDATE memberships SET name = $3, version = version + 1 WHERE org_id = $1 AND login_id = $2`,
			sc.Org, m.Login, m.Name)
	}
	if err != nil {
		return err
	}
	return tx.Do(`INSERT INTO login_organizations (login_id, org_id, last_used_at) VALUES ($1, $2, $3)
		ON CONFLICT (login_id, org_id) DO NOTHING`, m.Login, sc.Org, tx.Now.UnixMilli())
}

// Find reads a membership; db.ErrNoRows if there is none.
func (s *Service) Find(tx *db.Tx, org, login string) (Member, error) {
	return db.One(tx, memberTable.Scan, selectMembers+` AND login_id = $2`, org, login)
}

func all(tx *db.Tx, org string) ([]Member, error) {
	return db.All(tx, memberTable.Scan, selectMembers+` ORDER BY created_at DESC, login_id DESC`, org)
}

func save(tx *db.Tx, org string, m *Member) error {
	return memberTable.Update(tx, []any{org}, m)
}

func remove(tx *db.Tx, org, login string) error {
	if err := tx.Do(`DELETE FROM memberships WHERE org_id = $1 AND login_id = $2`, org, login); err != nil {
		return err
	}
	return tx.Do(`DELETE FROM login_organizations WHERE login_id = $1 AND org_id = $2`, login, org)
}

// belongsHereAlone reports whether the login has joined this organization, and has said yes to no other.
func belongsHereAlone(tx *db.Tx, org, login string) (alone bool, err error) {
	err = tx.QueryRow(`SELECT COUNT(*) = 1 AND MIN(org_id) = $2 FROM login_organizations WHERE login_id = $1`,
		login, org).Scan(&alone)
	return alone, err
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
