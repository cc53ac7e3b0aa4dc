// Package allotment keeps rooms of categories for a group's bookings to come.
//
// Words: on each night, so many rooms of a category are blocked for a holder, and its bookings have picked up some of
// them. What is blocked and not picked up is held: nobody else gets it. A wash lowers what is blocked; to release a
// night is to hold no more of it, whatever comes.
//
// What always holds:
//   - What an allotment holds are rows of room_nights, as what a booking holds (package inventory): their primary key
//     guards both, so no category is sold twice. Like rooms that are kept for bookings of a category, they give way to
//     whoever wants the very room, while another one is free.
//   - It holds max(blocked − picked, 0) rooms of a night that it holds, and none of others. Only a booking that had no
//     room itself, being overbooked, may leave it with fewer.
//   - A booking takes what it picks up, and gives back, in its own transaction. What was picked up is the booking's:
//     neither wash nor release touch it.
//   - Whatever changes an allotment has locked the category before.
//
// Who may import it: group, which decides what is blocked, and booking, which picks up. It knows holders by their ids.
package allotment
