package tariff

import (
	"fmt"
	"time"

	"sarai/internal/kit/date"
)

// Reason is why a stay can't be sold. Needed is the number that would be right, where there is one; Date is the day on
// which the reason is found.
type Reason struct {
	Code   string
	Needed int
	Date   date.Date
}

// The codes of reasons.
const (
	NotOnSale         = "not_on_sale"         // the plan's sale window
	OutsideStayWindow = "outside_stay_window" // the plan's stay window
	MinAdvance        = "min_advance"         // hours before check-in
	MaxAdvance        = "max_advance"         // days before check-in
	Closed            = "closed"
	ClosedToArrival   = "closed_to_arrival"
	ClosedToDeparture = "closed_to_departure"
	MinStay           = "min_stay"
	MaxStay           = "max_stay"
	NoPrice           = "no_price"
	TooManyAdults     = "occupancy"
	TooManyChildren   = "children"
	SoldOut           = "sold_out"
	SellLimit         = "sell_limit" // rooms of a category that may be sold for a night
)

// Text is the reason as a sentence.
func (r Reason) Text() string {
	switch r.Code {
	case NotOnSale:
		return fmt.Sprintf("It is not on sale on %s.", r.Date.Short())
	case OutsideStayWindow:
		return fmt.Sprintf("It is not sold for the night of %s.", r.Date.Short())
	case MinAdvance:
		return fmt.Sprintf("It must be booked at least %d hours before check-in.", r.Needed)
	case MaxAdvance:
		return fmt.Sprintf("It can be booked at most %d days ahead.", r.Needed)
	case Closed:
		return fmt.Sprintf("It is closed on %s.", r.Date.Short())
	case ClosedToArrival:
		return fmt.Sprintf("Nobody can arrive on %s.", r.Date.Short())
	case ClosedToDeparture:
		return fmt.Sprintf("Nobody can leave on %s.", r.Date.Short())
	case MinStay:
		return fmt.Sprintf("The stay must have at least %s, because of %s.", nightsText(r.Needed), r.Date.Short())
	case MaxStay:
		return fmt.Sprintf("The stay can have at most %s.", nightsText(r.Needed))
	case NoPrice:
		return fmt.Sprintf("There is no price for the night of %s.", r.Date.Short())
	case TooManyAdults:
		return fmt.Sprintf("A room takes at most %d adults.", r.Needed)
	case TooManyChildren:
		return fmt.Sprintf("A room takes at most %d children.", r.Needed)
	case SellLimit:
		return fmt.Sprintf("At most %d may be sold for the night of %s.", r.Needed, r.Date.Short())
	}
	return fmt.Sprintf("No room is left for the night of %s.", r.Date.Short())
}

func nightsText(n int) string {
	if n == 1 {
		return "1 night"
	}
	return fmt.Sprintf("%d nights", n)
}

// Windows are the reasons why the plan isn't sold at the moment for a stay with these nights. checkIn is the instant
// from which on guests can arrive.
func (p Plan) Windows(at Moment, nights []date.Date, checkIn time.Time) (reasons []Reason) {
	if p.BookFrom != "" && at.Today < p.BookFrom || p.BookTo != "" && at.Today > p.BookTo {
		reasons = append(reasons, Reason{Code: NotOnSale, Date: at.Today})
	}
	for _, night := range nights {
		if p.StayFrom != "" && night < p.StayFrom || p.StayTo != "" && night > p.StayTo {
			reasons = append(reasons, Reason{Code: OutsideStayWindow, Date: night})
			break
		}
	}
	if checkIn.Sub(at.Now) < time.Duration(p.MinAdvanceHours)*time.Hour && p.MinAdvanceHours > 0 {
		reasons = append(reasons, Reason{Code: MinAdvance, Needed: p.MinAdvanceHours})
	}
	if p.MaxAdvanceDays != nil && at.Today.DaysUntil(nights[0]) > *p.MaxAdvanceDays {
		reasons = append(reasons, Reason{Code: MaxAdvance, Needed: *p.MaxAdvanceDays})
	}
	return reasons
}

// Restrictions are the reasons why a product isn't sold for a stay. days are those of its nights and, as the last one,
// of the departure date; first is the arrival date.
func Restrictions(first date.Date, days []Day) (reasons []Reason) {
	nights, arrival := days[:len(days)-1], days[0]
	if arrival.ClosedToArrival {
		reasons = append(reasons, Reason{Code: ClosedToArrival, Date: first})
	}
	if days[len(nights)].ClosedToDeparture {
		reasons = append(reasons, Reason{Code: ClosedToDeparture, Date: first.AddDays(len(nights))})
	}
	shortest, because := arrival.MinStayArrival, 0
	closed, unpriced := -1, -1
	for n, night := range nights {
		if night.MinStayThrough > shortest {
			shortest, because = night.MinStayThrough, n
		}
		if night.Closed && closed < 0 {
			closed = n
		}
		if !night.Priced && unpriced < 0 {
			unpriced = n
		}
	}
	if closed >= 0 {
		reasons = append(reasons, Reason{Code: Closed, Date: first.AddDays(closed)})
	}
	if len(nights) < shortest {
		reasons = append(reasons, Reason{Code: MinStay, Needed: shortest, Date: first.AddDays(because)})
	}
	if arrival.MaxStay > 0 && len(nights) > arrival.MaxStay {
		reasons = append(reasons, Reason{Code: MaxStay, Needed: arrival.MaxStay, Date: first})
	}
	if unpriced >= 0 {
		reasons = append(reasons, Reason{Code: NoPrice, Date: first.AddDays(unpriced)})
	}
	return reasons
}
