// Package rates keeps what a hotel has set for single dates: prices and restrictions of its products, and how far its
// categories are sold. It answers what is in force on each date, and hands all rates of a hotel to whoever computes
// with them (Tariff).
//
// Words: a cell is what was set for a product or a category on one date; only what was set is stored. A year's cells of
// a product are one row, in which days with equal values are one range; so a write of years of days over many products
// touches few rows. A change is one write of any number of cells; the version of the hotel's rates after it is its id.
//
// What always holds:
//   - Each field of a write says one of three things: left out, it stays; null, it goes back to the default; a value,
//     it is set. Of several changes in one write, the last one wins. All of them are made, or none.
//   - A value that a product derives from its parent can't be written.
//   - Changes are made one after the other, under the lock of package rateplan. A version, once read, always means the
//     same rates, so a hotel's rates are kept in memory by their version, and read again when it has changed.
//
// Who may import it: offer, frontdesk and app.
package rates
