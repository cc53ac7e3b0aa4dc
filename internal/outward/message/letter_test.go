package message

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/kit/date"
	"sarai/internal/stay/booking"
)

func kolkata(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Asia/Kolkata")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// on are the usual settings with this kind on since long ago.
func on(k Kind, quietFrom, quietUntil date.OptionalClock) Settings {
	s := defaults()
	s.QuietFrom, s.QuietUntil = quietFrom, quietUntil
	for i, l := range s.Letters {
		s.Letters[i].On = l.Kind == k
	}
	return s
}

// The moments of each kind's letter, for stays as they are found.
func TestWhenLettersAreDue(t *testing.T) {
	zone := kolkata(t)
	h := house{zone, "14:00"}
	at := func(text string) time.Time {
		instant, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
		if err != nil {
			t.Fatal(err)
		}
		return instant
	}
	early := at("2026-04-15 09:00").UnixMilli()
	for _, c := range []struct {
		what          string
		kind          Kind
		status        string
		in, out, made string
		left          *int64
		first, last   string // the first and the last minute at which it is due; "": never
		from, until   date.OptionalClock
	}{
		{what: "three days before", kind: PreArrival, in: "2026-04-20", out: "2026-04-22", made: "2026-04-01 10:00",
			first: "2026-04-17 10:00", last: "2026-04-20 13:59"},
		{what: "booked after its moment", kind: PreArrival, in: "2026-04-20", out: "2026-04-22",
			made: "2026-04-19 18:00", first: "2026-04-19 18:00", last: "2026-04-20 13:59"},
		{what: "booked on the day", kind: PreArrival, in: "2026-04-20", out: "2026-04-22", made: "2026-04-20 08:00"},
		{what: "cancelled", kind: PreArrival, status: booking.Cancelled, in: "2026-04-20", out: "2026-04-22",
			made: "2026-04-01 10:00"},
		{what: "here already", kind: PreArrival, status: booking.CheckedIn, in: "2026-04-20", out: "2026-04-22",
			made: "2026-04-01 10:00"},
		{what: "on the day", kind: Arrival, in: "2026-04-20", out: "2026-04-22", made: "2026-04-01 10:00",
			first: "2026-04-20 08:00", last: "2026-04-20 23:59"},
		{what: "waits for the morning", kind: Arrival, in: "2026-04-20", out: "2026-04-22", made: "2026-04-01 10:00",
			from: "22:00", until: "09:30", first: "2026-04-20 09:30", last: "2026-04-20 21:59"},
		{what: "booked at night", kind: PreArrival, in: "2026-04-20", out: "2026-04-22", made: "2026-04-18 23:00",
			from: "22:00", until: "07:00", first: "2026-04-19 07:00", last: "2026-04-20 13:59"},
		{what: "quiet at noon", kind: Arrival, in: "2026-04-20", out: "2026-04-22", made: "2026-04-20 12:30",
			from: "12:00", until: "15:00", first: "2026-04-20 15:00", last: "2026-04-20 23:59"},
		{what: "in the stay", kind: InStay, status: booking.CheckedIn, in: "2026-04-14", out: "2026-04-17",
			made: "2026-04-01 10:00", first: "2026-04-15 11:00", last: "2026-04-16 23:59"},
		{what: "one night", kind: InStay, status: booking.CheckedIn, in: "2026-04-14", out: "2026-04-15",
			made: "2026-04-01 10:00"},
		{what: "confirmation at night", kind: Confirmation, in: "2026-06-14", out: "2026-06-15",
			made: "2026-04-14 23:30", from: "22:00", until: "07:00", first: "2026-04-14 23:30", last: "2026-04-15 23:29"},
		{what: "farewell", kind: Farewell, status: booking.CheckedOut, in: "2026-04-14", out: "2026-04-16",
			made: "2026-04-01 10:00", first: "2026-04-16 13:00", last: "2026-04-23 12:59"},
		{what: "left early", kind: Review, status: booking.CheckedOut, in: "2026-04-14", out: "2026-04-18",
			left: &early, made: "2026-04-01 10:00", first: "2026-04-17 11:00", last: "2026-04-24 10:59"},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := on(c.kind, c.from, c.until)
			of := stay{"b", c.status, date.Date(c.in), date.Date(c.out), at(c.made).UnixMilli(), c.left}
			if c.status == "" {
				of.status = booking.Confirmed
			}
			first, last := "", ""
			for now := at("2026-04-14 00:00"); now.Before(at("2026-04-26 00:00")); now = now.Add(time.Minute) {
				if s.due(c.kind, of, h, now) {
					last = now.Format("2006-01-02 15:04")
					if first == "" {
						first = last
					}
				}
			}
			if first != c.first || last != c.last {
				t.Errorf("it is due from %q to %q, want %q to %q", first, last, c.first, c.last)
			}
		})
	}
}

// A letter that is turned on goes to none whose moment was before.
func TestNoFloodOfOldLetters(t *testing.T) {
	zone := kolkata(t)
	rapid.Check(t, func(r *rapid.T) {
		k := rapid.SampledFrom(Kinds).Draw(r, "kind")
		now := time.Date(2026, 4, 14, 12, rapid.IntRange(0, 20_000).Draw(r, "minutes"), 0, 0, zone)
		arrival := date.Of(now, zone).AddDays(rapid.IntRange(-40, 40).Draw(r, "arrival"))
		of := stay{"b", rapid.SampledFrom([]string{booking.Confirmed, booking.CheckedIn, booking.CheckedOut}).
			Draw(r, "status"), arrival, arrival.AddDays(rapid.IntRange(1, 9).Draw(r, "nights")),
			now.Add(-time.Duration(rapid.IntRange(0, 2000).Draw(r, "made")) * time.Hour).UnixMilli(), nil}
		s := on(k, "22:00", "07:00")
		h := house{zone, "14:00"}
		for i := range s.Letters {
			s.Letters[i].Since = now.UnixMilli()
		}
		from, _ := s.of(k).window(of, h)
		if s.due(k, of, h, now) && from.Before(now) {
			r.Errorf("%s of %+v was due at %v, and is sent at %v, when it is turned on", k, of, from, now)
		}
		// Nothing is written in quiet hours but a confirmation, and what is awake stays awake.
		awake := s.awake(now, h)
		if awake.Before(now) || !s.awake(awake, h).Equal(awake) || k != Confirmation && s.due(k, of, h, now) &&
			!awake.Equal(now) {
			r.Errorf("%v wakes at %v", now, awake)
		}
	})
}

// Every language has every letter, and a paragraph whose link is missing is left out.
func TestWordsAreThere(t *testing.T) {
	for language, p := range known {
		for _, k := range Kinds {
			text, ok := own(k, language)
			if !ok || text.Subject == "" || text.HeaderText == "" || len(p.texts[k].before) == 0 {
				t.Errorf("%s has no %s", language, k)
			}
			for _, key := range []string{"checkinLink", "invoice_number", "organization_phone"} {
				bare := without(text.BodyHTML, map[string]string{})
				if strings.Contains(bare, key) || strings.Count(bare, "<p") != strings.Count(bare, "</p>") {
					t.Errorf("%s of %s keeps %s: %s", k, language, key, bare)
				}
			}
			full := without(text.BodyHTML, map[string]string{"checkinLink": "x", "invoice_number": "y",
				"organization_phone": "z", "organization_address": "z"})
			if full != text.BodyHTML {
				t.Errorf("%s of %s loses %s", k, language, full)
			}
		}
	}
	for body, want := range map[string]string{
		"<p>a</p><p>{{checkinLink}}</p><p>b</p>":       "<p>a</p><p>b</p>",
		"<p>a</p>{{checkinLink}}<p>b</p>":              "<p>a</p>{{checkinLink}}<p>b</p>",
		"{{ checkinLink }}</p>":                        "{{ checkinLink }}</p>",
		"<p>{{checkinLink}}{{invoice_number}}</p><p>c": "<p>c",
	} {
		if got := without(body, map[string]string{}); got != want {
			t.Errorf("%s becomes %s, want %s", body, got, want)
		}
	}
}
