// Package rooming works on the bookings of a group together: it makes them of the group's rooming list, gives them
// rooms near each other, and lets them arrive, leave or be cancelled.
//
// Words: a row of a rooming list is a person; rows that share a room have the same word in sharing, and become one
// booking, whose guest is the first of them. The reference is the list's own name for a room.
//
// What always holds:
//   - A list is taken as a whole or not at all. Each row is checked first, against the hotel, the other rows and what
//     the block and the categories still have, so that all that is wrong is said at once.
//   - A reference has at most one booking of the group (an index of bookings guarantees it): the same list again makes
//     nothing, and a list that was corrected changes what differs.
//   - A try does what the list would do, and rolls it back.
//
// Who may import it: app.
package rooming
