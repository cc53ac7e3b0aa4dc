// Package role says what people of a hotel may do: roles are named sets of flags over the permission modules.
//
// A flag is view, create, update, delete or manage in a module; manage grants the other four. A default role is one
// that every new organization is given (Administrator, Manager, Front Desk, Housekeeping, Accountant). Administrator
// holds every flag of every module, including modules of later versions.
//
// What always holds:
//   - Nobody makes, changes or gives a role with a flag that they don't hold themselves: CheckGrant.
//   - Names are unique in an organization, whatever their case.
//   - Administrator keeps its name and its flags, and can't be deleted.
//   - A role that a member or an open invitation has can't be deleted.
package role
