package offer

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/stay/lodging"
)

// Wanted is what a booking asks for with an offer: the stay, and the party of one room.
type Wanted struct {
	CheckIn, CheckOut date.Date
	Inclusive         *bool  // whether the booking's prices include tax; nil: as the offer says
	CompanyID         string // the booking's; "": as the offer says
	Adults, Children  int    // 0: as the offer says
	Field             string // the room's place in the request, for messages: "" or such as "rooms[2]."
}

// Check fails with Invalid where the offer is not for what is wanted; field names the offer in the request. The price
// is promised to the party that was searched for, or a smaller one: more people, of either kind, have none.
func (o Offer) Check(w Wanted, field string) error {
	switch {
	case w.CheckIn != o.CheckIn || w.CheckOut != o.CheckOut():
		return errs.InvalidField(field, "is for a stay from %s to %s", o.CheckIn.Text(), o.CheckOut().Text())
	case w.Inclusive != nil && *w.Inclusive != o.Inclusive && o.Inclusive:
		return errs.InvalidField(field, "has prices that include tax, other than the booking's")
	case w.Inclusive != nil && *w.Inclusive != o.Inclusive:
		return errs.InvalidField(field, "has prices before tax, other than the booking's")
	case o.CompanyID != "" && w.CompanyID != "" && w.CompanyID != o.CompanyID:
		return errs.InvalidField(field, "is for another company than the booking's")
	case w.Adults > o.Adults:
		return errs.InvalidField(w.Field+"adults",
			"must be at most %d, for whom the offer's price is: search again with all", o.Adults)
	case w.Children > len(o.ChildAges):
		return errs.InvalidField(w.Field+"children",
			"must be at most %d, for whom the offer's price is: search again with the ages of all", len(o.ChildAges))
	}
	return nil
}

// Rates are the prices of the nights; field names the offer in the request.
func (o Offer) Rates(field string) (rates []lodging.Rate) {
	for n, day := range date.Days(o.CheckIn, o.CheckOut()) {
		rates = append(rates, lodging.Rate{Field: field, Day: day, Price: o.Prices[n], Plan: &o.PlanCode})
	}
	return rates
}

// Sold is what the offer promises besides the prices.
func (o Offer) Sold() *lodging.Sold {
	return &lodging.Sold{Party: id.New(), PlanID: o.PlanID, PlanCode: o.PlanCode, ProductID: o.ProductID,
		PromoCode: o.PromoCode, Guarantee: o.Guarantee, Cancellation: o.Cancellation, NoShow: o.NoShow,
		Prices: o.Prices}
}

// AddedFor are the services that the offer promises to the party; field is where the request names the offer's room.
func (o Offer) AddedFor(party, field string) (services []Added) {
	for _, added := range o.Added {
		added.Party, added.Inclusive, added.Field = party, o.Inclusive, field
		services = append(services, added)
	}
	return services
}
