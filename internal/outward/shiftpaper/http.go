package shiftpaper

import (
	"context"

	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const paperNote = "The sums of the shift's report, by method, person and foreign currency. That of an open shift is " +
	"shown to who may manage payments and doesn't work the drawer."

// Routes is the endpoint, which stands below those of shifts.
func (s *Service) Routes() []web.Route {
	return []web.Route{web.Download("/api/shifts/{orgId}/{shiftId}/report/pdf", may.View(may.Payments), s.httpPaper,
		"Print the report of a shift", "application/pdf").With(paperNote)}
}

type paperInput struct {
	ShiftID web.ID `path:"shiftId" doc:"The shift's id"`
}

func (s *Service) httpPaper(ctx context.Context, sc scope.Scope, in *paperInput) (*file.File, error) {
	paper, err := s.paper(ctx, sc, in.ShiftID.String())
	if err != nil {
		return nil, err
	}
	return paper.File()
}
