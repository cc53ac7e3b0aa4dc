// Package engine has what package db and its two engines, SQLite and PostgreSQL, know of each other: an engine runs the
// work of a transaction, and the work runs its statements by what the engine lends it.
package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
)

// Engine is an open database of one kind. Except for Damage and Backup its errors are those of the driver, which Fault
// of its package explains.
type Engine interface {
	// Read does the work in a transaction that sees one snapshot and can't write, ReadOne the work of one statement
	// without a transaction around it.
	Read(ctx context.Context, w Work) error
	ReadOne(ctx context.Context, w Work) error
	// Write does the work in a transaction, whose commit is durable when it returns nil, and then its effects.
	Write(ctx context.Context, w Work) error

	Ping(ctx context.Context) error
	// Probe commits something that changes nothing.
	Probe(ctx context.Context) error
	// Keeper has the connections that migrations use.
	Keeper() *sql.DB
	// Distribute gives the tables that migrations have made their places on several servers, if there are several.
	// migrated says that no migration is left.
	Distribute(ctx context.Context, migrated bool) error
	Damage(ctx context.Context, whole bool) ([]string, error)
	Backup(ctx context.Context, path string) (Copied, error)
	LastBackup() (time.Time, error)
	Stats() Stats
	Stamp() (Stamp, bool)
	// Close waits for what is running.
	Close() error
}

// Work is what is to be done in a transaction.
type Work interface {
	Queue() *Queue
	// Run does the work, and once more from its beginning each time that the engine tries it. The runner is the work's
	// only until Run returns.
	Run(runner Runner) error
	// Effects are the functions to run after the commit of what was last run.
	Effects() []func()
}

// Queue is what the transactions of a request have in common.
type Queue struct {
	Name  string       // of those that take turns with others; an organization's id
	Large bool         // much work is expected of each
	Rows  atomic.Int64 // that were read and written so far
}

// Runner runs statements inside the open transaction of one connection.
type Runner interface {
	Exec(query string, args ...any) (changed int64, err error)
	Query(query string, args ...any) (Cursor, error)
	// Do runs a statement whose answer nobody needs, by the next Flush at the latest; refused, if it isn't nil, says
	// what its error means. It counts the changed rows in the queue.
	Do(refused func(error) error, query string, args []any) error
	// Ask and Count do as well, and give the rows or their number to a function.
	Ask(answer func(Cursor), query string, args []any) error
	Count(changed func(int64), query string, args []any) error
	Flush() error
}

// Scanner is a row whose columns can be scanned.
type Scanner interface{ Scan(dest ...any) error }

// Cursor reads the rows that a statement finds one by one: Scan reads the row that Next has gone to. When Next returns
// false, the cursor is closed, and Err tells whether that was the last row.
type Cursor interface {
	Scanner
	Next() bool
	Columns() ([]string, error)
	Err() error
	Close() error
}

// Stats are counters since the database was opened, for the metrics.
type Stats struct {
	QueueLength   int   // SQLite: writes waiting for their turn now; PostgreSQL: connections in use now
	Batches       int64 // commits
	BatchedWrites int64 // writes in those commits; divided by Batches, the mean batch size
	Retries       int64 // PostgreSQL: transactions run again after a conflict with others or a lost connection
	FailedWrites  int64 // writes that failed because the database was away, too slow or full
}

// Copied is what a checked copy of the database holds.
type Copied struct {
	Tables int
	Rows   int64 // of all tables
}

// Stamp is another one after each commit, of whichever process. What is read after taking a stamp is what the stamp
// stands for, or newer. So whoever takes the same stamp later may use what was read: nothing was committed meanwhile.
type Stamp [12]uint32

var (
	// ErrClosed is returned by every operation on a closed database.
	ErrClosed = errors.New("the database is closed")
	// ErrDamaged means that no sound copy could be made, since the database or what was written of it is damaged.
	ErrDamaged = errors.New("the database or its copy is damaged")
)

// Fault is what an engine's error means.
type Fault int

// The faults that are told apart.
const (
	Other       Fault = iota
	Unique            // a unique or primary key is there already
	ForeignKey        // a row that is referred to is missing, or is still referred to
	Overflow          // a sum that a BIGINT can't hold
	Unconfirmed       // a commit that was asked for: it may be done, or not
	Full              // no space is left for what was to be written
	ReadOnly          // the database, or the file system that it is on, can only be read
	Slow              // another transaction's lock was waited for too long
	Away              // no connection was to be had, or it was lost
	Damaged           // the file's pages are broken
)

// InQuery is the statement's error with its text.
func InQuery(query string, err error) error {
	return fmt.Errorf("%w (in: %s)", err, strings.Join(strings.Fields(query), " "))
}
