package db

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
)

// Rank is the place of a lock in the one order in which all transactions take their locks, so that none of them can be
// part of a deadlock: a lower rank comes first.
type Rank int

// taken is a lock of a rank that a transaction has.
type taken struct {
	rank Rank
	key  string
}

// orderChecked says whether transactions check the order of their locks.
var orderChecked atomic.Bool

// CheckLockOrder lets every transaction from now on fail that takes a lock of a lower rank after one of a higher. It is
// for tests: a program that is served doesn't spend the time.
func CheckLockOrder() { orderChecked.Store(true) }

// Locks says that the next statement locks what the key names, if the transaction hasn't locked it yet. A lock of one
// rank may be taken after another of it only where callers keep an order of their keys.
func (tx *Tx) Locks(rank Rank, key string) {
	if !orderChecked.Load() {
		return
	}
	if _, has := tx.locks[taken{rank, key}]; has {
		return
	}
	here := whence()
	for before, there := range tx.locks {
		if before.rank > rank && tx.failure == nil {
			tx.failure = fmt.Errorf("the lock of rank %d on %q is taken in %s, after that of rank %d on %q in %s", rank, key,
				here, before.rank, before.key, there)
			fmt.Fprintln(os.Stderr, tx.failure) // the caller hears of an error on our side only
		}
	}
	if tx.locks == nil {
		tx.locks = map[taken]string{}
	}
	tx.locks[taken{rank, key}] = here
}

// whence is where the program is, beginning with what called the function that called Locks.
func whence() string {
	var callers [6]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(4, callers[:])])
	var places []string
	for {
		frame, more := frames.Next()
		if _, file, ours := strings.Cut(frame.File, "/internal/"); ours && !strings.HasPrefix(file, "kit/db/") {
			places = append(places, fmt.Sprintf("%s:%d", file, frame.Line))
		}
		if !more || len(places) == 3 {
			return strings.Join(places, " < ")
		}
	}
}
