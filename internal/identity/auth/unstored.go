package auth

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// mostUnstored is how many sessions are kept in memory at most, and settlePause how often they are tried to be stored.
const (
	mostUnstored = 10_000
	settlePause  = 2 * time.Second
)

// unstored is a session that began while the database took no writes.
type unstored struct {
	session
	refresh      string
	passwordHash string // the login's, when the session began: another one ends it
	step         int64  // of the code that it began with; 0: none
	by           scope.Scope
	org          string // where it led to
	ended        bool   // it is only kept in case that the database has it after all
}

// antechamber keeps sessions in this node's memory until they are stored. No other node knows them so long, and they
// end with the process.
type antechamber struct {
	mu    sync.Mutex
	byID  map[string]unstored
	added chan struct{}
}

func newAntechamber() *antechamber {
	return &antechamber{byID: map[string]unstored{}, added: make(chan struct{}, 1)}
}

// add reports whether there was room.
func (r *antechamber) add(u unstored) bool {
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
func (r *antechamber) find(fits func(u unstored) bool) (unstored, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, u := range r.byID {
		if !u.ended && fits(u) {
			return u, true
		}
	}
	return unstored{}, false
}

// get returns the session with this id; one that has ended, too.
func (r *antechamber) get(sessionID string) (u unstored, kept bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	u, kept = r.byID[sessionID]
	return u, kept
}

// of lists the login's sessions.
func (r *antechamber) of(loginID string) (list []session) {
	for _, u := range r.all() {
		if u.Login == loginID && !u.ended {
			list = append(list, u.session)
		}
	}
	return list
}

func (r *antechamber) all() []unstored {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]unstored, 0, len(r.byID))
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

// beginUnstored begins the session in memory, once the login, read anew, still has the password and the code is right.
// It fails with refused, the reason why the session can't be stored, where that has to be written: for recovery codes.
func (m *mfa) beginUnstored(ctx context.Context, s *sessions, c credentials, u unstored, refused error) error {
	err := m.db.Read(ctx, func(tx *db.Tx) (err error) {
		present, err := loginByID(tx, u.Login)
		if errors.Is(err, db.ErrNoRows) || err == nil && present.passwordHash != u.passwordHash {
			return errWrongCredentials
		}
		if err == nil {
			u.step, err = m.lookAt(tx, u.Login, c.code, refused)
		}
		return err
	})
	if err == nil && !m.spend(u.Login, u.step) {
		err = errWrongCode
	}
	if err == nil && !s.unstored.add(u) {
		err = refused
	}
	return err
}

// lookAt finds the step of a code of the app, which it doesn't use up; 0 for a login without a second factor.
func (m *mfa) lookAt(tx *db.Tx, loginID, code string, refused error) (step int64, err error) {
	f, err := factorOf(tx, loginID)
	if err != nil || !f.confirmed {
		return 0, err
	}
	if code == "" {
		return 0, errCodeNeeded
	}
	if len(code) != codeLength {
		return 0, refused
	}
	if step, err = m.stepOf(tx, loginID, f, code); err != nil {
		return 0, err
	}
	fresh, err := isUnusedStep(tx, loginID, step)
	if err == nil && !fresh {
		err = errWrongCode
	}
	return step, err
}

// spend reports whether this node has seen no code of this step or a later one while the database took no writes.
func (m *mfa) spend(loginID string, step int64) bool {
	if step == 0 {
		return true
	}
	m.spentLock.Lock()
	defer m.spentLock.Unlock()
	if last, _ := m.spent.Get(loginID); last >= step {
		return false
	}
	m.spent.Add(loginID, step)
	return true
}

// findUnstored is find for a session that isn't stored yet.
func (s *sessions) findUnstored(ctx context.Context, u unstored) (session, bool, error) {
	if u.ended || s.clock.Now().UnixMilli() >= u.ExpiresAt {
		return session{}, false, nil
	}
	present, err := db.ReadOne(ctx, s.db, func(tx *db.Tx) (login, error) { return loginByID(tx, u.Login) })
	if errors.Is(err, db.ErrNoRows) {
		return session{}, false, nil
	}
	return u.session, err == nil && present.passwordHash == u.passwordHash, err
}

// refreshedUnstored is refreshed while the database takes no writes: it prolongs nothing. A refresh token that rotates
// is replaced by the next one all the same, because it may be already, by a commit that isn't confirmed.
func (s *sessions) refreshedUnstored(ctx context.Context, refresh string) (found prolonged, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if found, err = s.next(tx, refresh); err != nil {
			return err
		}
		organizations, err := enterable(tx, found.Login)
		if err == nil && len(organizations) == 0 {
			err = db.ErrNoRows
		}
		return err
	})
	return found, err
}

// next is present without a write.
func (s *sessions) next(tx *db.Tx, refresh string) (prolonged, error) {
	found, err := sessionByRefreshToken(tx, refresh)
	if err == nil && found.Generation == 0 {
		return prolonged{found, refresh}, nil
	}
	if err == nil {
		return prolonged{found, s.rotating(found.ID, found.Generation+1)}, nil
	}
	sessionID, generation, ok := s.rotated(refresh)
	if !ok || !errors.Is(err, db.ErrNoRows) {
		return prolonged{}, err
	}
	found, err = sessionByID(tx, sessionID)
	switch {
	case err != nil:
	case generation == found.Generation+1:
		return prolonged{found, refresh}, nil
	case s.inGrace(tx, found, generation):
		return prolonged{found, s.rotating(found.ID, found.Generation)}, nil
	default:
		err = db.ErrNoRows
	}
	return prolonged{}, err
}

// StoreSessions stores the sessions that began while the database took no writes, until ctx ends.
func StoreSessions(ctx context.Context, of *Service) {
	s := of.sessions
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
func (s *sessions) storeAll(ctx context.Context) (left bool) {
	for _, u := range s.unstored.all() {
		err := s.db.WriteSoon(ctx, func(tx *db.Tx) error { return s.store(tx, u) })
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
func (s *sessions) store(tx *db.Tx, u unstored) error {
	tx.AfterCommit(func() {
		s.unstored.remove(u.ID)
		s.drop([]string{u.ID})
	})
	if u.ended {
		_, err := deleteSession(tx, u.Login, u.ID)
		return err
	}
	_, err := sessionByID(tx, u.ID)
	if !errors.Is(err, db.ErrNoRows) {
		return err
	}
	held, err := lockPassword(tx, u.Login, u.passwordHash)
	if err != nil || !held {
		return err
	}
	if _, err := useStep(tx, u.Login, u.step); err != nil {
		return err
	}
	if err := insertSession(tx, u.session, u.refresh); err != nil {
		return err
	}
	if err := s.trail.note(tx, u.by, u.Login, signedInAction, nil); err != nil {
		return err
	}
	return markUsed(tx, u.Login, u.org)
}
