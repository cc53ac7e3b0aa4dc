package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sarai/internal/kit/db/engine"
	"sarai/internal/kit/db/sqlite/driver"
)

// Backup writes the copy beside path, syncs and checks it, and links it to path: neither a crash nor damage leaves
// something there that looks like a backup.
func (e *Engine) Backup(ctx context.Context, path string) (engine.Copied, error) {
	copied, err := e.copyTo(ctx, path)
	if Fault(err) == engine.Damaged {
		err = fmt.Errorf("%w: %w", engine.ErrDamaged, err)
	}
	if err != nil {
		return engine.Copied{}, fmt.Errorf("back up to %s: %w", path, err)
	}
	return copied, errors.Join(syncFolder(filepath.Dir(path)), e.noteBackup())
}

func (e *Engine) copyTo(ctx context.Context, path string) (engine.Copied, error) {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.partial")
	if err != nil {
		return engine.Copied{}, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if _, err := os.Lstat(path); err == nil {
		return engine.Copied{}, fs.ErrExist
	}
	if _, err := e.keeper.ExecContext(ctx, "VACUUM INTO $1", file.Name()); err != nil {
		return engine.Copied{}, err
	}
	if err := file.Sync(); err != nil {
		return engine.Copied{}, err
	}
	tables, rows, damage, err := checkFile(ctx, file.Name())
	if err == nil && len(damage) > 0 {
		err = fmt.Errorf("%w: %s", engine.ErrDamaged, strings.Join(damage, "; "))
	}
	if err != nil {
		return engine.Copied{}, err
	}
	return engine.Copied{Tables: tables, Rows: rows}, os.Link(file.Name(), path)
}

// checkFile opens the file at path, checks all of it, and counts its tables and their rows unless it finds damage.
func checkFile(ctx context.Context, path string) (tables int, rows int64, damage []string, err error) {
	conn, err := driver.Open(path, "query_only(ON)")
	if err != nil {
		return 0, 0, nil, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	conn.Within(ctx)
	if damage, err = all(conn, value[string], wholeCheck); err != nil || len(damage) != 1 || damage[0] != "ok" {
		return 0, 0, damage, err
	}
	names, err := all(conn, value[string], "SELECT name FROM sqlite_schema WHERE type = 'table'")
	if err != nil {
		return 0, 0, nil, err
	}
	for _, name := range names {
		counted, err := all(conn, value[int64], `SELECT COUNT(*) FROM "`+strings.ReplaceAll(name, `"`, `""`)+`"`)
		if err != nil {
			return 0, 0, nil, err
		}
		rows += counted[0]
	}
	return len(names), rows, nil, nil
}

// timeOfBackup is the file beside the database that has the time of its last backup, in UTC milliseconds: a backup may
// be made by another process, and of a schema that is older than the program's.
func (e *Engine) timeOfBackup() string { return e.path + ".backup-time" }

// noteBackup replaces the file whole, and also one of another user: who runs the backup needn't be who serves.
func (e *Engine) noteBackup() error {
	file, err := os.CreateTemp(filepath.Dir(e.path), filepath.Base(e.timeOfBackup())+".*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString(strconv.FormatInt(e.clock.Now().UnixMilli(), 10))
	if err := errors.Join(err, file.Chmod(0o644), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), e.timeOfBackup())
}

// LastBackup reads the time that Backup has noted.
func (e *Engine) LastBackup() (time.Time, error) {
	text, err := os.ReadFile(e.timeOfBackup())
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	milliseconds, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return time.UnixMilli(milliseconds).UTC(), err
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
