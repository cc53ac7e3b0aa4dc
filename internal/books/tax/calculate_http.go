package tax

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

// Amounts are a value and its taxes in a response, by the names that documents use.
type Amounts struct {
	Taxable money.Number `json:"taxableValue" example:"7500"`
	PartsView
	Total money.Number `json:"totalAmount" example:"7875"`
}

// Amounts are the amounts in a response.
func (a Applied) Amounts(currency string) Amounts {
	return Amounts{Taxable: a.Taxable.Number(currency), PartsView: a.Parts.View(a.Name, currency),
		Total: a.Total.Number(currency)}
}

// NightView is a night of one room, with its tax.
type NightView struct {
	Date    date.Date    `json:"date" example:"2026-04-01"`
	Price   money.Number `json:"price" doc:"As in the request" example:"7875"`
	TaxName string       `json:"taxName" example:"GST on rooms"`
	TaxRate money.Number `json:"taxRate" doc:"Percent" example:"5"`
	Amounts
}

// PlaceView is a state or union territory.
type PlaceView struct {
	StateCode string `json:"stateCode" example:"27"`
	State     string `json:"state" example:"Maharashtra"`
}

// CalculationView is a stay with its taxes.
type CalculationView struct {
	Document  string      `json:"documentType" enum:"tax_invoice,bill_of_supply" doc:"What the stay's invoice would be"`
	Inclusive bool        `json:"pricesIncludeTax" doc:"The prices include the tax"`
	Place     PlaceView   `json:"placeOfSupply" doc:"Where the property is; empty without a GSTIN"`
	Rooms     int         `json:"rooms" example:"1"`
	Nights    []NightView `json:"nights" doc:"Of one room"`
	Amounts
}

func (c calculation) view(currency string) CalculationView {
	state := c.rules.State()
	v := CalculationView{Document: c.rules.Document(), Inclusive: c.inclusive, Rooms: c.rooms,
		Place: PlaceView{StateCode: state, State: c.rules.land().States.Name(state)}, Amounts: c.sum.Amounts(currency)}
	for _, night := range c.nights {
		v.Nights = append(v.Nights, NightView{Date: night.date, Price: night.price.Number(currency), TaxName: night.Name,
			TaxRate: night.Rate.Number(), Amounts: night.Amounts(currency)})
	}
	return v
}

type calculateInput struct {
	Body struct {
		CheckIn      date.Date      `json:"checkIn" example:"2026-04-01"`
		CheckOut     date.Date      `json:"checkOut" example:"2026-04-03"`
		RatePerNight *money.Number  `json:"ratePerNight,omitempty" minimum:"0" doc:"Of one room" example:"5000"`
		Rates        []money.Number `json:"rates,omitempty" maxItems:"365" doc:"The price of each night, if they differ"`
		Rooms        int            `json:"rooms,omitempty" default:"1" minimum:"1" maximum:"100" doc:"At these prices"`
		Inclusive    *bool          `json:"pricesIncludeTax,omitempty" doc:"Default: as the organization's settings say"`
	}
}

// maxNights is the longest stay.
const maxNights = 365

// stay reads the body. Its error names every bad field.
func (in *calculateInput) stay(currency string) (stay, error) {
	b, bad := in.Body, errs.Fields{}
	asked := stay{checkIn: b.CheckIn, rooms: max(b.Rooms, 1), inclusive: b.Inclusive}
	for _, day := range []struct {
		field string
		value date.Date
	}{{"checkIn", b.CheckIn}, {"checkOut", b.CheckOut}} {
		if _, err := date.Parse(string(day.value)); err != nil {
			bad.Add(day.field, "%s", err)
		}
	}
	if len(bad) > 0 {
		return asked, bad.Err()
	}
	nights := b.CheckIn.DaysUntil(b.CheckOut)
	if nights < 1 || nights > maxNights {
		return asked, errs.InvalidField("checkOut", "must be 1 to %d nights after checkIn", maxNights)
	}
	asked.prices = in.prices(nights, asked.rooms, currency, &bad)
	return asked, bad.Err()
}

// prices reads one price for each night.
func (in *calculateInput) prices(nights, rooms int, currency string, bad *errs.Fields) []money.Amount {
	rate, rates := in.Body.RatePerNight, in.Body.Rates
	most := money.Max / money.Amount(nights*rooms)
	read := func(field string, number money.Number) money.Amount {
		price, err := number.NotNegative(currency)
		if err == nil && price > most {
			err = errors.New("is too large for so many nights and rooms")
		}
		if err != nil {
			bad.Add(field, "%s", err)
		}
		return price
	}
	var prices []money.Amount
	for i, rate := range rates {
		prices = append(prices, read(fmt.Sprintf("rates[%d]", i), rate))
	}
	switch {
	case rate != nil:
		prices = slices.Repeat([]money.Amount{read("ratePerNight", *rate)}, nights)
		if len(rates) > 0 {
			bad.Add("ratePerNight", "must be left out where rates are given")
			bad.Add("rates", "must be left out where ratePerNight is given")
		}
	case len(rates) == 0:
		bad.Add("ratePerNight", "must be given, or rates with one price for each night")
		bad.Add("rates", "must be given, or ratePerNight")
	case len(rates) != nights:
		bad.Add("rates", "must have %d prices, one for each night", nights)
	}
	return prices
}

func (s *Service) httpCalculate(ctx context.Context, sc scope.Scope, in *calculateInput) (
	*web.Data[CalculationView], error) {
	asked, err := in.stay(sc.Currency)
	if err != nil {
		return nil, err
	}
	calculated, err := s.calculate(ctx, sc, asked)
	if err != nil {
		return nil, err
	}
	return web.OK(calculated.view(sc.Currency)), nil
}
