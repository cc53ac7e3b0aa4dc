// Package user is the people of a hotel: logins, and their memberships in organizations.
//
// A login is a person's way in, one for each e-mail address over all organizations; it has no password until the person
// has set one. A membership is a login in one organization, with the name, phone, role and designation that it has
// there. Adding a membership invites the person, who joins by accepting. An active member is one whose membership is
// not switched off; only active members who have joined get in.
//
// What always holds:
//   - An organization that has an active, joined Administrator keeps one: nobody deletes, deactivates or demotes the
//     last, however many try at once (organization.LockMembers).
//   - Nobody changes the record or the role of somebody who holds more than they do, nor deletes them.
//   - Everyone may change name and phone in their own record; anything else needs users.update.
//   - E-mail addresses are stored in lower case.
//   - Whatever happens to a login is in the audit log of every organization that it belongs to: Note.
//
// A Directory answers from memory who a caller is in an organization. Its answers are at most two seconds old.
//
// This package owns the tables logins, login_organizations and memberships. It stores hashes of passwords, and knows
// nothing of passwords themselves: package password makes the hashes and compares them.
package user
