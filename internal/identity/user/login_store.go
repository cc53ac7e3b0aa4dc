package user

import (
	"errors"
	"strings"
	"time"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
)

// Login is a person's way in.
type Login struct {
	ID    string
	Email string // in lower case
	Name  string
	// PasswordHash is empty until the person has set a password. It is for the packages that check who signs in.
	PasswordHash string
	// Proved says that mailbox and password have met: whoever knows the password has shown to read the address's mail.
	Proved bool
	// RegisteredBy is, of a login that isn't proved, the organization whose invitation's id registered it; else empty.
	RegisteredBy string
	FailureNoted int64 // when the audit logs last got a failure to sign in: UTC milliseconds
}

// HasPassword reports whether the person has set a password.
func (l Login) HasPassword() bool { return l.PasswordHash != "" }

// Opens reports whether the login's password is enough to enter an organization that the person has said yes to.
func (l Login) Opens(org string) bool { return l.Proved || l.RegisteredBy == org }

// As is the scope with the login as the one who acts.
func (l Login) As(sc scope.Scope) scope.Scope {
	sc.User, sc.UserName, sc.Email = l.ID, l.Name, l.Email
	return sc
}

// NormalizeEmail is an address as it is stored and compared: in lower case, with the host as the DNS has it.
func NormalizeEmail(email string) string { return contact.CanonicalEmail(strings.TrimSpace(email)) }

const selectLogins = `SELECT login_id, email, name, password_hash, proved_at IS NOT NULL, registered_by,
	failure_noted_at FROM logins `

func scanLogin(row db.Scanner) (l Login, err error) {
	err = row.Scan(&l.ID, &l.Email, &l.Name, &l.PasswordHash, &l.Proved, &l.RegisteredBy, &l.FailureNoted)
	return l, err
}

// LoginByEmail finds a login by its address, whatever its case; db.ErrNoRows if there is none.
func LoginByEmail(tx *db.Tx, email string) (Login, error) {
	return db.One(tx, scanLogin, selectLogins+`WHERE email = $1`, NormalizeEmail(email))
}

// LoginByID finds a login; db.ErrNoRows if there is none.
func LoginByID(tx *db.Tx, loginID string) (Login, error) {
	return db.One(tx, scanLogin, selectLogins+`WHERE login_id = $1`, loginID)
}

// EnsureLogin finds the login of an address or makes one without a password. An existing login keeps its name, and
// isn't deleted until the transaction ends.
func (s *Service) EnsureLogin(tx *db.Tx, email, name string) (Login, error) {
	err := tx.Do(`INSERT INTO logins (login_id, email, name, password_hash, created_at, updated_at)
		VALUES ($1, $2, $3, '', $4, $4) ON CONFLICT (email) DO UPDATE SET updated_at = logins.updated_at`, id.New(),
		NormalizeEmail(email), name, tx.Now.UnixMilli())
	if err != nil {
		return Login{}, err
	}
	return LoginByEmail(tx, email)
}

// LockPassword reports whether the hash is still the login's. If so, no other transaction replaces it before tx ends.
func LockPassword(tx *db.Tx, loginID, hash string) (bool, error) {
	held, err := tx.Exec(`UPDATE logins SET password_hash = $2 WHERE login_id = $1 AND password_hash = $2`, loginID, hash)
	return held == 1, err
}

// ReplacePassword sets a new hash if the old one is still in place, and reports whether it was.
func ReplacePassword(tx *db.Tx, loginID, oldHash, newHash string) (bool, error) {
	changed, err := tx.Exec(`UPDATE logins SET password_hash = $3, updated_at = $4
		WHERE login_id = $1 AND password_hash = $2`, loginID, oldHash, newHash, tx.Now.UnixMilli())
	return changed == 1, err
}

// SetFirstPassword names the login and gives it a password, by an invitation of this organization alone. It reports
// whether it did: it doesn't if the login has, or has ever had, a password.
func SetFirstPassword(tx *db.Tx, loginID, name, hash, org string) (bool, error) {
	changed, err := tx.Exec(`UPDATE logins SET name = $2, password_hash = $3, registered_by = $4, updated_at = $5
		WHERE login_id = $1 AND password_hash = ''
			AND NOT EXISTS (SELECT 1 FROM login_organizations WHERE login_id = $1)`,
		loginID, name, hash, org, tx.Now.UnixMilli())
	return changed == 1, err
}

// SetProvedPassword names the login and gives it the password of whoever has read its mail, unless it is proved
// already. It reports whether it did.
func SetProvedPassword(tx *db.Tx, loginID, name, hash string) (bool, error) {
	changed, err := tx.Exec(`UPDATE logins SET name = $2, password_hash = $3, proved_at = $4, updated_at = $4
		WHERE login_id = $1 AND proved_at IS NULL`, loginID, name, hash, tx.Now.UnixMilli())
	return changed == 1, err
}

// Prove notes that mailbox and password have met; a second time changes nothing.
func Prove(tx *db.Tx, loginID string) error {
	return tx.Do(`UPDATE logins SET proved_at = $2 WHERE login_id = $1 AND proved_at IS NULL`, loginID,
		tx.Now.UnixMilli())
}

// MarkFailure notes a failure to sign in, unless one was noted within the interval before, and reports whether it did.
func MarkFailure(tx *db.Tx, loginID string, interval time.Duration) (bool, error) {
	changed, err := tx.Exec(`UPDATE logins SET failure_noted_at = $2 WHERE login_id = $1 AND failure_noted_at <= $3`,
		loginID, tx.Now.UnixMilli(), tx.Now.Add(-interval).UnixMilli())
	return changed == 1, err
}

// Accepted lists the organizations that a login has said yes to, the most recently used first.
func Accepted(tx *db.Tx, loginID string) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT org_id FROM login_organizations WHERE login_id = $1
		ORDER BY last_used_at DESC, org_id`, loginID)
}

// MarkUsed notes which organization the login works in now.
func MarkUsed(tx *db.Tx, loginID, org string) error {
	return tx.Do(`UPDATE login_organizations SET last_used_at = $3 WHERE login_id = $1 AND org_id = $2`,
		loginID, org, tx.Now.UnixMilli())
}

// BelongsTo lists the organizations that the login is an active member of, also those that it lacks a second factor
// for. It asks one by one: no statement reaches over several organizations.
func BelongsTo(tx *db.Tx, loginID string) (open []string, err error) {
	organizations, err := Accepted(tx, loginID)
	if err != nil {
		return nil, err
	}
	for _, org := range organizations {
		belongs, err := belongs(tx, org, loginID)
		if err != nil {
			return nil, err
		}
		if belongs {
			open = append(open, org)
		}
	}
	return open, nil
}

// Enters reports whether the login can enter the organization: it is an active member, and has the second factor that
// the organization may ask for.
func Enters(tx *db.Tx, org, loginID string) (bool, error) {
	member, err := belongs(tx, org, loginID)
	if err != nil || !member {
		return false, err
	}
	barred, err := organization.Bars(tx, org, loginID)
	return !barred, err
}

// belongs reports whether the login is an active member of the organization, which isn't deleted.
func belongs(tx *db.Tx, org, loginID string) (member bool, err error) {
	err = tx.QueryRow(`SELECT m.is_active AND m.joined_at IS NOT NULL AND o.deleted_at IS NULL
		FROM memberships m JOIN organizations o ON o.org_id = m.org_id
		WHERE m.org_id = $1 AND m.login_id = $2`, org, loginID).Scan(&member)
	if errors.Is(err, db.ErrNoRows) {
		return false, nil
	}
	return member, err
}

// EraseLogin deletes the login of an address that nobody has proved, that has no password, and that no organization
// has as a member or has invited, which invited reports. Whoever invites it meanwhile waits for the login's row, and
// makes another (EnsureLogin).
func EraseLogin(tx *db.Tx, email string, invited func(tx *db.Tx, email string) (bool, error)) error {
	email = NormalizeEmail(email)
	held, err := tx.Exec(`UPDATE logins SET updated_at = updated_at
		WHERE email = $1 AND password_hash = '' AND proved_at IS NULL`, email)
	if err != nil || held == 0 {
		return err
	}
	var member bool
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM memberships WHERE email = $1)`, email).Scan(&member)
	if err != nil || member {
		return err
	}
	if wanted, err := invited(tx, email); err != nil || wanted {
		return err
	}
	return tx.Do(`DELETE FROM logins WHERE email = $1`, email)
}
