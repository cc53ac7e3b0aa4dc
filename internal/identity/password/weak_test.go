package password

import (
	"strings"
	"testing"
)

func TestWeakness(t *testing.T) {
	for password, want := range map[string]string{
		"password": "common-password", "PassWord": "common-password", "12345678": "common-password",
		"qwertyuiop": "common-password", "baseball1": "common-password", "trustno1": "common-password",
		"asha.rao@haveli.example": "address-as-password", "Asha.Rao1": "address-as-password",
		"asharao2026!": "address-as-password", "haveli-sagar": "hotel-as-password", "HaveliSagar@26": "hotel-as-password",
		"correct horse battery": "", "haveli sagar by the lake": "", "4 trees in Goa": "", "pass\nword\n": "",
		"\n12345678\n": "", "हवेली सागर": "hotel-as-password", "हवेली महल 1": "",
	} {
		code, _ := weakness(password, "asha.rao@haveli.example", []string{"Haveli Sagar", "हवेली सागर", "26"})
		if code != want {
			t.Errorf("%q is %q, want %q", password, code, want)
		}
	}
	// ASVS 5.0, 6.2.4: at least the 3,000 commonest that the policy would take.
	if passwords := strings.Count(common(), "\n") - 1; passwords < 3000 {
		t.Errorf("only %d common passwords are known", passwords)
	}
}
