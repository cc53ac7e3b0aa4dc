package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// conn is a connection that belongs to one transaction.
type conn struct{ *pgxpool.Conn }

// rollbackPatience is how long a connection has to answer a ROLLBACK. One that doesn't is closed.
const rollbackPatience = 2 * time.Second

// rollback undoes the transaction, if it has begun, and gives the connection back.
func (c *conn) rollback() {
	if c.began() {
		ctx, cancel := context.WithTimeout(context.Background(), rollbackPatience)
		defer cancel()
		if _, err := c.Exec(ctx, "ROLLBACK"); err != nil {
			c.discard() // the server rolls back what has lost its connection
			return
		}
	}
	c.Release()
}

// began reports whether the connection is in a transaction, which it is only after a first statement.
func (c *conn) began() bool { return c.Conn.Conn().PgConn().TxStatus() != 'I' }

// discard closes the connection for good.
func (c *conn) discard() {
	ctx, cancel := context.WithTimeout(context.Background(), rollbackPatience)
	defer cancel()
	_ = c.Conn.Conn().Close(ctx) // it is of no use either way
	c.Release()
}

// commits sends commits and runs their AfterCommit functions in the order in which they were sent. A transaction that
// waited for another's row sends its commit only after the other's took effect, so dependent effects come later. One
// whose caller has given up holds up nobody's effects any more.
type commits struct {
	mu      sync.Mutex
	last    chan struct{} // closed when the effects of the commit sent last are done
	waiting sync.WaitGroup
	done    atomic.Int64
}

// commit returns when the transaction is committed and its effects are done. When ctx ends before, it returns nil if
// the server has confirmed the commit, else errUnknown, and the commit goes on. It gives the connection back and calls
// release in the end.
func (o *commits) commit(ctx context.Context, r *runner, afterCommit []func(), release func()) error {
	answer := make(chan error, 1)
	confirmed := make(chan struct{})
	entered := make(chan place, 1)
	var panicked any // read after the answer
	o.waiting.Go(func() {
		defer release()
		place := o.enter(len(afterCommit) > 0)
		entered <- place
		defer place.leave()
		err := r.commit()
		if codeOf(err) == readOnly {
			r.conn.discard()
		} else {
			r.conn.Release()
		}
		if err != nil {
			answer <- failedCommit(err)
			return
		}
		o.done.Add(1)
		close(confirmed)
		place.await()
		panicked = runAll(afterCommit)
		answer <- nil
	})
	select {
	case err := <-answer:
		if panicked != nil {
			panic(panicked)
		}
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-answer:
		return err
	case <-confirmed:
		return nil
	default:
		go (<-entered).leave()
		return fmt.Errorf("%w: %w", errUnknown, context.Cause(ctx))
	}
}

// failedCommit tells a commit that the server has refused from one that it may have done. Citus has an internal error
// for a commit whose worker it lost.
func failedCommit(err error) error {
	if code := codeOf(err); code == "" || code == internalError || isAway(err) {
		return fmt.Errorf("%w: commit: %w", errUnknown, err)
	}
	if codeOf(err) == readOnly {
		return fmt.Errorf("%w: %w", errDemoted, err)
	}
	return fmt.Errorf("commit: %w", err)
}

// runAll runs the functions, and returns what one of them panicked with for the caller's goroutine. If the caller has
// gone, the log has it.
func runAll(afterCommit []func()) (panicked any) {
	defer func() {
		if panicked = recover(); panicked != nil {
			slog.Error("a function after a commit panicked", "panic", fmt.Sprint(panicked))
		}
	}()
	for _, fn := range afterCommit {
		fn()
	}
	return nil
}

// place is a commit's place in their order.
type place struct {
	before  chan struct{} // closed when all before it are through
	through chan struct{}
	once    *sync.Once // closes through
}

func (o *commits) enter(hasEffects bool) place {
	if !hasEffects {
		return place{}
	}
	p := place{through: make(chan struct{}), once: &sync.Once{}}
	o.mu.Lock()
	defer o.mu.Unlock()
	p.before, o.last = o.last, p.through
	return p
}

func (p place) await() {
	if p.before != nil {
		<-p.before
	}
}

func (p place) leave() {
	p.await()
	if p.through != nil {
		p.once.Do(func() { close(p.through) })
	}
}

// await waits until no commit is under way, but not forever: what a frozen server confirms is its own matter.
func (o *commits) await(patience time.Duration) {
	idle := make(chan struct{})
	go func() {
		o.waiting.Wait()
		close(idle)
	}()
	select {
	case <-idle:
	case <-time.After(patience):
		slog.Warn("the database has not confirmed every commit before the server's end")
	}
}
