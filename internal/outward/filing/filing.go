package filing

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"sarai/internal/country"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
)

// The statuses of a form.
const (
	ArrivalDue   = "arrival-due"
	InHouse      = "in-house" // the arrival is filed
	DepartureDue = "departure-due"
	Filed        = "filed" // arrival and departure are
)

// What is marked as filed.
const (
	Arrival    = "arrival"
	Departure  = "departure"
	Correction = "correction" // of the arrival
)

const (
	timeToFile = 24 * time.Hour
	never      = 253402300799000 // UTC milliseconds: nothing is due
)

// Form is the report of one person in one stay.
type Form struct {
	ID          string    `db:"form_id,key"`
	BookingID   string    `db:"booking_id"`
	BookingCode string    `db:"booking_code"`
	StayGuestID string    `db:"stay_guest_id"`
	GuestID     string    `db:"guest_id"`
	GuestName   string    `db:"guest_name"`
	Room        string    `db:"room_number"`
	CheckOut    date.Date `db:"check_out"`
	ArrivedAt   int64     `db:"arrived_at"` // UTC milliseconds, as all instants
	ArrivalDay  date.Date `db:"arrival_day"`
	DepartedAt  *int64    `db:"departed_at"`
	Status      string    `db:"status"`
	DueAt       int64     `db:"due_at"`   // never: nothing is due
	Reminded    int       `db:"reminded"` // hours after the event at which members were last told that it is due
	Answers     Answers   `db:"answers,json"`
	Sealed      string    `db:"filed"` // the fields as they were filed, encrypted; "" before

	ArrivalReference   string `db:"arrival_reference"`
	ArrivalFiledAt     *int64 `db:"arrival_filed_at"`
	ArrivalFiledBy     string `db:"arrival_filed_by"`
	DepartureReference string `db:"departure_reference"`
	DepartureFiledAt   *int64 `db:"departure_filed_at"`
	DepartureFiledBy   string `db:"departure_filed_by"`

	CreatedAt int64 `db:"created_at,fixed"`
	UpdatedAt int64 `db:"updated_at"`
	Version   int64 `db:"version,version"`
}

// Answers are what the form asks of a stay, and no record knows. Texts are empty where nothing is known.
type Answers struct {
	AddressInIndia     string `json:"addressInIndia"`
	ArrivedFromCountry string `json:"arrivedFromCountry"`
	ArrivedFromCity    string `json:"arrivedFromCity"`
	ArrivedFromPlace   string `json:"arrivedFromPlace"`
	ArrivedInIndia     string `json:"arrivedInIndia" doc:"YYYY-MM-DD, or empty" example:"2026-04-12"`
	EmployedInIndia    string `json:"employedInIndia"` // yes or no
	Purpose            string `json:"purpose"`
	NextInIndia        string `json:"nextInIndia"` // yes or no
	NextPlace          string `json:"nextPlace"`
	NextState          string `json:"nextState"`
	NextCountry        string `json:"nextCountry"`
	PhoneInIndia       string `json:"phoneInIndia"`
	Remarks            string `json:"remarks"`
}

var (
	errNoForm  = errs.NotFound("There is no such form.")
	errTooMany = errs.InvalidField("from", "must be chosen with to, or a status, so that at most 1,000 forms are found")
)

func (a Answers) check(today date.Date) error {
	var bad errs.Fields
	if a.ArrivedInIndia != "" {
		date.CheckDay(&bad, "arrivedInIndia", date.Date(a.ArrivedInIndia))
		if len(bad) == 0 && date.Date(a.ArrivedInIndia) > today {
			bad.Add("arrivedInIndia", "must not be in the future")
		}
	}
	contact.CheckPhone(&bad, "phoneInIndia", a.PhoneInIndia)
	return bad.Err()
}

// settle says what is due next, and when. After a change of it nobody has been reminded.
func (f *Form) settle() {
	status, due := InHouse, int64(never)
	switch {
	case f.ArrivalFiledAt == nil:
		status, due = ArrivalDue, f.ArrivedAt+timeToFile.Milliseconds()
	case f.DepartedAt == nil:
	case f.DepartureFiledAt == nil:
		status, due = DepartureDue, *f.DepartedAt+timeToFile.Milliseconds()
	default:
		status = Filed
	}
	if status != f.Status || due != f.DueAt {
		f.Status, f.DueAt, f.Reminded = status, due, 0
	}
}

// everFiled tells whether anything was filed.
func (f Form) everFiled() bool { return f.ArrivalFiledAt != nil || f.DepartureFiledAt != nil }

// reminder is after how many hours members are to be told now that the form is due; 0: they need not be.
func (f Form) reminder(now time.Time) int {
	gone := timeToFile - time.UnixMilli(f.DueAt).Sub(now)
	for _, hours := range []int{20, 12} {
		if gone >= time.Duration(hours)*time.Hour && f.Reminded < hours {
			return hours
		}
	}
	return 0
}

// Field is a field of the form, by the name that the API has for it and the one of the paper.
type Field struct {
	Name, Title, Value string
	Required           bool
}

// hotel is the accommodation.
type hotel struct {
	name, address string
}

// fields are all of the form, in the order in which the portal asks for them. Numbers are as g has them.
func (f Form) fields(g guest.Abroad, h hotel, hasPhoto bool, sc scope.Scope) []Field {
	a, t := f.Answers, g.Travel
	nation, _ := country.NationOf(g.Nationality)
	// Nepal's and Bhutan's people need neither visa nor, by land, a passport; an OCI card stands for a visa.
	neighbour := nation.Code == "NPL" || nation.Code == "BTN"
	visa := !neighbour && t.SpecialCategory != "oci"
	passport := string(passportNumber(g))
	return []Field{
		{"accommodation", "Accommodation", h.name, true}, {"surname", "Surname", t.Surname, true},
		{"givenNames", "Given name", t.GivenNames, true}, {"sex", "Sex", t.Sex, true},
		{"dateOfBirth", "Date of birth", string(g.DateOfBirth), true},
		{"nationality", "Nationality", cmp.Or(nation.Name, g.Nationality), true},
		{"specialCategory", "Special category", t.SpecialCategory, false},
		{"permanentAddress", "Address in the home country", streetOf(g.Address), true},
		{"permanentCountry", "Country of that address", g.Address.Country, true},
		{"addressInIndia", "Address in India", cmp.Or(a.AddressInIndia, h.address), true},
		{"passportNumber", "Passport number", passport, !neighbour},
		{"passportPlace", "Passport: place of issue", t.PassportPlace, !neighbour},
		{"passportIssued", "Passport: date of issue", string(t.PassportIssued), !neighbour},
		{"passportExpires", "Passport: valid until", string(t.PassportExpires), !neighbour},
		{"visaNumber", "Visa number", string(t.VisaNumber), visa},
		{"visaPlace", "Visa: place of issue", t.VisaPlace, visa},
		{"visaIssued", "Visa: date of issue", string(t.VisaIssued), visa},
		{"visaExpires", "Visa: valid until", string(t.VisaExpires), visa},
		{"visaType", "Visa type", t.VisaType, visa}, {"visaSubtype", "Visa subtype", t.VisaSubtype, false},
		{"arrivedFromCountry", "Arrived from: country", a.ArrivedFromCountry, true},
		{"arrivedFromCity", "Arrived from: city", a.ArrivedFromCity, true},
		{"arrivedFromPlace", "Arrived from: place", a.ArrivedFromPlace, false},
		{"arrivedInIndia", "Date of arrival in India", a.ArrivedInIndia, true},
		{"arrivedAt", "Date and time of arrival", momentOf(&f.ArrivedAt, sc), true},
		{"intendedDays", "Intended duration of stay, days", strconv.Itoa(max(1, f.ArrivalDay.DaysUntil(f.CheckOut))), true},
		{"employedInIndia", "Employed in India", a.EmployedInIndia, true},
		{"purpose", "Purpose of the visit", a.Purpose, true},
		{"nextInIndia", "Next destination in India", a.NextInIndia, true},
		{"nextPlace", "Next destination: place", a.NextPlace, true},
		{"nextState", "Next destination: state", a.NextState, a.NextInIndia == "yes"},
		{"nextCountry", "Next destination: country", a.NextCountry, a.NextInIndia == "no"},
		{"phoneInIndia", "Phone in India", cmp.Or(a.PhoneInIndia, g.Phone), true},
		{"homePhone", "Phone in the home country", t.HomePhone, true},
		{"photo", "Photo", yesIf(hasPhoto), true}, {"remarks", "Remarks", a.Remarks, false},
		{"departedAt", "Date and time of departure", momentOf(f.DepartedAt, sc), false},
	}
}

// passportNumber is the passport's, or that of the document that the guest's record has, if it is a passport.
func passportNumber(g guest.Abroad) guest.IDNumber {
	if g.Travel.PassportNumber == "" && guest.IsPassport(g.IDType) {
		return g.IDNumber
	}
	return g.Travel.PassportNumber
}

func streetOf(a contact.Address) string {
	a.Country = ""
	return a.OneLine()
}

// momentOf is an instant as the portal asks for it; empty for none.
func momentOf(at *int64, sc scope.Scope) string {
	if at == nil {
		return ""
	}
	return time.UnixMilli(*at).In(sc.Zone).Format("2006-01-02 15:04")
}

func yesIf(is bool) string {
	if is {
		return "yes"
	}
	return ""
}

// missing are the names of the required fields that are empty.
func missing(fields []Field) []string {
	names := []string{}
	for _, f := range fields {
		if f.Required && f.Value == "" {
			names = append(names, f.Name)
		}
	}
	return names
}

// differing are the names of the fields that differ from what was filed. That the guest has left is no correction.
func differing(fields []Field, filed map[string]string) []string {
	names := []string{}
	for _, f := range fields {
		if was, known := filed[f.Name]; known && was != f.Value && f.Name != "departedAt" && f.Name != "photo" {
			names = append(names, f.Name)
		}
	}
	return names
}

// fromAbroad tells whether the law has the hotel report the guest: a foreigner, or one with a special category such as
// OCI, whatever the nationality says.
func fromAbroad(g guest.Origin) bool {
	for _, text := range []string{g.Nationality, g.PassportCountry} {
		if nation, known := country.NationOf(text); text != "" && (!known || nation.Code != "IND") {
			return true
		}
	}
	return g.SpecialCategory != ""
}

// left says in words how much time there is, for a message.
func (f Form) left(now time.Time) string {
	return fmt.Sprintf("%d hours", int(time.UnixMilli(f.DueAt).Sub(now).Round(time.Hour).Hours()))
}
