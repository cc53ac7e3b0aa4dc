package analytics

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/frontdesk"
	"sarai/internal/stay/lodging"
)

// The periods in which revenue is summed up.
const (
	daily   = "daily"
	weekly  = "weekly"
	monthly = "monthly"
)

// span is the days from and to and all between them.
type span struct{ from, to date.Date }

// lastDays is the span of that many days that ends today.
func lastDays(today date.Date, days int) span { return span{today.AddDays(1 - days), today} }

func (s span) days() []date.Date { return date.Days(s.from, s.to.AddDays(1)) }

// label names the period that a day belongs to: 2026-04-14, its ISO week 2026-W16, or 2026-04.
func label(period string, day date.Date) string {
	switch period {
	case weekly:
		year, week := day.Time().ISOWeek()
		return fmt.Sprintf("%04d-W%02d", year, week)
	case monthly:
		return string(day[:7])
	}
	return string(day)
}

// mean is sum ÷ number with two decimals; 0 if number is 0.
func mean(sum, number int) float64 {
	if number == 0 {
		return 0
	}
	return math.Round(float64(sum)*100/float64(number)) / 100
}

// share is amount ÷ number, rounded to the minor unit; 0 if number isn't above 0.
func share(amount money.Amount, number int) money.Amount {
	if number <= 0 {
		return 0
	}
	return amount.Times(1, int64(number))
}

// moved is the money that came in and went out on a day.
type moved struct {
	payments                  int // received
	received, refunded, spent money.Amount
}

func (m moved) revenue() money.Amount { return m.received - m.refunded }

// period is moved for a day, a week or a month.
type period struct {
	label string
	moved
}

// sumUp adds up the days of each period. It returns every period of the span in order; of the first and the last, only
// the days in the span.
func sumUp(kind string, in span, days map[date.Date]moved) []period {
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

// bracket is what invoices owe whose due date passed between min and most days ago.
type bracket struct {
	label     string
	min, most int // most is negative for the last bracket, which has no end
	count     int // of invoices
	total     money.Amount
}

// owing is what the invoices of one due date still owe.
type owing struct {
	due    date.Date
	count  int
	amount money.Amount
}

// byAge sorts what is owed by the days since it was due; what isn't due yet is in the first bracket.
func byAge(today date.Date, list []owing) []bracket {
	brackets := []bracket{
		{label: "0-30", min: 0, most: 30},
		{label: "31-60", min: 31, most: 60},
		{label: "61-90", min: 61, most: 90},
		{label: "91+", min: 91, most: -1},
	}
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

// visit is a booking whose guest was expected on checkIn.
type visit struct {
	status, source, mealPlan string
	noShow, dayUse           bool
	booked, checkIn          date.Date
	end                      date.Date // the day on which the last room was or will be left
}

// came reports whether the guest came.
func (v visit) came() bool { return v.status == booking.CheckedIn || v.status == booking.CheckedOut }

// group is the arrivals that have a value in common.
type group struct {
	name     string
	bookings int
	share    float64 // percent of the arrivals
}

// mix groups the arrivals among the visits by a value: the largest group first, then by name.
func mix(visits []visit, value func(visit) string) []group {
	count, all := map[string]int{}, 0
	for _, v := range visits {
		if v.came() {
			count[value(v)]++
			all++
		}
	}
	groups := make([]group, 0, len(count))
	for name, number := range count {
		groups = append(groups, group{name, number, frontdesk.Percentage(number, all)})
	}
	slices.SortFunc(groups, func(a, b group) int {
		return cmp.Or(b.bookings-a.bookings, strings.Compare(a.name, b.name))
	})
	return groups
}

// kpis are the trade's key figures of a span.
type kpis struct {
	span
	available, sold, complimentary int          // room-nights
	revenue, otherRevenue          money.Amount // of rooms, and of all else
	cancellations, noShows         int
	dayUses                        int
	arrivals, stays                int     // visits whose guests came, and those of them with a night
	nights, leadDays               int     // of all arrivals
	sources, mealPlans             []group // of the arrivals
}

// count adds up what the visits of the span say.
func (k *kpis) count(visits []visit) {
	for _, v := range visits {
		switch {
		case v.came():
			k.arrivals++
			if !v.dayUse {
				k.stays++
				k.nights += v.checkIn.DaysUntil(v.end)
			}
			k.leadDays += max(0, v.booked.DaysUntil(v.checkIn))
		case v.noShow:
			k.noShows++
		case v.status == booking.Cancelled:
			k.cancellations++
		}
	}
	k.sources = mix(visits, func(v visit) string { return v.source })
	k.mealPlans = mix(visits, func(v visit) string { return v.mealPlan })
}

// promised is a room of a booking with the nights that it was booked for, as the booking was changed last.
type promised struct {
	booked          int64           // UTC milliseconds, as the next two are
	cancelled, left *int64          // nil: the booking is not cancelled, the party has not left
	from, to        date.Date       // it holds, or has held, the nights [from, to)
	inclusive       bool            // the prices of the nights include tax
	nights          []lodging.Night // from from on, with those after to that were given back by leaving early
}

// books is what is on the books for a night.
type books struct {
	rooms   int
	revenue money.Amount // of the rooms, without tax
}

// onTheBooks sums up by night what was booked by the moment, and not cancelled or given back by then.
func onTheBooks(rooms []promised, at time.Time, rules *tax.Rules) map[date.Date]books {
	moment, nights := at.UnixMilli(), map[date.Date]books{}
	for _, r := range rooms {
		if r.booked > moment || r.cancelled != nil && *r.cancelled <= moment {
			continue
		}
		for i, n := range r.nights {
			day := r.from.AddDays(i)
			if day >= r.to && (r.left == nil || *r.left <= moment) {
				continue
			}
			sum := nights[day]
			sum.rooms++
			sum.revenue = min(sum.revenue+rules.Night(day, n.Price, r.inclusive).Taxable, money.MaxSum)
			nights[day] = sum
		}
	}
	return nights
}

// yearBefore is how many days before a night, or a moment, is the one of the year before that it is compared with: on
// the same day of the week.
const yearBefore = 364

// paced is a night with what is on the books for it, and what was a year ago for the night of the year before.
type paced struct {
	day, dayBefore date.Date
	now, before    books
}
