package auth

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/errs"
)

var start = time.Date(2026, 4, 1, 9, 30, 0, 0, time.UTC)

func TestAttemptsOfOneAddressAreLimited(t *testing.T) {
	now := clock.NewFake(start)
	a := newAttempts(now, 3, 100, "too many")
	for i := range 3 {
		if _, err := a.begin("a@x.example", fmt.Sprintf("192.0.2.%d", i)); err != nil {
			t.Fatalf("attempt %d: %v", i+1, err)
		}
		now.Advance(time.Minute)
	}
	_, err := a.begin("a@x.example", "192.0.2.9")
	var refused *errs.Error
	if !errors.As(err, &refused) || refused.Kind != errs.KindTooMany || refused.RetryAfter != 12*time.Minute {
		t.Fatalf("fourth attempt: %v (%+v); want TooMany with 12 minutes to wait", err, refused)
	}
	if _, err := a.begin("b@x.example", "192.0.2.9"); err != nil {
		t.Errorf("another address is limited too: %v", err)
	}
	now.Advance(12 * time.Minute)
	if _, err := a.begin("a@x.example", "192.0.2.9"); err != nil {
		t.Errorf("after the wait that was told: %v", err)
	}
	if _, err := a.begin("a@x.example", "192.0.2.9"); err == nil {
		t.Error("the second and third attempt don't count any more, though they are younger than 15 minutes")
	}
}

func TestAttemptsOfOneClientAreLimited(t *testing.T) {
	a := newAttempts(clock.NewFake(start), 100, 3, "too many")
	for i, ip := range []string{"2001:db8::1", "2001:db8::2", "2001:db8::3"} {
		if _, err := a.begin(fmt.Sprintf("%d@x.example", i), ip); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.begin("z@x.example", "2001:db8::4"); !errs.Is(err, errs.KindTooMany) {
		t.Errorf("a fourth attempt from the same IPv6 network: %v; want TooMany", err)
	}
}

func TestSuccessForgivesTheAddressAndNotTheClient(t *testing.T) {
	a := newAttempts(clock.NewFake(start), 2, 3, "too many")
	fail := func(email string) {
		t.Helper()
		if _, err := a.begin(email, "192.0.2.1"); err != nil {
			t.Fatal(err)
		}
	}
	fail("a@x.example")
	for range 5 {
		succeeding, err := a.begin("a@x.example", "192.0.2.1")
		if err != nil {
			t.Fatalf("a success was counted: %v", err)
		}
		succeeding.succeeded()
	}
	fail("a@x.example")
	fail("b@x.example")
	if _, err := a.begin("c@x.example", "192.0.2.1"); !errs.Is(err, errs.KindTooMany) {
		t.Errorf("the client's three failures don't count: %v", err)
	}
}

func TestCancelledAttemptsDontCount(t *testing.T) {
	a := newAttempts(clock.NewFake(start), 1, 1, "too many")
	for range 3 {
		begun, err := a.begin("a@x.example", "192.0.2.1")
		if err != nil {
			t.Fatal(err)
		}
		begun.cancelled()
	}
}

func TestManyAttemptsAtOnceCantPassTheLimit(t *testing.T) {
	a := newAttempts(clock.NewFake(start), 10, 60, "too many")
	var begun atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if _, err := a.begin("a@x.example", "192.0.2.1"); err == nil {
				begun.Add(1)
			}
		})
	}
	all.Wait()
	if begun.Load() != 10 {
		t.Errorf("%d of 50 simultaneous attempts began; want 10", begun.Load())
	}
}

func TestNoLimits(t *testing.T) {
	var a *attempts
	for range 100 {
		begun, err := a.begin("a@x.example", "192.0.2.1")
		if err != nil {
			t.Fatal(err)
		}
		begun.succeeded()
		begun.cancelled()
	}
	a.forgive("a@x.example")
}
