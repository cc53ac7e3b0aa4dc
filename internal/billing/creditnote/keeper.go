package creditnote

import (
	"sarai/internal/country/packs"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
)

// OfGuests keeps the credit notes of guests: those on their invoices, with which they move by themselves.
var OfGuests = guest.Keeper{Name: "creditNotes", Tell: tell, Erase: eraseGuest}

func tell(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "number", Label: "Credit note"}, {Name: "date", Label: "Date"},
		{Name: "invoice", Label: "Invoice"}, {Name: "guestName", Label: "Guest"}, {Name: "reason", Label: "Reason"},
		{Name: "total", Label: "Total"}}}
	list, err := ofGuest(tx, sc, guestID)
	for _, n := range list {
		s.Records = append(s.Records, []string{n.Number, n.Date.Short(), n.InvoiceNumber, n.GuestName, n.Reason,
			n.Total.Text(sc.Currency)})
	}
	return s, err
}

// eraseGuest removes the guest's name as soon as the law doesn't have the notes kept any more.
func eraseGuest(tx *db.Tx, sc scope.Scope, e guest.Erasure) (erased guest.Erased, err error) {
	list, err := ofGuest(tx, sc, e.GuestID)
	law := packs.Of(sc.Country)
	for _, n := range list {
		until := law.DocumentsKeptUntil(n.Date)
		switch {
		case err != nil || n.GuestName == guest.ErasedName:
		case until != "" && until >= e.Today:
			erased.Keep("the credit note", law.Documents.KeptBy, until)
		default:
			erased.Removed++
			err = eraseName(tx, sc, n.ID, guest.ErasedName)
		}
	}
	return erased, err
}
