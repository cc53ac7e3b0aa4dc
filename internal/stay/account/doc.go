// Package account is a booking's folio as its guest and the front desk see it: it reads the folio beside the
// payments, charges services and adjustments to it, and takes them back.
//
// Words: an allowance is an adjustment below zero. Unbilled is what the folio charges on no invoice, with what of the
// price of the rooms is still to be posted.
//
// What always holds:
//   - A line is never edited or removed, only reversed.
//   - Allowances never take off more than is unbilled.
//   - The price of the rooms follows the stay: it is neither charged nor reversed here.
//
// Who may import it: app and demo.
package account
