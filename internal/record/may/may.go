// Package may holds the words of permission: the 19 modules of the contract, and what a route can ask for.
package may

import (
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// The permission modules, by their exact names in the contract (docs/contract.md).
const (
	Bookings       = "bookings"
	Invoices       = "invoices"
	Payments       = "payments"
	Expenses       = "expenses"
	Quotes         = "quotes"
	CreditNotes    = "credit_notes"
	Guests         = "guests"
	Rooms          = "rooms"
	RoomCategories = "room_categories"
	Users          = "users"
	Organization   = "organization"
	Roles          = "roles"
	Taxes          = "taxes"
	Accounts       = "accounts"
	Vendors        = "vendors"
	Series         = "series"
	Notifications  = "notifications"
	EmailTemplates = "email_templates"
	AuditLogs      = "audit_logs"
)

// Modules lists the 19 modules in the contract's order.
var Modules = []string{
	Bookings, Invoices, Payments, Expenses, Quotes, CreditNotes, Guests, Rooms, RoomCategories, Users,
	Organization, Roles, Taxes, Accounts, Vendors, Series, Notifications, EmailTemplates, AuditLogs,
}

// Actions names the five flags in the contract's order.
var Actions = []string{"view", "create", "update", "delete", "manage"}

// Flags maps an action's name to its flag.
var Flags = map[string]scope.Flag{
	"view": scope.View, "create": scope.Create, "update": scope.Update, "delete": scope.Delete, "manage": scope.Manage,
}

func module(name, action string) scope.Need {
	return scope.Need{Access: scope.AccessMember, Module: name, Flag: Flags[action], Action: action}
}

// View asks for the module's view flag.
func View(name string) scope.Need { return module(name, "view") }

// Create asks for the module's create flag.
func Create(name string) scope.Need { return module(name, "create") }

// Update asks for the module's update flag.
func Update(name string) scope.Need { return module(name, "update") }

// Delete asks for the module's delete flag.
func Delete(name string) scope.Need { return module(name, "delete") }

// Manage asks for the module's manage flag.
func Manage(name string) scope.Need { return module(name, "manage") }

// Needs that ask for no flag.
var (
	Member   = scope.Need{Access: scope.AccessMember}   // any member of the organization in the path
	SignedIn = scope.Need{Access: scope.AccessSignedIn} // any caller with a valid token
	Optional = scope.Need{Access: scope.AccessOptional} // works without a token; a token must be valid
	Anyone   = scope.Need{Access: scope.AccessAnyone}   // no token
	SheetKey = scope.Need{Access: scope.AccessSheetKey} // a spreadsheet with a key instead of a person with a token
)

// Pay refuses to move money by way of a booking for a caller who may not do so directly. The field names the amount; 0
// and nil move none.
func Pay(sc scope.Scope, field string, amount *money.Amount) error {
	if amount != nil && *amount != 0 && !sc.Permissions.Has(Payments, scope.Create) {
		return errs.Forbidden("Your role does not allow " + field + ": it needs the permission payments.create.")
	}
	return nil
}
