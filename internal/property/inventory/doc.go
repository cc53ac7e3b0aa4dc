// Package inventory knows which nights of which rooms are taken, and by what.
//
// # Words
//
// A night is named by the date on which it begins: a stay [2026-04-01, 2026-04-03) holds the nights of the
// 1st and the 2nd, and the room is free for the next guest on the 3rd. A holder is what takes a night: a
// booking, or a block that takes a room out of order. Holding and releasing are the only two changes.
//
// # What always holds
//
// A room's night is held by at most one holder. The primary key of room_nights (organization, room, night)
// guarantees it, on both engines and with any number of nodes: Hold inserts one row a night and reads the
// outcome from how many rows went in. Nothing here looks first and writes then.
//
// Hold inserts in the order of room and night, so that two callers who want the same nights wait for each
// other instead of locking each other out.
//
// A refused Hold leaves rows of the transaction behind; its error must end the transaction, as any error does.
//
// # Who may import it
//
// Packages room (for blocks) and booking. It knows rooms and holders by their ids alone and imports nothing of
// either. The first design let inventory import room; it is the other way round, because a block is made by
// package room and holds nights as a booking does, while inventory needs nothing of a room but its id and, for
// a sentence that people understand, the number that the caller passes.
package inventory
