package booking

import (
	"cmp"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/company"
	"sarai/internal/property/tariff"
	"sarai/internal/stay/group"
	"sarai/internal/stay/offer"
)

// redeem fills in what the request's offers and hold have promised, and ends the hold.
func (s *Service) redeem(tx *db.Tx, sc scope.Scope, r *Request) error {
	meals := r.MealPlan
	r.MealPlan = ""
	for i := range r.Rooms {
		if err := r.redeem(tx, sc, s.offers, &r.Rooms[i]); err != nil {
			return err
		}
	}
	if r.HoldID != "" {
		if err := s.takeHold(tx, sc, r); err != nil {
			return err
		}
	}
	for i := range r.Rooms {
		r.Services = append(r.Services, r.Rooms[i].Services...)
	}
	if meals != "" && r.MealPlan != "" && meals != r.MealPlan {
		return errs.InvalidField("mealPlan", "must be %s, as the offer says, or be left out", r.MealPlan)
	}
	if r.MealPlan = cmp.Or(r.MealPlan, meals); r.CompanyID == "" {
		return nil
	}
	return company.RequireActive(tx, sc, r.CompanyID)
}

// redeem fills in what the offer of a room of the request has promised, if it names one.
func (r *Request) redeem(tx *db.Tx, sc scope.Scope, offers *offer.Service, w *RoomRequest) error {
	if w.OfferToken == "" {
		return nil
	}
	o, err := offers.Open(sc, w.Field+"offerToken", w.OfferToken, tx.Now)
	if err != nil {
		return err
	}
	return r.accept(w, o, w.Field+"offerToken")
}

// join keeps the request's group as it is until the transaction ends, and makes the booking for its company.
func (r *Request) join(tx *db.Tx, sc scope.Scope) error {
	if r.GroupID == "" {
		return nil
	}
	g, err := group.Join(tx, sc, "groupId", r.GroupID)
	r.CompanyID, r.groups = cmp.Or(r.CompanyID, g.CompanyID), g.Routing
	return err
}

// Redeemed is the room with what its offer has promised for the nights of the booking from that day on.
func (s *Service) Redeemed(tx *db.Tx, sc scope.Scope, b *Booking, r RoomRequest, from date.Date) (RoomRequest, error) {
	joins := Request{CheckIn: from, CheckOut: b.CheckOut, PricesIncludeTax: &b.PricesIncludeTax}
	if b.CompanyID != nil {
		joins.CompanyID = *b.CompanyID
	}
	err := joins.redeem(tx, sc, s.offers, &r)
	if err == nil && b.CompanyID == nil && joins.CompanyID != "" {
		err = errs.InvalidField("offerToken", "is for a company, and the booking is for none")
	}
	return r, err
}

// accept gives a room of the request the prices and conditions of the offer. Invalid names by the field what the offer
// is not for.
func (r *Request) accept(w *RoomRequest, o offer.Offer, field string) error {
	asked := offer.Wanted{CheckIn: r.CheckIn, CheckOut: r.CheckOut, Inclusive: r.PricesIncludeTax,
		CompanyID: r.CompanyID, Adults: w.Adults, Children: w.Children, Field: w.Field}
	if err := o.Check(asked, field); err != nil {
		return err
	}
	if r.Total != nil {
		return errs.InvalidField(field, "says the price: leave totalAmount out")
	}
	r.PricesIncludeTax, r.CompanyID = &o.Inclusive, cmp.Or(r.CompanyID, o.CompanyID)
	r.MealPlan = cmp.Or(r.MealPlan, o.MealPlan)
	if w.Rates == nil {
		w.Rate, w.Rates = &o.Prices[0], o.Rates(field)
	} else { // agreed with the guest, under the offer's conditions
		for i := range w.Rates {
			w.Rates[i].Plan = cmp.Or(w.Rates[i].Plan, &o.PlanCode)
		}
	}
	w.CategoryID, w.Sold = o.CategoryID, o.Sold()
	w.Adults, w.Children = cmp.Or(w.Adults, o.Adults), cmp.Or(w.Children, len(o.ChildAges))
	w.Services = o.AddedFor(w.Sold.Party, w.Field)
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
		return errs.InvalidField("holdId", "is for a stay from %s to %s", h.CheckIn.Text(), h.CheckOut.Text())
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

// warnOfRates tells what the hotel's rates say against rooms that are asked for without an offer. They are booked all
// the same.
func (s *Service) warnOfRates(tx *db.Tx, sc scope.Scope, asked db.Later[*tariff.Tariff],
	r Request) ([]errs.Warning, error) {
	if r.DayUse || r.HoldID != "" {
		return []errs.Warning{}, nil
	}
	rates, err := asked.Get()
	if err != nil {
		return nil, err
	}
	return s.offers.Against(tx, sc, rates, r.CheckIn, r.CheckOut, func() (map[string]int, error) {
		known, err := s.rooms.All(tx, sc)
		return r.unpromised(known), err
	})
}
