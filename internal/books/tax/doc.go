// Package tax knows what tax a price bears: India's GST on rooms, by date and price, and the organization's own taxes.
//
// A record is a tax in force from one day to another. A room-night bears the tax in force on its own night, and if that
// tax has slabs, the rate for its own price before tax. So a stay across a change of rates, or with cheap and expensive
// nights, bears several rates. Only an organization with a GSTIN collects GST, in two equal halves: CGST, and SGST or
// (in a union territory without a legislature) UTGST, because a room is always supplied where the property is. Without
// a GSTIN there is no GST, and the document is a bill of supply.
//
// What always holds: taxable value and taxes add up to the total to the last minor unit. The halves are equal. A
// negative price bears the reversal of what the positive one bears. A line bears at most one tax. Of the records in
// force on a night, GST comes before other taxes, and the latest start first; two active records of a kind never start
// on the same day.
package tax
