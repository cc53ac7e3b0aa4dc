// Package document draws the papers that a hotel hands out: tax invoices and bills of supply, credit notes, receipt and
// refund vouchers, quotations.
//
// A Paper has everything that is printed, so that whoever issues one decides what it says; this package knows what the
// rules of GST (46, 49, 50, 51, 53) want to see and where. It reads nothing but the seller's profile and picture, and
// does no arithmetic but sums: the amounts are those of the document.
//
// What always holds: the same Paper gives the same bytes, at any time and on any machine.
package document
