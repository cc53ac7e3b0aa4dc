package invoice

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/paper/document"
	"sarai/internal/property/company"
	"sarai/internal/property/guest"
	"sarai/internal/record/gst"
	"sarai/internal/stay/booking"
)

// namedFrom is the taxable value, in paise, from which rule 46 requires the name, address and state of a buyer without
// a GSTIN too.
const namedFrom money.Amount = 50_000_00

// BuyerEdit changes who is billed, and adds what it can't set to fields.
type BuyerEdit func(buyer *document.Party, fields *errs.Fields)

// apply returns the buyer after the edit, in the state that follows from it. A nil edit changes nothing.
func (edit BuyerEdit) apply(buyer document.Party, fields *errs.Fields) document.Party {
	if edit != nil {
		edit(&buyer, fields)
	}
	return placed(buyer, fields)
}

// placed gives the buyer the state of its GSTIN or, without one, the state that it has or that its address names.
func placed(p document.Party, fields *errs.Fields) document.Party {
	p.GSTIN, p.PAN = gst.NormalizeGSTIN(p.GSTIN), ""
	switch {
	case p.GSTIN == "":
		p.StateCode = cmp.Or(p.StateCode, stateCode(p.Address.State))
	case !gst.WellFormedGSTIN(p.GSTIN):
		fields.Add("buyer.gstin", "must be a GSTIN of 15 characters such as 27AAPFU0939F1ZV")
		return p
	default:
		p.StateCode, p.PAN = p.GSTIN[:2], gst.PAN(p.GSTIN)
	}
	p.State = gst.StateName(p.StateCode)
	return p
}

// stateCode is the code of the state with this name; "" if there is none.
func stateCode(name string) string {
	for n := 1; n <= 38; n++ {
		if code := fmt.Sprintf("%02d", n); strings.EqualFold(gst.StateName(code), strings.TrimSpace(name)) {
			return code
		}
	}
	return ""
}

// partyOf is the guest as a buyer: under the company's name if the record has a GSTIN.
func partyOf(g guest.Guest) document.Party {
	p := document.Party{Name: g.Name, Email: g.Email, Phone: g.Phone, GSTIN: g.GSTIN, Address: g.Address}
	if g.GSTIN != "" && g.Company != "" {
		p.Name = g.Company
	}
	return p
}

// asBooked is the buyer with the name and contacts that the booking has for its guest.
func asBooked(p document.Party, b *booking.Booking) document.Party {
	if p.GSTIN == "" {
		p.Name = b.GuestName
	}
	p.Email, p.Phone = cmp.Or(b.GuestEmail, p.Email), b.GuestPhone
	return p
}

// billed is the company as a buyer; where it has no contacts of its own, with those of the guest.
func billed(c company.Company, guest document.Party) document.Party {
	return document.Party{Name: c.Name, Email: cmp.Or(c.Email, guest.Email), Phone: cmp.Or(c.Phone, guest.Phone),
		GSTIN: c.GSTIN, Address: c.Address}
}

// obstacles are the faults that keep the draft from being issued.
func (i Invoice) obstacles() errs.Fields {
	var fields errs.Fields
	if i.Buyer.Name == "" {
		fields.Add("buyer.name", "must not be empty")
	}
	if i.wrongGSTIN() {
		fields.Add("buyer.gstin", "has a wrong check character, so one of its characters is mistyped: correct it, or take "+
			"it off")
	}
	hasGST := slices.ContainsFunc(i.Lines, func(l Line) bool { return l.CGST != 0 })
	if i.Document == string(document.BillOfSupply) && hasGST {
		fields.Add("lines", "have GST on them, but the hotel has no GSTIN any more: give the organization its GSTIN again "+
			"to issue this invoice, or reverse the charges and charge them again")
	}
	if igst := i.oweIGST(); igst != "" {
		fields.Add("buyer.gstin", "can't be charged CGST: %s", strings.TrimSuffix(igst, "."))
	}
	return fields
}

// wrongGSTIN reports whether the buyer's GSTIN breaks the check rule. Records and drafts take it as it is, since it is
// better noted wrong than not at all; a document of the hotel doesn't.
func (i Invoice) wrongGSTIN() bool { return i.Buyer.GSTIN != "" && !gst.ValidGSTIN(i.Buyer.GSTIN) }

// missingParticulars names what rule 46 requires about the buyer and the invoice lacks. It doesn't keep the invoice
// from being issued: a guest who is leaving may not tell, and a bill without an address is better than none.
func (i Invoice) missingParticulars(currency string) []string {
	names := []string{}
	if currency != "INR" || i.Document != string(document.TaxInvoice) || i.Buyer.GSTIN != "" || i.Taxable < namedFrom {
		return names
	}
	address := i.Buyer.Address
	if address.Line1 == "" && address.City == "" {
		names = append(names, "buyer.address.line1")
	}
	country := strings.ToLower(address.Country)
	if i.Buyer.StateCode == "" && (country == "" || country == "india" || country == "in") {
		names = append(names, "buyer.stateCode")
	}
	return names
}
