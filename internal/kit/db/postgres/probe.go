package postgres

import (
	"context"
	"errors"
)

// Probe tries once more where it finds a connection that was lost while it was idle.
func (e *Engine) Probe(ctx context.Context) error {
	err := e.probeOnce(ctx)
	if isAway(err) && !errors.Is(err, errDemoted) {
		return e.probeOnce(ctx)
	}
	return err
}

// probeOnce writes a message into the log that nobody reads, in a transaction of its own.
func (e *Engine) probeOnce(ctx context.Context) error {
	conn, err := e.take(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	var readOnly bool
	if err := conn.QueryRow(ctx, `SELECT current_setting('transaction_read_only') = 'on'`).Scan(&readOnly); err != nil {
		return err
	}
	if readOnly {
		conn.discard() // another connection may lead to another server
		return errDemoted
	}
	if _, err = conn.Exec(ctx, `SELECT pg_logical_emit_message(TRUE, 'sarai', '')`); codeOf(err) == notAllowed {
		return nil
	}
	return err
}
