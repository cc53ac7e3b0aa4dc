// Package party keeps who sleeps in the rooms of a booking: the first guest of each room, who shares it, and children.
//
// Words: a party is the people of one room; a person is one of them, for as long as they stay. The first in a room is
// its lead; the others are sharers.
//
// What always holds:
//   - The booking's own guest is a person without a row, the lead of the booking's first room, until somebody says in
//     which room, or on which days, that guest is. The row that says so has the booking's id, and neither name nor guest
//     record: these stay the booking's.
//   - A person belongs to an entry of the booking, so people move with their room.
//   - The names of a room's people also stand on its row (lodging.Room.GuestName, Sharers), so that lists, charts and
//     searches need not ask here. They are written with every change of the people.
//   - Days of a person are days of the stay; without any, the person comes and goes with the room.
//
// Who may import it: packages above that are about guests. It imports booking, whose lock guards all of its rows.
package party
