package housekeeping

import (
	"context"
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/picture"
	"sarai/internal/kit/scope"
)

const (
	maxPhoto  = 5 << 20
	photoSide = 1280 // pixels
)

var errNoPhoto = errs.NotFound("There is no photo of this room.")

// SetPhoto makes the picture the room's only photo, and returns the bytes that are kept.
func (s *Service) SetPhoto(ctx context.Context, sc scope.Scope, roomID string, file []byte) ([]byte, error) {
	content, err := picture.Photo(sc.Org, file, photoSide) // outside of the transaction: it takes some 100 ms
	if err != nil {
		return nil, picture.Refused("file", err)
	}
	return content, s.db.Write(ctx, func(tx *db.Tx) error {
		r, err := s.lock(tx, sc, roomID)
		if err != nil {
			return err
		}
		if err := savePhoto(tx, sc, roomID, content); err != nil {
			return err
		}
		return s.publish(tx, sc, photographedEvent.Of(r.ID, photographedDetails{r.Number, len(content)}))
	})
}

// Photo reads the room's photo.
func (s *Service) Photo(ctx context.Context, sc scope.Scope, roomID string) ([]byte, error) {
	content, err := db.ReadOne(ctx, s.db, func(tx *db.Tx) ([]byte, error) { return photo(tx, sc, roomID) })
	if errors.Is(err, db.ErrNoRows) {
		return nil, errNoPhoto
	}
	return content, err
}

// RemovePhoto deletes the room's photo.
func (s *Service) RemovePhoto(ctx context.Context, sc scope.Scope, roomID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		r, err := s.lock(tx, sc, roomID)
		if err != nil {
			return err
		}
		removed, err := removePhoto(tx, sc, roomID)
		if err != nil {
			return err
		}
		if removed == 0 {
			return errNoPhoto
		}
		return s.publish(tx, sc, photoRemoved.Of(r.ID, photoRemovedDetails{r.Number}))
	})
}
