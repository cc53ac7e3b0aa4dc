package auth

import (
	"context"
	"errors"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
)

const (
	accessLife  = 15 * time.Minute
	sessionLife = 30 * 24 * time.Hour // from the last use

	// trustSpan is how long a session that was found alive is believed to be, without asking again: the time
	// within which other nodes notice that this one has ended it.
	trustSpan = 2 * time.Second
	// rememberedSessions bounds the memory to a few megabytes.
	rememberedSessions = 16_384

	seenInterval = time.Minute
)

// sessions knows which sessions are alive, mostly without the database.
type sessions struct {
	db    *db.DB
	clock clock.Clock
	hooks Hooks

	mu    sync.Mutex
	ended uint64 // counts endings, so that a session read before one isn't remembered after it
	known *lru.Cache[string, knownSession]
}

type knownSession struct {
	session
	readAt time.Time
}

func newSessions(d *db.DB, c clock.Clock) *sessions {
	known, err := lru.New[string, knownSession](rememberedSessions)
	if err != nil {
		panic(err) // only for a size below one
	}
	return &sessions{db: d, clock: c, known: known}
}

// find returns a session that is alive; found is false when there is none.
func (s *sessions) find(ctx context.Context, sessionID string) (alive session, found bool, err error) {
	now := s.clock.Now()
	s.mu.Lock()
	known, ok := s.known.Get(sessionID)
	ended := s.ended
	s.mu.Unlock()
	if age := now.Sub(known.readAt); ok && age >= 0 && age < trustSpan && now.Before(known.expires) {
		return known.session, true, nil
	}
	alive, err = db.Read(ctx, s.db, func(tx *db.Tx) (session, error) { return sessionByID(tx, sessionID) })
	if errors.Is(err, db.ErrNoRows) {
		return session{}, false, nil
	}
	if err != nil {
		return session{}, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended == ended {
		s.known.Add(sessionID, knownSession{session: alive, readAt: now})
	}
	return alive, true, nil
}

// forget makes this node ask the database about these sessions again, as soon as tx has committed.
func (s *sessions) forget(tx *db.Tx, sessionIDs ...string) {
	tx.AfterCommit(func() { s.drop(sessionIDs) })
}

func (s *sessions) drop(sessionIDs []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended++
	for _, sessionID := range sessionIDs {
		s.known.Remove(sessionID)
	}
}

// end ends the session if it is the login's, and tells whether it was.
func (s *sessions) end(tx *db.Tx, loginID, sessionID string) (bool, error) {
	deleted, err := deleteSession(tx, loginID, sessionID)
	if err == nil && deleted {
		s.forget(tx, sessionID)
		s.hooks.OnSessionsEnd(tx, []string{sessionID})
	}
	return deleted, err
}

// endAll ends every session of the login but the one to keep (empty: none).
func (s *sessions) endAll(tx *db.Tx, loginID, keep string) error {
	endedIDs, err := deleteSessions(tx, loginID, keep)
	if err == nil && len(endedIDs) > 0 {
		s.forget(tx, endedIDs...)
		s.hooks.OnSessionsEnd(tx, endedIDs)
	}
	return err
}
