// Package gstreturn makes GSTR-1, the monthly return of outward supplies, from the invoices and credit notes of a
// month: as the GST portal's JSON, and as a workbook in the form of the portal's offline tool.
//
// What always holds: a document is in the return of the month of its date. By rate, the taxable value and the taxes of
// all tables together are those of the month's issued tax invoices less its credit notes, to the paisa. Void invoices
// are counted as cancelled in the table of documents and appear nowhere else. Drafts and bills of supply are left out.
//
// A hotel's supplies are all within its own state, which decides what goes where:
//   - b2b (table 4A): invoices to buyers with a GSTIN; cdnr (9B): credit notes to them.
//   - b2cs (table 7): all other buyers, by rate, less their credit notes; so a sum can be below zero.
//   - nil (table 8): lines without GST. Rate 0 is nil rated, no tax is exempt, a tax of the hotel's own is outside GST.
//   - supeco (table 14): what is in these tables and was sold through a company that collects tax at source (its
//     tcsGstin), less credit notes, by its number: the company that has settled the invoice, or else the booking's.
//     Only 14(a) is made. 14(b) is of supplies on which the operator pays the tax (section 9(5)): accommodation of
//     hotels that aren't liable for registration (notification 17/2017-CTR). Who files this return is registered, and
//     pays the tax itself. Food that a restaurant sells through an operator is of 14(b) too, except at specified
//     premises; the service knows no such orders, so who has them adds them on the portal.
//   - A settlement that moves an invoice of a locked month into table 14 changes that month's return as it is made from
//     then on. The month of the settlement says so in its warnings (operator-amended); amending what is filed is left
//     to people.
//   - cdnur: always empty, as it is for notes on exports and on large supplies to other states.
package gstreturn
