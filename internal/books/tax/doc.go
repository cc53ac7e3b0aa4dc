// Package tax knows what tax a charge bears: India's GST on rooms by date and price, and the organization's own taxes.
//
// A record is a tax in force from one day to another. A room-night bears the tax of its own night and, where that tax
// has slabs, the rate for its own price before tax; so a stay across a change of rates, or with cheap and expensive
// nights, has mixed rates. Only an organization with a GSTIN charges GST, in two equal halves: CGST, and SGST or (in a
// union territory without a legislature) UTGST, because a room is always supplied where the property is. Without a
// GSTIN there is no GST, and the document is a bill of supply.
//
// What always holds: taxable value and taxes add up to the total to the last minor unit; the halves are equal; a
// negative price is taxed as the reversal of the positive one; a line bears at most one tax. Of the records that could
// apply to a night, GST comes before other taxes, and a later start before an earlier one; two active records of a kind
// never start on the same day.
package tax
