package tax

import (
	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// Rules are an organization's taxes and its registration, as a transaction read them.
type Rules struct {
	country string   // its code
	number  string   // under which it collects the general tax: in India, its GSTIN
	records []Record // the general tax before other kinds, then the latest start first
}

// Registered reports whether the organization has a tax number; only then does it collect the general tax.
func (r *Rules) Registered() bool { return r.number != "" }

// State is the code of the state where the property is, which is the place of supply; "" without a tax number, and
// where there are no states.
func (r *Rules) State() string { return r.land().TaxNumber.State(r.number) }

// LodgingCode is the code of rooms on documents, as the country has it.
func (r *Rules) LodgingCode() string { return r.land().LodgingCode }

func (r *Rules) land() *country.Country { return packs.Of(r.country) }

// Document is the kind of an invoice: "tax_invoice", or "bill_of_supply" without a GSTIN.
func (r *Rules) Document() string {
	if r.Registered() {
		return "tax_invoice"
	}
	return "bill_of_supply"
}

// Night is the price of a room-night with its tax. inclusive means that the price includes the tax. A negative price
// bears the reversal of what the positive one bears.
func (r *Rules) Night(night date.Date, price money.Amount, inclusive bool) Applied {
	return r.Lodging(night, price, price, inclusive)
}

// Lodging is a price, positive or negative, for lodging that isn't a night (a cancellation, a night not stayed, an
// adjustment of the total), with tax at the rate of a night that costs perNight.
func (r *Rules) Lodging(day date.Date, price, perNight money.Amount, inclusive bool) Applied {
	for _, record := range r.records {
		if record.AppliesTo == RoomNight && record.InForce(day) && (!r.land().General(record.Kind) || r.Registered()) {
			rate := record.Slabs.rate(record.Kind, max(perNight, -perNight), inclusive)
			return r.apply(record, rate, price, inclusive)
		}
	}
	return Exclusive(None, 0, price)
}

// Charge is the price of a charge that isn't for lodging, with the tax that taxID names and that tax's SAC or HSN; for
// "" it has neither. It fails with Invalid, naming the field taxId, if no such tax on services is in force on the day.
func (r *Rules) Charge(taxID string, day date.Date, price money.Amount, inclusive bool) (
	applied Applied, sac string, err error) {
	if taxID == "" {
		return Exclusive(None, 0, price), "", nil
	}
	for _, record := range r.records {
		if record.ID != taxID {
			continue
		}
		switch {
		case record.AppliesTo != Services:
			return applied, "", errs.InvalidField("taxId", "must be a tax on services; %s is charged by the night", record.Name)
		case !record.Active:
			return applied, "", errs.InvalidField("taxId", "must be an active tax; %s is switched off", record.Name)
		case !record.InForce(day):
			return applied, "", errs.InvalidField("taxId", "must be a tax in force on %s; %s is not", day.Text(), record.Name)
		case r.land().General(record.Kind) && !r.Registered():
			return Exclusive(None, 0, price), record.SAC, nil
		}
		rate := record.Slabs.rate(record.Kind, max(price, -price), inclusive)
		return r.apply(record, rate, price, inclusive), record.SAC, nil
	}
	return applied, "", errs.InvalidField("taxId", "must be the id of one of the organization's taxes")
}

func (r *Rules) apply(record Record, rate Rate, price money.Amount, inclusive bool) Applied {
	kind := r.land().In(record.Kind, r.State())
	applied := Exclusive(kind, rate, price)
	if inclusive {
		applied = Inclusive(kind, rate, price)
	}
	applied.Name = record.Name
	return applied
}
