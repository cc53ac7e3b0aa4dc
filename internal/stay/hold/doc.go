// Package hold keeps rooms for somebody for a while, such as until a guest has paid.
//
// Words: a hold is active until it is released, booked, or its time is over; then it is expired, whether or not that
// has been noted yet.
//
// What always holds:
//   - An active hold has its nights in package inventory, under the same key as bookings and blocks: a room-night that
//     is on hold can't be sold, and one that is sold can't be put on hold.
//   - An expired hold keeps nothing from anybody: who wants one of its nights takes it over (see inventory). The job
//     that notes the end gives back only what the hold itself still has.
//   - A hold ends once: its status changes from active by a conditional update, in the transaction that gives its
//     nights back. Until then its time may be changed, as long as it still has all of its nights.
//   - Holds of one category are made one after the other, so that of two that are made at once each finds its own
//     rooms.
//   - The desk is told once that a hold of more than a day ends within a day, in the transaction that notes it.
//
// Who may import it: booking, frontdesk, and app. Which rooms are free is a function, since the front desk is above.
package hold
