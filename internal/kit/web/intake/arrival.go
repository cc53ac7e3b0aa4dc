package intake

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"sarai/internal/kit/admit"
	"sarai/internal/kit/errs"
)

// How much of bodies may arrive at the same time from one address.
const (
	maxArriving      = 64
	maxArrivingBytes = 48 << 20 // some of the largest files
)

// patience is how long a JSON body of that size may take to arrive: 15 s, and one more for every 50 KiB.
func patience(size int64) time.Duration {
	return min(15*time.Second+time.Duration(size)*time.Second/(50<<10), 30*time.Second)
}

// Arrivals counts the bodies that arrive, by address, so that nobody fills the memory with requests that never end.
type Arrivals struct{ room admit.Room }

// heldStep is the least of which held is told: following it stops the whole program for a moment.
const heldStep = 4 << 20

// NewArrivals counts bodies, and bounds them if limited. held is told how many bytes of half-sent bodies lie in memory,
// when that has changed by megabytes; it may be nil.
func NewArrivals(limited bool, held func(bytes int64)) *Arrivals {
	a := &Arrivals{}
	if limited {
		a.room.MostOfKey, a.room.MostWeightOfKey = maxArriving, maxArrivingBytes
	}
	if held != nil {
		told := int64(0)
		a.room.Changed = func(all int64) {
			if more := all - told; more > heldStep || more < -heldStep {
				told = all
				held(2 * told) // a body's memory may be twice its size while it grows
			}
		}
	}
	return a
}

// Begin counts a body as arriving until arrived is called. It fails with TooMany if too much arrives from the address
// already, and with Invalid if more than limit bytes are announced.
func (a *Arrivals) Begin(request *http.Request, address string, limit int64) (arrived func(), err error) {
	if request.ContentLength > limit {
		return func() {}, tooMuch(limit)
	}
	stay, ok := a.room.Enter(address, announced(request, limit))
	if !ok {
		return func() {}, errs.TooMany("Too many requests are being sent from your address at the same time. "+
			"Try again in a moment.", time.Second)
	}
	return stay.Leave, nil
}

// ReadBody reads a body of at most limit bytes. Memory grows with what has come, not with what was announced.
func (a *Arrivals) ReadBody(w http.ResponseWriter, request *http.Request, address string, limit int64) ([]byte, error) {
	arrived, err := a.Begin(request, address, limit)
	if err != nil {
		return nil, err
	}
	defer arrived()
	connection := http.NewResponseController(w)
	// If the deadline can't be set, the server's own stays.
	_ = connection.SetReadDeadline(time.Now().Add(patience(announced(request, limit))))
	body, err := readAll(request, limit)
	if err != nil {
		return nil, err
	}
	_ = connection.SetReadDeadline(time.Time{}) // it would end the request while that is handled
	return body, nil
}

// HasBody tells whether the request has a body.
func HasBody(request *http.Request) bool { return request.Body != nil && request.Body != http.NoBody }

func readAll(request *http.Request, limit int64) ([]byte, error) {
	var body bytes.Buffer
	_, err := body.ReadFrom(io.LimitReader(request.Body, limit+1))
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, errs.Invalid("The body took too long to arrive.")
	case err != nil:
		return nil, errs.Invalid("The body could not be read to its end.")
	case int64(body.Len()) > limit:
		return nil, tooMuch(limit)
	}
	return body.Bytes(), nil
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
