package folio

import (
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// ChargeBody is a line in a request: a service, or goods, with the tax that it names.
type ChargeBody struct {
	Description string        `json:"description" minLength:"1" maxLength:"200" example:"Laundry"`
	Quantity    *Quantity     `json:"quantity,omitempty" doc:"Default 1; above 0, with at most three decimals"`
	UnitPrice   money.Number  `json:"unitPrice" doc:"With the tax inside if the prices include it" example:"350"`
	Discount    *money.Number `json:"discount,omitempty" doc:"Taken off quantity × unit price" example:"50"`
	TaxID       string        `json:"taxId,omitempty" maxLength:"40" doc:"A tax on services; left out, the line bears none" example:"665f1c2ab7e4d90012ab34cd"`
	SAC         string        `json:"sac,omitempty" maxLength:"8" pattern:"^([0-9]{4,8})?$" patternDescription:"a SAC or HSN of 4 to 8 digits" doc:"Default that of the tax" example:"999712"`
	Date        date.Date     `json:"date,omitempty" doc:"Default today; not in the future"`
}

// Charge is the line that the request asks for, of kind service and not below zero; what is wrong is added to fields,
// whose names begin with prefix ("lines[2]."). inclusive says that its prices have the tax inside.
func (b ChargeBody) Charge(sc scope.Scope, rules *tax.Rules, inclusive bool, today date.Date, prefix string, fields *errs.Fields) Charge {
	before := len(*fields)
	c := Charge{Kind: Service, Day: today, Description: b.Description, SAC: b.SAC, Quantity: One}
	unit, err := b.UnitPrice.NotNegative(sc.Currency)
	if err != nil {
		fields.Add(prefix+"unitPrice", "%s", err)
	}
	c.UnitPrice = unit
	if b.Quantity != nil {
		c.Quantity = *b.Quantity
	}
	if c.Quantity <= 0 || c.Quantity > MostQuantity {
		fields.Add(prefix+"quantity", "must be above 0 and at most %d, with at most three decimals", MostQuantity/One)
	}
	if b.Discount != nil {
		if c.Discount, err = b.Discount.NotNegative(sc.Currency); err != nil {
			fields.Add(prefix+"discount", "%s", err)
		}
	}
	if b.Date != "" {
		c.Day = b.Date
		if _, err := date.Parse(string(b.Date)); err != nil {
			fields.Add(prefix+"date", "%s", err)
		} else if b.Date > today {
			fields.Add(prefix+"date", "must not be after today (%s)", today)
		}
	}
	if len(*fields) > before {
		return c
	}
	return c.priced(sc, rules, inclusive, b.TaxID, prefix, fields)
}

// priced gives the charge its price and tax.
func (c Charge) priced(sc scope.Scope, rules *tax.Rules, inclusive bool, taxID, prefix string, fields *errs.Fields) Charge {
	if c.UnitPrice != 0 && int64(c.Quantity) > int64(money.Max)/int64(c.UnitPrice)*int64(One) {
		fields.Add(prefix+"unitPrice", "times the quantity is more than an amount can be")
		return c
	}
	price := c.Quantity.Price(c.UnitPrice)
	if c.Discount > price {
		fields.Add(prefix+"discount", "must not be more than the price of %s", price.Number(sc.Currency))
		return c
	}
	applied, sac, err := rules.Charge(taxID, c.Day, price-c.Discount, inclusive)
	if err != nil {
		addFields(fields, prefix, err)
		return c
	}
	if c.SAC == "" {
		c.SAC = sac
	}
	c.Applied = applied
	return c
}

// addFields adds the fields that err names, with the prefix before them.
func addFields(fields *errs.Fields, prefix string, err error) {
	for _, field := range errs.FieldsOf(err) {
		fields.Add(prefix+field.Field, "%s", field.Message)
	}
}

// View is a charge as documents and folios show it.
type View struct {
	Type         string       `json:"type" enum:"room-night,service,adjustment" example:"service"`
	Description  string       `json:"description" example:"Laundry"`
	SAC          string       `json:"sac" doc:"Service accounting code or HSN" example:"999712"`
	RoomNumber   string       `json:"roomNumber" example:"101"`
	Date         date.Date    `json:"date" doc:"The night, or the business day of the service"`
	Quantity     Quantity     `json:"quantity"`
	UnitPrice    money.Number `json:"unitPrice" doc:"With the tax inside if the prices include it" example:"350"`
	Discount     money.Number `json:"discount" example:"0"`
	TaxName      string       `json:"taxName" doc:"Empty where no tax is due" example:"GST on services"`
	TaxRate      money.Number `json:"taxRate" doc:"Percent" example:"18"`
	TaxableValue money.Number `json:"taxableValue" example:"296.62"`
	CGST         money.Number `json:"cgst" example:"26.69"`
	SGST         money.Number `json:"sgst" example:"26.69"`
	UTGST        money.Number `json:"utgst" doc:"In place of SGST in a union territory without a legislature" example:"0"`
	OtherTax     money.Number `json:"otherTax" example:"0"`
	TaxAmount    money.Number `json:"taxAmount" example:"53.38"`
	TotalAmount  money.Number `json:"totalAmount" example:"350"`
}

// View shows the charge in the currency.
func (c Charge) View(currency string) View {
	sgst, utgst := c.SGST, money.Amount(0)
	if c.Applied.Kind == tax.UTGST {
		sgst, utgst = 0, c.SGST
	}
	return View{Type: c.Kind, Description: c.Description, SAC: c.SAC, RoomNumber: c.RoomNumber, Date: c.Day, Quantity: c.Quantity,
		UnitPrice: c.UnitPrice.Number(currency), Discount: c.Discount.Number(currency), TaxName: c.Name, TaxRate: c.Rate.Number(),
		TaxableValue: c.Taxable.Number(currency), CGST: c.CGST.Number(currency), SGST: sgst.Number(currency), UTGST: utgst.Number(currency),
		OtherTax: c.Other.Number(currency), TaxAmount: c.Tax().Number(currency), TotalAmount: c.Total.Number(currency)}
}
