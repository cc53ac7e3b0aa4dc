// Package drawer knows which shift is open on which account, and which entries of the books belong to a shift. Package
// ledger tells it of each entry as it posts, whatever the document is; what a shift is, package till knows.
//
// What always holds:
//   - An account has one open shift, by the key of the table.
//   - An entry on an account belongs to the shift that is open on it then. A payment or refund on an account without
//     one belongs to the shift that the caller works, but isn't in its drawer.
//   - Entries are copies, in the transaction of the posting: a report of a shift is read from here alone.
package drawer
