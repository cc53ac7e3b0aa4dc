// Package user is the people of a hotel: logins, and their memberships in organizations.
//
// Words: a login is a person's way in, one for an e-mail address over all organizations; it has no password until
// the person has set one. A membership is a login in one organization, with the name, phone, role and designation
// that it has there. Adding a membership invites; joining is when the person has said yes. An active member is one
// whose membership is not switched off; only active members who have joined get in.
//
// What always holds:
//   - An organization that has an active, joined Administrator keeps one: nobody deletes, deactivates or demotes
//     the last, however many try at once (organization.LockMembers).
//   - Nobody deactivates, activates, deletes or changes the role of somebody who holds more than they do.
//   - Of their own record everyone may change name and phone, and nothing else without users.update.
//   - Addresses are kept in lower case.
//
// A Directory answers who a caller is in an organization from memory, at most two seconds old.
package user
