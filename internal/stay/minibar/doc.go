// Package minibar posts what was taken from rooms' minibars, told by a phone that may have been without a line, and
// knows what they hold.
//
// Words: an item is a service that is marked as one of the minibar. A posting is what was taken from a room at an
// instant: items with their counts. The par of an item is how many a minibar is to hold, by category or by room; the
// stock is how many it holds; what is missing is to be refilled. A move is what was put in or taken out.
//
// What always holds:
//   - A posting is charged to the booking that was in the room at its instant, by what package extras sells: with the
//     service's price and tax of the moment of posting, on the business day.
//   - A posting with a key is charged once, however often and however late it is sent.
//   - Once that booking has left, nothing is posted: the refusal names the booking, and how a late charge is made.
//   - A posting lowers the stock, by moves, which are never changed. Stock is never below zero: who takes more than was
//     known leaves none. A count holds until something is moved after it, however late that is told.
//   - No more of a posting is given back to a room than was taken. What the stock is told changes no folio.
//   - Whoever may change rooms' state may post, and learns the booking's code and no guest's name.
package minibar
