package hotel

import (
	"slices"
	"testing"
	"time"
	_ "time/tzdata" // as the server has it
)

func TestTimezonesCanBeLoaded(t *testing.T) {
	if !slices.IsSorted(timezoneNames) || len(timezoneNames) < 500 {
		t.Errorf("%d names, sorted: %v", len(timezoneNames), slices.IsSorted(timezoneNames))
	}
	for _, name := range timezoneNames {
		if _, err := time.LoadLocation(name); err != nil {
			t.Error(err)
		}
	}
}
