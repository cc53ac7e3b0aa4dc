// Package vendors keeps the businesses that the hotel buys from: how to reach them, their tax numbers, and where to pay
// them.
//
// What always holds: a code, where there is one, is unique in its organization whatever its case. Tax numbers have
// their Indian shapes; so do the PIN code, IFSC and account number of a vendor in India. As in the organization's own
// profile, only the shape of a GSTIN is checked: many numbers in circulation fail the check digit.
//
// A whole bank account number leaves this package only for callers with vendors.update, who could replace it anyway;
// everybody else sees its last four characters. Beside them, who may confirm payment runs (expenses.manage) gets it in
// the bank's file. Events name the fields that changed but no values, so the number never reaches the audit log, which
// can't be erased.
package vendors
