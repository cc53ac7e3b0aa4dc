package nightaudit

import (
	"slices"
	"time"

	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/books/takings"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// maxFirstDay is how many days back the first day that is closed may be: all days from it on are closed with the next.
const maxFirstDay = 366

// Report is what is kept of a closed day, as JSON: amounts as they were written in the hotel's currency then, tax
// included. Its JSON names are those of the rows that exist.
type Report struct {
	Head
	Arrivals          Progress  `json:"arrivals"`
	Departures        Progress  `json:"departures"`
	OverdueArrivals   []Booking `json:"overdueArrivals"` // also parties of which rooms are still to come
	OverdueDepartures []Booking `json:"overdueDepartures"`
	NoShows           []Booking `json:"noShows"` // that closing the day has marked
	Payments          []Method  `json:"payments"`
	// LatePostings are of days that were closed before. The sums include them.
	LatePostings []LatePosting `json:"latePostings"`
}

// Head is the part of a report that a list shows.
type Head struct {
	Date     date.Date `json:"date"`
	ClosedAt time.Time `json:"closedAt"`
	ClosedBy string    `json:"closedBy"`
	Figures
}

// Figures are what a day is summed up to.
type Figures struct {
	RoomsTotal       int          `json:"roomsTotal"` // in use
	RoomsSold        int          `json:"roomsSold"`
	Complimentary    int          `json:"complimentary"`
	DayUses          int          `json:"dayUses"`
	Occupancy        float64      `json:"occupancy"` // percent
	RoomNightsPosted int          `json:"roomNightsPosted"`
	RoomNightsAmount money.Number `json:"roomNightsAmount"`
	RoomNightsTax    money.Number `json:"roomNightsTax"`
	OtherCharges     money.Number `json:"otherCharges"`
	RoomsRevenue     money.Number `json:"roomsRevenue"` // without tax; "" in reports that are older than the field
	Received         money.Number `json:"received"`
	Refunded         money.Number `json:"refunded"`
	Revenue          money.Number `json:"revenue"`
}

// Progress counts what was to happen on a day, and what of it happened.
type Progress struct {
	Expected int `json:"expected"`
	Done     int `json:"done"`
}

// Booking is a booking as a report names it.
type Booking struct {
	BookingID string    `json:"bookingId"`
	Code      string    `json:"code"`
	GuestName string    `json:"guestName"`
	CheckIn   date.Date `json:"checkIn"`
	CheckOut  date.Date `json:"checkOut"`
	Rooms     []string  `json:"rooms"` // numbers
}

// LatePosting is a line of a folio that was posted on the report's day, but is of a day that was closed before.
type LatePosting struct {
	BookingID   string       `json:"bookingId"`
	Code        string       `json:"code"`
	GuestName   string       `json:"guestName"`
	LineID      string       `json:"lineId"`
	Type        string       `json:"type"`
	RoomNumber  string       `json:"roomNumber"`
	Description string       `json:"description"`
	Date        date.Date    `json:"date"` // the night, or the day of the charge
	TotalAmount money.Number `json:"totalAmount"`
}

// Method is what moved by one method of payment.
type Method struct {
	Method   ledger.Method `json:"method"`
	Payments int           `json:"payments"`
	Received money.Number  `json:"received"`
	Refunds  int           `json:"refunds"`
	Refunded money.Number  `json:"refunded"`
}

// takings notes what was received and refunded on the day.
func (r *Report) takings(methods []takings.Method, currency string) {
	var received, refunded money.Amount
	for _, m := range methods {
		received, refunded = received+m.Received, refunded+m.Refunded
		r.Payments = append(r.Payments, Method{Method: m.Method, Payments: m.Payments,
			Received: m.Received.Number(currency), Refunds: m.Refunds, Refunded: m.Refunded.Number(currency)})
	}
	r.Received, r.Refunded = received.Number(currency), refunded.Number(currency)
	r.Revenue = (received - refunded).Number(currency)
}

// span is the days from first to last; it is empty when first is after last.
type span struct{ first, last date.Date }

// toClose is the span that ends with the asked day, or with "" today, and begins after the last day that was closed.
// Invalid names a bad day as date.
func toClose(days businessday.Days, asked date.Date) (span, error) {
	today := days.Today
	if asked == "" {
		asked = today
	}
	if _, err := date.Parse(string(asked)); err != nil {
		return span{}, errs.InvalidField("date", "%s", err)
	}
	if asked > today {
		return span{}, errs.InvalidField("date", "must not be after today (%s)", today.Short())
	}
	if days.Closed != "" {
		return span{days.Closed.AddDays(1), asked}, nil
	}
	if asked <= days.Locked {
		return span{}, errs.InvalidField("date", "must be after %s, until which the books are locked",
			days.Locked.Short())
	}
	if first := today.AddDays(-maxFirstDay); asked < first {
		return span{}, errs.InvalidField("date",
			"must not be before %s, as no day was closed yet and all days after it will be closed too", first.Short())
	}
	return span{asked, asked}, nil
}

// slept chooses, of a booking's nights of one day, those that are not counted yet and stand for a room in which the
// booking holds the night: the room itself, or one that the party has moved into.
func slept(nights []posted, held []string) []posted {
	var chosen, moved []posted
	rest := slices.Clone(held)
	for _, n := range nights {
		i := slices.Index(rest, n.roomID)
		if i < 0 {
			moved = append(moved, n)
			continue
		}
		rest = slices.Delete(rest, i, i+1)
		chosen = append(chosen, n)
	}
	inRest := func(counted bool) {
		for _, n := range moved {
			if n.counted == counted && len(rest) > 0 {
				chosen, rest = append(chosen, n), rest[1:]
			}
		}
	}
	inRest(true) // what is counted keeps its place
	inRest(false)
	return slices.DeleteFunc(chosen, func(n posted) bool { return n.counted })
}

// dueDay is the newest day that is to be closed by now, on the hotel's clock, if days are closed at this hour.
func dueDay(now time.Time, hour int) date.Date {
	day := date.Of(now, now.Location())
	if hour < 12 {
		day = day.AddDays(-1)
	}
	if now.Hour() < hour {
		day = day.AddDays(-1)
	}
	return day
}
