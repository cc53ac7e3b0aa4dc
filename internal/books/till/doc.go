// Package till counts the cash of drawers. A drawer is an account of kind cash that is no safe; a shift is the time
// from counting its float to counting what is in it.
//
// What always holds:
//   - A drawer has one open shift, by a unique key. While it is open, every entry on the drawer belongs to it: package
//     ledger tells package drawer as it posts, whatever the document is. A payment that is made void belongs to the
//     shift that is open then, not to the one that took it.
//   - What is expected in the drawer is the float and the entries of the shift; nothing of it is typed. What the count
//     differs by is posted to ledger.OverShort on the business day, as the last entry of the shift: so what was counted
//     is the float and all entries of the shift.
//   - What a float differs by from the books is posted before its shift begins: as a transfer from the account that it
//     came from, or to ledger.OverShort. So the balance of a drawer is what was counted in it last, and the entries
//     since.
//   - What was counted is never changed. A correction stands beside it: its difference is posted to the shift that was
//     counted wrong, whatever shift is open now. If the drawer's next shift has begun, the same is taken off its
//     float's difference: that was counted later, so the balance stays.
//   - What is expected is told before it is counted only to who may manage payments and doesn't work the drawer; so is
//     the report.
//   - A bag has its number once in a hotel.
//   - Foreign notes are exchanged at the rate of the business day and stand in foreign-cash at what they cost;
//     what the entries of foreign cash are worth is what that account has. Notes that are gone are worth nothing.
//     Rates, exchanges and counts are never changed: another one stands beside.
//
// A shift goes on over midnight and over the closing of days: each of its entries is posted on the day that is open
// then.
package till
