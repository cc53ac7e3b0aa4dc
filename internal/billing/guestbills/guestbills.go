// Package guestbills keeps the invoices of guests: it moves, tells and erases them (guest.Keeper), by functions of
// package invoice.
package guestbills

import (
	"sarai/internal/billing/invoice"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/property/guest"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/gueststays"
	"sarai/internal/stay/party"
)

// OfGuests keeps the invoices of guests.
var OfGuests = guest.Keeper{Name: "invoices", Move: invoice.MoveGuest, Tell: tell, Erase: eraseGuest}

func tell(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "number", Label: "Invoice"}, {Name: "status", Label: "Status"},
		{Name: "date", Label: "Date"}, {Name: "guestName", Label: "Guest"}, {Name: "buyer", Label: "Billed to"},
		{Name: "buyerEmail", Label: "E-mail"}, {Name: "buyerPhone", Label: "Telephone"}, {Name: "gstin", Label: "Tax number"},
		{Name: "total", Label: "Total"}, {Name: "paid", Label: "Paid"}, {Name: "credited", Label: "Credited"}}}
	invoices, err := invoice.OfGuest(tx, sc, guestID)
	if err != nil {
		return s, err
	}
	for _, i := range invoices {
		s.Records = append(s.Records, []string{i.Number, i.Status, day(i), i.GuestName, i.Buyer.Name, i.Buyer.Email,
			i.Buyer.Phone, i.Buyer.GSTIN, i.Total.Text(sc.Currency), i.Paid.Text(sc.Currency),
			i.Credited.Text(sc.Currency)})
	}
	// What others were billed is theirs; that the guest is named there isn't.
	shared, err := naming(tx, sc, guestID)
	for _, i := range shared {
		s.Records = append(s.Records, []string{i.Number, i.Status, day(i), i.GuestName, "", "", "", "", "", "", ""})
	}
	return s, err
}

func day(i invoice.Invoice) string {
	if i.Date == "" {
		return ""
	}
	return i.Date.Short()
}

// naming are the invoices to others that name the guest as one who shared their rooms.
func naming(tx *db.Tx, sc scope.Scope, guestID string) (list []invoice.Invoice, err error) {
	ids, err := party.BookingsOf(tx, sc, guestID)
	for _, bookingID := range ids {
		if err != nil {
			return list, err
		}
		var of []invoice.Invoice
		of, err = invoice.OfBooking(tx, sc, bookingID)
		for _, i := range of {
			if i.Sharers != "" && i.GuestID != guestID {
				list = append(list, i)
			}
		}
	}
	return list, err
}

// InUse tells whether any invoice is the guest's.
func InUse(tx *db.Tx, sc scope.Scope, guestID string) (bool, error) {
	invoices, err := invoice.OfGuest(tx, sc, guestID)
	return len(invoices) > 0, err
}

// eraseGuest keeps issued invoices as they are, for as long as the law says; a draft of a stay that isn't over waits
// for its end. Afterwards what was sold stays, of which figures and returns are made, and nobody is named.
func eraseGuest(tx *db.Tx, sc scope.Scope, e guest.Erasure) (erased guest.Erased, err error) {
	law, live := packs.Of(sc.Country), map[string]date.Date{}
	ids, err := booking.IDsOfGuest(tx, sc, e.GuestID)
	if err != nil {
		return erased, err
	}
	register, err := gueststays.RegisterOf(tx, sc, ids)
	for _, b := range register {
		if b.Live {
			live[b.BookingID] = b.Until
		}
	}
	if err != nil {
		return erased, err
	}
	invoices, err := invoice.OfGuest(tx, sc, e.GuestID)
	for _, i := range invoices {
		until := law.DocumentsKeptUntil(i.Date)
		switch {
		case err != nil || i.GuestName == guest.ErasedName:
		case i.Date != "" && until != "" && until >= e.Today:
			erased.Keep("the invoice", law.Documents.KeptBy, until)
		case live[i.BookingID] != "":
			erased.Keep("the draft of an invoice", gueststays.NotOver, live[i.BookingID])
		default:
			i.GuestName, i.Notes, i.Sharers = guest.ErasedName, "", ""
			i.Buyer = document.Party{Name: guest.ErasedName, StateCode: i.Buyer.StateCode, State: i.Buyer.State}
			erased.Removed++
			err = invoice.Erase(tx, sc, i)
		}
	}
	if err != nil {
		return erased, err
	}
	return erased, eraseSharer(tx, sc, e, &erased)
}

// eraseSharer takes those who shared a room off the invoices to others, all of them: none is needed any more. Issued
// invoices stay as they are for as long as the law says.
func eraseSharer(tx *db.Tx, sc scope.Scope, e guest.Erasure, erased *guest.Erased) error {
	law := packs.Of(sc.Country)
	invoices, err := naming(tx, sc, e.GuestID)
	for _, i := range invoices {
		until := law.DocumentsKeptUntil(i.Date)
		switch {
		case err != nil:
		case i.Date != "" && until != "" && until >= e.Today:
			erased.Keep("the name on an invoice to somebody else", law.Documents.KeptBy, until)
		default:
			i.Sharers = ""
			erased.Removed++
			err = invoice.Erase(tx, sc, i)
		}
	}
	return err
}
