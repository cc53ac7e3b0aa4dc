package admit

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/errs"
)

// What one organization may take of the server. An ordinary booking reads and writes some 40 rows, has a body of half a
// kilobyte and an answer of one.
const (
	largeWork    = 500         // rows that a request reads and writes: it was large
	bytesPerRow  = 512         // of an answer: writing them costs as much as a row
	largeBody    = 4 << 10     // bytes: the request will be large
	largeFor     = 20          // requests after a large one that count as large too
	othersAround = time.Second // for so long after its last request another organization counts as being there
	maxInLine    = 64          // requests of an organization that wait for their turn, where rates are limited
	linePatience = 15 * time.Second
)

var (
	errLine = errs.TooMany("Large requests of your organization wait for each other, and there are too many. "+
		"Try again in a moment.", time.Second)
	errLate = errs.Unavailable("Large requests of your organization wait for each other, and this one has waited too "+
		"long. Nothing was done: send it again.", time.Second, errors.New("no turn within the patience"))
)

// Fair keeps what one organization works on from taking the processors from the others. Of one that works on
// something large, only half as many requests as there are processors are handled at a time, from the parsing of the
// body to the packing of the answer; the others wait in line. What cheap requests do, and what an organization does
// while it is alone, is not held up. Nobody has the turn while a client takes its time to send or to read.
type Fair struct {
	clock   clock.Clock
	most    int
	limited bool // the line has an end

	mu          sync.Mutex
	work        map[string]*work // by organization
	last, other visit            // the last request, and the last one of another organization
}

// work is what goes on for one organization.
type work struct {
	running int
	line    []chan struct{}
	large   int // so many of its next requests count as large
}

type visit struct {
	org string
	at  time.Time
}

// NewFair makes turns; limited says that lines have an end.
func NewFair(c clock.Clock, limited bool) *Fair {
	return &Fair{clock: c, most: max(1, runtime.GOMAXPROCS(0)/2), limited: limited, work: map[string]*work{}}
}

// Enter waits until the organization may work on one more request, whose body has so many bytes, and tells whether to
// expect a large one. Callers must leave. It fails with TooMany if the line is too long, and with Unavailable if the
// turn doesn't come.
func (f *Fair) Enter(ctx context.Context, org string, body int) (large bool, err error) {
	f.mu.Lock()
	f.note(org)
	w := f.work[org]
	if w == nil {
		w = &work{}
		f.work[org] = w
	}
	if body >= largeBody {
		w.large = max(w.large, 1)
	}
	if large = w.large > 0; len(w.line) == 0 && f.may(org, w) {
		w.running++
		f.mu.Unlock()
		return large, nil
	}
	if f.limited && len(w.line) >= maxInLine {
		f.mu.Unlock()
		return large, errLine
	}
	turn := make(chan struct{})
	w.line = append(w.line, turn)
	f.mu.Unlock()
	return large, f.await(ctx, org, turn)
}

// await waits for the turn.
func (f *Fair) await(ctx context.Context, org string, turn chan struct{}) error {
	late := time.NewTimer(linePatience)
	defer late.Stop()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	case <-late.C:
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.work[org]
	i := slices.Index(w.line, turn)
	if i < 0 { // it has come at this moment
		return nil
	}
	w.line = slices.Delete(w.line, i, i+1)
	return errLate
}

// Leave ends a request that has read and written so many rows, and answered with so many bytes.
func (f *Fair) Leave(org string, rows, bytes int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.work[org]
	w.running--
	if rows+bytes/bytesPerRow >= largeWork {
		w.large = largeFor
	} else {
		w.large = max(w.large-1, 0)
	}
	for len(w.line) > 0 && f.may(org, w) {
		close(w.line[0])
		w.line = w.line[1:]
		w.running++
	}
	if w.running == 0 && w.large == 0 {
		delete(f.work, org)
	}
}

func (f *Fair) may(org string, w *work) bool {
	return w.large == 0 || w.running < f.most || f.alone(org)
}

// note remembers that the organization is there.
func (f *Fair) note(org string) {
	if f.last.org != org {
		f.other = f.last
	}
	f.last = visit{org, f.clock.Now()}
}

// alone tells whether no other organization is there.
func (f *Fair) alone(org string) bool {
	other := f.last
	if other.org == org {
		other = f.other
	}
	return f.clock.Now().Sub(other.at) > othersAround
}
