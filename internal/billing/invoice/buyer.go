package invoice

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/web"
	"sarai/internal/paper/document"
	"sarai/internal/property/guest"
	"sarai/internal/record/gst"
	"sarai/internal/stay/booking"
)

// namedFrom is the taxable value in paise from which GST's rule 46 wants the name, address and state of a buyer without
// a GSTIN too.
const namedFrom money.Amount = 50_000_00

// BuyerBody is who is billed, in a request: fields that are left out keep their value.
type BuyerBody struct {
	Name      web.Optional[string]              `json:"name,omitzero" maxLength:"120" example:"Rao Textiles"`
	Email     web.Optional[string]              `json:"email,omitzero" maxLength:"254" example:"accounts@rao.example"`
	Phone     web.Optional[string]              `json:"phone,omitzero" maxLength:"25" example:"+91 98765 43210"`
	GSTIN     web.Optional[string]              `json:"gstin,omitzero" maxLength:"15" example:"27AAPFU0939F1ZV"`
	StateCode web.Optional[string]              `json:"stateCode,omitzero" maxLength:"2" example:"27"`
	Address   web.Optional[contact.AddressBody] `json:"address,omitzero"`
}

// apply is the buyer after the request; what is wrong is added to fields.
func (b BuyerBody) apply(p document.Party, fields *errs.Fields) document.Party {
	p.Name, p.Email, p.Phone = b.Name.Or(p.Name), b.Email.Or(p.Email), b.Phone.Or(p.Phone)
	p.Address = contact.ChangeAddress(p.Address, b.Address)
	p.GSTIN = gst.NormalizeGSTIN(b.GSTIN.Or(p.GSTIN))
	if b.Name.Set && strings.ContainsFunc(p.Name, unicode.IsControl) {
		fields.Add("buyer.name", "must be one line of text")
	}
	if b.Email.Set && p.Email != "" && !contact.Email(p.Email) {
		fields.Add("buyer.email", "must be an e-mail address such as accounts@rao.example")
	}
	if b.Phone.Set && p.Phone != "" && !contact.Phone(p.Phone) {
		fields.Add("buyer.phone", "must be a phone number such as +91 98765 43210")
	}
	if p.GSTIN != "" && !gst.WellFormedGSTIN(p.GSTIN) {
		fields.Add("buyer.gstin", "must be a GSTIN of 15 characters such as 27AAPFU0939F1ZV")
		return p
	}
	if code := b.StateCode.Value; code != "" && gst.StateName(code) == "" {
		fields.Add("buyer.stateCode", "must be the two digits of a state in a GSTIN, such as 27")
	} else if code != "" && p.GSTIN != "" && code != p.GSTIN[:2] {
		fields.Add("buyer.stateCode", "must be %s, as the GSTIN begins", p.GSTIN[:2])
	}
	if b.StateCode.Null || b.Address.Set {
		p.StateCode = ""
	}
	return placed(p, b.StateCode.Value)
}

// placed gives the buyer a state: that of its GSTIN, or the one that is given, or that which it has, or the one that
// its address names.
func placed(p document.Party, given string) document.Party {
	p.PAN = ""
	if p.GSTIN != "" {
		p.StateCode, p.PAN = p.GSTIN[:2], gst.PAN(p.GSTIN)
	} else {
		p.StateCode = cmp.Or(given, p.StateCode, stateCode(p.Address.State))
	}
	p.State = gst.StateName(p.StateCode)
	return p
}

// stateCode is the code of the state with this name; "" for an unknown one.
func stateCode(name string) string {
	for n := 1; n <= 38; n++ {
		if code := fmt.Sprintf("%02d", n); strings.EqualFold(gst.StateName(code), strings.TrimSpace(name)) {
			return code
		}
	}
	return ""
}

// guestParty is a guest's record as a buyer: its company, where the record has a GSTIN.
func guestParty(g guest.Guest) document.Party {
	p := document.Party{Name: g.Name, Email: g.Email, Phone: g.Phone, GSTIN: g.GSTIN, Address: g.Address}
	if g.GSTIN != "" && g.Company != "" {
		p.Name = g.Company
	}
	return p
}

// ofBooking is the buyer with the name and contacts that the booking has of its guest.
func ofBooking(p document.Party, b *booking.Booking) document.Party {
	if p.GSTIN == "" {
		p.Name = b.GuestName
	}
	if b.GuestEmail != "" {
		p.Email = b.GuestEmail
	}
	p.Phone = b.GuestPhone
	return p
}

// obstacles are what keeps the draft from being issued.
func (i Invoice) obstacles() errs.Fields {
	var fields errs.Fields
	if i.Buyer.Name == "" {
		fields.Add("buyer.name", "must not be empty")
	}
	if i.Document == string(document.BillOfSupply) && slices.ContainsFunc(i.Lines,
		func(l Line) bool { return l.CGST != 0 }) {
		fields.Add("lines", "have GST on them, but the hotel has no GSTIN any more: give the organization its GSTIN again "+
			"to issue this invoice, or reverse the charges and charge them again")
	}
	return fields
}

// missing names what GST's rule 46 wants of the buyer and the invoice doesn't have. It doesn't keep an invoice from
// being issued: a guest who is about to leave may not tell, and a bill without an address is better than none.
func (i Invoice) missing(currency string) []string {
	names := []string{}
	if currency != "INR" || i.Document != string(document.TaxInvoice) || i.Buyer.GSTIN != "" || i.Taxable < namedFrom {
		return names
	}
	if i.Buyer.Address.Line1 == "" && i.Buyer.Address.City == "" {
		names = append(names, "buyer.address.line1")
	}
	if country := strings.ToLower(i.Buyer.Address.Country); i.Buyer.StateCode == "" &&
		(country == "" || country == "india" || country == "in") {
		names = append(names, "buyer.stateCode")
	}
	return names
}
