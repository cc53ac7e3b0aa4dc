package role

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

// Role is a named set of permissions of one organization.
type Role struct {
	ID              string
	Org             string
	Name            string
	Description     string
	Permissions     scope.Permissions
	IsDefault       bool
	IsAdministrator bool
	CreatedAt       web.Time
	UpdatedAt       web.Time
}

const everyFlag = scope.View | scope.Create | scope.Update | scope.Delete | scope.Manage

// everything is every flag of every module.
func everything() scope.Permissions {
	all := scope.Permissions{}
	for _, module := range may.Modules {
		all[module] = everyFlag
	}
	return all
}

// ParsePermissions reads permissions as they are stored. An Administrator's are everything, also in modules that
// are newer than what is stored.
func ParsePermissions(stored string, administrator bool) (scope.Permissions, error) {
	if administrator {
		return everything(), nil
	}
	var permissions scope.Permissions
	return permissions, json.Unmarshal([]byte(stored), &permissions)
}

// CheckGrant is Forbidden when the role holds a flag that the caller doesn't hold: such a role the caller can
// neither give nor change, nor touch who has it.
func CheckGrant(sc scope.Scope, r Role) error {
	if r.Permissions.Within(sc.Permissions) {
		return nil
	}
	return errs.Forbidden("The role " + r.Name + " allows more than your own role does, so this is not yours to do. Missing from yours: " +
		strings.Join(missing(r.Permissions, sc.Permissions), ", ") + ".")
}

// missing names the flags of wanted that held lacks, such as "rooms.delete"; the first five are enough to act on.
func missing(wanted, held scope.Permissions) []string {
	var names []string
	for _, module := range may.Modules {
		for _, action := range may.Actions {
			if flag := may.Flags[action]; wanted[module]&flag != 0 && !held.Has(module, flag) {
				names = append(names, module+"."+action)
			}
		}
	}
	if len(names) > 5 {
		names = append(names[:5], "and more")
	}
	return names
}

// Flags are the five flags of one module.
type Flags struct {
	View   bool `json:"view" example:"true"`
	Create bool `json:"create" example:"true"`
	Update bool `json:"update" example:"true"`
	Delete bool `json:"delete" example:"false"`
	Manage bool `json:"manage" doc:"Grants the four others" example:"false"`
}

// written is the permissions as the contract writes them, every module in it.
func written(permissions scope.Permissions) map[string]Flags {
	modules := make(map[string]Flags, len(may.Modules))
	for _, module := range may.Modules {
		flags := permissions[module]
		modules[module] = Flags{View: flags&scope.View != 0, Create: flags&scope.Create != 0, Update: flags&scope.Update != 0,
			Delete: flags&scope.Delete != 0, Manage: flags&scope.Manage != 0}
	}
	return modules
}

// grants are permissions as a body writes them: module to action to whether it is allowed. They are maps, not
// Flags, so that a word which doesn't exist is noticed.
type grants map[string]map[string]bool

// read takes permissions from a body: what is left out is not allowed; a module or an action that doesn't exist
// is named in the error.
func read(body grants) (scope.Permissions, error) {
	var bad errs.Fields
	permissions := scope.Permissions{}
	for module, actions := range body {
		if !slices.Contains(may.Modules, module) {
			bad.Add("permissions."+module, "is not a module; see /api/roles/permissions-meta")
			continue
		}
		for action, allowed := range actions {
			flag, known := may.Flags[action]
			if !known {
				bad.Add("permissions."+module+"."+action, "is not an action; the actions are %s", strings.Join(may.Actions, ", "))
			} else if allowed {
				permissions[module] |= flag
			}
		}
	}
	slices.SortFunc(bad, func(a, b errs.Field) int { return strings.Compare(a.Field, b.Field) })
	return permissions, bad.Err()
}

// standard is a role that every organization is given.
type standard struct {
	name, description string
	permissions       scope.Permissions
	administrator     bool
}

const (
	readOnly = scope.View
	work     = scope.View | scope.Create | scope.Update
	allFour  = scope.View | scope.Create | scope.Update | scope.Delete
)

func standards() []standard {
	return []standard{
		{name: "Administrator", description: "Everything, always", permissions: everything(), administrator: true},
		{name: "Manager", description: "Runs the hotel: everything but roles and deleting the organization", permissions: managers()},
		{name: "Front Desk", description: "Bookings, guests and payments", permissions: scope.Permissions{
			may.Bookings: allFour, may.Guests: work, may.Payments: work, may.Invoices: work, may.Quotes: work,
			may.Rooms: scope.View | scope.Update, may.RoomCategories: readOnly, may.Taxes: readOnly, may.Accounts: readOnly,
			may.EmailTemplates: readOnly,
		}},
		{name: "Housekeeping", description: "The state of the rooms", permissions: scope.Permissions{
			may.Rooms: scope.View | scope.Update, may.RoomCategories: readOnly, may.Bookings: readOnly,
		}},
		{name: "Accountant", description: "Money, its documents, and who did what", permissions: scope.Permissions{
			may.Invoices: allFour, may.Payments: allFour, may.Expenses: allFour, may.Quotes: allFour, may.CreditNotes: allFour,
			may.Taxes: allFour, may.Accounts: allFour, may.Vendors: allFour, may.Series: readOnly,
			may.Bookings: readOnly, may.Guests: readOnly, may.AuditLogs: readOnly,
		}},
	}
}

func managers() scope.Permissions {
	permissions := everything()
	permissions[may.Organization] = work
	permissions[may.Roles] = readOnly
	return permissions
}

// apply changes the role as asked and returns what differs now, by the contract's field names.
func (r *Role) apply(e edit) (changes map[string]any, err error) {
	changes = map[string]any{}
	if e.name != nil && *e.name != r.Name {
		if r.IsAdministrator {
			return nil, errs.InvalidField("name", "must stay Administrator")
		}
		changes["name"] = map[string]any{"old": r.Name, "new": *e.name}
		r.Name = *e.name
	}
	if e.description != nil && *e.description != r.Description {
		changes["description"] = map[string]any{"old": r.Description, "new": *e.description}
		r.Description = *e.description
	}
	if e.permissions != nil && !maps.Equal(e.permissions, r.Permissions) {
		if r.IsAdministrator {
			return nil, errs.InvalidField("permissions", "can't change: Administrator holds every permission")
		}
		changes["permissions"] = map[string]any{"old": written(r.Permissions), "new": written(e.permissions)}
		r.Permissions = e.permissions
	}
	return changes, nil
}
