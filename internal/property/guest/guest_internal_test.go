package guest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestIdentity(t *testing.T) {
	for _, test := range []struct {
		idType, given string
		known, stored IDNumber
		masked        string
		bad           bool
	}{
		{"passport", "", "Z1234567", "", "", false},
		{"passport", "Z1234567", "", "Z1234567", "XXXXXXXX4567", false},
		{"passport", "XXXXXXXX4567", "Z1234567", "Z1234567", "XXXXXXXX4567", false},
		{"passport", "XXXXXXXX4567", "", "XXXXXXXX4567", "XXXXXXXX4567", false},
		{"passport", "123456789012", "", "123456789012", "XXXXXXXX9012", false},
		{"permit", "AB12", "", "AB12", "XXXXXXXX12", false},
		{"permit", "A", "", "A", "XXXXXXXX", false},
		{"aadhaar", "2345 6789 0123", "", "XXXXXXXX0123", "XXXXXXXX0123", false},
		{"Aadhaar card", "2345-6789-0123", "", "XXXXXXXX0123", "XXXXXXXX0123", false},
		{"AADHAR", "234567890123", "", "XXXXXXXX0123", "XXXXXXXX0123", false},
		{"adhar", "0123", "", "XXXXXXXX0123", "XXXXXXXX0123", false},
		{"aadhaar", "9876 5432 1098 7654", "", "XXXXXXXX7654", "XXXXXXXX7654", false},
		{"aadhaar", "XXXX XXXX 0123", "", "XXXXXXXX0123", "XXXXXXXX0123", false},
		{"aadhaar", "XXXXXXXX0123", "XXXXXXXX0123", "XXXXXXXX0123", "XXXXXXXX0123", false},
		{"", "234567890123", "", "XXXXXXXX0123", "XXXXXXXX0123", false},
		{"aadhaar", "XXXXXXXX9012", "123456789012", "XXXXXXXX9012", "XXXXXXXX9012", false}, // the type was put right
		{"aadhaar", "Z1234567", "", "", "", true},
		{"aadhaar", "12345", "", "", "", true},
	} {
		stored, err := identity(test.idType, test.given, test.known)
		if stored != test.stored || stored.Masked() != test.masked || (err != nil) != test.bad {
			t.Errorf("identity(%q, %q, known) stores %q, shows %q, %v", test.idType, test.given, string(stored),
				stored.Masked(), err)
		}
	}
}

func TestIDNumbersPrintMasked(t *testing.T) {
	g := Guest{Name: "Asha", IDNumber: "Z1234567"}
	encoded, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(encoded), fmt.Sprint(g), fmt.Sprintf("%+v %#v %v %q", g, g, &g, g.IDNumber),
		fmt.Sprintf("%x", g.IDNumber)} {
		for i := 0; i+5 <= len(g.IDNumber); i++ {
			if part := string(g.IDNumber[i : i+5]); strings.Contains(text, part) || strings.Contains(text,
				fmt.Sprintf("%x", part)) {
				t.Errorf("%s shows %s", text, part)
			}
		}
	}
}
