package maintenance

import (
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/kit/date"
)

// Whatever the schedule, the day after one is later, and the last day until one isn't.
func TestDaysOfSchedules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Schedule{Every: rapid.IntRange(1, 60).Draw(t, "every"), First: date.Date("2024-01-31").AddDays(
			rapid.IntRange(0, 800).Draw(t, "first")), Unit: rapid.SampledFrom([]string{Day, Week, Month}).Draw(t, "unit")}
		day := s.First.AddDays(rapid.IntRange(-100, 3000).Draw(t, "day"))
		n := s.number(day)
		if next := s.after(day); next <= day || n > 0 && (s.last(day) > day || s.on(n-1) != s.last(day)) {
			t.Fatalf("after %s there is %s, number %d", day, next, n)
		}
		if n > 0 && s.on(n) <= s.on(n-1) {
			t.Fatalf("day %d is %s, and day %d is %s", n, s.on(n), n-1, s.on(n-1))
		}
	})
}
