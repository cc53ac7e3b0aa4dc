package organization

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/picture"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

const (
	maxLogoBytes = 1 << 20
	logoSide     = 600 // pixels: 40 mm in print at 380 to the inch
)

// Logo is the picture that the organization's documents carry.
type Logo struct {
	ID      string // the SHA-256 of the content, in hexadecimal
	Type    string
	Content []byte
}

var errNoLogo = errs.NotFound("The organization has no logo image. Send one with PUT.")

// setLogo makes the picture in the file the current one, and returns it as it is stored.
func (s *Service) setLogo(ctx context.Context, sc scope.Scope, file []byte) (Logo, error) {
	content, err := picture.Clean(sc.Org, file, logoSide)
	if err != nil {
		return Logo{}, picture.Refused("file", err)
	}
	sum := sha256.Sum256(content)
	logo := Logo{ID: hex.EncodeToString(sum[:]), Type: "image/png", Content: content}
	return logo, s.db.Write(ctx, func(tx *db.Tx) error {
		before, err := lockLogo(tx, sc.Org)
		if err != nil || before == logo.ID {
			return err
		}
		if err := dropLogo(tx, sc.Org); err != nil {
			return err
		}
		if err := saveLogo(tx, sc.Org, logo); err != nil {
			return err
		}
		return s.publishLogo(tx, sc, before, logo.ID)
	})
}

// logo reads the current picture.
func (s *Service) logo(ctx context.Context, sc scope.Scope) (Logo, error) {
	logo, err := db.Read(ctx, s.db, func(tx *db.Tx) (Logo, error) {
		logoID, err := LogoID(tx, sc.Org)
		if err != nil {
			return Logo{}, err
		}
		return StoredLogo(tx, sc.Org, logoID)
	})
	if errors.Is(err, db.ErrNoRows) {
		return logo, errNoLogo
	}
	return logo, err
}

// removeLogo lets new documents carry no picture.
func (s *Service) removeLogo(ctx context.Context, sc scope.Scope) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		before, err := lockLogo(tx, sc.Org)
		if err != nil {
			return err
		}
		if before == "" {
			return errNoLogo
		}
		if err := dropLogo(tx, sc.Org); err != nil {
			return err
		}
		return s.publishLogo(tx, sc, before, "")
	})
}

// lockLogo is LogoID for a change: of two pictures sent at once, one becomes the current one.
func lockLogo(tx *db.Tx, org string) (string, error) {
	if err := LockMembers(tx, org); err != nil {
		return "", err
	}
	return LogoID(tx, org)
}

func (s *Service) publishLogo(tx *db.Tx, sc scope.Scope, before, after string) error {
	return s.bus.Publish(tx, sc, Updated.Of(sc.Org,
		updatedDetails{event.Changes[facts]{Before: facts{LogoImage: before}, After: facts{LogoImage: after}}}))
}
