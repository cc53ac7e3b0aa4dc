package country

import "testing"

func TestNations(t *testing.T) {
	for text, want := range map[string]string{"IND": "IND", "Indian": "IND", " india ": "IND", "D": "DEU",
		"Germany": "DEU",
		"British": "GBR", "United Kingdom": "GBR", "GBN": "GBN", "Nepalese": "NPL", "USA": "USA", "United States": "USA",
		"Côte d'Ivoire": "CIV", "XXA": "XXA", "": "", "Atlantis": "", "I": ""} {
		if n, known := NationOf(text); n.Code != want || known != (want != "") {
			t.Errorf("%q is %v, want %q", text, n, want)
		}
	}
	if len(nations) < 2*249 {
		t.Errorf("%d nations", len(nations))
	}
}

func TestPassportShapes(t *testing.T) {
	for _, test := range []struct {
		code, number string
		fits         bool
	}{{"IND", "Z1234567", true}, {"IND", "z1234567", true}, {"IND", "999", false}, {"IND", "Z12345678", false},
		{"GBR", "123456789", true}, {"GBR", "A23456789", false}, {"USA", "A12345678", true}, {"CAN", "A123456BC", true},
		{"FRA", "12AB34567", true}, {"FRA", "1234AB567", false}, {"SGP", "K1234567E", true}} {
		shape, known := PassportShapeOf(test.code)
		if !known || shape.Fits(test.number) != test.fits {
			t.Errorf("%s fits %s: %v", test.number, test.code, !test.fits)
		}
	}
	if _, known := PassportShapeOf("NPL"); known {
		t.Error("Nepal's rule is known")
	}
}
