package contact

import "sarai/internal/kit/web"

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
