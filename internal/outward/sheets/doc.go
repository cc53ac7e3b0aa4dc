// Package sheets lets a spreadsheet work on a hotel's bookings, with a key instead of a person.
//
// Words: a sheet key is what the spreadsheet sends as X-Sheet-Key. The server-wide key is the operator's, comes from the
// settings and works for all organizations. An organization's own key is made by its people, reaches that organization
// alone, and is there once at most.
//
// What always holds:
//   - A key is compared by its hash and in constant time, and looked up at each request: one that was ended or replaced
//     is refused from then on. An empty key is none.
//   - No own key is stored: its SHA-256 is, and for a repeated request (Idempotency-Key) the salt that it was derived
//     from with the server's token key. Neither opens anything.
//   - What a record's id alone names is looked up in the own key's organization, or with the server-wide key in
//     every organization that exists: see organizationOf for what that costs.
//   - Bookings and invitations change by the operations of their own packages: the same rules, events and notifications,
//     with the spreadsheet as who did it.
//   - Nobody makes a key that does more than they may do themselves.
package sheets
