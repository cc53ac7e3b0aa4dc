package gueststays

import (
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/record/wordindex"
	"sarai/internal/stay/booking"
)

// OfGuests keeps the bookings of guests, and PaymentsOfGuests the payments for them.
var (
	OfGuests         = guest.Keeper{Name: "bookings", Move: booking.MoveToGuest, Tell: tell, Erase: eraseGuest}
	PaymentsOfGuests = guest.Keeper{Name: "payments", Tell: tellPayments, Erase: erasePayers}
)

func tell(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "code", Label: "Booking"}, {Name: "status", Label: "Status"},
		{Name: "checkIn", Label: "Arrival"}, {Name: "checkOut", Label: "Departure"}, {Name: "rooms", Label: "Rooms"},
		{Name: "guestName", Label: "Name"}, {Name: "guestEmail", Label: "E-mail"}, {Name: "guestPhone", Label: "Telephone"},
		{Name: "source", Label: "Source"}, {Name: "total", Label: "Price of the rooms"}, {Name: "paid", Label: "Paid"},
		{Name: "notes", Label: "Notes"}, {Name: "specialRequests", Label: "Requests"},
		{Name: "transport", Label: "Transport"}, {Name: "remarks", Label: "Remarks"}}}
	bookings, err := booking.OfGuest(tx, sc, guestID)
	for _, b := range bookings {
		s.Records = append(s.Records, []string{b.Code, b.Status, b.CheckIn.Short(), b.CheckOut.Short(), b.RoomNumbers(),
			b.GuestName, b.GuestEmail, b.GuestPhone, b.Source, b.Total.Text(sc.Currency),
			(b.Paid - b.Refunded).Text(sc.Currency), b.Notes, b.SpecialRequests, b.TransportMode + " " + b.TransportDetails,
			b.ArrivalRemarks + " " + b.CheckoutRemarks + " " + b.CancellationReason})
	}
	return s, err
}

func tellPayments(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "number", Label: "Payment"}, {Name: "kind", Label: "Kind"},
		{Name: "date", Label: "Date"}, {Name: "amount", Label: "Amount"}, {Name: "method", Label: "Method"},
		{Name: "payer", Label: "Payer"}, {Name: "payerEmail", Label: "E-mail"}, {Name: "reference", Label: "Reference"}}}
	ids, err := booking.IDsOfGuest(tx, sc, guestID)
	for _, id := range ids {
		var list []ledger.Movement
		if err == nil {
			list, err = ledger.MovementsOf(tx, sc, id)
		}
		for _, m := range list {
			s.Records = append(s.Records, []string{m.Number, m.Kind, m.Date.Short(), m.Amount.Text(sc.Currency),
				m.Method.Text(), m.Payer, m.PayerEmail, m.Reference})
		}
	}
	return s, err
}

// Registered is until when the register of guests has those of a booking.
type Registered struct {
	BookingID string
	Live      bool
	Until     date.Date // its departure, for one that is live; "": nobody came, or there is no register
}

// RegisterOf is until when the register of guests has those of bookings.
func RegisterOf(tx *db.Tx, sc scope.Scope, ids []string) (list []Registered, err error) {
	bookings, err := booking.FindMany(tx, sc, ids)
	for _, b := range bookings {
		list = append(list, registered(b, packs.Of(sc.Country)))
	}
	return list, err
}

func registered(b *booking.Booking, law *country.Country) Registered {
	switch {
	case !b.Closed():
		return Registered{b.ID, true, max(b.CheckOut, b.Today)}
	case b.Status == booking.CheckedOut || b.ArrivedAt != nil:
		return Registered{b.ID, false, law.GuestsKeptUntil(b.CheckOut)}
	}
	return Registered{BookingID: b.ID}
}

// NotOver is why what belongs to a booking that is live stays as it is.
const NotOver = "The stay isn't over."

// eraseGuest leaves bookings that are live as they are, and of others no more than the name, for as long as the
// register of guests has it. The booking itself stays: figures are made of it.
func eraseGuest(tx *db.Tx, sc scope.Scope, e guest.Erasure) (erased guest.Erased, err error) {
	bookings, err := booking.OfGuest(tx, sc, e.GuestID)
	if err != nil {
		return erased, err
	}
	law := packs.Of(sc.Country)
	for _, b := range bookings {
		register := registered(b, law)
		if register.Live {
			erased.Keep("the booking", NotOver, register.Until)
			continue
		}
		kept := register.Until >= e.Today && register.Until != ""
		if kept {
			erased.Keep("the name on the booking", law.Registration.KeptBy, register.Until)
		}
		changed, err := eraseFrom(tx, sc, b.ID, kept)
		if err != nil {
			return erased, err
		}
		if changed {
			erased.Removed++
		}
	}
	return erased, nil
}

// eraseFrom removes what a closed booking says of its guest, but for the name if it is kept.
func eraseFrom(tx *db.Tx, sc scope.Scope, bookingID string, keepName bool) (changed bool, err error) {
	b, err := booking.Lock(tx, sc, bookingID).Get()
	if err != nil {
		return false, err
	}
	was := b.Copy()
	b.GuestEmail, b.GuestPhone, b.Notes, b.SpecialRequests = "", "", "", ""
	b.TransportMode, b.TransportDetails = "", ""
	b.ArrivalRemarks, b.CheckoutRemarks, b.CancellationReason = "", "", ""
	if !keepName {
		b.GuestName = guest.ErasedName
	}
	if b.Is(was) {
		return false, nil
	}
	if !slices.Equal(b.Words(), was.Words()) {
		if err := wordindex.Set(tx, sc, wordindex.Booking, b.ID, b.Words()); err != nil {
			return false, err
		}
	}
	if b.GuestName != was.GuestName {
		if err := ledger.KeepPayers(tx, sc, b.ID); err != nil {
			return false, err
		}
	}
	if err := mail.Forget(tx, sc.Org, b.ID); err != nil {
		return false, err
	}
	return true, booking.Save(tx, sc, b, b.Status)
}

// erasePayers removes the payers' names from payments that the law doesn't have kept any more.
func erasePayers(tx *db.Tx, sc scope.Scope, e guest.Erasure) (erased guest.Erased, err error) {
	ids, err := booking.IDsOfGuest(tx, sc, e.GuestID)
	law := packs.Of(sc.Country)
	for _, id := range ids {
		var list []ledger.Movement
		if err == nil {
			list, err = ledger.MovementsOf(tx, sc, id)
		}
		for _, m := range list {
			if until := law.DocumentsKeptUntil(m.Date); until >= e.Today && until != "" {
				erased.Keep("the payer of the payment", law.Documents.KeptBy, until)
			} else if m.Payer != "" || m.PayerEmail != "" {
				erased.Removed++
				err = ledger.ErasePayer(tx, sc, m)
			}
			if err != nil {
				return erased, err
			}
		}
	}
	return erased, err
}
