package revenue

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"sarai/internal/country"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/stay/lodging"
)

// Definitions say what each figure is.
var Definitions = map[string]string{
	"revenue": "What folios charge on these business days, without tax, less reversals and what credit notes take off; " +
		"and of invoices of no booking what they have earned, as the accrual profit and loss has it",
	"roomsRevenue":  "Of revenue, the lodging; charges that stay for cancelled bookings and no-shows among it",
	"nights":        "Room-nights posted on these days at a price, less those taken back",
	"adr":           "roomsRevenue / nights",
	"bookings":      "Bookings whose guests were expected on these days, by check-in",
	"arrivals":      "Of bookings, those whose guests came",
	"cancellations": "Of bookings, those that were cancelled, without no-shows",
	"noShows":       "Of bookings, those whose guests never came",
	"guests":        "Adults and children of the bookings whose guests came on these days, all by their booking's guest",
	"guestNights":   "Nights of their rooms × the persons in each; stays count whole in the days of their arrival",
}

// amount is what was earned by a part of the hotel.
type amount struct {
	key, name      string
	taxable, total money.Amount
	rooms          money.Amount // of taxable
	nights         int
}

// none is the key of what has no value of the division, such as bookings of no company.
const none = "none"

// direct is the key of invoices of no booking.
const direct = "direct"

// gather adds up the amounts of each key, renamed by name: the largest first, then by name, or by key for days and
// months.
func gather(list []amount, named func(amount) (key, name string), byKey bool) []amount {
	sums := map[string]*amount{}
	for _, a := range list {
		key, name := named(a)
		key = cmp.Or(key, none)
		if sums[key] == nil {
			sums[key] = &amount{key: key, name: name}
		}
		s := sums[key]
		s.taxable, s.total, s.rooms, s.nights = s.taxable+a.taxable, s.total+a.total, s.rooms+a.rooms, s.nights+a.nights
	}
	all := make([]amount, 0, len(sums))
	for _, s := range sums {
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b amount) int {
		if byKey {
			return strings.Compare(a.key, b.key)
		}
		return cmp.Or(cmp.Compare(b.taxable, a.taxable), strings.Compare(a.name, b.name), strings.Compare(a.key, b.key))
	})
	return all
}

// planOf is the code of the plan by which a room was sold, as it is stored; "" for none.
func planOf(stored string) string {
	var sold *lodging.Sold
	if json.Unmarshal([]byte(stored), &sold) != nil || sold == nil {
		return ""
	}
	return sold.PlanCode
}

// naming says by which key and name an amount of a division is shown.
func naming(by string) func(amount) (key, name string) {
	return func(a amount) (string, string) {
		if a.key == direct {
			return direct, "Invoices of no booking"
		}
		key := a.key
		if by == "plan" {
			key = planOf(a.key)
		}
		switch {
		case key == "":
			return none, ""
		case by == "nationality":
			code := nation(key)
			return cmp.Or(code, none), code
		case by == "department":
			kind, name, _ := strings.Cut(key, ":")
			return key, cmp.Or(name, map[string]string{"rooms": "Rooms", "other": "Other"}[kind])
		}
		return key, cmp.Or(a.name, key)
	}
}

// nation is the code of the nation that was noted, as people and passports write it; what isn't known stays as it is.
func nation(noted string) string {
	if found, known := country.NationOf(noted); known {
		return found.Code
	}
	return strings.TrimSpace(noted)
}

// produced is what a source or a company has brought.
type produced struct {
	amount
	bookings, arrivals, cancellations, noShows int
}

// stay is a room of a booking.
type stay struct {
	bookingID, nationality string
	persons                int
	from, to               date.Date
	moved                  bool // the party has moved into another room, which goes on with their nights
}

// origin is the guests of a nationality.
type origin struct {
	nationality                               string
	bookings, guests, guestNights, roomNights int
}

// origins adds up the stays by nationality: most guests first.
func origins(stays []stay) []origin {
	sums, seen := map[string]*origin{}, map[string]bool{}
	for _, s := range stays {
		from := nation(s.nationality)
		o := sums[from]
		if o == nil {
			o = &origin{nationality: from}
			sums[from] = o
		}
		if !seen[s.bookingID] {
			seen[s.bookingID] = true
			o.bookings++
		}
		nights := max(0, s.from.DaysUntil(s.to))
		o.roomNights += nights
		o.guestNights += nights * s.persons
		if !s.moved {
			o.guests += s.persons
		}
	}
	list := make([]origin, 0, len(sums))
	for _, o := range sums {
		list = append(list, *o)
	}
	slices.SortFunc(list, func(a, b origin) int {
		return cmp.Or(b.guests-a.guests, strings.Compare(a.nationality, b.nationality))
	})
	return list
}

// line is a charge that is part of a revenue.
type line struct {
	bookingID, code, guest, lineID, description string
	day                                         date.Date
	division                                    string
	taxable, total                              money.Amount
}
