package db

import (
	"context"
	"errors"
	"sync"
	"time"

	"sarai/internal/kit/errs"
)

const (
	// soon is how long a write may take that can be left out.
	soon = 2 * time.Second
	// probePatience is how long a probe may take before the database counts as one that takes no writes.
	probePatience = time.Second
	// writtenFor is how long a probe that succeeded shows that writes do, if none has failed since. A write that
	// succeeded doesn't show it: one that changed nothing is confirmed by nobody.
	writtenFor = 5 * time.Second
)

// writability is what is known of whether the database takes writes.
type writability struct {
	mu        sync.Mutex
	succeeded time.Time // when a probe last did
	failing   bool      // whether one has failed since, because of the database
	probe     *probe    // the one that is under way
}

// probe is a commit that changes nothing.
type probe struct {
	began time.Time
	done  chan struct{}
	err   error // read after done
}

func (w *writability) note(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case err == nil:
		w.failing = false
	case errs.Is(err, errs.KindUnavailable):
		w.failing = true
	}
}

func (w *writability) isFailing() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failing
}

// WriteSoon is Write for what may be left out or be done later: it takes two seconds at most, and fails at once while
// the database is known to take no writes. After an error of kind errs.KindUnavailable it may be done all the same.
func (d *DB) WriteSoon(ctx context.Context, fn func(tx *Tx) error) error {
	if d.writes.isFailing() {
		if err := d.Writable(ctx); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, soon, errSlow)
	defer cancel()
	return d.Write(ctx, fn)
}

// Writable fails with an errs.KindUnavailable that says why, if the database takes no writes. Where the last probe
// doesn't tell, it commits nothing and sees whether that is confirmed. There is one such probe at a time, and each is
// left to its end as every commit is.
func (d *DB) Writable(ctx context.Context) error {
	if d.Full() {
		return errFull(nil)
	}
	p := d.writes.probing(d.probeOnce)
	if p == nil {
		return nil
	}
	patience := time.NewTimer(time.Until(p.began.Add(probePatience)))
	defer patience.Stop()
	select {
	case <-p.done:
		return p.err
	case <-ctx.Done():
	case <-patience.C:
	}
	return errs.Unavailable("The database confirms no writes at the moment. Reads go on; try again in a few seconds.",
		retryAfter, errors.New("a commit is not confirmed: a synchronous standby may be away"))
}

// probing returns the probe that is under way, or begins one; nil if there is no need.
func (w *writability) probing(once func() error) *probe {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.failing && time.Since(w.succeeded) < writtenFor {
		return nil
	}
	if w.probe != nil {
		return w.probe
	}
	p := &probe{began: time.Now(), done: make(chan struct{})}
	w.probe = p
	go func() {
		p.err = once()
		w.note(p.err)
		w.mu.Lock()
		if w.probe = nil; p.err == nil {
			w.succeeded = time.Now()
		}
		w.mu.Unlock()
		close(p.done)
	}()
	return p
}

func (d *DB) probeOnce() error {
	ctx := context.Background()
	return unavailable(ctx, d.engine.Probe(ctx))
}
