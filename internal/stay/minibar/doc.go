// Package minibar posts what was taken from rooms' minibars, told by a phone that may have been without a line.
//
// Words: an item is a service that is marked as one of the minibar. A posting is what was taken from a room at an
// instant: items with their counts.
//
// What always holds:
//   - A posting is charged to the booking that was in the room at its instant, by what package extras sells: with the
//     service's price and tax of the moment of posting, on the business day.
//   - A posting with a key is charged once, however often and however late it is sent.
//   - Once that booking has left, nothing is posted: the refusal names the booking, and how a late charge is made.
//   - Whoever may change rooms' state may post, and learns the booking's code and no guest's name.
package minibar
