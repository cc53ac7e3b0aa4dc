// Package master is a group's master account: which charges of its bookings it pays, what was moved to and from it, and
// its folio.
//
// Words: a rule says to which folio a kind of charge goes. A payer is whose a line is: the guest's own (""), or that of
// the group, by its id. A booking follows its group's rules until it gets rules of its own.
//
// What always holds:
//   - A line stays on the folio of its booking, whoever pays it: its night, its tax and its report are what they were.
//     The master's folio is the lines whose payer the group is.
//   - What a booking owes, and what the master pays of it (booking.Booking.Routed), add up to all that it costs.
//   - Only lines on no invoice change their payer. Each such change is a move, in the lists of both folios.
//
// Who may import it: billing.
package master
