package organization

import (
	"context"

	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

// LogoView describes the picture.
type LogoView struct {
	ID   string `json:"logoId" doc:"Changes with the picture" example:"9f86d081884c7d659a2feaa0c55ad015"`
	Type string `json:"type" enum:"image/png" example:"image/png"`
	Size int    `json:"size" doc:"Bytes, as it is stored" example:"18230"`
}

type logoInput struct{ web.FileBody }

func (s *Service) httpPutLogo(
	ctx context.Context, sc scope.Scope, _ *logoInput, file file.File,
) (*web.Data[LogoView], error) {
	logo, err := s.setLogo(ctx, sc, file.Content)
	if err != nil {
		return nil, err
	}
	return web.Say(LogoView{ID: logo.ID, Type: logo.Type, Size: len(logo.Content)}, "New documents carry this picture."),
		nil
}

func (s *Service) httpGetLogo(ctx context.Context, sc scope.Scope, _ *struct{}) (*file.File, error) {
	logo, err := s.logo(ctx, sc)
	if err != nil {
		return nil, err
	}
	return &file.File{Name: "logo.png", Type: logo.Type, Content: logo.Content}, nil
}

func (s *Service) httpDeleteLogo(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Message, error) {
	if err := s.removeLogo(ctx, sc); err != nil {
		return nil, err
	}
	return web.Done("New documents carry no picture. Those that were issued keep theirs."), nil
}
