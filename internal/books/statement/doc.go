// Package statement says how a hotel stands and what it has earned, by its chart of accounts: the balance sheet, profit
// and loss by department, the entries behind each figure, and the closing of financial years.
//
// What always holds:
//   - Assets are liabilities and equity, as of every day: the result of income and expenses is part of equity.
//   - All figures come from sums of accounts by day, month and year (package balance), none from entries.
//   - Closing a year posts nothing. Its row in closed_years says that the result until the year's last day, which no
//     closing before has, is retained earnings from the next day on. So no figure of the year moves.
//   - The books are locked until the last day of every closed year, and can't be unlocked before it is reopened.
package statement
