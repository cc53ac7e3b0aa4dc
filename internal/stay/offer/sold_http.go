package offer

import (
	"sarai/internal/country/words"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/tariff"
	"sarai/internal/stay/lodging"
)

// SoldView is what was promised when a room was booked by an offer.
type SoldView struct {
	PlanID       web.ID      `json:"planId"`
	PlanCode     string      `json:"planCode" example:"BAR"`
	ProductID    web.ID      `json:"productId"`
	PromoCode    string      `json:"promoCode" example:"DIWALI"`
	Guarantee    string      `json:"guarantee" enum:"none,card,deposit,prepaid,company"`
	Cancellation *PolicyText `json:"cancellation,omitempty" doc:"Left out: the plan had no policy"`
	NoShow       *PolicyText `json:"noShow,omitempty" doc:"Left out: the plan had no policy"`
}

// PolicyText is a policy in words.
type PolicyText struct {
	Name string `json:"name" example:"Flexible"`
	Text string `json:"text" example:"Cancelling is free until 48 hours before check-in."`
}

// SoldViewOf is what was promised, or nil where nothing was.
func SoldViewOf(s *lodging.Sold, sc scope.Scope) *SoldView {
	if s == nil {
		return nil
	}
	text := func(p *tariff.Policy) *PolicyText {
		if p == nil {
			return nil
		}
		return &PolicyText{p.Name, p.Text(words.Of(sc), sc.Currency)}
	}
	return &SoldView{PlanID: web.ID(s.PlanID), PlanCode: s.PlanCode, ProductID: web.ID(s.ProductID),
		PromoCode: s.PromoCode, Guarantee: s.Guarantee, Cancellation: text(s.Cancellation), NoShow: text(s.NoShow)}
}
