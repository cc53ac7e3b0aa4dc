package picture

import (
	"errors"
	"runtime"
	"sync"
	"testing"

	"sarai/internal/kit/errs"
)

// until lets others run until it holds; the test's own time-out ends it.
func until(holds func() bool) {
	for !holds() {
		runtime.Gosched()
	}
}

// One owner's pictures wait for each other in a short queue; what is more is refused, and other owners are not.
func TestOwnersTakeTurns(t *testing.T) {
	leave, err := turn("greedy")
	if err != nil {
		t.Fatal(err)
	}
	var waiting sync.WaitGroup
	var mu sync.Mutex
	order, refused := []string{}, 0
	enter := func(owner string) {
		waiting.Go(func() {
			left, err := turn(owner)
			mu.Lock()
			defer mu.Unlock()
			if errors.Is(err, errTooMany) {
				refused++
				return
			}
			order = append(order, owner)
			left()
		})
	}
	for range mostWaiting + 5 {
		enter("greedy")
	}
	until(func() bool { mu.Lock(); defer mu.Unlock(); return refused == 5 })
	enter("modest")
	until(func() bool { lanes.Lock(); defer lanes.Unlock(); return lanes.of["modest"] != nil })
	leave()
	waiting.Wait()
	if len(order) != mostWaiting+1 || refused != 5 {
		t.Errorf("%d were decoded, %d refused", len(order), refused)
	}
	if len(lanes.of) != 0 {
		t.Errorf("%d lanes are left", len(lanes.of))
	}
	if err := Refused("file", errTooMany); !errs.Is(err, errs.KindTooMany) {
		t.Error(err)
	}
	if err := Refused("file", errUnreadable); !errs.Is(err, errs.KindInvalid) {
		t.Error(err)
	}
}
