package india

import (
	"testing"

	"sarai/internal/kit/date"
)

func TestFinancialYear(t *testing.T) {
	for day, want := range map[date.Date]string{
		"2026-04-01": "26-27", "2027-03-31": "26-27", "2027-04-01": "27-28", "2026-01-01": "25-26", "2026-12-31": "26-27",
		"1999-04-01": "99-00", "2000-03-31": "99-00", "2000-04-01": "00-01", "2009-12-31": "09-10", "2100-03-31": "99-00",
	} {
		if got := Country.FinancialYear(day); got != want {
			t.Errorf("%s is of %s, want %s", day, got, want)
		}
	}
}

func TestLastDayOfCredits(t *testing.T) {
	for day, want := range map[date.Date]date.Date{"2026-03-31": "2026-11-30", "2026-04-01": "2027-11-30",
		"2027-01-01": "2027-11-30", "2026-12-31": "2027-11-30", "2028-02-29": "2028-11-30"} {
		if got := CreditableUntil(day); got != want {
			t.Errorf("an invoice of %s can be credited until %s, want %s", day, got, want)
		}
	}
}

func TestLastDayOfDocuments(t *testing.T) {
	for day, want := range map[date.Date]date.Date{"2026-03-31": "2032-12-31", "2026-04-01": "2033-12-31",
		"2027-03-31": "2033-12-31"} {
		if got := KeptUntil(day); got != want {
			t.Errorf("an invoice of %s is kept until %s, want %s", day, got, want)
		}
	}
}
