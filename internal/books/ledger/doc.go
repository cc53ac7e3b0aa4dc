// Package ledger keeps the organization's books: its accounts of money, every movement of money as one numbered row,
// what each movement is for, and the double entries behind it all.
//
// What always holds:
//   - The entries of a posting add up to zero, and so do all accounts together. An account's balance is the sum of its
//     entries. Entries are never changed or deleted: a reversal is posted with the opposite sign.
//   - A payment's parts add up to its amount less what was refunded of it, and to nothing once it is void. A part is a
//     booking's advance, an invoice's, or nobody's yet. A refund's parts say what it was taken from.
//   - daily_money is what the movements of the day add up to, except void ones.
//   - Money moves only under the lock on the books: everything that moves it takes a Locked. So reading and then
//     writing is safe; conditional updates guard the sums all the same.
//
// It knows bookings and invoices only by their ids; what those say of their payments is their packages' business.
package ledger
