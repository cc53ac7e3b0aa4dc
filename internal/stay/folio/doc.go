// Package folio holds the lines of a booking's folio: what was charged, and what was reversed.
//
// Words: a line is open while it counts and is on no invoice. Lodging is the price of the rooms; all other lines are
// extras. A charge is what a line charges, with its tax; an item is what somebody asks to be charged.
//
// What always holds: lines are never edited, only reversed by a line of the opposite amounts for the same day. A line
// is posted on its day while that is open, else on the business day (businessday.Days), so nothing is ever added to a
// closed day. Only the links between lines and to the invoice that bills a line are ever set, and of a night the day in
// whose report it counts. Package booking keeps a booking's sums beside them, so callers must have locked the booking.
//
// Who may import it: lodging, booking and what stands above.
package folio
