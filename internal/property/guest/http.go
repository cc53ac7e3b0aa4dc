package guest

import (
	"context"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/gst"
	"sarai/internal/record/may"
)

// Routes are the endpoints of /api/guests; a guest's stays are package booking's.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Create("/api/guests/{orgId}/create", may.Create(may.Guests), s.httpCreate, "Add a guest").
			With("Of an Aadhaar number only the last four digits are stored. No answer has a whole identity document's number."),
		web.Get("/api/guests/{orgId}/list", may.View(may.Guests), s.httpList, "List the guests, newest first").
			With("Without the numbers of their identity documents."),
		web.Get("/api/guests/{orgId}/{guestId}", may.View(may.Guests), s.httpGet, "Show a guest").
			With("The identity document's number is masked up to its last four characters."),
		web.Put("/api/guests/{orgId}/{guestId}/update", may.Update(may.Guests), s.httpUpdate, "Change a guest's record").
			With("Fields that are left out stay as they are, null empties one. The masked idNumber sent back keeps the number."),
		web.Delete("/api/guests/{orgId}/{guestId}/delete", may.Delete(may.Guests), s.httpDelete, "Delete a guest who has no booking"),
	}
}

// Entry is a guest in the list.
type Entry struct {
	ID          string          `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
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
	OrgID       string          `json:"orgId" example:"665f1c2ab7e4d90012ab34cd"`
	CreatedAt   web.Time        `json:"createdAt"`
	UpdatedAt   web.Time        `json:"updatedAt"`
}

// View is a guest's own record.
type View struct {
	Entry
	IDNumber string `json:"idNumber" doc:"Masked up to the last four characters" example:"XXXXXXXX1234"`
}

func (g Guest) entry(sc scope.Scope) Entry {
	return Entry{ID: g.ID, Name: g.Name, Email: g.Email, Phone: g.Phone, IDType: g.IDType, Nationality: g.Nationality, GSTIN: g.GSTIN,
		Company: g.Company, Address: g.Address, DateOfBirth: string(g.DateOfBirth), Notes: g.Notes, OrgID: sc.Org,
		CreatedAt: web.Time(g.CreatedAt), UpdatedAt: web.Time(g.UpdatedAt)}
}

func (g Guest) view(sc scope.Scope) View {
	return View{Entry: g.entry(sc), IDNumber: g.IDNumber.Masked()}
}

type createInput struct {
	Body struct {
		Name        string                            `json:"name" minLength:"1" maxLength:"120" example:"Asha Rao"`
		Email       string                            `json:"email,omitempty" maxLength:"254" example:"asha@example.com"`
		Phone       string                            `json:"phone,omitempty" maxLength:"25" example:"+91 98765 43210"`
		IDType      string                            `json:"idType,omitempty" maxLength:"40" doc:"The identity document: aadhaar, passport, driving_licence …" example:"passport"`
		IDNumber    string                            `json:"idNumber,omitempty" maxLength:"40" doc:"Its number; never answered whole, and of an Aadhaar number only the last four digits are kept" example:"Z1234567"`
		Nationality string                            `json:"nationality,omitempty" maxLength:"60" example:"Indian"`
		GSTIN       string                            `json:"gstin,omitempty" maxLength:"15" example:"27AAAAA0000A1Z2"`
		Company     string                            `json:"company,omitempty" maxLength:"120" example:"Rao Textiles"`
		Address     web.Optional[contact.AddressBody] `json:"address,omitzero" required:"false"`
		DateOfBirth string                            `json:"dateOfBirth,omitempty" maxLength:"10" doc:"YYYY-MM-DD, in the past" example:"1988-11-02"`
		Notes       string                            `json:"notes,omitempty" maxLength:"2000" example:"Prefers a quiet room"`
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	b := in.Body
	body := UpdateBody{Name: given(b.Name), Email: given(b.Email), Phone: given(b.Phone), IDType: given(b.IDType), IDNumber: given(b.IDNumber),
		Nationality: given(b.Nationality), GSTIN: given(b.GSTIN), Company: given(b.Company), Address: b.Address,
		DateOfBirth: given(b.DateOfBirth), Notes: given(b.Notes)}
	return web.Reply(s.add(ctx, sc, func(tx *db.Tx, g *Guest) error { return body.apply(sc.Today(tx.Now), g) }))
}

func given(value string) web.Optional[string] { return web.Optional[string]{Set: true, Value: value} }

type listInput struct {
	web.Paging
	Search string `query:"search" maxLength:"100" doc:"Part of the name, phone number or e-mail address"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (*web.Page[Entry, web.Pagination], error) {
	entries, number := []Entry{}, 0
	err := s.db.Read(ctx, func(tx *db.Tx) error {
		guests, total, err := search(tx, sc, in.Search, in.Limit, in.Offset())
		for _, g := range guests {
			entries = append(entries, g.entry(sc))
		}
		number = total
		return err
	})
	if err != nil {
		return nil, err
	}
	return web.PageOf(entries, in.Paging, number), nil
}

type guestInput struct {
	GuestID string `path:"guestId" doc:"The guest's id" example:"665f1c2ab7e4d90012ab34cd"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *guestInput) (*web.Data[View], error) {
	var found Guest
	err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
		found, err = find(tx, sc, in.GuestID)
		return err
	})
	if err != nil {
		return nil, err
	}
	return web.OK(found.view(sc)), nil
}

// UpdateBody changes a guest's record: fields that are left out stay as they are.
type UpdateBody struct {
	Name        web.Optional[string]              `json:"name,omitzero" required:"false" minLength:"1" maxLength:"120" example:"Asha Rao"`
	Email       web.Optional[string]              `json:"email,omitzero" required:"false" maxLength:"254" example:"asha@example.com"`
	Phone       web.Optional[string]              `json:"phone,omitzero" required:"false" maxLength:"25" example:"+91 98765 43210"`
	IDType      web.Optional[string]              `json:"idType,omitzero" required:"false" maxLength:"40" example:"passport"`
	IDNumber    web.Optional[string]              `json:"idNumber,omitzero" required:"false" maxLength:"40" doc:"The masked number keeps the one that is known" example:"Z1234567"`
	Nationality web.Optional[string]              `json:"nationality,omitzero" required:"false" maxLength:"60" example:"Indian"`
	GSTIN       web.Optional[string]              `json:"gstin,omitzero" required:"false" maxLength:"15" example:"27AAAAA0000A1Z2"`
	Company     web.Optional[string]              `json:"company,omitzero" required:"false" maxLength:"120" example:"Rao Textiles"`
	Address     web.Optional[contact.AddressBody] `json:"address,omitzero" required:"false"`
	DateOfBirth web.Optional[string]              `json:"dateOfBirth,omitzero" required:"false" maxLength:"10" doc:"YYYY-MM-DD, in the past" example:"1988-11-02"`
	Notes       web.Optional[string]              `json:"notes,omitzero" required:"false" maxLength:"2000"`
}

// apply changes the guest as the body asks on that day, or names every field that it can't take. An empty text is
// as good as null.
func (b *UpdateBody) apply(today date.Date, g *Guest) error {
	if b == nil {
		return nil // no body asks for no change
	}
	var bad errs.Fields
	if b.Name.Null {
		bad.Add("name", "can't be empty")
	}
	if v := b.Email.Value; v != "" && !contact.Email(v) {
		bad.Add("email", "must be an e-mail address such as asha@example.com")
	}
	if v := b.Phone.Value; v != "" && !contact.Phone(v) {
		bad.Add("phone", "must be a phone number such as +91 98765 43210")
	}
	gstin := b.GSTIN
	gstin.Value = gst.NormalizeGSTIN(gstin.Value)
	if v := gstin.Value; v != "" && !gst.WellFormedGSTIN(v) {
		bad.Add("gstin", "must be a GSTIN of 15 characters such as 27AAPFU0939F1ZV")
	}
	if v := b.DateOfBirth.Value; v != "" {
		if day, err := date.Parse(v); err != nil {
			bad.Add("dateOfBirth", "%s", err)
		} else if day >= today {
			bad.Add("dateOfBirth", "must be in the past")
		}
	}
	g.IDType = b.IDType.Or(g.IDType)
	number, err := identity(g.IDType, b.IDNumber.Or(g.IDNumber.Masked()), g.IDNumber)
	if err != nil {
		bad.Add("idNumber", "%s", err)
	}
	g.IDNumber = number
	g.Name = b.Name.Or(g.Name)
	g.Email = b.Email.Or(g.Email)
	g.Phone = b.Phone.Or(g.Phone)
	g.Nationality = b.Nationality.Or(g.Nationality)
	g.GSTIN = gstin.Or(g.GSTIN)
	g.Company = b.Company.Or(g.Company)
	g.Address = contact.ChangeAddress(g.Address, b.Address)
	g.DateOfBirth = date.Date(b.DateOfBirth.Or(string(g.DateOfBirth)))
	g.Notes = b.Notes.Or(g.Notes)
	return bad.Err()
}

type updateInput struct {
	GuestID string `path:"guestId" doc:"The guest's id" example:"665f1c2ab7e4d90012ab34cd"`
	Body    *UpdateBody
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	return web.Reply(s.Update(ctx, sc, in.GuestID, in.Body))
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *guestInput) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.GuestID); err != nil {
		return nil, err
	}
	return web.Done("The guest's record was deleted."), nil
}
