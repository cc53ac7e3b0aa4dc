package session

import (
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/token"
)

// Session is one place where a login is signed in. Times are UTC milliseconds.
type Session struct {
	ID        string `db:"session_id,key"`
	Login     string `db:"login_id"`
	IP        string `db:"ip"`
	UserAgent string `db:"user_agent"`
	CreatedAt int64  `db:"created_at"`
	UsedAt    int64  `db:"used_at"`
	SeenAt    int64  `db:"seen_at"`
	ExpiresAt int64  `db:"expires_at"`

	Generation int64 `db:"generation"` // counts its refresh tokens from 1; 0: it keeps the first
	RotatedAt  int64 `db:"rotated_at"` // when it got the present one; 0: it has the first

	Email, Name string // the login's
}

// storedSession is a session's row.
type storedSession struct {
	Session
	RefreshHash string `db:"refresh_hash"`
}

var (
	sessionTable   = table.Of[Session]("sessions")
	sessionInserts = table.Of[storedSession]("sessions")
	selectSessions = `SELECT ` + sessionTable.Columns("s") + `, l.email, l.name
		FROM sessions s JOIN logins l ON l.login_id = s.login_id `
)

func scanSession(row db.Scanner) (s Session, err error) {
	err = row.Scan(append(sessionTable.Pointers(&s), &s.Email, &s.Name)...)
	return s, err
}

func sessionByID(tx *db.Tx, sessionID string) (Session, error) {
	return db.One(tx, scanSession, selectSessions+`WHERE s.session_id = $1 AND s.expires_at > $2`, sessionID,
		tx.Now.UnixMilli())
}

func sessionByRefreshToken(tx *db.Tx, refresh string) (Session, error) {
	return db.One(tx, scanSession, selectSessions+`WHERE s.refresh_hash = $1 AND s.expires_at > $2`,
		token.Hash(refresh), tx.Now.UnixMilli())
}

func sessionsOf(tx *db.Tx, loginID string) ([]Session, error) {
	return db.All(tx, scanSession, selectSessions+`WHERE s.login_id = $1 AND s.expires_at > $2
		ORDER BY s.created_at DESC, s.session_id DESC`, loginID, tx.Now.UnixMilli())
}

// Store stores a session that has begun.
func Store(tx *db.Tx, g Grant) error {
	return sessionInserts.Insert(tx, nil, storedSession{g.Session, token.Hash(g.Refresh)})
}

// prolong lets the session live until then, and reports whether it is still there.
func prolong(tx *db.Tx, sessionID string, until int64) (bool, error) {
	changed, err := tx.Exec(`UPDATE sessions SET used_at = $2, seen_at = $2, expires_at = $3
		WHERE session_id = $1 AND expires_at > $2`, sessionID, tx.Now.UnixMilli(), until)
	return changed == 1, err
}

// rotate gives the session another refresh token if it still has the old one, and reports whether it had.
func rotate(tx *db.Tx, sessionID, old, next string) (bool, error) {
	changed, err := tx.Exec(`UPDATE sessions SET refresh_hash = $3, generation = generation + 1, rotated_at = $4
		WHERE session_id = $1 AND refresh_hash = $2`, sessionID, token.Hash(old), token.Hash(next), tx.Now.UnixMilli())
	return changed == 1, err
}

// markSeen notes that the person is there, unless that was noted within the interval before, and lets the session live
// until then.
func markSeen(tx *db.Tx, sessionID string, interval time.Duration, until int64) error {
	return tx.Do(`UPDATE sessions SET seen_at = $2, expires_at = $4 WHERE session_id = $1 AND seen_at <= $3`,
		sessionID, tx.Now.UnixMilli(), tx.Now.Add(-interval).UnixMilli(), until)
}

// deleteSession deletes the session if it is the login's, and reports whether it was.
func deleteSession(tx *db.Tx, loginID, sessionID string) (bool, error) {
	deleted, err := tx.Exec(`DELETE FROM sessions WHERE session_id = $1 AND login_id = $2`, sessionID, loginID)
	return deleted > 0, err
}

// deleteSessions deletes every session of the login except one, and returns the ids of those; "" excepts none.
func deleteSessions(tx *db.Tx, loginID, except string) ([]string, error) {
	return db.All(tx, db.Value[string],
		`DELETE FROM sessions WHERE login_id = $1 AND session_id <> $2 RETURNING session_id`,
		loginID, except)
}

// Sweep deletes expired sessions and devices. A background job calls it.
func Sweep(tx *db.Tx) error {
	if err := tx.Do(`DELETE FROM sessions WHERE expires_at <= $1`, tx.Now.UnixMilli()); err != nil {
		return err
	}
	return tx.Do(`DELETE FROM login_devices WHERE expires_at <= $1`, tx.Now.UnixMilli())
}
