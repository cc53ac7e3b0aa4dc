// Package series numbers documents: BK-1, BK-2 … Each organization has one series for each kind of document.
//
// A stem is what stands before the number: prefix and separator together. A number is taken in the transaction of its
// document, so a document that is refused leaves no gap, and whoever takes one at the same time waits for the row's
// lock.
//
// What always holds: a series never issues a code twice, however often its prefix, separator and next number were
// changed in between. The unique index on the documents would refuse such a code too; this package makes sure that no
// document gets that far.
//
// A yearly series has the financial year in its stem, such as INV/26-27/, and starts again at 1 on each 1 April of the
// hotel's calendar. Each year's stem is a stem like any other: what was issued with it stays known. So switching the
// option on and off, or a date that moves back over the turn of the year, never leads to a number twice.
package series
