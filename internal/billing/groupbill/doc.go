// Package groupbill bills groups: one invoice over many stays, what the group has paid before it came, and payments
// that move between a booking and its group's master account.
//
// What always holds: an invoice of a group bills only lines that the group pays, each once. An advance of a group is a
// part of a payment with the group's id, as a booking's has that of the booking; only such parts move.
package groupbill
