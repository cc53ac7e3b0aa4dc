package role

import (
	"context"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	seedNote = "Can be called again: existing roles stay as they are. 403 if a missing role holds more than the " +
		"caller's own."
	updateNote = "Fields that are left out keep their value. Modules left out of permissions keep their flags, a module " +
		"that is given is replaced whole, and null takes every flag away. 403 if the role holds, or would hold, more " +
		"than the caller's own. Only the description of Administrator can change."
)

// Routes are the endpoints of /api/roles.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Get("/api/roles/permissions-meta", may.SignedIn, s.httpMeta, "List the permission modules and actions"),
		web.Get("/api/roles/{orgId}/list", may.View(may.Roles), s.httpList, "List the roles"),
		web.Create("/api/roles/{orgId}/create", may.Create(may.Roles), s.httpCreate, "Make a role").
			With("Flags beyond the caller's own are refused with 403."),
		web.Create("/api/roles/{orgId}/seed", may.Create(may.Roles), s.httpSeed, "Make the default roles that are missing").
			With(seedNote),
		web.Get("/api/roles/{orgId}/{roleId}", may.View(may.Roles), s.httpGet, "Show a role"),
		web.Put("/api/roles/{orgId}/{roleId}/update", may.Update(may.Roles), s.httpUpdate, "Change a role").
			With(updateNote),
		web.Delete("/api/roles/{orgId}/{roleId}/delete", may.Delete(may.Roles), s.httpDelete, "Delete a role").
			With("A role that users or open invitations have, and Administrator, can't be deleted."),
	}
}

// Meta is what roles are made of.
type Meta struct {
	Modules []string `json:"modules" example:"[\"bookings\",\"rooms\"]"`
	Actions []string `json:"actions" enum:"view,create,update,delete,manage" example:"[\"view\",\"create\"]"`
}

func (s *Service) httpMeta(context.Context, scope.Scope, *struct{}) (*web.Data[Meta], error) {
	return web.OK(Meta{Modules: may.Modules, Actions: may.Actions}), nil
}

// Summary is a role without its permissions.
type Summary struct {
	ID          web.ID    `json:"_id"`
	Name        string    `json:"name" example:"Night Desk"`
	Description string    `json:"description" example:"Front desk at night"`
	Org         web.ID    `json:"orgId"`
	IsDefault   bool      `json:"isDefault" doc:"Whether every organization is given it"`
	CreatedAt   date.Time `json:"createdAt"`
	UpdatedAt   date.Time `json:"updatedAt"`
	Version     int64     `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

// View is a whole role.
type View struct {
	Summary
	Permissions map[string]Flags `json:"permissions" doc:"The flags of each of the 19 modules"`
}

// ListedView is a role in the list.
type ListedView struct {
	ID          web.ID    `json:"_id"`
	Name        string    `json:"name" example:"Night Desk"`
	Description string    `json:"description" example:"Front desk at night"`
	IsDefault   bool      `json:"isDefault" doc:"Whether every organization is given it"`
	UsersCount  int       `json:"usersCount" example:"3"`
	CreatedAt   date.Time `json:"createdAt"`
}

// Seeded names the default roles that were made.
type Seeded struct {
	Number int      `json:"rolesCreated" example:"1"`
	Names  []string `json:"roles" example:"[\"Housekeeping\"]"`
}

func (r Role) summary() Summary {
	return Summary{ID: web.ID(r.ID), Name: r.Name, Description: r.Description, Org: web.ID(r.Org), IsDefault: r.IsDefault,
		CreatedAt: date.Time(r.CreatedAt), UpdatedAt: date.Time(r.UpdatedAt), Version: r.Version}
}

func (r Role) view() View { return View{Summary: r.summary(), Permissions: SpellOut(r.Permissions)} }

func (s *Service) httpList(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]ListedView], error) {
	roles, err := s.list(ctx, sc)
	if err != nil {
		return nil, err
	}
	entries := make([]ListedView, len(roles))
	for i, r := range roles {
		entries[i] = ListedView{ID: web.ID(r.ID), Name: r.Name, Description: r.Description, IsDefault: r.IsDefault,
			UsersCount: r.members, CreatedAt: date.Time(r.CreatedAt)}
	}
	return web.OK(entries), nil
}

// grants are permissions in a body: by module and action, whether it is allowed. They are maps, not Flags, so that an
// unknown word is refused.
type grants map[string]map[string]bool

// permissions reads the modules that a body gives, with 0 for one without a flag. It names unknown modules and actions
// in the error.
func (g grants) permissions() (scope.Permissions, error) {
	var bad errs.Fields
	given := scope.Permissions{}
	for module, actions := range g {
		if !slices.Contains(may.Modules, module) {
			bad.Add("permissions."+module, "is not a module; see /api/roles/permissions-meta")
			continue
		}
		given[module] = 0
		for action, allowed := range actions {
			flag, known := may.Flags[action]
			if !known {
				bad.Add("permissions."+module+"."+action, "is not an action; the actions are %s",
					strings.Join(may.Actions, ", "))
			} else if allowed {
				given[module] |= flag
			}
		}
	}
	slices.SortFunc(bad, func(a, b errs.Field) int { return strings.Compare(a.Field, b.Field) })
	return given, bad.Err()
}

// noFlags takes every flag of every module away.
func noFlags() scope.Permissions {
	none := scope.Permissions{}
	for _, module := range may.Modules {
		none[module] = 0
	}
	return none
}

type createInput struct {
	Body struct {
		Name        string `json:"name" minLength:"1" maxLength:"80" example:"Night Desk"`
		Description string `json:"description,omitempty" maxLength:"500" example:"Front desk at night"`
		Permissions grants `json:"permissions,omitempty" doc:"Flags by module; what is left out is not allowed"`
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	given, err := in.Body.Permissions.permissions()
	if err != nil {
		return nil, err
	}
	if err := checkName(in.Body.Name); err != nil {
		return nil, err
	}
	r, err := s.create(ctx, sc,
		Role{Name: in.Body.Name, Description: in.Body.Description, Permissions: replaced(nil, given)})
	return web.Reply(r.view(), err)
}

func checkName(name string) error {
	var bad errs.Fields
	bad.RequireLine("name", name)
	return bad.Err()
}

func (s *Service) httpSeed(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[Seeded], error) {
	names, err := s.seed(ctx, sc)
	return web.Reply(Seeded{Number: len(names), Names: names}, err)
}

// RolePath is the path of the endpoints of one role.
type RolePath struct {
	RoleID web.ID `path:"roleId"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *RolePath) (*web.Data[View], error) {
	r, err := s.get(ctx, sc, in.RoleID.String())
	return web.Reply(r.view(), err)
}

type updateInput struct {
	RolePath
	Body struct {
		Name        web.Change[string]   `json:"name,omitzero" minLength:"1" maxLength:"80" example:"Night Desk"`
		Description web.Optional[string] `json:"description,omitzero" maxLength:"500" example:"Front desk at night"`
		Permissions web.Optional[grants] `json:"permissions,omitzero" doc:"Flags by module; replaces the modules given"`
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[Summary], error) {
	b := in.Body
	if b.Name.Set {
		if err := checkName(b.Name.Value); err != nil {
			return nil, err
		}
	}
	given, err := b.Permissions.Value.permissions()
	if err != nil {
		return nil, err
	}
	if b.Permissions.Null {
		given = noFlags()
	}
	r, err := s.update(ctx, sc, in.RoleID.String(),
		edit{name: b.Name.Pointer(), description: b.Description.Pointer(), permissions: given})
	return web.Reply(r.summary(), err)
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *RolePath) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.RoleID.String()); err != nil {
		return nil, err
	}
	return web.Done("The role is deleted."), nil
}
