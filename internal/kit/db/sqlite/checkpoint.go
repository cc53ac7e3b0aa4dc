package sqlite

import (
	"context"
	"database/sql"
	"log/slog"
	"os"
	"time"
)

const (
	checkpointEvery = 64       // commits between two checks of the log's size
	foldAbove       = 4 << 20  // log size, in bytes, from which folding is worthwhile
	truncateAbove   = 64 << 20 // log size for which writes may be held up a moment
	idleCheck       = time.Minute
)

// checkpointer folds SQLite's write-ahead log into the file in the background, so that no request pays for it.
type checkpointer struct {
	logPath  string
	pool     *sql.DB
	commits  int // only for the holder of the writer's turn
	wake     chan struct{}
	ctx      context.Context
	cancel   context.CancelFunc
	finished chan struct{}
}

func newCheckpointer(path string) *checkpointer {
	c := &checkpointer{logPath: path + "-wal", wake: make(chan struct{}, 1), finished: make(chan struct{})}
	// Emptying the log waits for readers, and writes wait behind it, so this must be short.
	c.pool = openPool(path, 1, "busy_timeout(20)", "synchronous(FULL)")
	c.ctx, c.cancel = context.WithCancel(context.Background())
	return c
}

// committed is called after each commit by the holder of the writer's turn.
func (c *checkpointer) committed() {
	c.commits++
	if c.commits%checkpointEvery != 0 {
		return
	}
	select {
	case c.wake <- struct{}{}:
	default: // already at work
	}
}

func (c *checkpointer) run(g *group) {
	defer close(c.finished)
	idle := time.NewTicker(idleCheck)
	defer idle.Stop()
	for {
		truncateFrom := int64(truncateAbove)
		select {
		case <-c.ctx.Done():
			return
		case <-c.wake:
		case <-idle.C:
			truncateFrom = foldAbove
		}
		if c.logSize() < foldAbove {
			continue
		}
		err := c.fold(g, truncateFrom)
		if err != nil && c.ctx.Err() == nil {
			slog.Warn("checkpoint of the SQLite log failed; it is tried again", "error", err)
		}
	}
}

// fold copies what it can without blocking anybody. A log that stays large is then emptied while no write runs.
func (c *checkpointer) fold(g *group, truncateFrom int64) error {
	if _, err := c.pool.ExecContext(c.ctx, "PRAGMA wal_checkpoint(PASSIVE)"); err != nil {
		return err
	}
	if c.logSize() < truncateFrom {
		return nil
	}
	return g.alone(c.ctx, func() error {
		_, err := c.pool.ExecContext(c.ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
		return err
	})
}

func (c *checkpointer) logSize() int64 {
	info, err := os.Stat(c.logPath)
	if err != nil {
		return 0 // no log yet
	}
	return info.Size()
}

func (c *checkpointer) stop() error {
	c.cancel()
	<-c.finished
	return c.pool.Close()
}
