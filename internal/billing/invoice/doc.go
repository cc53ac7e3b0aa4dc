// Package invoice bills guests: drafts, tax invoices and bills of supply, and what is still owed on them.
//
// An invoice is a draft, then issued, partially_paid and paid, or void. A draft takes open lines of a booking's folio,
// or has lines of its own. It can be changed, and deleted, which opens its lines again. Issuing gives it the next
// number of its series, the hotel's date, and the seller and the buyer as they are on that day. From then on only what
// is paid, credited and mailed changes; a mistake is corrected by a credit note, or by voiding the invoice in the month
// of its issue, before anything is paid or credited. A void invoice keeps its number.
//
// What always holds:
//   - The lines add up to the totals to the last minor unit, column by column: total = taxable + CGST + SGST + other
//     tax + rounding. Each line bears its own tax, and the two halves of GST are equal.
//   - 0 ≤ paid, 0 ≤ credited, paid + credited ≤ total; an invoice is paid when nothing is owed on it. What credit notes
//     took off the lines, and their share of the rounding, add up to credited.
//   - A folio line is on one draft or issued invoice at most.
//   - Numbers are consecutive: they are taken in the transaction that issues, and no issued invoice is ever deleted.
//   - An issued invoice is posted: guests owe its total, sales and taxes receive it. Voiding it posts the opposite.
//
// Writes lock the organization's books first (ledger.Lock), then the booking.
//
// Packages payment and creditnote may import it, and everything above them.
package invoice
