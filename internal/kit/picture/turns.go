package picture

import (
	"errors"
	"sync"
	"time"

	"sarai/internal/kit/admit"
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

// waiting has all pictures that are in hand.
var waiting = admit.Room{MostWeightOfKey: mostOfOwner, MostWeight: mostInAll}

// turn waits until the owner's picture of so many pixels may be decoded. The caller calls leave when it is.
func turn(owner string, pixels int) (leave func(), err error) {
	stay, ok := waiting.Enter(owner, int64(max(pixels, leastPixels)))
	if !ok {
		return nil, errTooMany
	}
	stay.Lock()
	decoding.Lock()
	return func() {
		decoding.Unlock()
		stay.Unlock()
		stay.Leave()
	}, nil
}

// Refused is the answer to a picture that Clean or Photo has refused, in that field of the request.
func Refused(field string, err error) error {
	if errors.Is(err, errTooMany) {
		return err
	}
	return errs.InvalidField(field, "%v", err)
}
