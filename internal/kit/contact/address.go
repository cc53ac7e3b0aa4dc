package contact

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"sarai/internal/kit/web"
)

// Address is a postal address. Every line may be empty.
type Address struct {
	Line1   string `json:"line1" doc:"House and street" example:"12 Lake Road"`
	Line2   string `json:"line2" doc:"What helps to find it" example:"Near Gangaur Ghat"`
	City    string `json:"city" doc:"Town" example:"Udaipur"`
	State   string `json:"state" doc:"State or province" example:"Rajasthan"`
	Pincode string `json:"pincode" doc:"Postal code" example:"313001"`
	Country string `json:"country" doc:"Country" example:"India"`
}

// Value stores the address as JSON text.
func (a Address) Value() (driver.Value, error) {
	text, err := json.Marshal(a)
	return string(text), err
}

// Scan reads what Value stored.
func (a *Address) Scan(stored any) error {
	switch stored := stored.(type) {
	case string:
		return json.Unmarshal([]byte(stored), a)
	case []byte:
		return json.Unmarshal(stored, a)
	}
	return fmt.Errorf("an address is stored as text, not as %T", stored)
}

// AddressBody is an address in a request: fields that are left out keep their value.
type AddressBody struct {
	Line1   web.Optional[string] `json:"line1,omitzero" maxLength:"200" example:"12 Lake Road"`
	Line2   web.Optional[string] `json:"line2,omitzero" maxLength:"200" example:"Near Gangaur Ghat"`
	City    web.Optional[string] `json:"city,omitzero" maxLength:"100" example:"Udaipur"`
	State   web.Optional[string] `json:"state,omitzero" maxLength:"100" example:"Rajasthan"`
	Pincode web.Optional[string] `json:"pincode,omitzero" maxLength:"20" example:"313001"`
	Country web.Optional[string] `json:"country,omitzero" maxLength:"100" example:"India"`
}

// ChangeAddress applies a request to an address: null clears it, fields that are left out keep their value.
func ChangeAddress(a Address, asked web.Optional[AddressBody]) Address {
	if asked.Null {
		return Address{}
	}
	b := asked.Value
	return Address{Line1: b.Line1.Or(a.Line1), Line2: b.Line2.Or(a.Line2), City: b.City.Or(a.City),
		State: b.State.Or(a.State), Pincode: b.Pincode.Or(a.Pincode), Country: b.Country.Or(a.Country)}
}
