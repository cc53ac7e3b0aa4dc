// Package payout keeps the settlements of companies that sell the hotel's rooms and collect from the guests, such as
// online travel agencies: what they collected, less what they keep of it, is what has come to the bank.
//
// What always holds: gross is commission, its GST, TCS, TDS, fees and net together, of each line but for the fees, and
// of the whole. One posting has it all. A line settles an invoice in full or in part, whether it is on the company's
// account or owed by its guest; a line for no invoice yet is unapplied on the company's account, until it is applied. A
// company's statement is posted once. Nothing is changed afterwards: a settlement is reversed as a whole, on the
// business day, unless an invoice would be left paid below zero.
//
// Compare holds a company's report against the hotel's bookings and invoices, and books nothing.
package payout
