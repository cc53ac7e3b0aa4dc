// Package ledger keeps the organization's books: the accounts that its money is in, every payment and refund as one
// numbered row, what each of them is for, and the double entries behind them.
//
// What always holds:
//   - The entries of a posting add up to zero, and so do all accounts together. An account's balance is the sum of its
//     entries. Entries are never changed or deleted; a reversal is a posting with the opposite sign.
//   - The parts of a payment add up to its amount less what was refunded of it, or to zero if it is void. A part is a
//     booking's advance, an invoice's, or nobody's yet. The parts of a refund say what it was taken from.
//   - account_sums has the sums of each account's entries by day, month and year. All balances as of a day
//     come from it.
//   - payment_months has what payments and refunds come to by month and kind. Other documents have such tables of
//     their own (Monthly).
//   - daily_money has the sums of the payments and refunds posted on a day, without void ones, and of its expenses.
//   - Nothing is posted on a closed day or in the locked period any more (Days). Closing a day waits for all who hold
//     it.
//   - Whatever moves money takes a Locked, which only Lock makes: so nothing changes between reading and writing. The
//     statements that change sums check them all the same.
//
// The package knows bookings and invoices by their ids alone. What those were paid is updated by whoever calls.
package ledger
