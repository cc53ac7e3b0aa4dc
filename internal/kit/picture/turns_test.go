package picture

import (
	"errors"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
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
	var pixels atomic.Int64
	waiting.Changed = pixels.Store
	defer func() { waiting.Changed = nil }()
	leave, err := turn("greedy", MaxPixels)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	order, refused := []string{}, 0
	enter := func(owner string) {
		all.Go(func() {
			left, err := turn(owner, MaxPixels)
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
	for range 4 + 5 {
		enter("greedy")
	}
	until(func() bool { mu.Lock(); defer mu.Unlock(); return refused == 5 })
	enter("modest")
	until(func() bool { return pixels.Load() == (5+1)*MaxPixels })
	leave()
	all.Wait()
	if len(order) != 4+1 || refused != 5 {
		t.Errorf("%d were decoded, %d refused", len(order), refused)
	}
	if err := Refused("file", errTooMany); !errs.Is(err, errs.KindUnavailable) {
		t.Error(err)
	}
	if pixels.Load() != 0 {
		t.Errorf("%d pixels are left", pixels.Load())
	}
	if err := Refused("file", errUnreadable); !errs.Is(err, errs.KindInvalid) {
		t.Error(err)
	}
}

// Many owners together don't make a longer queue than the server works off in some seconds.
func TestAllOwnersTogether(t *testing.T) {
	leave, err := turn("first", MaxPixels)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var refused atomic.Int32
	for i := range mostInAll/MaxPixels - 1 + 7 {
		all.Go(func() {
			left, err := turn(strconv.Itoa(i), MaxPixels)
			if errors.Is(err, errTooMany) {
				refused.Add(1)
				return
			}
			left()
		})
	}
	until(func() bool { return refused.Load() == 7 })
	leave()
	all.Wait()
	if refused.Load() != 7 {
		t.Errorf("%d are refused, want 7", refused.Load())
	}
}

// Small pictures cost little, and many of them may wait.
func TestSmallPicturesWaitTogether(t *testing.T) {
	var all sync.WaitGroup
	for range mostOfOwner / leastPixels {
		all.Go(func() {
			leave, err := turn("photographer", 100)
			if err != nil {
				t.Error(err)
				return
			}
			leave()
		})
	}
	all.Wait()
}
