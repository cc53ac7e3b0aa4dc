// Package extras sells services to bookings, and follows what becomes of them: what is due when, what was charged, what
// was consumed.
//
// Words: a sale is a service that was sold to a booking, at the price and by the rules of that moment; an included one
// is inside the price of the nights and charges nothing. It has something for each night that the booking holds (per
// night, or per person and night), or once for the stay. A portion is what it has for one night, or for the stay; it is
// given on a day, a night's on the night's date or, if the service is so, on the morning after.
//
// What always holds:
//   - How much a portion has follows the stay, its dates, rooms and persons, until it is posted; then it stays, and is
//     corrected as everything on a folio is.
//   - A portion is posted once (the key of service_nights): by the night audit, when the guest arrives, or before the
//     guest departs, as the service says. What comes too late for its moment is posted at the next one.
//   - A portion whose line was reversed on the folio is never posted again, and has only what was consumed of it.
//   - A cancelled booking is charged nothing more; nor is a cancelled sale.
//   - No more of a day's portions is consumed than there is.
//
// Whoever changes a sale holds its booking (booking.Change).
//
// Who may import it: nightaudit, minibar, and app.
package extras
