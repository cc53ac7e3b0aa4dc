package date

import "testing"

func TestText(t *testing.T) {
	if got := Date("2026-04-04").Text(); got != "Sat, 4 Apr 2026" {
		t.Errorf("2026-04-04 is written %s", got)
	}
	if got := Date("2026-04-04").Short() + Date("").Short(); got != "4 Apr 2026" {
		t.Errorf("2026-04-04 and no day are written %s", got)
	}
	if got := Join([]Date{"2026-12-25", "2026-12-24", "2026-12-25"}); got != "24 Dec 2026, 25 Dec 2026" {
		t.Errorf("the days are written %s", got)
	}
}
