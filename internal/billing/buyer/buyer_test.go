package buyer

import (
	"testing"

	"sarai/internal/country/india"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/web"
	"sarai/internal/paper/document"
)

func set[T any](value T) web.Optional[T] { return web.Optional[T]{Set: true, Value: value} }

func TestABuyerGetsAState(t *testing.T) {
	delhi := document.Party{Name: "Rao", StateCode: "07", State: "Delhi"}
	for name, c := range map[string]struct {
		body  BuyerBody
		party document.Party
		want  string
	}{
		"that of the GSTIN":   {BuyerBody{GSTIN: set("27aapfu0939f1zv")}, delhi, "27 Maharashtra"},
		"the given one":       {BuyerBody{StateCode: set("08")}, delhi, "08 Rajasthan"},
		"the one that it has": {BuyerBody{Name: set("Das")}, delhi, "07 Delhi"},
		"that of a new address": {BuyerBody{Address: set(contact.AddressBody{State: set("tamil nadu")})}, delhi,
			"33 Tamil Nadu"},
		"none of a new address abroad": {BuyerBody{Address: set(contact.AddressBody{State: set("Bavaria")})}, delhi, " "},
		"none":                         {BuyerBody{}, document.Party{}, " "},
		"cleared":                      {BuyerBody{StateCode: web.Optional[string]{Set: true, Null: true}}, delhi, " "},
		"of the address when cleared": {BuyerBody{StateCode: web.Optional[string]{Set: true, Null: true}},
			document.Party{StateCode: "07", Address: contact.Address{State: "Goa"}}, "30 Goa"},
		"empty as it was answered": {BuyerBody{StateCode: set("")}, delhi, "07 Delhi"},
		"the address of a guest record": {BuyerBody{}, document.Party{Address: contact.Address{State: "Kerala"}},
			"32 Kerala"},
	} {
		var fields errs.Fields
		got := Edit(c.body.Edit).Apply(&india.Country, c.party, &fields)
		if got.StateCode+" "+got.State != c.want || len(fields) != 0 {
			t.Errorf("%s: %s %s, want %s: %v", name, got.StateCode, got.State, c.want, fields)
		}
	}
}
