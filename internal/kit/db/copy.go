package db

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

	"sarai/internal/kit/db/sqlite"
)

// Copied is what a checked copy of the database holds.
type Copied struct {
	Tables int
	Rows   int64 // of all tables
}

// ErrDamaged means that no sound copy could be made, since the database or what was written of it is damaged.
var ErrDamaged = errors.New("the database or its copy is damaged")

// backup writes the copy beside path, syncs and checks it, and links it to path: neither a crash nor damage leaves
// something there that looks like a backup.
func (e *sqliteEngine) backup(ctx context.Context, path string) (Copied, error) {
	copied, err := e.copyTo(ctx, path)
	if isDamage(err) {
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if err != nil {
		return Copied{}, fmt.Errorf("back up to %s: %w", path, err)
	}
	return copied, errors.Join(syncFolder(filepath.Dir(path)), e.noteBackup())
}

func (e *sqliteEngine) copyTo(ctx context.Context, path string) (Copied, error) {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.partial")
	if err != nil {
		return Copied{}, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if _, err := os.Lstat(path); err == nil {
		return Copied{}, fs.ErrExist
	}
	if _, err := e.keeper.ExecContext(ctx, "VACUUM INTO $1", file.Name()); err != nil {
		return Copied{}, err
	}
	if err := file.Sync(); err != nil {
		return Copied{}, err
	}
	tables, rows, damage, err := sqlite.CheckFile(ctx, file.Name())
	if err == nil && len(damage) > 0 {
		err = fmt.Errorf("%w: %s", ErrDamaged, strings.Join(damage, "; "))
	}
	if err != nil {
		return Copied{}, err
	}
	return Copied{Tables: tables, Rows: rows}, os.Link(file.Name(), path)
}

// timeOfBackup is the file beside the database that has the time of its last backup, in UTC milliseconds: a backup may
// be made by another process, and of a schema that is older than the program's.
func (e *sqliteEngine) timeOfBackup() string { return e.path + ".backup-time" }

// noteBackup replaces the file whole, and also one of another user: who runs the backup needn't be who serves.
func (e *sqliteEngine) noteBackup() error {
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

func (e *sqliteEngine) lastBackup() (time.Time, error) {
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
