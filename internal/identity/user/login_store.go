package user

import (
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
)

// Login is a person's way in.
type Login struct {
	ID          string
	Email       string // in lower case
	Name        string
	HasPassword bool
	// Proved says that mailbox and password have met: whoever knows the password has shown to read the address's mail.
	Proved bool
	// RegisteredBy is, of a login that isn't proved, the organization whose invitation's id registered it; else empty.
	RegisteredBy string
}

// Opens reports whether the login's password is enough to enter an organization that the person has said yes to.
func (l Login) Opens(org string) bool { return l.Proved || l.RegisteredBy == org }

// NormalizeEmail is an address as it is stored and compared: in lower case, with the host as the DNS has it.
func NormalizeEmail(email string) string { return contact.CanonicalEmail(strings.TrimSpace(email)) }

// LoginByEmail finds a login by its address, whatever its case; db.ErrNoRows if there is none.
func (s *Service) LoginByEmail(tx *db.Tx, email string) (Login, error) {
	return db.One(tx, scanLogin, `SELECT login_id, email, name, password_hash <> '', proved_at IS NOT NULL, registered_by
		FROM logins WHERE email = $1`, NormalizeEmail(email))
}

func scanLogin(row db.Scanner) (l Login, err error) {
	err = row.Scan(&l.ID, &l.Email, &l.Name, &l.HasPassword, &l.Proved, &l.RegisteredBy)
	return l, err
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
	return s.LoginByEmail(tx, email)
}
