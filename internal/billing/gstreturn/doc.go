// Package gstreturn makes GSTR-1, the monthly return of outward supplies, from the invoices and credit notes of a
// month: as the GST portal's JSON, and as a workbook in the form of the portal's offline tool.
//
// What always holds: a document is in the return of the month of its date. The taxable value and the taxes of all
// tables together, by rate, are those of the month's issued tax invoices less its credit notes, to the paisa. Void
// invoices count as cancelled in the table of documents and nowhere else; drafts and bills of supply are no part of it.
//
// Where things go, for a hotel, whose supplies are all within its state: invoices to buyers with a GSTIN to b2b (table
// 4A), credit notes to them to cdnr (9B); everything to other buyers, less the credit notes to them, to b2cs (7) by
// rate, which may so fall below zero. cdnur is for notes on large supplies to other states and exports alone, so it is
// always empty. Lines without GST go to nil (8): rate 0 as nil rated, no tax as exempt, a tax of the hotel's own as
// outside GST.
package gstreturn
