// Package withholding withholds income tax from vendors and travel agents (TDS), pays it to the government, and keeps
// the certificates.
//
// What always holds:
//   - What the books' account tds-payable owes is what was withheld and not deposited yet.
//   - A bill has at most one entry that stands. It says what was credited, whether tax was withheld or not, since a
//     year's threshold adds all of them up.
//   - What was deposited is withheld for good: its entry can't be taken back.
//   - One challan is entered once.
//
// Tax is withheld when a bill is recorded: the law says when it is credited or paid, whichever comes first. Of an
// advance it is withheld with the bill that the advance pays. Agents' bills follow the same rules under section 194H,
// at the rate that was agreed (0: nothing is withheld); a bill that is reversed is no part of its year any more.
package withholding
