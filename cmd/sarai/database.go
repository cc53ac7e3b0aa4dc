package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/postgres"
	"sarai/internal/kit/db/sqlite"
	"sarai/internal/kit/token"
	"sarai/internal/record/audit"
	"sarai/migrations"
)

// What is in the data directory beside the SQLite file and its token keys.
const (
	mailFolder   = "mail"
	backupFolder = "backups"
)

// lookTime is how long a start looks through the pages of a SQLite file.
const lookTime = 2 * time.Second

// openDatabase opens and migrates the database. It refuses wrong settings before it touches anything, a SQLite file
// that is damaged or gone, a database that is newer than this program, and to migrate one that a server works on.
func (s *Settings) openDatabase(ctx context.Context, c clock.Clock) (*db.DB, error) {
	hasKeys, served, release, err := s.prepare()
	if err != nil {
		return nil, err
	}
	defer release()
	s.warnOfExposure()
	d, err := db.Open(ctx, db.Config{URL: s.databaseAddress(), DirectURL: s.DatabaseDirectURL,
		MaxConns: s.DatabaseConnections, Deadline: s.DatabaseDeadline, Clock: c})
	if err != nil {
		return nil, err
	}
	if !served {
		err = s.lookThrough(ctx, d)
	}
	if err == nil {
		err = s.migrate(ctx, d, hasKeys, served)
	}
	if err != nil {
		return nil, closing(d, err)
	}
	return d, nil
}

// prepare refuses what keeps the database from being opened or made, and claims a SQLite file as inspect does.
func (s *Settings) prepare() (hasKeys, served bool, release func(), err error) {
	if _, err := s.config(); err != nil {
		return false, false, nil, err
	}
	if err := s.checkFolders(); err != nil {
		return false, false, nil, err
	}
	if hasKeys, err = s.hasKeys(); err != nil {
		return false, false, nil, err
	}
	served, release, err = s.inspect(hasKeys)
	return hasKeys, served, release, err
}

func (s *Settings) warnOfExposure() {
	for _, address := range []string{s.DatabaseURL, s.DatabaseDirectURL} {
		if host := postgres.Exposed(address); host != "" {
			s.logger().Warn("the connection to PostgreSQL crosses the network without proof of who answers: "+
				"add sslmode=verify-full to the URL", "host", host)
		}
	}
}

// migrate brings the database to this version's schema. The token keys are made after those of a new database, so that
// a first start which fails leaves none behind.
func (s *Settings) migrate(ctx context.Context, d *db.DB, hasKeys, served bool) error {
	state, err := d.SchemaState(ctx, migrations.FS, migrations.Steps(nil)...)
	switch {
	case err != nil:
		return err
	case state == db.SchemaEmpty && hasKeys && s.TokenKeys == "" && s.DatabaseURL == "":
		return s.errLost("has no tables")
	case state != db.SchemaCurrent && served:
		return fmt.Errorf("the database has to be migrated, and %w: stop the server first", sqlite.ErrClaimed)
	}
	var sign func([]byte) string
	if state != db.SchemaEmpty {
		keys, err := s.keys()
		if err != nil {
			return err
		}
		sign = audit.Marks(keys).Sign
	}
	if err := d.Migrate(ctx, migrations.FS, migrations.Steps(sign)...); err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	_, err = s.keys()
	return err
}

// claimDatabase keeps other servers and migrations from the SQLite file, until release or the end of the process. It
// fails with sqlite.ErrClaimed where one is at work. A claim that this process has already stays.
func (s *Settings) claimDatabase() (release func(), err error) {
	if s.DatabaseURL != "" || s.claimed {
		return func() {}, nil
	}
	if err := s.makeDataDir(); err != nil {
		return nil, err
	}
	unlock, err := sqlite.Claim(s.sqliteFile())
	if err != nil {
		return nil, err
	}
	s.claimed = true
	return func() {
		s.claimed = false
		_ = unlock() // the end of the process does it, too
	}, nil
}

func (s *Settings) errServed() error {
	return fmt.Errorf("another server or migration works on %s: stop it first, or name another directory with "+
		"--data-dir", s.sqliteFile())
}

func (s *Settings) makeDataDir() error {
	if err := os.MkdirAll(s.DataDir, 0o700); err != nil {
		return fmt.Errorf("make the data directory: %w", err)
	}
	return nil
}

// checkFolders makes the data directory, and refuses files where folders belong, and folders where files do.
func (s *Settings) checkFolders() error {
	if err := s.makeDataDir(); err != nil {
		return err
	}
	for name, isFolder := range map[string]bool{mailFolder: true, backupFolder: true,
		filepath.Base(s.sqliteFile()): false, token.KeyFile: false} {
		path := filepath.Join(s.DataDir, name)
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case isFolder && !info.IsDir():
			return fmt.Errorf("%s is a file, and a folder belongs there: move it away", path)
		case !isFolder && info.IsDir():
			return fmt.Errorf("%s is a folder, and a file belongs there: move it away", path)
		}
	}
	return nil
}

// hasKeys tells whether there are token keys already, which must be good ones.
func (s *Settings) hasKeys() (bool, error) {
	if s.TokenKeys == "" {
		if _, err := os.Stat(filepath.Join(s.DataDir, token.KeyFile)); errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
	}
	_, err := s.keys()
	return err == nil, err
}

// openAsIs opens the database, which must exist, and leaves its schema alone.
func (s *Settings) openAsIs(ctx context.Context, deadline time.Duration) (*db.DB, error) {
	if err := s.databaseExists(); err != nil {
		return nil, err
	}
	_, release, err := s.inspect(false)
	if err != nil {
		return nil, err
	}
	defer release()
	return db.Open(ctx, db.Config{URL: s.databaseAddress(), DirectURL: s.DatabaseDirectURL,
		MaxConns: s.DatabaseConnections, Deadline: deadline, Clock: clock.System{}})
}

// inspect claims the SQLite file and looks at it, unless a server works on it: then it is whole, and its log is
// somebody else's.
func (s *Settings) inspect(hasKeys bool) (served bool, release func(), err error) {
	release, err = s.claimDatabase()
	if errors.Is(err, sqlite.ErrClaimed) {
		return true, func() {}, nil
	}
	if err != nil {
		return false, nil, err
	}
	if err := s.inspectFiles(hasKeys); err != nil {
		release()
		return false, nil, err
	}
	return false, release, nil
}

// inspectFiles looks at the SQLite file and its log while nobody has them open. It refuses what opening them would make
// worse: a new database where one was, and a log of which SQLite would drop commits that were acknowledged.
func (s *Settings) inspectFiles(hasKeys bool) error {
	if s.DatabaseURL != "" {
		return nil
	}
	log, err := sqlite.InspectLog(s.sqliteFile())
	if err != nil {
		return err
	}
	info, err := os.Stat(s.sqliteFile())
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return err
	}
	hadDatabase := hasKeys && s.TokenKeys == "" || log.Size > 0
	switch {
	case missing && hadDatabase:
		return s.errLost("is missing")
	case !missing && info.Size() == 0 && hadDatabase:
		return s.errLost("is empty")
	case log.Headless:
		return fmt.Errorf("%s is damaged at its beginning, so that what it holds, up to %d bytes of bookings, can't "+
			"be read: keep a copy of both files, then restore a backup, or give it up and remove it",
			s.sqliteFile()+"-wal", log.Size)
	case log.Lost > 1:
		return fmt.Errorf("%[1]s is damaged %[2]d bytes from its beginning, and %[3]d commits after that would be "+
			"lost: keep a copy of both files, then restore a backup, or give them up: truncate -s %[2]d %[1]s",
			s.sqliteFile()+"-wal", log.End, log.Lost)
	case log.Size > 0:
		s.reportRecovery(log)
	}
	return nil
}

// errLost refuses to begin anew where there was a database.
func (s *Settings) errLost(how string) error {
	return fmt.Errorf("%s %s, but %s or its log is there, so there was a database: put it back or restore a backup; "+
		"for a new, empty one, move %[3]s and what is left of %[1]s away first", s.sqliteFile(), how,
		filepath.Join(s.DataDir, token.KeyFile))
}

// reportRecovery says what a server that was killed has left, before it is taken over into the file.
func (s *Settings) reportRecovery(log sqlite.LogState) {
	message := "the database was not closed: what its log holds is recovered, and nothing was cut off"
	if log.Cut > 0 {
		message = "the database was not closed: what its log holds is recovered, and its end, which can't be read, " +
			"is cut off: it was a commit that wasn't finished, or else the last bookings before the crash are lost"
	}
	s.logger().Warn(message, "pages", log.Pages, "commits", log.Commits, "cutOffBytes", log.Cut)
}

// lookThrough looks through the pages for a moment, and refuses damaged ones.
func (s *Settings) lookThrough(ctx context.Context, d *db.DB) error {
	looking, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	found, err := d.Damage(looking, false)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		s.logger().Info("the database is too large to be looked through at every start: let sarai check do it", "for",
			lookTime.String())
		return nil
	case err != nil:
		return err
	case len(found) > 0:
		return fmt.Errorf("%s is damaged: restore a backup (%s)", s.sqliteFile(),
			strings.ReplaceAll(found[0], "\n", " "))
	}
	return nil
}

// databaseAddress is the database's URL as package db takes it.
func (s *Settings) databaseAddress() string {
	if s.DatabaseURL != "" {
		return s.DatabaseURL
	}
	return "sqlite:" + s.sqliteFile()
}

func (s *Settings) sqliteFile() string { return filepath.Join(s.DataDir, "sarai.db") }

// databaseExists fails where opening the database would make a new one.
func (s *Settings) databaseExists() error {
	if s.DatabaseURL != "" {
		return nil
	}
	if _, err := os.Stat(s.sqliteFile()); err != nil {
		return fmt.Errorf("there is no database: %w", err)
	}
	return nil
}
