package guest

import (
	"context"

	"sarai/internal/country/india"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

// api answers requests.
type api struct{ *Service }

// Routes are the endpoints of /api/guests; package booking has the list of a guest's stays.
func (s *Service) Routes() []web.Route {
	a := api{s}
	return []web.Route{
		web.Create("/api/guests/{orgId}/create", may.Create(may.Guests), a.httpCreate, "Add a guest").
			With("Only the last four digits of an Aadhaar number are stored. " +
				"The number of a passport must be one of the guest's nation, where the rule of its passports is known. " +
				"Answers have numbers masked; travel-documents has them whole, for who may read them."),
		web.Get("/api/guests/{orgId}/list", may.View(may.Guests), a.httpList, "List the guests, newest first").
			With("Without the numbers of their identity documents."),
		web.Get("/api/guests/{orgId}/{guestId}", may.View(may.Guests), a.httpGet, "Show a guest").Kept().
			With("The identity document's number is masked up to its last four characters."),
		web.Put("/api/guests/{orgId}/{guestId}/update", may.Update(may.Guests), a.httpUpdate, "Change a guest's record").
			With("Fields that are left out stay as they are, null empties one. " +
				"The masked idNumber sent back keeps the number."),
		web.Get(travelPath, may.View(may.Guests), a.httpTravel, "Show a guest's passport and visa").With(travelNote),
		web.Put(travelPath, may.Update(may.Guests), a.httpSetTravel, "Note a guest's passport and visa").
			With(setTravelNote),
		web.Post("/api/guests/{orgId}/read-mrz", may.View(may.Guests), a.httpReadMRZ,
			"Read the machine-readable zone of a passport or visa").With(mrzNote),
		web.Delete("/api/guests/{orgId}/{guestId}/delete", may.Delete(may.Guests), a.httpDelete,
			"Delete a guest who has no booking"),
		web.Put("/api/guests/{orgId}/{guestId}/do-not-rent", may.Manage(may.Guests), a.httpDoNotRent,
			"Give a guest no room any more").With(doNotRentNote),
		web.Delete("/api/guests/{orgId}/{guestId}/do-not-rent", may.Manage(may.Guests), a.httpRentAgain,
			"Give a guest rooms again"),
	}
}

// ListedView is a guest in the list.
type ListedView struct {
	ID          web.ID          `json:"_id"`
	Name        string          `json:"name" example:"Asha Rao"`
	Email       string          `json:"email" example:"asha@example.com"`
	Phone       string          `json:"phone" example:"+91 98765 43210"`
	IDType      string          `json:"idType" example:"passport"`
	Nationality string          `json:"nationality" example:"Indian"`
	GSTIN       string          `json:"gstin" example:"27AAAAA0000A1Z2"`
	Company     string          `json:"company" example:"Rao Textiles"`
	Address     contact.Address `json:"address"`
	DateOfBirth string          `json:"dateOfBirth" doc:"YYYY-MM-DD, or empty" example:"1988-11-02"`
	Notes       string          `json:"notes" example:"Prefers a quiet room"`
	VIP         string          `json:"vip" doc:"The hotel's own word; empty: none" example:"VIP 1"`
	Language    string          `json:"language" doc:"ISO 639-1, or empty" example:"hi"`
	Preferences []string        `json:"preferences" example:"[\"high floor\"]"`
	CompanyID   *web.ID         `json:"companyId" nullable:"true" doc:"Whose guest it usually is"`
	DoNotRentView
	ErasedAt  *date.Time `json:"erasedAt" nullable:"true" doc:"The guest is to be forgotten since then"`
	OrgID     web.ID     `json:"orgId"`
	CreatedAt date.Time  `json:"createdAt"`
	UpdatedAt date.Time  `json:"updatedAt"`
	Version   int64      `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

// View is a guest's own record.
type View struct {
	ListedView
	IDNumber string `json:"idNumber" doc:"Masked up to the last four characters" example:"XXXXXXXX1234"`
}

func (g Guest) listed(sc scope.Scope) ListedView {
	return ListedView{ID: web.ID(g.ID), Name: g.Name, Email: g.Email, Phone: g.Phone, IDType: g.IDType,
		Nationality: g.Nationality, GSTIN: g.GSTIN, Company: g.Company, Address: g.Address,
		DateOfBirth: string(g.DateOfBirth), Notes: g.Notes, VIP: g.VIP, Language: g.Language,
		Preferences: append([]string{}, g.Preferences...), CompanyID: known(g.CompanyID), DoNotRentView: g.DoNotRent.view(),
		ErasedAt:  (*date.Time)(g.ErasedAt),
		OrgID:     web.ID(sc.Org),
		CreatedAt: date.Time(g.CreatedAt), UpdatedAt: date.Time(g.UpdatedAt), Version: g.Version}
}

func (g Guest) view(sc scope.Scope) View {
	return View{ListedView: g.listed(sc), IDNumber: g.IDNumber.Masked()}
}

type createInput struct {
	Body struct {
		Name        string                            `json:"name" minLength:"1" maxLength:"120" example:"Asha Rao"`
		Email       string                            `json:"email,omitempty" maxLength:"254" example:"asha@example.com"`
		Phone       string                            `json:"phone,omitempty" maxLength:"25" example:"+91 98765 43210"`
		IDType      string                            `json:"idType,omitempty" maxLength:"40" example:"passport"`
		IDNumber    string                            `json:"idNumber,omitempty" maxLength:"40" example:"Z1234567"`
		Nationality string                            `json:"nationality,omitempty" maxLength:"60" example:"Indian"`
		GSTIN       string                            `json:"gstin,omitempty" maxLength:"15" example:"27AAAAA0000A1Z2"`
		Company     string                            `json:"company,omitempty" maxLength:"120" example:"Rao Textiles"`
		Address     web.Optional[contact.AddressBody] `json:"address,omitzero"`
		DateOfBirth string                            `json:"dateOfBirth,omitempty" maxLength:"10" doc:"In the past"`
		Notes       string                            `json:"notes,omitempty" maxLength:"2000" example:"Prefers a quiet room"`
		ProfileBody
	}
}

func (s api) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	b := in.Body
	body := updateBody{Name: web.Change[string]{Set: true, Value: b.Name}, Email: given(b.Email), Phone: given(b.Phone),
		IDType: given(b.IDType), IDNumber: given(b.IDNumber), Nationality: given(b.Nationality), GSTIN: given(b.GSTIN),
		Company: given(b.Company), Address: b.Address, DateOfBirth: given(b.DateOfBirth), Notes: given(b.Notes),
		ProfileBody: b.ProfileBody}
	return web.Reply(s.Add(ctx, sc, body.apply))
}

func given(value string) web.Optional[string] { return web.Optional[string]{Set: true, Value: value} }

type listInput struct {
	web.Paging
	Search string `query:"search" maxLength:"100" doc:"Part of the name, phone number or e-mail address"`
}

func (s api) httpList(
	ctx context.Context, sc scope.Scope, in *listInput,
) (*web.Page[ListedView, web.Pagination], error) {
	found, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(g stored) ListedView { return g.listed(sc) }), nil
}

// GuestPath is the path of the endpoints of one guest.
type GuestPath struct {
	GuestID web.ID `path:"guestId"`
}

func (s api) httpGet(ctx context.Context, sc scope.Scope, in *GuestPath) (*web.Data[View], error) {
	g, err := s.get(ctx, sc, in.GuestID.String())
	if err != nil {
		return nil, err
	}
	return web.OK(g.view(sc)), nil
}

type updateBody struct {
	Name        web.Change[string]                `json:"name,omitzero" minLength:"1" maxLength:"120" example:"Asha Rao"`
	Email       web.Optional[string]              `json:"email,omitzero" maxLength:"254" example:"asha@example.com"`
	Phone       web.Optional[string]              `json:"phone,omitzero" maxLength:"25" example:"+91 98765 43210"`
	IDType      web.Optional[string]              `json:"idType,omitzero" maxLength:"40" example:"passport"`
	IDNumber    web.Optional[string]              `json:"idNumber,omitzero" maxLength:"40" example:"Z1234567"`
	Nationality web.Optional[string]              `json:"nationality,omitzero" maxLength:"60" example:"Indian"`
	GSTIN       web.Optional[string]              `json:"gstin,omitzero" maxLength:"15" example:"27AAAAA0000A1Z2"`
	Company     web.Optional[string]              `json:"company,omitzero" maxLength:"120" example:"Rao Textiles"`
	Address     web.Optional[contact.AddressBody] `json:"address,omitzero"`
	DateOfBirth web.Optional[string]              `json:"dateOfBirth,omitzero" maxLength:"10" doc:"In the past"`
	Notes       web.Optional[string]              `json:"notes,omitzero" maxLength:"2000"`
	ProfileBody
}

// apply changes the guest as the body asks, or names every field that can't be taken. An empty text is as good as null.
func (b *updateBody) apply(g *Guest, today date.Date) error {
	if b == nil {
		return nil // no body asks for no change
	}
	var bad errs.Fields
	if name := b.Name.Or(g.Name); name != g.Name {
		bad.CheckLine("name", name)
	}
	contact.CheckNewEmail(&bad, "email", g.Email, b.Email.Value)
	contact.CheckPhone(&bad, "phone", b.Phone.Value)
	gstin := b.GSTIN
	gstin.Value = india.NormalizeGSTIN(gstin.Value)
	if gstin.Value != "" && !india.WellFormedGSTIN(gstin.Value) {
		bad.Add("gstin", "must be a GSTIN of 15 characters such as 27AAPFU0939F1ZV")
	}
	checkBirth(&bad, b.DateOfBirth.Value, today)
	g.Nationality = b.Nationality.Or(g.Nationality) // which says what the number of a passport looks like
	if err := g.Identify(b.IDType.Or(g.IDType), b.IDNumber.Or(g.IDNumber.Masked())); err != nil {
		bad = append(bad, errs.FieldsOf(err)...)
	}
	g.Name = b.Name.Or(g.Name)
	g.Email = b.Email.Or(g.Email)
	g.Phone = b.Phone.Or(g.Phone)
	g.GSTIN = gstin.Or(g.GSTIN)
	g.Company = b.Company.Or(g.Company)
	g.Address = contact.ChangeAddress(g.Address, b.Address)
	g.DateOfBirth = date.Date(b.DateOfBirth.Or(string(g.DateOfBirth)))
	g.Notes = b.Notes.Or(g.Notes)
	b.ProfileBody.apply(&bad, g)
	return bad.Err()
}

func checkBirth(bad *errs.Fields, birth string, today date.Date) {
	if birth == "" {
		return
	}
	if day, err := date.Parse(birth); err != nil {
		bad.Add("dateOfBirth", "%s", err)
	} else if day >= today {
		bad.Add("dateOfBirth", "must be in the past")
	}
}

type updateInput struct {
	GuestPath
	Body *updateBody
}

func (s api) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	g, err := s.Update(ctx, sc, in.GuestID.String(), in.Body.apply)
	if err != nil {
		return nil, err
	}
	return web.OK(g.view(sc)), nil
}

func (s api) httpDelete(ctx context.Context, sc scope.Scope, in *GuestPath) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.GuestID.String()); err != nil {
		return nil, err
	}
	return web.Done("The guest's record was deleted."), nil
}
