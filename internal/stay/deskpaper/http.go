package deskpaper

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
)

const (
	arrivalsNote = "Bookings that begin on the date, expected or checked in, by the time at which they are expected."
	signNote     = "A picture of at most 200 KiB, drawn on the desk's screen, which the card shows from now on with the " +
		"date. It replaces the one that is there. Refused for a cancelled booking."
	cardNote = "One page to be completed and signed by the guest. Of the guest's record it shows what there is to " +
		"who may view guests; of the number of a document the last four characters."
)

const pdf = "application/pdf"

// Routes are the endpoints of the desk's papers.
func (s *Service) Routes() []web.Route {
	const base = "/api/bookings/{orgId}"
	const signaturePath = base + "/{bookingId}/signature"
	view := may.View(may.Bookings)
	return []web.Route{
		web.Download(base+"/arrivals/pdf", view, s.httpArrivals, "Print a day's arrivals", pdf).With(arrivalsNote),
		web.Download(base+"/{bookingId}/registration-card", view, s.httpCard, "Print a booking's registration card", pdf).
			With(cardNote),
		web.Upload(signaturePath, may.Update(may.Bookings), s.httpSign, "Sign a booking's registration card",
			1<<20, "image/png").With(signNote),
		web.Download(signaturePath, view, s.httpSigned, "Download the signature on a booking's registration card",
			"image/png"),
		web.Delete(signaturePath, may.Update(may.Bookings), s.httpUnsign,
			"Take the signature off a booking's registration card"),
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

func (s *Service) httpCard(ctx context.Context, sc scope.Scope, in *booking.Path) (*file.File, error) {
	card, err := s.Card(ctx, sc, in.BookingID.String())
	if err != nil {
		return nil, err
	}
	return card.File() // drawn outside of the transaction
}

type signInput struct {
	booking.Path
	web.FileBody
}

// SignatureView describes a signature.
type SignatureView struct {
	Size     int       `json:"size" doc:"Bytes, as it is stored" example:"8230"`
	SignedAt date.Time `json:"signedAt"`
}

func (s *Service) httpSign(ctx context.Context, sc scope.Scope, in *signInput,
	file file.File) (*web.Data[SignatureView], error) {
	signed, err := s.Sign(ctx, sc, in.BookingID.String(), file.Content)
	return web.Reply(SignatureView{len(signed.Content), date.Time(signed.SignedAt)}, err)
}

func (s *Service) httpSigned(ctx context.Context, sc scope.Scope, in *booking.Path) (*file.File, error) {
	signed, err := s.Signed(ctx, sc, in.BookingID.String())
	if err != nil {
		return nil, err
	}
	return &file.File{Name: "signature.png", Type: "image/png", Content: signed.Content}, nil
}

func (s *Service) httpUnsign(ctx context.Context, sc scope.Scope, in *booking.Path) (*web.Message, error) {
	if err := s.Unsign(ctx, sc, in.BookingID.String()); err != nil {
		return nil, err
	}
	return web.Done("The signature was taken off the registration card."), nil
}
