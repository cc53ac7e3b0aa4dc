// Package tariff knows what a stay costs by a hotel's rate plans, and whether they allow it. It is pure: no database,
// no HTTP. Packages rateplan and rates store what it computes on.
//
// Words: a plan says under which conditions a hotel sells; a product is a plan in one category of rooms, and has
// prices. A cell is what was set for one product, or for one category, on one date. A derived product has a parent,
// from which it takes its price by rules, and its restrictions as they are, each unless its flag is off. What is in
// force on a date is the effective value, and it has a source: the cell, the parent (derived), the price of the
// weekday, or the default.
//
// What always holds:
//   - Nothing derived is stored: a change of the parent can't be missed.
//   - A derived price is computed exactly through the whole chain, from the price of the first product that is not
//     derived, and rounded once at the end to the minor unit, halves away from zero. It is never negative.
//   - minStayArrival, maxStay and closedToArrival are those of the arrival date; minStayThrough and closed those of
//     every night; closedToDeparture that of the departure date, which is no night.
//   - Ranges are in order, don't overlap, and no two neighbours could be one.
//   - The words of a policy are made from its numbers.
package tariff
