package admit

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/kit/errs"
)

// Whoever comes and goes, a room holds what is in it and no more than it may, and nothing stays behind.
func TestRooms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var told int64
		room := Room{MostOfKey: 3, MostWeightOfKey: 10, MostWeight: 15, Changed: func(all int64) { told = all }}
		type in struct {
			Stay
			key    string
			weight int64
		}
		var inside []in
		for range rapid.IntRange(1, 50).Draw(t, "steps") {
			if len(inside) > 0 && rapid.Bool().Draw(t, "leave") {
				i := rapid.IntRange(0, len(inside)-1).Draw(t, "who")
				inside[i].Leave()
				inside = append(inside[:i], inside[i+1:]...)
				continue
			}
			key, weight := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "key"), rapid.Int64Range(0, 11).Draw(t, "weight")
			number, ofKey, all := 1, weight, weight
			for _, other := range inside {
				all += other.weight
				if other.key == key {
					number++
					ofKey += other.weight
				}
			}
			stay, ok := room.Enter(key, weight)
			if want := number <= 3 && ofKey <= 10 && all <= 15; ok != want {
				t.Fatalf("%s with %d enters: %v, want %v", key, weight, ok, want)
			}
			if ok {
				inside = append(inside, in{stay, key, weight})
			}
		}
		for _, stay := range inside {
			stay.Leave()
		}
		if len(room.of) != 0 || room.all != 0 || told != 0 {
			t.Fatalf("%d keys, a weight of %d stay, %d is told", len(room.of), room.all, told)
		}
	})
}

func TestARoomWithoutLimitsCounts(t *testing.T) {
	var room Room
	for range 1000 {
		if _, ok := room.Enter("a", 1<<40); !ok {
			t.Fatal("refused")
		}
	}
	if room.all != 1000<<40 {
		t.Errorf("it holds %d", room.all)
	}
}

// Of one key one has the lock, and the others wait; another key doesn't.
func TestStaysOfAKeyTakeTurns(t *testing.T) {
	var room Room
	enter := func(key string) Stay { stay, _ := room.Enter(key, 1); return stay }
	first, second, other := enter("a"), enter("a"), enter("b")
	first.Lock()
	other.Lock()
	turn := 0
	other.Unlock()
	var all sync.WaitGroup
	all.Go(func() {
		second.Lock()
		defer second.Unlock()
		turn *= 2
	})
	turn = 21
	first.Unlock()
	first.Leave()
	all.Wait()
	if turn != 42 {
		t.Errorf("the second had its turn before the first was done: %d", turn)
	}
}

// Places are taken, then the line is, and then nobody waits; who gives up leaves no trace.
func TestPlaces(t *testing.T) {
	p := NewPlaces(2, 1)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	var leaves []func()
	for range 2 {
		leave, err := p.Enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		leaves = append(leaves, leave)
	}
	for range 3 {
		if _, err := p.Enter(ended); !errors.Is(err, context.Canceled) {
			t.Errorf("who waits with an ended context gets %v", err)
		}
	}
	got := make(chan error)
	go func() {
		leave, err := p.Enter(t.Context())
		if err == nil {
			leave()
		}
		got <- err
	}()
	for len(p.line) < 3 {
		runtime.Gosched()
	}
	if _, err := p.Enter(ended); !errors.Is(err, ErrFull) {
		t.Errorf("where the line is full: %v", err)
	}
	leaves[0]()
	if err := <-got; err != nil {
		t.Error(err)
	}
	leaves[1]()
	if len(p.line)+len(p.places) != 0 {
		t.Error("somebody is left")
	}
}

func TestCounters(t *testing.T) {
	request := httptest.NewRequest("GET", "/", nil)
	var none *Counter
	if err := none.Count(request, "a", "too many"); err != nil || (Rate{}).Counter() != nil {
		t.Errorf("without a limit: %v", err)
	}
	counter := Rate{Requests: 2, Window: time.Hour}.Counter()
	header := http.Header{}
	if !counter.Admits(request, "a", header) || header.Get("X-RateLimit-Remaining") != "1" {
		t.Errorf("the first is told %v", header)
	}
	for _, key := range []string{"a", "b"} {
		if err := counter.Count(request, key, "too many"); err != nil {
			t.Error(key, err)
		}
	}
	var refused *errs.Error
	if err := counter.Count(request, "a", "too many"); !errors.As(err, &refused) || refused.Kind != errs.KindTooMany ||
		refused.RetryAfter != time.Hour || refused.Message != "too many" {
		t.Errorf("the third gets %v", err)
	}
}
