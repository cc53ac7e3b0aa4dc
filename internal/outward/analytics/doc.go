// Package analytics reads what the other packages keep and answers with figures: the dashboard, the trade's key
// figures, and each of them as a spreadsheet. It writes nothing.
//
// Days are the hotel's own, by the time zone of its organization; "the last days" end today and hold today.
//
//   - Occupancy. Of a night that is past: the rooms held by bookings whose guests came. Of today: the rooms with guests in
//     them, as the front desk's overview has it. Both count active rooms, and divide by the rooms that are active today:
//     how many there were in the past isn't kept.
//   - Revenue. Payments received less refunds, void ones left out, by the day on which they were received.
//   - Outstanding. What issued invoices still owe (total − credited − paid), by the days since they were due. The
//     dashboard's balance adds what bookings in house owe beyond that: each booking's balance due, where it is above zero,
//     less what its own invoices still owe. So nothing counts twice.
//   - Expenses. With their tax, by their own date, deleted ones left out.
//   - Rooms revenue. The lodging of folios without tax, by the night or day that it is charged for, reversals netted, less
//     what credit notes have taken off lodging, by the note's date.
//
// No figure is found by reading the whole history: days of money are summed up as it moves (daily_money), nights and
// arrivals are read for the days asked for, and what is owed or in house is found by its status.
package analytics
