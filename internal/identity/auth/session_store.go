package auth

import (
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/token"
)

// session is one place where a login is signed in. Times are UTC milliseconds.
type session struct {
	ID        string `db:"session_id,key"`
	Login     string `db:"login_id"`
	IP        string `db:"ip"`
	UserAgent string `db:"user_agent"`
	CreatedAt int64  `db:"created_at"`
	UsedAt    int64  `db:"used_at"`
	SeenAt    int64  `db:"seen_at"`
	ExpiresAt int64  `db:"expires_at"`

	Email, Name string // the login's
}

// storedSession is a session's row.
type storedSession struct {
	session
	RefreshHash string `db:"refresh_hash"`
}

var (
	sessionTable   = db.TableOf[session]("sessions")
	sessionInserts = db.TableOf[storedSession]("sessions")
	selectSessions = `SELECT ` + sessionTable.Columns("s") + `, l.email, l.name
		FROM sessions s JOIN logins l ON l.login_id = s.login_id `
)

func scanSession(row db.Scanner) (s session, err error) {
	err = row.Scan(append(sessionTable.Pointers(&s), &s.Email, &s.Name)...)
	return s, err
}

func sessionByID(tx *db.Tx, sessionID string) (session, error) {
	return db.One(tx, scanSession, selectSessions+`WHERE s.session_id = $1 AND s.expires_at > $2`, sessionID,
		tx.Now.UnixMilli())
}

func sessionByRefreshToken(tx *db.Tx, refresh string) (session, error) {
	return db.One(tx, scanSession, selectSessions+`WHERE s.refresh_hash = $1 AND s.expires_at > $2`,
		token.Hash(refresh), tx.Now.UnixMilli())
}

func sessionsOf(tx *db.Tx, loginID string) ([]session, error) {
	return db.All(tx, scanSession, selectSessions+`WHERE s.login_id = $1 AND s.expires_at > $2
		ORDER BY s.created_at DESC, s.session_id DESC`, loginID, tx.Now.UnixMilli())
}

// insertSession begins a session and returns its id.
func insertSession(tx *db.Tx, loginID, refresh, ip, userAgent string) (string, error) {
	sessionID, now := id.New(), tx.Now.UnixMilli()
	begun := session{ID: sessionID, Login: loginID, IP: ip, UserAgent: userAgent, CreatedAt: now, UsedAt: now,
		SeenAt: now, ExpiresAt: tx.Now.Add(sessionLife).UnixMilli()}
	return sessionID, sessionInserts.Insert(tx, nil, storedSession{begun, token.Hash(refresh)})
}

// prolong restarts the session's life, and reports whether the session is still there.
func prolong(tx *db.Tx, sessionID string) (bool, error) {
	now := tx.Now.UnixMilli()
	changed, err := tx.Exec(`UPDATE sessions SET used_at = $2, seen_at = $2, expires_at = $3
		WHERE session_id = $1 AND expires_at > $2`, sessionID, now, tx.Now.Add(sessionLife).UnixMilli())
	return changed == 1, err
}

// markSeen notes that the person is there, unless that was noted within the interval before.
func markSeen(tx *db.Tx, sessionID string, interval time.Duration) error {
	_, err := tx.Exec(`UPDATE sessions SET seen_at = $2, expires_at = $4 WHERE session_id = $1 AND seen_at <= $3`,
		sessionID, tx.Now.UnixMilli(), tx.Now.Add(-interval).UnixMilli(), tx.Now.Add(sessionLife).UnixMilli())
	return err
}

// deleteSession deletes the session if it is the login's, and reports whether it was.
func deleteSession(tx *db.Tx, loginID, sessionID string) (bool, error) {
	deleted, err := tx.Exec(`DELETE FROM sessions WHERE session_id = $1 AND login_id = $2`, sessionID, loginID)
	return deleted > 0, err
}

// deleteSessions deletes every session of the login except one, and returns the ids of those; "" excepts none.
func deleteSessions(tx *db.Tx, loginID, except string) ([]string, error) {
	return db.All(tx, scanText, `DELETE FROM sessions WHERE login_id = $1 AND session_id <> $2 RETURNING session_id`,
		loginID, except)
}
