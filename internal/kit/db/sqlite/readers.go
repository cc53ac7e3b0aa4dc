package sqlite

import (
	"context"
	"errors"
	"sync"

	"sarai/internal/kit/db/engine"
	"sarai/internal/kit/db/sqlite/driver"
)

// readers lends connections, the last used one first, since its cache is warm.
type readers struct {
	path  string
	slots chan struct{} // one for each connection that may be lent
	mu    sync.Mutex
	idle  []*runner
	done  chan struct{} // closed by close
}

func newReaders(path string, count int) *readers {
	return &readers{path: path, slots: make(chan struct{}, count), done: make(chan struct{})}
}

func (r *readers) take(ctx context.Context) (*runner, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case <-r.done:
		return nil, engine.ErrClosed
	default:
	}
	select {
	case r.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-r.done:
		return nil, engine.ErrClosed
	}
	r.mu.Lock()
	if last := len(r.idle) - 1; last >= 0 {
		conn := r.idle[last]
		r.idle = r.idle[:last]
		r.mu.Unlock()
		return conn, nil
	}
	r.mu.Unlock()
	conn, err := driver.Open(r.path, patience, "query_only(ON)", "cache_size(-8192)", "temp_store(MEMORY)")
	if err != nil {
		<-r.slots
		return nil, err
	}
	return &runner{Conn: conn}, nil
}

func (r *readers) giveBack(conn *runner, broken bool) {
	if broken {
		_ = conn.Close() // the next reader opens a new one
	} else {
		conn.Within(context.Background())
		conn.Trim()
		r.mu.Lock()
		r.idle = append(r.idle, conn)
		r.mu.Unlock()
	}
	<-r.slots
}

// close refuses new readers and waits for the connections that are lent.
func (r *readers) close() error {
	close(r.done)
	for range cap(r.slots) {
		r.slots <- struct{}{}
	}
	var failures []error
	for _, conn := range r.idle {
		failures = append(failures, conn.Close())
	}
	return errors.Join(failures...)
}
