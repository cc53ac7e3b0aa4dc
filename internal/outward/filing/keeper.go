package filing

import (
	"sarai/internal/country/packs"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/record/lockorder"
)

// OfGuests keeps the reports of guests from abroad. It comes last: forms are locked after all that they report.
var OfGuests = guest.Keeper{Name: "formsIII", Move: moveToGuest, Tell: tell, Erase: eraseGuest}

func moveToGuest(tx *db.Tx, sc scope.Scope, m guest.Move) ([]string, error) {
	list, err := ofGuest(tx, sc, m.From)
	ids := make([]string, len(list))
	for i, f := range list {
		ids[i] = f.ID
	}
	if ids, err = m.Chosen(ids, err); len(ids) > 0 {
		tx.Locks(lockorder.Forms, sc.Org)
	}
	return give(tx, sc, m, ids, err)
}

func tell(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "arrival", Label: "Form III, arrival"}, {Name: "code", Label: "Booking"},
		{Name: "name", Label: "Name"}, {Name: "status", Label: "Status"},
		{Name: "arrivalReference", Label: "Reference of the arrival"},
		{Name: "departureReference", Label: "Reference of the departure"},
		{Name: "addressInIndia", Label: "Address in India"}, {Name: "arrivedFrom", Label: "Arrived from"},
		{Name: "arrivedInIndia", Label: "Arrived in India"}, {Name: "purpose", Label: "Purpose"},
		{Name: "next", Label: "Next destination"}, {Name: "phone", Label: "Telephone in India"},
		{Name: "remarks", Label: "Remarks"}}}
	list, err := ofGuest(tx, sc, guestID)
	for _, f := range list {
		a := f.Answers
		s.Records = append(s.Records, []string{f.ArrivalDay.Short(), f.BookingCode, f.GuestName, f.Status,
			f.ArrivalReference, f.DepartureReference, a.AddressInIndia,
			a.ArrivedFromPlace + " " + a.ArrivedFromCity + " " + a.ArrivedFromCountry, a.ArrivedInIndia, a.Purpose,
			a.NextPlace + " " + a.NextState + " " + a.NextCountry, a.PhoneInIndia, a.Remarks})
	}
	return s, err
}

// eraseGuest keeps reports until they are filed, and then for as long as the register of guests.
func eraseGuest(tx *db.Tx, sc scope.Scope, e guest.Erasure) (erased guest.Erased, err error) {
	list, err := ofGuest(tx, sc, e.GuestID)
	law := packs.Of(sc.Country)
	for _, f := range list {
		if err != nil {
			return erased, err
		}
		switch until := law.GuestsKeptUntil(max(f.CheckOut, f.ArrivalDay)); {
		case f.DueAt != never || f.DepartedAt == nil:
			day := max(f.CheckOut, e.Today)
			erased.Keep("Form III", "It isn't filed yet.", day)
		case until != "" && until >= e.Today:
			erased.Keep("Form III", law.Registration.KeptBy, until)
		default:
			erased.Removed++
			err = remove(tx, sc, f.ID)
		}
	}
	return erased, err
}
