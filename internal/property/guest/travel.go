package guest

import (
	"context"
	"regexp"
	"strings"

	"sarai/internal/country"
	"sarai/internal/country/india"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// Travel is a guest's passport and visa, and what else the report of a guest from abroad takes from the guest's record.
// Texts are empty where nothing is known. Numbers are whole where they can be opened.
type Travel struct {
	GuestID         string    `db:"guest_id,key"`
	Surname         string    `db:"surname"` // names as the passport has them
	GivenNames      string    `db:"given_names"`
	Sex             string    `db:"sex"`              // F, M or X
	SpecialCategory string    `db:"special_category"` // such as oci
	HomePhone       string    `db:"home_phone"`
	PassportNumber  IDNumber  `db:"passport_number"`
	PassportCountry string    `db:"passport_country"` // who issued it, as country.Nation's code
	PassportPlace   string    `db:"passport_place"`
	PassportIssued  date.Date `db:"passport_issued"`
	PassportExpires date.Date `db:"passport_expires"`
	VisaNumber      IDNumber  `db:"visa_number"`
	VisaType        string    `db:"visa_type"`
	VisaSubtype     string    `db:"visa_subtype"`
	VisaPlace       string    `db:"visa_place"`
	VisaIssued      date.Date `db:"visa_issued"`
	VisaExpires     date.Date `db:"visa_expires"`
	UpdatedAt       int64     `db:"updated_at"` // UTC milliseconds; 0: nothing was ever noted
	Version         int64     `db:"version"`    // every change raises it; 1: nothing was ever noted
}

var documentNumber = regexp.MustCompile(`^[A-Z0-9/]{4,20}$`)

// check tells what can't be, of what differs from before. The nationality is that of the guest's record.
func (t *Travel) check(before Travel, nationality string, today date.Date) error {
	var bad errs.Fields
	t.PassportNumber = checkNumber(&bad, "passportNumber", t.PassportNumber, before.PassportNumber)
	t.VisaNumber = checkNumber(&bad, "visaNumber", t.VisaNumber, before.VisaNumber)
	if t.PassportCountry != "" {
		issuer, known := country.NationOf(t.PassportCountry)
		if !known {
			bad.Add("passportCountry", "must be a country, such as NPL or Nepal")
		}
		t.PassportCountry = issuer.Code
	}
	nation, known := country.NationOf(t.PassportCountry)
	if !known {
		nation, _ = country.NationOf(nationality)
	}
	if t.PassportNumber != before.PassportNumber && len(bad) == 0 {
		if err := checkPassport(nation, t.PassportNumber); err != nil {
			bad.Add("passportNumber", "%s", err)
		}
	}
	contact.CheckPhone(&bad, "homePhone", t.HomePhone)
	checkValidity(&bad, "passport", t.PassportIssued, t.PassportExpires, today)
	checkValidity(&bad, "visa", t.VisaIssued, t.VisaExpires, today)
	return bad.Err()
}

// checkNumber is the number without gaps, or, if it is the masked form of the one before, that one.
func checkNumber(bad *errs.Fields, field string, given, before IDNumber) IDNumber {
	switch {
	case given == "", given == before:
		return given
	case string(given) == before.Masked():
		return before
	case given.isMasked():
		bad.Add(field, "must be the whole number")
		return given
	}
	number := strings.ToUpper(gaps.Replace(string(given)))
	if !documentNumber.MatchString(number) {
		bad.Add(field, "must be 4 to 20 letters and digits")
	} else if india.IsAadhaar(number) {
		bad.Add(field, "must not be an Aadhaar number, which the hotel may not keep")
	}
	return IDNumber(number)
}

func checkValidity(bad *errs.Fields, kind string, issued, expires, today date.Date) {
	for field, day := range map[string]date.Date{kind + "Issued": issued, kind + "Expires": expires} {
		if day != "" {
			date.CheckDay(bad, field, day)
		}
	}
	if issued > today {
		bad.Add(kind+"Issued", "must not be in the future")
	}
	if issued != "" && expires != "" && expires <= issued {
		bad.Add(kind+"Expires", "must be after the day of issue")
	}
}

// changedTravel names the fields that differ.
func changedTravel(before, after Travel) (changed []string) {
	for _, field := range []struct {
		name    string
		differs bool
	}{
		{"surname", before.Surname != after.Surname},
		{"givenNames", before.GivenNames != after.GivenNames},
		{"sex", before.Sex != after.Sex},
		{"specialCategory", before.SpecialCategory != after.SpecialCategory},
		{"homePhone", before.HomePhone != after.HomePhone},
		{"passportNumber", before.PassportNumber != after.PassportNumber},
		{"passportCountry", before.PassportCountry != after.PassportCountry},
		{"passportPlace", before.PassportPlace != after.PassportPlace},
		{"passportIssued", before.PassportIssued != after.PassportIssued},
		{"passportExpires", before.PassportExpires != after.PassportExpires},
		{"visaNumber", before.VisaNumber != after.VisaNumber},
		{"visaType", before.VisaType != after.VisaType},
		{"visaSubtype", before.VisaSubtype != after.VisaSubtype},
		{"visaPlace", before.VisaPlace != after.VisaPlace},
		{"visaIssued", before.VisaIssued != after.VisaIssued},
		{"visaExpires", before.VisaExpires != after.VisaExpires},
	} {
		if field.differs {
			changed = append(changed, field.name)
		}
	}
	return changed
}

// Abroad is a guest with the documents of the journey.
type Abroad struct {
	Guest
	Travel Travel
}

// Whole reads a guest with passport and visa, and all numbers whole. Whoever shows them to a caller uses ReadBy.
func (s *Service) Whole(tx *db.Tx, sc scope.Scope, guestID string) (Abroad, error) {
	row, err := find(tx, sc, guestID)
	if err != nil {
		return Abroad{}, err
	}
	travel, err := s.travel(tx, sc, guestID)
	return Abroad{s.open(sc, row), travel}, err
}

// travel reads passport and visa with their numbers.
func (s *Service) travel(tx *db.Tx, sc scope.Scope, guestID string) (Travel, error) {
	row, err := findTravel(tx, sc, guestID)
	t := row.Travel
	t.PassportNumber = s.openNumber(sc, guestID, t.PassportNumber, row.PassportSealed)
	t.VisaNumber = s.openNumber(sc, guestID, t.VisaNumber, row.VisaSealed)
	return t, err
}

// today is the hotel's date.
func (s *Service) today(ctx context.Context, sc scope.Scope) (date.Date, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (date.Date, error) { return sc.Today(tx.Now), nil })
}

func (s *Service) whole(ctx context.Context, sc scope.Scope, guestID string) (Abroad, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Abroad, error) { return s.Whole(tx, sc, guestID) })
}

// setTravel is ChangeTravel in a transaction of its own.
func (s *Service) setTravel(ctx context.Context, sc scope.Scope, guestID string, edit func(*Travel)) (Abroad, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Abroad, error) { return s.ChangeTravel(tx, sc, guestID, edit) })
}

// ChangeTravel edits what is noted of a guest's passport and visa. Invalid names bad values by the fields of the API.
func (s *Service) ChangeTravel(tx *db.Tx, sc scope.Scope, guestID string, edit func(*Travel)) (Abroad, error) {
	row, err := lock(tx, sc, guestID)
	if err == nil {
		err = row.RequireKnown()
	}
	if err != nil {
		return Abroad{}, err
	}
	before, err := s.travel(tx, sc, guestID)
	if err != nil {
		return Abroad{}, err
	}
	if err := sc.CheckVersion(before.Version); err != nil {
		return Abroad{}, err
	}
	after := before
	edit(&after)
	if err := after.check(before, row.Nationality, sc.Today(tx.Now)); err != nil {
		return Abroad{}, err
	}
	changed := changedTravel(before, after)
	if len(changed) == 0 {
		return Abroad{s.open(sc, row), before}, nil
	}
	after.GuestID, after.UpdatedAt, after.Version = guestID, tx.Now.UnixMilli(), before.Version+1
	if err := s.saveTravel(tx, sc, after); err != nil {
		return Abroad{}, err
	}
	return Abroad{s.open(sc, row), after}, s.bus.Publish(tx, sc, updated.Of(guestID, updatedDetails{row.Name, changed}))
}

func (s *Service) saveTravel(tx *db.Tx, sc scope.Scope, t Travel) error {
	row := storedTravel{Travel: t}
	row.PassportNumber, row.PassportSealed = s.sealNumber(sc, t.GuestID, t.PassportNumber)
	row.VisaNumber, row.VisaSealed = s.sealNumber(sc, t.GuestID, t.VisaNumber)
	return replaceTravel(tx, sc, row)
}
