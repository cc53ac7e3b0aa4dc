package buyer

import (
	"strings"

	"sarai/internal/country/india"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/web"
	"sarai/internal/paper/document"
)

// BuyerBody is who is billed, in a request: fields that are left out keep their value.
type BuyerBody struct {
	Name      web.Optional[string]              `json:"name,omitzero" maxLength:"120" example:"Rao Textiles"`
	Email     web.Optional[string]              `json:"email,omitzero" maxLength:"254" example:"accounts@rao.example"`
	Phone     web.Optional[string]              `json:"phone,omitzero" maxLength:"25" example:"+91 98765 43210"`
	GSTIN     web.Optional[string]              `json:"gstin,omitzero" maxLength:"15" example:"27AAPFU0939F1ZV"`
	SEZ       web.Change[bool]                  `json:"sez,omitzero" doc:"In a special economic zone" example:"false"`
	StateCode web.Optional[string]              `json:"stateCode,omitzero" maxLength:"2" example:"27"`
	Address   web.Optional[contact.AddressBody] `json:"address,omitzero"`
}

// Edit is the Edit of the body. It checks only what is given: records may hold what was taken before the checks.
func (b BuyerBody) Edit(buyer *document.Party, fields *errs.Fields) {
	contact.CheckNewEmail(fields, "buyer.email", buyer.Email, b.Email.Value)
	buyer.Name, buyer.Email, buyer.Phone = b.Name.Or(buyer.Name), b.Email.Or(buyer.Email), b.Phone.Or(buyer.Phone)
	if b.GSTIN.Set && india.NormalizeGSTIN(b.GSTIN.Value) != buyer.GSTIN {
		buyer.SEZ = false // that was another's
	}
	buyer.GSTIN, buyer.Address = b.GSTIN.Or(buyer.GSTIN), contact.ChangeAddress(buyer.Address, b.Address)
	buyer.SEZ = b.SEZ.Or(buyer.SEZ)
	fields.CheckLine("buyer.name", b.Name.Value)
	contact.CheckPhone(fields, "buyer.phone", b.Phone.Value)
	code, gstin := b.StateCode.Value, india.NormalizeGSTIN(buyer.GSTIN)
	switch {
	case code == "" && (b.StateCode.Null || b.Address.Set):
		buyer.StateCode = ""
	case code == "":
	case india.StateName(code) == "":
		fields.Add("buyer.stateCode", "must be the two digits of a state in a GSTIN, such as 27")
	case gstin != "" && !strings.HasPrefix(gstin, code):
		fields.Add("buyer.stateCode", "must be %.2s, as the GSTIN begins", gstin)
	default:
		buyer.StateCode = code
	}
}
