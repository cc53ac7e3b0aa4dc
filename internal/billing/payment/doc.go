// Package payment takes and gives back money: payments on bookings and invoices, refunds, and their papers.
//
// A payment is for one or several bookings and invoices. What a booking is paid goes to its issued invoices first, the
// oldest due first, and the rest is its advance. What an invoice is paid beyond what it owes is an advance of its
// booking, or nobody's. An advance is applied to an invoice when one is issued (ledger.Apply) or by hand.
//
// A payment is recorded, then at most void: on its own day, as long as nothing of it was refunded. Otherwise it is
// refunded, as a whole or in part; a refund is a movement of its own and can't be taken back.
//
// What always holds, beside what package ledger says:
//   - A booking's paid less its refunded is what the payments' parts that are its own add up to; an invoice's paid is
//     what its parts add up to. Both are told in the transaction that changes the parts.
//   - No more is ever refunded of a payment than it was, and no invoice is paid more than it owes.
//
// Every operation locks the books first, then the bookings.
package payment
