package role

import (
	"context"
	"strings"
	"unicode"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

// Routes are the endpoints of /api/roles.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Get("/api/roles/permissions-meta", may.SignedIn, s.meta, "List the permission modules and actions"),
		web.Get("/api/roles/{orgId}/list", may.View(may.Roles), s.list, "List the roles"),
		web.Create("/api/roles/{orgId}/create", may.Create(may.Roles), s.post, "Make a role").
			With("Flags beyond the caller's own are refused with 403."),
		web.Create("/api/roles/{orgId}/seed", may.Create(may.Roles), s.postSeed, "Make the default roles that are missing").
			With("Can be called again: roles that are there stay as they are. Default roles that hold more than the caller's own are refused with 403."),
		web.Get("/api/roles/{orgId}/{roleId}", may.View(may.Roles), s.show, "Show a role"),
		web.Put("/api/roles/{orgId}/{roleId}/update", may.Update(may.Roles), s.put, "Change a role").
			With("Fields that are left out keep their value; permissions, when given, replace all of them. A role that holds, or would hold, more than the caller's own is refused with 403. Of Administrator only the description can change."),
		web.Delete("/api/roles/{orgId}/{roleId}/delete", may.Delete(may.Roles), s.delete, "Delete a role").
			With("A role that users or open invitations have, and Administrator, can't be deleted."),
	}
}

// Meta is what roles are made of.
type Meta struct {
	Modules []string `json:"modules" example:"[\"bookings\",\"rooms\"]"`
	Actions []string `json:"actions" example:"[\"view\",\"create\",\"update\",\"delete\",\"manage\"]"`
}

func (s *Service) meta(context.Context, scope.Scope, *struct{}) (*web.Data[Meta], error) {
	return web.OK(Meta{Modules: may.Modules, Actions: may.Actions}), nil
}

// Summary is a role without its permissions.
type Summary struct {
	ID          string   `json:"_id" example:"665f1c2ab7e4d90012ab34ce"`
	Name        string   `json:"name" example:"Night Desk"`
	Description string   `json:"description" example:"Front desk at night"`
	Org         string   `json:"orgId" example:"665f1c2ab7e4d90012ab34cd"`
	IsDefault   bool     `json:"isDefault" doc:"Every organization is given it"`
	CreatedAt   web.Time `json:"createdAt"`
	UpdatedAt   web.Time `json:"updatedAt"`
}

// View is a whole role.
type View struct {
	Summary
	Permissions map[string]Flags `json:"permissions" doc:"The flags of each of the 19 modules"`
}

// Entry is a role in the list.
type Entry struct {
	ID          string   `json:"_id" example:"665f1c2ab7e4d90012ab34ce"`
	Name        string   `json:"name" example:"Night Desk"`
	Description string   `json:"description" example:"Front desk at night"`
	IsDefault   bool     `json:"isDefault" doc:"Every organization is given it"`
	UsersCount  int      `json:"usersCount" example:"3"`
	CreatedAt   web.Time `json:"createdAt"`
}

// Seeded tells which default roles were made.
type Seeded struct {
	Number int      `json:"rolesCreated" example:"1"`
	Names  []string `json:"roles" example:"[\"Housekeeping\"]"`
}

func (r Role) summary() Summary {
	return Summary{ID: r.ID, Name: r.Name, Description: r.Description, Org: r.Org, IsDefault: r.IsDefault,
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt}
}

func (r Role) view() View { return View{Summary: r.summary(), Permissions: written(r.Permissions)} }

func (s *Service) list(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]Entry], error) {
	roles, members, err := s.all(ctx, sc)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(roles))
	for i, r := range roles {
		entries[i] = Entry{ID: r.ID, Name: r.Name, Description: r.Description, IsDefault: r.IsDefault,
			UsersCount: members[r.ID], CreatedAt: r.CreatedAt}
	}
	return web.OK(entries), nil
}

type createInput struct {
	Body struct {
		Name        string `json:"name" minLength:"1" maxLength:"80" example:"Night Desk"`
		Description string `json:"description,omitempty" maxLength:"500" example:"Front desk at night"`
		Permissions grants `json:"permissions,omitempty" doc:"Module to flags; what is left out is not allowed"`
	}
}

func (s *Service) post(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	permissions, err := read(in.Body.Permissions)
	if err != nil {
		return nil, err
	}
	if err := checkName(in.Body.Name); err != nil {
		return nil, err
	}
	return web.Reply(s.create(ctx, sc, in.Body.Name, in.Body.Description, permissions))
}

func checkName(name string) error {
	if name == "" || strings.ContainsFunc(name, unicode.IsControl) {
		return errs.InvalidField("name", "must be one line of text")
	}
	return nil
}

func (s *Service) postSeed(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[Seeded], error) {
	return web.Reply(s.seed(ctx, sc))
}

// RolePath is the path of the endpoints of one role.
type RolePath struct {
	RoleID string `path:"roleId" example:"665f1c2ab7e4d90012ab34ce"`
}

func (s *Service) show(ctx context.Context, sc scope.Scope, in *RolePath) (*web.Data[View], error) {
	r, err := s.get(ctx, sc, in.RoleID)
	if err != nil {
		return nil, err
	}
	return web.OK(r.view()), nil
}

type updateInput struct {
	RolePath
	Body struct {
		Name        web.Optional[string] `json:"name,omitzero" required:"false" minLength:"1" maxLength:"80" example:"Night Desk"`
		Description web.Optional[string] `json:"description,omitzero" required:"false" maxLength:"500" example:"Front desk at night"`
		Permissions web.Optional[grants] `json:"permissions,omitzero" required:"false" doc:"Module to flags; replaces all of them"`
	} `required:"false"`
}

func (s *Service) put(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[Summary], error) {
	var e edit
	if in.Body.Name.Set {
		if err := checkName(in.Body.Name.Value); err != nil {
			return nil, err
		}
		e.name = &in.Body.Name.Value
	}
	if in.Body.Description.Set {
		e.description = &in.Body.Description.Value
	}
	if in.Body.Permissions.Set {
		var err error
		if e.permissions, err = read(in.Body.Permissions.Value); err != nil {
			return nil, err
		}
	}
	r, err := s.update(ctx, sc, in.RoleID, e)
	if err != nil {
		return nil, err
	}
	return web.OK(r.summary()), nil
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, in *RolePath) (*web.Message, error) {
	if err := s.remove(ctx, sc, in.RoleID); err != nil {
		return nil, err
	}
	return web.Done("The role is deleted."), nil
}
