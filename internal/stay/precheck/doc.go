// Package precheck has guests check in online, before they arrive: on pages without a login, which a link opens.
//
// Words: a link is one of a booking; there may be several, since each letter has its own. The guest proves by the last
// four digits of the booking's telephone, and works through steps: the stay, its guests, documents, registration cards,
// the arrival, what is due. The online check-in is started with the first step, complete when the guest says so and
// nothing is missing, and verified when the desk has seen guest and documents. It ends with the arrival.
//
// What always holds:
//   - A link is encrypted, with organization, booking and a secret of 256 bits; the database has the secret's hash
//     alone. Whatever isn't a link of ours is refused without asking the database, and looks like one that has ended.
//   - A link reads nothing but its stay, and shows whoever opens it only the first name, the dates and the hotel. The
//     rest, and every change, takes the digits; after that a cookie that works for this link alone, for half an hour.
//   - Pages show nothing that guests' records have: what is noted there can be replaced by them, and not read.
//   - After five wrong tries the digits of a booking aren't taken for a quarter of an hour, and twice as long after
//     each five more, up to a day.
//   - All pages work without a script. Only a drawn signature needs one; who has none signs at the front desk.
//
// Who may import it: lists of bookings, and what writes letters to guests, which calls Link.
package precheck
