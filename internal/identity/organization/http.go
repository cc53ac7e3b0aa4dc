package organization

import (
	"context"
	"time"

	"sarai/internal/country/words"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	createNote = "Makes the organization with its default roles and series. Without a token, an Administrator " +
		"invitation is mailed to the organization's email. With one, where sign-up is open, the caller is its " +
		"Administrator at once. Where sign-up is closed the answer is 403. One client address may ask for 30 in a " +
		"minute."
	updateNote = "Fields that are left out keep their value, inside address too. The currency can't change once " +
		"bookings or payments are recorded in it. With documentLanguage hi, papers are in Hindi from then on; " +
		"documents that are issued, and lines that are on folios, keep their words. With requiresMFA, members without " +
		"a second factor get 403 everywhere in the organization, with an error in the field secondFactor, until they " +
		"set one up; only who has one can set it."
	logoNote = "It is stored as a PNG on white of at most 600 pixels a side, without anything else that the file held. " +
		"Documents that were issued keep the picture they were issued with."
)

// Routes are the endpoints of /api/organization.
func (s *Service) Routes() []web.Route {
	hook.Require(s.hooks)
	const base = "/api/organization/{orgid}"
	return []web.Route{
		web.Create("/api/organization/create", may.Optional, s.httpCreate, "Sign up a hotel").
			With(createNote).Takes(64<<10).Seldom(30, time.Minute),
		web.Get(base, may.Member, s.httpGet, "Show the organization"),
		web.Put(base+"/update", may.Update(may.Organization), s.httpUpdate, "Change the organization").With(updateNote),
		web.Get(base+"/default-time", may.Member, s.httpGetTimes, "Show the default check-in and check-out times"),
		web.Put(base+"/default-time", may.Update(may.Organization), s.httpUpdateTimes,
			"Change the default check-in and check-out times"),
		web.Upload(base+"/logo-image", may.Update(may.Organization), s.httpPutLogo,
			"Set the picture that documents carry", maxLogoBytes, "image/png", "image/jpeg").With(logoNote),
		web.Download(base+"/logo-image", may.Member, s.httpGetLogo, "Download the picture that documents carry", "image/png"),
		web.Delete(base+"/logo-image", may.Update(may.Organization), s.httpDeleteLogo,
			"Let new documents carry no picture"),
		web.Delete(base+"/delete", may.Delete(may.Organization), s.httpDelete, "Delete the organization").
			With("Nobody can enter it afterwards; its path answers 404."),
	}
}

// View is a whole organization.
type View struct {
	ID              web.ID          `json:"_id"`
	Name            string          `json:"name" example:"Haveli Sagar"`
	Email           string          `json:"email" example:"desk@haveli.example"`
	Phone           string          `json:"phone" example:"+91 141 222 0101"`
	GSTIN           string          `json:"gstin" example:"27AAPFU0939F1ZV"`
	PAN             string          `json:"pan" example:"AAPFU0939F"`
	Address         contact.Address `json:"address"`
	Currency        string          `json:"currency" doc:"ISO 4217 code" example:"INR"`
	Timezone        string          `json:"timezone" doc:"IANA time zone name" example:"Asia/Kolkata"`
	Logo            string          `json:"logo" doc:"URL of a picture" example:"https://haveli.example/logo.png"`
	DefaultCheckIn  string          `json:"defaultCheckInTime" doc:"HH:mm" example:"14:00"`
	DefaultCheckOut string          `json:"defaultCheckOutTime" doc:"HH:mm" example:"11:00"`
	CreatedAt       date.Time       `json:"createdAt"`
	UpdatedAt       date.Time       `json:"updatedAt"`
	Version         int64           `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (o Organization) view() View {
	return View{ID: web.ID(o.ID), Name: o.Name, Email: o.Email, Phone: o.Phone, GSTIN: o.GSTIN, PAN: o.PAN,
		Address: o.Address, Currency: o.Currency, Timezone: o.Timezone, Logo: o.Logo, DefaultCheckIn: o.DefaultCheckIn,
		DefaultCheckOut: o.DefaultCheckOut, CreatedAt: date.Time(o.CreatedAt), UpdatedAt: date.Time(o.UpdatedAt),
		Version: o.Version}
}

// TimesBody changes when stays begin and end unless a booking says otherwise.
type TimesBody struct {
	DefaultCheckIn  web.Optional[string] `json:"defaultCheckInTime,omitzero" maxLength:"5" doc:"HH:mm" example:"14:00"`
	DefaultCheckOut web.Optional[string] `json:"defaultCheckOutTime,omitzero" maxLength:"5" doc:"HH:mm" example:"11:00"`
}

func (t TimesBody) apply(p *Details) {
	p.DefaultCheckIn = t.DefaultCheckIn.Or(p.DefaultCheckIn)
	p.DefaultCheckOut = t.DefaultCheckOut.Or(p.DefaultCheckOut)
}

// DetailsBody is what may be left out at sign-up and in updates. At sign-up a null stands for the default; in an update
// the profile's check refuses it where a field always has a value.
type DetailsBody struct {
	Phone    web.Optional[string]              `json:"phone,omitzero" maxLength:"25" example:"+91 141 222 0101"`
	GSTIN    web.Optional[string]              `json:"gstin,omitzero" maxLength:"15" example:"27AAPFU0939F1ZV"`
	PAN      web.Optional[string]              `json:"pan,omitzero" maxLength:"10" example:"AAPFU0939F"`
	Address  web.Optional[contact.AddressBody] `json:"address,omitzero"`
	Currency web.Optional[string]              `json:"currency,omitzero" maxLength:"3" doc:"INR by default" example:"INR"`
	Timezone web.Optional[string]              `json:"timezone,omitzero" maxLength:"60" example:"Asia/Kolkata"`
	Logo     web.Optional[string]              `json:"logo,omitzero" maxLength:"1000" doc:"http or https URL"`
	Language web.Optional[string]              `json:"documentLanguage,omitzero" maxLength:"2" doc:"en or hi" example:"en"`
	TimesBody
}

func (d DetailsBody) apply(p *Details) {
	p.Phone, p.GSTIN, p.PAN = d.Phone.Or(p.Phone), d.GSTIN.Or(p.GSTIN), d.PAN.Or(p.PAN)
	p.Currency, p.Timezone, p.Logo = d.Currency.Or(p.Currency), d.Timezone.Or(p.Timezone), d.Logo.Or(p.Logo)
	p.Language = words.Language(d.Language.Or(string(p.Language)))
	p.Address = contact.ChangeAddress(p.Address, d.Address)
	d.TimesBody.apply(p)
}

type createInput struct {
	Body struct {
		Name  string `json:"name" minLength:"1" maxLength:"120" example:"Haveli Sagar"`
		Email string `json:"email" minLength:"3" maxLength:"254" doc:"The Administrator invitation goes here"`
		DetailsBody
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	p := Details{Profile: Profile{Name: in.Body.Name, Email: in.Body.Email}}
	in.Body.apply(&p)
	o, err := s.Create(ctx, sc, p)
	if err != nil {
		return nil, err
	}
	if sc.User == "" {
		return web.Say(o.view(), "The organization is set up. An Administrator invitation is on its way to "+o.Email+"."), nil
	}
	return web.Say(o.view(), "The organization is set up. You are its Administrator."), nil
}

// ShownView is the organization as it is read.
type ShownView struct {
	View
	LogoID      string `json:"logoId" doc:"Changes with the picture, empty without one" example:"9f86d081884c7d65"`
	Language    string `json:"documentLanguage" doc:"Of invoices and other papers" enum:"en,hi" example:"en"`
	RequiresMFA bool   `json:"requiresMFA" doc:"Whether only members with a second factor get in"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[ShownView], error) {
	o, logoID, err := s.shown(ctx, sc)
	return web.Reply(ShownView{o.view(), logoID, string(o.Language), o.RequiresMFA}, err)
}

type updateInput struct {
	Body struct {
		Name  web.Change[string] `json:"name,omitzero" minLength:"1" maxLength:"120" example:"Haveli Sagar"`
		Email web.Change[string] `json:"email,omitzero" minLength:"3" maxLength:"254" example:"desk@haveli.example"`
		DetailsBody
		RequiresMFA web.Change[bool] `json:"requiresMFA,omitzero" doc:"Let only members with a second factor in"`
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	o, err := s.change(ctx, sc, func(p *Details) {
		p.Name, p.Email = in.Body.Name.Or(p.Name), in.Body.Email.Or(p.Email)
		in.Body.apply(p)
		p.RequiresMFA = in.Body.RequiresMFA.Or(p.RequiresMFA)
	})
	return web.Reply(o.view(), err)
}

// Times are when stays begin and end unless a booking says otherwise.
type Times struct {
	DefaultCheckIn  string `json:"defaultCheckInTime" doc:"HH:mm" example:"14:00"`
	DefaultCheckOut string `json:"defaultCheckOutTime" doc:"HH:mm" example:"11:00"`
}

func (s *Service) httpGetTimes(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[Times], error) {
	o, err := s.get(ctx, sc)
	if err != nil {
		return nil, err
	}
	return web.OK(Times{o.DefaultCheckIn, o.DefaultCheckOut}), nil
}

type timesInput struct {
	Body TimesBody `required:"false"`
}

func (s *Service) httpUpdateTimes(ctx context.Context, sc scope.Scope, in *timesInput) (*web.Data[Times], error) {
	o, err := s.change(ctx, sc, in.Body.apply)
	if err != nil {
		return nil, err
	}
	return web.Say(Times{o.DefaultCheckIn, o.DefaultCheckOut}, "The default times are saved."), nil
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Message, error) {
	if err := s.remove(ctx, sc); err != nil {
		return nil, err
	}
	return web.Done("The organization is deleted."), nil
}
