package deskpaper

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
)

const (
	arrivalsNote = "Bookings that begin on the date, expected or checked in, by the time at which they are expected."
	cardNote     = "One page to be completed and signed by the guest. Of the guest's record it shows what there is to " +
		"who may view guests; of the number of a document the last four characters."
)

const pdf = "application/pdf"

// Routes are the endpoints of the desk's papers.
func (s *Service) Routes() []web.Route {
	const base = "/api/bookings/{orgId}"
	view := may.View(may.Bookings)
	return []web.Route{
		web.Download(base+"/arrivals/pdf", view, s.httpArrivals, "Print a day's arrivals", pdf).With(arrivalsNote),
		web.Download(base+"/{bookingId}/registration-card", view, s.httpCard, "Print a booking's registration card", pdf).
			With(cardNote),
	}
}

type arrivalsInput struct {
	Date date.Date `query:"date" doc:"Default the business day"`
}

func (s *Service) httpArrivals(ctx context.Context, sc scope.Scope, in *arrivalsInput) (*web.File, error) {
	list, err := s.Arrivals(ctx, sc, in.Date)
	if err != nil {
		return nil, err
	}
	return list.File() // drawn outside of the transaction
}

func (s *Service) httpCard(ctx context.Context, sc scope.Scope, in *booking.Path) (*web.File, error) {
	card, err := s.Card(ctx, sc, in.BookingID.String())
	if err != nil {
		return nil, err
	}
	return card.File() // drawn outside of the transaction
}
