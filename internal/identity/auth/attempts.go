package auth

import (
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

// attempts limits how often something is tried for one e-mail address and from one client address. An attempt
// counts from its beginning, so that many at once can't slip past the limit; one that turns out to be no
// failure is taken back. It lives in this process's memory alone.
type attempts struct {
	clock   clock.Clock
	message string

	mu      sync.Mutex
	byEmail tally
	byIP    tally
}

// tally holds, for each key, the instants of the attempts that count, oldest first.
type tally struct {
	limit int
	times *lru.Cache[string, []time.Time]
}

// attempt is one that has begun.
type attempt struct {
	of        *attempts
	email, ip string
	at        time.Time
}

func newAttempts(c clock.Clock, perEmail, perIP int, message string) *attempts {
	newTally := func(limit int) tally {
		times, err := lru.New[string, []time.Time](rememberedKeys)
		if err != nil {
			panic(err) // only for a size below one
		}
		return tally{limit: limit, times: times}
	}
	return &attempts{clock: c, message: message, byEmail: newTally(perEmail), byIP: newTally(perIP)}
}

// begin counts an attempt, or refuses it with TooMany. A nil *attempts has no limits.
func (a *attempts) begin(email, ip string) (*attempt, error) {
	if a == nil {
		return nil, nil
	}
	begun := &attempt{of: a, email: email, ip: httprate.CanonicalizeIP(ip), at: a.clock.Now()}
	a.mu.Lock()
	defer a.mu.Unlock()
	wait := max(a.byEmail.wait(begun.email, begun.at), a.byIP.wait(begun.ip, begun.at))
	if wait > 0 {
		return nil, errs.TooMany(a.message, wait)
	}
	a.byEmail.add(begun.email, begun.at)
	a.byIP.add(begun.ip, begun.at)
	return begun, nil
}

// succeeded takes the attempt back and forgives the e-mail address what it had before.
func (t *attempt) succeeded() {
	if t == nil {
		return
	}
	t.of.forgive(t.email)
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
	t.of.byIP.takeBack(t.ip, t.at)
}

// cancelled takes back an attempt that came to no result.
func (t *attempt) cancelled() {
	if t == nil {
		return
	}
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
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

func (t tally) add(key string, now time.Time) {
	times, _ := t.times.Get(key)
	kept := make([]time.Time, 0, len(times)+1)
	for _, at := range times {
		if now.Sub(at) < attemptsSpan {
			kept = append(kept, at)
		}
	}
	t.times.Add(key, append(kept, now))
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
