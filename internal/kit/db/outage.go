package db

import (
	"context"
	"errors"
	"time"

	"sarai/internal/kit/db/engine"
	"sarai/internal/kit/errs"
)

// defaultDeadline is how long a transaction may take, its waiting included, where the configuration says nothing.
const defaultDeadline = 15 * time.Second

var errSlow = errors.New("the database took too long")

// retryAfter is what callers are told to wait, and retryAfterFull where the disk is full.
const (
	retryAfter     = 2 * time.Second
	retryAfterFull = 30 * time.Second
)

// unavailable turns what is the database's own trouble into an errs.Unavailable that tells the caller what to do.
func unavailable(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if _, told := errors.AsType[*errs.Error](err); told {
		return err
	}
	switch fault := faultOf(err); {
	case fault == engine.Unconfirmed:
		return errs.Unavailable("The database has not confirmed this in time, so it may be done or not. "+
			"Send it again with the same Idempotency-Key to learn which.", retryAfter, err)
	case fault == engine.Full:
		return errFull(err)
	case fault == engine.ReadOnly:
		return errs.Unavailable("The database can only be read at the moment, so nothing was changed. "+
			"Try again in a few seconds.", retryAfter, err)
	case fault == engine.Slow || errors.Is(context.Cause(ctx), errSlow):
		return errs.Unavailable("The database took too long, so nothing was changed. Try again in a moment.", retryAfter,
			err)
	case fault == engine.Away:
		return errs.Unavailable("The database can't be reached at the moment. Try again in a few seconds.", retryAfter, err)
	}
	return err
}

func errFull(cause error) error {
	return errs.Unavailable("The disk of the database is full, so nothing was saved. "+
		"Tell the people who run this server.", retryAfterFull, cause)
}
