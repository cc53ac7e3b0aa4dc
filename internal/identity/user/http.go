package user

import (
	"context"

	"sarai/internal/identity/role"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	createNote = "Makes the membership and mails an invitation, by which the person sets a password. 403 if the role " +
		"allows more than the caller's own."
	updateNote = "One's own name and phone need no permission; everything else needs users.update (403 without it). " +
		"Fields that are left out keep their value. Who holds more than the caller can't be changed (403), and the last " +
		"active Administrator can't be deactivated (400)."
	roleNote = "Neither the user's present role nor the new one may allow more than the caller's own (403). The last " +
		"active Administrator stays one (400)."
	deleteNote = "Ends the membership and its open invitations. Neither who holds more than the caller (403) nor the " +
		"last active Administrator (400) can be deleted."
	factorNote = "For who has lost the phone and the recovery codes: make sure who asks. It ends the user's sessions; " +
		"the password stays. 403 if the user holds more than the caller, or if the login is another hotel's too; 400 for " +
		"oneself, and where there is no second factor."
)

// Routes are the endpoints of /api/users.
func (s *Service) Routes() []web.Route {
	hook.Require(s.hooks)
	const base = "/api/users/{orgId}"
	return []web.Route{
		web.Create(base+"/create", may.Create(may.Users), s.httpCreate, "Add a user").With(createNote),
		web.Get(base+"/list", may.View(may.Users), s.httpList, "List the users"),
		web.Get(base+"/overview", may.View(may.Users), s.httpOverview, "Count the users"),
		web.Get(base+"/{userId}", may.Member, s.httpGet, "Show a user").
			With("One's own record needs no permission; anybody else's needs users.view (403 without it)."),
		web.Put(base+"/{userId}/update", may.Member, s.httpUpdate, "Change a user").With(updateNote),
		web.Put(base+"/{userId}/role", may.Update(may.Users), s.httpUpdateRole, "Give a user another role").
			With(roleNote),
		web.Delete(base+"/{userId}/delete", may.Delete(may.Users), s.httpDelete, "Delete a user").With(deleteNote),
		web.Delete(base+"/{userId}/second-factor", may.Update(may.Users), s.httpRemoveFactor,
			"Remove a user's second factor").With(factorNote),
	}
}

// RoleRef names a role.
type RoleRef struct {
	ID   web.ID `json:"_id" doc:"The role's id"`
	Name string `json:"name" doc:"The role's name" example:"Front Desk"`
}

func roleRef(r role.Role) RoleRef { return RoleRef{ID: web.ID(r.ID), Name: r.Name} }

// ListedView is a user in the list.
type ListedView struct {
	ID          web.ID    `json:"_id" doc:"The login's id"`
	Name        string    `json:"name" example:"Meera Rathore"`
	Email       string    `json:"email" example:"meera@haveli.example"`
	Phone       string    `json:"phone" example:"+91 98290 12345"`
	Role        RoleRef   `json:"role"`
	Designation string    `json:"designation" doc:"Job title" example:"Front office associate"`
	IsActive    bool      `json:"isActive"`
	CreatedAt   date.Time `json:"createdAt"`
}

// View is a whole user.
type View struct {
	ListedView
	Org       web.ID    `json:"orgId"`
	UpdatedAt date.Time `json:"updatedAt"`
	Version   int64     `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

// Overview counts the users.
type Overview struct {
	Total    int `json:"totalUsers" example:"6"`
	Active   int `json:"activeUsers" example:"5"`
	Inactive int `json:"inactiveUsers" example:"1"`
}

func (p Person) listed() ListedView {
	return ListedView{ID: web.ID(p.Login), Name: p.Name, Email: p.Email, Phone: p.Phone, Role: roleRef(p.Role),
		Designation: p.Designation, IsActive: p.Active, CreatedAt: date.Time(p.CreatedAt)}
}

func (p Person) view(sc scope.Scope) View {
	return View{ListedView: p.listed(), Org: web.ID(sc.Org), UpdatedAt: date.Time(p.UpdatedAt), Version: p.Version}
}

type createInput struct {
	Body struct {
		Name        string `json:"name" minLength:"1" maxLength:"120" example:"Meera Rathore"`
		Email       string `json:"email" minLength:"3" maxLength:"254" example:"meera@haveli.example"`
		Phone       string `json:"phone,omitempty" maxLength:"25" example:"+91 98290 12345"`
		Role        web.ID `json:"role" doc:"The role's id"`
		Designation string `json:"designation,omitempty" maxLength:"120" doc:"Job title" example:"Front office associate"`
		IsActive    *bool  `json:"isActive,omitempty" doc:"true if left out"`
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	b := in.Body
	var bad errs.Fields
	bad.RequireLine("name", b.Name)
	contact.CheckPhone(&bad, "phone", b.Phone)
	contact.RequireEmail(&bad, "email", b.Email)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	p, err := s.Create(ctx, sc, Member{Email: b.Email, Name: b.Name, Phone: b.Phone, RoleID: b.Role.String(),
		Designation: b.Designation, Active: b.IsActive == nil || *b.IsActive})
	if err != nil {
		return nil, err
	}
	return web.Say(p.view(sc), "An invitation is on its way to "+p.Email+"."), nil
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]ListedView], error) {
	people, err := s.all(ctx, sc)
	if err != nil {
		return nil, err
	}
	entries := make([]ListedView, len(people))
	for i, p := range people {
		entries[i] = p.listed()
	}
	return web.OK(entries), nil
}

func (s *Service) httpOverview(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[Overview], error) {
	return web.Reply(s.overview(ctx, sc))
}

// UserPath is the path of the endpoints of one user.
type UserPath struct {
	UserID web.ID `path:"userId"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *UserPath) (*web.Data[View], error) {
	p, err := s.get(ctx, sc, in.UserID.String())
	return web.Reply(p.view(sc), err)
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
		bad.RequireLine("name", b.Name.Value)
	}
	contact.CheckPhone(&bad, "phone", b.Phone.Value)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	p, err := s.update(ctx, sc, in.UserID.String(), edit{name: b.Name.Pointer(), phone: b.Phone.Pointer(),
		designation: b.Designation.Pointer(), active: b.IsActive.Pointer()})
	return web.Reply(p.view(sc), err)
}

type roleInput struct {
	UserPath
	Body struct {
		Role web.ID `json:"role" doc:"The new role's id"`
	}
}

func (s *Service) httpUpdateRole(ctx context.Context, sc scope.Scope, in *roleInput) (*web.Data[View], error) {
	p, err := s.changeRole(ctx, sc, in.UserID.String(), in.Body.Role.String())
	return web.Reply(p.view(sc), err)
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *UserPath) (*web.Message, error) {
	if err := s.remove(ctx, sc, in.UserID.String()); err != nil {
		return nil, err
	}
	return web.Done("The user is deleted."), nil
}

func (s *Service) httpRemoveFactor(ctx context.Context, sc scope.Scope, in *UserPath) (*web.Message, error) {
	if err := s.removeFactor(ctx, sc, in.UserID.String()); err != nil {
		return nil, err
	}
	return web.Done("The second factor is removed. The user signs in with the password alone now."), nil
}
