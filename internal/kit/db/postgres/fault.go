package postgres

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"sarai/internal/kit/db/engine"
)

// SQLSTATE codes. See appendix A of PostgreSQL's manual.
const (
	uniqueViolation      = "23505"
	foreignKeyViolation  = "23503"
	outOfRange           = "22003"
	serializationFailure = "40001"
	deadlock             = "40P01"
	readOnly             = "25006"
	diskFull             = "53100"
	tooManyConnections   = "53300"
	internalError        = "XX000"
	lockTimeout          = "55P03"
	idleTimeout          = "25P03"
	notAllowed           = "42501"
)

// What keeps a transaction from its end, apart from what it asks for.
var (
	errNoConnection = errors.New("no connection to the database was to be had")
	errDemoted      = errors.New("the database has become a standby")
	// errUnknown is a commit that was asked for and not confirmed: it may be done, or not.
	errUnknown = errors.New("the database has not confirmed the commit")
)

// Fault is what an error of PostgreSQL means, or of the way to it.
func Fault(err error) engine.Fault {
	code := codeOf(err)
	switch {
	case errors.Is(err, errUnknown):
		return engine.Unconfirmed
	case code == uniqueViolation && !isEarlier(err):
		return engine.Unique
	case code == foreignKeyViolation && !isEarlier(err):
		return engine.ForeignKey
	case code == outOfRange:
		return engine.Overflow
	case code == diskFull:
		return engine.Full
	case code == readOnly || errors.Is(err, errDemoted):
		return engine.ReadOnly
	case code == lockTimeout:
		return engine.Slow
	case errors.Is(err, errNoConnection) || isAway(err):
		return engine.Away
	}
	return engine.Other
}

func codeOf(err error) string {
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failure.Code
	}
	return ""
}

func isEarlier(err error) bool {
	_, ok := errors.AsType[earlier](err)
	return ok
}

// isAway reports whether the connection to the server was lost or refused.
func isAway(err error) bool {
	if err == nil {
		return false
	}
	if errors.Is(err, errDemoted) {
		return true
	}
	if code := codeOf(err); code != "" {
		// 08 are failures of the connection, 57P those of a server that stops or starts. See appendix A of its manual.
		return strings.HasPrefix(code, "08") || strings.HasPrefix(code, "57P") || code == tooManyConnections ||
			code == idleTimeout
	}
	var network net.Error
	var refused *pgconn.ConnectError
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.As(err, &refused) || errors.As(err, &network) && !errors.Is(err, context.DeadlineExceeded) &&
		!errors.Is(err, context.Canceled) || errors.Is(err, pgconn.ErrConnClosed)
}
