package role

import (
	"maps"
	"strings"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/may"
)

// Role is a named set of permissions of one organization.
type Role struct {
	Org             string            `db:"org_id,key"`
	ID              string            `db:"role_id,key"`
	Name            string            `db:"name"`
	NameKey         string            `db:"name_key"` // the name in lower case, derived when the role is stored
	Description     string            `db:"description"`
	Permissions     scope.Permissions `db:"permissions"`
	IsDefault       bool              `db:"is_default,fixed"`
	IsAdministrator bool              `db:"is_administrator,fixed"`
	CreatedAt       int64             `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt       int64             `db:"updated_at"`       // UTC milliseconds
	Version         int64             `db:"version,version"`  // every change raises it
}

const everyFlag = scope.View | scope.Create | scope.Update | scope.Delete | scope.Manage

// everything returns every flag of every module.
func everything() scope.Permissions {
	all := scope.Permissions{}
	for _, module := range may.Modules {
		all[module] = everyFlag
	}
	return all
}

// ParsePermissions reads stored permissions. An Administrator has every flag, even in modules that are newer than what
// is stored.
func ParsePermissions(stored string, administrator bool) (scope.Permissions, error) {
	if administrator {
		return everything(), nil
	}
	var permissions scope.Permissions
	return permissions, permissions.Scan(stored)
}

// CheckGrant fails with Forbidden if the role holds a flag that the caller doesn't hold. Such a caller can neither give
// nor change the role, nor touch the members who have it.
func CheckGrant(sc scope.Scope, r Role) error {
	if r.Permissions.Within(sc.Permissions) {
		return nil
	}
	return errs.Forbidden("The role " + r.Name + " allows more than your own role does, so this is not yours to do. " +
		"Missing from yours: " + strings.Join(missing(r.Permissions, sc.Permissions), ", ") + ".")
}

// missing names the flags of wanted that held lacks, such as "rooms.delete"; five are enough to act on.
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
	View   bool `json:"view" doc:"May look at them" example:"true"`
	Create bool `json:"create" doc:"May make new ones" example:"true"`
	Update bool `json:"update" doc:"May change them" example:"true"`
	Delete bool `json:"delete" doc:"May delete them" example:"false"`
	Manage bool `json:"manage" doc:"Grants the four others" example:"false"`
}

// SpellOut returns the permissions as the contract writes them: five booleans for every module.
func SpellOut(permissions scope.Permissions) map[string]Flags {
	modules := make(map[string]Flags, len(may.Modules))
	for _, module := range may.Modules {
		has := func(flag scope.Flag) bool { return permissions[module]&flag != 0 }
		modules[module] = Flags{View: has(scope.View), Create: has(scope.Create), Update: has(scope.Update),
			Delete: has(scope.Delete), Manage: has(scope.Manage)}
	}
	return modules
}

// replaced returns held with the modules of given replaced. Modules that given leaves out keep their flags.
func replaced(held, given scope.Permissions) scope.Permissions {
	result := scope.Permissions{}
	maps.Copy(result, held)
	maps.Copy(result, given)
	maps.DeleteFunc(result, func(_ string, flags scope.Flag) bool { return flags == 0 })
	return result
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
		{name: "Manager", description: "Runs the hotel: everything but roles and deleting the organization",
			permissions: managers()},
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

// edit is what an update asks for. A nil field keeps its value.
type edit struct {
	name, description *string
	permissions       scope.Permissions // by module, 0 for a module that loses its flags; others keep theirs
}

// apply changes the role.
func (r *Role) apply(e edit) error {
	if e.name != nil && *e.name != r.Name {
		if r.IsAdministrator {
			return errs.InvalidField("name", "must stay Administrator")
		}
		r.Name = *e.name
	}
	if e.description != nil {
		r.Description = *e.description
	}
	if permissions := replaced(r.Permissions, e.permissions); !maps.Equal(permissions, r.Permissions) {
		if r.IsAdministrator {
			return errs.InvalidField("permissions", "can't change: Administrator holds every permission")
		}
		r.Permissions = permissions
	}
	return nil
}
