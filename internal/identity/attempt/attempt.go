// Package attempt bounds how often people try what others could try in their place: passwords, codes of a second
// factor, and mails. The counts are in this process's memory alone, and so each node's own.
package attempt

import (
	"context"
	"errors"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"sarai/internal/kit/admit"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/errs"
)

// span is how long an attempt counts.
const span = 15 * time.Minute

// rememberedKeys bounds the memory: the keys used longest ago are forgotten first.
const rememberedKeys = 10_000

const (
	delayStep = 250 * time.Millisecond // for each failure beyond an e-mail address's limit
	longest   = 2 * time.Second        // no attempt is delayed by more

	// Codes of a second factor have six digits, so that those of one login are looked at one after the other, each
	// after a longer delay, and a line of more than codePatience is full. Whoever has the password can try some 6,000 a
	// day. All of the wait is shorter than a code works after its time (factor.StepLength).
	codeStep     = 1500 * time.Millisecond
	longestCode  = 15 * time.Second
	codePatience = 15 * time.Second

	stepsToLongest = int(longestCode / codeStep) // and fewer for e-mail addresses
	// waitingRoom is how many delayed attempts wait at a time.
	waitingRoom = 256
)

// Limit bounds how often something is tried. From one client address it refuses what is too much. For one e-mail
// address it only delays, because anybody can try with another's address: refusing would lock its owner out. A known
// device of the owner is neither refused nor delayed, whatever others do, until it has failed too often itself.
//
// An attempt counts from its beginning, so that many at once can't slip past a limit; one that turns out to be no
// failure is taken back. A Limit is safe for concurrent use.
type Limit struct {
	clock   clock.Clock
	message string
	waiting *admit.Places // of delayed attempts

	step, longest time.Duration
	// patience is the longest line of delayed attempts with one e-mail address; 0: they wait beside each other.
	patience time.Duration
	served   *lru.Cache[string, time.Time] // with patience: when the last one in each line is looked at

	mu       sync.Mutex
	byEmail  tally
	byIP     tally
	byDevice tally
}

// tally holds, for each key, the instants of the attempts that count, oldest first.
type tally struct {
	limit int
	times *lru.Cache[string, []time.Time]
}

// Attempt is one that has begun. over says by how many the e-mail address has passed its limit with it.
type Attempt struct {
	of                *Limit
	email, ip, device string
	at                time.Time
	over              int
	waits             time.Duration // before it is looked at
}

// New makes a limit for each e-mail address and for each client address, within a quarter of an hour. The message tells
// who is refused.
func New(c clock.Clock, perEmail, perIP int, message string) *Limit {
	newTally := func(limit int) tally { return tally{limit: limit, times: remembered[[]time.Time]()} }
	return &Limit{clock: c, message: message, waiting: admit.NewPlaces(waitingRoom, 0), step: delayStep,
		longest: longest, byEmail: newTally(perEmail), byIP: newTally(perIP), byDevice: newTally(perEmail)}
}

// Begin counts an attempt, or refuses it with TooMany. device is the hash of a known device, or empty. A nil *Limit
// has no limits.
func (a *Limit) Begin(email, ip, device string) (*Attempt, error) {
	if a == nil {
		return nil, nil
	}
	begun := &Attempt{of: a, email: email, ip: admit.Network(ip), device: device, at: a.clock.Now()}
	a.mu.Lock()
	defer a.mu.Unlock()
	if device != "" && a.byDevice.wait(device, begun.at) == 0 {
		a.byDevice.add(device, begun.at)
		return begun, nil
	}
	begun.device = ""
	if wait := a.byIP.wait(begun.ip, begun.at); wait > 0 {
		return nil, errs.TooMany(a.message, wait)
	}
	if line := a.line(begun.email, begun.at); line > 0 && line > a.patience-a.step {
		return nil, errs.TooMany(a.message, a.step)
	}
	a.byIP.add(begun.ip, begun.at)
	begun.over = a.byEmail.add(begun.email, begun.at) - a.byEmail.limit
	begun.waits = min(max(time.Duration(begun.over)*a.step, 0), a.longest)
	if a.patience > 0 && begun.waits > 0 {
		begun.waits += a.line(begun.email, begun.at)
		a.served.Add(begun.email, begun.at.Add(begun.waits))
	}
	return begun, nil
}

// NewForCodes limits wrong codes of second factors, by login in the place of the e-mail address.
func NewForCodes(c clock.Clock, perLogin, perIP int, message string) *Limit {
	a := New(c, perLogin, perIP, message)
	a.step, a.longest, a.patience = codeStep, longestCode, codePatience
	a.served = remembered[time.Time]()
	return a
}

func remembered[V any]() *lru.Cache[string, V] {
	cache, err := lru.New[string, V](rememberedKeys)
	if err != nil {
		panic(err) // only for a size below one
	}
	return cache
}

// line is how long the attempts with the e-mail address still wait for each other.
func (a *Limit) line(email string, now time.Time) time.Duration {
	if a.patience == 0 {
		return 0
	}
	last, _ := a.served.Get(email)
	return max(last.Sub(now), 0)
}

// Late reports whether the attempt is beyond the limit of its e-mail address.
func (t *Attempt) Late() bool { return t != nil && t.over > 0 }

// Wait lets the attempt's delay pass. It fails with TooMany if too many wait already, and when ctx ends.
func (t *Attempt) Wait(ctx context.Context) error {
	if t == nil || t.waits == 0 {
		return nil
	}
	leave, err := t.of.waiting.Enter(ctx)
	if errors.Is(err, admit.ErrFull) {
		return errs.TooMany(t.of.message, t.of.longest)
	}
	if err != nil {
		return err
	}
	defer leave()
	over := time.NewTimer(t.waits)
	defer over.Stop()
	select {
	case <-over.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Succeeded takes the attempt back and, unless it came from a known device, forgives the e-mail address what it had.
func (t *Attempt) Succeeded() {
	if t == nil {
		return
	}
	t.Cancelled()
	if t.device == "" {
		t.of.Forgive(t.email)
	}
}

// Cancelled takes back an attempt that came to no result.
func (t *Attempt) Cancelled() {
	if t == nil {
		return
	}
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
	if t.device != "" {
		t.of.byDevice.takeBack(t.device, t.at)
		return
	}
	t.of.byEmail.takeBack(t.email, t.at)
	t.of.byIP.takeBack(t.ip, t.at)
}

// Forgive forgets the attempts for one e-mail address.
func (a *Limit) Forgive(email string) {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.byEmail.times.Remove(email)
}

// wait is how long until one more attempt fits under the limit; zero when it does now.
func (t tally) wait(key string, now time.Time) time.Duration {
	times, _ := t.times.Get(key)
	for len(times) > 0 && now.Sub(times[0]) >= span {
		times = times[1:]
	}
	if len(times) < t.limit {
		return 0
	}
	return times[len(times)-t.limit].Add(span).Sub(now)
}

// add counts an attempt, and returns how many count now. What is far beyond the limit isn't remembered.
func (t tally) add(key string, now time.Time) int {
	times, _ := t.times.Get(key)
	kept := make([]time.Time, 0, len(times)+1)
	for _, at := range times {
		if now.Sub(at) < span {
			kept = append(kept, at)
		}
	}
	kept = append(kept, now)
	t.times.Add(key, kept[max(0, len(kept)-t.limit-stepsToLongest):])
	return len(kept)
}

func (t tally) takeBack(key string, at time.Time) {
	times, _ := t.times.Get(key)
	for i := range times {
		if times[i].Equal(at) {
			t.times.Add(key, append(times[:i:i], times[i+1:]...))
			return
		}
	}
}
