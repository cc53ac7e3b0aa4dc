// Package statistics counts: the guests of a month by nationality, as the tourism department and the police ask for
// them, with rooms and beds; and the bookings that were cancelled or whose guests never came. It writes nothing.
//
// What always holds: no answer names a guest. Only guests who came count in a month; each counts by the nationality of
// their own record, and by that of their booking's guest without one. The nationalities of a month, and its domestic,
// foreign and unknown guests, add up to its sums.
package statistics
