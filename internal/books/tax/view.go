package tax

import (
	"cmp"

	"sarai/internal/country/india"
	"sarai/internal/country/packs"
	"sarai/internal/kit/money"
)

// PartView is a part of a tax in a response.
type PartView struct {
	Code   string        `json:"code" doc:"cgst, sgst, utgst, igst; other: a tax of the hotel's own" example:"cgst"`
	Name   string        `json:"name" doc:"As documents show it; empty of a sum of several taxes" example:"CGST"`
	Rate   *money.Number `json:"rate" nullable:"true" doc:"Percent; null of a sum" example:"2.5"`
	Amount money.Number  `json:"amount" example:"187.5"`
}

// PartsView is a tax in a response: in its parts, and in the fields of India.
type PartsView struct {
	CGST      money.Number `json:"cgst" example:"187.5"`
	SGST      money.Number `json:"sgst" example:"187.5"`
	UTGST     money.Number `json:"utgst" doc:"In place of SGST in a union territory without a legislature" example:"0"`
	OtherTax  money.Number `json:"otherTax" doc:"All that is neither of them" example:"0"`
	Parts     []PartView   `json:"parts" doc:"All of the tax, by who receives it"`
	TaxAmount money.Number `json:"taxAmount" doc:"The sum of the taxes" example:"375"`
}

// View shows the parts of a tax of this name; "" of a sum, whose parts may be of several rates.
func (p Parts) View(name, currency string) PartsView {
	cgst, sgst, utgst := p.Of(india.CGST), p.Of(india.SGST), p.Of(india.UTGST)
	v := PartsView{CGST: cgst.Number(currency), SGST: sgst.Number(currency), UTGST: utgst.Number(currency),
		OtherTax: (p.Sum() - cgst - sgst - utgst).Number(currency), Parts: make([]PartView, len(p)),
		TaxAmount: p.Sum().Number(currency)}
	for i, part := range p {
		v.Parts[i] = PartView{Code: part.Code, Name: cmp.Or(packs.Part(part.Code).Title, name),
			Amount: part.Amount.Number(currency)}
		if rate := part.Rate.Number(); part.Rate != 0 && name != "" {
			v.Parts[i].Rate = &rate
		}
	}
	return v
}
