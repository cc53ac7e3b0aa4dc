package folio

import (
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// Discounts are those of the items together.
func Discounts(items []Item) (sum money.Amount) {
	for _, i := range items {
		sum += i.Discount
	}
	return sum
}

// Item is what somebody asks to be charged: a service, or goods, with the tax that it names.
type Item struct {
	Description string
	Quantity    Quantity
	UnitPrice   money.Amount // with the tax inside if the prices include it
	Discount    money.Amount // taken off quantity × unit price
	TaxID       string       // a tax on services; "": the line bears none
	SAC         string       // "": that of the tax
	Date        date.Date    // "": today
}

// Pricing is how items are priced and taxed.
type Pricing struct {
	Rules     *tax.Rules
	Inclusive bool // prices have the tax inside
	Today     date.Date
	Currency  string
}

// Price is the line of kind Service that charges the item, not below zero. What is wrong is added to fields, whose
// names begin with prefix, such as "lines[2].".
func (p Pricing) Price(i Item, prefix string, fields *errs.Fields) Charge {
	before := len(*fields)
	i.Quantity.check(prefix+"quantity", fields)
	c := Charge{Kind: Service, Day: p.Today, Description: i.Description, SAC: i.SAC, Quantity: i.Quantity,
		UnitPrice: i.UnitPrice, Discount: i.Discount}
	if i.Date != "" {
		c.Day = i.Date
		if _, err := date.Parse(string(i.Date)); err != nil {
			fields.Add(prefix+"date", "%s", err)
		} else if i.Date > p.Today {
			fields.Add(prefix+"date", "must not be after today (%s)", p.Today.Short())
		}
	}
	if len(*fields) > before {
		return c
	}
	return p.tax(c, i.TaxID, prefix, fields)
}

// check adds to fields what is wrong with a quantity that is asked for.
func (q Quantity) check(field string, fields *errs.Fields) {
	if q <= 0 || q > MostQuantity {
		fields.Add(field, "must be above 0 and at most %d, with at most three decimals", MostQuantity/One)
	}
}

// tax gives the charge its price and tax.
func (p Pricing) tax(c Charge, taxID, prefix string, fields *errs.Fields) Charge {
	if c.UnitPrice != 0 && int64(c.Quantity) > int64(money.Max)/int64(c.UnitPrice)*int64(One) {
		fields.Add(prefix+"unitPrice", "times the quantity is more than an amount can be")
		return c
	}
	price := c.Quantity.Price(c.UnitPrice)
	if c.Discount > price {
		fields.Add(prefix+"discount", "must not be more than the price of %s", price.Number(p.Currency))
		return c
	}
	applied, sac, err := p.Rules.Charge(taxID, c.Day, price-c.Discount, p.Inclusive)
	if err != nil {
		for _, field := range errs.FieldsOf(err) {
			fields.Add(prefix+field.Field, "%s", field.Message)
		}
		return c
	}
	if c.SAC == "" {
		c.SAC = sac
	}
	c.Applied = applied
	return c
}
