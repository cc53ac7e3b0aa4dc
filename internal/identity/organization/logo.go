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
	"sarai/internal/kit/web"
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

// LogoView tells of the picture.
type LogoView struct {
	ID   string `json:"logoId" doc:"Changes with the picture" example:"9f86d081884c7d659a2feaa0c55ad015"`
	Type string `json:"type" enum:"image/png" example:"image/png"`
	Size int    `json:"size" doc:"Bytes, as it is kept" example:"18230"`
}

type logoInput struct{ web.FileBody }

func (s *Service) httpPutLogo(
	ctx context.Context, sc scope.Scope, _ *logoInput, file web.File,
) (*web.Data[LogoView], error) {
	content, err := picture.Clean(file.Content, logoSide)
	if err != nil {
		return nil, errs.InvalidField("file", "%v", err)
	}
	sum := sha256.Sum256(content)
	logo := Logo{ID: hex.EncodeToString(sum[:]), Type: "image/png", Content: content}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if err := LockMembers(tx, sc.Org); err != nil { // of two pictures at once one is the current one
			return err
		}
		return s.replaceLogo(tx, sc, logo)
	})
	if err != nil {
		return nil, err
	}
	return web.Say(LogoView{ID: logo.ID, Type: logo.Type, Size: len(logo.Content)}, "New documents carry this picture."),
		nil
}

func (s *Service) replaceLogo(tx *db.Tx, sc scope.Scope, logo Logo) error {
	before, err := LogoID(tx, sc.Org)
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
}

func (s *Service) publishLogo(tx *db.Tx, sc scope.Scope, before, after string) error {
	return s.bus.Publish(tx, sc, event.Event{Action: "settings.updated", ResourceType: "organization", ResourceID: sc.Org,
		Details: map[string]any{"changes": map[string]any{"logoImage": map[string]any{"old": before, "new": after}}}})
}

var errNoLogo = errs.NotFound("The organization has no logo image. Send one with PUT.")

func (s *Service) httpGetLogo(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.File, error) {
	var logo Logo
	err := s.db.Read(ctx, func(tx *db.Tx) error {
		logoID, err := LogoID(tx, sc.Org)
		if err != nil {
			return err
		}
		logo, err = StoredLogo(tx, sc.Org, logoID)
		return err
	})
	if errors.Is(err, db.ErrNoRows) {
		return nil, errNoLogo
	}
	if err != nil {
		return nil, err
	}
	return &web.File{Name: "logo.png", Type: logo.Type, Content: logo.Content}, nil
}

func (s *Service) httpDeleteLogo(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Message, error) {
	err := s.db.Write(ctx, func(tx *db.Tx) error {
		if err := LockMembers(tx, sc.Org); err != nil {
			return err
		}
		before, err := LogoID(tx, sc.Org)
		if err == nil && before == "" {
			return errNoLogo
		}
		if err != nil {
			return err
		}
		if err := dropLogo(tx, sc.Org); err != nil {
			return err
		}
		return s.publishLogo(tx, sc, before, "")
	})
	if err != nil {
		return nil, err
	}
	return web.Done("New documents carry no picture. Those that were issued keep theirs."), nil
}
