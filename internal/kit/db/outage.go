package db

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	sqlite3 "modernc.org/sqlite/lib"

	"sarai/internal/kit/errs"
)

// defaultDeadline is how long a transaction may take, its waiting included, where the configuration says nothing.
const defaultDeadline = 15 * time.Second

// What keeps a transaction from its end, apart from what it asks for.
var (
	errNoConnection = errors.New("no connection to the database was to be had")
	errSlow         = errors.New("the database took too long")
	errDemoted      = errors.New("the database has become a standby")
	// errUnknown is a commit that was asked for and not confirmed: it may be done, or not.
	errUnknown = errors.New("the database has not confirmed the commit")
)

// retryAfter is what callers are told to wait, and retryAfterFull where the disk is full.
const (
	retryAfter     = 2 * time.Second
	retryAfterFull = 30 * time.Second
)

// unavailable turns what is the database's own trouble into an errs.Unavailable that tells the caller what to do.
func unavailable(ctx context.Context, err error) error {
	var told *errs.Error
	switch {
	case err == nil || errors.As(err, &told):
		return err
	case errors.Is(err, errUnknown):
		return errs.Unavailable("The database has not confirmed this in time, so it may be done or not. "+
			"Send it again with the same Idempotency-Key to learn which.", retryAfter, err)
	case isFull(err):
		return errFull(err)
	case isReadOnly(err):
		return errs.Unavailable("The database can only be read at the moment, so nothing was changed. "+
			"Try again in a few seconds.", retryAfter, err)
	case errors.Is(context.Cause(ctx), errSlow) || pgCode(err) == pgLockTimeout:
		return errs.Unavailable("The database took too long, so nothing was changed. Try again in a moment.", retryAfter,
			err)
	case errors.Is(err, errNoConnection) || isAway(err):
		return errs.Unavailable("The database can't be reached at the moment. Try again in a few seconds.", retryAfter, err)
	}
	return err
}

// isFull reports whether there was no space left for what was to be written.
func isFull(err error) bool {
	return sqliteCode(err)&0xff == sqlite3.SQLITE_FULL || pgCode(err) == pgDiskFull
}

// NoRoom reports whether a disk had no space left, the database's or another.
func NoRoom(err error) bool { return isFull(err) || errors.Is(err, syscall.ENOSPC) }

// isAway reports whether the connection to PostgreSQL was lost or refused.
func isAway(err error) bool {
	if err == nil {
		return false
	}
	if errors.Is(err, errDemoted) {
		return true
	}
	if code := pgCode(err); code != "" {
		// 08 are failures of the connection, 57P those of a server that stops or starts. See appendix A of its manual.
		return strings.HasPrefix(code, "08") || strings.HasPrefix(code, "57P") || code == pgTooManyConnections ||
			code == pgIdleTimeout
	}
	var network net.Error
	var refused *pgconn.ConnectError
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.As(err, &refused) || errors.As(err, &network) && !errors.Is(err, context.DeadlineExceeded) &&
		!errors.Is(err, context.Canceled) || errors.Is(err, pgconn.ErrConnClosed)
}
