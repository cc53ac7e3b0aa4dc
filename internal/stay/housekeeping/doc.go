// Package housekeeping is the day of those who clean the rooms: which room is to be cleaned by whom, what is known of
// its guests, and what was done, also when it is told hours later by a phone that had no line.
//
// Words: a line of the board is a room on a day. Its occupancy says who is in it; an arrival is a party that is
// expected there on the day. A room has priority that a party is expected in and that isn't ready: somebody is still in
// it, or it is dirty. A report says how clean a room is, or what is to be noted about it, at an instant.
//
// What always holds: how clean a room is and what is noted about it are what the latest report says, by the instant of
// the report and not by that of its arrival, so that reports may come late, twice and in any order. An assignment is of
// an active member; one who is removed or deactivated is assigned nothing that is shown. A note and a photo stay until
// they are replaced or removed. Who may not view bookings learns that a room is occupied, and not by whom.
package housekeeping
