package series

import (
	"context"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// eachEngineAt runs with a clock that stands at noon of that day in Kolkata.
func eachEngineAt(t *testing.T, day date.Date, fn func(t *testing.T, d *db.DB, c *clock.Fake)) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			c := clock.NewFake(day.Start(kolkata).Add(12 * time.Hour))
			fn(t, kittest.New(t, engine, c), c)
		})
	}
}

// desk does one thing after another with the invoice series, and fails the test where a number isn't as expected.
type desk struct {
	t     *testing.T
	d     *db.DB
	sc    scope.Scope
	clock *clock.Fake
}

func (k desk) on(day date.Date) { k.clock.Set(day.Start(kolkata).Add(12 * time.Hour)) }

func (k desk) takes(numbers ...string) {
	k.t.Helper()
	for _, want := range numbers {
		if found, err := New(k.d, event.NewBus()).one(k.t.Context(), k.sc, Invoice); err != nil || found.preview() != want {
			k.t.Fatalf("the preview is %s, %v; want %s", found.preview(), err, want)
		}
		if got, err := take(k.d, k.sc, Invoice); got != want || err != nil {
			k.t.Fatalf("took %q, %v; want %q", got, err, want)
		}
	}
}

func (k desk) changes(edit func(s *series)) {
	k.t.Helper()
	if _, err := New(k.d, event.NewBus()).change(k.t.Context(), k.sc, Invoice, edit); err != nil {
		k.t.Fatal(err)
	}
}

func (k desk) refused(field string, edit func(s *series)) {
	k.t.Helper()
	_, err := New(k.d, event.NewBus()).change(k.t.Context(), k.sc, Invoice, edit)
	typed, ok := err.(*errs.Error)
	if !ok || len(typed.Fields) != 1 || typed.Fields[0].Field != field {
		k.t.Fatalf("got %v, want a refusal that names %s", err, field)
	}
}

func yearly(on bool) func(*series) { return func(s *series) { s.Yearly = on } }

func TestYearly(t *testing.T) {
	eachEngineAt(t, "2027-03-30", func(t *testing.T, d *db.DB, c *clock.Fake) {
		k := desk{t, d, seeded(t, d), c}
		k.takes("INV-1", "INV-2")
		k.changes(func(s *series) { s.Yearly, s.Separator = true, "/" })
		k.takes("INV/26-27/1", "INV/26-27/2")
		c.Set(time.Date(2027, 3, 31, 18, 29, 59, 0, time.UTC)) // a second before the hotel's midnight
		k.takes("INV/26-27/3")
		c.Advance(time.Second)
		k.takes("INV/27-28/1", "INV/27-28/2")
		// A clock that was set back finds its year as it was left, and so does the new one.
		k.on("2027-03-31")
		k.takes("INV/26-27/4")
		k.on("2027-04-01")
		k.takes("INV/27-28/3")
		// The old numbers go on after the option, and the year's after them.
		k.changes(func(s *series) { s.Yearly, s.Separator = false, "-" })
		k.takes("INV-3")
		k.changes(yearly(true))
		k.takes("INV-27-28-1")
		k.refused("nextNumber", func(s *series) { s.Separator = "/" })
		k.changes(func(s *series) { s.Separator, s.Next = "/", 40 })
		k.takes("INV/27-28/40")
		k.on("2028-04-01") // whatever was set, the next year begins with 1
		k.takes("INV/28-29/1")
		k.changes(func(s *series) { s.Separator = "" })
		k.takes("INV28-29-2")
		k.changes(func(s *series) { s.Yearly = false })
		k.takes("INV1")
	})
}

// A change early in the year is judged by the new year, though no number was taken in it yet.
func TestYearlyChangeAfterTheTurn(t *testing.T) {
	eachEngineAt(t, "2027-03-31", func(t *testing.T, d *db.DB, c *clock.Fake) {
		k := desk{t, d, seeded(t, d), c}
		k.changes(yearly(true))
		k.takes("INV-26-27-1", "INV-26-27-2")
		k.on("2027-04-01")
		k.changes(func(s *series) { s.Next = 2 })
		k.takes("INV-27-28-2")
		k.refused("nextNumber", func(s *series) { s.Next = 1 })
		k.changes(func(s *series) { s.Prefix = "B" })
		k.on("2027-03-31")
		k.takes("B-26-27-1")
		k.changes(func(s *series) { s.Prefix, s.Next = "INV", 3 })
		k.takes("INV-26-27-3")
	})
}

// A yearly number has seven characters more, which the limit counts.
func TestYearlyKeepsTheLimit(t *testing.T) {
	eachEngineAt(t, "2026-04-14", func(t *testing.T, d *db.DB, c *clock.Fake) {
		k := desk{t, d, seeded(t, d), c}
		k.refused("prefix", func(s *series) { s.Yearly, s.Prefix = true, "INVOICES99" })
		k.changes(func(s *series) { s.Yearly, s.Prefix, s.Next = true, "INVOICES", 9 })
		k.takes("INVOICES-26-27-9") // 16 characters
		if number, err := take(d, k.sc, Invoice); !errs.Is(err, errs.KindConflict) {
			t.Fatalf("took %q, %v", number, err)
		}
		k.on("2027-04-01") // there is room again
		k.takes("INVOICES-27-28-1")
	})
}

// At the turn of the year many takers find the old year at once; each gets a number of its own, from 1 without a gap.
func TestManyTakersAtTheTurn(t *testing.T) {
	eachEngineAt(t, "2027-03-31", func(t *testing.T, d *db.DB, c *clock.Fake) {
		k := desk{t, d, seeded(t, d), c}
		k.changes(yearly(true))
		k.takes("INV-26-27-1")
		k.on("2027-04-01")
		const takers = 30
		numbers := make(chan string, takers)
		for range takers {
			go func() {
				number, err := take(d, k.sc, Invoice)
				if err != nil {
					t.Error(err)
				}
				numbers <- number
			}()
		}
		seen := map[string]bool{}
		for range takers {
			seen[<-numbers] = true
		}
		for n := range takers {
			if want := fmt.Sprint("INV-27-28-", n+1); !seen[want] {
				t.Errorf("%s is missing", want)
			}
		}
	})
}

// However the series is changed, switched, and carried from year to year and back, no number comes twice, every
// number is the one that the preview showed, and within a year that nobody changes they are consecutive.
func TestNoYearlyNumberIsIssuedTwice(t *testing.T) {
	eachEngineAt(t, "2026-04-01", func(t *testing.T, d *db.DB, c *clock.Fake) {
		s := New(d, event.NewBus())
		rapid.Check(t, func(t *rapid.T) {
			sc := seeded(t, d)
			issued := map[string]bool{}
			t.Repeat(map[string]func(*rapid.T){
				"issue": func(t *rapid.T) {
					shown, err := s.one(context.Background(), sc, Invoice)
					if err != nil {
						t.Fatal(err)
					}
					for i := range rapid.IntRange(1, 5).Draw(t, "documents") {
						number, err := take(d, sc, Invoice)
						if err != nil {
							t.Fatal(err)
						}
						if want := code(shown.stem(), shown.Next+int64(i)); number != want {
							t.Fatalf("%s was issued, want %s", number, want)
						}
						if issued[number] {
							t.Fatalf("%s was issued twice", number)
						}
						issued[number] = true
					}
				},
				"change": func(t *rapid.T) {
					prefix := rapid.SampledFrom([]string{"", "A", "A26-2", "26", "26-27", "26-27-1", "26-27/", "1"}).Draw(t, "prefix")
					separator := rapid.SampledFrom([]string{"", "-", "/"}).Draw(t, "separator")
					next, yearly := rapid.Int64Range(1, 30).Draw(t, "next"), rapid.Bool().Draw(t, "yearly")
					change := func(s *series) { s.Prefix, s.Separator, s.Next, s.Yearly = prefix, separator, next, yearly }
					switch rapid.IntRange(0, 2).Draw(t, "what") {
					case 0:
						change = func(s *series) { s.Next = next }
					case 1:
						change = func(s *series) { s.Yearly = yearly }
					}
					if _, err := s.change(context.Background(), sc, Invoice, change); err != nil && !errs.Is(err, errs.KindInvalid) {
						t.Fatal(err)
					}
				},
				"year": func(t *rapid.T) {
					c.Set(time.Date(rapid.IntRange(2025, 2028).Draw(t, "year"), 3, 31,
						rapid.SampledFrom([]int{18, 19}).Draw(t, "hour"), 0, 0, 0, time.UTC))
				},
			})
		})
	})
}
