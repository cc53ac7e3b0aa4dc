package session

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"sarai/internal/identity/factor"
	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// mostUnstored is how many sessions are kept in memory at most, and settlePause how often they are tried to be stored.
const (
	mostUnstored = 10_000
	settlePause  = 2 * time.Second
)

// Unstored is a session that begins while the database takes no writes.
type Unstored struct {
	Grant
	PasswordHash string      // the login's, when the session began: another one ends it
	Step         int64       // of the second factor's code that it began with; 0: none
	By           scope.Scope // whose doing it is
	Org          string      // where it leads to

	ended bool // it is only kept in case that the database has it after all
}

// antechamber keeps sessions in this node's memory until they are stored. No other node knows them so long, and they
// end with the process.
type antechamber struct {
	mu    sync.Mutex
	byID  map[string]Unstored
	added chan struct{}
}

func newAntechamber() *antechamber {
	return &antechamber{byID: map[string]Unstored{}, added: make(chan struct{}, 1)}
}

// add reports whether there was room.
func (r *antechamber) add(u Unstored) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.byID) >= mostUnstored {
		return false
	}
	r.byID[u.ID] = u
	select {
	case r.added <- struct{}{}:
	default:
	}
	return true
}

// find returns a session that fits and hasn't ended.
func (r *antechamber) find(fits func(u Unstored) bool) (Unstored, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, u := range r.byID {
		if !u.ended && fits(u) {
			return u, true
		}
	}
	return Unstored{}, false
}

// get returns the session with this id; one that has ended, too.
func (r *antechamber) get(sessionID string) (u Unstored, kept bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	u, kept = r.byID[sessionID]
	return u, kept
}

// of lists the login's sessions.
func (r *antechamber) of(loginID string) (list []Session) {
	for _, u := range r.all() {
		if u.Login == loginID && !u.ended {
			list = append(list, u.Session)
		}
	}
	return list
}

func (r *antechamber) all() []Unstored {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]Unstored, 0, len(r.byID))
	for _, u := range r.byID {
		list = append(list, u)
	}
	return list
}

// end ends sessions of the login that fit, and returns their ids.
func (r *antechamber) end(loginID string, fits func(sessionID string) bool) (ended []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for sessionID, u := range r.byID {
		if u.Login == loginID && !u.ended && fits(sessionID) {
			u.ended = true
			r.byID[sessionID] = u
			ended = append(ended, sessionID)
		}
	}
	return ended
}

func (r *antechamber) remove(sessionID string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.byID, sessionID)
}

// Keep begins a session in memory, and reports whether there was room.
func (s *Service) Keep(u Unstored) bool { return s.unstored.add(u) }

// findUnstored is find for a session that isn't stored yet.
func (s *Service) findUnstored(ctx context.Context, u Unstored) (Session, bool, error) {
	if u.ended || s.Clock.Now().UnixMilli() >= u.ExpiresAt {
		return Session{}, false, nil
	}
	present, err := db.ReadOne(ctx, s.DB, func(tx *db.Tx) (user.Login, error) { return user.LoginByID(tx, u.Login) })
	if errors.Is(err, db.ErrNoRows) {
		return Session{}, false, nil
	}
	return u.Session, err == nil && present.PasswordHash == u.PasswordHash, err
}

// StoreUnstored stores the sessions that began while the database took no writes, until ctx ends.
func (s *Service) StoreUnstored(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.unstored.added:
		}
		for s.storeAll(ctx) {
			select {
			case <-ctx.Done():
				s.storeAll(context.WithoutCancel(ctx))
				return
			case <-time.After(settlePause):
			}
		}
	}
}

// storeAll stores what it can, and reports whether there are sessions left.
func (s *Service) storeAll(ctx context.Context) (left bool) {
	for _, u := range s.unstored.all() {
		err := s.DB.WriteSoon(ctx, func(tx *db.Tx) error { return s.store(tx, u) })
		if errs.Is(err, errs.KindUnavailable) || ctx.Err() != nil {
			return true
		}
		if err != nil {
			s.unstored.remove(u.ID)
			slog.Warn("a session that began while the database took no writes can't be stored and ends", "error",
				err.Error())
		}
	}
	return false
}

// store stores one session, unless its commit came through after all or its login has another password now.
func (s *Service) store(tx *db.Tx, u Unstored) error {
	tx.AfterCommit(func() {
		s.unstored.remove(u.ID)
		s.Forget([]string{u.ID})
	})
	if u.ended {
		_, err := deleteSession(tx, u.Login, u.ID)
		return err
	}
	_, err := sessionByID(tx, u.ID)
	if !errors.Is(err, db.ErrNoRows) {
		return err
	}
	held, err := user.LockPassword(tx, u.Login, u.PasswordHash)
	if err != nil || !held {
		return err
	}
	if _, err := factor.UseStep(tx, u.Login, u.Step); err != nil {
		return err
	}
	if err := Store(tx, u.Grant); err != nil {
		return err
	}
	if err := s.Users.Note(tx, u.By, SignedIn.Of(u.Login, event.None{})); err != nil {
		return err
	}
	return user.MarkUsed(tx, u.Login, u.Org)
}
