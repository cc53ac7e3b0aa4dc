// Package account is a booking's account: its folio, what of the price of the rooms is posted on it, and what is
// charged beside that.
//
// Words: posting puts the price of a night on the folio. An allowance is an adjustment below zero. Unbilled is what the
// folio charges on no invoice, with what of the price of the rooms is still to be posted.
//
// What always holds:
//   - A line is never edited or removed, only reversed.
//   - What is posted for lodging and what is still to be posted add up to what the booking owes for its rooms (package
//     lodging); an index keeps a room's night from being posted twice. So the price of the rooms follows the stay: it
//     is neither charged nor reversed by hand.
//   - Allowances never take off more than is unbilled.
//
// An Account is read once in a transaction and knows what it has posted since. Everything here needs the booking
// locked.
//
// Who may import it: desk and change, and what stands above: quotes, the night audit, invoices and credit notes.
package account
