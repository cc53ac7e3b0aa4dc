// Package booking keeps the record of each reservation, from the first call to the day the guest leaves, and makes it.
//
// Words: a booking is one party's reservation of one or more rooms for a stay, the half-open interval
// [checkIn, checkOut) of the hotel's own calendar, so the check-out day is free for the next guest. A room
// of a booking is a row of its own with its own nights, because rooms are added, moved and left one by one.
//
// States: confirmed → checked-in → checked-out; confirmed → checked-out; confirmed or checked-in → cancelled
// (a no-show is a cancellation with noShow set); cancelled → what it was before. Package desk does all of these.
//
// What always holds:
//   - A room-night belongs to at most one booking or block: package inventory's primary key sees to it.
//   - Numbers come from the booking series inside the transaction: none twice, no gap after a refusal.
//   - Every change writes its audit entry and notification in its own transaction (Publish).
//   - total = the sum of the nights of all rooms (package lodging). A total agreed by hand is spread over them, and
//     nights that come or go change it by what they cost, so it stays agreed.
//   - balanceDue = total (when cancelled: its charge, or what is retained) + tax on top + extras − paid + refunded
//     = what the folio charges − paid + refunded + what of the price of the rooms is still to be posted.
//
// Every operation on an existing booking begins by locking its row (Change, or Lock): whoever comes second waits, then
// sees what the first one did.
//
// Who may import it: account, desk and change, which do the rest of a booking's life, and what stands above.
package booking
