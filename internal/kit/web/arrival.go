package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"sarai/internal/kit/errs"
)

// What a body may have, and how much of such may arrive at the same time from one address.
const (
	maxBodyBytes     = 1 << 20
	maxOpenBodyBytes = 16 << 10 // where neither token nor sheet key is needed
	maxArriving      = 64
	maxArrivingBytes = 48 << 20 // some of the largest files
)

// patience is how long a JSON body of that size may take to arrive: 15 s, and one more for every 50 KiB.
func patience(size int64) time.Duration {
	return min(15*time.Second+time.Duration(size)*time.Second/(50<<10), 30*time.Second)
}

// readBody reads a body of at most limit bytes. Memory grows with what has come, not with what was announced.
func (s *server) readBody(w http.ResponseWriter, request *http.Request, limit int64) ([]byte, error) {
	if request.Body == nil || request.Body == http.NoBody {
		return nil, nil
	}
	arrived, err := s.arrive(request, limit)
	if err != nil {
		return nil, err
	}
	defer arrived()
	connection := http.NewResponseController(w)
	// If the deadline can't be set, the server's own stays.
	_ = connection.SetReadDeadline(time.Now().Add(patience(announced(request, limit))))
	var body bytes.Buffer
	_, err = body.ReadFrom(io.LimitReader(request.Body, limit+1))
	if err != nil {
		return nil, brokenOff(err)
	}
	if int64(body.Len()) > limit {
		return nil, tooMuch(limit)
	}
	_ = connection.SetReadDeadline(time.Time{}) // it would end the request while that is handled
	return body.Bytes(), nil
}

// brokenOff is said of a body that could not be read.
func brokenOff(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return errs.Invalid("The body took too long to arrive.")
	}
	return errs.Invalid("The body could not be read to its end.")
}

func tooMuch(limit int64) error {
	if limit >= 1<<20 {
		return errs.Invalid(fmt.Sprintf("The body has more than %d MiB.", limit>>20))
	}
	return errs.Invalid(fmt.Sprintf("The body has more than %d KiB.", limit>>10))
}

// announced is how many bytes the body will have, as far as that is known and allowed.
func announced(request *http.Request, limit int64) int64 {
	if request.ContentLength < 0 {
		return limit
	}
	return min(request.ContentLength, limit)
}

// arrive counts a body as arriving until arrived is called. It fails with TooMany if too much arrives from the address
// already, and with Invalid if more than limit bytes are announced.
func (s *server) arrive(request *http.Request, limit int64) (arrived func(), err error) {
	infoOf(request.Context()).waited = true
	if request.ContentLength > limit {
		return func() {}, tooMuch(limit)
	}
	address, size := ClientNetwork(request), announced(request, limit)
	if !s.arriving.begin(address, size) && s.Limit.Requests > 0 {
		s.arriving.end(address, size)
		return func() {}, errs.TooMany("Too many requests are being sent from your address at the same time. "+
			"Try again in a moment.", time.Second)
	}
	return func() { s.arriving.end(address, size) }, nil
}

// arrivals counts the bodies that arrive, by address, so that nobody fills the memory with requests that never end.
type arrivals struct {
	held func(bytes int64) // see Config

	mu   sync.Mutex
	from map[string]arriving
	all  int64 // bytes
	told int64
}

type arriving struct {
	bodies int
	bytes  int64
}

// begin counts one more, and reports whether so much may arrive from the address.
func (a *arrivals) begin(address string, size int64) (allowed bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.from[address]
	now.bodies++
	now.bytes += size
	a.from[address] = now
	a.count(size)
	return now.bodies <= maxArriving && now.bytes <= maxArrivingBytes
}

func (a *arrivals) end(address string, size int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.from[address]
	now.bodies--
	now.bytes -= size
	if a.from[address] = now; now.bodies == 0 {
		delete(a.from, address)
	}
	a.count(-size)
}

// heldStep is the least of which Config.Held is told: following it stops the whole program for a moment.
const heldStep = 4 << 20

// count adds to what arrives. A body's memory may be twice its size while it grows.
func (a *arrivals) count(size int64) {
	a.all += size
	if more := a.all - a.told; a.held != nil && (more > heldStep || more < -heldStep) {
		a.told = a.all
		a.held(2 * a.told)
	}
}
