package registration

import (
	"context"
	"encoding/base64"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/picture"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

const (
	maxSignature  = 200 << 10
	signatureSide = 800 // pixels
)

// cleaned is the picture of a signature as it is kept.
func cleaned(sc scope.Scope, file []byte) (string, error) {
	if len(file) > maxSignature {
		return "", errs.InvalidField("file", "must have at most %d KiB", maxSignature>>10)
	}
	content, err := picture.Clean(sc.Org, file, signatureSide)
	if err != nil {
		return "", picture.Refused("file", err)
	}
	return base64.StdEncoding.EncodeToString(content), nil
}

// Sign puts the picture of a signature on a card, in the place of one that is there; personID "" is the booking's own
// guest.
func (s *Service) Sign(ctx context.Context, sc scope.Scope, bookingID, personID string, file []byte) (Held, error) {
	signature, err := cleaned(sc, file)
	if err != nil {
		return Held{}, err
	}
	return db.Write(ctx, s.db, func(tx *db.Tx) (Held, error) {
		return s.sign(tx, sc, bookingID, personOr(personID, bookingID), signature, OnDesk)
	})
}

func (s *Service) sign(tx *db.Tx, sc scope.Scope, bookingID, personID, signature, how string) (Held, error) {
	sc.Expected = 0 // whoever signs, signs what is there
	return s.change(tx, sc, bookingID, personID, func(b *booking.Booking, h *Held) (event.Event, bool, error) {
		h.Signature, h.SignedAt, h.SignedHow, h.SignedFrom = signature, new(tx.Now.UnixMilli()), how, ""
		if how == OnTablet || how == Online {
			h.SignedFrom, h.LinkID = sc.IP, ""
		}
		return signedEvent.Of(b.ID, signedDetails{b.Code, h.Person.Name}), true, nil
	})
}

// Signed reads the picture of the signature on a card.
func (s *Service) Signed(ctx context.Context, sc scope.Scope, bookingID, personID string) ([]byte, error) {
	c, err := db.Read(ctx, s.db, func(tx *db.Tx) (Card, error) {
		return find(tx, sc, bookingID, personOr(personID, bookingID))
	})
	if err != nil {
		return nil, err
	}
	if c.Signature == "" {
		return nil, errUnsigned
	}
	return base64.StdEncoding.DecodeString(c.Signature)
}

// Unsign takes the signature off a card.
func (s *Service) Unsign(ctx context.Context, sc scope.Scope, bookingID, personID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		b, err := booking.Lock(tx, sc, bookingID).Get()
		if err != nil {
			return err
		}
		c, err := find(tx, sc, bookingID, personOr(personID, bookingID))
		if err != nil {
			return err
		}
		if c.SignedAt == nil {
			return errUnsigned
		}
		c.Signature, c.SignedAt, c.SignedHow, c.SignedFrom = "", nil, "", ""
		if err := save(tx, sc, &c); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, signatureRemoved.Of(b.ID, detailsOf(b)))
	})
}
