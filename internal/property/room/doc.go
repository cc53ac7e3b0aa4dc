// Package room keeps the hotel's rooms: their categories, their housekeeping state, and the blocks that take them
// out of order.
//
// # Words
//
// A category is a kind of room with a base rate ("Deluxe"); bookings call its name the room type. A room's rate is
// its own, or its category's as long as it has none. Housekeeping is clean, dirty or inspected, and says nothing
// about who sleeps there. A block takes a room out of order for the nights [from, to); it holds them in package
// inventory exactly as a booking does. Status is what the calendar shows for a room today, which
// packages above know: see Statuses.
//
// # What always holds
//
// Room numbers and category names are unique within a hotel, whatever their case; the database guarantees it.
// A night of a room is held by one booking or one block (see package inventory). A block begins today or later.
// An inactive room gets no block, and a room with nights held from today on can't be made inactive. A room that
// was ever booked can't be deleted, so that past stays keep their room; deleting one that never was takes its
// blocks along. Deleting a block gives all its nights back and leaves its story to the audit log; changing one
// leaves the nights before today as they were.
//
// HousekeepingAt says since when a room is as clean as it is; whoever makes it clean or dirty sets both.
//
// A change locks its room or category first (by touching updated_at), so that two changes to different fields at
// the same moment both stay.
//
// # Who may import it
//
// The packages of the area stay, inside their transactions, analytics, sheets and app. It imports inventory; why not
// the other way round is told there.
package room
