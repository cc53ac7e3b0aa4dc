package offer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/books/tax"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/property/tariff"
)

// Added is a service that is sold with a stay. An offer promises its name, price and rules; without a promise they are
// those of the service when it is sold.
type Added struct {
	ServiceID string       `json:"service"`
	Quantity  int          `json:"quantity,omitempty"` // how many times; 0: once
	Persons   int          `json:"persons,omitempty"`  // for so many persons, whoever sleeps there; 0: for the party
	Included  bool         `json:"included,omitempty"` // the price of the nights has it inside
	Name      string       `json:"name,omitempty"`
	Per       string       `json:"per,omitempty"` // "": nothing is promised
	PostOn    string       `json:"postOn,omitempty"`
	Price     money.Amount `json:"price,omitempty"`
	Inclusive bool         `json:"-"` // of what is promised: the price includes the tax
	Party     string       `json:"-"` // the party that it is for (lodging.Sold); "": the whole booking
	Field     string       `json:"-"` // its place in the request, such as "services[2]."
}

// promised is the service as it is added, with its price and rules.
func (a Added) promised(s tariff.Service, included bool) Added {
	a.ServiceID, a.Name, a.Per, a.PostOn, a.Included = s.ID, s.Name, s.Per, s.PostOn, included
	if !included {
		a.Price = s.Price
	}
	return a
}

// addedTo is a service that is added to an offer, for the whole party and stay.
type addedTo struct {
	Added
	quantity int
	applied  tax.Applied
}

// checkAdded refuses services that can't be added to the stay.
func (h market) checkAdded(a Enquiry) error {
	var fields errs.Fields
	for i, added := range a.Added {
		field := fmt.Sprintf("services[%d].", i)
		s := h.service(added.ServiceID)
		if s == nil || !s.Active {
			fields.Add(field+"serviceId", "must be the id of one of the services that are offered")
			continue
		}
		if slices.ContainsFunc(a.Added[:i], func(b Added) bool { return b.ServiceID == added.ServiceID }) {
			fields.Add(field+"serviceId", "is named twice: use quantity")
			continue
		}
		if _, err := h.charge(added, *s, a); err != nil {
			fields.Add(field+"serviceId", "can't be charged on %s: %s", a.CheckIn.Text(), WhyNot(err))
		}
	}
	return fields.Err()
}

// WhyNot says in words why a service can't be charged, as a part of a sentence.
func WhyNot(err error) string {
	if wrong := errs.FieldsOf(err); len(wrong) > 0 {
		of := map[string]string{"taxId": "its tax", "unitPrice": "its price", "quantity": "its quantity"}[wrong[0].Field]
		return cmp.Or(of, wrong[0].Field) + " " + wrong[0].Message
	}
	return strings.TrimSuffix(err.Error(), ".")
}

func (h market) service(id string) *tariff.Service {
	i := slices.IndexFunc(h.Services, func(s tariff.Service) bool { return s.ID == id })
	if i < 0 {
		return nil
	}
	return &h.Services[i]
}

// charge is what the service costs for the whole party and stay.
func (h market) charge(added Added, s tariff.Service, a Enquiry) (addedTo, error) {
	nights, persons := a.CheckIn.DaysUntil(a.CheckOut), cmp.Or(added.Persons, a.Party.Persons())
	quantity := s.Quantity(nights, persons) * max(added.Quantity, 1)
	if s.Price > money.Max/money.Amount(quantity) {
		return addedTo{}, errs.Conflict("it costs more than an amount can be")
	}
	taxID := ""
	if s.TaxID != nil {
		taxID = *s.TaxID
	}
	applied, _, err := h.rules.Charge(taxID, a.CheckIn, s.Price*money.Amount(quantity), h.inclusive)
	return addedTo{added.promised(s, false), quantity, applied}, err
}

// added are the services of an offer of the product: those that its price has inside, and those that were asked for.
func (h market) added(productID string, a Enquiry) (list []addedTo, sum money.Amount) {
	for _, s := range h.Services {
		i := slices.IndexFunc(a.Added, func(b Added) bool { return b.ServiceID == s.ID })
		switch {
		case !s.Active:
		case slices.Contains(s.IncludedIn, productID):
			quantity := s.Quantity(a.CheckIn.DaysUntil(a.CheckOut), a.Party.Persons())
			list = append(list, addedTo{Added: Added{}.promised(s, true), quantity: quantity})
		case i >= 0:
			if to, err := h.charge(a.Added[i], s, a); err == nil { // as checkAdded has seen
				list, sum = append(list, to), sum+to.applied.Total
			}
		}
	}
	return list, sum
}
