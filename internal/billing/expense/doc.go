// Package expense records what the hotel buys: from whom, for what, out of which account, with the bill as a file.
//
// What always holds:
//   - An expense is in the books exactly once, on its own date: the account gives the total, the books' expenses take
//     the amount, and the tax goes to input-tax or, as a line says, to claimed-tax or unclaimed-tax. A change of any of
//     these takes the old posting back and makes a new one, each on its own date. Other changes post nothing.
//   - A bill, which has a due date, was recorded unpaid: payables give the total instead, until payments take it from
//     accounts. What is paid of a bill is the sum of its payments that aren't void, and never more than its total.
//   - What the hotel spent on a day (ledger.Spend) is the sum of its expenses of that date, tax included, less bills,
//     and of the payments of bills.
//   - A deleted expense can't be found any more. Its row and number stay, its posting is taken back, its file is gone,
//     and the audit log has what it was.
//   - The vendor of an expense is one of the hotel's and can't be deleted. The expense keeps the name that the vendor
//     had when it was named.
//   - The type of a file is what its content shows, and its name ends as names of that type do. A file is only ever
//     replaced as a whole. Of a picture nothing is kept but the picture itself.
//
// Whatever moves money locks the books first (ledger.Lock), then the expense, then the vendor.
package expense
