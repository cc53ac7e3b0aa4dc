package room

import (
	"slices"
	"testing"
)

func TestNaturalOrder(t *testing.T) {
	want := []string{"", "01", "1", "2", "9", "10", "10A", "10b", "10B2", "10B11", "101", "1000000000000000000000000",
		"A2", "A-1", "a-2", "Suite", "Süd"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, Naturally)
	if !slices.Equal(got, want) {
		t.Errorf("sorted %q; want %q", got, want)
	}
	for _, a := range want {
		for _, b := range want {
			if Naturally(a, b) != -Naturally(b, a) {
				t.Errorf("%q and %q have no order", a, b)
			}
		}
	}
}
