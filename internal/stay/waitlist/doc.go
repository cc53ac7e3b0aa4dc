// Package waitlist keeps who would like rooms on nights that are sold out, and tells the desk when they can be had.
//
// Words: an entry waits; it is open while rooms can be had for it; it ends booked, cancelled, or past, once its day of
// arrival is over.
//
// What always holds:
//   - An entry holds no room. That one is open is what was seen last: who gets the nights is settled when they are
//     booked (see inventory).
//   - Entries are looked at in the order in which they came, and a room that can be had opens one of them: who came
//     later waits until there are more rooms.
//   - A look changes an entry only from the version that it has read, in the transaction that tells of it. So an
//     opening is told once, however many nodes look.
//     If one node sells a room while another looks, an entry may seem open until the next look, which follows within
//     ten minutes.
//   - A look is bounded: no hotel has more than mostLive entries that wait or are open, and what is sold is read once
//     for all that begin in the same month. A hotel is looked at again after a pause of two seconds at the earliest,
//     and what was committed meanwhile is one look.
//
// Whatever may free rooms is an event; after its commit, the node looks at the hotel's entries (Follow, Run). A job
// looks at all hotels as well, for what no event tells: that a day is over.
//
// Who may import it: booking, and app. How far categories are sold is a function, since the front desk is above.
package waitlist
