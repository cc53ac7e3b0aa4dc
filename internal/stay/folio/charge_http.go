package folio

import (
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/web"
)

// ChargeBody is a line in a request: a service, or goods, with the tax that it names.
type ChargeBody struct {
	Description string        `json:"description" minLength:"1" maxLength:"200" example:"Laundry"`
	Quantity    *Quantity     `json:"quantity,omitempty" doc:"Default 1; above 0, with at most three decimals"`
	UnitPrice   money.Number  `json:"unitPrice" doc:"With the tax inside if the prices include it" example:"350"`
	Discount    *money.Number `json:"discount,omitempty" doc:"Taken off quantity × unit price" example:"50"`
	TaxID       web.ID        `json:"taxId,omitempty" doc:"A tax on services; left out, there is none"`
	SAC         SAC           `json:"sac,omitempty" doc:"Default that of the tax"`
	Date        date.Date     `json:"date,omitempty" doc:"Default today; not in the future"`
}

// Item is what the body asks for. What can't be read is added to fields, whose names begin with prefix. The item has
// then no price, and Pricing finds nothing else wrong with it than its date.
func (b ChargeBody) Item(currency, prefix string, fields *errs.Fields) Item {
	amounts := money.Reader{Currency: currency}
	i := Item{Description: b.Description, Quantity: One, UnitPrice: amounts.Read(prefix+"unitPrice", b.UnitPrice),
		TaxID: b.TaxID.String(), SAC: string(b.SAC), Date: b.Date}
	if discount := amounts.Optional(prefix+"discount", b.Discount); discount != nil {
		i.Discount = *discount
	}
	if b.Quantity != nil {
		i.Quantity = *b.Quantity
	}
	if len(amounts.Fields) == 0 {
		return i
	}
	i.Quantity.check(prefix+"quantity", &amounts.Fields)
	*fields = append(*fields, amounts.Fields...)
	return Item{Quantity: One, Date: b.Date}
}

// RoutingBody are rules in a request.
type RoutingBody struct {
	Rooms string `json:"rooms,omitempty" enum:"own,company,master" doc:"Default own" example:"master"`
	Food  string `json:"food,omitempty" enum:"own,company,master" doc:"Default own" example:"own"`
	Other string `json:"other,omitempty" enum:"own,company,master" doc:"Default own" example:"own"`
}

// Routing are the rules.
func (b RoutingBody) Routing() Routing { return Routing{Named(b.Rooms), Named(b.Food), Named(b.Other)} }

// View is a charge as documents and folios show it.
type View struct {
	Type         string       `json:"type" enum:"room-night,day-use,service,adjustment,retained" example:"service"`
	Description  string       `json:"description" example:"Laundry"`
	SAC          string       `json:"sac" doc:"Service accounting code or HSN" example:"999712"`
	RoomNumber   string       `json:"roomNumber" example:"101"`
	Date         date.Date    `json:"date" doc:"The night, or the business day of the service"`
	Quantity     Quantity     `json:"quantity"`
	UnitPrice    money.Number `json:"unitPrice" doc:"With the tax inside if the prices include it" example:"350"`
	Discount     money.Number `json:"discount" example:"0"`
	TaxKind      string       `json:"taxKind" enum:",gst,utgst,vat,levy,exempt,non-gst,other" example:"gst"`
	TaxName      string       `json:"taxName" doc:"Empty where no tax is due" example:"GST on services"`
	TaxRate      money.Number `json:"taxRate" doc:"Percent" example:"18"`
	TaxableValue money.Number `json:"taxableValue" example:"296.62"`
	tax.PartsView
	TotalAmount money.Number `json:"totalAmount" example:"350"`
}

// View shows the charge in the currency.
func (c Charge) View(currency string) View {
	return View{Type: c.Kind, Description: c.Description, SAC: c.SAC, RoomNumber: c.RoomNumber, Date: c.Day,
		Quantity: c.Quantity, UnitPrice: c.UnitPrice.Number(currency), Discount: c.Discount.Number(currency),
		TaxKind: c.Applied.Kind, TaxName: c.Name, TaxRate: c.Rate.Number(), TaxableValue: c.Taxable.Number(currency),
		PartsView: c.Parts.View(c.Name, currency), TotalAmount: c.Total.Number(currency)}
}
