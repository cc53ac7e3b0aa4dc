package backup

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/bucket"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// recent is the age below which a copy needs no newer one.
const recent = time.Minute

// Config says who may make copies, and where they go.
type Config struct {
	Operator string // the organization that runs the server; empty: its first one
	Folder   string // made with the first copy
	Storage  *bucket.Bucket
	Keep     Keep
}

// Service makes copies of the database.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	clock  clock.Clock
	config Config
	making sync.Mutex
	unsent time.Time // of the copy that storage lacks; only for who is making
}

// New makes the service. Storage is nil where copies stay on the server's disk.
func New(d *db.DB, bus *event.Bus, c clock.Clock, config Config) *Service {
	return &Service{db: d, bus: bus, clock: c, config: config}
}

// operates reports whether the caller's organization runs the server.
func (s *Service) operates(ctx context.Context, sc scope.Scope) (bool, error) {
	if s.config.Operator != "" {
		return sc.Org == s.config.Operator, nil
	}
	first, err := db.ReadOne(ctx, s.db, organization.First)
	return sc.Org == first, err
}

func (s *Service) able() bool { return s.db.Dialect() == db.SQLite }

// shown is the status for one organization: those that don't run the server learn nothing.
func (s *Service) shown(ctx context.Context, sc scope.Scope) (Status, error) {
	if operates, err := s.operates(ctx, sc); err != nil || !operates {
		return Status{}, err
	}
	return s.status()
}

func (s *Service) status() (Status, error) {
	st := Status{Able: s.able()}
	last, err := s.db.LastBackup()
	if err != nil || last.IsZero() {
		return st, err
	}
	st.Last, st.Age = last, max(0, s.clock.Now().Sub(last))
	return st, nil
}

// create makes a copy, unless there is one of the last minute. It goes on when the caller has gone.
func (s *Service) create(ctx context.Context, sc scope.Scope) (Status, error) {
	if operates, err := s.operates(ctx, sc); err != nil {
		return Status{}, err
	} else if !operates {
		return Status{}, errs.Forbidden("A backup holds every hotel of this server, so only the organization that runs it " +
			"may make one.")
	}
	if !s.able() {
		return Status{}, errs.Conflict("This server's database is PostgreSQL, which its operator backs up with pg_dump.")
	}
	if !s.making.TryLock() {
		return Status{}, errs.Conflict("A backup is being made at this moment. Look again when it is done.")
	}
	defer s.making.Unlock()
	st, err := s.status()
	if err != nil {
		return st, err
	}
	ctx = context.WithoutCancel(ctx)
	if st.Last.IsZero() || st.Age >= recent {
		if err := s.copy(ctx, sc); err != nil {
			return st, err
		}
	}
	if err := s.send(ctx); err != nil {
		return st, err
	}
	return s.status()
}

// copy makes a copy, and removes those that need not be kept.
func (s *Service) copy(ctx context.Context, sc scope.Scope) error {
	at := s.clock.Now()
	name := nameOf(at)
	if err := os.MkdirAll(s.config.Folder, 0o700); err != nil {
		return failed(err)
	}
	copied, err := s.db.Backup(ctx, filepath.Join(s.config.Folder, name))
	if err != nil {
		return failed(err)
	}
	s.unsent = at
	if err := s.tidy(); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		return s.bus.Publish(tx, sc, created.Of(id.New(), createdDetails{name, copied.Tables, copied.Rows}))
	})
}

// send puts the copy into storage that isn't there yet, if there is storage.
func (s *Service) send(ctx context.Context) error {
	if s.config.Storage == nil || s.unsent.IsZero() {
		return nil
	}
	file := filepath.Join(s.config.Folder, nameOf(s.unsent))
	if err := Send(ctx, s.config.Storage, s.config.Keep, s.unsent, file); err != nil {
		return unsent(err)
	}
	s.unsent = time.Time{}
	return nil
}

// tidy removes the copies that need not be kept.
func (s *Service) tidy() error {
	entries, err := os.ReadDir(s.config.Folder)
	if err != nil {
		return err
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	for _, name := range s.config.Keep.superfluous(names) {
		if err := os.Remove(filepath.Join(s.config.Folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
