package flash

import (
	"slices"
	"strings"

	"sarai/internal/books/budget"
	"sarai/internal/books/takings"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// definitions say what each figure is.
var definitions = map[string]string{
	"roomsAvailable": "Rooms in use × days, blocked or not",
	"roomsSold":      "Room-nights that guests who came paid for; of closed days as their reports count them",
	"occupancy":      "roomsSold / roomsAvailable × 100",
	"adr":            "roomsRevenue / roomsSold",
	"revPar":         "roomsRevenue / roomsAvailable",
	"tRevPar":        "totalRevenue / roomsAvailable",
	"roomsRevenue":   "Lodging on folios without tax, less credit notes, by business day",
	"totalRevenue": "What all departments have earned by accrual, without tax: the revenue of the accrual profit and " +
		"loss",
	"arrivals":      "Bookings whose guests came, by check-in day, as they are now",
	"departures":    "Bookings whose guests have left, by check-out day, as they are now",
	"noShows":       "Bookings whose guests never came, by check-in day",
	"cancellations": "Cancelled bookings without no-shows, by check-in day",
	"received":      "Payments of these business days, without void ones; refunded likewise",
	"pickUp":        "Bookings made on the day, by the hotel's clock, and their room-nights after it, but cancelled ones",
	"owed": "What issued invoices still owe now, and bookings in house beyond their own invoices: of companies where " +
		"the booking has one, else of guests",
	"budget":   "Of part of a month, in proportion to its days; left out where nothing is budgeted",
	"lastYear": "The same days of the calendar a year before",
}

// figures are what some days come to.
type figures struct {
	from, to                                     date.Date
	available, sold, complimentary               int
	revenue                                      map[budget.Department]money.Amount
	arrivals, departures, noShows, cancellations int
	received, refunded                           money.Amount
	methods                                      []takings.Method
}

// total is the revenue of all departments.
func (f figures) total() (sum money.Amount) {
	for _, revenue := range f.revenue {
		sum += revenue
	}
	return sum
}

// rooms is the revenue of rooms.
func (f figures) rooms() money.Amount { return f.revenue[budget.Department{Kind: budget.Rooms}] }

// period is a day, a month or a year, with the year before and the budget.
type period struct {
	now, before figures
	budget      budget.Sums
}

// report is the manager's report of a day.
type report struct {
	day               date.Date
	closed            bool
	on, month, year   period
	pickUp            pickUp
	guests, companies money.Amount // what they owe
}

// pickUp is what was booked on the day.
type pickUp struct{ bookings, nights, cancelled int }

// yearBefore is the same day a year before.
func yearBefore(day date.Date) date.Date {
	before := date.Date(string(day.AddDays(-366 + 1)[:4]) + string(day[4:]))
	if string(before[:4]) == string(day[:4]) { // 31 December of a leap year
		before = date.Date(string(day.AddDays(-366)[:4]) + string(day[4:]))
	}
	if strings.HasSuffix(string(before), "-02-29") {
		before = before[:8] + "28"
	}
	return before
}

// departments are those with a revenue in any of the periods, in their order.
func (p period) departments() []budget.Department {
	seen := map[budget.Department]bool{}
	for _, of := range []map[budget.Department]money.Amount{p.now.revenue, p.before.revenue, p.budget.Revenue} {
		for department := range of {
			seen[department] = true
		}
	}
	list := make([]budget.Department, 0, len(seen))
	for department := range seen {
		list = append(list, department)
	}
	slices.SortFunc(list, budget.Compare)
	return list
}

// kept is a row of table flash_days.
type kept struct {
	Day    date.Date    `db:"day,key"`
	Figure string       `db:"figure,key"`
	Name   string       `db:"name,key"`
	Amount money.Amount `db:"amount"`
}

// The figures of kept days, besides the kinds of departments.
const (
	available     = "available"
	sold          = "sold"
	complimentary = "complimentary"
	arrivals      = "arrivals"
	noShows       = "noShows"
	cancellations = "cancellations"
	departures    = "departures"
)

// add adds kept figures.
func (f *figures) add(rows []kept) {
	counts := map[string]*int{available: &f.available, sold: &f.sold, complimentary: &f.complimentary,
		arrivals: &f.arrivals, noShows: &f.noShows, cancellations: &f.cancellations, departures: &f.departures}
	for _, k := range rows {
		if count, is := counts[k.Figure]; is {
			*count += int(k.Amount)
		} else {
			f.revenue[budget.Department{Kind: k.Figure, Name: k.Name}] += k.Amount
		}
	}
}
