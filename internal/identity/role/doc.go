// Package role says what people of a hotel may do: named sets of flags over the permission modules.
//
// Words: a flag is view, create, update, delete or manage in a module; manage grants the other four. A default
// role is one that every new organization is given (Administrator, Manager, Front Desk, Housekeeping,
// Accountant); Administrator holds every flag of every module, those of later versions too.
//
// What always holds:
//   - Nobody makes, changes or gives a role that holds a flag which they don't hold: CheckGrant.
//   - Names are unique in an organization, without regard to case.
//   - Administrator keeps its name and its flags, and stays.
//   - A role that a member or an open invitation has can't be deleted.
package role
