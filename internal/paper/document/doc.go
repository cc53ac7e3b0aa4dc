// Package document draws the papers that a hotel hands out: tax invoices and bills of supply, credit notes, receipt and
// refund vouchers, quotations, and the registration cards that guests sign; and the lists that its staff carries.
//
// A Paper holds everything that is printed, so whoever issues one decides what it says. This package knows what the
// rules of GST (46, 49, 50, 51, 53) require and where it goes. It reads nothing but the seller's profile and logo, and
// computes nothing but sums: the amounts are those of the document.
//
// What always holds: a Card is one page, whatever is on it; the same Paper, Card or List gives the same bytes, at any
// time and on any machine.
package document
