package offer

import (
	"context"
	"strings"
	"time"

	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
	"sarai/internal/property/company"
	"sarai/internal/property/rates"
	"sarai/internal/property/tariff"
	"sarai/internal/record/hotel"
	"sarai/internal/stay/lodging"
)

// Categories tells how far each room category is sold on the nights [from, to), and which rooms are free throughout.
type Categories func(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]tariff.Category, error)

// Service finds offers and opens their tokens.
type Service struct {
	db         *db.DB
	keys       *token.Keys
	rates      *rates.Service
	categories Categories
}

// New makes the service. It panics without categories, which packages above know.
func New(d *db.DB, keys *token.Keys, r *rates.Service, categories Categories) *Service {
	if categories == nil {
		panic("offer.New: categories is nil")
	}
	return &Service{db: d, keys: keys, rates: r, categories: categories}
}

// Tariff is all rates of the hotel.
func (s *Service) Tariff(tx *db.Tx, sc scope.Scope) db.Later[*tariff.Tariff] {
	return s.rates.Tariff(tx, sc)
}

// Search finds what can be sold, and why the rest can't. Invalid names what is wrong with the request.
func (s *Service) Search(ctx context.Context, sc scope.Scope, a Enquiry) (Found, error) {
	a.Buyer.PlanCode, a.Buyer.PromoCode = strings.ToUpper(a.Buyer.PlanCode), strings.ToUpper(a.Buyer.PromoCode)
	var fields errs.Fields
	lodging.CheckStay(&fields, a.CheckIn, a.CheckOut, false, 1)
	if err := fields.Err(); err != nil {
		return Found{}, err
	}
	h, err := db.Read(ctx, s.db, func(tx *db.Tx) (market, error) { return s.read(tx, sc, a) })
	if err != nil {
		return Found{}, err
	}
	return h.search(a), nil
}

// read reads what the search needs, in one snapshot.
func (s *Service) read(tx *db.Tx, sc scope.Scope, a Enquiry) (h market, err error) {
	h.at = tariff.Moment{Now: tx.Now, Today: sc.Today(tx.Now)}
	if a.CheckIn < h.at.Today {
		return h, errs.InvalidField("checkIn", "must not be before today (%s)", h.at.Today.Short())
	}
	if a.Buyer.CompanyID != "" {
		if err := company.RequireActive(tx, sc, a.Buyer.CompanyID); err != nil {
			return h, err
		}
	}
	if h.Tariff, err = s.rates.Tariff(tx, sc).Get(); err != nil {
		return h, err
	}
	if h.rules, err = tax.Load(tx, sc).Get(); err != nil {
		return h, err
	}
	books, err := ledger.Read(tx, sc).Get()
	if err != nil {
		return h, err
	}
	h.inclusive = books.PricesIncludeTax
	place, err := hotel.Of(tx, sc.Org).Get()
	if err != nil {
		return h, err
	}
	h.arrival = Arrival(a.CheckIn, place.DefaultCheckIn, sc.Zone)
	if h.categories, err = s.categories(tx, sc, a.CheckIn, a.CheckOut); err != nil {
		return h, err
	}
	if err := checkCategory(h.categories, a.CategoryID); err != nil {
		return h, err
	}
	return h, h.checkAdded(a)
}

func checkCategory(categories []tariff.Category, categoryID string) error {
	for _, c := range categories {
		if categoryID == c.ID {
			return nil
		}
	}
	if categoryID == "" {
		return nil
	}
	return errs.InvalidField("categoryId", "must be the id of one of the hotel's room categories")
}

// Arrival is the instant of the time of day, which is written HH:mm, on the day.
func Arrival(day date.Date, clock string, zone *time.Location) time.Time {
	at, err := time.Parse("15:04", clock)
	if err != nil {
		return day.Start(zone)
	}
	midnight := day.Time()
	return time.Date(midnight.Year(), midnight.Month(), midnight.Day(), at.Hour(), at.Minute(), 0, 0, zone)
}
