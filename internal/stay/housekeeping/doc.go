// Package housekeeping is the day of those who clean the rooms: which room is to be cleaned by whom, what is known of
// its guests, and what was done, also when it is told hours later by a phone that had no line.
//
// Words: a line of the board is a room on a day. Its occupancy says who is in it; an arrival is a party that is
// expected there on the day. A room has priority that a party is expected in and that isn't ready: somebody is still in
// it, or it isn't as clean as the rules want it. A report says how clean a room is, what came of its service or its
// turndown, whether somebody is in it, or what is to be noted about it, at an instant. Credits are how much work a
// service is.
//
// What always holds: how clean a room is, what came of its services, who was seen in it and what is noted about it are
// what the latest report says, by the instant of the report and not by that of its arrival, so that reports may come
// late, twice and in any order. A service that is done stands until the room becomes dirty after it. The floor differs
// from the desk only while the desk says of the room what it said when the floor looked. An assignment is of an active
// member; one who is removed or deactivated is assigned nothing that is shown. A note and a photo stay until they are
// replaced or removed. Who may not view bookings learns that a room is occupied, and not by whom. A hotel that has set
// no rules is asked for nothing by them.
package housekeeping
