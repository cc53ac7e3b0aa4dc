// Package payable keeps the lines of vendors' accounts: what the hotel owes to each, bill by bill.
//
// What always holds:
//   - The lines of all vendors add up to what the books' account payables says, on every day. Bills of somebody of whom
//     the hotel keeps no record are lines of no vendor.
//   - The lines that name a bill add up to what is owed on it. Those that name none are advances: less is owed to the
//     vendor, and they add up to what of payments to it no bill has yet.
//   - Lines are never changed. What is taken back is a line beside.
package payable
