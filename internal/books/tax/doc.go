// Package tax knows what tax a charge bears: India's GST on rooms by date and price, and taxes of the organization's own.
//
// A record is a tax in force from one day to another. A room-night takes the tax of its own night, and, where a tax has
// slabs, the rate of its own price before tax; so a stay across a change of rates, or with cheap and dear nights, has
// mixed rates. GST is charged by who has a GSTIN, in two equal halves: CGST, and SGST or (in a union territory without a
// legislature) UTGST, since rooms are always supplied where the property is. Without a GSTIN there is none, and the
// document is a bill of supply.
//
// What always holds: taxable value and taxes add up to the total to the last minor unit; the halves are equal; a negative
// price is taxed as the positive one taken back; a line has one tax at most. Of the records that a night could bear, GST
// comes before other taxes, and the newest from before older ones; two active records of a kind never begin together.
//
// Every package of the operations floor may import it.
package tax
