// Package chart is the hotel's chart of accounts: those that its money is in, those that it has added, and the books'
// own, each with its class, code, heading and department.
//
// What always holds:
//   - A code is one account's, whatever its case. The codes of the books' own accounts are fixed (Own).
//   - A heading is of the class of what is under it, and nothing is under itself.
//   - Income and expenses belong to a department, undistributed where none is said; other accounts have none.
//
// Accounts themselves are package ledger's; table chart_places says where they stand. An account that is deleted takes
// its place with it.
package chart
