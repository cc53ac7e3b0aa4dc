// Package budget keeps what a hotel means to sell: the rooms and the revenue of each department, month by month, for a
// financial year.
//
// Words: a year is the financial year of the hotel's country, named by the calendar year in which it begins. Departments
// are those of the analytics: rooms, the departments of services, and all else. Revenue is without tax.
//
// What always holds:
//   - A year has one budget, replaced as a whole; what it doesn't name isn't budgeted, which is not a budget of 0.
//   - The budget of some days of a month is the month's, in proportion to its days.
package budget
