package date_test

import (
	"regexp"
	"testing"
	"time"

	"sarai/internal/kit/date"
)

// zones change their clocks at midnight (Beirut, Santiago), skip a whole day (Apia), or stand far from UTC.
var zones = []string{"UTC", "Asia/Kolkata", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "Pacific/Apia",
	"Asia/Beirut", "America/Santiago", "Africa/Cairo"}

var day = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

// Every date that is taken is written YYYY-MM-DD, counts in days both ways, and begins in every zone.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"2026-04-01", "2024-02-29", "2026-02-29", "1900-01-01", "2999-12-31", "0000-00-00",
		"2026-4-1", "2026-04-01T00:00:00Z", " 2026-04-01", "２０２６-04-01",
		"2011-12-30", "2026-03-29", "2024-09-08", "+026-01-01", "2026-04-01\x00"} {
		f.Add(seed, 1)
	}
	f.Fuzz(func(t *testing.T, text string, days int) {
		d, err := date.Parse(text)
		if err != nil {
			return
		}
		if string(d) != text || !day.MatchString(text) || text < "1900-01-01" || text > "2999-12-31" {
			t.Fatalf("took %q for a date", text)
		}
		days %= 1000
		later := d.AddDays(days)
		if later.AddDays(-days) != d || d.DaysUntil(later) != days || (days > 0) != (later > d) ||
			len(date.Days(d, later)) != max(days, 0) {
			t.Fatalf("%s and %d days make %s, from which it is %d days back", d, days, later, d.DaysUntil(later))
		}
		for _, name := range zones {
			zone, err := time.LoadLocation(name)
			if err != nil {
				t.Fatal(err)
			}
			start := d.Start(zone)
			if at := date.Of(start, zone); at < d || at > d.AddDays(1) {
				t.Fatalf("%s begins in %s at %s, which is on %s", d, name, start, at)
			}
			if before := date.Of(start.Add(-time.Millisecond), zone); before >= d {
				t.Fatalf("in %s it is already %s a moment before %s begins", name, before, d)
			}
		}
	})
}

func FuzzParseClock(f *testing.F) {
	for _, seed := range []string{"00:00", "23:59", "24:00", "9:30", "09:3", "09:60", "09:30:00", "٠٩:30", "09.30"} {
		f.Add(seed)
	}
	shape := regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := date.ParseClock(text)
		if (err == nil) != shape.MatchString(text) || err == nil && string(c) != text {
			t.Fatalf("%q: %q, %v", text, c, err)
		}
	})
}
