package admit

import (
	"context"
	"errors"
)

// Places are a number of places for work, with a line before them in which only so many wait.
type Places struct {
	line   chan struct{} // has an entry for each who waits or has a place
	places chan struct{} // has an entry for each who has a place
}

// ErrFull is Enter's error where as many wait as may.
var ErrFull = errors.New("the line is full")

// NewPlaces makes so many places; waiting bounds the line before them.
func NewPlaces(places, waiting int) *Places {
	return &Places{line: make(chan struct{}, places+waiting), places: make(chan struct{}, places)}
}

// Enter waits for a place. It fails with ErrFull at once, and with ctx's error when that ends. Callers must leave.
func (p *Places) Enter(ctx context.Context) (leave func(), err error) {
	select {
	case p.line <- struct{}{}:
	default:
		return nil, ErrFull
	}
	select {
	case p.places <- struct{}{}:
		return func() { <-p.places; <-p.line }, nil
	case <-ctx.Done():
		<-p.line
		return nil, ctx.Err()
	}
}
