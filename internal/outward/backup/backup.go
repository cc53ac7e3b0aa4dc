package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"time"

	"sarai/internal/kit/bucket"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
)

// Status says how well the database is backed up.
type Status struct {
	Able bool          // whether Create works on this server
	Last time.Time     // zero if there was never a backup
	Age  time.Duration // of the last backup
}

// sendTime is how long a copy may be on its way to storage, so that one that hangs doesn't keep the next from it.
const sendTime = 6 * time.Hour

// Send puts a copy of this time into storage, and removes from there what need not be kept.
func Send(ctx context.Context, storage *bucket.Bucket, keep Keep, at time.Time, file string) error {
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	if err := storage.Put(ctx, nameOf(at), file); err != nil {
		return err
	}
	names, err := storage.Names(ctx)
	if err != nil {
		return err
	}
	for _, name := range keep.superfluous(names) {
		if err := storage.Remove(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// retryAfter is when a backup that failed may be worth another try: somebody has to see to the server first.
const retryAfter = time.Minute

// failed says why no copy was made, to who runs the server. The cause is for the log.
func failed(err error) error {
	why := "the server's log says why"
	switch {
	case db.NoRoom(err):
		why = "the disk that backups are written to is full: free some space on it"
	case errors.Is(err, db.ErrDamaged):
		why = "the copy didn't pass its check, so the database may be damaged: keep the older backups, and see the log"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		why = "the server may not write to the folder of backups: give it the right to"
	}
	return errs.Unavailable(fmt.Sprintf("No backup was made: %s. Then try again.", why), retryAfter, err)
}

// unsent says that a copy lies on the server's disk only.
func unsent(err error) error {
	return errs.Unavailable("The backup lies on the server's disk, but the storage did not take it; the server's log "+
		"says why. Try again to send it.", retryAfter, err)
}
