// Package nightaudit closes business days.
//
// Words: closing a day posts the night of every guest in house, marks no-shows if told so, and keeps the day's report.
// A closed day is one whose report is kept; its books take no more money for it. Overdue are guests who were expected
// by a day and have not come, and guests who should have left by it and are in house.
//
// What always holds:
//   - A report never changes. Closing a closed day again answers its report. What is posted later, though it is of a
//     closed day, is in the report of the business day on which it was posted.
//   - The sums of the reports are the key figures of their days, and of the folios' lines by the day of their posting.
//   - What a day has earned is posted in the books with its report, on the day (package accrual).
//   - No day is skipped: the open days since the last one that was closed are closed first.
//   - Nights are posted booking by booking before; all else, and what that has missed, is one transaction a day. So a
//     crash leaves a day open, to be closed by the next call, or closed with its report.
//   - No day in the future is closed, and the first that is ever closed is at most 366 days back.
//
// Who may import it: app, and analytics and accrual for the figures of closed days.
package nightaudit
