package statistics

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sarai/internal/country"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// Definitions say what each figure is.
var Definitions = map[string]string{
	"roomsAvailable": "For each day, the rooms that were in use on it, blocked ones too",
	"roomNights":     "Nights of these days in rooms whose guests came",
	"bedsAvailable": "roomsAvailable × the beds of a room: the adults that the categories of the rooms in use take, on " +
		"average, as they are now",
	"arrivals":      "Adults and children of bookings whose guests came, by the day of check-in",
	"guests":        "Adults and children who were in the house on these days",
	"guestNights":   "Nights of these days × the persons in each room: occupied beds",
	"averageStay":   "guestNights / guests",
	"nationality":   "Of a guest's own record, or of the booking's guest without one, as it is noted now",
	"purpose":       "Of arrivals: as it stands on the registration card of the booking's guest",
	"cancellations": "Bookings that were cancelled, without no-shows, by the day of check-in",
	"noShows":       "Bookings whose guests never came, by the day of check-in",
	"lost":          "What those stays would have cost, as they were booked",
	"kept":          "What is charged for them all the same",
	"averageNotice": "Days from the cancellation to the check-in, of cancellations",
}

// stay is a room of a booking whose guests came.
type stay struct {
	bookingID, entryID   string
	checkIn              date.Date
	nationality, purpose string // of the booking's guest
	persons              int
	from, to             date.Date // it held the nights [from, to)
	moved                bool      // the party has moved into another room, which goes on with their nights
}

// person is a guest with a record of their own in a room of a booking.
type person struct{ bookingID, entryID, nationality string }

// visitors counts guests.
type visitors struct{ arrivals, guests, guestNights int }

func (v *visitors) add(other visitors) {
	v.arrivals, v.guests = v.arrivals+other.arrivals, v.guests+other.guests
	v.guestNights += other.guestNights
}

// nation is the guests of a nationality, which is "" where it isn't noted.
type nation struct {
	code string
	visitors
}

// aim is the arrivals with a purpose.
type aim struct {
	purpose  string
	arrivals int
}

// month is what is counted of the days [from, to] of a month.
type month struct {
	from, to                                  date.Date
	roomsAvailable, roomNights, bedsAvailable int
	all                                       visitors
	nations                                   []nation
	aims                                      []aim
}

// monthOf are the days of a month written YYYY-MM, until today; that before today's unless it is given.
func monthOf(asked string, today date.Date) (from, to date.Date, err error) {
	if from = date.Date(asked + "-01"); asked == "" {
		last := today.AddDays(-today.Time().Day())
		from = last.AddDays(1 - last.Time().Day())
	}
	first, err := time.Parse("2006-01-02", string(from))
	if err != nil {
		return from, to, errs.InvalidField("month", "must be a month written YYYY-MM, such as 2026-04")
	}
	if from > today {
		return from, to, errs.InvalidField("month", "must not be after today's, %s", string(today[:7]))
	}
	return from, min(today, date.Of(first.AddDate(0, 1, -1), time.UTC)), nil
}

// count counts the guests of the stays.
func (m *month) count(stays []stay, people []person) {
	named := map[[2]string][]string{}
	for _, p := range people {
		key := [2]string{p.bookingID, p.entryID}
		named[key] = append(named[key], p.nationality)
	}
	nations, aims := map[string]*visitors{}, map[string]int{}
	for _, s := range stays {
		nights := max(0, max(s.from, m.from).DaysUntil(min(s.to, m.to.AddDays(1))))
		m.roomNights += nights
		each := visitors{guestNights: nights}
		if !s.moved && (s.checkIn >= m.from || s.to > m.from) {
			each.guests = 1
		}
		if !s.moved && s.checkIn >= m.from {
			each.arrivals = 1
		}
		own := named[[2]string{s.bookingID, s.entryID}]
		for i := range max(s.persons, len(own)) {
			noted := s.nationality
			if i < len(own) {
				noted = cmp.Or(own[i], noted)
			}
			code := codeOf(noted)
			if nations[code] == nil {
				nations[code] = &visitors{}
			}
			nations[code].add(each)
			m.all.add(each)
			if each.arrivals > 0 {
				aims[strings.TrimSpace(s.purpose)]++
			}
		}
	}
	for code, v := range nations {
		if *v != (visitors{}) {
			m.nations = append(m.nations, nation{code, *v})
		}
	}
	slices.SortFunc(m.nations, func(a, b nation) int {
		return cmp.Or(b.guests-a.guests, b.guestNights-a.guestNights, strings.Compare(a.code, b.code))
	})
	for purpose, arrivals := range aims {
		m.aims = append(m.aims, aim{purpose, arrivals})
	}
	slices.SortFunc(m.aims, func(a, b aim) int {
		return cmp.Or(b.arrivals-a.arrivals, strings.Compare(a.purpose, b.purpose))
	})
}

// codeOf is the code of the nation that was noted; what isn't known stays as it is.
func codeOf(noted string) string {
	if found, known := country.NationOf(noted); known {
		return found.Code
	}
	return strings.TrimSpace(noted)
}

// dropped is a booking that was cancelled, or whose guests never came.
type dropped struct {
	noShow            bool
	source, company   string
	cancelledOn       date.Date
	checkIn, checkOut date.Date
	rooms             int
	total, kept       money.Amount
}

// lost is what the dropped bookings of a part add up to.
type lost struct {
	key                                    string
	cancellations, noShows, nights, notice int
	total, kept                            money.Amount
}

func (l *lost) add(d dropped) {
	if d.noShow {
		l.noShows++
	} else {
		l.cancellations++
		l.notice += max(0, d.cancelledOn.DaysUntil(d.checkIn))
	}
	l.nights += d.rooms * d.checkIn.DaysUntil(d.checkOut)
	l.total, l.kept = min(l.total+d.total, money.MaxSum), min(l.kept+d.kept, money.MaxSum)
}

// none is the key of bookings without a company.
const none = "none"

// parts adds up the bookings by source, company or month: the largest loss first, months in their order.
func parts(list []dropped, by string) (sums []lost, all lost) {
	at := map[string]int{}
	for _, d := range list {
		key := d.source
		switch by {
		case "company":
			key = cmp.Or(d.company, none)
		case "month":
			key = string(d.checkIn[:7])
		}
		i, known := at[key]
		if !known {
			i = len(sums)
			at[key], sums = i, append(sums, lost{key: key})
		}
		sums[i].add(d)
		all.add(d)
	}
	slices.SortFunc(sums, func(a, b lost) int {
		if by == "month" {
			return strings.Compare(a.key, b.key)
		}
		return cmp.Or(cmp.Compare(b.total, a.total), strings.Compare(a.key, b.key))
	})
	return sums, all
}
