// Package lockorder states the order in which transactions take locks, once for all packages. Tests check it: a
// transaction that takes a lower rank after a higher one fails there, with both places named (db.Tx.Locks).
//
// What only transactions that hold an organization's books change needs no rank: they come one after the other. These
// are invoices, payments, credit notes, expenses and their numbers.
//
// Rooms that a transaction only keeps from being taken out of use (room.LockShared) have no rank either: a new booking
// keeps them before it locks the books, on purpose, since all other bookings with an advance wait for those. Nor has
// the group that a booking joins, nor have the nights that a hold gives back to the booking which is made of it, before
// that has its number. They may meet somebody in a deadlock: who takes such a room out of use at the moment when a day
// is closed, who cancels the group and its bookings, and who wants the very nights of the hold. PostgreSQL ends it, and
// the transaction is repeated.
package lockorder

import "sarai/internal/kit/db"

// The locks, in the order in which a transaction takes those that it needs.
const (
	_          db.Rank = iota
	Books              // an organization's books: whoever moves money has them
	Days               // its business days, by those who post on them, or close one
	Groups             // a group
	Bookings           // a booking, by the order of their ids
	Rooms              // a room
	Numbers            // the series of bookings and quotes
	Categories         // the free rooms of a category
	Nights             // nights of rooms, in the order of rooms and nights

	// What follows is locked at the very end, right before the commit (db.AtEnd).

	Approvals     // nothing: what was done is compared with the hotel's limits
	Forms         // the reports of a stay's guests from abroad
	Sums          // the sums of an organization's money
	Audit         // the end of its audit log
	Changes       // the counts of its revisions
	Notifications // the counts of its notifications
)
