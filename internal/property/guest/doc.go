// Package guest keeps the hotel's guest records: who they are, how to reach them, and the identity document that
// the law makes a hotel ask for.
//
// # Identity documents
//
// An Aadhaar number is never stored: hotels without a licence may not keep it. Of one, and of a bare 12-digit number
// that comes without a document type, the last four digits are all that enters the database (XXXXXXXX1234).
// Numbers of other documents (a passport, a driving licence) are stored whole, because the register of foreign
// guests has to hold them.
//
// No answer of the API has a whole number. The guest's own record shows it masked, with at most its last four
// characters; lists and every other answer leave it out. Events, mails and logs never have it: IDNumber prints and
// marshals as its masked form, so a Guest that ends up in a log by mistake gives nothing away. A client that sends a
// whole record back, masked number included, changes nothing by it.
//
// Events name a guest and which fields changed, not the values: audit entries can't be erased, and a guest may ask
// for erasure.
//
// # Who may import it
//
// Package booking, for Create, Get, Keep and SetIdentity inside its transactions, and app. Those publish nothing:
// the operation that calls them does. A guest with bookings or invoices can't be deleted; packages above know of
// those: see InUse.
package guest
