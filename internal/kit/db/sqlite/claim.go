package sqlite

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// ErrClaimed is a SQLite file that another process has claimed.
var ErrClaimed = errors.New("another process works on the database")

// claimPatience is how long a claim waits for a process that only opens or looks at the file.
const claimPatience = 500 * time.Millisecond

// Claim claims the SQLite file at path, which needn't exist: until release is called, or this process ends in whatever
// way, every other Claim fails with ErrClaimed. It locks the file path.lock. A claim keeps nobody from opening the
// database.
func Claim(path string) (release func() error, err error) {
	lock := flock.New(path+".lock", flock.SetPermissions(0o644)) // another user may claim it next; nothing is in it
	for until := time.Now().Add(claimPatience); ; {
		locked, err := lock.TryLock()
		if err != nil {
			return nil, fmt.Errorf("lock the database: %w", err)
		}
		if locked && isInPlace(lock) {
			return func() error {
				_ = os.Remove(lock.Path()) // before others may have it; where that can't be, it stays
				return lock.Unlock()
			}, nil
		}
		if err := lock.Unlock(); err != nil {
			return nil, err
		}
		if time.Now().After(until) {
			return nil, ErrClaimed
		}
		time.Sleep(claimPatience / 20)
	}
}

// isInPlace tells whether the locked file is still the one that others would lock: its last owner may have removed it.
func isInPlace(lock *flock.Flock) bool {
	locked, err := lock.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(lock.Path())
	return err == nil && os.SameFile(locked, there)
}
