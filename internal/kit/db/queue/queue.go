// Package queue lets those who wait take turns by the queues that they wait in, so that one organization's many don't
// keep another's few waiting.
package queue

import (
	"context"
	"slices"
	"sync"
)

// Line holds who waits. Each queue in turn gives its first. The zero Line is empty.
type Line[T comparable] struct {
	queues map[string][]T
	round  []string // the queues that aren't empty; the first is next
	count  int
}

// Push puts one who waits at the end of a queue.
func (l *Line[T]) Push(queue string, item T) {
	if l.queues == nil {
		l.queues = map[string][]T{}
	}
	if len(l.queues[queue]) == 0 {
		l.round = append(l.round, queue)
	}
	l.queues[queue] = append(l.queues[queue], item)
	l.count++
}

// Pop takes out the first of the next queue that may have a turn, and puts that queue at the end of the round.
func (l *Line[T]) Pop(may func(queue string) bool) (next T, queue string, found bool) {
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

// Len is how many wait.
func (l *Line[T]) Len() int { return l.count }

// Next is the first of the queue that has the next turn.
func (l *Line[T]) Next() T { return l.queues[l.round[0]][0] }

// Remove takes out one that no longer waits, and reports whether it was there.
func (l *Line[T]) Remove(queue string, item T) bool {
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

func (l *Line[T]) keep(queue string, rest []T) {
	l.count--
	if len(rest) == 0 {
		delete(l.queues, queue)
		return
	}
	l.queues[queue] = rest
}

// Turns are a number of places, which are taken in turn. A queue may take all of them while it is alone. While another
// one has or wants a place, it may have no more than its share: the places' work competes for processors and disks too.
type Turns struct {
	mu    sync.Mutex
	free  int
	share int
	taken map[string]int // by queue
	line  Line[chan struct{}]
}

// NewTurns are the turns at so many places.
func NewTurns(places int) *Turns {
	return &Turns{free: places, share: max(1, places/4), taken: map[string]int{}}
}

// Take waits for a place in the queue of this name. If ctx ends first, it returns the reason.
func (t *Turns) Take(ctx context.Context, queue string) error {
	mine := make(chan struct{}, 1)
	t.mu.Lock()
	t.line.Push(queue, mine)
	t.pass()
	t.mu.Unlock()
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	waits := t.line.Remove(queue, mine)
	t.mu.Unlock()
	if !waits { // the place has just become its own
		t.GiveBack(queue)
	}
	return context.Cause(ctx)
}

// GiveBack gives back a place that was taken in the queue of this name.
func (t *Turns) GiveBack(queue string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free++
	if t.taken[queue]--; t.taken[queue] == 0 {
		delete(t.taken, queue)
	}
	t.pass()
}

// pass gives the free places to those who wait and may have one.
func (t *Turns) pass() {
	for t.free > 0 {
		next, queue, found := t.line.Pop(t.may)
		if !found {
			return
		}
		t.free--
		t.taken[queue]++
		next <- struct{}{}
	}
}

func (t *Turns) may(queue string) bool {
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
