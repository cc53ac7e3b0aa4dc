package deskpaper

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const arrivalsNote = "Bookings that begin on the date, expected or checked in, by the time at which they are expected."

const pdf = "application/pdf"

// Routes are the endpoints of the desk's papers.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Download("/api/bookings/{orgId}/arrivals/pdf", may.View(may.Bookings), s.httpArrivals, "Print a day's arrivals",
			pdf).With(arrivalsNote),
	}
}

type arrivalsInput struct {
	Date date.Date `query:"date" doc:"Default the business day"`
}

func (s *Service) httpArrivals(ctx context.Context, sc scope.Scope, in *arrivalsInput) (*file.File, error) {
	list, err := s.Arrivals(ctx, sc, in.Date)
	if err != nil {
		return nil, err
	}
	return list.File() // drawn outside of the transaction
}
