package booking

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/wordindex"
	"sarai/internal/stay/lodging"
)

// Change runs one operation on an existing booking inside the caller's transaction: it locks the booking, saves what
// the operation changed in it, and returns what the operation returns. Transactions that move money lock the books
// first.
func Change[T any](tx *db.Tx, sc scope.Scope, bookingID string, operation func(b *Booking) (T, error)) (T, error) {
	var none T
	b, err := Lock(tx, sc, bookingID).Get()
	if err == nil {
		err = sc.CheckVersion(b.Version)
	}
	if err != nil {
		return none, err
	}
	return ChangeLocked(tx, sc, b, operation)
}

// ChangeLocked is Change of a booking that the transaction has locked or made, in whichever version it is.
func ChangeLocked[T any](tx *db.Tx, sc scope.Scope, b *Booking, operation func(b *Booking) (T, error)) (T, error) {
	var none T
	was := b.Copy()
	result, err := operation(b)
	if err != nil {
		return none, err
	}
	if b.Is(was) {
		return result, nil
	}
	if words := b.Words(); !slices.Equal(words, was.Words()) {
		if err := wordindex.Set(tx, sc, wordindex.Booking, b.ID, words); err != nil {
			return none, err
		}
	}
	return result, Save(tx, sc, b, was.Status)
}

// Trial is what a change would make of a booking. If it conflicts with something, the booking is as it is.
type Trial struct {
	Booking   *Booking
	Conflicts []string // sentences
}

var errTried = errors.New("only tried")

// Try does the operation on a booking, and rolls it back.
func Try(ctx context.Context, d *db.DB, sc scope.Scope, bookingID string,
	operation func(tx *db.Tx) (*Booking, error)) (t Trial, err error) {
	err = d.Write(ctx, func(tx *db.Tx) error {
		was, err := Find(tx, sc, bookingID).Get()
		if err != nil {
			return err
		}
		b, err := operation(tx)
		t = Trial{Booking: b}
		if errs.Is(err, errs.KindConflict) {
			t, err = Trial{was, []string{err.Error()}}, nil
		}
		return cmp.Or(err, errTried)
	})
	if errors.Is(err, errTried) {
		err = nil
	}
	return t, err
}

// Publish publishes an event of the booking; a notice's message is completed to a sentence that begins with the code.
func (b *Booking) Publish(tx *db.Tx, bus *event.Bus, sc scope.Scope, e event.Event) error {
	e.Touched = map[string][]string{"housekeeping": b.dirtied}
	if e.Notice != nil {
		e.Notice.Message = b.Code + ": " + e.Notice.Message + "."
		e.Notice.Unreachable = b.GuestEmail == ""
	}
	return bus.Publish(tx, sc, e)
}

func created(b *Booking, currency string) event.Event {
	rooms := b.Rooms.Current()
	e := Created.Of(b.ID, CreatedDetails{About: b.About(), GuestID: b.GuestID, GuestName: b.GuestName,
		CheckIn: b.CheckIn, CheckOut: b.CheckOut, Rooms: lodging.Numbers(rooms), TotalAmount: b.Total.Number(currency)})
	e.Notice = &event.Notice{Type: event.BookingCreated, Title: "New booking",
		Message: fmt.Sprintf("%s booked %s from %s to %s", b.GuestName, lodging.InWords(rooms), b.CheckIn.Text(),
			b.CheckOut.Text())}
	return e
}

// Updated gives an event the notice of a change that has no notice type of its own.
func Updated(message string, e event.Event) event.Event {
	e.Notice = &event.Notice{Type: event.BookingUpdated, Title: "Booking changed", Message: message}
	return e
}
