package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sarai/internal/kit/db/engine"
	"sarai/internal/kit/db/queue"
)

// A batch is committed after this many writes or this much time at the latest, so that its first write doesn't wait
// long.
const (
	maxBatch     = 128
	maxBatchTime = 25 * time.Millisecond
)

// group is SQLite's one writer. Waiting writes share a BEGIN IMMEDIATE … COMMIT, and with it the sync to disk, which
// costs more than all their statements. Each is answered after the COMMIT.
//
// Only the write that has the turn owns the connection. It runs in its caller's goroutine, so that panics,
// runtime.Goexit and stack traces are where they belong and a lone write needs no switch. Then it passes the turn on. A
// write that finds nobody waiting, or the batch full, commits the batch and answers its members.
//
// Writes are seldom refused after they have changed something, so they have no savepoints. When it happens, the whole
// batch is rolled back and its writes run again, in their order and with savepoints, until the next commit.
type group struct {
	conn      *runner
	committed func() // called after each commit

	mu     sync.Mutex
	free   sync.Cond // signalled when taken becomes false
	taken  bool      // somebody has the turn
	closed bool
	line   queue.Line[*member]

	// Only the holder of the turn touches these. A transaction is open between turns exactly when batch isn't empty.
	batch   []*member
	again   []*member // of a batch that was rolled back: they have the next turns
	careful bool      // every write but the first has a savepoint
	opened  time.Time

	batches, writes atomic.Int64
}

// member is one write. It is woken when its turn comes (if it had to queue), when it is to run again, and once when it
// is answered.
type member struct {
	wake        chan struct{}
	again       bool // it is to run again
	large       bool // much work is expected of it
	afterCommit []func()
	refusal     error // the work's error, for a write that was rolled back and waits for the batch
	err         error // the answer
	panicked    any   // what an AfterCommit function panicked with
}

func newGroup(conn *runner, committed func()) *group {
	g := &group{conn: conn, committed: committed}
	g.free.L = &g.mu
	return g
}

func (g *group) write(ctx context.Context, w engine.Work) error {
	m := &member{wake: make(chan struct{}, 1), large: w.Queue().Large}
	if err := g.takeTurn(ctx, w.Queue().Name, m); err != nil {
		return err
	}
	for {
		if err := g.join(m, w); err != nil {
			return err
		}
		if <-m.wake; !m.again {
			break
		}
		m.again = false
	}
	if m.panicked != nil {
		panic(m.panicked)
	}
	return m.err
}

// takeTurn waits in a queue until m has the turn. If the context ends first, it returns the context's error and the
// write never starts.
func (g *group) takeTurn(ctx context.Context, queue string, m *member) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		return engine.ErrClosed
	}
	if !g.taken {
		g.taken = true
		g.mu.Unlock()
		return nil
	}
	g.line.Push(queue, m)
	g.mu.Unlock()

	select {
	case <-m.wake:
	case <-ctx.Done():
		if g.leave(queue, m) {
			return context.Cause(ctx)
		}
		<-m.wake // the turn was already being passed
	}
	if err := ctx.Err(); err != nil {
		g.passTurn()
		return err
	}
	return nil
}

// leave ends m's waiting, unless its turn is already being passed to it.
func (g *group) leave(queue string, m *member) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.line.Remove(queue, m)
}

// join does the work as part of the batch and passes the turn on, even if it panics or exits.
func (g *group) join(m *member, w engine.Work) error {
	defer g.passTurn()
	if err := g.begin(); err != nil {
		return err
	}
	before, joined := g.conn.Changes(), false
	m.afterCommit = nil
	defer func() {
		if !joined {
			_ = g.undo(before)
		}
	}()
	// Statements have no deadline: an interrupted one could undo the whole batch.
	m.refusal = g.conn.do(w)
	joined = true
	if m.refusal != nil {
		return g.refuse(m, before)
	}
	if g.hasSavepoint() {
		if err := g.run("RELEASE member"); err != nil {
			return err
		}
	}
	m.afterCommit = w.Effects()
	g.batch = append(g.batch, m)
	return nil
}

// refuse rolls back a write whose function has failed. The cause may be another write of the batch, which isn't durable
// yet and which no reader sees. So the error is returned with the batch, or at once when there is none.
func (g *group) refuse(m *member, before int64) error {
	earlier := len(g.batch)
	if runsAgain := g.undo(before); runsAgain {
		g.again = slices.Insert(g.again, earlier, m)
		m.again = true
		return nil
	}
	if len(g.batch) == 0 { // there was none, or it is lost
		return m.refusal
	}
	g.batch = append(g.batch, m)
	return nil
}

func (g *group) begin() error {
	if g.hasSavepoint() {
		return g.run("SAVEPOINT member")
	}
	if len(g.batch) > 0 {
		return nil
	}
	g.opened = time.Now()
	return g.run("BEGIN IMMEDIATE")
}

// hasSavepoint tells whether the write that has the turn can be undone without the rest of the batch.
func (g *group) hasSavepoint() bool { return g.careful && len(g.batch) > 0 }

// undo rolls back the write that has the turn, and reports whether the batch runs again for it. before is the count of
// changed rows from before that write. If SQLite has rolled back the whole transaction by itself (disk full, I/O
// error), the whole batch has failed.
func (g *group) undo(before int64) (runsAgain bool) {
	switch {
	case len(g.batch) == 0:
		g.rollback()
	case !g.conn.InTransaction():
		g.lose(errLost)
	case g.hasSavepoint():
		if err := errors.Join(g.run("ROLLBACK TO member"), g.run("RELEASE member")); err != nil {
			g.rollback()
			g.lose(err)
		}
	case g.conn.Changes() != before:
		g.rollback()
		g.careful = true
		for _, earlier := range g.batch {
			earlier.again = true
		}
		g.again, g.batch = append(g.batch, g.again...), nil
		return true
	}
	return false
}

var errLost = errors.New("SQLite has rolled back by itself")

// lose answers the batch, whose transaction is gone.
func (g *group) lose(err error) { g.answer(fmt.Errorf("the shared transaction was lost: %w", err)) }

// rollback leaves the connection without a transaction. It fails only if SQLite has already rolled back.
func (g *group) rollback() { _ = g.run("ROLLBACK") }

// passTurn gives the turn to the next write, or commits if nobody waits or the batch is full.
func (g *group) passTurn() {
	for {
		if len(g.again) > 0 {
			next := g.again[0]
			g.again = g.again[1:]
			next.wake <- struct{}{}
			return
		}
		g.mu.Lock()
		if g.line.Len() > 0 && !g.full() {
			next, _, _ := g.line.Pop(anyQueue)
			g.mu.Unlock()
			next.wake <- struct{}{}
			return
		}
		if len(g.batch) == 0 {
			g.taken = false
			g.free.Broadcast()
			g.mu.Unlock()
			return
		}
		g.mu.Unlock()
		g.commit()
	}
}

// full tells whether the batch is to be committed although somebody waits, whose write may be so large that the batch's
// members had better not wait for it.
func (g *group) full() bool {
	return len(g.batch) >= maxBatch || len(g.batch) > 0 && (time.Since(g.opened) > maxBatchTime || g.line.Next().large)
}

// anyQueue lets every queue have a turn.
func anyQueue(string) bool { return true }

func (g *group) commit() {
	if err := g.run("COMMIT"); err != nil {
		g.rollback()
		g.answer(fmt.Errorf("commit: %w", err))
		return
	}
	g.batches.Add(1)
	for _, m := range g.batch {
		if m.refusal == nil {
			g.writes.Add(1)
		}
		m.runAfterCommit()
	}
	g.answer(nil)
	g.conn.Trim()
	g.committed()
}

// answer wakes the batch's members and empties it. Refused members of a lost batch get its error too: whatever refused
// them is gone.
func (g *group) answer(err error) {
	for i, m := range g.batch {
		m.err = cmp.Or(err, m.refusal)
		m.wake <- struct{}{}
		g.batch[i] = nil
	}
	g.batch, g.careful = g.batch[:0], false
}

// runAfterCommit saves a panic for the goroutine of the write that it belongs to.
func (m *member) runAfterCommit() {
	defer func() { m.panicked = recover() }()
	for _, fn := range m.afterCommit {
		fn()
	}
}

// alone runs fn while no write is running and no transaction is open.
func (g *group) alone(ctx context.Context, fn func() error) error {
	if err := g.takeTurn(ctx, "", &member{wake: make(chan struct{}, 1)}); err != nil {
		return err
	}
	defer g.passTurn()
	if len(g.batch) > 0 {
		g.commit()
	}
	return fn()
}

// close refuses new writes and waits for those that are running or waiting.
func (g *group) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	for g.taken {
		g.free.Wait()
	}
}

func (g *group) queueLength() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.line.Len()
}

// run runs BEGIN, COMMIT and the like.
func (g *group) run(statement string) error {
	_, err := g.conn.Exec(statement)
	return err
}
