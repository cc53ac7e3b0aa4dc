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
	Proved      bool // the person has used a mailed link, so the address is their own
}

// NormalizeEmail is an address as it is stored and compared: in lower case, with the host as the DNS has it.
func NormalizeEmail(email string) string { return contact.CanonicalEmail(strings.TrimSpace(email)) }

// LoginByEmail finds a login by its address, whatever its case; db.ErrNoRows if there is none.
func (s *Service) LoginByEmail(tx *db.Tx, email string) (Login, error) {
	return db.One(tx, scanLogin, `SELECT login_id, email, name, password_hash <> '', proved_at IS NOT NULL FROM logins
		WHERE email = $1`, NormalizeEmail(email))
}

func scanLogin(row db.Scanner) (l Login, err error) {
	err = row.Scan(&l.ID, &l.Email, &l.Name, &l.HasPassword, &l.Proved)
	return l, err
}

// Reclaim gives a login to whoever has just used a link mailed to its address: a password that somebody set without
// ever proving the address stops working, and so do the sessions begun with it. It reports whether there was one.
func (s *Service) Reclaim(tx *db.Tx, l Login) (reclaimed bool, err error) {
	changed, err := tx.Exec(`UPDATE logins SET password_hash = '', updated_at = $2
		WHERE login_id = $1 AND proved_at IS NULL AND password_hash <> ''`, l.ID, tx.Now.UnixMilli())
	if err != nil || changed == 0 {
		return false, err
	}
	return true, s.hooks.OnReclaim(tx, l.ID)
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
