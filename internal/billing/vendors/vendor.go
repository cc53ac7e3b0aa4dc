package vendors

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/errs"
	"sarai/internal/record/gst"
)

// Vendor is whom the hotel buys from. Texts are empty where nothing is known.
type Vendor struct {
	ID        string
	Name      string
	Code      string
	Email     string
	Phone     string
	GSTIN     string
	PAN       string
	Address   contact.Address
	Bank      BankDetails
	Notes     string
	CreatedAt int64 // UTC milliseconds
	UpdatedAt int64
}

// BankDetails say where the vendor is paid.
type BankDetails struct {
	AccountName   string `json:"accountName" example:"Lake City Linen"`
	AccountNumber string `json:"accountNumber" doc:"Only its last four digits for callers without vendors.update" example:"XXXXXX4321"`
	BankName      string `json:"bankName" example:"State Bank of India"`
	IFSC          string `json:"ifsc" example:"SBIN0001234"`
	Branch        string `json:"branch" example:"Udaipur Main"`
}

// masked shows the last four digits of the account number, of which there are at least nine: XXXXXX4321.
func (b BankDetails) masked() BankDetails {
	if b.AccountNumber != "" {
		b.AccountNumber = "XXXXXX" + b.AccountNumber[len(b.AccountNumber)-4:]
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
	gaps          = strings.NewReplacer(" ", "", "-", "")
)

// codeKey is what codes are compared by.
func codeKey(code string) string { return strings.ToLower(code) }

// checked is the vendor as it is stored, or an error that names every bad field.
func (v Vendor) checked() (Vendor, error) {
	var bad errs.Fields
	v.GSTIN, v.PAN = gst.NormalizeGSTIN(v.GSTIN), gst.NormalizeGSTIN(v.PAN)
	if v.Name == "" || strings.ContainsFunc(v.Name, unicode.IsControl) {
		bad.Add("name", "must be one line of text")
	}
	if strings.ContainsFunc(v.Code, unicode.IsControl) {
		bad.Add("code", "must be one line of text")
	}
	if v.Email != "" && !contact.Email(v.Email) {
		bad.Add("email", "must be an e-mail address such as sales@linen.example")
	}
	if v.Phone != "" && !contact.Phone(v.Phone) {
		bad.Add("phone", "must be a phone number such as +91 294 242 0101")
	}
	if v.GSTIN != "" && !gst.WellFormedGSTIN(v.GSTIN) {
		bad.Add("gstin", "must be a GSTIN of 15 characters such as 27AAPFU0939F1ZV")
	}
	if v.PAN != "" && !gst.ValidPAN(v.PAN) {
		bad.Add("pan", "must be a PAN such as AAPFU0939F")
	}
	v.Address = checkedAddress(v.Address, &bad)
	v.Bank = v.Bank.checked(&bad)
	return v, bad.Err()
}

// checkedAddress asks for an Indian PIN code unless the address is in another country.
func checkedAddress(a contact.Address, bad *errs.Fields) contact.Address {
	country := strings.ToLower(a.Country)
	if india := country == "" || country == "india" || country == "in"; !india || a.Pincode == "" {
		return a
	}
	if !pinCode.MatchString(a.Pincode) {
		bad.Add("address.pincode", "must be an Indian PIN code of 6 digits such as 313001; give the country if it is another one")
	}
	a.Pincode = gaps.Replace(a.Pincode)
	return a
}

func (b BankDetails) checked(bad *errs.Fields) BankDetails {
	b.IFSC, b.AccountNumber = strings.ToUpper(b.IFSC), gaps.Replace(b.AccountNumber)
	if b.AccountNumber != "" && !accountNumber.MatchString(b.AccountNumber) {
		bad.Add("bankDetails.accountNumber", "must have 9 to 18 digits")
	}
	if b.IFSC != "" && !ifsc.MatchString(b.IFSC) {
		bad.Add("bankDetails.ifsc", "must be an IFSC of 11 characters such as SBIN0001234")
	}
	return b
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
	} {
		if field.differs {
			changed = append(changed, field.name)
		}
	}
	return changed
}
