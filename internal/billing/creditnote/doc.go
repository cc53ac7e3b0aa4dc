// Package creditnote takes back what issued invoices have charged, by notes with numbers of their own (GST section 34).
//
// A note is against one invoice: all that is left of it, an amount with its tax inside, or some of its lines. It lowers
// what is owed on the invoice; what was paid beyond that is an advance of the booking again, which can be refunded. A
// note is never changed or deleted.
//
// What always holds:
//   - All notes of an invoice together are never more than the invoice, in any column: value, CGST, SGST, other tax,
//     rounding. When nothing is left of it, they are the invoice exactly, to the last minor unit: after notes of c on a
//     line of t, its credited tax is tax × c ÷ t, rounded; a note has what that grows by.
//   - CGST and SGST of every line are equal, as on the invoice.
//   - Numbers are consecutive, as those of invoices.
//   - A note is posted: the opposite of the invoice, in its proportions. It lowers the booking's folio by the same
//     amount, line by line: each of its lines there names the line that it takes back.
//   - What is credited of a night is taken off once, whether the night is given up before or after.
//   - What issued invoices charge as retained of a cancelled booking is what the hotel keeps: when that falls, by a
//     refund or because the booking is reinstated, the difference is credited in the same transaction (Follow).
//
// Writes lock the organization's books first (ledger.Lock), then the booking.
package creditnote
