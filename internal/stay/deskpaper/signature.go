package deskpaper

import (
	"context"
	"errors"
	"time"

	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/picture"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
)

const (
	maxSignature  = 200 << 10
	signatureSide = 800 // pixels
)

// Signature is what a guest has signed: a PNG as kit/picture makes it.
type Signature struct {
	Content  []byte
	SignedAt int64 // UTC milliseconds
}

// signedOn is the date on the hotel's calendar.
func (s Signature) signedOn(sc scope.Scope) string {
	return words.Of(sc).Day(date.Of(time.UnixMilli(s.SignedAt), sc.Zone))
}

var errUnsigned = errs.NotFound("The registration card of this booking is not signed.")

// Sign puts the picture of a signature on the booking's card, in the place of one that is there.
func (s *Service) Sign(ctx context.Context, sc scope.Scope, bookingID string, file []byte) (Signature, error) {
	if len(file) > maxSignature {
		return Signature{}, errs.InvalidField("file", "must have at most %d KiB", maxSignature>>10)
	}
	content, err := picture.Clean(sc.Org, file, signatureSide)
	if err != nil {
		return Signature{}, picture.Refused("file", err)
	}
	return db.Write(ctx, s.db, func(tx *db.Tx) (Signature, error) {
		signed := Signature{Content: content, SignedAt: tx.Now.UnixMilli()}
		b, err := booking.Lock(tx, sc, bookingID).Get()
		if err != nil {
			return signed, err
		}
		if b.Status == booking.Cancelled {
			return signed, errs.Conflict("Booking %s is cancelled: there is nothing to sign.", b.Code)
		}
		if err := saveSignature(tx, sc, b.ID, signed); err != nil {
			return signed, err
		}
		return signed, s.bus.Publish(tx, sc, signedEvent.Of(b.ID, detailsOf(b)))
	})
}

// Signed reads the signature on a booking's card.
func (s *Service) Signed(ctx context.Context, sc scope.Scope, bookingID string) (Signature, error) {
	signed, err := db.ReadOne(ctx, s.db, func(tx *db.Tx) (Signature, error) { return signature(tx, sc, bookingID) })
	if errors.Is(err, db.ErrNoRows) {
		return signed, errUnsigned
	}
	return signed, err
}

// Unsign takes the signature off a booking's card.
func (s *Service) Unsign(ctx context.Context, sc scope.Scope, bookingID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		b, err := booking.Lock(tx, sc, bookingID).Get()
		if err != nil {
			return err
		}
		removed, err := removeSignature(tx, sc, b.ID)
		if err != nil {
			return err
		}
		if removed == 0 {
			return errUnsigned
		}
		return s.bus.Publish(tx, sc, signatureRemoved.Of(b.ID, detailsOf(b)))
	})
}
