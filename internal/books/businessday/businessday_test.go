package businessday

import (
	"testing"

	"sarai/internal/kit/date"
)

func TestCheckDay(t *testing.T) {
	for name, c := range map[string]struct {
		closed, day date.Date
		open        bool
	}{
		"nothing is closed":        {"", "2020-01-01", true},
		"the day after":            {"2026-04-12", "2026-04-13", true},
		"a closed day":             {"2026-04-12", "2026-04-12", false},
		"today, closed or not":     {"2026-04-14", "2026-04-14", true},
		"yesterday, today closed":  {"2026-04-14", "2026-04-13", false},
		"tomorrow":                 {"", "2026-04-15", false},
		"tomorrow, closed already": {"2026-04-20", "2026-04-15", false},
	} {
		if err := (Days{Closed: c.closed, Today: "2026-04-14"}).Check("date", c.day); (err == nil) != c.open {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBusinessDay(t *testing.T) {
	for name, c := range map[string]struct{ closed, day, posted date.Date }{
		"nothing is closed":             {"", "2026-04-10", "2026-04-10"},
		"today, closed":                 {"2026-04-14", "2026-04-14", "2026-04-15"},
		"yesterday, closed":             {"2026-04-13", "2026-04-13", "2026-04-14"},
		"yesterday, open":               {"2026-04-12", "2026-04-13", "2026-04-13"},
		"long ago, with days open":      {"2026-04-10", "2026-04-09", "2026-04-14"},
		"a night to come":               {"2026-04-13", "2026-04-20", "2026-04-20"},
		"the calendar has moved back":   {"2026-04-20", "2026-04-18", "2026-04-21"},
		"tomorrow, as today is closed":  {"2026-04-14", "2026-04-15", "2026-04-15"},
		"today, with yesterday to come": {"2026-04-12", "2026-04-14", "2026-04-14"},
	} {
		d := Days{Closed: c.closed, Today: "2026-04-14"}
		if got := d.Posting(c.day); got != c.posted {
			t.Errorf("%s: posted on %s, want %s", name, got, c.posted)
		}
	}
}
