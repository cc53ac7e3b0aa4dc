// Package date has calendar dates and times of day: a hotel's own calendar, without a time zone.
package date

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"sarai/internal/kit/errs"
)

const layout = "2006-01-02"

// Date is a calendar date written YYYY-MM-DD, from 1900 to 2999. Dates compare as strings do.
type Date string

// Parse parses an existing day written YYYY-MM-DD. The error's text completes a sentence that begins with the field's
// name.
func Parse(s string) (Date, error) {
	t, err := time.Parse(layout, s)
	if err != nil {
		return "", errors.New("must be a date written YYYY-MM-DD, such as 2026-04-01")
	}
	if t.Year() < 1900 || t.Year() > 2999 {
		return "", errors.New("must be a date of the years 1900 to 2999")
	}
	return Date(s), nil
}

// Of returns the date in zone at t.
func Of(t time.Time, zone *time.Location) Date { return Date(t.In(zone).Format(layout)) }

func (d Date) time() time.Time {
	t, _ := time.Parse(layout, string(d))
	return t
}

// AddDays returns the date n days later, or earlier for a negative n.
func (d Date) AddDays(n int) Date { return Date(d.time().AddDate(0, 0, n).Format(layout)) }

// DaysUntil returns the number of days from d to other: the nights of a stay [d, other).
func (d Date) DaysUntil(other Date) int { return int(other.time().Sub(d.time()) / (24 * time.Hour)) }

// Time returns the date's midnight in UTC.
func (d Date) Time() time.Time { return d.time() }

// Text formats the date for people: Tue, 14 Apr 2026.
func (d Date) Text() string { return d.time().Format("Mon, 2 Jan 2006") }

// Short formats the date for people in a sentence, as every message does: 14 Apr 2026; "" is none.
func (d Date) Short() string {
	if d == "" {
		return ""
	}
	return d.time().Format("2 Jan 2006")
}

// Start returns the instant at which the date begins in zone. Where the clock skips midnight (daylight saving time
// begins at 00:00), it is the date's first instant.
func (d Date) Start(zone *time.Location) time.Time {
	t := d.time()
	start := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, zone)
	for Of(start, zone) < d {
		start = start.Add(time.Minute)
	}
	return start.UTC()
}

// Days returns the dates of the half-open interval [from, to).
func Days(from, to Date) []Date {
	var days []Date
	for d := from; d < to; d = d.AddDays(1) {
		days = append(days, d)
	}
	return days
}

// CheckDays refuses bounds of a list that aren't dates or are the wrong way round; "" is no bound.
func CheckDays(from, to Date) error {
	var fields errs.Fields
	CheckDay(&fields, "from", from)
	CheckDay(&fields, "to", to)
	if len(fields) == 0 && from != "" && to != "" && from > to {
		fields.Add("to", "must not be before from")
	}
	return fields.Err()
}

// CheckDay adds the field to fields if it has something other than a date; "" is fine.
func CheckDay(fields *errs.Fields, field string, day Date) {
	if day == "" {
		return
	}
	if _, err := Parse(string(day)); err != nil {
		fields.Add(field, "%s", err)
	}
}

// Span is the days [from, to]: until last unless to is given, from the first of its month unless from is. It fails with
// Invalid, naming the field to, if they are none, or more than most.
func Span(from, to, last Date, most int) (Date, Date, error) {
	to = cmp.Or(to, last)
	from = cmp.Or(from, to[:8]+"01")
	if from > to {
		return from, to, errs.InvalidField("to", "must not be before from, %s", from.Short())
	}
	if from.DaysUntil(to) >= most {
		return from, to, errs.InvalidField("to", "must be at most %d days after from", most-1)
	}
	return from, to, nil
}

// Clock is a time of day written HH:mm, 00:00 to 23:59.
type Clock string

// ParseClock parses a time of day.
func ParseClock(s string) (Clock, error) {
	if _, err := time.Parse("15:04", s); err != nil || len(s) != 5 {
		return "", errors.New("must be a time of day written HH:mm, such as 14:00")
	}
	return Clock(s), nil
}

// InJSON describes the type to the API's document: see kit/web/openapi.
func (Date) InJSON() (like any, tags string) { return "", `format:"date" example:"2026-04-01"` }

// InJSON describes the type to the API's document.
func (Clock) InJSON() (like any, tags string) {
	return "", `pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" patternDescription:"a time of day written HH:mm" example:"14:00"`
}

// Join lists the days for people, in order, each once: "24 Dec 2026, 25 Dec 2026".
func Join(days []Date) string {
	var texts []string
	for _, day := range slices.Compact(slices.Sorted(slices.Values(days))) {
		texts = append(texts, day.Short())
	}
	return strings.Join(texts, ", ")
}
