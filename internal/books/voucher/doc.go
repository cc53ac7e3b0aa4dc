// Package voucher keeps the postings that a hotel writes itself: journals between accounts of its chart, and contras,
// which move money between its cash and bank accounts.
//
// What always holds:
//   - The lines of a voucher add up to zero, and its entries in the books are its lines.
//   - Vouchers are never changed or deleted. A reversal is a voucher of its own with the opposite lines, at most one of
//     each voucher, and is not reversed itself.
//   - Accounts that documents keep (chart.Account.Control), such as what guests owe, are in no voucher: they would no
//     longer be what their documents add up to.
//   - A voucher has at most nine attachments. They may come later than it, and are removed only until the business day
//     on which they were added is closed.
package voucher
