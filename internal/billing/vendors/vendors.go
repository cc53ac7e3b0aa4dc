package vendors

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"sarai/internal/country/india"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/errs"
)

// Vendor is a business that the hotel buys from. Texts are empty where nothing is known.
type Vendor struct {
	ID         string          `db:"vendor_id,key"`
	Name       string          `db:"name"`
	Code       string          `db:"code"`
	Email      string          `db:"email"`
	Phone      string          `db:"phone"`
	GSTIN      string          `db:"gstin"`
	PAN        string          `db:"pan"`
	Address    contact.Address `db:"address"`
	Bank       BankDetails     `db:"bank_details"`
	Notes      string          `db:"notes"`
	Days       *int64          `db:"payment_terms"`    // from a bill's date until it is due; nil: nothing is agreed
	TDSSection string          `db:"tds_section"`      // under which tax is withheld; "": under none
	TDSRate    *int64          `db:"tds_rate"`         // hundredths of a percent; nil: the section's own
	CreatedAt  int64           `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt  int64           `db:"updated_at"`       // UTC milliseconds
	Version    int64           `db:"version,version"`  // every change raises it
}

// BankDetails say where to pay the vendor. Of a vendor abroad AccountNumber may be an IBAN and IFSC a SWIFT code.
type BankDetails struct {
	AccountName   string `json:"accountName" example:"Lake City Linen"`
	AccountNumber string `json:"accountNumber" doc:"Masked for callers without vendors.update" example:"XXXXXX4321"`
	BankName      string `json:"bankName" example:"State Bank of India"`
	IFSC          string `json:"ifsc" doc:"Abroad: the SWIFT code or what the country uses" example:"SBIN0001234"`
	Branch        string `json:"branch" example:"Udaipur Main"`
}

const (
	mask  = "XXXXXX"
	shown = 4 // characters of an account number that follow the mask
)

// masked hides all but the end of the account number: XXXXXX4321. Half of a short number stays hidden.
func (b BankDetails) masked() BankDetails {
	if number := b.AccountNumber; number != "" {
		b.AccountNumber = mask + number[len(number)-min(shown, len(number)/2):]
	}
	return b
}

// Value stores the details as JSON text.
func (b BankDetails) Value() (driver.Value, error) {
	text, err := json.Marshal(b)
	return string(text), err
}

// Scan reads what Value has stored.
func (b *BankDetails) Scan(stored any) error {
	switch stored := stored.(type) {
	case string:
		return json.Unmarshal([]byte(stored), b)
	case []byte:
		return json.Unmarshal(stored, b)
	}
	return fmt.Errorf("bank details are stored as text, not as %T", stored)
}

var (
	errNoVendor = errs.NotFound("There is no such vendor.")

	pinCode       = regexp.MustCompile(`^[1-9][0-9]{2} ?[0-9]{3}$`)
	ifsc          = regexp.MustCompile(`^[A-Z]{4}0[A-Z0-9]{6}$`)
	accountNumber = regexp.MustCompile(`^[0-9]{9,18}$`)
	bankAbroad    = regexp.MustCompile(`^[A-Z0-9][A-Z0-9 -]*$`) // a SWIFT code, a sort code, a routing number …
	accountAbroad = regexp.MustCompile(`^[A-Z0-9]{4,34}$`)      // an IBAN, or what banks without IBANs use
	gaps          = strings.NewReplacer(" ", "", "-", "")
)

// codeKey is what codes are compared by.
func codeKey(code string) string { return strings.ToLower(code) }

// checked is the vendor as it is stored, or an error that names every bad field. The address that it had before, "" for
// a new one, stays.
func (v Vendor) checked(emailBefore string) (Vendor, error) {
	var bad errs.Fields
	v.GSTIN, v.PAN = india.NormalizeGSTIN(v.GSTIN), india.NormalizeGSTIN(v.PAN)
	bad.RequireLine("name", v.Name)
	bad.CheckLine("code", v.Code)
	contact.CheckNewEmail(&bad, "email", emailBefore, v.Email)
	contact.CheckPhone(&bad, "phone", v.Phone)
	if v.GSTIN != "" && !india.WellFormedGSTIN(v.GSTIN) {
		bad.Add("gstin", "must be a GSTIN of 15 characters such as 27AAPFU0939F1ZV")
	}
	if v.PAN != "" && !india.ValidPAN(v.PAN) {
		bad.Add("pan", "must be a PAN such as AAPFU0939F")
	}
	here := india.Country.IsNamed(v.Address.Country)
	if v.Bank = v.Bank.tidied(); here {
		v.Bank.check(&bad)
	} else {
		v.Bank.checkAbroad(&bad)
	}
	if here && v.Address.Pincode != "" {
		if !pinCode.MatchString(v.Address.Pincode) {
			bad.Add("address.pincode",
				"must be an Indian PIN code of 6 digits such as 313001; give the country if it is another one")
		}
		v.Address.Pincode = gaps.Replace(v.Address.Pincode)
	}
	return v, bad.Err()
}

func (b BankDetails) tidied() BankDetails {
	b.IFSC, b.AccountNumber = strings.ToUpper(b.IFSC), strings.ToUpper(gaps.Replace(b.AccountNumber))
	return b
}

func (b BankDetails) check(bad *errs.Fields) {
	if b.AccountNumber != "" && !accountNumber.MatchString(b.AccountNumber) {
		bad.Add("bankDetails.accountNumber", "must have 9 to 18 digits")
	}
	if b.IFSC != "" && !ifsc.MatchString(b.IFSC) {
		bad.Add("bankDetails.ifsc", "must be an IFSC of 11 characters such as SBIN0001234")
	}
}

// checkAbroad asks for no country's shape, only for what could be an account at all. A mask is none: sent back by
// mistake, it would replace the number.
func (b BankDetails) checkAbroad(bad *errs.Fields) {
	masked := strings.HasPrefix(b.AccountNumber, mask)
	if b.AccountNumber != "" && (masked || !accountAbroad.MatchString(b.AccountNumber)) {
		bad.Add("bankDetails.accountNumber", "must be an IBAN or an account number: 4 to 34 letters and digits")
	}
	if b.IFSC != "" && !bankAbroad.MatchString(b.IFSC) {
		bad.Add("bankDetails.ifsc", "must be a SWIFT code such as DEUTDEFF500, or another code of letters and digits")
	}
}

// changedFields names what differs between two states of a record.
func changedFields(before, after Vendor) []string {
	changed := []string{}
	for _, field := range []struct {
		name    string
		differs bool
	}{
		{"name", before.Name != after.Name},
		{"code", before.Code != after.Code},
		{"email", before.Email != after.Email},
		{"phone", before.Phone != after.Phone},
		{"gstin", before.GSTIN != after.GSTIN},
		{"pan", before.PAN != after.PAN},
		{"address", before.Address != after.Address},
		{"bankDetails", before.Bank != after.Bank},
		{"notes", before.Notes != after.Notes},
		{"tdsSection", before.TDSSection != after.TDSSection},
		{"tdsRate", !same(before.TDSRate, after.TDSRate)},
		{"paymentTermsDays", !same(before.Days, after.Days)},
	} {
		if field.differs {
			changed = append(changed, field.name)
		}
	}
	return changed
}

func same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// sameAs tells whether nothing differs.
func (v Vendor) sameAs(other Vendor) bool { return len(changedFields(v, other)) == 0 }

// Complete tells whether a bank can pay the vendor: whose account it is, its number and its bank's code.
func (b BankDetails) Complete() bool { return b.AccountNumber != "" && b.IFSC != "" }
