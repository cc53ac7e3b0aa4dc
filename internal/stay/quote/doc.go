// Package quote offers a guest rooms, or other things, at a price until a day, and makes a booking of an offer that is
// accepted.
//
// Words: a quote is for a stay (rooms on the nights [checkIn, checkOut), each at its price a night), for lines of other
// charges, or for both. A room is named, or is any of its category: then it is chosen when the quote is accepted. A
// quote holds no room.
//
// States: draft → sent → accepted, declined or expired. A draft can be accepted too (a guest at the desk needs no
// mail), and declined. Open are draft and sent, until the end of the day validUntil of the hotel's calendar: from then
// on every read says expired; a job writes it down later. Accepted, declined and expired are final.
//
// What always holds:
//   - An accepted quote for a stay has exactly one booking, made in the same transaction: at the quoted prices, under
//     the rule about tax inside prices that the quote was made under, with the other lines on its folio.
//   - Who accepts what can't be booked (a room is taken) is refused, and the quote stays open.
//   - A quote's totals are the sums of its room-nights and lines, each taxed and rounded by itself, as the booking's
//     folio will have them. Taxes are those in force when it was written; the booking is taxed by those of its days.
//   - Numbers come from the quote series when the quote is made. Only a draft can be deleted; its number isn't given
//     again.
//   - validUntil is not after checkIn.
//
// Who may import it: app, and what stands above.
package quote
