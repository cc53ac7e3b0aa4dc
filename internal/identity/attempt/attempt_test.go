package attempt

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sarai/internal/identity/factor"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/errs"
)

var start = time.Date(2026, 4, 1, 9, 30, 0, 0, time.UTC)

// Whoever tries with another's address from many client addresses makes its owner wait, by two seconds at most.
func TestAttemptsOfOneAddressAreDelayed(t *testing.T) {
	now := clock.NewFake(start)
	a := New(now, 3, 100, "too many")
	begin := func(email, device string) time.Duration {
		t.Helper()
		begun, err := a.Begin(email, fmt.Sprintf("192.0.2.%d", len(email)), device)
		if err != nil {
			t.Fatal(err)
		}
		return begun.waits
	}
	for i, want := range []time.Duration{0, 0, 0, 250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2000, 2000} {
		if delay := begin("a@x.example", ""); delay != want*time.Millisecond {
			t.Errorf("attempt %d waits for %v, want %d ms", i+1, delay, want)
		}
	}
	if delay := begin("b@x.example", ""); delay != 0 {
		t.Errorf("another address waits for %v", delay)
	}
	for range 3 {
		if delay := begin("a@x.example", "known"); delay != 0 {
			t.Errorf("a known device waits for %v", delay)
		}
	}
	if delay := begin("a@x.example", "known"); delay != 2*time.Second {
		t.Errorf("a device that has failed itself waits for %v", delay)
	}
	now.Advance(span)
	if delay := begin("a@x.example", ""); delay != 0 {
		t.Errorf("after 15 minutes it waits for %v", delay)
	}
}

func TestAKnownDeviceIsSparedTheLimitOfItsClient(t *testing.T) {
	a := New(clock.NewFake(start), 2, 1, "too many")
	for i := range 2 {
		if _, err := a.Begin("guest@x.example", "192.0.2.1", ""); errs.Is(err, errs.KindTooMany) != (i == 1) {
			t.Fatalf("attempt %d: %v", i+1, err)
		}
	}
	for i := range 4 {
		if _, err := a.Begin("desk@x.example", "192.0.2.1", "known"); errs.Is(err, errs.KindTooMany) != (i >= 2) {
			t.Errorf("attempt %d of the known device: %v", i+1, err)
		}
	}
}

// A delayed attempt waits apart from the hashing, for its delay or until its request ends; beyond the room's size they
// are refused.
func TestDelayedAttemptsWaitInARoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := New(clock.NewFake(start), 1, 10_000, "too many")
		delayed := func(ctx context.Context) error {
			begun, err := a.Begin("a@x.example", "192.0.2.1", "")
			if err != nil {
				return err
			}
			return begun.Wait(ctx)
		}
		for range 9 {
			if err := delayed(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		began := time.Now()
		var all sync.WaitGroup
		for range waitingRoom {
			all.Go(func() {
				if err := delayed(t.Context()); err != nil || time.Since(began) != longest {
					t.Errorf("waited for %v: %v", time.Since(began), err)
				}
			})
		}
		synctest.Wait()
		if err := delayed(t.Context()); !errs.Is(err, errs.KindTooMany) || time.Since(began) != 0 {
			t.Errorf("one more: %v after %v; want TooMany at once", err, time.Since(began))
		}
		all.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := delayed(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("an ended request: %v", err)
		}
		for range waitingRoom {
			if _, err := a.waiting.Enter(t.Context()); err != nil {
				t.Fatalf("the room isn't empty: %v", err)
			}
		}
	})
}

func TestAttemptsOfOneClientAreLimited(t *testing.T) {
	a := New(clock.NewFake(start), 100, 3, "too many")
	for i, ip := range []string{"2001:db8::1", "2001:db8::2", "2001:db8::3"} {
		if _, err := a.Begin(fmt.Sprintf("%d@x.example", i), ip, ""); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Begin("z@x.example", "2001:db8::4", ""); !errs.Is(err, errs.KindTooMany) {
		t.Errorf("a fourth attempt from the same IPv6 network: %v; want TooMany", err)
	}
}

func TestSuccessForgivesTheAddressAndNotTheClient(t *testing.T) {
	a := New(clock.NewFake(start), 2, 3, "too many")
	fail := func(email string) {
		t.Helper()
		if _, err := a.Begin(email, "192.0.2.1", ""); err != nil {
			t.Fatal(err)
		}
	}
	fail("a@x.example")
	for range 5 {
		succeeding, err := a.Begin("a@x.example", "192.0.2.1", "")
		if err != nil {
			t.Fatalf("a success was counted: %v", err)
		}
		succeeding.Succeeded()
	}
	fail("a@x.example")
	fail("b@x.example")
	if _, err := a.Begin("c@x.example", "192.0.2.1", ""); !errs.Is(err, errs.KindTooMany) {
		t.Errorf("the client's three failures don't count: %v", err)
	}
}

func TestCancelledAttemptsDontCount(t *testing.T) {
	a := New(clock.NewFake(start), 1, 1, "too many")
	for range 3 {
		begun, err := a.Begin("a@x.example", "192.0.2.1", "")
		if err != nil {
			t.Fatal(err)
		}
		begun.Cancelled()
	}
}

func TestManyAttemptsAtOnceCantPassTheLimit(t *testing.T) {
	a := New(clock.NewFake(start), 10, 20, "too many")
	var begun, delayed atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if one, err := a.Begin("a@x.example", "192.0.2.1", ""); err == nil {
				begun.Add(1)
				if one.waits > 0 {
					delayed.Add(1)
				}
			}
		})
	}
	all.Wait()
	if begun.Load() != 20 || delayed.Load() != 10 {
		t.Errorf("%d of 50 simultaneous attempts began, %d of them delayed; want 20, 10", begun.Load(), delayed.Load())
	}
}

func TestNoLimits(t *testing.T) {
	var a *Limit
	for range 100 {
		begun, err := a.Begin("a@x.example", "192.0.2.1", "")
		if err != nil {
			t.Fatal(err)
		}
		begun.Succeeded()
		begun.Cancelled()
	}
	a.Forgive("a@x.example")
}

// Codes for one login are looked at one after the other, ever more slowly, in a line that is never longer than half a
// minute in all; those for others don't wait for it.
func TestCodesStandInALine(t *testing.T) {
	now := clock.NewFake(start)
	a := NewForCodes(now, 10, 60, "a line")
	looked := time.Duration(0) // at the last one
	tried, refused := 0, 0
	for second := range 24 * 60 * 60 { // somebody tries ten a second for a day, from as many addresses
		for i := range 10 {
			tried++
			begun, err := a.Begin("asha", fmt.Sprintf("10.%d.%d.%d", second>>8&255, second&255, i), "")
			if errs.Is(err, errs.KindTooMany) {
				refused++
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			at := time.Duration(second)*time.Second + begun.waits
			if begun.waits >= factor.StepLength || begun.over > 0 && at <= looked {
				t.Fatalf("after %d s one waits for %v, and is looked at %v after the one before", second, begun.waits,
					at-looked)
			}
			looked = max(looked, at)
		}
		now.Advance(time.Second)
	}
	if most := 7000; tried-refused > most || tried-refused < 1000 {
		t.Errorf("%d codes are looked at in a day, want at most %d", tried-refused, most)
	}
	if begun, err := a.Begin("ravi", "192.0.2.1", ""); err != nil || begun.waits != 0 {
		t.Errorf("another login: %v %v", begun, err)
	}
}
