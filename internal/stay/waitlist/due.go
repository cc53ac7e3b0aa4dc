package waitlist

import (
	"context"
	"maps"
	"sync"
	"time"

	"sarai/internal/kit/scope"
)

// pause is between two looks at a hotel: what happens meanwhile is seen by the second. Rooms wait for a guest's answer
// for hours, so the desk misses nothing.
const pause = 2 * time.Second

// due are the hotels whose entries are to be looked at.
type due struct {
	sync.Mutex
	hotels map[string]scope.Scope
	bell   chan struct{}
}

func newDue() due { return due{hotels: map[string]scope.Scope{}, bell: make(chan struct{}, 1)} }

func (d *due) add(sc scope.Scope) {
	d.Lock()
	d.hotels[sc.Org] = sc.Job()
	d.Unlock()
	select {
	case d.bell <- struct{}{}:
	default: // it rings already
	}
}

func (d *due) take() map[string]scope.Scope {
	d.Lock()
	defer d.Unlock()
	hotels := maps.Clone(d.hotels)
	clear(d.hotels)
	return hotels
}

// run looks at the hotels that are due, each once however often it was added, until ctx ends. The first look follows at
// once.
func (d *due) run(ctx context.Context, look func(sc scope.Scope)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.bell:
		}
		for _, sc := range d.take() {
			look(sc)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}
