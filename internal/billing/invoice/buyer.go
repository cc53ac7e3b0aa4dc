package invoice

import (
	"cmp"
	"slices"
	"strings"

	"sarai/internal/country"
	"sarai/internal/kit/errs"
	"sarai/internal/paper/document"
	"sarai/internal/property/company"
	"sarai/internal/property/guest"
	"sarai/internal/stay/booking"
)

// BuyerEdit changes who is billed, and adds what it can't set to fields.
type BuyerEdit func(buyer *document.Party, fields *errs.Fields)

// apply returns the buyer after the edit, in the state that follows from it. A nil edit changes nothing.
func (edit BuyerEdit) apply(c *country.Country, buyer document.Party, fields *errs.Fields) document.Party {
	if edit != nil {
		edit(&buyer, fields)
	}
	return placed(c, buyer, fields)
}

// placed gives the buyer the state of its tax number or, without one, the state that it has or that its address names.
func placed(c *country.Country, p document.Party, fields *errs.Fields) document.Party {
	number := c.TaxNumber
	p.GSTIN, p.PAN = number.Normalize(p.GSTIN), ""
	switch {
	case p.GSTIN == "":
		p.StateCode = cmp.Or(p.StateCode, c.States.Code(p.Address.State))
	case !number.WellFormed(p.GSTIN):
		fields.Add("buyer.gstin", "%s", number.Shape)
		return p
	default:
		p.StateCode, p.PAN = number.State(p.GSTIN), number.Person(p.GSTIN)
	}
	p.State = c.States.Name(p.StateCode)
	return p
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
func (i Invoice) obstacles(c *country.Country) errs.Fields {
	var fields errs.Fields
	if i.Buyer.Name == "" {
		fields.Add("buyer.name", "must not be empty")
	}
	if i.wrongGSTIN(c) {
		fields.Add("buyer.gstin", "has a wrong check character, so one of its characters is mistyped: correct it, or take "+
			"it off")
	}
	hasGST := slices.ContainsFunc(i.Lines, func(l Line) bool { return l.Parts.General(c) })
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
func (i Invoice) wrongGSTIN(c *country.Country) bool {
	return i.Buyer.GSTIN != "" && !c.TaxNumber.Valid(i.Buyer.GSTIN)
}

// missingParticulars names what the law (in India, rule 46) requires about the buyer and the invoice lacks. It doesn't
// keep the invoice from being issued: a guest who is leaving may not tell, and a bill without an address is better than
// none.
func (i Invoice) missingParticulars(c *country.Country, currency string) []string {
	names, from := []string{}, c.Documents.NamedFrom
	if currency != c.Currency || from == 0 || i.Document != string(document.TaxInvoice) || i.Buyer.GSTIN != "" ||
		i.Taxable < from {
		return names
	}
	address := i.Buyer.Address
	if address.Line1 == "" && address.City == "" {
		names = append(names, "buyer.address.line1")
	}
	if i.Buyer.StateCode == "" && c.IsNamed(address.Country) {
		names = append(names, "buyer.stateCode")
	}
	return names
}
