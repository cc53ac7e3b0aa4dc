// Package expense records what the hotel buys: from whom, what for, out of which account, and the bill as a file.
//
// What always holds:
//   - An expense's amount and tax are in the books exactly once, on its own date: the account gives the sum, the books'
//     expenses take the amount and input-tax the tax. A change takes the old posting back and writes the new one, both
//     on their own dates; changing what is no money posts nothing.
//   - What the hotel spent on a day (ledger.Spend) is the sum of its expenses of that date, tax included.
//   - A deleted expense is found by nobody any more. Its row and number stay, its posting is taken back, its file is
//     gone; the audit log has what it was.
//   - A vendor that an expense names is one of the hotel's and can't be deleted. The expense keeps the name that the
//     vendor had when it was given.
//   - A file's type is what its content shows, and its name ends as that type's names do. It is replaced as a whole.
//
// Whatever moves money locks the books first (ledger.Lock), then the expense, then the vendor.
//
// Who may import it: app, and what stands above.
package expense
