// Package flash is the manager's report of a day: the day, its month and its financial year so far, each beside the
// budget and the year before.
//
// Words: the figures are those of packages analytics and revenue; Definitions says what each is. The year before has
// the same days of the calendar; 29 February is beside the 28th.
//
// What always holds:
//   - Table flash_days keeps what closed days were: rooms available and sold, and revenue by department. None of that
//     changes after a day is closed, so a kept day says what its folios say. It is kept in the transaction that closes
//     it, with closed days of the last two years that aren't kept yet; open days, and those of before, are read anew.
//   - Of bookings it keeps how many arrived, left, never came and were cancelled. A late check-out or an undone no-show
//     changes that: days on which a booking arrives or leaves that was written since the last closed day began are
//     counted anew by each report, and with the last 35 days by the next closing.
//   - What is owed is as it is now, whatever day is asked for.
package flash
