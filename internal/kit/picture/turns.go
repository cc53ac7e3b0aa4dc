package picture

import (
	"errors"
	"sync"
	"time"

	"sarai/internal/kit/errs"
)

// How many pixels are decoded and waited for at a time: of one owner, and altogether. The largest picture takes a
// second. A picture counts as at least leastPixels.
const (
	mostOfOwner = 5 * MaxPixels
	mostInAll   = 13 * MaxPixels
	leastPixels = MaxPixels / 16
)

// errTooMany is an errs.Unavailable.
var errTooMany = errs.Unavailable("Too many pictures are being read at this moment. Send it again in a few seconds.",
	3*time.Second, nil)

// decoding lets one picture at a time into memory: decoding the largest accepted one takes some 200 MB. Of each owner
// one picture waits for it at most, so that nobody waits for another's queue.
var decoding sync.Mutex

// lanes are the queues of owners who have a picture in hand.
var lanes = struct {
	sync.Mutex
	of     map[string]*lane
	pixels int // of all pictures in them
}{of: map[string]*lane{}}

type lane struct {
	first  sync.Mutex // held by the owner's picture that may be decoded next
	pixels int        // of all pictures in the lane
}

// turn waits until the owner's picture of so many pixels may be decoded. The caller calls leave when it is.
func turn(owner string, pixels int) (leave func(), err error) {
	pixels = max(pixels, leastPixels)
	lanes.Lock()
	own := lanes.of[owner]
	if lanes.pixels+pixels > mostInAll || own != nil && own.pixels+pixels > mostOfOwner {
		lanes.Unlock()
		return nil, errTooMany
	}
	if own == nil {
		own = &lane{}
		lanes.of[owner] = own
	}
	own.pixels += pixels
	lanes.pixels += pixels
	lanes.Unlock()
	own.first.Lock()
	decoding.Lock()
	return func() {
		decoding.Unlock()
		own.first.Unlock()
		lanes.Lock()
		defer lanes.Unlock()
		lanes.pixels -= pixels
		if own.pixels -= pixels; own.pixels == 0 {
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
