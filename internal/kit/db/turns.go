package db

import (
	"context"
	"slices"
	"sync"
)

// queueKey is the context key of the queue that a write waits in.
type queueKey struct{}

// InQueue returns a context whose writes wait in the queue of this name, which is an organization's id. Writes that
// wait take turns by their queues, so that one organization's many don't keep another's few waiting.
func InQueue(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, queueKey{}, name)
}

func queueOf(ctx context.Context) string {
	name, _ := ctx.Value(queueKey{}).(string)
	return name
}

// line holds who waits. Each queue in turn gives its first.
type line[T comparable] struct {
	queues map[string][]T
	round  []string // the queues that aren't empty; the first is next
	count  int
}

func (l *line[T]) push(queue string, item T) {
	if l.queues == nil {
		l.queues = map[string][]T{}
	}
	if len(l.queues[queue]) == 0 {
		l.round = append(l.round, queue)
	}
	l.queues[queue] = append(l.queues[queue], item)
	l.count++
}

// pop takes out the next. There must be one.
func (l *line[T]) pop() T {
	queue := l.round[0]
	l.round = append(l.round[:0], l.round[1:]...)
	next := l.queues[queue][0]
	l.keep(queue, l.queues[queue][1:])
	if len(l.queues[queue]) > 0 {
		l.round = append(l.round, queue)
	}
	return next
}

// remove takes out one that no longer waits, and reports whether it was there.
func (l *line[T]) remove(queue string, item T) bool {
	i := slices.Index(l.queues[queue], item)
	if i < 0 {
		return false
	}
	l.keep(queue, slices.Delete(l.queues[queue], i, i+1))
	if len(l.queues[queue]) == 0 {
		l.round = slices.DeleteFunc(l.round, func(other string) bool { return other == queue })
	}
	return true
}

func (l *line[T]) keep(queue string, rest []T) {
	l.count--
	if len(rest) == 0 {
		delete(l.queues, queue)
		return
	}
	l.queues[queue] = rest
}

// turns are a number of places, which are taken in turn.
type turns struct {
	mu   sync.Mutex
	free int
	line line[chan struct{}]
}

func newTurns(places int) *turns { return &turns{free: places} }

// take waits for a place. If ctx ends first, it returns the reason.
func (t *turns) take(ctx context.Context) error {
	t.mu.Lock()
	if t.free > 0 {
		t.free--
		t.mu.Unlock()
		return nil
	}
	mine, queue := make(chan struct{}, 1), queueOf(ctx)
	t.line.push(queue, mine)
	t.mu.Unlock()
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	waits := t.line.remove(queue, mine)
	t.mu.Unlock()
	if !waits { // the place has just become its own
		t.giveBack()
	}
	return context.Cause(ctx)
}

func (t *turns) giveBack() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.line.count > 0 {
		t.line.pop() <- struct{}{}
		return
	}
	t.free++
}
