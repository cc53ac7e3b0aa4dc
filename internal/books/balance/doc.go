// Package balance has what the entries of accounts, and payments by day, add up to.
//
// What always holds: table daily_money has the sums of the payments and refunds of each day, without void ones, and of
// its expenses. Table account_sums has a row for each account and each day, month and year in which it has an
// entry, with the sum of those entries. So the balance after any day, and the sum of any span of days, is that of a few
// rows. Package ledger adds every entry that it posts, at the end of the transaction.
package balance
