package date

import "testing"

func TestText(t *testing.T) {
	if got := Date("2026-04-04").Text(); got != "Sat, 4 Apr 2026" {
		t.Errorf("2026-04-04 is written %s", got)
	}
}
