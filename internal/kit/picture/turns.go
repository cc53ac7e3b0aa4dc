package picture

import (
	"errors"
	"sync"
	"time"

	"sarai/internal/kit/errs"
)

// mostWaiting is how many pictures of one owner may wait for their turn. Decoding takes some 100 ms, and a second for a
// large one.
const mostWaiting = 16

// errTooMany is an errs.TooMany.
var errTooMany = errs.TooMany("Too many pictures are being read at this moment. Send it again in a few seconds.",
	3*time.Second)

// decoding lets one picture at a time into memory: decoding the largest accepted one takes some 200 MB. Of each owner
// one picture waits for it at most, so that nobody waits for another's queue.
var decoding sync.Mutex

// lanes are the queues of owners who have a picture in hand.
var lanes = struct {
	sync.Mutex
	of map[string]*lane
}{of: map[string]*lane{}}

type lane struct {
	first sync.Mutex // held by the owner's picture that may be decoded next
	in    int        // how many pictures are in the lane
}

// turn waits until the owner's picture may be decoded. The caller calls leave when it is.
func turn(owner string) (leave func(), err error) {
	lanes.Lock()
	own := lanes.of[owner]
	if own == nil {
		own = &lane{}
		lanes.of[owner] = own
	}
	if own.in > mostWaiting {
		lanes.Unlock()
		return nil, errTooMany
	}
	own.in++
	lanes.Unlock()
	own.first.Lock()
	decoding.Lock()
	return func() {
		decoding.Unlock()
		own.first.Unlock()
		lanes.Lock()
		defer lanes.Unlock()
		if own.in--; own.in == 0 {
			delete(lanes.of, owner)
		}
	}, nil
}

// Refused is the answer to a picture that Clean or Photo has refused, in that field of the request.
func Refused(field string, err error) error {
	if errors.Is(err, errTooMany) {
		return err
	}
	return errs.InvalidField(field, "%v", err)
}
