package gst

import (
	"context"

	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

// Routes are the endpoints of /api/gst.
func (s *Service) Routes() []web.Route {
	const note = "Trimmed and uppercased first. A number whose form or check character is wrong is 400 without asking " +
		"anybody; one that the records don't have is 404; records that don't answer are 502. Answers are up to 24 hours old."
	return []web.Route{
		web.Post("/api/gst/{orgId}/check", may.Member, s.httpCheck, "Look up a GSTIN in the government's "+
			"records").With(note).Fails(502).OutOfTurn(),
		web.Get("/api/gst/{orgId}/{gstId}/check", may.Member, s.httpShow, "Look up the GSTIN in the "+
			"address").With(note).Fails(502).OutOfTurn(),
	}
}

type checkInput struct {
	Body struct {
		GSTIN string `json:"gstin" minLength:"1" maxLength:"15" doc:"15 characters, in any case" example:"27AAPFU0939F1ZV"`
	}
}

func (s *Service) httpCheck(ctx context.Context, _ scope.Scope, in *checkInput) (*web.Data[Record], error) {
	return web.Reply(s.Check(ctx, "gstin", in.Body.GSTIN))
}

type showInput struct {
	GSTIN string `path:"gstId" doc:"The GSTIN, 15 characters, in any case" example:"27AAPFU0939F1ZV"`
}

func (s *Service) httpShow(ctx context.Context, _ scope.Scope, in *showInput) (*web.Data[Record], error) {
	return web.Reply(s.Check(ctx, "gstId", in.GSTIN))
}
