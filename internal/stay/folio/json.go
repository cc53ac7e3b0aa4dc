package folio

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/web"
)

// UnmarshalJSON reads a number. One with more than three decimals, or far too large, becomes a quantity that no charge
// can have, so that it is refused by its field's name.
func (q *Quantity) UnmarshalJSON(data []byte) error {
	var number json.Number
	if len(data) == 0 || data[0] == '"' || len(data) > 20 || strings.ContainsAny(string(data), "eE") {
		return errors.New("must be a number such as 1.5")
	}
	if err := json.Unmarshal(data, &number); err != nil {
		return errors.New("must be a number such as 1.5")
	}
	value, ok := new(big.Rat).SetString(string(number))
	if !ok {
		return errors.New("must be a number such as 1.5")
	}
	value.Mul(value, big.NewRat(int64(One), 1))
	if *q = -1; value.IsInt() && value.Num().IsInt64() {
		*q = Quantity(value.Num().Int64())
	}
	return nil
}

// MarshalJSON writes the number without needless decimals.
func (q Quantity) MarshalJSON() ([]byte, error) {
	text := fmt.Sprintf("%d.%03d", q/One, max(q%One, -(q%One)))
	if q < 0 && q > -One {
		text = "-" + text
	}
	return []byte(strings.TrimSuffix(strings.TrimRight(text, "0"), ".")), nil
}

// Schema describes the type in the OpenAPI document; in a reversal it is below zero.
func (Quantity) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Examples: []any{1.5}}
}

// SAC is a service accounting code or HSN in a request; it may be empty.
type SAC string

// Schema describes the type in the OpenAPI document.
func (SAC) Schema(huma.Registry) *huma.Schema {
	most := 8
	return &huma.Schema{Type: huma.TypeString, MaxLength: &most, Pattern: "^([0-9]{4,8})?$",
		PatternDescription: "a SAC or HSN of 4 to 8 digits", Examples: []any{"999712"}}
}

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
