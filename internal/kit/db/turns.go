package db

import (
	"context"
	"slices"
	"sync"
)

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

// pop takes out the first of the next queue that may have a turn, and puts that queue at the end of the round.
func (l *line[T]) pop(may func(queue string) bool) (next T, queue string, found bool) {
	i := slices.IndexFunc(l.round, may)
	if i < 0 {
		return next, "", false
	}
	queue = l.round[i]
	l.round = slices.Delete(l.round, i, i+1)
	next = l.queues[queue][0]
	l.keep(queue, l.queues[queue][1:])
	if len(l.queues[queue]) > 0 {
		l.round = append(l.round, queue)
	}
	return next, queue, true
}

// next is the first of the queue that has the next turn.
func (l *line[T]) next() T { return l.queues[l.round[0]][0] }

// anyQueue lets every queue have a turn.
func anyQueue(string) bool { return true }

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

// turns are a number of places, which are taken in turn. A queue may take all of them while it is alone. While another
// one has or wants a place, it may have no more than its share: the places' work competes for processors and disks too.
type turns struct {
	mu    sync.Mutex
	free  int
	share int
	taken map[string]int // by queue
	line  line[chan struct{}]
}

func newTurns(places int) *turns {
	return &turns{free: places, share: max(1, places/4), taken: map[string]int{}}
}

// take waits for a place. If ctx ends first, it returns the reason.
func (t *turns) take(ctx context.Context) error {
	queue, mine := queueOf(ctx).name, make(chan struct{}, 1)
	t.mu.Lock()
	t.line.push(queue, mine)
	t.pass()
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
		t.giveBack(ctx)
	}
	return context.Cause(ctx)
}

// giveBack gives back the place that was taken with this context.
func (t *turns) giveBack(ctx context.Context) {
	queue := queueOf(ctx).name
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free++
	if t.taken[queue]--; t.taken[queue] == 0 {
		delete(t.taken, queue)
	}
	t.pass()
}

// pass gives the free places to those who wait and may have one.
func (t *turns) pass() {
	for t.free > 0 {
		next, queue, found := t.line.pop(t.may)
		if !found {
			return
		}
		t.free--
		t.taken[queue]++
		next <- struct{}{}
	}
}

func (t *turns) may(queue string) bool {
	if t.taken[queue] < t.share {
		return true
	}
	for other := range t.taken {
		if other != queue {
			return false
		}
	}
	return len(t.line.round) == 1 // nobody else waits
}
