// Package sheets lets a spreadsheet work on a hotel's bookings, with a key instead of a person.
//
// Words: a sheet key is what the spreadsheet sends as X-Sheet-Key. The server-wide key is the operator's: it comes from
// the settings and works for all organizations. An organization's own key is made by its people and reaches that
// organization alone; there is at most one.
//
// What always holds:
//   - Keys are compared by their hashes, in constant time, and looked up at each request: once a key is deleted or
//     replaced, the next request with it is refused. An empty key is never valid.
//   - No own key is stored. Its SHA-256 is, and for a repeated request (Idempotency-Key) the salt that the key was
//     derived from with the server's token key. Neither opens anything.
//   - A record that a request names by its id alone is looked up in the own key's organization, or with the server-wide
//     key in every organization: see organizationOf for what that costs.
//   - Bookings and invitations change through their own packages, so the same rules, events and notifications apply;
//     the audit log names the spreadsheet as who did it.
//   - Nobody can make a key that does more than they may do themselves.
package sheets
