package india

import (
	"fmt"
	"testing"
)

// Exactly one last digit makes twelve digits an Aadhaar number, and every change of a digit or swap of neighbours
// shows.
func TestAadhaar(t *testing.T) {
	for _, begin := range []string{"23456789012", "99994105705", "20000000000"} {
		var valid []string
		for last := range 10 {
			if number := fmt.Sprint(begin, last); IsAadhaar(number) {
				valid = append(valid, number)
			}
		}
		if len(valid) != 1 {
			t.Fatalf("%s… are the Aadhaar numbers %v", begin, valid)
		}
		for i := range 12 {
			for other := byte('2'); other <= '9'; other++ {
				wrong := []byte(valid[0])
				if wrong[i] = other; string(wrong) != valid[0] && IsAadhaar(string(wrong)) {
					t.Errorf("%s is one as well as %s", wrong, valid[0])
				}
			}
		}
	}
	// 999941057058 is the number of UIDAI's own examples.
	for number, want := range map[string]bool{"999941057058": true, "999941057059": false, "199941057058": false,
		"99994105705": false, "": false, "Z99941057058": false} {
		if IsAadhaar(number) != want {
			t.Errorf("%s: %v", number, !want)
		}
	}
}
