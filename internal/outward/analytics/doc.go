// Package analytics answers with figures: the dashboard, the trade's key figures, and each of them as a spreadsheet. It
// reads what the other packages store, and writes nothing.
//
// Days are the hotel's own, in the time zone of its organization; "the last days" include today and end with it.
//
//   - Occupancy. Of a past night: the rooms held by bookings whose guests came. Of today: the rooms with guests in
//     them, as in the front desk's overview. Both divide by the rooms that were in use on the day.
//   - Revenue. Payments received less refunds, without void ones, by the business day on which they were posted.
//   - Outstanding. What issued invoices still owe (total − credited − paid), by the days since they were due. The
//     dashboard's balance adds what bookings in house owe beyond that: each booking's positive balance due less what
//     its own invoices still owe. So nothing counts twice.
//   - Expenses. With their tax, by the business day on which they were posted, without deleted ones.
//   - Rooms sold. Of closed days as their reports count them, else the nights held by bookings whose guests came.
//   - Rooms revenue. The lodging of folios without tax, by the business day on which it was posted, net of reversals
//     and of what credit notes have taken off lodging, by theirs. Retained charges are lodging, and no night sold.
//   - Other revenue. All else on folios, likewise.
//   - Departments. Both of these, by the department that a line's service had when it was sold.
//   - Pace. Of each coming night, the rooms that are booked for it and their price without tax, beside those that were
//     booked 364 days ago for the night 364 days before. What was on the books at a moment follows from when bookings
//     were made, cancelled and left; everything else about them is as it was changed last.
//
// No figure needs the whole history: money is summed up by day as it moves (daily_money), nights and visits are read
// for the days asked for, and what is owed or in house is found by its status.
package analytics
