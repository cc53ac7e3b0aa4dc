package booking

import (
	"cmp"
	"fmt"
	"slices"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/company"
	"sarai/internal/property/room"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/offer"
)

// redeem fills in what the request's offers and hold have promised, and ends the hold.
func (s *Service) redeem(tx *db.Tx, sc scope.Scope, r *Request) error {
	for i := range r.Rooms {
		w := &r.Rooms[i]
		if w.OfferToken == "" {
			continue
		}
		o, err := s.offers.Open(sc, w.OfferToken, tx.Now)
		if err == nil {
			err = r.accept(w, o, "offerToken")
		}
		if err != nil {
			return errs.In(fmt.Sprintf("rooms[%d]", i), err)
		}
	}
	if r.HoldID != "" {
		if err := s.takeHold(tx, sc, r); err != nil {
			return err
		}
	}
	if r.CompanyID == "" {
		return nil
	}
	return company.RequireActive(tx, sc, r.CompanyID)
}

// accept gives a room of the request the prices and conditions of the offer. Invalid names by the field what the offer
// is not for.
func (r *Request) accept(w *RoomRequest, o offer.Offer, field string) error {
	switch {
	case r.CheckIn != o.CheckIn || r.CheckOut != o.CheckOut():
		return errs.InvalidField(field, "is for a stay from %s to %s", o.CheckIn, o.CheckOut())
	case r.PricesIncludeTax != nil && *r.PricesIncludeTax != o.Inclusive && o.Inclusive:
		return errs.InvalidField(field, "has prices that include tax, other than the booking's")
	case r.PricesIncludeTax != nil && *r.PricesIncludeTax != o.Inclusive:
		return errs.InvalidField(field, "has prices before tax, other than the booking's")
	case o.CompanyID != "" && r.CompanyID != "" && r.CompanyID != o.CompanyID:
		return errs.InvalidField(field, "is for another company than the booking's")
	case r.Total != nil:
		return errs.InvalidField(field, "says the price: leave totalAmount out")
	}
	r.PricesIncludeTax, r.CompanyID = &o.Inclusive, cmp.Or(r.CompanyID, o.CompanyID)
	r.MealPlan = cmp.Or(r.MealPlan, o.MealPlan)
	w.CategoryID, w.Rate, w.Rates = o.CategoryID, &o.Prices[0], nil
	w.Adults = cmp.Or(w.Adults, o.Adults)
	w.Children = cmp.Or(w.Children, len(o.ChildAges))
	for n, day := range date.Days(o.CheckIn, o.CheckOut()) {
		w.Rates = append(w.Rates, lodging.Rate{Field: w.Field + field, Day: day, Price: o.Prices[n], Plan: &o.PlanCode})
	}
	w.Sold = &lodging.Sold{PlanID: o.PlanID, PlanCode: o.PlanCode, ProductID: o.ProductID, PromoCode: o.PromoCode,
		Guarantee: o.Guarantee, Cancellation: o.Cancellation, NoShow: o.NoShow}
	return nil
}

// takeHold ends the hold, so that the booking gets its nights. A request without rooms is for those of the hold.
func (s *Service) takeHold(tx *db.Tx, sc scope.Scope, r *Request) error {
	h, err := s.holds.Take(tx, sc, r.HoldID)
	if errs.Is(err, errs.KindNotFound) {
		return errs.InvalidField("holdId", "must be the id of one of the hotel's holds")
	}
	if err != nil {
		return err
	}
	if r.CheckIn != h.CheckIn || r.CheckOut != h.CheckOut {
		return errs.InvalidField("holdId", "is for a stay from %s to %s", h.CheckIn, h.CheckOut)
	}
	if len(r.Rooms) > 0 {
		return nil
	}
	for _, held := range h.Rooms {
		w := RoomRequest{RoomID: held.ID, CategoryID: held.CategoryID}
		if h.Offer != nil {
			if err := r.accept(&w, *h.Offer, "holdId"); err != nil {
				return err
			}
		}
		w.Adults = cmp.Or(w.Adults, 1)
		r.Rooms = append(r.Rooms, w)
	}
	return nil
}

// promisedFee is what the offers by which the rooms were booked charge who cancels now or, as a no-show, never came:
// each of the prices of its room. It is nil if none of them has a policy for it.
func (b *Booking) promisedFee(tx *db.Tx, sc scope.Scope, noShow bool) (*money.Amount, error) {
	promised := slices.DeleteFunc(b.Rooms.Current(), func(r *lodging.Room) bool { return r.Sold.Policy(noShow) == nil })
	if len(promised) == 0 {
		return nil, nil
	}
	o, err := organization.Get(tx, sc.Org)
	if err != nil {
		return nil, err
	}
	arrival := offer.Arrival(b.CheckIn, o.DefaultCheckIn, sc.Zone)
	fee := new(money.Amount)
	for _, r := range promised {
		*fee += r.Sold.Policy(noShow).FeeAt(tx.Now, arrival).Of(r.Prices())
	}
	return fee, nil
}

// warnOfRates tells what the hotel's rates say against rooms that are asked for without an offer. They are booked all
// the same.
func (s *Service) warnOfRates(tx *db.Tx, sc scope.Scope, t offer.Terms, r Request) ([]web.Warning, error) {
	if r.DayUse || r.HoldID != "" {
		return []web.Warning{}, nil
	}
	return s.offers.Against(tx, sc, t, r.CheckIn, r.CheckOut, func() (map[string]int, error) {
		known, err := s.rooms.All(tx, sc)
		return r.unpromised(known), err
	})
}

// unpromised counts by category the rooms that are asked for without an offer.
func (r Request) unpromised(known []room.Room) map[string]int {
	categories, number := map[string]string{}, map[string]int{}
	for _, found := range known {
		categories[found.ID] = found.CategoryID
	}
	for _, w := range r.Rooms {
		if category := cmp.Or(categories[w.RoomID], w.CategoryID); category != "" && w.OfferToken == "" {
			number[category]++
		}
	}
	return number
}
