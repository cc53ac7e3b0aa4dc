package analytics

import (
	"fmt"
	"math"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// The periods in which revenue is summed up.
const (
	Daily   = "daily"
	Weekly  = "weekly"
	Monthly = "monthly"
)

// span is the days [from, to], both counted.
type span struct{ from, to date.Date }

// lastDays is the span of so many days that ends today.
func lastDays(today date.Date, days int) span { return span{today.AddDays(1 - days), today} }

func (s span) days() []date.Date { return date.Days(s.from, s.to.AddDays(1)) }

// label names the period that a day belongs to: 2026-04-14, its ISO week 2026-W16, or 2026-04.
func label(period string, day date.Date) string {
	switch period {
	case Weekly:
		year, week := day.Time().ISOWeek()
		return fmt.Sprintf("%04d-W%02d", year, week)
	case Monthly:
		return string(day[:7])
	}
	return string(day)
}

// percent is part ÷ whole × 100 with two decimals; 0 of nothing.
func percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return math.Round(float64(part)*10_000/float64(whole)) / 100
}

// mean is sum ÷ number with two decimals; 0 of nothing.
func mean(sum, number int) float64 {
	if number == 0 {
		return 0
	}
	return math.Round(float64(sum)*100/float64(number)) / 100
}

// share is amount ÷ number, rounded to the minor unit; 0 of nothing.
func share(amount money.Amount, number int) money.Amount {
	if number == 0 {
		return 0
	}
	return amount.Times(1, int64(number))
}

// moved is what money did on a day.
type moved struct {
	payments                  int
	received, refunded, spent money.Amount
}

// period is moved for a day, a week or a month.
type period struct {
	label string
	moved
}

// periods sums days up. Every period of the span is there, in order; the first and the last may be in it in part only.
func periods(kind string, in span, days map[date.Date]moved) []period {
	list := []period{}
	for _, day := range in.days() {
		if name := label(kind, day); len(list) == 0 || list[len(list)-1].label != name {
			list = append(list, period{label: name})
		}
		last, add := &list[len(list)-1], days[day]
		last.payments += add.payments
		last.received += add.received
		last.refunded += add.refunded
		last.spent += add.spent
	}
	return list
}

// bracket is what is owed for so many days past the due date.
type bracket struct {
	label     string
	min, most int // days; most is below zero for the last, which is open
	count     int
	total     money.Amount
}

// owing is what the invoices of one due date still owe.
type owing struct {
	due    date.Date
	count  int
	amount money.Amount
}

// age sorts what is owed by the days since it was due; what isn't due yet is with the youngest.
func age(today date.Date, list []owing) []bracket {
	brackets := []bracket{{label: "0-30", min: 0, most: 30}, {label: "31-60", min: 31, most: 60}, {label: "61-90", min: 61, most: 90}, {label: "91+", min: 91, most: -1}}
	for _, o := range list {
		late := overdue(o.due, today)
		i := slices.IndexFunc(brackets, func(b bracket) bool { return b.most < 0 || late <= b.most })
		brackets[i].count += o.count
		brackets[i].total += o.amount
	}
	return brackets
}

// overdue is the number of days since the due date; 0 before it.
func overdue(due, today date.Date) int { return max(0, due.DaysUntil(today)) }

// arrival is a booking by the day on which its guest was to come.
type arrival struct {
	status, source, mealPlan string
	noShow                   bool
	checkIn, left            date.Date // left is the day on which the last room is, or is to be, left
	booked                   date.Date
}

// came tells whether the guest came.
func (a arrival) came() bool { return a.status == "checked-in" || a.status == "checked-out" }

// group is a part of the arrivals.
type group struct {
	name     string
	bookings int
	share    float64
}

// mix says which part of the arrivals has each value: the most frequent first, then by name.
func mix(arrivals []arrival, value func(arrival) string) []group {
	count, all := map[string]int{}, 0
	for _, a := range arrivals {
		if a.came() {
			count[value(a)]++
			all++
		}
	}
	groups := make([]group, 0, len(count))
	for name, number := range count {
		groups = append(groups, group{name, number, percent(number, all)})
	}
	slices.SortFunc(groups, func(a, b group) int {
		if a.bookings != b.bookings {
			return b.bookings - a.bookings
		}
		if a.name < b.name {
			return -1
		}
		return 1
	})
	return groups
}
