package backup

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// recent is the age below which a copy needs no newer one.
const recent = time.Minute

// Service makes copies of the database.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	clock  clock.Clock
	folder string
	making sync.Mutex
}

// New makes the service, whose copies go into the folder. The folder is made with the first copy.
func New(d *db.DB, bus *event.Bus, c clock.Clock, folder string) *Service {
	return &Service{db: d, bus: bus, clock: c, folder: folder}
}

func (s *Service) able() bool { return s.db.Dialect() == db.SQLite }

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
	if !s.able() {
		return Status{}, errs.Conflict("This server's database is PostgreSQL, which its operator backs up with pg_dump.")
	}
	if !s.making.TryLock() {
		return Status{}, errs.Conflict("A backup is being made at this moment. Look again when it is done.")
	}
	defer s.making.Unlock()
	st, err := s.status()
	if err != nil || !st.Last.IsZero() && st.Age < recent {
		return st, err
	}
	ctx = context.WithoutCancel(ctx)
	name := nameOf(s.clock.Now())
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return st, err
	}
	if err := s.db.Backup(ctx, filepath.Join(s.folder, name)); err != nil {
		return st, err
	}
	if err := s.tidy(); err != nil {
		return st, err
	}
	if err := s.db.Write(ctx, func(tx *db.Tx) error {
		return s.bus.Publish(tx, sc, event.Event{Action: "backup.created", ResourceType: "backup", ResourceID: name})
	}); err != nil {
		return st, err
	}
	return s.status()
}

// tidy removes the copies that need not be kept.
func (s *Service) tidy() error {
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		return err
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	for _, name := range superfluous(names) {
		if err := os.Remove(filepath.Join(s.folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
