package user

import (
	"context"
	"strings"
	"unicode"

	"sarai/internal/identity/role"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

// Routes are the endpoints of /api/users.
func (s *Service) Routes() []web.Route {
	hook.Require(s.hooks)
	return []web.Route{
		web.Create("/api/users/{orgId}/create", may.Create(may.Users), s.httpCreate, "Add a user").
			With("Makes the membership and mails an invitation, by which the person sets a password. A role that allows more " +
				"than the caller's own is refused with 403."),
		web.Get("/api/users/{orgId}/list", may.View(may.Users), s.httpList, "List the users"),
		web.Get("/api/users/{orgId}/overview", may.View(may.Users), s.httpOverview, "Count the users"),
		web.Get("/api/users/{orgId}/{userId}", may.Member, s.httpGet, "Show a user").
			With("One's own record needs no permission; anybody else's needs users.view (403 without it)."),
		web.Put("/api/users/{orgId}/{userId}/update", may.Member, s.httpUpdate, "Change a user").
			With("One's own name and phone need no permission; everything else needs users.update (403 without it). Fields " +
				"that are left out keep their value. Who holds more than the caller can't be activated or deactivated (403), the " +
				"last active Administrator not deactivated (400)."),
		web.Put("/api/users/{orgId}/{userId}/role", may.Update(may.Users), s.httpUpdateRole, "Give a user another role").
			With("Neither the user's present role nor the new one may allow more than the caller's own (403). The last active " +
				"Administrator stays one (400)."),
		web.Delete("/api/users/{orgId}/{userId}/delete", may.Delete(may.Users), s.httpDelete, "Delete a user").
			With("Ends the membership and its open invitations. Who holds more than the caller can't be deleted (403), nor " +
				"the last active Administrator (400)."),
	}
}

// RoleRef names a role.
type RoleRef struct {
	ID   string `json:"_id" example:"665f1c2ab7e4d90012ab34ce"`
	Name string `json:"name" example:"Front Desk"`
}

func roleRef(r role.Role) RoleRef { return RoleRef{ID: r.ID, Name: r.Name} }

// Entry is a user in the list.
type Entry struct {
	ID          string   `json:"_id" doc:"The login's id" example:"665f1c2ab7e4d90012ab34cf"`
	Name        string   `json:"name" example:"Meera Rathore"`
	Email       string   `json:"email" example:"meera@haveli.example"`
	Phone       string   `json:"phone" example:"+91 98290 12345"`
	Role        RoleRef  `json:"role"`
	Designation string   `json:"designation" doc:"Job title" example:"Front office associate"`
	IsActive    bool     `json:"isActive"`
	CreatedAt   web.Time `json:"createdAt"`
}

// View is a whole user.
type View struct {
	Entry
	Org       string   `json:"orgId" example:"665f1c2ab7e4d90012ab34cd"`
	UpdatedAt web.Time `json:"updatedAt"`
}

// Overview counts the users.
type Overview struct {
	Total    int `json:"totalUsers" example:"6"`
	Active   int `json:"activeUsers" example:"5"`
	Inactive int `json:"inactiveUsers" example:"1"`
}

func (p person) entry() Entry {
	return Entry{ID: p.Login, Name: p.Name, Email: p.Email, Phone: p.Phone, Role: roleRef(p.role),
		Designation: p.Designation, IsActive: p.Active, CreatedAt: p.CreatedAt}
}

func (p person) view(org string) View {
	return View{Entry: p.entry(), Org: org, UpdatedAt: p.UpdatedAt}
}

type createInput struct {
	Body struct {
		Name        string `json:"name" minLength:"1" maxLength:"120" example:"Meera Rathore"`
		Email       string `json:"email" minLength:"3" maxLength:"254" example:"meera@haveli.example"`
		Phone       string `json:"phone,omitempty" maxLength:"25" example:"+91 98290 12345"`
		Role        string `json:"role" minLength:"1" maxLength:"24" doc:"The role's id" example:"665f1c2ab7e4d90012ab34ce"`
		Designation string `json:"designation,omitempty" maxLength:"120" doc:"Job title" example:"Front office associate"`
		IsActive    *bool  `json:"isActive,omitempty" doc:"true if left out"`
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	b := in.Body
	var bad errs.Fields
	checkLine(&bad, "name", b.Name)
	checkPhone(&bad, b.Phone)
	if !contact.Email(b.Email) {
		bad.Add("email", "must be an e-mail address such as meera@haveli.example")
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	view, err := s.Create(ctx, sc, Member{Email: b.Email, Name: b.Name, Phone: b.Phone, RoleID: b.Role,
		Designation: b.Designation, Active: b.IsActive == nil || *b.IsActive})
	if err != nil {
		return nil, err
	}
	return web.Say(view, "An invitation is on its way to "+view.Email+"."), nil
}

func checkLine(bad *errs.Fields, field, text string) {
	if text == "" || strings.ContainsFunc(text, unicode.IsControl) {
		bad.Add(field, "must be one line of text")
	}
}

func checkPhone(bad *errs.Fields, phone string) {
	if phone != "" && !contact.Phone(phone) {
		bad.Add("phone", "must be a phone number such as +91 98290 12345")
	}
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]Entry], error) {
	people, err := s.all(ctx, sc)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(people))
	for i, p := range people {
		entries[i] = p.entry()
	}
	return web.OK(entries), nil
}

func (s *Service) httpOverview(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[Overview], error) {
	return web.Reply(s.overview(ctx, sc))
}

// UserPath is the path of the endpoints of one user.
type UserPath struct {
	UserID string `path:"userId" example:"665f1c2ab7e4d90012ab34cf"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *UserPath) (*web.Data[View], error) {
	p, err := s.get(ctx, sc, in.UserID)
	if err != nil {
		return nil, err
	}
	return web.OK(p.view(sc.Org)), nil
}

type updateInput struct {
	UserPath
	Body struct {
		Name        web.Change[string]   `json:"name,omitzero" minLength:"1" maxLength:"120" example:"Meera Rathore"`
		Phone       web.Optional[string] `json:"phone,omitzero" maxLength:"25" example:"+91 98290 12345"`
		Designation web.Optional[string] `json:"designation,omitzero" maxLength:"120" doc:"Job title"`
		IsActive    web.Change[bool]     `json:"isActive,omitzero"`
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	b := in.Body
	var bad errs.Fields
	if b.Name.Set {
		checkLine(&bad, "name", b.Name.Value)
	}
	checkPhone(&bad, b.Phone.Value)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	p, err := s.update(ctx, sc, in.UserID, edit{name: b.Name.Pointer(), phone: b.Phone.Pointer(),
		designation: b.Designation.Pointer(), active: b.IsActive.Pointer()})
	if err != nil {
		return nil, err
	}
	return web.OK(p.view(sc.Org)), nil
}

type roleInput struct {
	UserPath
	Body struct {
		Role string `json:"role" minLength:"1" maxLength:"24" doc:"The new role's id" example:"665f1c2ab7e4d90012ab34ce"`
	}
}

func (s *Service) httpUpdateRole(ctx context.Context, sc scope.Scope, in *roleInput) (*web.Data[View], error) {
	p, err := s.changeRole(ctx, sc, in.UserID, in.Body.Role)
	if err != nil {
		return nil, err
	}
	return web.OK(p.view(sc.Org)), nil
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *UserPath) (*web.Message, error) {
	if err := s.remove(ctx, sc, in.UserID); err != nil {
		return nil, err
	}
	return web.Done("The user is deleted."), nil
}
