package guest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sarai/internal/country"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/may"
	"sarai/internal/record/wordindex"
)

// Guest is a guest's record. Texts are empty where nothing is known.
type Guest struct {
	ID          string          `db:"guest_id,key"`
	Name        string          `db:"name"`
	Email       string          `db:"email"`
	Phone       string          `db:"phone"`
	IDType      string          `db:"id_type"`
	IDNumber    IDNumber        `db:"id_number"`
	Nationality string          `db:"nationality"`
	GSTIN       string          `db:"gstin"`
	Company     string          `db:"company"`
	Address     contact.Address `db:"address"`
	DateOfBirth date.Date       `db:"date_of_birth"`
	Notes       string          `db:"notes"`
	Profile
	DoNotRent
	ErasedAt *int64 `db:"erased_at"` // UTC milliseconds; nil: the guest isn't to be forgotten
	Keys
	SearchText string `db:"search_text"`      // derived from the other fields when the record is stored
	CreatedAt  int64  `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt  int64  `db:"updated_at"`
	Version    int64  `db:"version,version"` // every change raises it
}

// Profile is what the hotel knows of a guest beside who it is. Texts are empty where nothing is known.
type Profile struct {
	VIP         string   `db:"vip"`      // the hotel's own word for how important the guest is, such as "VIP 1"
	Language    string   `db:"language"` // ISO 639-1
	Preferences []string `db:"preferences,json"`
	CompanyID   string   `db:"company_id"` // the company whose guest it usually is
}

// DoNotRent is the hotel's decision that the guest gets no room any more.
type DoNotRent struct {
	DoNotRentReason string `db:"do_not_rent_reason"`
	DoNotRentBy     string `db:"do_not_rent_by"`
	DoNotRentByName string `db:"do_not_rent_by_name"`
	DoNotRentAt     *int64 `db:"do_not_rent_at"` // UTC milliseconds; nil: the guest gets rooms as everybody does
}

// Words are what the guest is searched by; the number of an identity document is not among them.
func (g Guest) Words() (words wordindex.Words) {
	if g.ErasedAt != nil {
		return nil
	}
	words.Text(g.Name)
	words.Phone(g.Phone)
	words.Email(g.Email)
	words.Text(g.Company)
	words.Text(g.GSTIN)
	return words
}

// searchText is what the list's search looks into.
func (g Guest) searchText() string {
	if g.ErasedAt != nil {
		return ""
	}
	return contact.SearchText(g.Phone, g.Name, g.Email)
}

var (
	errNoGuest = errs.NotFound("There is no such guest.")
	errErased  = errs.Conflict("The guest's record was erased, and can't be changed any more.")
)

// RequireKnown refuses what can't be done with the record of a guest who is to be forgotten.
func (g Guest) RequireKnown() error {
	if g.ErasedAt != nil {
		return errErased
	}
	return nil
}

// Erased is the record without what the hotel may not keep: all, or with register all that the register of guests
// doesn't have.
func (a Abroad) Erased(now int64, register bool) Abroad {
	erased := Abroad{Guest: Guest{ID: a.ID, Name: ErasedName, CreatedAt: a.CreatedAt, UpdatedAt: now, Version: a.Version,
		ErasedAt: &now}}
	if a.ErasedAt != nil {
		erased.ErasedAt = a.ErasedAt
	}
	if register {
		erased.Name, erased.Nationality, erased.Address, erased.DateOfBirth = a.Name, a.Nationality, a.Address, a.DateOfBirth
		erased.IDType, erased.IDNumber, erased.Travel = a.IDType, a.IDNumber, a.Travel
	}
	return erased
}

// IDNumber is the number of an identity document: whole, or all that is kept or was read of it. Convert it to string
// only to seal it, or for who may read it.
type IDNumber string

const (
	mask      = "XXXXXXXX"
	lastShown = 4
)

// Masked shows at most the last four characters, and at most half of a short number: XXXXXXXX1234.
func (n IDNumber) Masked() string {
	if n == "" || n.isMasked() {
		return string(n)
	}
	runes := []rune(string(n))
	return mask + string(runes[len(runes)-min(lastShown, len(runes)/2):])
}

// isMasked tells whether it is the masked form of a number.
func (n IDNumber) isMasked() bool {
	return strings.HasPrefix(string(n), mask) && len([]rune(string(n))) <= len(mask)+lastShown
}

// ReadBy is the number as the caller may read it: whole with guests.manage, else masked.
func (n IDNumber) ReadBy(sc scope.Scope) string {
	if mayRead(sc) {
		return string(n)
	}
	return n.Masked()
}

// mayRead tells whether the caller may read whole numbers.
func mayRead(sc scope.Scope) bool { return sc.Permissions.Has(may.Guests, scope.Manage) }

// String returns the masked form.
func (n IDNumber) String() string { return n.Masked() }

// GoString returns the masked form.
func (n IDNumber) GoString() string { return n.Masked() }

// MarshalJSON writes the masked form.
func (n IDNumber) MarshalJSON() ([]byte, error) { return json.Marshal(n.Masked()) }

// Identify notes the identity document that the guest has shown. The masked form of the known number means that number.
func (g *Guest) Identify(idType, idNumber string) error {
	number, err := identity(idType, idNumber, g.IDNumber)
	if err == nil && number != g.IDNumber && IsPassport(idType) {
		nation, _ := country.NationOf(g.Nationality)
		err = checkPassport(nation, number)
	}
	if err != nil {
		return errs.InvalidField("idNumber", "%s", err)
	}
	g.IDType, g.IDNumber = idType, number
	return nil
}

// IsPassport tells whether a type of document, as people write it, is a passport.
func IsPassport(idType string) bool { return strings.Contains(strings.ToLower(idType), "passport") }

var (
	gaps         = strings.NewReplacer(" ", "", "-", "")
	aadhaarShape = regexp.MustCompile(`^([0-9Xx*]{8}|[0-9Xx*]{12})?[0-9]{4}$`) // number, virtual id, or the last four
	twelveDigits = regexp.MustCompile(`^[0-9]{12}$`)
)

// checkPassport refuses a number that the nation's passports don't have, where their rule is known. The text of an
// error completes a sentence that begins with the field's name.
func checkPassport(nation country.Nation, number IDNumber) error {
	shape, known := country.PassportShapeOf(nation.Code)
	if !known || number == "" || number.isMasked() || shape.Fits(gaps.Replace(string(number))) {
		return nil
	}
	return fmt.Errorf("must be the number of a passport of %s: %s", nation.Name, shape.Like)
}

// identity returns what is stored of a given number. The masked form of the known number means that number. The text of
// an error completes a sentence that begins with the field's name.
func identity(idType, given string, known IDNumber) (IDNumber, error) {
	if given == "" {
		return "", nil
	}
	if given == known.Masked() {
		given = string(known)
	}
	compact := gaps.Replace(given)
	isAadhaar := strings.Contains(strings.ToLower(idType), "aadha") || strings.Contains(strings.ToLower(idType), "adhar")
	if isAadhaar && !aadhaarShape.MatchString(compact) {
		return "", errs.Invalid("must be the 12 digits of the Aadhaar number or its last 4")
	}
	if isAadhaar || idType == "" && twelveDigits.MatchString(compact) {
		return IDNumber(mask + compact[len(compact)-lastShown:]), nil
	}
	return IDNumber(given), nil
}

// changedFields names the fields that differ between two states of a record.
func changedFields(before, after Guest) []string {
	changed := []string{}
	for _, field := range []struct {
		name    string
		differs bool
	}{
		{"name", before.Name != after.Name},
		{"email", before.Email != after.Email},
		{"phone", before.Phone != after.Phone},
		{"idType", before.IDType != after.IDType},
		{"idNumber", before.IDNumber != after.IDNumber},
		{"nationality", before.Nationality != after.Nationality},
		{"gstin", before.GSTIN != after.GSTIN},
		{"company", before.Company != after.Company},
		{"address", before.Address != after.Address},
		{"dateOfBirth", before.DateOfBirth != after.DateOfBirth},
		{"notes", before.Notes != after.Notes},
		{"vip", before.VIP != after.VIP},
		{"language", before.Language != after.Language},
		{"preferences", !slices.Equal(before.Preferences, after.Preferences)},
		{"companyId", before.CompanyID != after.CompanyID},
	} {
		if field.differs {
			changed = append(changed, field.name)
		}
	}
	return changed
}
