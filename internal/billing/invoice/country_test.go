package invoice_test

import (
	"slices"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/country/zz"
	"sarai/internal/kit/kittest/pdftext"
)

// A hotel of a country with one VAT and a city tax for each person and night: nothing of its bill is India's.
func TestAnotherCountry(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		land := object{"currency": zz.Country.Currency, "timezone": "Asia/Kolkata", "address": object{"country": "zedland"}}
		s.Anyone().Post("/api/organization/create", object{"name": "H", "email": "h@hotel.example",
			"gstin": "27AAPFU0939F1ZV", "address": object{"country": "Zedland"}}).Bad("gstin")
		owner := s.Hotel(land, object{"gstin": "zz12348"})
		owner.Put("/api/organization/{org}/update", object{"gstin": "ZZ12345"}).Bad("gstin")
		owner.Get("/api/organization/{org}").Want(200).Is("ZZ12348", "data", "gstin")
		owner.SetBilling(object{"pricesIncludeTax": true})

		owner, id := stayWithCityTax(t, owner)
		bill := owner.InvoicesOf(id).Text("data", 0, "_id")
		i := owner.Post("/api/invoices/{org}/"+bill+"/issue", nil).Want(200)
		i.Amounts(object{"subtotal": 200, "cgst": 0, "sgst": 0, "otherTax": 30, "taxAmount": 30, "totalAmount": 230,
			"documentType": "tax_invoice"}).
			Is([]any{object{"code": "vat", "name": "VAT", "rate": nil, "amount": 20},
				object{"code": "city-tax", "name": "City tax", "rate": nil, "amount": 10}}, "data", "parts").
			Is("", "data", "placeOfSupply", "stateCode").Is([]any{}, "data", "missingParticulars")
		if number := i.Text("data", "invoiceNumber"); number != "INV-1" {
			t.Errorf("the invoice is %s", number)
		}
		printed := strings.Join(strings.Fields(pdftext.Text(t,
			owner.Download("/api/invoices/{org}/"+bill+"/pdf", "application/pdf").Raw)), " ")
		for _, want := range []string{"Invoice", "VAT no. ZZ12348", "VAT EUR 20.00", "City tax EUR 10.00",
			"VAT is rounded by line."} {
			if !strings.Contains(printed, want) {
				t.Errorf("the paper doesn't say %q: %s", want, printed)
			}
		}
		for _, never := range []string{"GST", "SAC", "996311", " 0%", "Tax Invoice", "Place of supply", "Reverse charge"} {
			if strings.Contains(printed, never) {
				t.Errorf("the paper says %q: %s", never, printed)
			}
		}
		if vat := owner.InBooks("other-tax"); vat != -30_00 {
			t.Errorf("the books owe %d", vat)
		}
		credited := owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": bill, "reason": "Noise"}).Want(201)
		credited.Amounts(object{"subtotal": 200, "otherTax": 30, "totalAmount": 230}).Is([]any{}, "warnings")
		if vat := owner.InBooks("other-tax"); vat != 0 {
			t.Errorf("after the credit the books owe %d", vat)
		}
	})
}

// stayWithCityTax is a stay of two persons for two nights at 110, with the city's 2.50 for each of them and each night.
func stayWithCityTax(t *testing.T, owner *apptest.Caller) (*apptest.Caller, string) {
	t.Helper()
	taxes := owner.Get("/api/taxes/{org}/list?limit=50").Want(200)
	byName := map[string]string{}
	var kinds []string
	for n := range taxes.List("data") {
		byName[taxes.Text("data", n, "name")] = taxes.Text("data", n, "_id")
		kinds = append(kinds, taxes.Text("data", n, "kind"))
	}
	if slices.Sort(kinds); !slices.Equal(kinds, []string{"levy", "vat", "vat"}) {
		t.Errorf("a new hotel has taxes of the kinds %v", kinds)
	}
	owner.Post("/api/taxes/{org}/create", object{"name": "GST", "kind": "gst", "appliesTo": "service", "rate": 5}).
		Bad("kind")
	service := owner.Post("/api/services/{org}/create", object{"name": "City tax", "price": 2.5, "per": "personNight",
		"postOn": "everyNight", "taxId": byName["City tax"], "department": "City"}).Want(201).Text("data", "_id")
	room := owner.CreateRooms(1)[0]
	id := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16", room).Merged(object{
		"services": []any{object{"serviceId": service}}, "totalAmount": 220})).Want(201).Text("data", "bookingId")
	owner.Arrive(id)
	owner = owner.OnDay("2026-04-16")
	owner.Post("/api/bookings/{org}/night-audit", nil).Want(200)
	owner.Post("/api/bookings/{org}/night-audit", nil).Want(200)
	owner.Leave(id, nil)
	return owner, id
}
