// Package payment takes money and gives it back: payments on bookings and invoices, refunds, and the papers for them.
//
// A payment is for one or more bookings and invoices. What is paid on a booking goes to the booking's issued invoices
// first, in the order in which they fall due; the rest is the booking's advance. What is paid on an invoice beyond what
// the invoice owes is an advance too: its booking's, or nobody's. Advances are applied to an invoice when it is issued
// (ledger.Apply), or by hand.
//
// A payment that was recorded by mistake can be voided, on its own day and only while none of it has been refunded. Any
// other payment is refunded, in whole or in part. A refund is a movement of its own and can't be undone.
//
// What always holds, besides what package ledger promises:
//   - What a booking was paid, less what it was refunded, is the sum of the parts that are the booking's. What an
//     invoice was paid is the sum of the parts that are the invoice's. Both are updated in the transaction that changes
//     the parts.
//   - The refunds of a payment never add up to more than the payment, and no invoice is paid more than it owes.
//
// Every operation locks the books first, then the bookings.
package payment
