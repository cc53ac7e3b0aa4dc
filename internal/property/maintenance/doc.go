// Package maintenance keeps what is broken in the house and what is to be looked after: tickets, and the schedules that
// make them by the calendar.
//
// Words: a ticket is one thing to be put right, in a room or at a place. It is live while it is open or in progress. A
// schedule makes a ticket on every so many days, weeks or months from its first day: for a room, for each room in use
// of a category, or for a place.
//
// What always holds:
//   - A ticket that blocks its room does so by a block of package room, which holds nights as a booking does: it is
//     refused while they are held. When the ticket is done or cancelled, the nights from today on are given back.
//   - The block is the room's: whoever changes or deletes it there does so, and the ticket shows it as it is.
//   - A schedule makes one ticket for a day and room (a unique index). After days on which nobody looked it makes one,
//     for the last day that was due.
//   - A room with live tickets, or that a schedule names, can't be deleted. What was done in it stays under its number.
//   - A ticket is never deleted: one that isn't wanted is cancelled.
//
// A change locks its ticket first, then the room.
package maintenance
