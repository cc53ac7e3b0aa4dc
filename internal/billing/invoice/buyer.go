package invoice

import (
	"slices"
	"strings"

	"sarai/internal/country"
	"sarai/internal/kit/errs"
	"sarai/internal/paper/document"
)

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
