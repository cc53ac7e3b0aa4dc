// Package assignment gives bookings of a category the rooms that their guests will sleep in.
//
// Words: an entry is a room of a booking that came by its category. It is open until a room is assigned. One whose room
// is locked to its party stays there, and so do guests in house.
//
// What always holds: a plan gives no room to two entries for one night, moves no locked one, and moves others only if
// more entries have a room by that. All of a plan is made, or nothing.
//
// Who may import it: app.
package assignment
