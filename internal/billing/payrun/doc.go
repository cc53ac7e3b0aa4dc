// Package payrun pays many vendors together, by one file that the hotel's bank reads.
//
// What always holds:
//   - A draft posts nothing. Confirming it records one payment to each vendor, all of them in one transaction or none,
//     and only once, however often it is asked for.
//   - Every vendor of a run has the number of its bank account and its bank's code. The bank's file has them as they
//     were when the run was confirmed.
//   - The payments of a run come to its total, and so does the bank's file.
package payrun
