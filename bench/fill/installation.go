package fill

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/role"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/token"
	"sarai/internal/outward/notification"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/record/hotel"
	"sarai/internal/record/series"
	"sarai/migrations"
)

// Installation is a migrated database with organizations of the same shape, and a person who is Administrator in all of
// them.
type Installation struct {
	DataDir     string   // of the server
	DatabaseURL string   // empty: SQLite in DataDir
	Hotels      []string // the organizations' ids
	Token       string   // the access token of the Administrator
	Keys        *token.Keys
	History     History // of each organization
}

// SQLite creates an installation with a history, in a folder of this name below the other.
func SQLite(ctx context.Context, folder, name string, hotels int, h History) (*Installation, error) {
	in := &Installation{DataDir: filepath.Join(folder, name), History: h}
	if err := in.found(ctx, hotels); err != nil {
		return nil, err
	}
	return in, in.fill(ctx)
}

// Path is SQLite's file.
func (in *Installation) Path() string { return filepath.Join(in.DataDir, "sarai.db") }

// URL is the database's, as the server takes it.
func (in *Installation) URL() string {
	if in.DatabaseURL != "" {
		return in.DatabaseURL
	}
	return "sqlite:" + in.Path()
}

// found creates the schema, new organizations, and the Administrator's session.
func (in *Installation) found(ctx context.Context, hotels int) (err error) {
	if err := os.MkdirAll(in.DataDir, 0o700); err != nil {
		return err
	}
	if in.Keys, err = token.LoadOrCreate(in.DataDir); err != nil {
		return err
	}
	in.Token = in.issue(Login, session)
	for range hotels {
		in.Hotels = append(in.Hotels, id.New())
	}
	d, err := db.Open(ctx, db.Config{URL: in.URL(), Clock: clock.System{}})
	if err != nil {
		return err
	}
	if err := d.Migrate(ctx, migrations.FS, migrations.Steps(nil)...); err != nil {
		return errors.Join(err, d.Close())
	}
	return errors.Join(d.Write(ctx, in.settle), d.Close())
}

// issue returns an access token that is valid for the whole run.
func (in *Installation) issue(loginID, sessionID string) string {
	now := time.Now()
	return in.Keys.Issue(token.Claims{Login: loginID, Session: sessionID, IssuedAt: now, Expires: now.Add(24 * time.Hour)})
}

func (in *Installation) settle(tx *db.Tx) error {
	if err := signIn(tx, Login, session); err != nil {
		return err
	}
	for _, hotel := range in.Hotels {
		if err := settleHotel(tx, hotel); err != nil {
			return err
		}
	}
	return nil
}

// signIn creates a login with a session.
func signIn(tx *db.Tx, loginID, sessionID string) error {
	now := tx.Now.UnixMilli()
	_, err := tx.Exec(`INSERT INTO logins (login_id, email, name, password_hash, created_at, updated_at) VALUES ($1, `+
		`$2, 'Asha Rao', '', $3, $3)`,
		loginID, EmailOf(loginID), now)
	if err != nil {
		return err
	}
	_, err = tx.Exec(
		`INSERT INTO sessions (session_id, login_id, refresh_hash, ip, user_agent, created_at, used_at, seen_at, expires_at)
		VALUES ($1, $2, $1, '127.0.0.1', 'bench', $3, $3, $3, $4)`, sessionID, loginID, now,
		tx.Now.Add(24*time.Hour).UnixMilli())
	return err
}

// EmailOf is the address that a login signs in with.
func EmailOf(loginID string) string { return loginID + "@hotel.example" }

func settleHotel(tx *db.Tx, id string) error {
	now := tx.Now.UnixMilli()
	_, err := tx.Exec(
		`INSERT INTO organizations (org_id, name, email, phone, currency, logo, members_version, created_at, updated_at)
		VALUES ($1, 'Haveli Sagar', 'desk@haveli.example', '', 'INR', '', 0, $2, $2)`, id, now)
	if err != nil {
		return err
	}
	if err := hotel.Insert(tx, id, hotel.Hotel{Timezone: zoneName}.WithDefaults()); err != nil {
		return err
	}
	if _, err := role.Seed(tx, id); err != nil {
		return err
	}
	made, err := organization.Get(tx, id).Get()
	if err != nil {
		return err
	}
	if err := errors.Join(series.Seed(tx, id), notification.Seed(tx, id), emailtemplate.Seed(tx, id),
		tax.Seed(tx, made), ledger.Seed(tx, id),
		businessday.Seed(tx, id)); err != nil {
		return err
	}
	administrator, err := role.Administrator(tx, id)
	if err != nil {
		return err
	}
	return join(tx, id, Login, administrator.ID)
}

// join makes the login a member of the hotel.
func join(tx *db.Tx, hotel, loginID, roleID string) error {
	now := tx.Now.UnixMilli()
	if _, err := tx.Exec(`INSERT INTO login_organizations (login_id, org_id, last_used_at) VALUES ($1, $2, $3)`, loginID,
		hotel, now); err != nil {
		return err
	}
	_, err := tx.Exec(
		`INSERT INTO memberships (org_id, login_id, email, name, phone, role_id, designation, is_active, joined_at,
			created_at, updated_at)
		VALUES ($1, $2, $3, 'Asha Rao', '', $4, '', $5, $6, $6, $6)`, hotel, loginID, EmailOf(loginID), roleID, true, now)
	return err
}

// Staff adds Administrators to the first organization and returns their access tokens.
func (in *Installation) Staff(ctx context.Context, number int) (tokens []string, err error) {
	d, err := db.Open(ctx, db.Config{URL: in.URL(), Clock: clock.System{}})
	if err != nil {
		return nil, err
	}
	err = d.Write(ctx, func(tx *db.Tx) error {
		administrator, err := role.Administrator(tx, in.Hotels[0])
		if err != nil {
			return err
		}
		tokens = nil
		for range number {
			loginID, sessionID := id.New(), id.New()
			if err := errors.Join(signIn(tx, loginID, sessionID),
				join(tx, in.Hotels[0], loginID, administrator.ID)); err != nil {
				return err
			}
			tokens = append(tokens, in.issue(loginID, sessionID))
		}
		return nil
	})
	return tokens, errors.Join(err, d.Close())
}
