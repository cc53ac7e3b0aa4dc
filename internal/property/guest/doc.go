// Package guest keeps the hotel's guest records: who guests are, how to reach them, and the identity document that the
// law makes a hotel ask for.
//
// # Identity documents
//
// An Aadhaar number is never stored whole: hotels without a licence may not keep it. Of such a number, and of a bare
// 12-digit number without a document type, only the last four digits enter the database (XXXXXXXX1234). Numbers of
// other documents (a passport, a driving licence) are stored whole, because the register of foreign guests needs them:
// encrypted, beside their masked form. So are those of passport and visa, with what else the law asks of guests from
// abroad (Travel).
//
// Only travel-documents shows a whole number, to who may manage guests. The guest's own record shows it masked, with at
// most its last four characters; lists and all other responses omit it. Events, mails and logs never carry it: IDNumber
// prints and marshals in its masked form, so a Guest that ends up in a log by mistake gives nothing away. A client that
// sends a whole record back, masked number included, changes nothing.
//
// Events name the guest and the fields that changed, but not their values: audit entries can't be erased, and a guest
// may ask for erasure.
//
// # What always holds
//
// Every record that is made or changed publishes guest.created or guest.updated, also when a booking does it. A change
// that changes nothing publishes nothing. A guest with bookings or invoices can't be deleted; packages above know about
// those: see InUse.
package guest
