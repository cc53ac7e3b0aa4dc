package db

import (
	"context"

	"sarai/internal/kit/db/engine"
)

// queueKey is the context key of the queue that a write waits in.
type queueKey struct{}

// InQueue returns a context whose writes wait in the queue of this name, which is an organization's id. Writes that
// wait take turns by their queues, so that one organization's many don't keep another's few waiting. large says to
// expect so much work of them that others' writes had better be committed before.
func InQueue(ctx context.Context, name string, large bool) context.Context {
	return context.WithValue(ctx, queueKey{}, &engine.Queue{Name: name, Large: large})
}

// RowsIn is how many rows the transactions in this context of InQueue have read and written so far.
func RowsIn(ctx context.Context) int64 { return queueOf(ctx).Rows.Load() }

// queueOf is the context's queue; writes of contexts without one wait together.
func queueOf(ctx context.Context) *engine.Queue {
	if q, ok := ctx.Value(queueKey{}).(*engine.Queue); ok {
		return q
	}
	return &engine.Queue{}
}
