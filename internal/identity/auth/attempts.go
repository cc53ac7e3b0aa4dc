package auth

import (
	"context"
	"sync"
	"time"

	"github.com/go-chi/httprate"
	lru "github.com/hashicorp/golang-lru/v2"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/errs"
)

// attemptsSpan is how long an attempt counts.
const attemptsSpan = 15 * time.Minute

// rememberedKeys bounds the memory: the keys used longest ago are forgotten first.
const rememberedKeys = 10_000

const (
	delayStep = 250 * time.Millisecond // for each failure beyond an e-mail address's limit
	longest   = 2 * time.Second        // no attempt is delayed by more

	// Codes of a second factor have six digits, so that those of one login are looked at one after the other, each
	// after a longer delay, and a line of more than codePatience is full. Whoever has the password can try some 6,000 a
	// day. All of the wait is shorter than a code works after its time (stepLength).
	codeStep     = 1500 * time.Millisecond
	longestCode  = 15 * time.Second
	codePatience = 15 * time.Second

	stepsToLongest = int(longestCode / codeStep) // and fewer for e-mail addresses
	// waitingRoom is how many delayed attempts wait at a time.
	waitingRoom = 256
)

// attempts limits how often something is tried. From one client address it refuses what is too much. For one e-mail
// address it only delays, because anybody can try with another's address: refusing would lock its owner out. A known
// device of the owner is neither refused nor delayed, whatever others do, until it has failed too often itself.
//
// An attempt counts from its beginning, so that many at once can't slip past a limit; one that turns out to be no
// failure is taken back. All of it lives in this process's memory alone.
type attempts struct {
	clock   clock.Clock
	message string
	waiting chan struct{}

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

// attempt is one that has begun. over says by how many the e-mail address has passed its limit with it.
type attempt struct {
	of                *attempts
	email, ip, device string
	at                time.Time
	over              int
	waits             time.Duration // before it is looked at
}

func newAttempts(c clock.Clock, perEmail, perIP int, message string) *attempts {
	newTally := func(limit int) tally { return tally{limit: limit, times: newCache[[]time.Time](rememberedKeys)} }
	return &attempts{clock: c, message: message, waiting: make(chan struct{}, waitingRoom), step: delayStep,
		longest: longest, byEmail: newTally(perEmail), byIP: newTally(perIP), byDevice: newTally(perEmail)}
}

// begin counts an attempt, or refuses it with TooMany. device is the hash of a known device, or empty. A nil *attempts
// has no limits.
func (a *attempts) begin(email, ip, device string) (*attempt, error) {
	if a == nil {
		return nil, nil
	}
	begun := &attempt{of: a, email: email, ip: httprate.CanonicalizeIP(ip), device: device, at: a.clock.Now()}
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

// newCodeAttempts limits wrong codes of second factors, by login in the place of the e-mail address.
func newCodeAttempts(c clock.Clock, message string) *attempts {
	a := newAttempts(c, codesPerLogin, 60, message)
	a.step, a.longest, a.patience = codeStep, longestCode, codePatience
	a.served = newCache[time.Time](rememberedKeys)
	return a
}

// line is how long the attempts with the e-mail address still wait for each other.
func (a *attempts) line(email string, now time.Time) time.Duration {
	if a.patience == 0 {
		return 0
	}
	last, _ := a.served.Get(email)
	return max(last.Sub(now), 0)
}

// delay is how long an attempt has to wait before it is looked at.
func (t *attempt) delay() time.Duration { return t.waits }

// late reports whether the attempt is beyond the limit of its e-mail address.
func (t *attempt) late() bool { return t != nil && t.over > 0 }

// wait lets the attempt's delay pass. It fails with TooMany if too many wait already, and when ctx ends.
func (t *attempt) wait(ctx context.Context) error {
	if t == nil || t.delay() == 0 {
		return nil
	}
	select {
	case t.of.waiting <- struct{}{}:
		defer func() { <-t.of.waiting }()
	default:
		return errs.TooMany(t.of.message, t.of.longest)
	}
	over := time.NewTimer(t.delay())
	defer over.Stop()
	select {
	case <-over.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// succeeded takes the attempt back and, unless it came from a known device, forgives the e-mail address what it had.
func (t *attempt) succeeded() {
	if t == nil {
		return
	}
	t.cancelled()
	if t.device == "" {
		t.of.forgive(t.email)
	}
}

// cancelled takes back an attempt that came to no result.
func (t *attempt) cancelled() {
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

// forgive forgets the attempts for one e-mail address.
func (a *attempts) forgive(email string) {
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
	for len(times) > 0 && now.Sub(times[0]) >= attemptsSpan {
		times = times[1:]
	}
	if len(times) < t.limit {
		return 0
	}
	return times[len(times)-t.limit].Add(attemptsSpan).Sub(now)
}

// add counts an attempt, and returns how many count now. What is far beyond the limit isn't remembered.
func (t tally) add(key string, now time.Time) int {
	times, _ := t.times.Get(key)
	kept := make([]time.Time, 0, len(times)+1)
	for _, at := range times {
		if now.Sub(at) < attemptsSpan {
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
