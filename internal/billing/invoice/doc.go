// Package invoice bills guests: drafts, tax invoices and bills of supply, and what is still owed of them.
//
// An invoice is a draft, then issued, partially_paid and paid, or void. A draft is made of the open lines of a
// booking's folio, which are its own from then on, or of free lines. It can be changed and deleted; then its lines are
// open again. Issuing gives it the next number of its series, the hotel's day as its date, and copies of what it says
// about seller and buyer. From then on nothing of it changes but what is paid, credited and sent; a mistake is put
// right by a credit note, or by voiding it in the month of its issue, before any payment or credit. A void invoice
// keeps its number.
//
// What always holds:
//   - The lines add up to the totals to the last minor unit, column by column: total = taxable + CGST + SGST + other
//     tax + rounding. Each line has its tax by itself, and the halves of GST are equal.
//   - 0 ≤ paid, 0 ≤ credited, paid + credited ≤ total; it is paid when nothing is left of it. What credit notes have
//     taken off the lines, and their share of the rounding, add up to credited.
//   - A folio line is on one draft or issued invoice at most.
//   - Numbers are consecutive: they are taken in the transaction that issues, and no issued invoice is deleted.
//   - An issued invoice is posted: guests owe its total, sales and taxes have it. Voiding it posts the opposite.
//
// Writes lock the organization's books first (ledger.Lock), then the booking.
//
// Packages payment and creditnote may import it, and everything above.
package invoice
