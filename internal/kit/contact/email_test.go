package contact_test

import (
	"testing"

	"sarai/internal/kit/contact"
)

func TestAddressesAreComparedAsTheDNSDoes(t *testing.T) {
	for typed, want := range map[string]string{
		"Asha@Haveli.Example": "asha@haveli.example", "asha@BÜCHER.example": "asha@xn--bcher-kva.example",
		"asha@xn--BCHER-kva.example": "asha@xn--bcher-kva.example", "asha@ｈaveli.example": "asha@haveli.example",
		"asha@हवेली.example": "asha@xn--v2bfl4a7a.example", "asha@localhost": "asha@localhost", "asha": "asha",
		"asha@faß.example": "asha@xn--fa-hia.example", "": "",
	} {
		if got := contact.CanonicalEmail(typed); got != want {
			t.Errorf("%q is compared as %q, want %q", typed, got, want)
		}
	}
}

func TestAddressesHaveNothingInvisible(t *testing.T) {
	for address, want := range map[string]bool{
		"asha@haveli.example": true, "asha@bücher.example": true, "asha@my-host.example": true,
		"as\u200bha@haveli.example": false, "asha@hav\u200deli.example": false, "asha\u202e@haveli.example": false,
		"asha@haveli\ufeff.example": false, "as\u00adha@haveli.example": false, "asha@\u3164.example": false,
	} {
		if got := contact.Email(address); got != want {
			t.Errorf("%q is an address: %v", address, got)
		}
	}
}

func TestAddressesAreAtADomainThatCanBe(t *testing.T) {
	for address, want := range map[string]bool{
		"asha@haveli.example": true, "a@b.in": true, "asha@desk.haveli-sagar.co.in": true, "asha@हवेली.भारत": true,
		"asha@haveli.xn--h2brj9c": true, "a@b": false, "asha@localhost": false, "asha@haveli.": false,
		"asha@my_host.example": false,
		"asha@.in":             false,
		"asha@haveli..in":      false, "asha@haveli.i": false, "asha@10.0.0.1": false, "asha@[10.0.0.1]": false,
		"asha@haveli.123": false, "asha@-haveli.in": false, "asha@haveli-.in": false, "@haveli.in": false, "": false,
	} {
		if got := contact.Email(address); got != want {
			t.Errorf("%q is an address: %v", address, got)
		}
	}
}
