// Package vendors keeps whom the hotel buys from: how to reach them, their tax numbers, and where to pay them.
//
// What always holds: a code is unique in its organization without regard to case, as long as there is one; tax
// numbers, PIN code, IFSC and account number have the shapes that India gives them. As in the organization's own
// profile, of a GSTIN only the shape is asked for: many numbers in circulation fail the check rule.
//
// A bank account number leaves this package whole only for callers with vendors.update, who could replace it
// anyway; everybody else sees its last four digits. Events name the fields that changed and no values, so that the
// audit log, which can't be erased, never has the number.
package vendors
