// Package change changes the stay of a booking: its dates and prices, and which rooms it has, from when on.
//
// Words: a move takes a party from one room to another. Assigning gives a room of a category to a party that has booked
// any of it. A locked room is the very one that its party is to have. A dry run tries a change and tells what it would
// make of the booking.
//
// What always holds:
//   - A change takes and gives back nights, prices the new ones, and brings the folio in line, all in one transaction.
//   - Nights that stay keep their prices, and nights on an invoice change by a credit note only.
//   - A change may be refused as a Conflict; a dry run then tells why, and the booking is as it was.
//   - A guest in house who is given a room at once is warned of who is still in it, as at a check-in (package desk).
//
// Who may import it: assignment, sheets, app and demo.
package change
