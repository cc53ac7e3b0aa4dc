package guest

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

const doNotRentNote = "From then on booking a room for the guest, or with the guest's telephone number or e-mail " +
	"address, answers the warning do-not-rent. With refuseDoNotRent of the billing settings it is refused, unless force " +
	"is true."

// DoNotRentView is why a guest gets no room any more.
type DoNotRentView struct {
	DoNotRent bool       `json:"doNotRent" doc:"The guest gets no room any more"`
	Reason    string     `json:"doNotRentReason" example:"Left without paying"`
	ByName    string     `json:"doNotRentByName" example:"Ravi Das"`
	At        *date.Time `json:"doNotRentAt" nullable:"true"`
}

func (d DoNotRent) view() DoNotRentView {
	return DoNotRentView{d.DoNotRentAt != nil, d.DoNotRentReason, d.DoNotRentByName, (*date.Time)(d.DoNotRentAt)}
}

func known(id string) *web.ID {
	if id == "" {
		return nil
	}
	return new(web.ID(id))
}

// ProfileBody is what the hotel knows of a guest beside who it is.
type ProfileBody struct {
	VIP         web.Optional[string]   `json:"vip,omitzero" maxLength:"20" example:"VIP 1"`
	Language    web.Optional[string]   `json:"language,omitzero" maxLength:"2" doc:"ISO 639-1" example:"hi"`
	Preferences web.Optional[[]string] `json:"preferences,omitzero" maxItems:"30" doc:"Each of at most 100 characters"`
	CompanyID   web.Optional[web.ID]   `json:"companyId,omitzero" doc:"Whose guest it usually is"`
}

func (b ProfileBody) apply(bad *errs.Fields, g *Guest) {
	g.VIP, g.Language = b.VIP.Or(g.VIP), b.Language.Or(g.Language)
	g.Preferences = b.Preferences.Or(g.Preferences)
	g.CompanyID = b.CompanyID.Or(web.ID(g.CompanyID)).String()
	g.Profile.check(bad)
}

type doNotRentInput struct {
	GuestPath
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"300" example:"Left without paying"`
	}
}

func (s api) httpDoNotRent(ctx context.Context, sc scope.Scope, in *doNotRentInput) (*web.Data[View], error) {
	g, err := s.SetDoNotRent(ctx, sc, in.GuestID.String(), in.Body.Reason)
	if err != nil {
		return nil, err
	}
	return web.OK(g.view(sc)), nil
}

func (s api) httpRentAgain(ctx context.Context, sc scope.Scope, in *GuestPath) (*web.Message, error) {
	if err := s.rentAgain(ctx, sc, in.GuestID.String()); err != nil {
		return nil, err
	}
	return web.Done("The guest gets rooms again."), nil
}
