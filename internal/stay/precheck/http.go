package precheck

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/registration"
)

const (
	showNote = "none: the guest hasn't begun. started, complete: the guest has. verified: the desk has compared guest " +
		"and documents. missing are the steps that the guest has still to do."
	verifyNote = "true once guest and documents were compared in person; after that the guest's pages change nothing " +
		"any more. false takes that back."
	linkNote = "All links of the booking that were made before end, and so does a lock after wrong digits. The link " +
		"opens without a login, and ends at the check-out; nobody can read it again here. Refused without a telephone of " +
		"at least four digits: the guest proves with the last four that the link is theirs."
	revokeNote   = "All links of the booking end at once."
	sendNote     = "In the language of the hotel's papers, with a link of its own; links from before go on working."
	settingsNote = "While enabled is false, all links answer 404."
)

// api answers the endpoints.
type api struct{ *Service }

// Routes are the endpoints of online check-in; Pages are what guests see.
func (s *Service) Routes() []web.Route {
	const base = "/api/bookings/{orgId}/{bookingId}/online-checkin"
	const settings = "/api/bookings/{orgId}/online-checkin-settings"
	a := api{s}
	view, update := may.View(may.Bookings), may.Update(may.Bookings)
	return []web.Route{
		web.Get(base, view, a.httpGet, "Show the online check-in of a booking").With(showNote),
		web.Put(base, update, a.httpVerify, "Verify the online check-in of a booking").With(verifyNote).IfMatch(),
		web.Post(base+"/link", update, a.httpLink, "Make a link to the online check-in of a booking").With(linkNote),
		web.Delete(base+"/link", update, a.httpRevoke, "End the links to the online check-in of a booking").
			With(revokeNote),
		web.Post(base+"/send", update, a.httpSend, "Mail a link to the online check-in of a booking").With(sendNote),
		web.Get(settings, view, a.httpSettings, "Show from when on guests can check in online"),
		web.Put(settings, may.Update(may.Organization), a.httpSetSettings, "Say from when on guests can check in online").
			With(settingsNote).IfMatch(),
	}
}

// View is the online check-in of a booking.
type View struct {
	BookingID   string     `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	State       string     `json:"state" enum:"none,started,complete,verified"`
	Missing     []string   `json:"missing" doc:"Of stay, party, documents, card, arrival" example:"[\"card\"]"`
	Links       int        `json:"links" doc:"That work" example:"1"`
	OpensOn     date.Date  `json:"opensOn" doc:"When the guest can begin"`
	StartedAt   *date.Time `json:"startedAt" nullable:"true"`
	CompletedAt *date.Time `json:"completedAt" nullable:"true"`
	VerifiedAt  *date.Time `json:"verifiedAt" nullable:"true"`
	VerifiedBy  string     `json:"verifiedBy" doc:"A member's name" example:"Meera Rathore"`
	LockedUntil *date.Time `json:"lockedUntil" nullable:"true" doc:"Wrong digits were typed too often; null: they weren't"`
	Version     int64      `json:"version" doc:"Every change raises it; see If-Match. 1: nothing is kept yet" example:"2"`
}

func reply(s Shown, err error) (*web.Data[View], error) {
	if err != nil {
		return nil, err
	}
	v := View{BookingID: s.Booking.ID, State: s.State(s.Booking.CheckIn, s.Booking.CheckOut),
		Missing: append([]string{}, s.Missing...), Links: s.Links, OpensOn: s.Settings.opensOn(s.Booking),
		StartedAt: booking.TimeOf(s.StartedAt), CompletedAt: booking.TimeOf(s.CompletedAt),
		VerifiedAt: booking.TimeOf(s.VerifiedAt), VerifiedBy: s.VerifiedBy, Version: s.Version}
	if s.LockedUntil > 0 {
		v.LockedUntil = booking.TimeOf(&s.LockedUntil)
	}
	return web.OK(v), nil
}

func (a api) httpGet(ctx context.Context, sc scope.Scope, in *booking.Path) (*web.Data[View], error) {
	return reply(a.Get(ctx, sc, in.BookingID.String()))
}

type verifyInput struct {
	booking.Path
	Body struct {
		Verified web.Change[bool] `json:"verified,omitzero" doc:"Guest and documents were compared in person"`
	} `required:"false"`
}

func (a api) httpVerify(ctx context.Context, sc scope.Scope, in *verifyInput) (*web.Data[View], error) {
	return reply(a.Verify(ctx, sc, in.BookingID.String(), in.Body.Verified.Pointer()))
}

// LinkView is a link to the pages of an online check-in.
type LinkView struct {
	URL string `json:"url" example:"https://hotel.example/checkin/…"`
	QR  string `json:"qr" doc:"The URL as a QR code: a PNG in a data: URL"`
}

func (a api) httpLink(ctx context.Context, sc scope.Scope, in *booking.Path) (*web.Data[LinkView], error) {
	url, err := a.Renew(ctx, sc, in.BookingID.String())
	if err != nil {
		return nil, err
	}
	qr, err := registration.QR(url)
	return web.Reply(LinkView{url, qr}, err)
}

func (a api) httpRevoke(ctx context.Context, sc scope.Scope, in *booking.Path) (*web.Message, error) {
	if err := a.Revoke(ctx, sc, in.BookingID.String()); err != nil {
		return nil, err
	}
	return web.Done("The links to the online check-in have ended."), nil
}

type sendInput struct {
	booking.Path
	Body struct {
		Email string `json:"email,omitempty" maxLength:"254" doc:"Default the booking's" example:"asha@example.com"`
	} `required:"false"`
}

func (a api) httpSend(ctx context.Context, sc scope.Scope, in *sendInput) (*web.Message, error) {
	to, err := a.Send(ctx, sc, in.BookingID.String(), in.Body.Email)
	if err != nil {
		return nil, err
	}
	return web.Done("The link to the online check-in is on its way to " + to + "."), nil
}

// SettingsView says whether and when guests check in online.
type SettingsView struct {
	Enabled    bool  `json:"enabled"`
	DaysBefore int   `json:"daysBefore" doc:"From how many days before the arrival" example:"7"`
	Version    int64 `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func replySettings(set Settings, err error) (*web.Data[SettingsView], error) {
	return web.Reply(SettingsView(set), err)
}

func (a api) httpSettings(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[SettingsView], error) {
	return replySettings(a.settings(ctx, sc))
}

type settingsInput struct {
	Body struct {
		Enabled    web.Change[bool] `json:"enabled,omitzero"`
		DaysBefore web.Change[int]  `json:"daysBefore,omitzero" minimum:"0" maximum:"365" example:"7"`
	} `required:"false"`
}

func (a api) httpSetSettings(ctx context.Context, sc scope.Scope, in *settingsInput) (*web.Data[SettingsView], error) {
	return replySettings(a.setSettings(ctx, sc, func(set *Settings) {
		set.Enabled, set.DaysBefore = in.Body.Enabled.Or(set.Enabled), in.Body.DaysBefore.Or(set.DaysBefore)
	}))
}
