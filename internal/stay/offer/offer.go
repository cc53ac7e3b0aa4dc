package offer

import (
	"encoding/json"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/tariff"
)

// keptFor is how long an offer is good.
const keptFor = 15 * time.Minute

// Offer is a stay of one party in one room at the price of a product, as it was promised.
type Offer struct {
	Org          string         `json:"org"`
	PlanID       string         `json:"planId"`
	PlanCode     string         `json:"plan"`
	MealPlan     string         `json:"meals"`
	ProductID    string         `json:"productId"`
	CategoryID   string         `json:"categoryId"`
	CheckIn      date.Date      `json:"checkIn"`
	Prices       []money.Amount `json:"prices"`    // of the nights from CheckIn on
	Inclusive    bool           `json:"inclusive"` // the prices include the tax
	Adults       int            `json:"adults"`
	ChildAges    []int          `json:"childAges,omitempty"`
	Guarantee    string         `json:"guarantee"`
	Cancellation *tariff.Policy `json:"cancellation,omitempty"`
	NoShow       *tariff.Policy `json:"noShow,omitempty"`
	CompanyID    string         `json:"companyId,omitempty"` // for which the plan was shown
	PromoCode    string         `json:"promo,omitempty"`     // for which the plan was shown
	Added        []Added        `json:"services,omitempty"`  // included, or at their prices
	ExpiresAt    int64          `json:"expires"`             // UTC milliseconds
}

// CheckOut is the day on which the party leaves.
func (o Offer) CheckOut() date.Date { return o.CheckIn.AddDays(len(o.Prices)) }

// Total is what the nights cost, as prices are quoted.
func (o Offer) Total() (sum money.Amount) {
	for _, price := range o.Prices {
		sum += price
	}
	return sum
}

// purpose keeps tokens of offers apart from all else that is sealed.
const purpose = "offer"

// Open returns the offer that a token promises. It fails with Invalid, naming the field, for a token that
// isn't this organization's, was changed, or has expired at now.
func (s *Service) Open(sc scope.Scope, field, token string, now time.Time) (Offer, error) {
	var o Offer
	text, err := s.keys.Seal(purpose, sc.Org).Open(token)
	if err != nil || json.Unmarshal(text, &o) != nil || o.Org != sc.Org || len(o.Prices) == 0 {
		return Offer{}, errs.InvalidField(field, "must be the token of an offer that was found here")
	}
	if now.UnixMilli() >= o.ExpiresAt {
		return Offer{}, errs.InvalidField(field, "has expired: search again for the present price")
	}
	return o, nil
}
