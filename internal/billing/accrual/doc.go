// Package accrual keeps what the hotel has earned on folios and not invoiced yet, and tells what it has earned by
// accrual: nights and charges are revenue of the day on whose folio they are, whenever they are invoiced.
//
// Words: what a day has earned is what folios charge on it, without tax, less what credit notes take back: the key
// figures' revenue of rooms and of all else. Invoiced is what the invoices of bookings have earned in the books, less
// their credit notes. Unbilled is what was earned less what was invoiced; below zero where an invoice was made in
// advance. Direct revenue is that of invoices of no booking: it is on no folio, so it is earned as it is invoiced.
//
// What always holds:
//   - Closing a day posts, on that day, what it has earned into the account of unbilled revenue, and what was invoiced
//     on it out of that account again. So the account's balance after a closed day is the sum of what each folio has
//     unbilled by then, to the last minor unit.
//   - Nothing is posted on a day that was closed before. What days had unbilled when the hotel's first day was closed
//     with accruals is one posting against the opening balances.
//   - The last days of months are kept folio by folio when they are closed (unbilled_days, unbilled_folios). What a
//     folio has unbilled on another day is what it had on the nearest kept one and what was posted between the two.
//     Only one thing of a posted charge ever changes, its payer: folios that were given charges since are added up
//     anew.
//   - By accrual, any days have earned what their key figures say, and the direct revenue besides.
//
// Who may import it: app, and outward for what invoices of no booking have earned.
package accrual
