// Package inventory knows which nights of which rooms are held, and by what.
//
// Words: a night is named by the date on which it begins, so a stay [2026-04-01, 2026-04-03) holds the nights of the
// 1st and the 2nd, and the room is free for the next guest on the 3rd. A holder is a booking, a block that takes a room
// out of order, an option: rooms kept for somebody until a time, or an allotment: rooms kept for a group. Nights are
// held and released; nothing else happens to them.
//
// What always holds:
//   - A night of a room has at most one holder. The primary key of room_nights (organization, room, night) guarantees
//     it, on both engines and with any number of nodes: Hold inserts a row for each night, and sees from the number of
//     rows that went in whether it got them all. Nothing reads first and writes then.
//   - Hold inserts in the order of rooms and nights, so two callers who want the same nights wait for each other, and
//     never deadlock.
//   - A day of a room, between two nights, has at most one holder too: the primary key of room_days. It isn't held
//     while somebody stays over it, and nobody stays over it while it is held (see day.go).
//   - A room is in use from its creation, or from the first night that it held, until it is made inactive or deleted:
//     RoomsInService. What a closed day's report counts doesn't change by that any more.
//   - An option whose time is over holds nothing: whoever wants its nights takes them over, in the statement that holds
//     them. Its other nights stay rows until its end is noted, and count as free meanwhile.
//   - A refused Hold leaves some of its rows in the transaction, so its error must end the transaction.
//
// Who may import it: room, which makes blocks, allotment, hold, which makes options, booking and frontdesk. It knows
// rooms and holders by their ids only; callers pass the room's number, which messages name.
package inventory
